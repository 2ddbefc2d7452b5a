#ifndef MC_PATHS_SOLVE_H
#define MC_PATHS_SOLVE_H

#include "paths/work.h"

/* A block of d steps (intermediate vertices) of Floyd-Warshall, in two parts:

   1. Columns and rows of the matrix as they are at their own steps: the operands of all that
   algorithm 1 does in these steps, packed in panels (tropical/panel.h). To make them, the distances
   between the block's vertices and all others are brought up to date step by step. That is what a
   triangular solve is to a blocked LU decomposition. It is done here, for eight steps at a time,
   left-looking:

     for each group of eight steps
       panel rows of the group = min(these, all steps before + their rows)
       solve the group (kernels/paths/solve.h)

   2. For the whole matrix, X = min(X, A + B): mc_tropical_product(). */

/* Solves the packed panels of the block's own d vertices: one panel for each 32 of them, `step`
   numbers apart. Returns the step at which the diagonal is negative, or d. */
int64_t mc_paths_solve_diagonal(const mc_paths_work *w, void *rows, void *columns, int64_t step,
                                int64_t d);

/* Solves any other packed panel: of rows by the columns of the diagonal block, or of columns by its
   rows. */
void mc_paths_solve_panel(const mc_paths_work *w, const void *diagonal, int64_t step, int64_t d,
                          void *panel);

#endif
