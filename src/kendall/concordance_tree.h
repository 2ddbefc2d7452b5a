#ifndef MC_CONCORDANCE_TREE_H
#define MC_CONCORDANCE_TREE_H

#include <stdbool.h>

#include "kendall/outcome.h"

/* The concordance of one column, by a tree over time.

     split(rows in the order of x, of positions low <= i < high)
       cut the positions in two at a `middle`, between two runs of deaths
       for each row in the order of x           (late: below the middle; early: the others)
         a late row:    d += early deaths with lesser x - early deaths with greater x
         an early death: d += late rows with greater x - late rows with lesser x
         the row goes to the half of its position
       split both halves

   Each pair of comparable rows is counted in the one node that parts the rows. Weights are counted
   instead of rows if there are weights. O(n log n); without weights all sums are integers. */

/* What a column comes down to; numbers of pairs, or sums of products of two weights. */
typedef struct {
  double pairs;      /* that are comparable */
  double difference; /* concordant less discordant */
  double squares;    /* sum over rows of (weight (d pairs - partners difference))^2, in order */
} mc_concordance_sums;

/* Scratch of a thread. */
typedef struct {
  uint64_t *entry[2]; /* n each: rank in the upper half, position in the lower */
  int32_t *counts;    /* n: d */
  double *weights;    /* n: d with weights, or NULL */
  int32_t *next;      /* of strata */
} mc_concordance_room;
mc_status mc_concordance_room_make(mc_concordance_room *room, const mc_outcome *o,
                                   mc_arena *arena);

/* room->entry[0] has the column's `count` present rows in ascending order of rank; `sums` are those
   of the present rows. `tied`: are there equal ranks? */
mc_concordance_sums mc_concordance_tree(const mc_outcome *o, const mc_outcome_sums *sums,
                                        mc_concordance_room *room, int64_t count, bool tied);

#endif
