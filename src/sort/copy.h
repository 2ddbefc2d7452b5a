#ifndef MC_SORT_COPY_H
#define MC_SORT_COPY_H

#include "sort/sort.h"

/* What a vector holds: missing values (NaN; INT32_MIN and INT64_MIN, as in R) and -0. The caller
   makes room for the result by it. */
typedef struct {
  int64_t missing;
  int64_t negative_zeros;
} mc_sort_counts;

/* Counts. The type is i32, i64 or f64; `threads` is as for mc_threads(). */
mc_sort_counts mc_sort_count(mc_sort_type type, const void *from, int64_t n, int threads);

/* Sorts from[0, n) to `to`; `from` does not change. `to` has room for n numbers, or for n - missing
   if missing values are dropped. Missing values keep their order. So do -0 and 0, which are equal.

   MC_OK, MC_INTERRUPTED. */
mc_status mc_sort_vector(const mc_sort_job *job, const void *from, int64_t n,
                         const mc_sort_counts *counts, mc_sort_missing missing, void *to,
                         mc_sort_report *report, const mc_call *call);

#endif
