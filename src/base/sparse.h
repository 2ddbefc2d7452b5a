#ifndef MC_SPARSE_H
#define MC_SPARSE_H

#include "base/columns.h"

/* A sparse matrix in compressed columns, as Matrix::dgCMatrix has it: column j has value[k] in row
   row[k] for start[j] <= k < start[j + 1], in any order, and 0 elsewhere. */
typedef struct {
  int64_t rows, columns;
  const int32_t *start, *row;
  const double *value;
  double *room; /* of the source for the columns that it reads: NULL at first */
} mc_sparse;

/* Is x a valid matrix with `stored` numbers: all indices within bounds? */
bool mc_sparse_holds(const mc_sparse *x, int64_t stored);

/* A source of the columns of x, which writes the requested columns with their zeros. x must stay
   valid. */
mc_columns mc_columns_of_sparse(mc_sparse *x);

#endif
