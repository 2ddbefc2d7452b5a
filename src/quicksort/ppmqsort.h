#ifndef MC_QUICKSORT_H
#define MC_QUICKSORT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/monitor.h"
#include "base/status.h"

/* PPMQSort, parallel partition and merge quicksort: algorithms 2 and 3 in chapter 4 of the thesis
   "Parallel algorithm development using OpenMP: SNPHAP and PPMQSORT case studies". It sorts
   anything that a sorter can partition and sort: numbers by vectors (sort.c), elements by a
   comparison function (by_comparison.c).

     sort(a, n)
       if a is in order, or in the opposite order: done
       while n > cutoff
         pivot to the front
         partition the rest in parts, a task for each                 (algorithm 2, Partition)
         swap elements on the wrong side between the parts            (algorithm 2, Merge)
         pivot between both sides
         a task sorts the left side, this one goes on with the right side      (algorithm 3)
       sort sequentially

   With two threads the parts are the paper's halves. Unlike in the paper, elements do not keep
   their order within a side. Elements that are equal to the pivot are on its right. If they are the
   least of the range, they are skipped at once. */

/* What a sorter can do with a range a of n elements. `pivot` points to an element outside of the
   range. */
typedef struct mc_quicksort_sorter mc_quicksort_sorter;
struct mc_quicksort_sorter {
  int64_t size; /* bytes of an element */
  /* Brings an element near the median to the front. n >= 64. */
  void (*pivot)(const mc_quicksort_sorter *s, void *a, int64_t n);
  /* Brings the elements that are less than the pivot to the front (if `equal`: those that are not
     greater); returns how many they are. */
  int64_t (*partition)(const mc_quicksort_sorter *s, void *a, int64_t n, const void *pivot,
                       bool equal);
  bool (*less)(const mc_quicksort_sorter *s, const void *x, const void *y);
  /* Sorts. Unless `leftmost`, the element before a is no greater than any of a. After `depth`
     partitions another sort goes on, so that the whole takes O(n log n). */
  void (*sort)(const mc_quicksort_sorter *s, void *a, int64_t n, bool leftmost, int depth);
};

typedef struct {
  int threads;
  int64_t cutoff;      /* a shorter range is not divided among tasks; at least 64 */
  int least_parts;     /* of a partition: 2, as in the paper, or 1 */
  bool parallel_merge; /* swap in tasks, too (PPPMQSort) */
  int64_t between;     /* about as many elements are sorted between two polls */
} mc_quicksort_plan;

/* Sorts a[0, n). MC_OK; MC_INTERRUPTED: a has the same elements, in some order. */
mc_status mc_quicksort(const mc_quicksort_sorter *sorter, const mc_quicksort_plan *plan, void *a,
                       int64_t n, mc_monitor *monitor);

/* 2 log2(n): after so many partitions another sort goes on. */
int mc_quicksort_depth(int64_t n);

#endif
