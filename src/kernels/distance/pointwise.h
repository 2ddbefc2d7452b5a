/* distance_straightforward, distance_blockwise and distance_scattered: algorithms 1
   and 2 of Rechkalov and Zymbler, for one point a and many points b.

   Algorithm 1: one point of b after the other, a vector of coordinates at a time.

     for each point j
       sum[j] = total over k of (a[k] - b[j][k])^2

   That total is not in the order of the coordinates. Where it has to be, unless fused,
   four points are summed up number by number, side by side, as each sum waits for its
   last addition.

   Contract. Points are d neighbouring numbers, d a multiple of 8 (floats: 16), of
   which the last, `fill` of them, fill them up: 0 on both sides, and not counted.

   Algorithm 2: a block of points of b, a vector of points at a time. (The paper's
   inner loop runs over the block, and keeps its sums in an array; here a few vectors
   of them at a time stay in registers.)

     for each few vectors of points l of the block
       for each coordinate k
         sum[l] += (a[k] - b[k][l])^2
       into the result, or its root

   Contract. a is d neighbouring numbers; of b points are neighbours, and the next
   coordinate is `step` numbers away: the block (ASA) or all points (SoA). n is a
   multiple of 8 (floats: 16).

   distance_scattered is its loop where coordinates are neighbours, and the next point
   `step` numbers away (AoS), which takes no vectors.

   With `count`, coordinates whose difference is NaN are left out, and the others
   counted. Any alignment. */

#include "kernels/distance/add.h"

#include "kernels/for_f64.h"
#include "kernels/distance/pointwise_body.h"

#include "kernels/for_f64_fused.h"
#include "kernels/distance/pointwise_body.h"

#include "kernels/for_f32.h"
#include "kernels/distance/pointwise_body.h"

#include "kernels/for_f64.h"
#include "kernels/distance/scattered_body.h"

#include "kernels/for_f32.h"
#include "kernels/distance/scattered_body.h"
