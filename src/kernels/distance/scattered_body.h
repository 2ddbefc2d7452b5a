/* scattered of pointwise.h for one type (kernels/for_f64.h). Products and sums are never fused. */

static void METRIC_FN(scattered)(const void *a_, const void *b_, int64_t d, int64_t step,
                                 int64_t n, void *sum_, void *count_) {
  const TYPE *a = a_, *b = b_;
  TYPE *sum = sum_, *count = count_;
  memset(sum, 0, (size_t) n * sizeof *sum);
  if (count != NULL)
    memset(count, 0, (size_t) n * sizeof *count);
  for (int64_t k = 0; k < d; k++, b++)
    for (int64_t l = 0; l < n; l++) {
      const TYPE difference = a[k] - b[l * step];
      if (count == NULL || difference == difference)
        sum[l] = ADD_NUMBER(difference, sum[l]);
      if (count != NULL)
        count[l] += difference == difference;
    }
}

#include "kernels/for_none.h"
