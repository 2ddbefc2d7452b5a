#include "dynprog/work.h"

#include <math.h>
#include <string.h>

#include "base/first_touch.h"
#include "base/integers.h"

enum { SIDE = MC_DYNPROG_SIDE, SQUARE = SIDE * SIDE };

/* ---- kernels ---- */

double mc_dynprog_greatest_product(const mc_dynprog_job *job) {
  double first = 1, second = 1, third = 1; /* the three greatest */
  for (int64_t i = 0; i < job->n; i++) {
    const double p = job->p[i];
    if (p != floor(p))
      return INFINITY;
    third = fmax(third, fmin(second, p));
    second = fmax(second, fmin(first, p));
    first = fmax(first, p);
  }
  return first * second * third;
}

#define KERNELS(OP, SQUARE)                                                                     \
  (mc_dynprog_kernels) {                                                                        \
    k->dynprog_cell_##OP, k->dynprog_split_##OP, k->dynprog_splits_##OP, k->dynprog_inner_##OP, \
      k->dynprog_beside_##OP, k->dynprog_product_##OP, SQUARE                                   \
  }

mc_dynprog_kernels mc_dynprog_kernels_for(const mc_dynprog_job *job, const mc_kernels *k) {
  if (job->maximum)
    return KERNELS(max, NULL);
  if (job->weight != MC_DYNPROG_WEIGHT_CHAIN)
    return KERNELS(min, NULL);
  if (mc_dynprog_greatest_product(job) < 0x1p53) /* all products are exact, in any order */
    return KERNELS(chain, k->dynprog_square_chain);
  return KERNELS(apart, k->dynprog_square_apart);
}

/* ---- places ---- */

/* Places the tiles of a square of size x size tiles, from number *next on. `size` is a power of
   two. */
static void number_tiles(mc_dynprog_work *w, int64_t row, int64_t column, int64_t size,
                         int64_t *next) {
  if (row >= w->tiles || row + size <= column)
    return;
  if (size == 1) {
    w->place[row * w->tiles + column] = (*next)++ * SQUARE;
    return;
  }
  size /= 2;
  for (int q = 0; q < 4; q++)
    number_tiles(w, row + q / 2 * size, column + q % 2 * size, size, next);
}

static mc_status place_zmorton(mc_dynprog_work *w) {
  int64_t size = 1, next = 0;
  while (size < w->tiles)
    size *= 2;
  w->place = mc_alloc(w->call->arena, w->tiles * w->tiles, sizeof *w->place);
  w->x = mc_alloc(w->call->arena, w->tiles * (w->tiles + 1) / 2 * SQUARE, sizeof *w->x);
  if (w->place == NULL || w->x == NULL)
    return MC_ERR_MEMORY;
  number_tiles(w, 0, 0, size, &next);
  return mc_first_touch(w->x, next * SQUARE * (int64_t) sizeof *w->x, w->threads, w->call->monitor);
}

/* Only full bands lie in the result, from its first cache line on. They fit: 64 rows have 64 n
   numbers, the tiles of the last full band have 64 (64 (tiles - 1)), and n > 64 (tiles - 1). So at
   least 64 numbers are left, more than come before the first cache line. */
static mc_status place_bands(mc_dynprog_work *w, double *table) {
  enum { LINE = 64 };
  const int64_t misfit = (int64_t) ((uintptr_t) table % LINE / sizeof *table);
  w->x = table + (misfit == 0 ? 0 : LINE / (int64_t) sizeof *table - misfit);
  w->last = mc_alloc(w->call->arena, w->tiles * SQUARE, sizeof *w->last);
  return w->last == NULL ? MC_ERR_MEMORY : MC_OK;
}

mc_status mc_dynprog_place(mc_dynprog_work *w, double *table) {
  w->stride = SIDE;
  w->opened = mc_alloc(w->call->arena, w->tiles * w->tiles, 1);
  if (w->opened == NULL)
    return MC_ERR_MEMORY;
  memset(w->opened, 0, (size_t) (w->tiles * w->tiles));
  if (w->layout == MC_DYNPROG_LAYOUT_ZMORTON)
    return place_zmorton(w);
  if (w->layout == MC_DYNPROG_LAYOUT_BANDS)
    return place_bands(w, table);
  w->x = table;
  w->stride = w->n;
  return MC_OK;
}

mc_dynprog_tile mc_dynprog_tile_at(const mc_dynprog_work *w, int64_t row, int64_t column) {
  switch (w->layout) {
  case MC_DYNPROG_LAYOUT_BANDS:
    return (mc_dynprog_tile){
      (row + 1 == w->tiles ? w->last : w->x + row * SIDE * w->n) + column * SQUARE, SIDE, SIDE};
  case MC_DYNPROG_LAYOUT_ZMORTON:
    return (mc_dynprog_tile){w->x + w->place[row * w->tiles + column], SIDE, SIDE};
  default:
    return (mc_dynprog_tile){w->x + row * SIDE * w->stride + column * SIDE,
                             mc_min(SIDE, w->n - row * SIDE), mc_min(SIDE, w->n - column * SIDE)};
  }
}

double *mc_dynprog_at(const mc_dynprog_work *w, int64_t i, int64_t j) {
  return mc_dynprog_tile_at(w, j / SIDE, i / SIDE).x + j % SIDE * w->stride + i % SIDE;
}

/* ---- leaves ---- */

static void put_leaf(const mc_dynprog_work *w, int64_t j, double *x) {
  if (j > 0 && j < w->n)
    *x = w->job->leaf == NULL ? 0 : w->job->leaf[j - 1] + 0.0; /* -0 becomes 0 */
}

mc_dynprog_tile mc_dynprog_open(const mc_dynprog_work *w, int64_t row, int64_t column) {
  const mc_dynprog_tile t = mc_dynprog_tile_at(w, row, column);
  unsigned char *opened = &w->opened[row * w->tiles + column];
  if (*opened)
    return t;
  *opened = 1;
  double empty[SIDE];
  mc_tropical_fill(&w->tropical, empty, SIDE);
  for (int64_t r = 0; r < t.rows; r++)
    memcpy(t.x + r * w->stride, empty, (size_t) t.columns * sizeof *empty);
  if (row == column + 1)
    put_leaf(w, row * SIDE, t.x + SIDE - 1);
  if (row != column)
    return t;
  for (int64_t r = 1; r < t.rows; r++)
    put_leaf(w, row * SIDE + r, t.x + r * w->stride + r - 1);
  if (w->job->weight == MC_DYNPROG_WEIGHT_PAIRS)
    for (int64_t r = 0; r < t.rows; r++)
      t.x[r * w->stride + r] = 0; /* an interval without bases has no pairs */
  return t;
}

/* ---- weights ---- */

static double pair_of(const mc_dynprog_job *job, int64_t i, int64_t j) {
  const bool pair = j - i - 2 >= job->loop && (job->base[i] & job->mate[j - 1]) != 0;
  return pair ? 1 : -(double) INFINITY;
}

static double distance_of(const mc_dynprog_job *job, int64_t i, int64_t j) {
  const double x = job->p[j] - job->p[i], y = job->q[j] - job->q[i];
  return sqrt(x * x + y * y);
}

double mc_dynprog_weight_of(const mc_dynprog_job *job, int64_t i, int64_t j) {
  switch (job->weight) {
  case MC_DYNPROG_WEIGHT_MATRIX: return job->w[j * job->n + i];
  case MC_DYNPROG_WEIGHT_DIFFERENCE: return job->p[j] - job->q[i];
  case MC_DYNPROG_WEIGHT_DISTANCE: return distance_of(job, i, j);
  case MC_DYNPROG_WEIGHT_PAIRS: return pair_of(job, i, j);
  default: return 0;
  }
}

/* The weights of (first, j), ..., (first + count - 1, j). */
static void row_of_weights(const mc_dynprog_job *job, int64_t j, int64_t first, int64_t count,
                           double *weight) {
  switch (job->weight) {
  case MC_DYNPROG_WEIGHT_MATRIX:
    memcpy(weight, job->w + j * job->n + first, (size_t) count * sizeof *weight);
    break;
  case MC_DYNPROG_WEIGHT_DIFFERENCE:
    for (int64_t c = 0; c < count; c++)
      weight[c] = job->p[j] - job->q[first + c];
    break;
  case MC_DYNPROG_WEIGHT_DISTANCE:
    for (int64_t c = 0; c < count; c++)
      weight[c] = distance_of(job, first + c, j);
    break;
  default:
    for (int64_t c = 0; c < count; c++)
      weight[c] = pair_of(job, first + c, j);
  }
}

void mc_dynprog_weights(const mc_dynprog_work *w, int64_t row, int64_t column, double *weight) {
  const double none = w->job->weight == MC_DYNPROG_WEIGHT_PAIRS ? w->tropical.identity : 0;
  for (int64_t r = 0; r < SIDE; r++) {
    const int64_t j = row * SIDE + r, first = column * SIDE;
    int64_t count = j < w->n ? mc_min(SIDE, j - 1 - first) : 0;
    count = count < 0 ? 0 : count;
    if (count > 0)
      row_of_weights(w->job, j, first, count, weight + r * SIDE);
    for (int64_t c = count; c < SIDE; c++)
      weight[r * SIDE + c] = none;
  }
}

double mc_dynprog_finished(const mc_dynprog_work *w, int64_t i, int64_t j, double x) {
  const double more = mc_dynprog_weight_of(w->job, i, j);
  if (w->job->weight != MC_DYNPROG_WEIGHT_PAIRS)
    return x + more;
  const double s = more + (j - i == 2 ? 0 : *mc_dynprog_at(w, i + 1, j - 1));
  return s > x ? s : x;
}
