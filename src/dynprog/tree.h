#ifndef MC_DYNPROG_TREE_H
#define MC_DYNPROG_TREE_H

#include "base/status.h"
#include "dispatch/call.h"
#include "dynprog/types.h"

/* Splits of intervals, found in a table of mc_parenthesize(). The split of (i, j) is the least k
   whose sum c(i, k) + c(k, j) (plus the weight of a chain) is the best. A search takes j - i sums.
   Splits are not recorded, because recording all of them would take more time and memory. */

/* The intervals of one optimal parenthesization: a node (i, k, j) for each interval of two parts or
   more, outer intervals before inner ones, left ones before right ones. With pairs, k = i says that
   the bases at both ends pair; the interval within comes next. `node` has room for 3 (n - 2)
   numbers, with pairs for 3 n. *nodes becomes the number of nodes, or -1 if everything is
   forbidden. O(n^2) time, by threads unless there are pairs. Scratch: 9 n numbers for each thread.
   MC_OK or MC_ERR_MEMORY. */
mc_status mc_dynprog_tree(const mc_dynprog_job *job, const double *table, int32_t *node,
                          int64_t *nodes, const mc_call *call);

/* All splits: row j becomes the splits of the intervals (i, j), i + 2 <= j, and `none` elsewhere
   and for forbidden intervals. O(n^3) time. Not for pairs. */
mc_status mc_dynprog_splits(const mc_dynprog_job *job, const double *table, int32_t none,
                            int32_t *split, const mc_call *call);

#endif
