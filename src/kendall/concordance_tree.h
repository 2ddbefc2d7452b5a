#ifndef MC_CONCORDANCE_TREE_H
#define MC_CONCORDANCE_TREE_H

#include "kendall/outcome.h"
#include "kendall/ranks.h"

/* The concordance of one column, by a tree over time.

     split(rows in the order of x, of positions low <= i < high)
       cut the positions in two at a `middle`, between two runs of deaths
       for each row in the order of x           (late: below the middle; early: the others)
         a late row:    d += early deaths with lesser x - early deaths with greater x
         an early death: d += late rows with greater x - late rows with lesser x
         the row goes to the half of its position
       split both halves

   Each pair of comparable rows is counted in the one node that parts the rows. Weights are counted
   instead of rows if there are weights. O(n log n); without weights all sums are integers.
   With weights sums have rounding errors: squares no larger than these errors are 0. */

/* What a column comes down to; numbers of pairs, or sums of products of two weights. */
typedef struct {
  double pairs;      /* that are comparable */
  double difference; /* concordant less discordant */
  double squares;    /* sum over rows of (weight (d pairs - partners difference))^2, in order */
} mc_concordance_sums;

/* Scratch of a thread. */
typedef struct {
  uint64_t *entry[2]; /* n each */
  int32_t *counts;    /* n: d without weights, or NULL */
  double *weights;    /* n: d with weights, or NULL */
  int32_t *next;      /* n + 1: places of ranks and of strata */
} mc_concordance_room;
mc_status mc_concordance_room_make(mc_concordance_room *room, const mc_outcome *o, mc_arena *arena);

/* The column has ranks for all positions; `sums` are those of its present rows. */
mc_concordance_sums mc_concordance_tree(const mc_outcome *o, const mc_outcome_sums *sums,
                                        const mc_kendall_ranks *ranks, int64_t column,
                                        mc_concordance_room *room);

#endif
