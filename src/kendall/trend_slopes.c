/* Order statistics by quickselect for several ranks at once:

     select(range, ranks)
       few numbers: sort them
       pivot; numbers below the pivot to the front
       select(numbers below, ranks among them)
       the pivot's rank; if few numbers are below the pivot, also the ranks of its equals
       go on with the numbers above, and the ranks among them                              */

#include "kendall/trend_slopes.h"

#include <math.h>

typedef struct {
  double *a;
  const int64_t *rank;
  double *value;
  const mc_kernels *kernels;
} selection;

/* Ranges of so many numbers or less are sorted. (sort_pivot() needs 16 numbers.) */
enum { FEW = 128 };

static void select_in(const selection *s, int64_t lo, int64_t hi, int first, int last, int depth) {
  double *a = s->a;
  int k = first;
  while (k < last) {
    const int64_t n = hi - lo;
    if (n <= FEW || depth-- == 0) {
      mc_trend_sort(a + lo, n, s->kernels);
      for (; k < last; k++)
        s->value[k] = a[s->rank[k]];
      return;
    }
    s->kernels->sort_pivot_f64(a + lo, n);
    const double pivot = a[lo];
    const int64_t below = s->kernels->sort_partition_f64(a + lo + 1, n - 1, &pivot, false);
    const int64_t at = lo + below;
    a[lo] = a[at];
    a[at] = pivot;
    int end = k;
    while (end < last && s->rank[end] < at)
      end++;
    select_in(s, lo, at, k, end, depth);
    lo = at + 1;
    if (below < n / 8)
      lo += s->kernels->sort_partition_f64(a + lo, hi - lo, &pivot, true);
    for (k = end; k < last && s->rank[k] < lo; k++)
      s->value[k] = pivot;
  }
}

void mc_trend_select(double *a, int64_t n, const int64_t *rank, int count, double *value,
                     const mc_kernels *kernels) {
  int depth = 4;
  for (int64_t k = n; k > 0; k /= 2)
    depth += 2;
  select_in(&(selection){a, rank, value, kernels}, 0, n, 0, count, depth);
}

double mc_trend_middle(double a, double b) {
  if (a == b) /* two infinities, too */
    return a;
  const double sum = a + b;
  return isinf(sum) ? a / 2 + b / 2 : sum / 2;
}

double mc_trend_median(double *a, int64_t n, const mc_kernels *kernels) {
  double two[2];
  mc_trend_select(a, n, (const int64_t[]){(n - 1) / 2, n / 2}, 2, two, kernels);
  return mc_trend_middle(two[0], two[1]);
}

/* ---- all slopes in memory ---- */

static mc_status count_short(mc_trend_slopes *slopes, const mc_trend_points *p, int64_t *up,
                             int64_t *down) {
  const mc_trend_short *s = (const mc_trend_short *) slopes;
  double *to = s->slope;
  *up = *down = 0;
  for (int64_t g = 0; g < p->seasons; g++) {
    const int64_t at = p->first[g], n = p->count[g];
    to += s->kernels->kendall_slopes(p->x + at, p->t + at, p->later == NULL ? NULL : p->later + at,
                                     0, n, n, to, up, down);
  }
  return MC_OK;
}

static mc_status select_short(mc_trend_slopes *slopes, const mc_trend_points *p,
                              const int64_t *rank, int count, double *value) {
  const mc_trend_short *s = (const mc_trend_short *) slopes;
  mc_trend_select(s->slope, p->slopes, rank, count, value, s->kernels);
  return MC_OK;
}

mc_trend_short mc_trend_short_make(double *slope, const mc_kernels *kernels) {
  return (mc_trend_short){{count_short, select_short}, kernels, slope};
}
