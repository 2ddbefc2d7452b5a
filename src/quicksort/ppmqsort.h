#ifndef MC_QUICKSORT_H
#define MC_QUICKSORT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/monitor.h"
#include "base/status.h"

/* PPMQSort, parallel partition and merge quicksort (algorithms 2 and 3 in chapter 4 of the
   thesis "Parallel algorithm development using OpenMP: SNPHAP and PPMQSORT case studies"),
   of anything that a sorter can partition and sort: numbers by vectors (sort.c), elements
   by a comparison function (by_comparison.c).

     sort(a, n)
       if a is in order, or, turned round, would be: that is all
       while n > cutoff
         pivot to the front
         partition what follows in parts, a task for each            (algorithm 2, Partition)
         swap what stands on the wrong side, between the parts       (algorithm 2, Merge)
         the pivot between both sides
         a task sorts the left side, this one goes on with the right one      (algorithm 3)
       sort sequentially

   With two threads the parts are the paper's halves. The paper's order within a side is
   lost; elements that are equal to the pivot are on its right here, and skipped at once
   where they are the least that is left. */

/* What may be done with a range a of n elements. `pivot` points to one outside of it. */
typedef struct mc_quicksort_sorter mc_quicksort_sorter;
struct mc_quicksort_sorter {
  int64_t size; /* bytes of an element */
  /* Brings an element near the median to the front. n >= 64. */
  void (*pivot)(const mc_quicksort_sorter *s, void *a, int64_t n);
  /* Brings what is less than the pivot (or, if `equal`, not greater) to the front; returns
     how many. */
  int64_t (*partition)(const mc_quicksort_sorter *s, void *a, int64_t n, const void *pivot,
                       bool equal);
  bool (*less)(const mc_quicksort_sorter *s, const void *x, const void *y);
  /* Sorts. The element before a is no greater than any, unless `leftmost`. After `depth`
     partitions it takes another way, so that the whole is O(n log n). */
  void (*sort)(const mc_quicksort_sorter *s, void *a, int64_t n, bool leftmost, int depth);
};

typedef struct {
  int threads;
  int64_t cutoff;      /* no range of fewer elements is divided among tasks; at least 64 */
  int least_parts;     /* of a partition: 2 as in the paper; 1: no more than there are threads
                          for, as others sort other ranges */
  bool parallel_merge; /* swap in tasks, too (PPPMQSort) */
  int64_t between;     /* about as many elements are sorted between two polls */
} mc_quicksort_plan;

/* Sorts a[0, n). Whatever it returns, a holds the elements that it held before: MC_OK, or
   MC_INTERRUPTED, in some order. */
mc_status mc_quicksort(const mc_quicksort_sorter *sorter, const mc_quicksort_plan *plan, void *a,
                       int64_t n, mc_monitor *monitor);

/* Partitions after which it takes another way: 2 log2(n). */
int mc_quicksort_depth(int64_t n);

#endif
