#ifndef MC_DISTANCE_ADD_H
#define MC_DISTANCE_ADD_H

/* What the distance kernels are made of, in three kinds: doubles, whose squares are
   rounded before they are added, as stats::dist has it (dispatch/begin.h keeps the compiler
   from fusing them); doubles and floats with fused multiply-add.

   distance_square: the square of a difference to a sum. distance_square_beside: the same,
   with the sum of doubles where the multipliers are (mc_f64_add_beside(), for which `one` is);
   of the three operations two are for adders and one for multipliers, and where this makes half
   of a kernel's sums both have as much to do. distance_add: (a - b)^2 to a
   sum, the difference first. With `missing`, a constant, lanes in which it is NaN are
   left out, and the others counted. */

#include "kernels/for_f64.h"
#include "kernels/distance/add_body.h"

#include "kernels/for_f64_fused.h"
#include "kernels/distance/add_body.h"

#include "kernels/for_f32.h"
#include "kernels/distance/add_body.h"

#endif
