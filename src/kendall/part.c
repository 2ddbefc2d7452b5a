#include "kendall/part.h"

mc_grid mc_part_grid(const mc_kendall_part *part, int64_t side) {
  return mc_grid_make(part->x1 - part->x0, part->y1 - part->y0, side, part->triangle);
}

mc_tile mc_part_panel(const mc_kendall_part *part, const mc_grid *grid, int64_t id) {
  mc_tile t = mc_grid_tile(grid, id);
  t.row0 += part->x0;
  t.row1 += part->x0;
  t.column0 += part->y0;
  t.column1 += part->y0;
  return t;
}

bool mc_panel_wanted(const mc_kendall_sink *sink, const mc_tile *panel) {
  return mc_kendall_wants(sink, panel->row0, panel->column0, panel->row1 - panel->row0,
                          panel->column1 - panel->column0);
}

double mc_part_work(const mc_kendall_part *part, int64_t side, const mc_kendall_sink *sink,
                    double ranking, int64_t *ranked) {
  const mc_grid grid = mc_part_grid(part, side);
  double total = 0;
  for (int64_t id = 0; id < grid.tiles; id++) {
    const mc_tile t = mc_part_panel(part, &grid, id);
    const double rows = (double) (t.row1 - t.row0), columns = (double) (t.column1 - t.column0);
    if (!mc_panel_wanted(sink, &t))
      continue;
    total += t.diagonal ? rows * (rows + 1) / 2 : rows * columns;
    total += ranking * ((t.diagonal ? 0 : columns) + (*ranked != t.row0 ? rows : 0));
    *ranked = t.row0;
  }
  return total;
}
