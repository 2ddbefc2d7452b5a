/* Doubles and floats of the tropical and shortest-path kernels. Their words have names of their
   own, so that a target may have vectors for these kernels only:

     MC_TROPICAL_F64_TYPE, MC_TROPICAL_F64_LANES
                                     a divisor of 32
     MC_TROPICAL_F64(load), (store), (set), (add), (one), (add_by_fma), (min), (max)
                                     as in f64.h
     MC_TROPICAL_F64(put_min)(c, via, t, mark)
                                     lane by lane, with c and via in memory of any alignment: if
                                     t < *c then *c = t and *via = mark
     MC_TROPICAL_F64(put_max)(c, via, t, mark)
                                     the same if t > *c

   and the same for floats, MC_TROPICAL_F32. */

#include "simd/tropical_names.h"

#define TYPE double
#define WORD(name) mc_f64_##name
#include "simd/portable/put_body.h"

#define TYPE float
#define WORD(name) mc_f32_##name
#include "simd/portable/put_body.h"
