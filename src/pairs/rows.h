#ifndef MC_PAIRS_ROWS_H
#define MC_PAIRS_ROWS_H

#include "base/columns.h"
#include "base/matrix.h"
#include "base/status.h"
#include "pairs/shape.h"

/* Which rows take part, by `use`. */
typedef struct {
  const uint32_t *row; /* their numbers; NULL: all */
  int64_t n;           /* how many */
} mc_pairs_rows;

/* Chooses the rows of x and y (NULL: of x alone). Reads all columns, unless `use` keeps all rows.
   MC_OK, MC_ERR_MEMORY, MC_ERR_MISSING, MC_ERR_NO_COMPLETE, and the errors of sources. */
mc_status mc_pairs_rows_choose(mc_pairs_rows *rows, mc_pairs_use use, const mc_columns *x,
                               const mc_columns *y, mc_arena *arena);

/* Marks with 1 the rows in which x has an NA; `flag` has x->rows bytes. */
void mc_pairs_flag_missing(const mc_matrix *x, uint8_t *flag);

#endif
