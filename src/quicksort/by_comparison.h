#ifndef MC_QSORT_H
#define MC_QSORT_H

#include <stddef.h>

#include "quicksort/ppmqsort.h"

/* PPMQSort with a comparison function: what qsort() of C does, in several threads. */

typedef int (*mc_quicksort_comparison)(const void *x, const void *y);

/* Sorts base[0, nmemb), elements of `size` bytes, so that compar(x, y) <= 0 for neighbours
   x, y. compar is called by several threads at once, with elements of the array or copies
   of them. Equal elements come in any order, which may be another one in each run. An
   inconsistent comparison leaves the elements in some order.

   threads: as mc_threads() takes it, 0 for the default. cutoff: no range of fewer elements
   is divided among tasks; 0: chosen. No memory is allocated but for threads.
   O(n log n) comparisons, whatever they answer. */
void mc_qsort(void *base, size_t nmemb, size_t size, mc_quicksort_comparison compar, int threads,
              size_t cutoff);

/* The same with tasks in the merge phase, too (PPPMQSort). */
void mc_qsort_merging(void *base, size_t nmemb, size_t size, mc_quicksort_comparison compar,
                      int threads, size_t cutoff);

/* A sorter by comparison. The first member is what mc_quicksort() takes. */
typedef struct {
  mc_quicksort_sorter sorter;
  mc_quicksort_comparison compar;
} mc_quicksort_comparison_sorter;
mc_quicksort_comparison_sorter mc_quicksort_by(mc_quicksort_comparison compar, int64_t size);

/* What mc_qsort() takes for 0. */
int64_t mc_qsort_cutoff(int64_t n, int64_t size, int threads);

#endif
