/* Doubles and floats of the tropical and shortest-path kernels, whose words have names of
   their own so that a target may have vectors for them alone:

     MC_TROPICAL_F64_TYPE, MC_TROPICAL_F64_LANES
                                     a divisor of 32
     MC_TROPICAL_F64(load), (store), (set), (add), (one), (add_beside), (min), (max)
                                     as f64.h has them
     MC_TROPICAL_F64(put_min)(c, via, t, mark)
                                     where t is below c, in memory: c = t and via = mark;
                                     any alignment
     MC_TROPICAL_F64(put_max)(c, via, t, mark)
                                     where it is above

   and the same of floats, MC_TROPICAL_F32. */

#include "simd/tropical_names.h"

#define TYPE double
#define WORD(name) mc_f64_##name
#include "simd/portable/put_body.h"

#define TYPE float
#define WORD(name) mc_f32_##name
#include "simd/portable/put_body.h"
