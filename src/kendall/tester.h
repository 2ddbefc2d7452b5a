#ifndef MC_KENDALL_TESTER_H
#define MC_KENDALL_TESTER_H

#include "kendall/inference.h"
#include "kendall/taus.h"

/* The common part of sinks that want taus and tests. The struct of such a sink begins with a
   tester, and its begin() calls mc_kendall_tester_begin(). */
typedef struct {
  mc_pairs_sink sink; /* first: a pointer to it is a pointer to the whole */
  mc_kendall_test_options options;
  double na; /* stands for NA */
  const mc_pairs_shape *shape;
  mc_kendall_taus taus;
  mc_kendall_inference inference;
} mc_kendall_tester;

/* Makes a tester of `sink`: adds panel(), bytes() and `wants`. */
mc_kendall_tester mc_kendall_tester_make(mc_pairs_sink sink, mc_kendall_test_options options,
                                         double na);

mc_status mc_kendall_tester_begin(mc_kendall_tester *tester, const mc_pairs_shape *shape,
                                  const mc_call *call);

#endif
