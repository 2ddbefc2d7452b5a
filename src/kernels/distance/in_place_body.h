/* in_place of pointwise.h, for doubles (kernels/for_f64.h). */

/* `points` neighbours of b, a constant like `missing`. */
MC_INLINE void METRIC_PART(few_in_place)(const double *a, int64_t a_step, const double *b,
                                     int64_t b_step, int64_t d, double *sum, double *count,
                                     int points, bool missing) {
  double s[4] = {0}, c[4] = {0};
  for (int64_t k = 0; k < d; k++)
    MC_UNROLL for (int p = 0; p < points; p++) {
      const double difference = a[k * a_step] - b[k * b_step + p];
      if (!missing || difference == difference)
        s[p] = ADD_NUMBER(difference, s[p]);
      if (missing)
        c[p] += difference == difference;
    }
  MC_UNROLL for (int p = 0; p < points; p++) {
    sum[p] = s[p];
    count[p] = missing ? c[p] : (double) d;
  }
}

static void METRIC_FN(in_place)(const double *a, int64_t a_step, const double *b,
                                     int64_t b_step, int64_t d, int64_t n, double *sum,
                                     double *count) {
  for (int64_t j = 0, points; j < n; j += points, b += points, sum += points, count += points) {
    points = n - j >= 4 ? 4 : n - j >= 2 ? 2 : 1;
    if (points == 4)
      METRIC_PART(few_in_place)(a, a_step, b, b_step, d, sum, count, 4, false);
    else if (points == 2)
      METRIC_PART(few_in_place)(a, a_step, b, b_step, d, sum, count, 2, false);
    else
      METRIC_PART(few_in_place)(a, a_step, b, b_step, d, sum, count, 1, false);
    bool numbers = true; /* terms add up to NaN only if one of them is */
    for (int64_t p = 0; p < points; p++)
      numbers &= sum[p] == sum[p];
    for (int64_t p = 0; p < points && !numbers; p++)
      METRIC_PART(few_in_place)(a, a_step, b + p, b_step, d, sum + p, count + p, 1, true);
  }
}

#include "kernels/for_none.h"
