#ifndef MC_PAIRS_TILE_H
#define MC_PAIRS_TILE_H

#include "base/tiles.h"
#include "pairs/filter.h"
#include "pairs/shape.h"

/* A panel: some columns of x against some columns of y (or x). All its pairs are counted before the
   next panel. A statistic's own panel begins with this struct. */
typedef struct {
  const mc_pairs_shape *shape;
  int64_t a0, b0;               /* places of the first columns in x, and in y (or x) */
  int64_t a_columns, b_columns; /* numbers of columns */
  bool triangle;                /* both are the same columns: pairs i <= j only */
} mc_pairs_panel;

/* The number of pairs of a panel. */
static inline double mc_pairs_of_panel(const mc_pairs_panel *panel) {
  const double a = (double) panel->a_columns, b = (double) panel->b_columns;
  return panel->triangle ? a * (a + 1) / 2 : a * b;
}

/* A tile: columns row + i against columns column + j, 0 <= i < rows, 0 <= j < columns. It has at
   most MC_PAIRS_TILE x MC_PAIRS_TILE pairs. In a diagonal tile both are the same columns, and the
   pairs are those with i <= j. A statistic's own tile begins with this struct. */
enum { MC_PAIRS_TILE = 8, MC_PAIRS_CELLS = MC_PAIRS_TILE * MC_PAIRS_TILE };
typedef struct {
  int64_t row, column; /* places in x, and in y (or x) */
  int rows, columns;
  int stride; /* the pair i, j has element [stride i + j] of an array */
  bool diagonal;
  uint64_t left_out; /* bit stride i + j: the pair is not wanted and has no counts */
} mc_pairs_tile;

/* The tile of a panel's columns from i0 on against those from j0 on. The function is inlined, so
   the struct is made in place. A copy of a struct that was just written by parts waits for all
   stores before it, those of results among them. */
static inline mc_pairs_tile mc_pairs_tile_make(const mc_pairs_panel *panel,
                                               const mc_pairs_filter *only, int64_t i0, int64_t j0,
                                               int rows, int columns, int stride) {
  const int64_t row = panel->a0 + i0, column = panel->b0 + j0;
  return (mc_pairs_tile){.row = row,
                         .column = column,
                         .rows = rows,
                         .columns = columns,
                         .stride = stride,
                         .diagonal = panel->triangle && i0 == j0,
                         .left_out = mc_pairs_left_out(only, row, column, rows, columns, stride)};
}

/* Is the tile four columns against four others? Constant sizes make fast loops. */
static inline bool mc_pairs_is_four(const mc_pairs_tile *tile) {
  return tile->rows == MC_PAIRS_FOUR && tile->columns == MC_PAIRS_FOUR &&
         tile->stride == MC_PAIRS_FOUR && !tile->diagonal;
}

static inline bool mc_pairs_tile_has(const mc_pairs_tile *tile, int i, int j) {
  return (tile->left_out >> (tile->stride * i + j) & 1) == 0;
}

#endif
