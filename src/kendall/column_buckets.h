#ifndef MC_COLUMN_BUCKETS_H
#define MC_COLUMN_BUCKETS_H

#include "dispatch/dispatch.h"
#include "kendall/column_settle.h"

/* The sorts of a column by keys of 32 bits, which vectors sort. */

/* The most rows and buckets, and words of the scratch `equal` for n rows. */
enum { MC_BUCKETS_MOST_BITS = 22, MC_BUCKETS_MOST = 1 << (MC_BUCKETS_MOST_BITS - 7) };
static inline int64_t mc_kendall_equal_words(int64_t n) {
  return n / 64 + 1;
}

/* Sorts the rows of few rows into `row`. False if rows of equal keys are too many. `equal` is
   scratch. */
bool mc_kendall_sort_by_keys(const mc_kernels *kernels, int64_t n, mc_column_range r,
                             mc_kendall_settling *s, mc_kendall_sorted_row *row, uint64_t *equal);

/* The same for at most 2^MC_BUCKETS_MOST_BITS rows. `count` has room for MC_BUCKETS_MOST
   counts. O(n) if the buckets are even, else O(n log n). */
bool mc_kendall_sort_by_buckets(const mc_kernels *kernels, int64_t n, mc_column_range r,
                                mc_kendall_settling *s, mc_kendall_sorted_row *row, uint64_t *equal,
                                uint32_t *count);

#endif
