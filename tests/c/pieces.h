#ifndef PIECES_H
#define PIECES_H

#include "base/columns.h"

/* A source of columns that is not a matrix in memory. Each request copies its columns to new memory
   and frees the memory of the request before, as a file or a sparse matrix might do. */
typedef struct {
  mc_matrix x; /* set by the caller */
  void *place;
  int64_t reads, columns; /* numbers of requests, and of their columns */
} pieces;

/* A request for more than `at_once` columns fails a check. */
mc_columns pieces_of(pieces *p, int64_t at_once);
void pieces_release(pieces *p);

#endif
