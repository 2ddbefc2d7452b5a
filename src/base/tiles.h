#ifndef MC_TILES_H
#define MC_TILES_H

#include <stdint.h>

/* The bijection between the number of a tile (or job) and its coordinate in the upper triangle,
   including the diagonal, of a w x w matrix: Liu et al., sections 4.1 and 4.2, equations 4-14. Rows
   are numbered from top to bottom; row y has the cells y <= x < w. */

/* Number of cells, w (w + 1) / 2. Needs 0 <= w <= MC_TRIANGLE_MAX. */
int64_t mc_triangle_cells(int64_t w);

/* Cells before row y (equation 12), 0 <= y <= w. */
int64_t mc_triangle_row(int64_t w, int64_t y);

/* Coordinate to number (equation 11), 0 <= y <= x < w. */
int64_t mc_triangle_id(int64_t w, int64_t y, int64_t x);

/* Number to coordinate (equations 13 and 14), 0 <= id < mc_triangle_cells(w).
   Exact for every w up to MC_TRIANGLE_MAX. */
void mc_triangle_cell(int64_t w, int64_t id, int64_t *y, int64_t *x);

/* The largest w whose w (w + 1) / 2 fits in 63 bits. */
#define MC_TRIANGLE_MAX INT64_C(4294967295)

/* A grid of tiles over the pairs (row, column) of rows x columns variables: the triangle if
   `symmetric` (then rows == columns), otherwise the rectangle, whose tiles are numbered row by
   row. */
typedef struct {
  int64_t rows, columns; /* variables */
  int64_t side;          /* variables along a tile's side */
  int64_t tile_rows, tile_columns;
  int64_t tiles;
  int symmetric;
} mc_grid;

/* One tile: variables row0 <= i < row1 against column0 <= j < column1. */
typedef struct {
  int64_t row0, row1, column0, column1;
  int diagonal; /* symmetric grid: do i and j run over the same variables? */
} mc_tile;

mc_grid mc_grid_make(int64_t rows, int64_t columns, int64_t side, int symmetric);
/* The same with the largest of the sides `side`, side / 2, ..., 1 that gives each of `threads`
   threads eight tiles; if none does, with side 1. */
mc_grid mc_grid_for_threads(int64_t rows, int64_t columns, int64_t side, int symmetric,
                            int threads);

mc_tile mc_grid_tile(const mc_grid *grid, int64_t id);

#endif
