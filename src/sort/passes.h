#ifndef MC_SORT_PASSES_H
#define MC_SORT_PASSES_H

#include <stdint.h>

#include "sort/types.h"

/* Passes over all numbers of a range, before and after a sort: `threads` threads, O(n) time, no
   scratch. Turns and counts take vectors of 16 bytes, which compilers have on every processor. */

/* To signed integers in the same order, and back: inverts the highest bit (u32, u64), or the other
   bits of negative numbers (f32, no NaN). Does nothing to other types. */
void mc_sort_turn(mc_sort_type type, void *a, int64_t n, int threads);

/* Reverses the order of numbers of 4 or 8 bytes. */
void mc_sort_reverse(void *a, int64_t n, int64_t size, int threads);

/* What a range holds: missing values (NaN, and INT32_MIN and INT64_MIN of signed integers, as in
   R), and -0 (doubles only). */
typedef struct {
  int64_t missing, negative_zeros;
} mc_sort_counts;
mc_sort_counts mc_sort_count(mc_sort_type type, const void *a, int64_t n, int threads);

#endif
