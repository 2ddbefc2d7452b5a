#ifndef MC_SORT_RANK_H
#define MC_SORT_RANK_H

#include "dispatch/call.h"
#include "sort/types.h"

/* The ranks of a vector's elements. (kendall/ranks.h has the dense ranks of columns.) */

/* The ranks of equal elements: the average, the least or the greatest of their places; or their
   places, in their order or in the opposite order. */
typedef enum {
  MC_SORT_TIES_AVERAGE,
  MC_SORT_TIES_MIN,
  MC_SORT_TIES_MAX,
  MC_SORT_TIES_FIRST,
  MC_SORT_TIES_LAST
} mc_sort_ties;

typedef struct {
  mc_sort_key key; /* has to be increasing */
  int64_t n;
  mc_sort_ties ties;
  mc_sort_missing missing; /* where missing elements rank, in their order; or they are dropped */
  bool keep;               /* missing elements get no rank, but `na` (double) or INT32_MIN */
  double na;
} mc_sort_rank_job;

/* Writes ranks from 1 on to `rank`, one for each element that is not dropped: double if `wide`,
   else int32_t. The latter is possible without averages and below 2^31 elements. -0 and 0 are
   equal. n < 2^40.

   O(n log n) time. Scratch as for mc_sort_order() with one key; almost none for integers with few
   different values.

   MC_OK, MC_INTERRUPTED, MC_ERR_MEMORY, MC_ERR_SIZE. */
mc_status mc_sort_rank(const mc_sort_rank_job *job, void *rank, bool wide,
                       mc_sort_order_report *report, const mc_call *call);

#endif
