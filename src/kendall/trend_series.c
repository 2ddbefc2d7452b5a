#include "kendall/trend_series.h"

#include <math.h>

#include "kendall/trend_correction.h"

/* Of an S and its variance. */
typedef struct {
  double tau, s, variance, z, p;
} test;

static mc_status test_of(mc_trend_points *p, mc_trend_slopes *slopes, const mc_kernels *kernels,
                         test *to) {
  int64_t up, down;
  MC_TRY(slopes->count(slopes, p, &up, &down));
  const mc_trend_spread spread = mc_trend_spread_of(p, up + down == p->slopes, kernels);
  const double s = (double) (up - down);
  *to = (test){
    .tau = spread.largest > 0 ? s / spread.largest : NAN, .s = s, .variance = spread.variance};
  return MC_OK;
}

static void set_p(const mc_kendall_trend_request *q, test *t) {
  const bool known = t->variance > 0;
  const double size = fabs(t->s) - (q->continuity && t->s != 0);
  t->z = known ? copysign(size, t->s) / sqrt(t->variance) : NAN;
  t->p = known ? mc_kendall_normal_p(q->alternative, t->z) : NAN;
}

/* Slopes that are wanted by their ranks, to be found at once. */
typedef struct {
  int count;
  int64_t rank[MC_TREND_RANKS];
  double *to[MC_TREND_RANKS];
} wanted;

/* Adds a slope by its number, from 1 on, of `slopes`; numbers beyond the ends are infinite. The
   ranks stay in order. */
static void want(wanted *w, double number, int64_t slopes, double *to) {
  *to = number < 1 ? -INFINITY : INFINITY;
  if (!(number >= 1 && number <= (double) slopes))
    return;
  int k = w->count++;
  for (; k > 0 && w->rank[k - 1] > (int64_t) number - 1; k--) {
    w->rank[k] = w->rank[k - 1];
    w->to[k] = w->to[k - 1];
  }
  w->rank[k] = (int64_t) number - 1;
  w->to[k] = to;
}

static mc_status find(const wanted *w, mc_trend_slopes *slopes, const mc_trend_points *p) {
  double value[MC_TREND_RANKS];
  MC_TRY(slopes->select(slopes, p, w->rank, w->count, value));
  for (int k = 0; k < w->count; k++)
    *w->to[k] = value[k];
  return MC_OK;
}

/* Of a series with slopes. Without a variance the bounds are NaN. */
static void want_bounds(const mc_kendall_trend_request *q, const mc_trend_points *p,
                        double variance, wanted *w, double *low, double *high) {
  const double half = q->quantile * sqrt(variance), n = (double) p->slopes;
  *low = *high = NAN;
  if (!(variance >= 0))
    return;
  want(w, q->alternative == MC_LESS ? 0 : rint((n - half) / 2), p->slopes, low);
  want(w, q->alternative == MC_GREATER ? n + 1 : rint((n + half) / 2 + 1), p->slopes, high);
}

/* -0 as 0, because sorts do not tell them apart. */
static double plain_zero(double v) {
  return v == 0 ? 0 : v;
}

static double or_na(const mc_kendall_trend_request *q, double v) {
  return isnan(v) ? q->na : plain_zero(v);
}

mc_status mc_kendall_trend_series(const mc_kendall_trend_request *q, mc_trend_points *p,
                                  mc_trend_slopes *slopes, const mc_kernels *kernels, int64_t at,
                                  const mc_kendall_trends *to) {
  const int64_t n = p->n, count = p->slopes;
  const bool corrects = q->correction == MC_TREND_HAMED_RAO || q->correction == MC_TREND_YUE_WANG;
  double slope = NAN, intercept = NAN, factor = 1, low = NAN, high = NAN, two[2];
  test t;
  wanted w = {.count = 0};
  MC_TRY(test_of(p, slopes, kernels, &t));
  if (q->correction == MC_TREND_HIRSCH_SLACK)
    t.variance += p->covariance;
  if (count > 0) {
    want(&w, (double) ((count + 1) / 2), count, &two[0]);
    want(&w, (double) (count / 2 + 1), count, &two[1]);
    if (to->low != NULL && !corrects)
      want_bounds(q, p, t.variance, &w, &low, &high);
    MC_TRY(find(&w, slopes, p));
    slope = plain_zero(mc_trend_middle(two[0], two[1]));
    if (isfinite(slope) && mc_trend_residuals(p, slope))
      intercept = mc_trend_median(p->spare, n, kernels);
  }
  if (corrects && count > 0) {
    factor = mc_trend_factor(p, slope, q->correction, q->lag_quantile, kernels);
    t.variance *= factor;
    w.count = 0;
    if (to->low != NULL)
      want_bounds(q, p, t.variance, &w, &low, &high);
    MC_TRY(find(&w, slopes, p));
  }
  if (q->correction == MC_TREND_PREWHITENED) {
    if (count > 0 && isfinite(slope) && mc_trend_prewhiten(p, slope))
      MC_TRY(test_of(p, slopes, kernels, &t));
    else
      t = (test){NAN, NAN, NAN, NAN, NAN};
  }
  set_p(q, &t);
  to->tau[at] = or_na(q, t.tau);
  to->s[at] = or_na(q, t.s);
  to->variance[at] = or_na(q, t.variance);
  to->z[at] = or_na(q, t.z);
  to->p[at] = or_na(q, t.p);
  to->slope[at] = or_na(q, slope);
  to->intercept[at] = or_na(q, intercept);
  to->n[at] = (int32_t) n;
  if (to->factor != NULL)
    to->factor[at] = or_na(q, factor);
  if (to->low != NULL) {
    to->low[at] = or_na(q, low);
    to->high[at] = or_na(q, high);
  }
  return MC_OK;
}
