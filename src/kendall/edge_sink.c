#include "kendall/edge_sink.h"

#include <string.h>

#include "kendall/bins.h"
#include "kendall/p_bins.h"

static mc_status begin(mc_pairs_sink *sink, const mc_pairs_shape *shape, const mc_call *call) {
  mc_kendall_edge_sink *e = (mc_kendall_edge_sink *) sink;
  e->least = mc_kendall_edge_least(e->rule.sign, e->rule.cutoff);
  MC_TRY(mc_kendall_tester_begin(&e->tester, shape, call));
  e->bins = mc_kendall_bins_make(shape->threads, MC_STRENGTH_BINS, call->arena);
  return e->bins == NULL ? MC_ERR_MEMORY
                         : mc_kendall_edges_make_room(&e->edges, shape, call->arena);
}

/* Keeps pairs of sufficient strength. Few tiles have such pairs; only their p-values are
   computed. */
static void put(mc_pairs_sink *sink, const mc_pairs_tile *tile, int thread) {
  mc_kendall_edge_sink *e = (mc_kendall_edge_sink *) sink;
  int64_t *bins = e->bins + (int64_t) thread * MC_STRENGTH_BINS;
  double tau[MC_PAIRS_CELLS];
  mc_kendall_edge kept[MC_PAIRS_CELLS];
  int count = 0;
  mc_kendall_tests tests;
  mc_kendall_tester_taus(&e->tester, tile, thread, tau);
  if (!(mc_kendall_edge_strongest(e->rule.sign, tile, tau) >= e->least))
    return;
  mc_kendall_tester_tests(&e->tester, tile, thread, &tests);
  for (int i = 0; i < tile->rows; i++)
    for (int j = mc_kendall_edge_first(tile, i); j < tile->columns; j++) {
      const int at = tile->stride * i + j;
      const double strength = mc_kendall_edge_strength(e->rule.sign, tau[at]);
      if (!(strength >= e->least))
        continue;
      const mc_kendall_edge_ends ends = mc_kendall_edge_ends_of(e->tester.shape, tile, i, j);
      if (mc_kendall_edge_is_loop(&e->shared, ends))
        continue;
      if (e->rule.last_p_bin >= 0 &&
          !(tests.p[at] >= 0 && mc_kendall_p_bin(tests.p[at]) <= e->rule.last_p_bin))
        continue;
      bins[mc_kendall_strength_bin(strength)]++;
      kept[count++] = mc_kendall_edge_make(ends, tau[at], tests.p[at], tests.n[at]);
    }
  if (count > 0 && !e->full)
    memcpy(mc_kendall_edges_add(&e->edges, count), kept, (size_t) count * sizeof *kept);
}

static mc_status flush(mc_pairs_sink *sink, const mc_call *call) {
  mc_kendall_edge_sink *e = (mc_kendall_edge_sink *) sink;
  e->full = mc_kendall_edges_count(&e->edges) > e->rule.most;
  return e->full ? MC_OK : mc_kendall_edges_make_room(&e->edges, e->tester.shape, call->arena);
}

static mc_status finish(mc_pairs_sink *sink, const mc_call *call) {
  mc_kendall_edge_sink *e = (mc_kendall_edge_sink *) sink;
  (void) call;
  mc_kendall_bins_sum(e->bins, e->tester.shape->threads, MC_STRENGTH_BINS);
  e->found = 0;
  for (int k = 0; k < MC_STRENGTH_BINS; k++)
    e->found += e->bins[k];
  return MC_OK;
}

mc_kendall_edge_sink mc_kendall_edge_sink_make(mc_kendall_edge_rule rule,
                                               mc_kendall_test_options test, double na) {
  const mc_pairs_sink sink = {
    .begin = begin, .put = put, .flush = flush, .finish = finish, .any_order = true};
  return (mc_kendall_edge_sink){.tester = mc_kendall_tester_make(sink, test, na), .rule = rule};
}
