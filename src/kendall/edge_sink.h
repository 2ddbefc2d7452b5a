#ifndef MC_KENDALL_EDGE_SINK_H
#define MC_KENDALL_EDGE_SINK_H

#include "kendall/edges.h"
#include "kendall/tester.h"

/* The sink that keeps the pairs that are strong enough, and whose p-values, where that is asked
   for, are small enough.

   Once there are more than `most` it keeps none but goes on counting: the caller may then say how
   many there are, and what cutoff would leave as many as fit. */
typedef struct {
  mc_kendall_edge_sign sign;
  double cutoff;  /* least strength */
  int last_p_bin; /* by p_bins.h: pairs up to this bin; -1: of any p-value, or none */
  int64_t most;   /* edges that there is memory for */
} mc_kendall_edge_rule;

typedef struct {
  mc_kendall_tester tester; /* first: the sink is handed on as a pointer to this */
  mc_kendall_edge_rule rule;
  mc_kendall_edge_shared shared; /* no edges of a column to itself: the caller may set it */

  double least;  /* strength */
  int64_t *bins; /* each thread's counts of strengths; all after the end, in the first one's */
  bool full;

  mc_kendall_edges edges; /* kept */
  int64_t found;          /* kept or not */
} mc_kendall_edge_sink;

mc_kendall_edge_sink mc_kendall_edge_sink_make(mc_kendall_edge_rule rule,
                                               mc_kendall_test_options test, double na);

#endif
