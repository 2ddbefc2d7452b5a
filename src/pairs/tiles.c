#include "pairs/tiles.h"

#include "base/integers.h"

typedef struct {
  const mc_pairs_panel *panel;
  const mc_pairs_filter *only;
  mc_grid grid;
  int64_t tile0; /* the first tile of a loop */
  mc_pairs_count *count;
  void *context;
} loop;

static void do_tile(void *context, int64_t id, int thread) {
  const loop *l = context;
  const mc_tile t = mc_grid_tile(&l->grid, l->tile0 + id);
  const mc_pairs_tile tile =
    mc_pairs_tile_make(l->panel, l->only, t.row0, t.column0, (int) (t.row1 - t.row0),
                       (int) (t.column1 - t.column0), MC_PAIRS_TILE);
  if (tile.left_out != UINT64_MAX)
    l->count(l->context, &tile, t.row0, t.column0, thread);
}

mc_status mc_pairs_tiles(const mc_pairs_panel *panel, mc_pairs_sink *sink, int threads,
                         mc_pairs_count *count, void *context, const mc_call *call) {
  loop l = {.panel = panel,
            .only = sink->only,
            .grid = mc_grid_for_threads(panel->a_columns, panel->b_columns, MC_PAIRS_TILE,
                                        panel->triangle, threads),
            .count = count,
            .context = context};
  const double weight = mc_pairs_of_panel(panel) / (double) l.grid.tiles;
  const int64_t at_once = sink->flush == NULL ? l.grid.tiles : MC_PAIRS_FLUSH / MC_PAIRS_CELLS;
  for (; l.tile0 < l.grid.tiles; l.tile0 += at_once) {
    const int64_t tiles = mc_min(at_once, l.grid.tiles - l.tile0);
    MC_TRY(mc_run_each(call->monitor, threads, tiles, weight, do_tile, &l));
    MC_TRY(mc_pairs_flush(sink, call));
  }
  return MC_OK;
}
