#ifndef MC_KENDALL_TESTER_H
#define MC_KENDALL_TESTER_H

#include "kendall/inference.h"
#include "kendall/taus.h"

/* What sinks have in common that want taus and tests: such a sink begins with a tester, and
   calls mc_kendall_tester_begin() in its begin(). */
typedef struct {
  mc_pairs_sink sink; /* first: the sink is handed on as a pointer to this */
  mc_kendall_test_options options;
  double na; /* stands for NA */
  const mc_pairs_shape *shape;
  mc_kendall_taus taus;
  mc_kendall_inference inference;
} mc_kendall_tester;

/* `sink` with what follows from it: panel(), bytes() and what is to be counted. */
mc_kendall_tester mc_kendall_tester_make(mc_pairs_sink sink, mc_kendall_test_options options,
                                         double na);

mc_status mc_kendall_tester_begin(mc_kendall_tester *tester, const mc_pairs_shape *shape,
                                  const mc_call *call);

#endif
