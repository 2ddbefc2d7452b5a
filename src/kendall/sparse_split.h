#ifndef MC_KENDALL_SPARSE_SPLIT_H
#define MC_KENDALL_SPARSE_SPLIT_H

#include "dispatch/call.h"
#include "kendall/packed_sparse.h"
#include "kendall/request.h"

/* Which columns are counted as sparse ones. */

/* The columns in question, and what was asked for. */
typedef struct {
  const mc_columns *x, *y; /* y is x of symmetric pairs */
  bool symmetric, pairwise;
  mc_kendall_algorithm asked;
} mc_kendall_sides;

/* Pairs that are counted as sparse: those of the first x_sparse columns of x with the first
   y_sparse of y (of x, if symmetric), with all others of y if `y_rest`, and those of the first
   y_sparse with all others of x if `x_rest`. x and y are what is known of the columns. */
typedef struct {
  const mc_kendall_sparse_scan *x, *y;
  int64_t x_sparse, y_sparse;
  bool x_rest, y_rest;
} mc_kendall_split;

/* One side, and what is known of its columns: distinct values by a sample
   (MC_SPARSE_MANY if they are not few), the base that it has, are they to be sparse, and what the
   scans say, in the order of the columns; scans are NULL where they do not seem worth it. */
enum { MC_SPARSE_MANY = 65 };
typedef struct {
  const mc_columns *columns;
  uint32_t *values;
  double *base;
  mc_kendall_sparse_scan *scans;
  uint8_t *sparse;
} mc_kendall_sparse_side;

/* Looks at the columns of a source that has them stored. */
mc_status mc_kendall_sparse_side_make(mc_kendall_sparse_side *side, const mc_columns *columns,
                                      const mc_kendall_sides *sides, const mc_call *call);

/* Are pairs of a sparse column of `a` with a column of `b` that is not sparse to be counted as
   sparse ones? No, if one of these cannot be. */
bool mc_kendall_sparse_rest(const mc_kendall_sparse_side *a, const mc_kendall_sparse_side *b,
                            const mc_kendall_sides *sides, const mc_kernels *kernels);

/* The split of columns that stay in their order: all or nothing. */
mc_status mc_kendall_sparse_split_whole(mc_kendall_split *split, const mc_kendall_sides *sides,
                                        const mc_call *call);

#endif
