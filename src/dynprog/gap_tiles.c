#include "dynprog/gap_tiles.h"

#include <string.h>

enum { SIDE = MC_DYNPROG_SIDE, LANES = MC_TROPICAL_LANES };

/* ---- A ---- */

static double best_of(const mc_gap_work *w, double x, double s) {
  return (w->job->maximum ? s > x : s < x) ? s : x;
}

/* The costs of the pairs of a tile. Rows and columns without a pair hold the identity element. */
static void fill_pairs(const mc_gap_work *w, int64_t row, int64_t column, double *pair) {
  const mc_gap_job *job = w->job;
  const int64_t first = column == 0 ? 1 : 0, left = job->n - column * SIDE + 1;
  const int64_t end = left < SIDE ? left : SIDE;
  if (row == 0 || column == 0 || row + 1 == w->down || column + 1 == w->across)
    mc_tropical_fill(&w->tropical, pair, SIDE * SIDE);
  for (int64_t r = 0; r < SIDE; r++) {
    const int64_t i = row * SIDE + r;
    if (i > 0 && i <= job->m && first < end)
      mc_gap_pairs(job, i, column * SIDE + first, end - first, pair + r * SIDE + first);
  }
}

/* Pairs of row 0 and column 0 of a tile: their predecessors are in other tiles. */
static void pair_border(const mc_gap_work *w, int64_t row, int64_t column, const double *pair) {
  const mc_gap_tile t = mc_gap_tile_at(w, row, column);
  if (row > 0) {
    const mc_gap_tile above = mc_gap_tile_at(w, row - 1, column);
    const double *last = above.x + (SIDE - 1) * above.stride;
    for (int64_t c = 1; c < t.columns; c++)
      t.x[c] = best_of(w, t.x[c], last[c - 1] + pair[c]);
  }
  if (column > 0) {
    const mc_gap_tile before = mc_gap_tile_at(w, row, column - 1);
    for (int64_t r = 1; r < t.rows; r++)
      t.x[r * t.stride] = best_of(w, t.x[r * t.stride],
                                  before.x[(r - 1) * before.stride + SIDE - 1] + pair[r * SIDE]);
  }
  if (row > 0 && column > 0)
    t.x[0] = best_of(w, t.x[0], *mc_gap_at(w, row * SIDE - 1, column * SIDE - 1) + pair[0]);
}

void mc_gap_tile_a(const mc_gap_work *w, int64_t i, int64_t j) {
  _Alignas(64) double pair[SIDE * SIDE], of_x[SIDE * SIDE], of_y[SIDE * SIDE];
  const mc_gap_tile t = mc_gap_tile_at(w, i, j);
  fill_pairs(w, i, j, pair);
  pair_border(w, i, j, pair);
  const mc_gap_block block = {.x = t.x,
                              .stride = t.stride,
                              .rows = t.rows,
                              .columns = t.columns,
                              .a = mc_gap_costs_at(w, &w->x, i, i, of_x),
                              .b = mc_gap_costs_at(w, &w->y, j, j, of_y),
                              .pair = pair};
  w->kernels.inner(&block);
}

/* ---- B and C ---- */

/* A finished tile as the left or the right operand of a product. */
static mc_gap_operand left(mc_gap_tile t) {
  return (mc_gap_operand){.at = t.x, .lane = t.stride, .panel = LANES * t.stride, .step = 1};
}

static mc_gap_operand right(mc_gap_tile t) {
  return (mc_gap_operand){.at = t.x, .lane = 1, .panel = LANES, .step = t.stride};
}

/* A contiguous copy of a tile. */
static mc_gap_tile copied(mc_gap_tile t, double *to) {
  for (int64_t r = 0; r < t.rows; r++)
    memcpy(to + r * SIDE, t.x + r * t.stride, (size_t) t.columns * sizeof *to);
  return (mc_gap_tile){to, SIDE, t.rows, t.columns};
}

static void product(const mc_gap_work *w, int64_t i, int64_t j, mc_gap_operand a, mc_gap_operand b,
                    mc_gap_product how) {
  const mc_gap_tile t = mc_gap_tile_at(w, i, j);
  const mc_gap_block block = {
    .x = t.x, .stride = t.stride, .rows = t.rows, .columns = t.columns, .a = a, .b = b};
  if (how == MC_GAP_LOOPS)
    w->kernels.loops(&block);
  else
    w->kernels.product(&block);
}

void mc_gap_tile_b(const mc_gap_work *w, int64_t i, int64_t j, int64_t k, mc_gap_product how) {
  _Alignas(64) double room[SIDE * SIDE], copy[SIDE * SIDE];
  const mc_gap_tile t = mc_gap_tile_at(w, i, k);
  product(w, i, j, left(how == MC_GAP_COPIED ? copied(t, copy) : t),
          mc_gap_costs_at(w, &w->y, k, j, room), how);
}

void mc_gap_tile_c(const mc_gap_work *w, int64_t i, int64_t j, int64_t k, mc_gap_product how) {
  _Alignas(64) double room[SIDE * SIDE], copy[SIDE * SIDE];
  const mc_gap_tile t = mc_gap_tile_at(w, k, j);
  product(w, i, j, mc_gap_costs_at(w, &w->x, k, i, room),
          right(how == MC_GAP_COPIED ? copied(t, copy) : t), how);
}
