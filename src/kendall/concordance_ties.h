#ifndef MC_CONCORDANCE_TIES_H
#define MC_CONCORDANCE_TIES_H

#include "kendall/outcome.h"
#include "kendall/ranks.h"

/* Tied pairs of a column with an outcome: numbers, or sums of products of two weights. */

typedef struct {
  double x;  /* comparable rows with the same rank */
  double xy; /* deaths of the same time with the same rank */
} mc_concordance_ties;

/* n + 1 numbers: the rows of each rank, or their weights. All are 0 between two calls. The other
   pointer is NULL. */
typedef struct {
  int32_t *rows;
  double *weight;
} mc_concordance_seen;
mc_status mc_concordance_seen_make(mc_concordance_seen *seen, const mc_outcome *o, mc_arena *arena);

/* O(n). */
mc_concordance_ties mc_concordance_tied(const mc_outcome *o, const mc_kendall_ranks *ranks,
                                        int64_t column, const mc_concordance_seen *seen);

/* Pairs of deaths of the same time. present[i] of position i; NULL: all are present. */
double mc_concordance_tied_deaths(const mc_outcome *o, const uint8_t *present);

#endif
