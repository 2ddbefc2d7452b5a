#include "kendall/tester.h"

mc_status mc_kendall_tester_panel(mc_kendall_tester *t, const mc_pairs_panel *panel) {
  mc_kendall_taus_panel(&t->taus, mc_kendall_panel_of(panel));
  return mc_kendall_inference_panel(&t->inference, mc_kendall_panel_of(panel));
}

static mc_status panel(mc_pairs_sink *sink, const mc_pairs_panel *panel) {
  return mc_kendall_tester_panel((mc_kendall_tester *) sink, panel);
}

mc_kendall_tester mc_kendall_tester_make(mc_pairs_sink sink, mc_kendall_test_options options,
                                         double na) {
  if (sink.panel == NULL)
    sink.panel = panel;
  sink.bytes = mc_kendall_taus_bytes;
  sink.put_seconds = 2e-8; /* roughly; p-values by erfc() take more */
  sink.wants = MC_KENDALL_COMMON_ROWS | MC_KENDALL_TRIPLES;
  return (mc_kendall_tester){.sink = sink, .options = options, .na = na};
}

mc_status mc_kendall_tester_begin(mc_kendall_tester *tester, const mc_pairs_shape *shape,
                                  const mc_call *call) {
  tester->shape = shape;
  if (tester->answers != NULL)
    return MC_OK;
  MC_TRY(mc_kendall_taus_begin(&tester->taus, shape, tester->na, call));
  tester->taus.no_self = true;
  return mc_kendall_inference_begin(&tester->inference, tester->options, shape, tester->na, call);
}

void mc_kendall_tester_taus(mc_kendall_tester *t, const mc_pairs_tile *tile, int thread,
                            double *tau) {
  if (t->answers != NULL)
    t->answers->taus(t->answers, tile, thread, tau);
  else
    mc_kendall_taus_of(&t->taus, mc_kendall_tile_of(tile), tau);
}

void mc_kendall_tester_tests(mc_kendall_tester *t, const mc_pairs_tile *tile, int thread,
                             mc_kendall_tests *tests) {
  if (t->answers != NULL)
    t->answers->tests(t->answers, tile, thread, tests);
  else
    mc_kendall_inference_of(&t->inference, mc_kendall_tile_of(tile), thread, tests);
}
