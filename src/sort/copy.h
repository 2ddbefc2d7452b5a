#ifndef MC_SORT_COPY_H
#define MC_SORT_COPY_H

#include "sort/passes.h"
#include "sort/sort.h"

/* Sorts from[0, n), of type i32, i64 or f64, to `to`; `from` does not change. `counts` are those of
   `from`. `to` has room for n numbers, or for n - missing if missing values are dropped. Missing
   values keep their order. So do -0 and 0, which are equal.

   MC_OK, MC_INTERRUPTED. */
mc_status mc_sort_vector(const mc_sort_job *job, const void *from, int64_t n,
                         const mc_sort_counts *counts, mc_sort_missing missing, void *to,
                         mc_sort_report *report, const mc_call *call);

#endif
