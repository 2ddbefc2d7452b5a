/* Alignment with any gap cost by the loops of Tithi et al., figure 2 (PAR-LOOP-GAP). It is the
   baseline, LOOPDP, of their section IV.

     for each diagonal, i + j = 1, 2, ...
       for each g(i, j) on it, by threads
         g(i, j) = best(g(i, j), g(i - 1, j - 1) + pair(i, j))
         for each q < j:  g(i, j) = best(g(i, j), g(i, q) + gap_y(q, j))
         for each p < i:  g(i, j) = best(g(i, j), g(p, j) + gap_x(p, i))

   Rows of the table are an odd number of cache lines apart ("padding to mitigate the
   set-associativity problem at powers of 2"). */

#include "dynprog/gap_loop.h"

#include "base/integers.h"
#include "base/team.h"

typedef struct {
  const mc_gap_work *w;
  int64_t sum, first; /* i + j of the diagonal; its least i */
} diagonal;

static void do_cells(void *context, int64_t begin, int64_t end) {
  const diagonal *d = context;
  const mc_gap_work *w = d->w;
  for (int64_t i = d->first + begin; i < d->first + end; i++) {
    const int64_t j = d->sum - i;
    double *x = mc_gap_at(w, i, j);
    if (i > 0 && j > 0) {
      double pair;
      mc_gap_pairs(w->job, i, j, 1, &pair);
      const double s = x[-w->stride - 1] + pair;
      if (w->job->maximum ? s > *x : s < *x)
        *x = s;
    }
    const mc_dynprog_block of_y = mc_gap_sums_y(w, i, j, 0, j);
    *x = w->kernels.cell(&of_y);
    const mc_dynprog_block of_x = mc_gap_sums_x(w, i, j, 0, i);
    *x = w->kernels.cell(&of_x);
  }
}

static void diagonals(void *context, int64_t first, int64_t last) {
  const mc_gap_work *w = context;
  for (int64_t sum = first + 1; sum < last + 1; sum++) {
    const int64_t from = sum > w->job->n ? sum - w->job->n : 0;
    diagonal d = {w, sum, from};
    mc_ranges(w->threads, mc_min(sum, w->job->m) - from + 1, 1 + 4096 / (sum + 1), do_cells, &d);
  }
}

mc_status mc_gap_loop(mc_gap_work *w) {
  const double m = (double) w->job->m, n = (double) w->job->n;
  return mc_run_passes(w->call->monitor, w->job->m + w->job->n, 1, (m + 1) * (n + 1) / 2, diagonals,
                       w);
}
