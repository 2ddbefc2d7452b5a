/* Parenthesization as it stands in Tithi et al., figure 2 (PAR-LOOP-PARENTHESIS), LOOPDP of
   their section IV: the baseline.

     for each length of intervals, from 2 on
       for each interval (i, j) of this length, by threads
         for each k between
           c(i, j) = best(c(i, j), c(i, k) + c(k, j) + w(i, k, j))

   Rows of the table are an odd number of cache lines apart ("padding to mitigate the
   set-associativity problem at powers of 2"). */

#include "dynprog/loop.h"

#include "base/team.h"

typedef struct {
  const mc_dynprog_work *w;
  int64_t length;
} diagonal;

static void do_cells(void *context, int64_t first, int64_t last) {
  const diagonal *d = context;
  const mc_dynprog_work *w = d->w;
  const int64_t steps = d->length - 1;
  for (int64_t i = first; i < last; i++) {
    const int64_t j = i + d->length;
    double *x = w->x + j * w->stride + i;
    mc_dynprog_block t = {.x = x,
                          .a = x + 1,
                          .b = w->x + (i + 1) * w->stride + i,
                          .stride = w->stride,
                          .rows = 1,
                          .steps = steps,
                          .columns = 1};
    if (w->p != NULL) {
      t.p_row = w->p + j;
      t.p_step = w->p + i + 1;
      t.p_column = w->p + i;
    }
    *x = mc_dynprog_finished(w, i, j, w->kernels.cell(&t));
  }
}

static void diagonals(void *context, int64_t first, int64_t last) {
  mc_dynprog_work *w = context;
  for (int64_t length = first + 2; length < last + 2; length++) {
    diagonal d = {w, length};
    mc_ranges(w->threads, w->n - length, 1 + 4096 / length, do_cells, &d);
  }
}

mc_status mc_dynprog_loop(mc_dynprog_work *w) {
  if (w->n < 3)
    return MC_OK;
  const double n = (double) w->n;
  return mc_run_passes(w->call->monitor, w->n - 2, 1, n * n / 6, diagonals, w);
}
