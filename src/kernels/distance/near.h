/* What a search for neighbours asks of sums and of boxes.

   distance_at_most: which of n sums are at most `limit`? Their numbers, ascending, go into
   `which`, which has room for n; the answer is how many. NaN is not.

   distance_boxes: least sums of squares, of box a to each of n boxes.

     for each box l
       for each coordinate k
         gap = max(low[k][l] - a_high[k], a_low[k] - high[k][l], 0)
         sum[l] += gap^2

   Rounding is monotone: it never makes the lesser of two numbers the greater one. Coordinates
   being added up in the same order by the same operations as distance_tile does it, fused or
   not, no sum of a point in box a and one in box l is below sum[l], as they are computed, bits and
   all. A box from -Inf to Inf is 0 from every other.

   Contract. a's numbers are a_step apart, those of a coordinate of the n boxes are neighbours, the
   next one `step` numbers away; n is a multiple of 8. low <= high; no NaN. Any alignment. */

#include "kernels/distance/add.h"

static int64_t MC_FN(distance_at_most)(const double *sum, int64_t n, double limit,
                                       int32_t *which) {
  const mc_f64 most = mc_f64_set(limit);
  int64_t found = 0, i = 0;
  while (i < n) {
    int64_t end = n;
    if (i + MC_F64_LANES <= n) {
      end = i + MC_F64_LANES;
      if (mc_f64_positive(mc_f64_sub(mc_f64_load(sum + i), most))) {
        i = end;
        continue;
      }
    }
    for (; i < end; i++) {
      which[found] = (int32_t) i;
      found += sum[i] <= limit;
    }
  }
  return found;
}

#include "kernels/for_f64.h"
#include "kernels/distance/boxes_body.h"

#include "kernels/for_f64_fused.h"
#include "kernels/distance/boxes_body.h"
