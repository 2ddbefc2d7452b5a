/* boxes: lower bounds of the sums of box a and each of n boxes, for a search of neighbours.

     for each box l
       for each coordinate k
         gap = max(low[k][l] - a_high[k], a_low[k] - high[k][l], 0)
         sum[l] += term(gap)

   No sum of a point in box a and a point in box l, as `tile` computes it, is below sum[l]: a term
   does not fall where a difference grows, the kernels add coordinates in the same order by the same
   operations, and rounding never makes the lesser of two numbers the greater one. A box from -Inf
   to Inf has the bound 0.

   Contract. The numbers of box a are a_step apart. A coordinate of the n boxes is side by side, the
   next coordinate `step` numbers away; n is a multiple of 8. low <= high; no NaN. Any alignment. */

#include "kernels/for_f64.h"
#include "kernels/distance/boxes_body.h"

#include "kernels/for_f64_fused.h"
#include "kernels/distance/boxes_body.h"
