#ifndef MC_PATHS_TRANSFER_H
#define MC_PATHS_TRANSFER_H

#include "paths/work.h"

/* Weights into w->number, and w->via, in the algorithm's layout, and out of it. */

/* NA becomes +Inf, the diagonal 0 unless it is negative, -0 becomes 0; no vertex is
   recorded. MC_ERR_ARGUMENT with *bad, from 1 on, for the first weight that cannot be. */
mc_status mc_paths_import(mc_paths_work *w, int64_t *bad);

/* The same for a part of a graph of n vertices, rows x columns from (row, column) of w on; element
   (r, c) of it is on the graph's diagonal where r + diagonal is c. Floats stay doubles. Answers
   the first number of the part that cannot be, from 1 on, or 0. */
typedef struct {
  int64_t row, column, rows, columns, diagonal, n;
  bool single;
} mc_paths_part;
int64_t mc_paths_import_part(const mc_matrix *w, const mc_paths_part *p, double *to);

/* Distances to row-major doubles, via to row-major. Where the layout is not, w->scratch has
   room for n x n numbers. */
mc_status mc_paths_export(mc_paths_work *w, double *distance);

/* Where the number from vertex `row` to vertex `column` is. */
int64_t mc_paths_place(const mc_paths_work *w, int64_t row, int64_t column);

#endif
