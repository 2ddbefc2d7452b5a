#ifndef MC_SPARSE_PART_H
#define MC_SPARSE_PART_H

#include "base/columns.h"

/* A part of a matrix, to be written as a sparse matrix in compressed columns. The sparse matrix
   depends on the numbers of the part alone, not on the form of `from`: the rows of a column ascend,
   and a number is stored unless it equals 0. (NaN is stored, -0 is not.) */
typedef struct {
  const mc_columns *from; /* of doubles; the source has stored() */
  int64_t first, last;    /* its columns [first, last) */
  /* Row i of `from` is row place[i] of the part; it is left out if place[i] < 0. No two rows have
     the same place. NULL: the rows are those of `from`. */
  const int32_t *place;
  int64_t rows; /* of the part */
  double *room; /* for `rows` numbers */
} mc_sparse_part;

/* How many numbers does the sparse matrix store? If more than `most`, the answer is some number
   above `most`, and counting ends early. */
int64_t mc_sparse_part_count(const mc_sparse_part *part, int64_t most);

/* Writes the sparse matrix: last - first + 1 starts, and as many rows and values as
   mc_sparse_part_count() says, at most INT32_MAX. */
void mc_sparse_part_write(const mc_sparse_part *part, int32_t *start, int32_t *row, double *value);

#endif
