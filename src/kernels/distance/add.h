#ifndef MC_DISTANCE_ADD_H
#define MC_DISTANCE_ADD_H

/* What the distance kernels are made of, in three kinds: doubles, whose squares are
   rounded before they are added, as stats::dist has it (dispatch/begin.h keeps the compiler
   from fusing them); doubles and floats with fused multiply-add.

   distance_square: the square of a difference to a sum. distance_add: (a - b)^2 to a
   sum, the difference first. With `missing`, a constant, lanes in which it is NaN are
   left out, and the others counted. */

#include "kernels/for_f64.h"
#include "kernels/distance/add_body.h"

#include "kernels/for_f64_fused.h"
#include "kernels/distance/add_body.h"

#include "kernels/for_f32.h"
#include "kernels/distance/add_body.h"

#endif
