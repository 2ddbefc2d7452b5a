#include "kendall/sink.h"

#include <string.h>

#include "base/integers.h"

double mc_kendall_panel_pairs(const mc_kendall_panel *panel) {
  const double a = (double) panel->a->columns, b = (double) panel->b->columns;
  return panel->triangle ? a * (a + 1) / 2 : a * b;
}

/* ---- counts ---- */

/* A form's pairs of rows, from the columns or from counts, into out[4 i + j]. */
static void collect(const mc_kendall_tile *tile, mc_bits_source from, int64_t *out) {
  enum { P = MC_BITS_PANEL };
  if (from >= MC_FROM_1) {
    memcpy(out, tile->counts[from - MC_FROM_1 + 1], P * P * sizeof *out);
    return;
  }
  const bool of_x = from == MC_FROM_X || from == MC_FROM_ALL_X;
  const bool all = from == MC_FROM_ALL_X || from == MC_FROM_ALL_Y;
  const mc_ranked *column =
    of_x ? tile->panel->a->column + tile->i0 : tile->panel->b->column + tile->j0;
  const int columns = of_x ? tile->rows : tile->columns;
  int64_t pairs[P] = {0};
  for (int k = 0; k < columns; k++)
    pairs[k] = all ? mc_pairs_among(column[k].present) : column[k].pairs;
  for (int i = 0; i < P; i++)
    if (of_x)
      out[P * i] = out[P * i + 1] = out[P * i + 2] = out[P * i + 3] = pairs[i];
    else
      memcpy(out + P * i, pairs, sizeof pairs);
}

const int64_t *mc_kendall_finish_s(const mc_kendall_tile *tile, int64_t *own) {
  if (!tile->bits || mc_bits_needs_of(tile->form).s)
    return tile->counts[0];
  int64_t total[MC_BITS_PANEL * MC_BITS_PANEL];
  collect(tile, mc_bits_needs_of(tile->form).total, total);
  for (int k = 0; k < MC_BITS_PANEL * MC_BITS_PANEL; k++)
    own[k] = total[k] - 2 * tile->counts[0][k];
  return own;
}

void mc_kendall_finish(const mc_kendall_tile *tile, mc_kendall_counts *c) {
  c->stride = tile->stride;
  if (!tile->bits) {
    c->s = tile->counts[0];
    c->x_pairs = tile->counts[1];
    c->y_pairs = tile->counts[2];
    c->total = tile->counts[3];
    return;
  }
  const mc_bits_needs needs = mc_bits_needs_of(tile->form);
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
  const mc_ranked *x = &panel->a->column[ix], *y = &panel->b->column[iy];
  if (!x->missing)
    return y->present;
  if (!y->missing)
    return x->present;
  if (panel->a->present != NULL)
    return panel->kernels->kendall_common_rows(
      mc_ranks_present(panel->a, ix), mc_ranks_present(panel->b, iy), panel->a->present_units);
  int64_t common = 0;
  for (int64_t k = 0; k < panel->a->n; k++)
    common +=
      mc_rank_at(panel->a, ix, k) != MC_RANK32_NA && mc_rank_at(panel->b, iy, k) != MC_RANK32_NA;
  return common;
}

/* ---- pairs that are wanted ---- */

bool mc_kendall_wants(const mc_kendall_sink *sink, int64_t a0, int64_t b0, int64_t a_columns,
                      int64_t b_columns) {
  return sink->only == NULL || sink->only->any(sink->only, a0, b0, a_columns, b_columns);
}

uint64_t mc_kendall_left_out(const mc_kendall_sink *sink, int64_t a0, int64_t b0, int a_columns,
                             int b_columns, int stride) {
  if (sink->only == NULL)
    return 0;
  return ~sink->only->which(sink->only, a0, b0, a_columns, b_columns, stride);
}

mc_kendall_tile mc_kendall_bits_tile_of(const mc_kendall_sink *sink, const mc_kendall_panel *panel,
                                        int64_t i0, int64_t j0, mc_bits_form form) {
  enum { P = MC_BITS_PANEL };
  mc_kendall_tile t = {.panel = panel,
                       .i0 = i0,
                       .j0 = j0,
                       .rows = (int) mc_min(P, panel->a->columns - i0),
                       .columns = (int) mc_min(P, panel->b->columns - j0),
                       .diagonal = panel->triangle && i0 == j0,
                       .bits = true,
                       .form = form,
                       .stride = P};
  t.left_out = mc_kendall_left_out(sink, panel->a0 + i0, panel->b0 + j0, t.rows, t.columns, P);
  return t;
}
