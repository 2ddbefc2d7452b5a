#ifndef MC_QSORT_H
#define MC_QSORT_H

#include <stddef.h>

#include "quicksort/ppmqsort.h"

/* PPMQSort with a comparison function: what qsort() of C does, in several threads. */

typedef int (*mc_quicksort_comparison)(const void *x, const void *y);

/* Sorts base[0, nmemb), elements of `size` bytes, so that compar(x, y) <= 0 for neighbours x and y.
   Several threads call compar at the same time, with elements of the array or copies of them. Equal
   elements come in any order, which may differ from run to run. An inconsistent comparison leaves
   the elements in some order.

   threads: as for mc_threads(); 0 is the default. cutoff: a shorter range is not divided among
   tasks; 0: chosen. No memory is allocated except for threads. O(n log n) comparisons, whatever
   they return. */
void mc_qsort(void *base, size_t nmemb, size_t size, mc_quicksort_comparison compar, int threads,
              size_t cutoff);

/* The same with tasks for swaps, too (PPPMQSort). */
void mc_qsort_merging(void *base, size_t nmemb, size_t size, mc_quicksort_comparison compar,
                      int threads, size_t cutoff);

/* A sorter by comparison. Its first member is what mc_quicksort() takes. */
typedef struct {
  mc_quicksort_sorter sorter;
  mc_quicksort_comparison compar;
} mc_quicksort_comparison_sorter;
mc_quicksort_comparison_sorter mc_quicksort_by(mc_quicksort_comparison compar, int64_t size);

/* The cutoff of mc_qsort() for 0. */
int64_t mc_qsort_cutoff(int64_t n, int64_t size, int threads);

#endif
