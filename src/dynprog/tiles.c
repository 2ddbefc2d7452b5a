/* The functions A, B and C of a parenthesization on tiles (kernels/dynprog/block.h, chain.h). */

#include "dynprog/tiles.h"

#include "base/integers.h"

enum { SIDE = MC_DYNPROG_SIDE };

static const double *p_at(const mc_dynprog_work *w, int64_t tile) {
  return w->p == NULL ? NULL : w->p + tile * SIDE;
}

/* The arguments of a kernel that updates tile (j, i) by tiles (j, k) and (k, i). */
static mc_dynprog_block block_of(const mc_dynprog_work *w, int64_t j, int64_t i, int64_t k) {
  const mc_dynprog_tile x = mc_dynprog_open(w, j, i);
  return (mc_dynprog_block){.x = x.x,
                            .a = mc_dynprog_tile_at(w, j, k).x,
                            .b = mc_dynprog_tile_at(w, k, i).x,
                            .stride = w->stride,
                            .rows = mc_min(SIDE, w->n - j * SIDE),
                            .steps = SIDE,
                            .columns = x.columns,
                            .p_row = p_at(w, j),
                            .p_step = p_at(w, k),
                            .p_column = p_at(w, i)};
}

/* ---- A and B ---- */

static bool has_weights(const mc_dynprog_work *w) {
  return w->job->weight != MC_DYNPROG_WEIGHT_NONE && w->job->weight != MC_DYNPROG_WEIGHT_CHAIN;
}

/* The arguments of a kernel that finishes tile (j, i), i < j. */
static mc_dynprog_block block_beside(const mc_dynprog_work *w, int64_t j, int64_t i) {
  mc_dynprog_block t = block_of(w, j, i, j);
  t.a = mc_dynprog_tile_at(w, j, j).x;
  t.b = mc_dynprog_tile_at(w, i, i).x;
  return t;
}

/* The pairs of row 0 and of the last column of a tile: c(i + 1, j - 1) is in another tile. */
static void pair_border(const mc_dynprog_work *w, int64_t row, int64_t column) {
  const mc_dynprog_tile t = mc_dynprog_tile_at(w, row, column);
  for (int64_t r = 0; r < t.rows; r++)
    for (int64_t c = r == 0 ? 0 : SIDE - 1; c < SIDE; c++) {
      const int64_t j = row * SIDE + r, i = column * SIDE + c;
      if (j < w->n && i + 2 <= j)
        t.x[r * w->stride + c] = mc_dynprog_finished(w, i, j, t.x[r * w->stride + c]);
    }
}

void mc_dynprog_tile_a(const mc_dynprog_work *w, int64_t j) {
  double weight[SIDE * SIDE];
  mc_dynprog_block t = block_of(w, j, j, j);
  t.a = t.b = NULL;
  if (has_weights(w)) {
    mc_dynprog_weights(w, j, j, weight);
    t.weight = weight;
    t.pairs = w->job->weight == MC_DYNPROG_WEIGHT_PAIRS;
  }
  w->kernels.inner(&t);
}

void mc_dynprog_tile_b(const mc_dynprog_work *w, int64_t j, int64_t i) {
  double weight[SIDE * SIDE];
  mc_dynprog_block t = block_beside(w, j, i);
  if (has_weights(w)) {
    mc_dynprog_weights(w, j, i, weight);
    t.weight = weight;
    t.pairs = w->job->weight == MC_DYNPROG_WEIGHT_PAIRS;
    if (t.pairs)
      pair_border(w, j, i);
  }
  w->kernels.beside(&t);
}

void mc_dynprog_tile_b_near(const mc_dynprog_work *w, int64_t j, int64_t i,
                            const mc_dynprog_near *above, const mc_dynprog_near *behind) {
  mc_dynprog_block t = block_beside(w, j, i);
  t.above = above;
  t.behind = behind;
  w->kernels.beside(&t);
}

/* ---- C ---- */

void mc_dynprog_tile_c_loops(const mc_dynprog_work *w, int64_t j, int64_t i, int64_t k) {
  const mc_dynprog_block t = block_of(w, j, i, k);
  w->kernels.product(&t);
}

void mc_dynprog_tile_c(const mc_dynprog_work *w, int64_t j, int64_t i, int64_t k) {
  const mc_dynprog_block t = block_of(w, j, i, k);
  if (w->kernels.square == NULL)
    w->tropical.square(t.a, t.b, t.x, t.rows);
  else
    w->kernels.square(t.a, t.b, t.x, t.rows, SIDE, t.p_row, t.p_step, t.p_column);
}

void mc_dynprog_tile_c_steps(const mc_dynprog_work *w, int64_t j, int64_t i, const double *a,
                             const double *b, const double *p, int64_t steps) {
  const mc_dynprog_tile x = mc_dynprog_open(w, j, i);
  const int64_t rows = mc_min(SIDE, w->n - j * SIDE);
  w->kernels.square(a, b, x.x, rows, steps, p_at(w, j), p, p_at(w, i));
}
