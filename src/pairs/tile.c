#include "pairs/tile.h"

mc_pairs_tile mc_pairs_tile_make(const mc_pairs_panel *panel, const mc_pairs_filter *only,
                                 int64_t i0, int64_t j0, int rows, int columns, int stride) {
  const int64_t row = panel->a0 + i0, column = panel->b0 + j0;
  return (mc_pairs_tile){.row = row,
                         .column = column,
                         .rows = rows,
                         .columns = columns,
                         .stride = stride,
                         .diagonal = panel->triangle && i0 == j0,
                         .left_out = mc_pairs_left_out(only, row, column, rows, columns, stride)};
}
