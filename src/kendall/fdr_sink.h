#ifndef MC_KENDALL_FDR_SINK_H
#define MC_KENDALL_FDR_SINK_H

#include "kendall/edges.h"
#include "kendall/p_bins.h"
#include "kendall/tester.h"

/* The sink that counts p-values and strengths of all pairs, in the first of two runs for a false
   discovery rate. In the second run the sink of edge_sink.h keeps the pairs that may pass.

   The caller may guess up to which bin p-values pass. Then the first run also keeps the pairs up to
   that bin. If the guess is not too low and not too many pairs were kept (`full`), these are all
   pairs that may pass, and a second run is not needed. */
typedef struct {
  int last_p_bin; /* -1: no guess */
  int64_t most;   /* edges that fit into memory */
} mc_kendall_fdr_guess;

typedef struct {
  mc_kendall_tester tester; /* first: a pointer to it is a pointer to the whole */
  mc_kendall_fdr_guess guess;
  /* Set by the caller: columns of both x and y; none with a guess. */
  mc_kendall_edge_shared shared;

  /* A row for each thread; in the end the first row is for all threads. For each bin of p-values:
     their number, and the least strength of their pairs; and the numbers of strengths by bins. */
  int64_t *p_bins, *strengths;
  double *weakest;

  /* A row for each thread: how many pairs of columns without ties have 0, 1, ..., entries - 1
     discordant pairs of rows. finish() adds these pairs to the bins. NULL: put() adds all pairs. */
  int64_t *discordant;
  int64_t entries;
  int64_t few, many; /* p-values are up to the guess for fewer and for more discordant pairs */

  int16_t *cells;    /* mc_kendall_p_cells_make(); NULL: put() computes all other p-values */
  double cells_from; /* so many pairs are worth the cells; tests lower this number */

  mc_kendall_edges edges; /* kept by the guess */
  bool full;
} mc_kendall_fdr_sink;

/* The least strength of the pairs whose p-values are in bins up to `last_bin`. */
double mc_kendall_fdr_weakest(const double *weakest, int last_bin);

mc_kendall_fdr_sink mc_kendall_fdr_sink_make(mc_kendall_fdr_guess guess,
                                             mc_kendall_test_options test, double na);

#endif
