#include "kendall/fdr_sink.h"

#include "kendall/bins.h"

static mc_status begin(mc_pairs_sink *sink, const mc_pairs_shape *shape, const mc_call *call) {
  mc_kendall_fdr_sink *f = (mc_kendall_fdr_sink *) sink;
  MC_TRY(mc_kendall_tester_begin(&f->tester, shape, call));
  f->p_bins = mc_kendall_bins_make(shape->threads, MC_P_BINS, call->arena);
  f->strengths = mc_kendall_bins_make(shape->threads, MC_STRENGTH_BINS, call->arena);
  f->weakest = mc_kendall_least_make(shape->threads, MC_P_BINS, call->arena);
  return f->p_bins == NULL || f->strengths == NULL || f->weakest == NULL ? MC_ERR_MEMORY : MC_OK;
}

static void put(mc_pairs_sink *sink, const mc_pairs_tile *tile, int thread) {
  mc_kendall_fdr_sink *f = (mc_kendall_fdr_sink *) sink;
  int64_t *p_bins = f->p_bins + (int64_t) thread * MC_P_BINS;
  int64_t *strengths = f->strengths + (int64_t) thread * MC_STRENGTH_BINS;
  double *weakest = f->weakest + (int64_t) thread * MC_P_BINS;
  double tau[MC_PAIRS_CELLS];
  mc_kendall_tests tests;
  mc_kendall_tester_taus(&f->tester, tile, thread, tau);
  mc_kendall_tester_tests(&f->tester, tile, thread, &tests);
  for (int i = 0; i < tile->rows; i++)
    for (int j = mc_kendall_edge_first(tile, i); j < tile->columns; j++) {
      const int at = tile->stride * i + j;
      const double strength = fabs(tau[at]);
      if (!(tests.p[at] >= 0)) /* not a number */
        continue;
      if (mc_kendall_edge_is_loop(&f->shared, tile, i, j) ||
          mc_kendall_edge_is_second(&f->shared, tile, i, j))
        continue;
      const int bin = mc_kendall_p_bin(tests.p[at]);
      p_bins[bin]++;
      strengths[mc_kendall_strength_bin(strength)]++;
      weakest[bin] = strength < weakest[bin] ? strength : weakest[bin];
    }
}

static mc_status finish(mc_pairs_sink *sink, const mc_call *call) {
  mc_kendall_fdr_sink *f = (mc_kendall_fdr_sink *) sink;
  (void) call;
  mc_kendall_bins_sum(f->p_bins, f->tester.shape->threads, MC_P_BINS);
  mc_kendall_bins_sum(f->strengths, f->tester.shape->threads, MC_STRENGTH_BINS);
  mc_kendall_least_of_all(f->weakest, f->tester.shape->threads, MC_P_BINS);
  return MC_OK;
}

double mc_kendall_fdr_weakest(const double *weakest, int last_bin) {
  double least = 1;
  for (int k = 0; k <= last_bin; k++)
    least = fmin(least, weakest[k]);
  return least;
}

mc_kendall_fdr_sink mc_kendall_fdr_sink_make(mc_kendall_test_options test, double na) {
  const mc_pairs_sink sink = {.begin = begin, .put = put, .finish = finish};
  return (mc_kendall_fdr_sink){.tester = mc_kendall_tester_make(sink, test, na)};
}
