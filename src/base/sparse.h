#ifndef MC_SPARSE_H
#define MC_SPARSE_H

#include "base/columns.h"

/* A sparse matrix in compressed columns, as Matrix::dgCMatrix has it: column j has value[k] in row
   row[k] for start[j] <= k < start[j + 1], in any order, and 0 elsewhere. */
typedef struct {
  int64_t rows, columns;
  const int32_t *start, *row;
  const double *value;
  double *room; /* of the source: NULL at first */
} mc_sparse;

/* Do `stored` numbers make such a matrix, within its bounds? */
bool mc_sparse_holds(const mc_sparse *x, int64_t stored);

/* A source, which spreads out those columns that are asked for. x stays where it is. */
mc_columns mc_columns_of_sparse(mc_sparse *x);

#endif
