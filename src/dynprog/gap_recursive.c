/* Alignment with any gap cost by recursive divide and conquer (CORDAC: Tithi et al., section II.C
   and figure 3): rows I of the table are for symbols of x, columns J for those of y.

     A(I, J)     a block, when all gaps that come from outside are in it
       A(I1, J1)
       B(I1, J2, J1), C(I2, J1, I1)
       A(I1, J2), A(I2, J1)
       B(I2, J2, J1);  C(I2, J2, I1)
       A(I2, J2)
     B(I, J, K)  those of y, from columns K: the product of g(I, K) and the costs from K to J
     C(I, J, K)  those of x, from rows K: the product of the costs from K to I and g(K, J)

   down to tiles of 64 x 64, by tasks. Both operands of B and C are finished: all work but that of
   A on tiles is the min-plus product. Three versions:

   recursive  loops on the table itself
   optimised  the product in registers, on a copy of the tile of g ("copy-optimization")
   zmorton    the same in the Z-Morton layout, where tiles are one piece and not copied */

#include "dynprog/gap_recursive.h"

#include <string.h>

#include "tropical/recursion.h"

enum { SIDE = MC_DYNPROG_SIDE, LANES = MC_TROPICAL_LANES };

static double best_of(const mc_gap_work *w, double x, double s) {
  return (w->job->maximum ? s > x : s < x) ? s : x;
}

/* ---- A ---- */

/* The costs of the pairs of a tile; nothing that wins where there is none. */
static void fill_pairs(const mc_gap_work *w, int64_t row, int64_t column, double *pair) {
  const mc_gap_job *job = w->job;
  const int64_t first = column == 0 ? 1 : 0, left = job->n - column * SIDE + 1;
  const int64_t end = left < SIDE ? left : SIDE;
  mc_tropical_fill(&w->tropical, pair, SIDE * SIDE);
  for (int64_t r = 0; r < SIDE; r++) {
    const int64_t i = row * SIDE + r;
    if (i > 0 && i <= job->m && first < end)
      mc_gap_pairs(job, i, column * SIDE + first, end - first, pair + r * SIDE + first);
  }
}

/* Pairs whose predecessor is in another tile. */
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

static mc_status tile_a(void *context, int64_t i, int64_t j, int64_t k) {
  const mc_gap_work *w = context;
  (void) k;
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
  return MC_OK;
}

/* ---- B and C ---- */

/* The finished tile as a left operand. */
static mc_gap_operand left(mc_gap_tile t) {
  return (mc_gap_operand){.at = t.x, .lane = t.stride, .panel = LANES * t.stride, .step = 1};
}

static mc_gap_operand right(mc_gap_tile t) {
  return (mc_gap_operand){.at = t.x, .lane = 1, .panel = LANES, .step = t.stride};
}

/* Tile (i, j), with the operands of B or of C. */
static mc_gap_block block_b(const mc_gap_work *w, int64_t i, int64_t j, int64_t k, double *room) {
  const mc_gap_tile x = mc_gap_tile_at(w, i, j);
  return (mc_gap_block){.x = x.x,
                        .stride = x.stride,
                        .rows = x.rows,
                        .columns = x.columns,
                        .a = left(mc_gap_tile_at(w, i, k)),
                        .b = mc_gap_costs_at(w, &w->y, k, j, room)};
}

static mc_gap_block block_c(const mc_gap_work *w, int64_t i, int64_t j, int64_t k, double *room) {
  const mc_gap_tile x = mc_gap_tile_at(w, i, j);
  return (mc_gap_block){.x = x.x,
                        .stride = x.stride,
                        .rows = x.rows,
                        .columns = x.columns,
                        .a = mc_gap_costs_at(w, &w->x, k, i, room),
                        .b = right(mc_gap_tile_at(w, k, j))};
}

static mc_status loops_b(void *context, int64_t i, int64_t j, int64_t k) {
  const mc_gap_work *w = context;
  _Alignas(64) double room[SIDE * SIDE];
  const mc_gap_block block = block_b(w, i, j, k, room);
  w->kernels.loops(&block);
  return MC_OK;
}

static mc_status loops_c(void *context, int64_t i, int64_t j, int64_t k) {
  const mc_gap_work *w = context;
  _Alignas(64) double room[SIDE * SIDE];
  const mc_gap_block block = block_c(w, i, j, k, room);
  w->kernels.loops(&block);
  return MC_OK;
}

/* A copy of a tile, in one piece. */
static mc_gap_tile copied(mc_gap_tile t, double *to) {
  for (int64_t r = 0; r < t.rows; r++)
    memcpy(to + r * SIDE, t.x + r * t.stride, (size_t) t.columns * sizeof *to);
  return (mc_gap_tile){to, SIDE, t.rows, t.columns};
}

static mc_status tile_b(void *context, int64_t i, int64_t j, int64_t k) {
  const mc_gap_work *w = context;
  _Alignas(64) double room[SIDE * SIDE], copy[SIDE * SIDE];
  mc_gap_block block = block_b(w, i, j, k, room);
  if (!w->zmorton)
    block.a = left(copied(mc_gap_tile_at(w, i, k), copy));
  w->kernels.product(&block);
  return MC_OK;
}

static mc_status tile_c(void *context, int64_t i, int64_t j, int64_t k) {
  const mc_gap_work *w = context;
  _Alignas(64) double room[SIDE * SIDE], copy[SIDE * SIDE];
  mc_gap_block block = block_c(w, i, j, k, room);
  if (!w->zmorton)
    block.b = right(copied(mc_gap_tile_at(w, k, j), copy));
  w->kernels.product(&block);
  return MC_OK;
}

/* ---- the functions on halves ---- */

enum { A, B, C };

/* clang-format off */
#define CALLS_A                                                 \
  {{1, A, MC_I1, MC_J1, MC_I1},                                 \
   {2, B, MC_I1, MC_J2, MC_J1}, {2, C, MC_I2, MC_J1, MC_I1},    \
   {3, A, MC_I1, MC_J2, MC_I1}, {3, A, MC_I2, MC_J1, MC_I2},    \
   {4, B, MC_I2, MC_J2, MC_J1}, {5, C, MC_I2, MC_J2, MC_I1},    \
   {6, A, MC_I2, MC_J2, MC_I2}}
/* clang-format on */

static const mc_function by_loops[] = {
  [A] = {tile_a, 1, CALLS_A}, [B] = {loops_b, 1, MC_PRODUCT(B)}, [C] = {loops_c, 1, MC_PRODUCT(C)}};
static const mc_function by_registers[] = {
  [A] = {tile_a, 1, CALLS_A}, [B] = {tile_b, 1, MC_PRODUCT(B)}, [C] = {tile_c, 1, MC_PRODUCT(C)}};

static mc_status run(mc_gap_work *w, const mc_function *functions) {
  const double m = (double) w->job->m, n = (double) w->job->n;
  const double down = (double) w->down, across = (double) w->across;
  const mc_recursion r = {.functions = functions,
                          .context = w,
                          .monitor = w->call->monitor,
                          .weight = (m + 1) * (n + 1) * (m + n) / (down * across * (down + across)),
                          .threads = w->threads,
                          .region = mc_recursion_region(SIDE, w->threads, w->job->poll_every)};
  const mc_range i = {0, w->down}, j = {0, w->across};
  return mc_recurse(&r, &(mc_recursive_call){A, i, j, i});
}

mc_status mc_gap_recursive(mc_gap_work *w) {
  return run(w, by_loops);
}

mc_status mc_gap_optimised(mc_gap_work *w) {
  return run(w, by_registers);
}

mc_status mc_gap_zmorton(mc_gap_work *w) {
  return run(w, by_registers);
}
