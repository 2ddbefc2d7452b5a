#include "kendall/tester.h"

static mc_status panel(mc_pairs_sink *sink, const mc_pairs_panel *panel) {
  mc_tester *t = (mc_tester *) sink;
  mc_taus_panel(&t->taus, mc_kendall_panel_of(panel));
  return mc_inference_panel(&t->inference, mc_kendall_panel_of(panel));
}

mc_tester mc_tester_make(mc_pairs_sink sink, mc_test_options options, double na) {
  sink.panel = panel;
  sink.bytes = mc_taus_bytes;
  sink.wants = MC_KENDALL_COMMON_ROWS | MC_KENDALL_TRIPLES;
  return (mc_tester){.sink = sink, .options = options, .na = na};
}

mc_status mc_tester_begin(mc_tester *tester, const mc_pairs_shape *shape, const mc_call *call) {
  tester->shape = shape;
  MC_TRY(mc_taus_begin(&tester->taus, shape, tester->na, call));
  return mc_inference_begin(&tester->inference, tester->options, shape, tester->na, call);
}
