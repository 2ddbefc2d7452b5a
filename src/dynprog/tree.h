#ifndef MC_DYNPROG_TREE_H
#define MC_DYNPROG_TREE_H

#include "base/status.h"
#include "dispatch/call.h"
#include "dynprog/types.h"

/* Where intervals are split, from a table that mc_parenthesize() has made: at the least k whose
   sum c(i, k) + c(k, j) (+ a chain's weight) is the best. It is looked for when it is asked for,
   which takes j - i sums: recording it in all intervals would take longer than that, and memory. */

/* The intervals of one optimal parenthesization, larger ones first, those on the left before those
   on the right: (i, k, j) for each of two parts or more, i + 2 <= j; with pairs k = i where the
   ends are a pair, whose inside comes next. `node` has room for 3 (n - 2) numbers, or 3 n with
   pairs. *nodes: the number of intervals; -1 where the best is none (forbidden).
   O(n^2) time, by threads if there are no pairs; scratch: 9 n numbers a thread. MC_OK or
   MC_ERR_MEMORY. */
mc_status mc_dynprog_tree(const mc_dynprog_job *job, const double *table, int32_t *node,
                          int64_t *nodes, const mc_call *call);

/* All splits, row j for the intervals (i, j), i + 2 <= j: k, or `none` where there is none.
   O(n^3) time. Not for pairs. */
mc_status mc_dynprog_splits(const mc_dynprog_job *job, const double *table, int32_t none,
                            int32_t *split, const mc_call *call);

#endif
