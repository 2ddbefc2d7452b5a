#include "kendall/trend_covariance.h"

#include <math.h>
#include <stdatomic.h>
#include <string.h>

#include "base/integers.h"

double mc_trend_covariance_signs(const mc_kendall_trend_request *q) {
  const double years = (double) q->years;
  return q->correction == MC_TREND_HIRSCH_SLACK ? years * years * (double) q->seasons : 0;
}

bool mc_trend_covariance_fits(const mc_kendall_trend_request *q) {
  return mc_trend_covariance_signs(q) * (double) q->years * (double) q->seasons < 0x1p62;
}

mc_status mc_trend_covariance_make(mc_trend_covariance *c, const mc_kendall_trend_request *request,
                                   int threads, mc_arena *arena) {
  enum { LINE = MC_ALIGN / sizeof(int32_t) };
  *c = (mc_trend_covariance){.request = request, .threads = threads};
  c->pad = (request->seasons + 2 * LINE - 1) / LINE * LINE;
  c->x = mc_alloc(arena, request->years * request->seasons, sizeof *c->x);
  c->d = mc_alloc(arena, c->pad * threads, sizeof *c->d);
  return c->x == NULL || c->d == NULL ? MC_ERR_MEMORY : MC_OK;
}

/* The values of a series, year by year. */
static void take(const mc_trend_covariance *c, const mc_matrix *view, int64_t column) {
  const mc_kendall_trend_request *q = c->request;
  const int64_t at = column * view->rows;
  for (int64_t k = 0; k < q->years * q->seasons; k++)
    c->x[k] = NAN;
  for (int64_t g = 0; g < q->seasons; g++)
    for (int64_t k = q->begin[g]; k < q->begin[g + 1]; k++) {
      const int64_t row = at + q->row[k];
      double *to = &c->x[q->year[k] * q->seasons + g];
      if (view->type == MC_F64)
        *to = ((const double *) view->data)[row];
      else if (((const int32_t *) view->data)[row] != INT32_MIN)
        *to = ((const int32_t *) view->data)[row];
    }
}

typedef struct {
  const mc_trend_covariance *c;
  _Atomic int64_t pairs; /* of both orders of i and j */
  _Atomic int64_t years;
} sums;

/* The terms of year i. */
static void do_year(void *context, int64_t i, int thread) {
  sums *s = context;
  const mc_trend_covariance *c = s->c;
  const int64_t seasons = c->request->seasons;
  const double *a = c->x + i * seasons;
  int32_t *d = c->d + thread * c->pad;
  int64_t pairs = 0, e = 0;
  memset(d, 0, (size_t) seasons * sizeof *d);
  for (int64_t j = 0; j < c->request->years; j++) {
    const double *b = c->x + j * seasons;
    int64_t t = 0, unequal = 0;
    for (int64_t g = 0; g < seasons; g++) {
      const int sign = (a[g] > b[g]) - (a[g] < b[g]);
      d[g] += sign;
      t += sign;
      unequal += sign != 0;
    }
    pairs += t * t - unequal;
    e += t;
  }
  int64_t own = e * e;
  for (int64_t g = 0; g < seasons; g++)
    own -= (int64_t) d[g] * d[g];
  atomic_fetch_add_explicit(&s->pairs, pairs, memory_order_relaxed);
  atomic_fetch_add_explicit(&s->years, own, memory_order_relaxed);
}

mc_status mc_trend_covariance_of(mc_trend_covariance *c, const mc_matrix *view, int64_t column,
                                 mc_monitor *monitor, double weight, double *sum) {
  sums s = {.c = c};
  const int64_t years = c->request->years;
  take(c, view, column);
  if (monitor == NULL)
    for (int64_t i = 0; i < years; i++)
      do_year(&s, i, 0);
  else
    MC_TRY(
      mc_run_each(monitor, c->threads, years, weight / (double) mc_max(1, years), do_year, &s));
  *sum = (double) (atomic_load(&s.pairs) / 2 + atomic_load(&s.years)) / 3;
  return MC_OK;
}
