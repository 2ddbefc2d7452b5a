/* Parenthesization by the loops of Tithi et al., figure 2 (PAR-LOOP-PARENTHESIS). It is the
   baseline, LOOPDP, of their section IV.

     for each length of intervals, from 2 on
       for each interval (i, j) of this length, by threads
         for each k with i < k < j
           c(i, j) = best(c(i, j), c(i, k) + c(k, j) + w(i, k, j))

   Rows of the table are an odd number of cache lines apart ("padding to mitigate the
   set-associativity problem at powers of 2"). */

#include "dynprog/loop.h"

#include "base/first_touch.h"
#include "base/integers.h"
#include "base/team.h"
#include "dynprog/overflow.h"

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

static void do_cells_forbidding(void *context, int64_t first, int64_t last) {
  const diagonal *d = context;
  const mc_dynprog_work *w = d->w;
  for (int64_t i = first; i < last; i++) {
    const int64_t j = i + d->length;
    int64_t split;
    const double best = mc_dynprog_best_without(w->job, &w->kernels, w->x, w->stride, i, j, &split);
    w->x[j * w->stride + i] = mc_dynprog_finished(w, i, j, best);
  }
}

static void diagonals(void *context, int64_t first, int64_t last) {
  mc_dynprog_work *w = context;
  const mc_range_body do_diagonal = w->forbidding ? do_cells_forbidding : do_cells;
  for (int64_t length = first + 2; length < last + 2; length++) {
    diagonal d = {w, length};
    mc_ranges(w->threads, w->n - length, 1 + 4096 / length, do_diagonal, &d);
  }
}

/* n rounded up to an odd number of cache lines. */
static int64_t padded(int64_t n) {
  enum { LINE = 64 / sizeof(double) };
  const int64_t lines = mc_round_up(n, LINE) / LINE;
  return (lines + 1 - lines % 2) * LINE;
}

MC_BODY(open_band, const mc_dynprog_work, w, band) {
  for (int64_t column = 0; column <= band; column++)
    mc_dynprog_open(w, band, column);
}

static mc_status run(mc_dynprog_work *w) {
  mc_monitor *monitor = w->call->monitor;
  const double n = (double) w->n;
  MC_TRY(mc_run_each(monitor, w->threads, w->tiles, 0, open_band, w));
  mc_monitor_phase(monitor);
  if (w->n < 3)
    return MC_OK;
  return mc_run_passes(monitor, w->n - 2, 1, n * n / 6, diagonals, w);
}

mc_status mc_dynprog_loop(mc_dynprog_work *w) {
  w->stride = padded(w->n);
  w->x = mc_alloc(w->call->arena, w->n * w->stride, sizeof *w->x);
  if (w->x == NULL)
    return MC_ERR_MEMORY;
  MC_TRY(
    mc_first_touch(w->x, w->n * w->stride * (int64_t) sizeof *w->x, w->threads, w->call->monitor));
  return run(w);
}

mc_status mc_dynprog_loop_forbidding(mc_dynprog_work *w) {
  w->forbidding = true;
  return run(w);
}
