#ifndef MC_KENDALL_EDGE_SINK_H
#define MC_KENDALL_EDGE_SINK_H

#include "kendall/edges.h"
#include "kendall/tester.h"

/* The sink that keeps pairs of sufficient strength and, if asked, of sufficiently small p-value.

   From `most` edges on, the sink keeps no more edges but goes on counting. So the caller can tell
   how many edges there are, and which cutoff leaves as many as fit. */
typedef struct {
  mc_kendall_edge_sign sign;
  double cutoff;  /* least strength */
  int last_p_bin; /* pairs with p-values up to this bin (p_bins.h); -1: all pairs */
  int64_t most;   /* edges that fit into memory */
} mc_kendall_edge_rule;

typedef struct {
  mc_kendall_tester tester; /* first: a pointer to it is a pointer to the whole */
  mc_kendall_edge_rule rule;
  mc_kendall_edge_shared shared; /* set by the caller: columns of both x and y */

  double least;  /* strength */
  int64_t *bins; /* each thread's counts of strengths; in the end the first row has the sums */
  bool full;

  mc_kendall_edges edges; /* kept */
  int64_t found;          /* kept or not */
} mc_kendall_edge_sink;

mc_kendall_edge_sink mc_kendall_edge_sink_make(mc_kendall_edge_rule rule,
                                               mc_kendall_test_options test, double na);

#endif
