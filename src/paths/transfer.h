#ifndef MC_PATHS_TRANSFER_H
#define MC_PATHS_TRANSFER_H

#include "paths/work.h"

/* Weights and vertices into the layout of the algorithm, w->number and w->via, and out of it. */

/* NA becomes +Inf. A number on the diagonal becomes 0 unless it is negative; -0 becomes 0. No
   vertex is recorded. If a weight is invalid: MC_ERR_ARGUMENT, and *bad is the first such weight,
   from 1 on. */
mc_status mc_paths_import(mc_paths_work *w, int64_t *bad);

/* The same for a part of a graph of n vertices: rows x columns from (row, column) of w on. Element
   (r, c) of the part is on the diagonal of the graph if r + diagonal is c. Floats are stored as
   doubles. Returns the first invalid weight of the part, from 1 on, or 0. */
typedef struct {
  int64_t row, column, rows, columns, diagonal, n;
  bool single;
} mc_paths_part;
int64_t mc_paths_import_part(const mc_matrix *w, const mc_paths_part *p, double *to);

/* Copies distances to row-major doubles, and via to row-major order. If the layout is not
   row-major, w->scratch has room for n x n numbers. */
mc_status mc_paths_export(mc_paths_work *w, double *distance);

/* The place of the number from vertex `row` to vertex `column`. */
int64_t mc_paths_place(const mc_paths_work *w, int64_t row, int64_t column);

#endif
