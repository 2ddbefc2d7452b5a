#ifndef MC_ROWS_H
#define MC_ROWS_H

#include "base/columns.h"

/* Rows of a matrix as columns: of genes by samples, each gene's samples side by side. */

/* Rows first <= i < last of x as columns of x->columns numbers, one after the other in `to`; each
   begins `lead` numbers behind the one before. */
void mc_rows_copy(const mc_matrix *x, int64_t first, int64_t last, int64_t lead, void *to);

/* All of them as a source, which copies those that are asked for. `rows` stays where it is. */
typedef struct {
  mc_matrix matrix;
  void *room; /* NULL at first */
} mc_rows;
mc_columns mc_columns_of_rows(mc_rows *rows);

#endif
