#include "kendall/trend_series.h"

#include <math.h>

#include "kendall/trend_correction.h"

/* Of an S and its variance. */
typedef struct {
  double tau, s, variance, z, p;
} test;

static mc_status test_of(const mc_kendall_trend_request *q, mc_trend_points *p,
                         mc_trend_slopes *slopes, const mc_kernels *kernels, test *to) {
  int64_t up, down;
  MC_TRY(slopes->count(slopes, p, &up, &down));
  const mc_trend_spread spread = mc_trend_spread_of(p, up + down == p->slopes, kernels);
  const double s = (double) (up - down);
  *to = (test){
    .tau = spread.largest > 0 ? s / spread.largest : q->na, .s = s, .variance = spread.variance};
  return MC_OK;
}

static void set_p(const mc_kendall_trend_request *q, test *t) {
  const bool known = t->variance > 0;
  const double size = fabs(t->s) - (q->continuity && t->s != 0);
  t->z = known ? copysign(size, t->s) / sqrt(t->variance) : q->na;
  t->p = known ? mc_kendall_normal_p(q->alternative, t->z) : q->na;
}

/* A slope number, from 1 on, as a bound. */
static mc_status bounds(const mc_kendall_trend_request *q, const mc_trend_points *p,
                        mc_trend_slopes *slopes, double variance, double *low, double *high) {
  const double half = q->quantile * sqrt(variance), n = (double) p->slopes;
  if (!(variance >= 0) || p->slopes == 0) {
    *low = *high = q->na;
    return MC_OK;
  }
  const double number[2] = {q->alternative == MC_LESS ? 0 : rint((n - half) / 2),
                            q->alternative == MC_GREATER ? n + 1 : rint((n + half) / 2 + 1)};
  double *bound[2] = {low, high};
  for (int k = 0; k < 2; k++) {
    const int64_t rank = (int64_t) number[k] - 1;
    *bound[k] = number[k] < 1 ? -INFINITY : INFINITY;
    if (number[k] >= 1 && number[k] <= n)
      MC_TRY(slopes->select(slopes, p, &rank, 1, bound[k]));
  }
  return MC_OK;
}

/* -0 as 0, because sorts do not tell them apart. */
static double plain_zero(double v) {
  return v == 0 ? 0 : v;
}

mc_status mc_kendall_trend_series(const mc_kendall_trend_request *q, mc_trend_points *p,
                                  mc_trend_slopes *slopes, const mc_kernels *kernels, int64_t at,
                                  const mc_kendall_trends *to) {
  const int64_t n = p->n;
  double slope = q->na, intercept = q->na, factor = 1;
  test t;
  MC_TRY(test_of(q, p, slopes, kernels, &t));
  if (p->slopes > 0) {
    double two[2];
    const int64_t middle[2] = {(p->slopes - 1) / 2, p->slopes / 2};
    MC_TRY(slopes->select(slopes, p, middle, 2, two));
    slope = plain_zero(mc_trend_middle(two[0], two[1]));
    if (isfinite(slope) && mc_trend_residuals(p, slope))
      intercept = plain_zero(mc_trend_median(p->spare, n, kernels));
  }
  if (q->correction == MC_TREND_HAMED_RAO || q->correction == MC_TREND_YUE_WANG) {
    factor = p->slopes > 0 ? mc_trend_factor(p, slope, q->correction, q->lag_quantile, kernels) : 1;
    t.variance *= factor;
  }
  if (to->low != NULL)
    MC_TRY(bounds(q, p, slopes, t.variance, &to->low[at], &to->high[at]));
  if (q->correction == MC_TREND_PREWHITENED) {
    if (p->slopes > 0 && isfinite(slope) && mc_trend_prewhiten(p, slope))
      MC_TRY(test_of(q, p, slopes, kernels, &t));
    else
      t = (test){q->na, q->na, q->na, q->na, q->na};
  }
  set_p(q, &t);
  to->tau[at] = t.tau;
  to->s[at] = t.s;
  to->variance[at] = isnan(t.variance) ? q->na : t.variance;
  to->z[at] = t.z;
  to->p[at] = t.p;
  to->slope[at] = isnan(slope) ? q->na : slope;
  to->intercept[at] = isnan(intercept) ? q->na : intercept;
  to->n[at] = (int32_t) n;
  if (to->factor != NULL)
    to->factor[at] = isnan(factor) ? q->na : factor;
  if (to->low != NULL) {
    to->low[at] = plain_zero(to->low[at]);
    to->high[at] = plain_zero(to->high[at]);
  }
  return MC_OK;
}
