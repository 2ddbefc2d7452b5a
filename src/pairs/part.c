#include "pairs/part.h"

double mc_pairs_of_part(const mc_pairs_part *part) {
  const double x = (double) (part->x1 - part->x0), y = (double) (part->y1 - part->y0);
  return part->triangle ? x * (x + 1) / 2 : x * y;
}

static mc_grid grid_of(const mc_pairs_part *part, int64_t side) {
  return mc_grid_make(part->x1 - part->x0, part->y1 - part->y0, side, part->triangle);
}

static mc_pairs_panel panel_at(const mc_pairs_part *part, const mc_pairs_shape *shape,
                               const mc_grid *grid, int64_t id) {
  const mc_tile t = mc_grid_tile(grid, id);
  return (mc_pairs_panel){.shape = shape,
                          .a0 = part->x0 + t.row0,
                          .b0 = part->y0 + t.column0,
                          .a_columns = t.row1 - t.row0,
                          .b_columns = t.column1 - t.column0,
                          .triangle = t.diagonal};
}

static bool wanted(const mc_pairs_filter *only, const mc_pairs_panel *p) {
  return mc_pairs_wanted(only, p->a0, p->b0, p->a_columns, p->b_columns);
}

mc_status mc_pairs_walk(const mc_pairs_part *part, int64_t side, const mc_pairs_shape *shape,
                        const mc_pairs_filter *only, int64_t *ready, mc_pairs_visit *visit,
                        void *context) {
  const mc_grid grid = grid_of(part, side);
  for (int64_t id = 0; id < grid.tiles; id++) {
    const mc_pairs_panel panel = panel_at(part, shape, &grid, id);
    if (!wanted(only, &panel))
      continue;
    const bool a_ready = *ready == panel.a0;
    *ready = panel.a0;
    MC_TRY(visit(context, &panel, a_ready));
  }
  return MC_OK;
}

double mc_pairs_work(const mc_pairs_part *part, int64_t side, const mc_pairs_shape *shape,
                     const mc_pairs_filter *only, double column, int64_t *ready) {
  const mc_grid grid = grid_of(part, side);
  double total = 0;
  for (int64_t id = 0; id < grid.tiles; id++) {
    const mc_pairs_panel p = panel_at(part, shape, &grid, id);
    if (!wanted(only, &p))
      continue;
    total += mc_pairs_of_panel(&p);
    total +=
      column * (double) ((p.triangle ? 0 : p.b_columns) + (*ready != p.a0 ? p.a_columns : 0));
    *ready = p.a0;
  }
  return total;
}
