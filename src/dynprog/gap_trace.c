#include "dynprog/gap_trace.h"

#include <math.h>

#include "base/integers.h"

enum { SIDE = MC_DYNPROG_SIDE };

typedef struct {
  int64_t i, j;
} place;

static double value_at(const mc_gap_work *w, int64_t i, int64_t j) {
  return *mc_gap_at(w, i, j);
}

/* The place of the best value: the end (m, n). With `overlap` the place of the last row or column
   that has the best value; of several, the one nearest to the end, in the last column rather than
   in the last row. */
static place end_of(const mc_gap_work *w) {
  const mc_gap_job *job = w->job;
  place best = {job->m, job->n};
  if (!job->overlap)
    return best;
  for (int64_t left = 1; left <= job->m || left <= job->n; left++) {
    const place ends[] = {{job->m - left, job->n}, {job->m, job->n - left}};
    for (int e = 0; e < 2; e++) {
      if (ends[e].i < 0 || ends[e].j < 0)
        continue;
      const double now = value_at(w, best.i, best.j), s = value_at(w, ends[e].i, ends[e].j);
      if (job->maximum ? s > now : s < now)
        best = ends[e];
    }
  }
  return best;
}

double mc_gap_value(const mc_gap_work *w) {
  const place end = end_of(w);
  return value_at(w, end.i, end.j);
}

/* ---- one step back ---- */

typedef mc_dynprog_block (*sums)(const mc_gap_work *w, int64_t i, int64_t j, int64_t first,
                                 int64_t count);

/* The first of the steps 0, ..., count - 1 whose sum is g(i, j), or -1. The steps of a tile are
   searched at a time. */
static int64_t step_of(const mc_gap_work *w, sums of, int64_t i, int64_t j, int64_t count) {
  for (int64_t first = 0; first < count; first += SIDE) {
    const mc_dynprog_block t = of(w, i, j, first, mc_min(SIDE, count - first));
    double best = w->tropical.identity;
    const int64_t step = w->kernels.split(&t, &best);
    if (step >= 0 && best == *t.x)
      return first + step;
  }
  return -1;
}

/* The place from which (i, j) is reached, and the cost of that step. */
static place before(const mc_gap_work *w, int64_t i, int64_t j, double *cost) {
  const double s = value_at(w, i, j);
  if (w->job->overlap && (i == 0 || j == 0) && s == 0) {
    *cost = 0;
    return (place){0, 0};
  }
  if (i > 0 && j > 0) {
    mc_gap_pairs(w->job, i, j, 1, cost);
    if (value_at(w, i - 1, j - 1) + *cost == s)
      return (place){i - 1, j - 1};
  }
  const int64_t p = step_of(w, mc_gap_sums_x, i, j, i);
  if (p >= 0) {
    *cost = *mc_gap_sums_x(w, i, j, p, 1).a;
    return (place){p, j};
  }
  const int64_t q = step_of(w, mc_gap_sums_y, i, j, j);
  *cost = *mc_gap_sums_y(w, i, j, q, 1).b;
  return (place){i, q};
}

int64_t mc_gap_trace(const mc_gap_work *w, mc_gap_step *step) {
  const place all = {w->job->m, w->job->n};
  place at = end_of(w);
  int64_t count = 0;
  if (isinf(value_at(w, at.i, at.j)))
    return -1;
  if (at.i < all.i || at.j < all.j)
    step[count++] = (mc_gap_step){(int32_t) all.i, (int32_t) all.j, 0};
  while (at.i > 0 || at.j > 0) {
    double cost;
    const place from = before(w, at.i, at.j, &cost);
    step[count++] = (mc_gap_step){(int32_t) at.i, (int32_t) at.j, cost};
    at = from;
  }
  for (int64_t low = 0, high = count - 1; low < high; low++, high--) {
    const mc_gap_step one = step[low];
    step[low] = step[high];
    step[high] = one;
  }
  return count;
}
