#ifndef MC_KENDALL_PACKED_SPARSE_H
#define MC_KENDALL_PACKED_SPARSE_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/columns.h"
#include "dispatch/call.h"
#include "kendall/ranks.h"
#include "kernels/kendall/types.h"

/* Columns by their rows off a base, the value that most rows have (kernels/kendall/sparse.h): what
   ranks.h is to the other algorithms. */

/* What a scan of a column says. `off` counts rows that have another value than `base`, or none;
   MC_SPARSE_NEVER if it cannot be packed: there are too many, or the column's stored rows are not
   in ascending order. */
enum { MC_SPARSE_NEVER = -1 };
typedef struct {
  double base;
  int32_t off;
  bool missing;
} mc_kendall_sparse_scan;

/* Looks at all columns of a source that has them stored, which is O(rows) a column of a matrix,
   whose base is base[column], and O(values) of a sparse one, whose base is 0. */
void mc_kendall_sparse_scan_columns(const mc_columns *columns, const double *base, int threads,
                                    mc_kendall_sparse_scan *scans);

/* Value number i of those stored; NaN for NA. */
static inline double mc_kendall_sparse_value_at(const mc_column *column, int64_t i) {
  if (column->type == MC_F64)
    return ((const double *) column->value)[i];
  const int32_t v = ((const int32_t *) column->value)[i];
  return v == INT32_MIN ? (double) NAN : (double) v;
}

/* The rows that take part, as columns need them: NULL, or their numbers, and the number of each row
   among them, UINT32_MAX if it is left out. */
typedef struct {
  const uint32_t *rows, *place;
  int64_t n;
} mc_kendall_sparse_rows;
mc_status mc_kendall_sparse_rows_make(mc_kendall_sparse_rows *to, const uint32_t *rows, int64_t n,
                                      int64_t all, mc_arena *arena);

/* ranks.column says what sinks want to know; there are no ranks. ranks.present, if columns may be
   `missing` rows, is made for those that are. */
typedef struct {
  mc_kendall_ranks ranks;
  mc_kendall_sparse_column *column;
  uint32_t *row;
  uint16_t *rank, *size;
  int32_t *score;
} mc_kendall_packed_sparse;

int64_t mc_kendall_packed_sparse_bytes(int64_t n, int64_t columns, int64_t entries, bool missing);
mc_status mc_kendall_packed_sparse_make(mc_kendall_packed_sparse *packed, int64_t n,
                                        int64_t columns, int64_t entries, bool missing,
                                        mc_arena *arena);

/* A thread's scratch to sort a column of up to `most` entries. */
typedef struct {
  unsigned char *bytes;
  int64_t each, most;
} mc_kendall_sparse_sorting;
int64_t mc_kendall_sparse_sorting_bytes(int64_t most);
mc_status mc_kendall_sparse_sorting_make(mc_kendall_sparse_sorting *sorting, int64_t most,
                                         int threads, mc_arena *arena);

/* Columns first <= j < last of a source become packed columns 0, 1, ..., which have room for what
   the scans say. Of a column that lacks rows no values are packed. O(off) a column, and O(rows) of
   one of a matrix. Progress: `weight` a column. */
mc_status mc_kendall_packed_sparse_fill(mc_kendall_packed_sparse *packed, const mc_columns *columns,
                                        const mc_kendall_sparse_scan *scans, int64_t first,
                                        int64_t last, const mc_kendall_sparse_rows *rows,
                                        const mc_kendall_sparse_sorting *sorting, int threads,
                                        double weight, const mc_call *call);

#endif
