#ifndef MC_DISTANCE_WORK_H
#define MC_DISTANCE_WORK_H

/* What the parts of the driver share: distance.c sets it up, tile.c, pointwise.c and gemm.c
   make sums, put.c turns sums into the result. */

#include <math.h>

#include "base/tiles.h"
#include "distance/plan.h"
#include "distance/points.h"

typedef struct {
  const mc_distance_job *job;
  const mc_call *call;
  const mc_kernels *kernels;
  mc_distance_plan plan;
  double *out;
  mc_points a, b; /* broadcast, or one by one; along vectors */
  bool missing;   /* is any block of theirs nonfinite? */
  mc_grid grid;   /* of tiles, in blocks of a and of b */
  unsigned char *scratch;
  int64_t scratch_bytes; /* a thread's */
} mc_distance_work;

/* A rectangle of pairs: points row0 <= i < row1 of a, lane0 <= l < lane1 of b. */
typedef struct {
  int64_t row0, row1, lane0, lane1;
} mc_part;

/* Squared distances of a part in a thread's scratch, rows of `width` doubles or
   floats; how many coordinates each has counted, where some are missing. */
typedef struct {
  int64_t width;
  unsigned char *sum, *count;
} mc_sums;

/* Do these two points' blocks ask for a _missing kernel? */
static inline bool mc_distance_nonfinite(const mc_distance_work *w, int64_t row, int64_t lane) {
  return w->a.nonfinite[row / w->a.block] || w->b.nonfinite[lane / w->b.block];
}

/* The sum over all d coordinates from one over `count` of them; NaN if there is none. */
static inline double mc_distance_scaled(double sum, double count, double d) {
  return count == 0 ? (double) NAN : count == d ? sum : sum / (count / d);
}

/* Where the distances of a row to lanes from `lane` on go, neighbours in a
   result that is not swapped. */
static inline double *mc_distance_place(const mc_distance_work *w, int64_t row, int64_t lane) {
  return w->out +
         (w->job->symmetric ? mc_distance_index(w->b.points, lane, row) : lane + row * w->b.points);
}

#endif
