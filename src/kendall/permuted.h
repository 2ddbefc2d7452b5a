#ifndef MC_KENDALL_PERMUTED_H
#define MC_KENDALL_PERMUTED_H

#include <stdint.h>

#include "base/columns.h"
#include "kendall/ranks.h"

/* Columns whose rows are permuted, as a source: column r m + c is column c of the m that there
   are, by permutation r. */
typedef struct {
  const mc_kendall_ranks *ranks; /* of the columns as they are, without NA */
  int64_t permutations;
  const int32_t *rows; /* [n r + i]: the row that permutation r brings to row i */
  int threads;         /* to permute on */
  int32_t *room;       /* for what is asked for together, from the first request on */
} mc_kendall_permuted;

mc_columns mc_kendall_permuted_columns(mc_kendall_permuted *permuted);

#endif
