#ifndef MC_DISTANCE_WORK_H
#define MC_DISTANCE_WORK_H

/* What the parts of the driver share: distance.c sets it up, tile.c, pointwise.c and gemm.c
   make sums, a sink takes them. */

#include "base/tiles.h"
#include "distance/plan.h"
#include "distance/points.h"
#include "distance/sink.h"

typedef struct {
  const mc_distance_job *job;
  const mc_call *call;
  const mc_kernels *kernels;
  mc_distance_plan plan;
  mc_distance_sink *sink;
  mc_points a, b; /* broadcast, or one by one; along vectors */
  bool missing;   /* is any block of theirs nonfinite? */
  mc_grid grid;   /* of tiles, in blocks of a and of b */
  unsigned char *scratch;
  int64_t scratch_bytes; /* a thread's */
} mc_distance_work;

/* Do these two points' blocks ask for a _missing kernel? */
static inline bool mc_distance_nonfinite(const mc_distance_work *w, int64_t row, int64_t lane) {
  return w->a.nonfinite[row / w->a.block] || w->b.nonfinite[lane / w->b.block];
}

#endif
