/* Parenthesization by recursive divide and conquer (CORDAC: Tithi et al., section II.A and
   figure 3), on points instead of the columns of a matrix: rows of the table are ends J of
   intervals, columns their beginnings I.

     A(J)        intervals within J
       A(J1), A(J2);  B(J2, J1)
     B(J, I)     those from I to J, when those within I, within J, and all of those between
                 a point after I and one before J, have been met
       B(J1, I2);  C(J1, I1, I2), C(J2, I2, J1);  B(J1, I1), B(J2, I2);
       C(J2, I1, J1);  C(J2, I1, I2);  B(J2, I1)
     C(J, I, K)  those from I to J by way of K: nothing that it writes is read

   down to tiles of 64 x 64, by tasks. Three versions differ in C, where the time goes:

   recursive  loops on the table itself
   optimised  by the tropical tile, on packed copies of both operands ("copy-optimization")
   zmorton    the same in the Z-Morton layout. B leaves the tile that it has finished as a left
              operand, packed, in the half of the table that has no intervals, at the place of
              the mirror image: it is packed once, and takes no memory. */

#include "dynprog/recursive.h"

#include <string.h>

#include "base/integers.h"
#include "tropical/panel.h"
#include "tropical/recursion.h"

enum { LANES = MC_TROPICAL_LANES, ROWS = MC_TROPICAL_ROWS, SIDE = MC_DYNPROG_SIDE };

/* Numbers from one panel of a tile to the next. */
enum { APART = SIDE * LANES };

static const double *p_at(const mc_dynprog_work *w, int64_t tile) {
  return w->p == NULL ? NULL : w->p + tile * SIDE;
}

static mc_tropical_part part_of(mc_dynprog_tile t) {
  return (mc_tropical_part){(unsigned char *) t.x, NULL, t.stride, t.rows, t.columns};
}

/* Tile (j, i) from tiles (j, k) and (k, i). */
static mc_dynprog_block block_of(const mc_dynprog_work *w, int64_t j, int64_t i, int64_t k) {
  const mc_dynprog_tile x = mc_dynprog_tile_at(w, j, i);
  return (mc_dynprog_block){.x = x.x,
                            .a = mc_dynprog_tile_at(w, j, k).x,
                            .b = mc_dynprog_tile_at(w, k, i).x,
                            .stride = x.stride,
                            .rows = x.rows,
                            .steps = SIDE,
                            .columns = x.columns,
                            .p_row = p_at(w, j),
                            .p_step = p_at(w, k),
                            .p_column = p_at(w, i)};
}

/* ---- A and B ---- */

/* The weights of a tile; 0, or nothing to win, where there is no interval of two parts. */
static void fill_weights(const mc_dynprog_work *w, int64_t row, int64_t column, double *weight) {
  const double none = w->job->weight == MC_WEIGHT_PAIRS ? w->tropical.none : 0;
  for (int64_t r = 0; r < SIDE; r++)
    for (int64_t c = 0; c < SIDE; c++) {
      const int64_t j = row * SIDE + r, i = column * SIDE + c;
      weight[r * SIDE + c] = j < w->n && i + 2 <= j ? mc_dynprog_weight_of(w->job, i, j) : none;
    }
}

static bool has_weights(const mc_dynprog_work *w) {
  return w->job->weight != MC_WEIGHT_NONE && w->job->weight != MC_WEIGHT_CHAIN;
}

/* The pairs of intervals whose insides are in other tiles. */
static void pair_border(const mc_dynprog_work *w, int64_t row, int64_t column) {
  const mc_dynprog_tile t = mc_dynprog_tile_at(w, row, column);
  for (int64_t r = 0; r < t.rows; r++)
    for (int64_t c = r == 0 ? 0 : SIDE - 1; c < SIDE; c++) {
      const int64_t j = row * SIDE + r, i = column * SIDE + c;
      if (j < w->n && i + 2 <= j)
        t.x[r * t.stride + c] = mc_dynprog_finished(w, i, j, t.x[r * t.stride + c]);
    }
}

static mc_status tile_a(void *context, int64_t j, int64_t i, int64_t k) {
  const mc_dynprog_work *w = context;
  (void) k;
  double weight[SIDE * SIDE];
  mc_dynprog_block t = block_of(w, j, i, j);
  t.a = t.b = NULL;
  if (has_weights(w)) {
    fill_weights(w, j, i, weight);
    t.weight = weight;
    t.pairs = w->job->weight == MC_WEIGHT_PAIRS;
  }
  w->kernels.inner(&t);
  return MC_OK;
}

static mc_status tile_b(void *context, int64_t j, int64_t i, int64_t k) {
  const mc_dynprog_work *w = context;
  (void) k;
  double weight[SIDE * SIDE];
  mc_dynprog_block t = block_of(w, j, i, j);
  t.a = mc_dynprog_tile_at(w, j, j).x;
  t.b = mc_dynprog_tile_at(w, i, i).x;
  if (has_weights(w)) {
    fill_weights(w, j, i, weight);
    t.weight = weight;
    t.pairs = w->job->weight == MC_WEIGHT_PAIRS;
    if (t.pairs)
      pair_border(w, j, i);
  }
  w->kernels.beside(&t);
  if (w->zmorton) {
    const mc_tropical_part done = part_of(mc_dynprog_tile_at(w, j, i));
    mc_tropical_pack_columns(&w->tropical, &done, mc_dynprog_tile_at(w, i, j).x, APART);
  }
  return MC_OK;
}

/* ---- C ---- */

static mc_status tile_c_loops(void *context, int64_t j, int64_t i, int64_t k) {
  const mc_dynprog_work *w = context;
  const mc_dynprog_block t = block_of(w, j, i, k);
  w->kernels.product(&t);
  return MC_OK;
}

/* Up to four rows of a chain's product, where they are fewer in rows aside. */
static void chain_rows(const mc_dynprog_work *w, const double *a, const double *b, double *x,
                       int64_t stride, int64_t rows, const double *p[3]) {
  if (rows >= ROWS) {
    w->kernels.tile(a, b, SIDE, x, stride, p[0], p[1], p[2]);
    return;
  }
  double aside[ROWS * LANES], p_row[ROWS] = {0};
  mc_tropical_fill(&w->tropical, aside, ROWS * LANES);
  for (int64_t r = 0; r < rows; r++) {
    memcpy(aside + r * LANES, x + r * stride, LANES * sizeof *x);
    p_row[r] = p[0][r];
  }
  w->kernels.tile(a, b, SIDE, aside, LANES, p_row, p[1], p[2]);
  for (int64_t r = 0; r < rows; r++)
    memcpy(x + r * stride, aside + r * LANES, LANES * sizeof *x);
}

static void product(const mc_dynprog_work *w, int64_t j, int64_t i, int64_t k, const double *a,
                    const double *b) {
  const mc_dynprog_tile t = mc_dynprog_tile_at(w, j, i);
  if (w->kernels.tile == NULL) {
    const mc_tropical_part x = part_of(t);
    mc_tropical_product(&w->tropical, &x, a, b, APART, SIDE, 0);
    return;
  }
  for (int64_t r = 0; r < t.rows; r += ROWS)
    for (int64_t c = 0; c < SIDE; c += LANES) {
      const double *p[3] = {p_at(w, j) + r, p_at(w, k), p_at(w, i) + c};
      chain_rows(w, a + r / LANES * APART + r % LANES, b + c / LANES * APART,
                 t.x + r * t.stride + c, t.stride, t.rows - r, p);
    }
}

static mc_status tile_c(void *context, int64_t j, int64_t i, int64_t k) {
  const mc_dynprog_work *w = context;
  _Alignas(64) double left[SIDE * SIDE], right[SIDE * SIDE];
  const double *a = left;
  if (w->zmorton) {
    a = mc_dynprog_tile_at(w, k, j).x;
  } else {
    const mc_tropical_part from = part_of(mc_dynprog_tile_at(w, j, k));
    mc_tropical_pack_columns(&w->tropical, &from, left, APART);
  }
  const mc_tropical_part from = part_of(mc_dynprog_tile_at(w, k, i));
  mc_tropical_pack_rows(&w->tropical, &from, right, APART);
  product(w, j, i, k, a, right);
  return MC_OK;
}

/* ---- the functions on halves ---- */

enum { A, B, C };

#define CALLS_A                                                 \
  {                                                             \
    {1, A, MC_I1, MC_I1, MC_I1}, {1, A, MC_I2, MC_I2, MC_I2}, { \
      2, B, MC_I2, MC_I1, MC_I1                                 \
    }                                                           \
  }
#define CALLS_B                                                                              \
  {                                                                                          \
    {1, B, MC_I1, MC_J2, MC_I1}, {2, C, MC_I1, MC_J1, MC_J2}, {2, C, MC_I2, MC_J2, MC_I1},   \
      {3, B, MC_I1, MC_J1, MC_I1}, {3, B, MC_I2, MC_J2, MC_I2}, {4, C, MC_I2, MC_J1, MC_I1}, \
      {5, C, MC_I2, MC_J1, MC_J2}, {                                                         \
      6, B, MC_I2, MC_J1, MC_I2                                                              \
    }                                                                                        \
  }

static const mc_function by_loops[] = {[A] = {tile_a, 1 / 6.0, CALLS_A},
                                       [B] = {tile_b, 1, CALLS_B},
                                       [C] = {tile_c_loops, 1, MC_PRODUCT(C)}};
static const mc_function by_panels[] = {
  [A] = {tile_a, 1 / 6.0, CALLS_A}, [B] = {tile_b, 1, CALLS_B}, [C] = {tile_c, 1, MC_PRODUCT(C)}};

static mc_status run(mc_dynprog_work *w, const mc_function *functions) {
  const double tiles = (double) w->tiles, n = (double) w->n;
  const mc_recursion r = {.functions = functions,
                          .context = w,
                          .monitor = w->call->monitor,
                          .weight = n * n * n / (tiles * tiles * tiles),
                          .threads = w->threads,
                          .region = mc_recursion_region(SIDE, w->threads, w->job->poll_every)};
  const mc_range all = {0, w->tiles};
  return mc_recurse(&r, &(mc_recursive_call){A, all, all, all});
}

mc_status mc_dynprog_recursive(mc_dynprog_work *w) {
  return run(w, by_loops);
}

mc_status mc_dynprog_optimised(mc_dynprog_work *w) {
  return run(w, by_panels);
}

mc_status mc_dynprog_zmorton(mc_dynprog_work *w) {
  return run(w, by_panels);
}
