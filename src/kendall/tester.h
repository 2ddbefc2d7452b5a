#ifndef MC_KENDALL_TESTER_H
#define MC_KENDALL_TESTER_H

#include "kendall/inference.h"
#include "kendall/taus.h"

/* Answers in the place of the tester's own: a tile has differences of two levels, say, instead of
   taus (differential.h). */
typedef struct mc_kendall_answers mc_kendall_answers;
struct mc_kendall_answers {
  /* As mc_kendall_taus_of() and mc_kendall_inference_of(). */
  void (*taus)(mc_kendall_answers *answers, const mc_pairs_tile *tile, int thread, double *tau);
  void (*tests)(mc_kendall_answers *answers, const mc_pairs_tile *tile, int thread,
                mc_kendall_tests *tests);
};

/* The common part of sinks that want taus and tests. The struct of such a sink begins with a
   tester, and its begin() calls mc_kendall_tester_begin(). */
typedef struct {
  mc_pairs_sink sink; /* first: a pointer to it is a pointer to the whole */
  mc_kendall_test_options options;
  double na; /* stands for NA */
  const mc_pairs_shape *shape;
  mc_kendall_taus taus;
  mc_kendall_inference inference;
  mc_kendall_answers *answers; /* set by the caller; NULL: the tester's own */
} mc_kendall_tester;

/* Makes a tester of `sink`: adds bytes() and `wants`, and panel() unless `sink` has one. That one
   calls mc_kendall_tester_panel(). */
mc_kendall_tester mc_kendall_tester_make(mc_pairs_sink sink, mc_kendall_test_options options,
                                         double na);

mc_status mc_kendall_tester_begin(mc_kendall_tester *tester, const mc_pairs_shape *shape,
                                  const mc_call *call);

mc_status mc_kendall_tester_panel(mc_kendall_tester *tester, const mc_pairs_panel *panel);

/* For put(): the taus and the tests of a tile. */
void mc_kendall_tester_taus(mc_kendall_tester *tester, const mc_pairs_tile *tile, int thread,
                            double *tau);
void mc_kendall_tester_tests(mc_kendall_tester *tester, const mc_pairs_tile *tile, int thread,
                             mc_kendall_tests *tests);

#endif
