#ifndef MC_KENDALL_FDR_SINK_H
#define MC_KENDALL_FDR_SINK_H

#include "kendall/edges.h"
#include "kendall/p_bins.h"
#include "kendall/tester.h"

/* The sink that counts p-values and strengths of all pairs: the first of two runs for a false
   discovery rate. The second one is that of edge_sink.h, which keeps what may pass. */
typedef struct {
  mc_kendall_tester tester;      /* first: the sink is handed on as a pointer to this */
  mc_kendall_edge_shared shared; /* each pair of columns counts once: the caller may set it */

  /* A thread's after the other, and after the end, in the first one's place, of all: how many
     p-values a bin has, the least strength of their pairs, and how strengths are distributed. */
  int64_t *p_bins, *strengths;
  double *weakest;
} mc_kendall_fdr_sink;

/* No pair is weaker whose p-value is in a bin up to `last_bin`; by each bin's weakest. */
double mc_kendall_fdr_weakest(const double *weakest, int last_bin);

mc_kendall_fdr_sink mc_kendall_fdr_sink_make(mc_kendall_test_options test, double na);

#endif
