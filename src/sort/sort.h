#ifndef MC_SORT_H
#define MC_SORT_H

#include "dispatch/call.h"
#include "sort/types.h"

/* Sorting numbers. */

typedef struct {
  mc_sort_type type;
  mc_sort_method method;
  bool decreasing;
  int64_t cutoff;  /* no range of fewer numbers is divided among tasks; 0: chosen */
  int64_t between; /* numbers that are sorted between two polls, about; 0: chosen */
} mc_sort_job;

typedef struct {
  mc_sort_method method;
  int threads;
  int64_t cutoff;
} mc_sort_report;

/* Bytes of a number. */
int64_t mc_sort_size(mc_sort_type type);

/* Sorts a[0, n) in place. NaN come last, in any order, whether decreasing or not; -0 comes
   before 0 (after it, if decreasing). O(n log n) time; no scratch.

   Returns MC_OK, or MC_INTERRUPTED, with the numbers in some order. */
mc_status mc_sort(const mc_sort_job *job, void *a, int64_t n, mc_sort_report *report,
                  const mc_call *call);

/* The same for numbers that are known to hold no NaN; and -0 and 0 may come in any order, and
   as many of either as there are of both together. */
mc_status mc_sort_plain(const mc_sort_job *job, void *a, int64_t n, mc_sort_report *report,
                        const mc_call *call);

/* The first number of a sorted range that is not before 0; n if there is none. */
int64_t mc_sort_first_zero(const double *a, int64_t n, bool decreasing);

#endif
