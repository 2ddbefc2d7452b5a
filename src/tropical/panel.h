#ifndef MC_TROPICAL_PANEL_H
#define MC_TROPICAL_PANEL_H

#include "tropical/semiring.h"

/* X = X (+) A (x) B for parts of matrices of any size. A and B are packed in panels, so that the
   kernel reads one number after the other (the copy-optimization of Tithi et al., section III.B).

   A panel is [step][32 lanes], 64-byte aligned. A step is a column of A and a row of B; a lane is a
   row of A or a column of B. Steps and lanes beyond the end of A or B hold the identity element.
   The panels of an operand are `apart` numbers apart: a multiple of 32 that holds all steps, filled
   up to a multiple of MC_TROPICAL_STEPS: */
int64_t mc_tropical_panel_steps(int64_t d);

/* A part of a matrix: `rows` x `columns` numbers, with rows `stride` apart. */
typedef struct {
  unsigned char *number;
  int32_t *via; /* the step that won, or NULL */
  int64_t stride, rows, columns;
} mc_tropical_block;

/* The part of x from (row, column) on, which is cut off at the end of x. */
mc_tropical_block mc_tropical_block_at(const mc_tropical_semiring *t, const mc_tropical_block *x,
                                       int64_t row, int64_t column, int64_t rows, int64_t columns);

/* Packs x: its rows are steps, and there is a panel for each 32 columns; or its columns are steps,
   and there is a panel for each 32 rows. B is packed by rows and A by columns, unless x is the
   transposed matrix. */
void mc_tropical_pack_rows(const mc_tropical_semiring *t, const mc_tropical_block *x, void *panels,
                           int64_t apart);
void mc_tropical_pack_columns(const mc_tropical_semiring *t, const mc_tropical_block *x,
                              void *panels, int64_t apart);

/* Numbers that are only packed: `rows` x `columns`, with rows `stride` apart. */
typedef struct {
  const unsigned char *number;
  int64_t stride, rows, columns;
} mc_tropical_source;
void mc_tropical_pack_source_columns(const mc_tropical_semiring *t, const mc_tropical_source *x,
                                     void *panels, int64_t apart);

/* X = X (+) A (x) B over d steps. If x->via is not NULL, the step that won is recorded: first,
   first + 1, ... Of equal sums the first step wins, and none wins over an equal number of X. These
   numbers, and what is in via, are below INT32_MAX - d - MC_TROPICAL_STEPS. */
void mc_tropical_product(const mc_tropical_semiring *t, const mc_tropical_block *x, const void *a,
                         const void *b, int64_t apart, int64_t d, int32_t first);

#endif
