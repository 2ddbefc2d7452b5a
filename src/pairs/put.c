#include "pairs/put.h"

#include <string.h>

enum { FOUR = MC_PAIRS_FOUR };

/* Four columns against four: constant sizes make fast loops. */
static void put_four(const mc_pairs_shape *shape, const mc_pairs_tile *t, const double *value,
                     const double *mirrored, double *matrix) {
  const int64_t rows = shape->x_columns;
  const int64_t row = t->row, column = t->column;
  for (int j = 0; j < FOUR; j++)
    for (int i = 0; i < FOUR; i++)
      matrix[row + i + (column + j) * rows] = value[i * FOUR + j];
  if (shape->symmetric)
    for (int i = 0; i < FOUR; i++)
      memcpy(matrix + column + (row + i) * rows, mirrored + i * FOUR, FOUR * sizeof *value);
}

void mc_pairs_put(const mc_pairs_shape *shape, const mc_pairs_tile *t, const double *value,
                  const double *mirrored, double *matrix) {
  if (mc_pairs_is_four(t) && shape->x_user == NULL && shape->y_user == NULL) {
    put_four(shape, t, value, mirrored, matrix);
    return;
  }
  const int64_t rows = shape->x_columns;
  for (int i = 0; i < t->rows; i++)
    for (int j = t->diagonal ? i : 0; j < t->columns; j++) {
      const int64_t row = mc_pairs_user(shape->x_user, t->row + i);
      const int64_t column = mc_pairs_user(shape->y_user, t->column + j);
      if (shape->symmetric)
        matrix[column + row * rows] = mirrored[t->stride * i + j];
      matrix[row + column * rows] = value[t->stride * i + j];
    }
}
