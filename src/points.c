#include "points.h"

#include <math.h>
#include <string.h>

#include "threads.h"

enum { STRIP = 32 }; /* points that are read at once */

bool mc_points_special(const mc_points *p) {
  for (int64_t b = 0; b < p->blocks; b++)
    if (p->special[b])
      return true;
  return false;
}

/* n rounded up to a multiple of `unit`. */
static int64_t filled_up(int64_t n, int64_t unit) {
  return (n / unit + (n % unit != 0)) * unit;
}

mc_status mc_points_make(mc_points *p, const mc_matrix *x, mc_layout layout,
                         int64_t block, bool single, mc_arena *arena) {
  const int64_t d = x->columns;
  *p = (mc_points){
    .points = x->rows,
    .coordinates = d,
    .block = block,
    .blocks = x->rows / block + (x->rows % block != 0),
    .filled = filled_up(d, MC_POINTS_FILL),
    .layout = layout,
    .size = single ? 4 : 8
  };
  const int64_t width = layout == MC_LAYOUT_AOS ? p->filled : d;
  if (p->blocks > INT64_MAX / block ||
      (width > 0 && p->blocks * block > INT64_MAX / 8 / width))
    return MC_ERR_SIZE;
  const int64_t all = p->blocks * block;
  switch (layout) {
  case MC_LAYOUT_AOS:
    p->block_step = block * width;
    p->point_step = width;
    p->coordinate_step = 1;
    break;
  case MC_LAYOUT_SOA:
    p->block_step = block;
    p->point_step = 1;
    p->coordinate_step = all;
    break;
  default:
    p->block_step = block * width;
    p->point_step = 1;
    p->coordinate_step = block;
  }
  p->number = mc_alloc(arena, all * width, p->size);
  p->special = mc_alloc(arena, p->blocks, 1);
  return p->number == NULL || p->special == NULL ? MC_ERR_MEMORY : MC_OK;
}

/* Coordinate k of points [first, first + count) as doubles, 0 behind them. */
static void gather(const mc_matrix *x, int64_t k, int64_t first, int64_t count,
                   double *value) {
  const int64_t at = k * x->rows + first;
  if (count <= 0) {
    count = 0;
  } else if (x->type == MC_F64) {
    memcpy(value, (const double *) x->data + at, (size_t) count * sizeof *value);
  } else {
    const int32_t *from = (const int32_t *) x->data + at;
    for (int64_t l = 0; l < count; l++)
      value[l] = from[l] == INT32_MIN ? (double) NAN : (double) from[l];
  }
  for (int64_t l = count; l < STRIP; l++)
    value[l] = 0;
}

static void put(const mc_points *p, const double *value, const float *narrow,
                int64_t at, int64_t count) {
  if (p->point_step == 1) {
    if (p->size == 8)
      memcpy((double *) p->number + at, value, (size_t) count * sizeof *value);
    else
      memcpy((float *) p->number + at, narrow, (size_t) count * sizeof *narrow);
  } else if (p->size == 8) {
    for (int64_t l = 0; l < count; l++)
      ((double *) p->number)[at + l * p->point_step] = value[l];
  } else {
    for (int64_t l = 0; l < count; l++)
      ((float *) p->number)[at + l * p->point_step] = narrow[l];
  }
}

/* Up to STRIP points of a block, from `first` on. Returns whether some value is
   NaN or infinite, or too great for a float. */
static bool permute_strip(const mc_points *p, const mc_matrix *x, int64_t first,
                          int64_t count) {
  const int64_t there = p->points - first < count ? p->points - first : count;
  double nothing[STRIP] = {0}; /* stays 0 while all values are finite */
  const int64_t last = p->layout == MC_LAYOUT_AOS ? p->filled : p->coordinates;
  for (int64_t k = 0; k < last; k++) {
    double value[STRIP];
    float narrow[STRIP];
    gather(x, k, first, k < p->coordinates ? there : 0, value);
    for (int l = 0; l < STRIP; l++)
      nothing[l] += value[l] - value[l];
    if (p->size == 4) {
      for (int l = 0; l < STRIP; l++)
        narrow[l] = (float) value[l];
      for (int l = 0; l < STRIP; l++)
        nothing[l] += narrow[l] - narrow[l];
    }
    put(p, value, narrow, mc_points_at(p, first, k), count);
  }
  bool special = false;
  for (int l = 0; l < STRIP; l++)
    special |= nothing[l] != 0;
  return special;
}

typedef struct {
  mc_points *p;
  const mc_matrix *x;
  int threads;
} permutation;

static void permute_block(const permutation *c, int64_t b) {
  const mc_points *p = c->p;
  bool special = p->coordinates == 0; /* distances are NA, not 0 */
  for (int64_t at = 0; at < p->block; at += STRIP) {
    const int64_t count = p->block - at < STRIP ? p->block - at : STRIP;
    special |= permute_strip(p, c->x, b * p->block + at, count);
  }
  p->special[b] = special;
}

static void permute_pass(void *context, int64_t first, int64_t last) {
  const permutation *c = context;
  int threads = c->threads;
  (void) threads;
  MC_PRAGMA(omp parallel for schedule(static) num_threads(threads))
  for (int64_t b = first; b < last; b++)
    permute_block(c, b);
}

mc_status mc_points_permute(mc_points *p, const mc_matrix *x, int threads,
                            double weight, mc_monitor *monitor) {
  permutation c = {p, x, threads};
  return mc_run_passes(monitor, p->blocks, threads, weight, permute_pass, &c);
}
