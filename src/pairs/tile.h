#ifndef MC_PAIRS_TILE_H
#define MC_PAIRS_TILE_H

#include "base/tiles.h"
#include "pairs/filter.h"
#include "pairs/shape.h"

/* Columns against others, of which all pairs are counted before the next panel. A statistic's panel
   begins with this, and goes on with what it knows of the columns. */
typedef struct {
  const mc_pairs_shape *shape;
  int64_t a0, b0;               /* places of the first columns in x, and in y (or x) */
  int64_t a_columns, b_columns; /* how many */
  bool triangle;                /* these are the same columns: pairs i <= j only */
} mc_pairs_panel;

/* How many pairs it has. */
static inline double mc_pairs_of_panel(const mc_pairs_panel *panel) {
  const double a = (double) panel->a_columns, b = (double) panel->b_columns;
  return panel->triangle ? a * (a + 1) / 2 : a * b;
}

/* Columns row + i against column + j, 0 <= i < rows, 0 <= j < columns, each at most MC_PAIRS_TILE;
   of a diagonal tile, where these are the same columns, i <= j only. A statistic's tile begins with
   this, and goes on with what it counted. */
enum { MC_PAIRS_TILE = 8, MC_PAIRS_CELLS = MC_PAIRS_TILE * MC_PAIRS_TILE };
typedef struct {
  int64_t row, column; /* places in x, and in y (or x) */
  int rows, columns;
  int stride; /* numbers of the pair i, j stand at [stride i + j] */
  bool diagonal;
  uint64_t left_out; /* bit stride i + j: nobody wants this pair; it has no counts */
} mc_pairs_tile;

/* The columns i0, ... of a panel against j0, ... */
mc_pairs_tile mc_pairs_tile_make(const mc_pairs_panel *panel, const mc_pairs_filter *only,
                                 int64_t i0, int64_t j0, int rows, int columns, int stride);

static inline bool mc_pairs_tile_has(const mc_pairs_tile *tile, int i, int j) {
  return (tile->left_out >> (tile->stride * i + j) & 1) == 0;
}

#endif
