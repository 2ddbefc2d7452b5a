#include "kendall/tile.h"

#include <string.h>

#include "base/integers.h"

/* ---- counts ---- */

/* Writes the pairs of rows of a form, which come from columns or counts, to out[4 i + j]. */
static void collect(const mc_kendall_tile *tile, mc_kendall_bits_source from, int64_t *out) {
  enum { P = MC_BITS_PANEL };
  if (from >= MC_FROM_1) {
    memcpy(out, tile->counts[from - MC_FROM_1 + 1], P * P * sizeof *out);
    return;
  }
  const bool of_x = from == MC_FROM_X || from == MC_FROM_ALL_X;
  const bool all = from == MC_FROM_ALL_X || from == MC_FROM_ALL_Y;
  const mc_kendall_ranked *column =
    of_x ? tile->panel->a->column + tile->i0 : tile->panel->b->column + tile->j0;
  const int columns = of_x ? tile->at.rows : tile->at.columns;
  int64_t pairs[P] = {0};
  for (int k = 0; k < columns; k++)
    pairs[k] = all ? mc_kendall_pairs_among(column[k].present) : column[k].pairs;
  for (int i = 0; i < P; i++)
    if (of_x)
      out[P * i] = out[P * i + 1] = out[P * i + 2] = out[P * i + 3] = pairs[i];
    else
      memcpy(out + P * i, pairs, sizeof pairs);
}

const int64_t *mc_kendall_finish_s(const mc_kendall_tile *tile, int64_t *own) {
  if (tile->by == MC_KENDALL_BY_PAIRS || mc_kendall_bits_needs_of(tile->form).s)
    return tile->counts[0];
  int64_t total[MC_BITS_PANEL * MC_BITS_PANEL];
  collect(tile, mc_kendall_bits_needs_of(tile->form).total, total);
  for (int k = 0; k < MC_BITS_PANEL * MC_BITS_PANEL; k++)
    own[k] = total[k] - 2 * tile->counts[0][k];
  return own;
}

void mc_kendall_finish(const mc_kendall_tile *tile, mc_kendall_counts *c) {
  c->stride = tile->at.stride;
  if (tile->by == MC_KENDALL_BY_PAIRS) {
    c->s = tile->counts[0];
    c->x_pairs = tile->counts[1];
    c->y_pairs = tile->counts[2];
    c->total = tile->counts[3];
    return;
  }
  const mc_kendall_bits_needs needs = mc_kendall_bits_needs_of(tile->form);
  collect(tile, needs.x_pairs, c->own[1]);
  collect(tile, needs.y_pairs, c->own[2]);
  collect(tile, needs.total, c->own[3]);
  for (int k = 0; k < MC_BITS_PANEL * MC_BITS_PANEL && !needs.s; k++)
    c->own[0][k] = c->own[3][k] - 2 * tile->counts[0][k];
  c->s = needs.s ? tile->counts[0] : c->own[0];
  c->x_pairs = c->own[1];
  c->y_pairs = c->own[2];
  c->total = c->own[3];
}

/* ---- rows ---- */

int64_t mc_kendall_common_rows(const mc_kendall_tile *tile, int i, int j) {
  const mc_kendall_panel *panel = tile->panel;
  const int64_t ix = tile->i0 + i, iy = tile->j0 + j;
  const mc_kendall_ranked *x = &panel->a->column[ix], *y = &panel->b->column[iy];
  if (!x->missing)
    return y->present;
  if (!y->missing)
    return x->present;
  if (panel->a->present != NULL)
    return panel->kernels->kendall_common_rows(mc_kendall_ranks_present(panel->a, ix),
                                               mc_kendall_ranks_present(panel->b, iy),
                                               panel->a->present_units);
  int64_t common = 0;
  for (int64_t k = 0; k < panel->a->n; k++)
    common += mc_kendall_rank_at(panel->a, ix, k) != MC_RANK32_NA &&
              mc_kendall_rank_at(panel->b, iy, k) != MC_RANK32_NA;
  return common;
}

/* ---- tiles ---- */

mc_kendall_tile mc_kendall_four(const mc_pairs_sink *sink, const mc_kendall_panel *panel,
                                int64_t i0, int64_t j0, mc_kendall_counting by,
                                mc_kendall_bits_form form) {
  enum { P = MC_BITS_PANEL };
  _Static_assert(P == (int) MC_PAIRS_FOUR, "columns that stand side by side");
  const int rows = (int) mc_min(P, panel->pairs.a_columns - i0);
  const int columns = (int) mc_min(P, panel->pairs.b_columns - j0);
  return (mc_kendall_tile){
    .at = mc_pairs_tile_make(&panel->pairs, sink->only, i0, j0, rows, columns, P),
    .panel = panel,
    .i0 = i0,
    .j0 = j0,
    .by = by,
    .form = form};
}
