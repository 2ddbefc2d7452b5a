#include "dynprog/work.h"

#include <math.h>

#include "base/integers.h"
#include "tropical/zmorton.h"

enum { SIDE = MC_DYNPROG_SIDE };

/* ---- kernels ---- */

/* Are all products of three exact, whichever way they are made? Whole numbers below 2^53. */
static bool has_exact_products(const mc_dynprog_job *job) {
  for (int64_t i = 0; i < job->n; i++)
    if (!(job->p[i] <= 0x1p17 && job->p[i] == floor(job->p[i])))
      return false;
  return true;
}

#define KERNELS(OP, TILE)                                                                       \
  (mc_dynprog_kernels) {                                                                        \
    k->dynprog_cell_##OP, k->dynprog_split_##OP, k->dynprog_splits_##OP, k->dynprog_inner_##OP, \
      k->dynprog_beside_##OP, k->dynprog_product_##OP, TILE                                     \
  }

mc_dynprog_kernels mc_dynprog_take(const mc_dynprog_job *job, const mc_kernels *k) {
  if (job->maximum)
    return KERNELS(max, NULL);
  if (job->weight != MC_WEIGHT_CHAIN)
    return KERNELS(min, NULL);
  if (has_exact_products(job))
    return KERNELS(chain, k->dynprog_tile_chain);
  return KERNELS(apart, k->dynprog_tile_apart);
}

/* ---- places ---- */

mc_dynprog_tile mc_dynprog_tile_at(const mc_dynprog_work *w, int64_t row, int64_t column) {
  if (w->zmorton) {
    const int64_t n = w->tiles * SIDE;
    const mc_zmorton z = mc_zmorton_block(n, n, SIDE, row * SIDE, column * SIDE);
    return (mc_dynprog_tile){w->x + z.offset, SIDE, SIDE, SIDE};
  }
  return (mc_dynprog_tile){w->x + row * SIDE * w->stride + column * SIDE, w->stride,
                           mc_min(SIDE, w->n - row * SIDE), mc_min(SIDE, w->n - column * SIDE)};
}

double *mc_dynprog_at(const mc_dynprog_work *w, int64_t i, int64_t j) {
  const mc_dynprog_tile t = mc_dynprog_tile_at(w, j / SIDE, i / SIDE);
  return t.x + j % SIDE * t.stride + i % SIDE;
}

/* ---- weights ---- */

double mc_dynprog_weight_of(const mc_dynprog_job *job, int64_t i, int64_t j) {
  switch (job->weight) {
  case MC_WEIGHT_MATRIX: return job->w[j * job->n + i];
  case MC_WEIGHT_DIFFERENCE: return job->p[j] - job->q[i];
  case MC_WEIGHT_DISTANCE: {
    const double x = job->p[j] - job->p[i], y = job->q[j] - job->q[i];
    return sqrt(x * x + y * y);
  }
  case MC_WEIGHT_PAIRS:
    return j - i - 2 >= job->loop && (job->base[i] & job->mate[j - 1]) != 0 ? 1
                                                                            : -(double) INFINITY;
  default: return 0;
  }
}

double mc_dynprog_finished(const mc_dynprog_work *w, int64_t i, int64_t j, double x) {
  const double more = mc_dynprog_weight_of(w->job, i, j);
  if (w->job->weight != MC_WEIGHT_PAIRS)
    return x + more;
  const double s = more + (j - i == 2 ? 0 : *mc_dynprog_at(w, i + 1, j - 1));
  return s > x ? s : x;
}
