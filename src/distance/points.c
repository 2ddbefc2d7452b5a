#include "distance/points.h"

#include <math.h>
#include <string.h>

#include "base/integers.h"

enum { STRIP = 128 }; /* points that are read together */

bool mc_distance_points_nonfinite(const mc_distance_points *p) {
  for (int64_t b = 0; b < p->blocks; b++)
    if (p->nonfinite[b])
      return true;
  return false;
}

mc_status mc_distance_points_make(mc_distance_points *p, const mc_columns *x,
                                  mc_distance_layout layout, int64_t block, bool single,
                                  mc_arena *arena) {
  const int64_t d = x->columns;
  *p = (mc_distance_points){.points = x->rows,
                            .coordinates = d,
                            .block = block,
                            .blocks = x->rows / block + (x->rows % block != 0),
                            .filled = mc_round_up(d, MC_DISTANCE_FILL),
                            .layout = layout,
                            .size = single ? 4 : 8};
  const int64_t width = layout == MC_DISTANCE_LAYOUT_AOS ? p->filled : d;
  if (p->blocks > INT64_MAX / block || (width > 0 && p->blocks * block > INT64_MAX / 8 / width))
    return MC_ERR_SIZE;
  const int64_t all = p->blocks * block;
  switch (layout) {
  case MC_DISTANCE_LAYOUT_AOS:
    p->block_step = block * width;
    p->point_step = width;
    p->coordinate_step = 1;
    break;
  case MC_DISTANCE_LAYOUT_SOA:
    p->block_step = block;
    p->point_step = 1;
    p->coordinate_step = all;
    break;
  default:
    p->block_step = block * width;
    p->point_step = 1;
    p->coordinate_step = block;
  }
  p->number = p->own = mc_alloc(arena, all * width, p->size);
  p->nonfinite = mc_alloc(arena, p->blocks, 1);
  return p->own == NULL || p->nonfinite == NULL ? MC_ERR_MEMORY : MC_OK;
}

mc_status mc_distance_points_borrow(mc_distance_points *p, const mc_matrix *x, int64_t block,
                                    mc_arena *arena) {
  *p = (mc_distance_points){.points = x->rows,
                            .coordinates = x->columns,
                            .block = block,
                            .blocks = x->rows / block + (x->rows % block != 0),
                            .filled = x->columns,
                            .layout = MC_DISTANCE_LAYOUT_SOA,
                            .size = 8,
                            .number = x->data,
                            .block_step = block,
                            .point_step = 1,
                            .coordinate_step = x->rows};
  p->nonfinite = mc_alloc(arena, p->blocks, 1);
  if (p->nonfinite == NULL)
    return MC_ERR_MEMORY;
  memset(p->nonfinite, 1, (size_t) p->blocks);
  return MC_OK;
}

typedef struct {
  mc_distance_points *p;
  mc_matrix x; /* the coordinates from `k0` on that are being packed */
  int64_t k0;
  const mc_kernels *kernels;
  int64_t blocks_at_once; /* they have at least STRIP points, if there are so many */
} permutation;

static double value_at(const mc_matrix *x, int64_t at) {
  if (x->type == MC_F64)
    return ((const double *) x->data)[at];
  const int32_t i = ((const int32_t *) x->data)[at];
  return i == INT32_MIN ? (double) NAN : (double) i;
}

/* `n` points of the matrix from `first` on, its column k, as doubles. */
static const double *column_part(const mc_matrix *x, int64_t k, int64_t first, int64_t n,
                                 double *space) {
  const int64_t at = k * x->rows + first;
  if (x->type == MC_F64)
    return (const double *) x->data + at;
  for (int64_t l = 0; l < n; l++)
    space[l] = value_at(x, at + l);
  return space;
}

/* Copies a coordinate of n points that are side by side in the matrix and in the layout. */
static void copy_neighbours(const permutation *c, const double *from, int64_t n, int64_t at,
                            double *nothing) {
  if (c->p->size == 8) {
    c->kernels->distance_points_copy(from, n, (double *) c->p->own + at, nothing);
    return;
  }
  float *to = (float *) c->p->own + at;
  for (int64_t l = 0; l < n; l++) {
    to[l] = (float) from[l];
    nothing[l] += to[l] - to[l];
  }
}

/* Copies columns [k0, k1) of n points from `first` on, point by point. Their places in the columns
   stay in the cache. */
static void copy_points(const permutation *c, int64_t first, int64_t n, int64_t k0, int64_t k1,
                        double *nothing) {
  const int64_t rows = c->x.rows;
  for (int64_t l = 0; l < n; l++) {
    int64_t to = mc_distance_points_at(c->p, first + l, c->k0 + k0), from = k0 * rows + first + l;
    bool finite = true;
    for (int64_t k = k0; k < k1; k++, to++, from += rows) {
      const double v = value_at(&c->x, from);
      if (c->p->size == 8) {
        ((double *) c->p->own)[to] = v;
        finite &= v - v == 0;
      } else {
        const float narrow = (float) v;
        ((float *) c->p->own)[to] = narrow;
        finite &= narrow - narrow == 0;
      }
    }
    if (!finite)
      nothing[l] = (double) NAN;
  }
}

static void zeros(const mc_distance_points *p, int64_t at, int64_t n) {
  memset(p->own + at * p->size, 0, (size_t) (n * p->size));
}

/* SoA and ASA: coordinate by coordinate. `there` of the n points exist, the others fill up. */
static void strip_of_coordinates(const permutation *c, int64_t first, int64_t there, int64_t n,
                                 double *nothing) {
  const mc_distance_points *p = c->p;
  const int64_t along = /* points that are side by side */
    p->layout == MC_DISTANCE_LAYOUT_ASA ? mc_min(p->block, n) : n;
  double space[STRIP];
  for (int64_t k = 0; k < c->x.columns; k++) {
    const double *from = there > 0 ? column_part(&c->x, k, first, there, space) : space;
    for (int64_t l = 0; l < n; l += along) {
      const int64_t end = mc_min(along, n - l);
      const int64_t some = there < l ? 0 : mc_min(end, there - l);
      const int64_t at = mc_distance_points_at(p, first + l, c->k0 + k);
      if (some > 0)
        copy_neighbours(c, from + l, some, at, nothing + l);
      zeros(p, at + some, end - some);
    }
  }
}

/* AoS */
static void strip_of_points(const permutation *c, int64_t first, int64_t there, int64_t n,
                            double *nothing) {
  enum { AT_ONCE = 64 }; /* coordinates */
  const mc_distance_points *p = c->p;
  const int64_t columns = c->x.columns;
  for (int64_t k = 0; k < columns; k += AT_ONCE)
    copy_points(c, first, there, k, mc_min(columns, k + AT_ONCE), nothing);
  for (int64_t l = 0; l < n && c->k0 == 0; l++) {
    const int64_t from = l < there ? p->coordinates : 0;
    zeros(p, mc_distance_points_at(p, first + l, from), p->filled - from);
  }
}

/* Packs up to STRIP points from `first` on. All of their blocks belong to this thread. */
static void permute_strip(const permutation *c, int64_t first, int64_t n) {
  const mc_distance_points *p = c->p;
  int64_t there = mc_min(p->points - first, n);
  if (there < 0)
    there = 0;
  double nothing[STRIP] = {0}; /* stays 0 as long as all values are finite */
  (p->layout == MC_DISTANCE_LAYOUT_AOS ? strip_of_points : strip_of_coordinates)(c, first, there, n,
                                                                                 nothing);
  for (int64_t l = 0; l < there; l++)
    if (nothing[l] != 0)
      p->nonfinite[(first + l) / p->block] = true;
}

MC_BODY(permute_some, const permutation, c, job) {
  const mc_distance_points *p = c->p;
  const int64_t block0 = job * c->blocks_at_once;
  const int64_t block1 = mc_min(block0 + c->blocks_at_once, p->blocks);
  for (int64_t b = block0; b < block1 && c->k0 == 0; b++)
    p->nonfinite[b] = p->coordinates == 0; /* distances are NA, not 0 */
  const int64_t end = block1 * p->block;
  for (int64_t at = block0 * p->block; at < end; at += STRIP)
    permute_strip(c, at, mc_min(STRIP, end - at));
}

mc_status mc_distance_points_permute(mc_distance_points *p, const mc_columns *x, int threads,
                                     const mc_call *call) {
  const int64_t at_once = p->block < STRIP ? STRIP / p->block : 1;
  const int64_t jobs = (p->blocks + at_once - 1) / at_once;
  permutation c = {.p = p, .kernels = call->kernels, .blocks_at_once = at_once};
  do { /* once, too, where there are no coordinates */
    MC_TRY(x->read(x, c.k0, mc_min(c.k0 + x->at_once, x->columns), call->arena, &c.x));
    const double share = x->columns > 0 ? (double) c.x.columns / (double) x->columns : 1;
    const double points = share * (double) p->points / (double) (jobs > 0 ? jobs : 1);
    MC_TRY(mc_run_each(call->monitor, threads, jobs, points, permute_some, &c));
    c.k0 += c.x.columns;
  } while (c.k0 < x->columns);
  return MC_OK;
}
