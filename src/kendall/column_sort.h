#ifndef MC_COLUMN_SORT_H
#define MC_COLUMN_SORT_H

#include <stdbool.h>
#include <stdint.h>

#include "dispatch/dispatch.h"
#include "kendall/sorted_row.h"

/* Sorts the rows of a column by value, for the rank transform. */

/* The sorted rows of a column. */
typedef struct {
  const mc_kendall_sorted_row *row; /* in the caller's room, or in the scratch of the sort */
  int64_t present;                  /* how many: the values that are not NaN */
  bool tied;                        /* are some values equal? */
} mc_kendall_sorted;

/* Bytes of scratch for n rows. */
int64_t mc_kendall_column_sort_bytes(int64_t n);

/* Sorts the rows of value[0, n) whose value is not NaN. Ties keep the order of their rows; -0
   equals 0. `room` is NULL or has room for n rows; the rows are there afterwards, unless a
   sort for all data was needed. `scratch` is 64-byte aligned. n < 2^31. O(n), and O(n log n) for
   few rows and for columns with outliers, long tails or many ties. */
mc_kendall_sorted mc_kendall_column_sort(const mc_kernels *kernels, const double *value, int64_t n,
                                         mc_kendall_sorted_row *room, void *scratch);

#endif
