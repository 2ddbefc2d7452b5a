#ifndef MC_SORT_RANK_H
#define MC_SORT_RANK_H

#include "dispatch/call.h"
#include "sort/types.h"

/* The ranks of a vector's elements. (Dense ranks of columns are another thing: kendall/ranks.h.) */

/* What equal elements get: their places' average, the least, the greatest; or their places, in
   the order of the elements or the opposite one. */
typedef enum {
  MC_SORT_TIES_AVERAGE,
  MC_SORT_TIES_MIN,
  MC_SORT_TIES_MAX,
  MC_SORT_TIES_FIRST,
  MC_SORT_TIES_LAST
} mc_sort_ties;

typedef struct {
  mc_sort_key key; /* not decreasing */
  int64_t n;
  mc_sort_ties ties;
  mc_sort_missing missing; /* where missing elements rank, in their order; or they are dropped */
  bool keep;               /* last, but with `na` for their rank, of double, or INT32_MIN */
  double na;
} mc_sort_rank_job;

/* Ranks from 1 on to `rank`, one for each element that is not dropped: double, or int32_t if
   not `wide` (which takes ties other than the average, and n below 2^31). -0 and 0 are equal.
   n < 2^40.

   O(n log n) time. Scratch as for mc_sort_order() with one key; of integers of a small span none
   worth speaking of.

   MC_OK, MC_INTERRUPTED, MC_ERR_MEMORY, MC_ERR_SIZE. */
mc_status mc_sort_rank(const mc_sort_rank_job *job, void *rank, bool wide,
                       mc_sort_order_report *report, const mc_call *call);

#endif
