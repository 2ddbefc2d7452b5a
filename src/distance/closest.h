#ifndef MC_DISTANCE_CLOSEST_H
#define MC_DISTANCE_CLOSEST_H

#include <stdbool.h>
#include <stdint.h>

/* Keys with the numbers of what they belong to, in two arrays: in the order of the keys, of equal
   ones in that of their numbers. No key is NaN, no number twice: so no two are equal. */

static inline bool mc_distance_closer(double key, int32_t number, double than,
                                      int32_t than_number) {
  return key < than || (key == than && number < than_number);
}

/* The `most` least ones of those that are added, as a heap: the first is the last of them. Returns
   how many of the n there are then. O(log n) */
int64_t mc_distance_closest_add(double *key, int32_t *number, int64_t n, int64_t most,
                                double new_key, int32_t new_number);

/* Puts in order what is such a heap. O(n log n) */
void mc_distance_closest_sort_heap(double *key, int32_t *number, int64_t n);

/* The same of any order. */
void mc_distance_closest_sort(double *key, int32_t *number, int64_t n);

/* The `first` least ones come first, in any order. O(n) expected: Hoare's FIND, with pivots at
   places that no data can know of. */
void mc_distance_closest_select(double *key, int32_t *number, int64_t n, int64_t first);

#endif
