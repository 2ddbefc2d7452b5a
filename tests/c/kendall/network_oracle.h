#ifndef NETWORK_ORACLE_H
#define NETWORK_ORACLE_H

#include <stdbool.h>
#include <stdint.h>

#include "guard.h"
#include "kendall/fdr_sink.h"
#include "kendall/request.h"

/* Edges of networks: all pairs of the naive algorithm, the pairs among them that each sink of edges
   must keep, and calls of the sinks. */

extern const mc_kendall_test_options network_options; /* two-sided, the default of `exact` */
extern const mc_kendall_fdr_guess network_no_guess;

/* Pairs of columns, by their columns; and marks of the pairs that a sink must keep. */
typedef struct {
  mc_kendall_edge *edge;
  bool *wanted;
  int64_t count;
} network_pairs;
network_pairs network_pairs_make(int64_t most);
void network_pairs_free(network_pairs *all);

/* All pairs that have a tau; of a symmetric job those with i < j. The sink of tests computes them
   by the naive algorithm on one thread. */
network_pairs network_pairs_of(mc_kendall_request job);

/* The order of two edges by their columns, for qsort(). */
int network_by_place(const void *a, const void *b);

/* Checks that the list has the marked pairs, once each, and no others. */
void network_compare(const mc_kendall_edges *edges, const network_pairs *all);

mc_status network_run(const mc_kendall_request *job, mc_pairs_sink *sink, int threads,
                      guard_arena *arena);

/* Marks the `top` strongest partners of each column. For two parts of one matrix, columns of y have
   partners, too. */
void network_mark_top_of(const mc_kendall_request *job, const network_pairs *all,
                         mc_kendall_edge_sign sign, int64_t top);

/* Checks the edges from a cutoff on, and the `top` strongest partners. */
void network_check_cutoff(const mc_kendall_request *job, const network_pairs *all,
                          mc_kendall_edge_sign sign, double cutoff, int threads);
void network_check_top(const mc_kendall_request *job, const network_pairs *all,
                       mc_kendall_edge_sign sign, int64_t top, int threads);

/* Checks the first run for a false discovery rate, when it is given a guess: the run keeps the
   pairs up to the guess, unless these are too many. */
void network_check_guess(const mc_kendall_request *job, const network_pairs *all, int last_bin,
                         int threads);

/* Checks the counts of the first run for a false discovery rate, the edges of the second run, and
   runs with a guess. `tabled`: must the first run count pairs by discordant pairs of rows? */
void network_check_fdr(const mc_kendall_request *job, const network_pairs *all, double rate,
                       int threads, bool tabled);

#endif
