#ifndef MC_COLUMN_BUCKETS_H
#define MC_COLUMN_BUCKETS_H

#include "dispatch/dispatch.h"
#include "kendall/column_settle.h"

/* Three sorts of a column by keys of 32 bits, which vectors sort. */

/* A bucket has 2^(MC_BUCKET_BITS - 1) to 2^MC_BUCKET_BITS rows on average. There are at most
   2^MC_BUCKETS_MOST_BITS rows and MC_BUCKETS_MOST buckets. */
enum {
  MC_BUCKET_BITS = 7,
  MC_BUCKETS_MOST_BITS = 22,
  MC_BUCKETS_MOST = 1 << (MC_BUCKETS_MOST_BITS - MC_BUCKET_BITS)
};

/* The words that n bits take. */
static inline int64_t mc_kendall_equal_words(int64_t n) {
  return n / 64 + 1;
}

/* Room for the sorted rows, and scratch for MC_BUCKETS_MOST counts and a bit for each row. */
typedef struct {
  mc_kendall_sorted_row *row;
  uint32_t *count;
  uint64_t *equal;
} mc_kendall_sort_room;

/* Sorts the rows of value[0, n), whose range is r, into room.row. *tied tells whether some values
   are equal. False, with rows in any order, if too many rows of different values have equal keys:

   keys     few rows, as one bucket, by a linear map. O(n log n).
   buckets  at most 2^MC_BUCKETS_MOST_BITS rows, by a linear map. False also if an outlier or a long
            tail, or many ties, leave most rows in few buckets. O(n).
   tails    at most as many rows, by a map that is logarithmic far from the densest part. O(n), and
            O(n log n) if most rows are in few buckets. */
bool mc_kendall_sort_by_keys(const mc_kernels *kernels, const double *value, int64_t n,
                             mc_column_range r, mc_kendall_sort_room room, bool *tied);
bool mc_kendall_sort_by_buckets(const mc_kernels *kernels, const double *value, int64_t n,
                                mc_column_range r, mc_kendall_sort_room room, bool *tied);
bool mc_kendall_sort_by_tails(const mc_kernels *kernels, const double *value, int64_t n,
                              mc_column_range r, mc_kendall_sort_room room, bool *tied);

#endif
