/* Doubles and floats of the tropical and shortest-path kernels. Their words have names of their
   own, so that a target may have vectors for these kernels only:

     MC_TROPICAL_F64_TYPE, MC_TROPICAL_F64_LANES
                                     a divisor of 32
     MC_TROPICAL_F64(load), (store), (set), (add), (one), (add_by_fma), (min), (max)
                                     as in f64.h
     MC_TROPICAL_F64_STEP            integers, one for each lane: steps
     MC_TROPICAL_F64(step_load)(p), (step_store)(p, v), (step_set)(x)
                                     from and to int32_t at any address
     MC_TROPICAL_F64(step_add)(v, w) v + w; the sum does not overflow
     MC_TROPICAL_F64(take_min)(&c, &via, t, step)
                                     lane by lane, with c and via in registers: if t < c then
                                     c = t and via = step
     MC_TROPICAL_F64(take_max)(&c, &via, t, step)
                                     the same if t > c

   and the same for floats, MC_TROPICAL_F32. */

#include "simd/tropical_names.h"

#define TYPE double
#define WORD(name) mc_f64_##name
#include "simd/portable/take_body.h"

#define TYPE float
#define WORD(name) mc_f32_##name
#include "simd/portable/take_body.h"
