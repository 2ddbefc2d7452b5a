#ifndef MC_ROWS_H
#define MC_ROWS_H

#include "base/columns.h"

/* The rows of a matrix as columns: a matrix of genes by samples gives a column for each gene. */

/* Copies the rows first, ..., last - 1 of x to `to`, as columns of x->columns numbers. Each column
   begins `lead` numbers after the column before. */
void mc_rows_copy(const mc_matrix *x, int64_t first, int64_t last, int64_t lead, void *to);

/* All rows as a source, which copies the requested rows. `rows` must stay valid. */
typedef struct {
  mc_matrix matrix;
  void *room; /* NULL at first */
} mc_rows;
mc_columns mc_columns_of_rows(mc_rows *rows);

#endif
