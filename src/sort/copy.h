#ifndef MC_SORT_COPY_H
#define MC_SORT_COPY_H

#include "sort/sort.h"

/* A vector whose missing values (NaN; INT32_MIN or INT64_MIN, as R has it) are set apart.
   mc_sort_count() says what it holds, so that room can be made for the result. */
typedef struct {
  int64_t missing;
  int64_t negative_zeros;
} mc_sort_counts;

/* Types are i32, i64 and f64 here. `threads` is as mc_threads() takes it. */
mc_sort_counts mc_sort_count(mc_sort_type type, const void *from, int64_t n, int threads);

/* Sorts from[0, n), which is not changed, to `to`: n numbers, or n - missing if these are
   dropped. Missing values keep their order, and so do -0 and 0, which are equal.

   Returns MC_OK or MC_INTERRUPTED. */
mc_status mc_sort_vector(const mc_sort_job *job, const void *from, int64_t n,
                         const mc_sort_counts *counts, mc_sort_missing missing, void *to,
                         mc_sort_report *report, const mc_call *call);

#endif
