#include "kendall/trend_correction.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* In p->spare: x - slope t, or zeros if these differ by no more than rounding errors: by at most
   4 epsilon times the largest |x| or |slope t|. */
static void residuals(mc_trend_points *p, double slope) {
  enum { ERRORS = 4 };
  const bool numbers = mc_trend_residuals(p, slope);
  const double *x = p->x + p->first[0], *t = p->t + p->first[0];
  double least = INFINITY, greatest = -INFINITY, size = 0;
  for (int64_t i = 0; i < p->n; i++) {
    least = fmin(least, p->spare[i]);
    greatest = fmax(greatest, p->spare[i]);
    size = fmax(size, fmax(fabs(x[i]), fabs(slope * t[i])));
  }
  if (numbers && isfinite(size) && greatest - least <= ERRORS * DBL_EPSILON * size)
    memset(p->spare, 0, (size_t) p->n * sizeof *p->spare);
}

static bool are_finite(const double *r, int64_t n) {
  for (int64_t i = 0; i < n; i++)
    if (!isfinite(r[i]))
      return false;
  return true;
}

/* Brings the largest of the finite numbers of r near 1 by a power of two, so that no sum of squares
   overflows or vanishes. Then takes the mean off. Where nothing overflows or vanishes without the
   power, quotients of such sums have the same bits. */
static void center(double *r, int64_t n) {
  enum { MOST = 1000 }; /* 2^1074, for the least number, is infinite; 2^-1023 is subnormal */
  double largest = 0, sum = 0;
  for (int64_t i = 0; i < n; i++)
    largest = fmax(largest, fabs(r[i]));
  if (largest == 0)
    return;
  const int size = ilogb(largest);
  const double power = ldexp(1, size < -MOST ? MOST : size > MOST ? -MOST : -size);
  for (int64_t i = 0; i < n; i++) {
    r[i] *= power;
    sum += r[i];
  }
  const double mean = sum / (double) n;
  for (int64_t i = 0; i < n; i++)
    r[i] -= mean;
}

/* The number of sorted numbers that are less than v, or at most v. */
static int64_t count_below(const double *sorted, int64_t n, double v, bool equal) {
  int64_t lo = 0, hi = n;
  while (lo < hi) {
    const int64_t middle = lo + (hi - lo) / 2;
    if (sorted[middle] < v || (equal && sorted[middle] == v))
      lo = middle + 1;
    else
      hi = middle;
  }
  return lo;
}

/* Twice the ranks of the numbers of r, less their mean: ties have the mean of their ranks. */
static void rank(double *r, int64_t n, double *scratch, const mc_kernels *kernels) {
  memcpy(scratch, r, (size_t) n * sizeof *r);
  mc_trend_sort(scratch, n, kernels);
  for (int64_t i = 0; i < n; i++) {
    const int64_t less = count_below(scratch, n, r[i], false);
    const int64_t upto = count_below(scratch, n, r[i], true);
    r[i] = (double) (less + upto - n);
  }
}

double mc_trend_factor(mc_trend_points *p, double slope, mc_trend_correction correction,
                       double lag_quantile, const mc_kernels *kernels) {
  double *r = p->spare, *product = p->sums, sum = 0;
  const int64_t n = p->n;
  const double m = (double) n;
  residuals(p, slope);
  if (!are_finite(r, n))
    return NAN;
  if (n < 3)
    return 1;
  if (correction == MC_TREND_HAMED_RAO)
    rank(r, n, p->sums, kernels);
  else
    center(r, n);
  memset(r + n, 0, MC_TREND_LAGS * sizeof *r);
  kernels->kendall_lagged(r, n, product);
  const double limit = lag_quantile / sqrt(m);
  for (int64_t k = 1; k < n && product[0] > 0; k++) {
    const double of_lag = product[k] / product[0], left = (double) (n - k);
    if (correction == MC_TREND_YUE_WANG)
      sum += (1 - (double) k / m) * of_lag;
    else if (fabs(of_lag) > limit)
      sum += left * (left - 1) * (left - 2) * of_lag;
  }
  return correction == MC_TREND_YUE_WANG ? 1 + 2 * sum : 1 + 2 / (m * (m - 1) * (m - 2)) * sum;
}

bool mc_trend_prewhiten(mc_trend_points *p, double slope) {
  double *r = p->spare, squares = 0, product = 0;
  const int64_t n = p->n;
  residuals(p, slope);
  if (n < 1 || !are_finite(r, n))
    return false;
  memcpy(p->sums, r, (size_t) n * sizeof *r);
  center(r, n);
  for (int64_t i = 0; i < n; i++) {
    squares += r[i] * r[i];
    product += i > 0 ? r[i - 1] * r[i] : 0;
  }
  const double of_lag = squares > 0 ? product / squares : 0;
  double *x = p->x + p->first[0], *t = p->t + p->first[0];
  for (int64_t i = 0; i + 1 < n; i++)
    r[i] = p->sums[i + 1] - of_lag * p->sums[i] + slope * t[i + 1];
  if (!are_finite(r, n - 1)) /* a sum has overflowed */
    return false;
  memcpy(x, r, (size_t) (n - 1) * sizeof *x);
  memmove(t, t + 1, (size_t) (n - 1) * sizeof *t);
  p->count[0] = n - 1;
  mc_trend_points_close(p);
  return true;
}
