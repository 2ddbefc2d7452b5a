#ifndef MC_KENDALL_PERMUTED_H
#define MC_KENDALL_PERMUTED_H

#include <stdint.h>

#include "base/columns.h"
#include "kendall/ranks.h"

/* A source of permuted columns: column r m + c is column c of m columns, with its rows in the order
   of permutation r. */
typedef struct {
  const mc_kendall_ranks *ranks; /* of the columns before permutation, without NA */
  int64_t permutations;
  const int32_t *rows; /* [n r + i]: permutation r moves this row to row i */
  int threads;         /* that permute */
  int32_t *room;       /* for the columns of a request; taken by the first request */
} mc_kendall_permuted;

mc_columns mc_kendall_permuted_columns(mc_kendall_permuted *permuted);

#endif
