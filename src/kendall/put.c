#include "kendall/put.h"

#include <string.h>

enum { PANEL = MC_BITS_PANEL };

/* Four columns against four: the sizes are known to the compiler. */
static void put_four(const mc_kendall_shape *shape, const mc_kendall_tile *t, const double *value,
                     const double *mirrored, double *matrix) {
  const int64_t rows = shape->x_columns;
  const int64_t row = t->panel->a0 + t->i0, column = t->panel->b0 + t->j0;
  for (int j = 0; j < PANEL; j++)
    for (int i = 0; i < PANEL; i++)
      matrix[row + i + (column + j) * rows] = value[i * PANEL + j];
  if (shape->symmetric)
    for (int i = 0; i < PANEL; i++)
      memcpy(matrix + column + (row + i) * rows, mirrored + i * PANEL, PANEL * sizeof *value);
}

static int64_t place_of(const uint32_t *place, int64_t column) {
  return place != NULL ? place[column] : column;
}

void mc_kendall_put(const mc_kendall_shape *shape, const mc_kendall_tile *t, const double *value,
                    const double *mirrored, const uint32_t *x_place, const uint32_t *y_place,
                    double *matrix) {
  if (t->rows == PANEL && t->columns == PANEL && t->stride == PANEL && !t->diagonal &&
      x_place == NULL && y_place == NULL) {
    put_four(shape, t, value, mirrored, matrix);
    return;
  }
  const int64_t rows = shape->x_columns;
  for (int i = 0; i < t->rows; i++)
    for (int j = t->diagonal ? i : 0; j < t->columns; j++) {
      const int64_t row = place_of(x_place, t->panel->a0 + t->i0 + i);
      const int64_t column = place_of(y_place, t->panel->b0 + t->j0 + j);
      if (shape->symmetric)
        matrix[column + row * rows] = mirrored[t->stride * i + j];
      matrix[row + column * rows] = value[t->stride * i + j];
    }
}
