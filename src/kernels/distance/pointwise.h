/* straightforward, in_place, blockwise, scattered: algorithms 1 and 2 of Rechkalov and Zymbler, for
   one point a and many points b.

   Algorithm 1: one point of b after the other, a vector of coordinates at a time.

     for each point j
       sum[j] = total over k of term(a[k] - b[j][k])

   That total is not in the order of the coordinates. Unless fused, it has to be: then four points
   are summed up side by side, number by number, as each sum waits for its last addition.

   straightforward, contract: a point is d neighbouring numbers, d a multiple of 8 (floats: 16). The
   last `fill` of them only fill it up: they are 0 on both sides, and not counted.

   in_place: the same for points where they are in R's matrix, without a copy. Point j of b is
   neighbour j; coordinates are a_step and b_step numbers apart. It always counts.

   Algorithm 2: a block of points of b, a vector of points at a time. (The paper's inner loop runs
   over the block and keeps its sums in an array; here the sums of a few vectors stay in registers.)

     for each few vectors of points l of the block
       for each coordinate k
         sum[l] += term(a[k] - b[k][l])
       sum[l], or its root, into the result

   blockwise, contract: a is d neighbouring numbers. Points of b are neighbours, and the next
   coordinate is `step` numbers away: the points of the block (ASA) or all points (SoA). n is a
   multiple of 8 (floats: 16).

   scattered: the same loop if coordinates are neighbours, and the next point is `step` numbers away
   (AoS). It takes no vectors.

   With `count` (kernels _missing) a coordinate whose difference is NaN is left out, and the others
   are counted. Any alignment. */

#include "kernels/for_f64.h"
#include "kernels/distance/pointwise_body.h"

#include "kernels/for_f64_fused.h"
#include "kernels/distance/pointwise_body.h"

#include "kernels/for_f32.h"
#include "kernels/distance/pointwise_body.h"

#include "kernels/for_f64.h"
#include "kernels/distance/in_place_body.h"

#include "kernels/for_f64.h"
#include "kernels/distance/scattered_body.h"

#include "kernels/for_f32.h"
#include "kernels/distance/scattered_body.h"
