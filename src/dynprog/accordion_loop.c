/* Accordion folding by the loops of Tithi et al., figure 2 (PAR-LOOP-PROTEIN-FOLDING). It is the
   baseline, LOOPDP, of their section IV.

     for each turn e, from the last on
       for each strand (i, e), by threads
         for each k from e + 2 on
           S(i, e) = max(S(i, e), F(e, min(k, 2 e - i)) + S(e, k))

   The inner loop is cut in two at k = 2 e - i, so that compilers vectorise both parts. Rows are an
   odd number of cache lines apart ("padding to mitigate the set-associativity problem at powers
   of 2"). */

#include "dynprog/accordion_loop.h"

#include "base/team.h"

typedef struct {
  const mc_accordion_work *w;
  int64_t turn;
} column;

static void do_strands(void *context, int64_t first, int64_t last) {
  const column *c = context;
  const mc_accordion_work *w = c->w;
  const int64_t e = c->turn;
  const int32_t *f = w->f32 + e * w->stride, *s = w->s32 + e * w->stride;
  for (int64_t i = first; i < last; i++)
    w->s32[i * w->stride + e] =
      w->call->kernels->dynprog_accordion_cell(0, f, s, e + 2, w->n + 1, 2 * e - i);
}

static void turns(void *context, int64_t first, int64_t last) {
  mc_accordion_work *w = context;
  for (int64_t job = first; job < last; job++) {
    column c = {w, w->n - 2 - job};
    mc_ranges(w->threads, c.turn, 1 + 16384 / (job + 1), do_strands, &c);
  }
}

mc_status mc_accordion_loop(mc_accordion_work *w) {
  MC_TRY(mc_accordion_prepare(w, MC_ACCORDION_PLAIN));
  if (w->n < 3)
    return MC_OK;
  const double n = (double) w->n;
  mc_monitor_phase(w->call->monitor);
  return mc_run_passes(w->call->monitor, w->n - 2, 1, n * n / 6, turns, w);
}
