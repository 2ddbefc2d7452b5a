#include "kendall/trend_points.h"

#include <math.h>
#include <string.h>

#include "base/integers.h"
#include "kendall/ranks.h"

bool mc_trend_times_tied(const mc_kendall_trend_request *q) {
  for (int64_t g = 0; g < q->seasons; g++)
    for (int64_t k = q->begin[g] + 1; k < q->begin[g + 1]; k++)
      if (q->time[k] == q->time[k - 1])
        return true;
  return false;
}

mc_status mc_trend_points_make(mc_trend_points *p, const mc_kendall_trend_request *q, bool tied,
                               mc_arena *arena) {
  const int64_t n = q->x.rows, padded = n + (q->seasons + 1) * MC_TREND_PAD;
  *p = (mc_trend_points){.seasons = q->seasons,
                         .first = mc_alloc(arena, q->seasons, sizeof *p->first),
                         .count = mc_alloc(arena, q->seasons, sizeof *p->count),
                         .x = mc_alloc(arena, padded, sizeof *p->x),
                         .t = mc_alloc(arena, padded, sizeof *p->t),
                         .spare = mc_alloc(arena, n + MC_TREND_LAGS, sizeof *p->spare),
                         .sums = mc_alloc(arena, n + MC_TREND_LAGS, sizeof *p->sums)};
  if (p->first == NULL || p->count == NULL || p->x == NULL || p->t == NULL || p->spare == NULL ||
      p->sums == NULL)
    return MC_ERR_MEMORY;
  if (tied && (p->later = mc_alloc(arena, padded, sizeof *p->later)) == NULL)
    return MC_ERR_MEMORY;
  for (int64_t g = 0; g < q->seasons; g++)
    p->first[g] = q->begin[g] + g * MC_TREND_PAD;
  return MC_OK;
}

/* ---- points ---- */

static int64_t take_doubles(const double *from, const int32_t *row, const double *time, int64_t n,
                            double *x, double *t) {
  int64_t count = 0;
  for (int64_t k = 0; k < n; k++) {
    const double v = from[row[k]];
    x[count] = v;
    t[count] = time[k];
    count += v == v;
  }
  return count;
}

static int64_t take_integers(const int32_t *from, const int32_t *row, const double *time, int64_t n,
                             double *x, double *t) {
  int64_t count = 0;
  for (int64_t k = 0; k < n; k++) {
    const int32_t v = from[row[k]];
    x[count] = v;
    t[count] = time[k];
    count += v != INT32_MIN;
  }
  return count;
}

void mc_trend_points_take(mc_trend_points *p, const mc_kendall_trend_request *q,
                          const mc_matrix *view, int64_t column) {
  const int64_t at = column * view->rows;
  for (int64_t g = 0; g < p->seasons; g++) {
    const int64_t begin = q->begin[g], n = q->begin[g + 1] - begin;
    double *x = p->x + p->first[g], *t = p->t + p->first[g];
    p->count[g] = view->type == MC_F64 ? take_doubles((const double *) view->data + at,
                                                      q->row + begin, q->time + begin, n, x, t)
                                       : take_integers((const int32_t *) view->data + at,
                                                       q->row + begin, q->time + begin, n, x, t);
  }
  mc_trend_points_close(p);
}

void mc_trend_points_close(mc_trend_points *p) {
  p->n = p->slopes = 0;
  for (int64_t g = 0; g < p->seasons; g++) {
    const int64_t n = p->count[g];
    double *x = p->x + p->first[g], *t = p->t + p->first[g];
    for (int64_t k = n; k < n + MC_TREND_PAD; k++) {
      x[k] = NAN;
      t[k] = 0;
    }
    p->n += n;
    if (p->later == NULL) {
      p->slopes += mc_kendall_pairs_among(n);
      continue;
    }
    int32_t *later = p->later + p->first[g];
    for (int64_t k = n - 1; k >= 0; k--) {
      later[k] = k + 1 < n && t[k + 1] == t[k] ? later[k + 1] : (int32_t) k + 1;
      p->slopes += n - later[k];
    }
  }
}

/* ---- ties ---- */

void mc_trend_sort(double *a, int64_t n, const mc_kernels *kernels) {
  int depth = 2;
  for (int64_t k = n; k > 0; k /= 2)
    depth += 2;
  kernels->sort_sequential_f64(a, n, true, depth);
}

/* The pairs of numbers that differ, and the ordered triples that are not all equal. */
typedef struct {
  int64_t pairs;
  double triples;
} unequal;

static unequal unequal_of(const double *sorted, int64_t n) {
  unequal u = {mc_kendall_pairs_among(n), 0};
  for (int64_t k = 0, end; k < n; k = end) {
    end = k + 1;
    while (end < n && sorted[end] == sorted[k])
      end++;
    u.pairs -= mc_kendall_pairs_among(end - k);
    u.triples += mc_kendall_triples_of_ties(n, end - k);
  }
  return u;
}

mc_trend_spread mc_trend_spread_of(mc_trend_points *p, bool untied, const mc_kernels *kernels) {
  mc_trend_spread sum = {0, 0};
  for (int64_t g = 0; g < p->seasons; g++) {
    const int64_t n = p->count[g];
    const unequal all = {mc_kendall_pairs_among(n), mc_kendall_triples_among(n)};
    unequal x = all, t = all;
    if (n < 2)
      continue;
    if (!untied || p->later != NULL) {
      memcpy(p->spare, p->x + p->first[g], (size_t) n * sizeof *p->spare);
      mc_trend_sort(p->spare, n, kernels);
      x = unequal_of(p->spare, n);
    }
    if (p->later != NULL)
      t = unequal_of(p->t + p->first[g], n);
    sum.variance += mc_kendall_variance(n, x.pairs, x.triples, t.pairs, t.triples);
    sum.largest += sqrt((double) x.pairs) * sqrt((double) t.pairs);
  }
  return sum;
}

bool mc_trend_residuals(mc_trend_points *p, double slope) {
  int64_t to = 0, numbers = 0;
  for (int64_t g = 0; g < p->seasons; g++) {
    const double *x = p->x + p->first[g], *t = p->t + p->first[g];
    for (int64_t k = 0; k < p->count[g]; k++) {
      const double residual = x[k] - slope * t[k];
      p->spare[to++] = residual;
      numbers += residual == residual;
    }
  }
  return numbers == to;
}
