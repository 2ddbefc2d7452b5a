#ifndef MC_KENDALL_SPARSE_SPLIT_H
#define MC_KENDALL_SPARSE_SPLIT_H

#include "dispatch/call.h"
#include "kendall/packed_sparse.h"
#include "kendall/request.h"

/* Which columns are counted as sparse ones. */

/* The columns of x and y, and what was asked for. */
typedef struct {
  const mc_columns *x, *y; /* if symmetric, y is x */
  bool symmetric, pairwise;
  mc_kendall_algorithm asked;
} mc_kendall_sides;

/* The pairs that are counted as sparse: the first x_sparse columns of x with the first y_sparse
   columns of y (if symmetric, of x); if `y_rest`, the first x_sparse columns of x also with all
   other columns of y; if `x_rest`, the first y_sparse columns of y also with all other columns
   of x. x and y are the scans of the columns. */
typedef struct {
  const mc_kendall_sparse_scan *x, *y;
  int64_t x_sparse, y_sparse;
  bool x_rest, y_rest;
} mc_kendall_split;

/* One side (x or y). For each column: the number of distinct values in a sample (MC_SPARSE_MANY:
   not few), the base of the sample, the scan, and whether the column shall be counted as sparse.
   `scans` is NULL if the samples promise no gain. */
enum { MC_SPARSE_MANY = 65 };
typedef struct {
  const mc_columns *columns;
  uint32_t *values;
  double *base;
  mc_kendall_sparse_scan *scans;
  uint8_t *sparse;
} mc_kendall_sparse_side;

/* Samples, and perhaps scans, the columns of a source that stores them. */
mc_status mc_kendall_sparse_side_make(mc_kendall_sparse_side *side, const mc_columns *columns,
                                      const mc_kendall_sides *sides, const mc_call *call);

/* Shall pairs of a sparse column of `a` with a column of `b` that is not sparse be counted as
   sparse? False if a column of `b` cannot be packed. */
bool mc_kendall_sparse_rest(const mc_kendall_sparse_side *a, const mc_kendall_sparse_side *b,
                            const mc_kendall_sides *sides, const mc_kernels *kernels);

/* The split of columns that keep their order: all pairs are sparse, or none. */
mc_status mc_kendall_sparse_split_whole(mc_kendall_split *split, const mc_kendall_sides *sides,
                                        const mc_call *call);

#endif
