/* distance_scattered of pointwise.h for one type (kernels/for_f64.h), whose products and sums are
   never fused. */

static void FN(distance_scattered)(const TYPE *a, const TYPE *b, int64_t d, int64_t step,
                                   int64_t n, TYPE *sum, TYPE *count) {
  memset(sum, 0, (size_t) n * sizeof *sum);
  if (count != NULL)
    memset(count, 0, (size_t) n * sizeof *count);
  for (int64_t k = 0; k < d; k++, b++)
    for (int64_t l = 0; l < n; l++) {
      const TYPE difference = a[k] - b[l * step];
      if (count == NULL || difference == difference)
        sum[l] += difference * difference;
      if (count != NULL)
        count[l] += difference == difference;
    }
}

#include "kernels/for_none.h"
