#ifndef MC_DISTANCE_CLOSEST_H
#define MC_DISTANCE_CLOSEST_H

#include <stdbool.h>
#include <stdint.h>

/* Keys and numbers, in two arrays: a key with the number of what it belongs to. Their order is that
   of the keys; equal keys have the order of their numbers. No key is NaN and no number comes twice,
   so no two are equal. */

static inline bool mc_distance_closer(double key, int32_t number, double than,
                                      int32_t than_number) {
  return key < than || (key == than && number < than_number);
}

/* Adds a key to a heap that keeps the `most` least keys; the greatest is first. The heap has n keys
   before; returns how many it has after. O(log n) */
int64_t mc_distance_closest_add(double *key, int32_t *number, int64_t n, int64_t most,
                                double new_key, int32_t new_number);

/* Sorts such a heap. O(n log n) */
void mc_distance_closest_sort_heap(double *key, int32_t *number, int64_t n);

/* Sorts any keys. O(n log n) */
void mc_distance_closest_sort(double *key, int32_t *number, int64_t n);

/* Brings the `first` least keys to the front, in any order. O(n) expected: Hoare's FIND, with
   random pivots. */
void mc_distance_closest_select(double *key, int32_t *number, int64_t n, int64_t first);

#endif
