#ifndef PIECES_H
#define PIECES_H

#include "base/columns.h"

/* A source of columns that is no matrix in memory: what is asked for is copied to a place
   that the next request takes away, as a file or a sparse matrix would have it. */
typedef struct {
  mc_matrix x; /* set by the caller */
  void *place;
  int64_t reads, columns; /* requests, and columns that they were for */
} pieces;

/* Asked for more than `at_once` columns at a time it fails a check. */
mc_columns pieces_of(pieces *p, int64_t at_once);
void pieces_release(pieces *p);

#endif
