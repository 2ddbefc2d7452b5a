#ifndef MC_KENDALL_PACKED_SPARSE_H
#define MC_KENDALL_PACKED_SPARSE_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/columns.h"
#include "dispatch/call.h"
#include "kendall/ranks.h"
#include "kernels/kendall/types.h"

/* Columns that are packed for the sparse kernel: the rows that are off the base, the value of most
   rows (kernels/kendall/sparse.h). Other algorithms take ranks (ranks.h). */

/* The result of a scan of a column. `off` is the number of rows whose value is not `base` or is
   missing. It is MC_SPARSE_NEVER if the column cannot be packed, because these rows are too many or
   the stored rows are not in ascending order. */
enum { MC_SPARSE_NEVER = -1 };
typedef struct {
  double base;
  int32_t off;
  bool missing;
} mc_kendall_sparse_scan;

/* Scans all columns of a source that stores them: a column of a matrix in O(rows), with
   base[column] as its base; a sparse column in O(values), with the base 0. */
void mc_kendall_sparse_scan_columns(const mc_columns *columns, const double *base, int threads,
                                    mc_kendall_sparse_scan *scans);

/* Stored value number i; NaN for NA. */
static inline double mc_kendall_sparse_value_at(const mc_column *column, int64_t i) {
  if (column->type == MC_F64)
    return ((const double *) column->value)[i];
  const int32_t v = ((const int32_t *) column->value)[i];
  return v == INT32_MIN ? (double) NAN : (double) v;
}

/* The rows that take part: their numbers, and for each row its place among them, UINT32_MAX if
   it is left out. Both are NULL if all rows take part. */
typedef struct {
  const uint32_t *rows, *place;
  int64_t n;
} mc_kendall_sparse_rows;
mc_status mc_kendall_sparse_rows_make(mc_kendall_sparse_rows *to, const uint32_t *rows, int64_t n,
                                      int64_t all, mc_arena *arena);

/* Packed columns. ranks.column has what sinks want to know of each column; there are no ranks. If
   columns may lack rows (`missing`), ranks.present has the bits of those that do. */
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

/* Packs columns first <= j < last of a source as columns 0, 1, ... The scans tell how much room
   each column needs. Values of a column that lacks rows are not packed. O(off) for a sparse
   column, O(rows) for a column of a matrix. Progress: `weight` a column. */
mc_status mc_kendall_packed_sparse_fill(mc_kendall_packed_sparse *packed, const mc_columns *columns,
                                        const mc_kendall_sparse_scan *scans, int64_t first,
                                        int64_t last, const mc_kendall_sparse_rows *rows,
                                        const mc_kendall_sparse_sorting *sorting, int threads,
                                        double weight, const mc_call *call);

#endif
