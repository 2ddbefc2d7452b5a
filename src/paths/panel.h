#ifndef MC_PATHS_PANEL_H
#define MC_PATHS_PANEL_H

#include "paths/work.h"

/* A block of d steps (intermediate vertices) of Floyd-Warshall, in two parts:

   1. Columns and rows of the matrix as they are at their own steps, the operands of all
      that algorithm 1 does in these steps, packed in panels. To have them, distances
      between the block's vertices and others have to be brought up to date from step to
      step: what a triangular solve is to a blocked LU decomposition.
   2. For the whole matrix, X = min(X, A + B): the flexible kernel (kernels/tropical/tile.h).

   A group is 32 rows or columns, numbered from 0 on; a panel belongs to a group. Panels are
   [step][32 lanes], lanes and steps beyond the end are +Inf, and steps are filled up to a
   multiple of MC_TROPICAL_STEPS: */
int64_t mc_paths_panel_steps(int64_t d);

/* The panel of rows (steps) x up to 32 columns, or of its mirror image: up to 32 rows x
   columns (steps). */
void mc_paths_pack_rows(const mc_paths_work *w, const mc_paths_part *x, void *panel);
void mc_paths_pack_columns(const mc_paths_work *w, const mc_paths_part *x, void *panel);

/* Solves the panels of the block's own d vertices, packed; `panels` are one for each 32 of
   them, `step` numbers apart. Returns the step at which the diagonal is negative, or d. */
int64_t mc_paths_solve_diagonal(const mc_paths_work *w, void *rows, void *columns, int64_t step,
                                int64_t d);

/* Solves any other packed panel, of rows against the columns of the diagonal block, or of
   columns against its rows. */
void mc_paths_solve_panel(const mc_paths_work *w, const void *diagonal, int64_t step, int64_t d,
                          void *panel);

/* X = min(X, columns + rows) for up to 32 x 32 of X; `first` is the name of the first step's
   vertex. */
void mc_paths_product(const mc_paths_work *w, const mc_paths_part *x, const void *columns,
                      const void *rows, int64_t d, int32_t first);

#endif
