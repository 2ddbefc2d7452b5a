#include "base/tiles.h"

#include <math.h>

#include "base/integers.h"

/* a b / 2 for an even a b, without overflow if a b / 2 fits. */
static int64_t half_product(int64_t a, int64_t b) {
  return a % 2 == 0 ? a / 2 * b : b / 2 * a;
}

int64_t mc_triangle_cells(int64_t w) {
  return half_product(w, w + 1);
}

int64_t mc_triangle_row(int64_t w, int64_t y) {
  /* F(y) = y (2w - y + 1) / 2: of the two factors one is even. */
  return half_product(y, 2 * w - y + 1);
}

int64_t mc_triangle_id(int64_t w, int64_t y, int64_t x) {
  return mc_triangle_row(w, y) + (x - y);
}

/* Equation 13, counted from the last cell. `rest` cells come after cell `id`. The rows below row y
   have k (k + 1) / 2 cells, with k = w - 1 - y. So k is the largest integer with
   k (k + 1) / 2 <= rest. For large w the floating-point root may miss k by one or two; the loops
   correct it. */
void mc_triangle_cell(int64_t w, int64_t id, int64_t *y, int64_t *x) {
  int64_t rest = mc_triangle_cells(w) - 1 - id;
  int64_t k = (int64_t) ((sqrt(8.0 * (double) rest + 1.0) - 1.0) / 2.0);
  if (k > w - 1)
    k = w - 1;
  while (mc_triangle_cells(k) > rest)
    k--;
  while (k < w - 1 && mc_triangle_cells(k + 1) <= rest)
    k++;
  *y = w - 1 - k;
  *x = *y + (id - mc_triangle_row(w, *y));
}

mc_grid mc_grid_make(int64_t rows, int64_t columns, int64_t side, int symmetric) {
  mc_grid g = {.rows = rows, .columns = columns, .side = side, .symmetric = symmetric};
  g.tile_rows = rows / side + (rows % side != 0);
  g.tile_columns = columns / side + (columns % side != 0);
  g.tiles = symmetric ? mc_triangle_cells(g.tile_rows) : g.tile_rows * g.tile_columns;
  return g;
}

mc_grid mc_grid_for_threads(int64_t rows, int64_t columns, int64_t side, int symmetric,
                            int threads) {
  mc_grid g = mc_grid_make(rows, columns, side, symmetric);
  while (g.tiles < 8 * (int64_t) threads && side > 1)
    g = mc_grid_make(rows, columns, side /= 2, symmetric);
  return g;
}

mc_tile mc_grid_tile(const mc_grid *grid, int64_t id) {
  int64_t y, x;
  if (grid->symmetric) {
    mc_triangle_cell(grid->tile_rows, id, &y, &x);
  } else {
    y = id / grid->tile_columns;
    x = id % grid->tile_columns;
  }
  return (mc_tile){.row0 = y * grid->side,
                   .row1 = mc_min((y + 1) * grid->side, grid->rows),
                   .column0 = x * grid->side,
                   .column1 = mc_min((x + 1) * grid->side, grid->columns),
                   .diagonal = grid->symmetric && x == y};
}
