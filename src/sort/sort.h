#ifndef MC_SORT_H
#define MC_SORT_H

#include "dispatch/call.h"
#include "sort/types.h"

/* Sorting numbers. */

typedef struct {
  mc_sort_type type;
  mc_sort_method method;
  bool decreasing;
  int64_t cutoff;  /* a shorter range is not divided among tasks; 0: chosen */
  int64_t between; /* about as many numbers are sorted between two polls; 0: chosen */
} mc_sort_job;

typedef struct {
  mc_sort_method method;
  int threads;
  int64_t cutoff;
} mc_sort_report;

/* Bytes of a number. */
int64_t mc_sort_size(mc_sort_type type);

/* Sorts a[0, n) in place. NaN come last in any order, also if decreasing. -0 comes before 0, or
   after it if decreasing. O(n log n) time; no scratch.

   MC_OK; MC_INTERRUPTED: the numbers are in some order. */
mc_status mc_sort(const mc_sort_job *job, void *a, int64_t n, mc_sort_report *report,
                  const mc_call *call);

/* The same for numbers without NaN. Zeros come in any order, and may change their signs. */
mc_status mc_sort_plain(const mc_sort_job *job, void *a, int64_t n, mc_sort_report *report,
                        const mc_call *call);

/* The first number of a sorted range that is not before 0; n: all are. */
int64_t mc_sort_first_zero(const double *a, int64_t n, bool decreasing);

#endif
