#ifndef MC_DISTANCE_WORK_H
#define MC_DISTANCE_WORK_H

/* What the files of this folder share during a call: the plan and the packed points. */

#include "base/tiles.h"
#include "distance/metric.h"
#include "distance/plan.h"
#include "distance/points.h"
#include "distance/sink.h"

typedef struct {
  const mc_distance_job *job;
  const mc_call *call;
  const mc_kernels *kernels;
  mc_distance_kernels metric;
  mc_distance_plan plan;
  mc_distance_points a, b; /* kernels read a point by point, and b by whole vectors of points */
  bool missing;            /* is a block of a or b nonfinite? */
  mc_distance_sink *sink;
  mc_grid grid; /* of tiles: blocks of a against blocks of b */
  unsigned char *scratch;
  int64_t scratch_bytes; /* of one thread */
} mc_distance_work;

/* Decides the plan. The monitor starts: its work is a step for each distance and each point. MC_OK,
   MC_ERR_ARGUMENT, MC_ERR_SIZE. */
mc_status mc_distance_work_begin(mc_distance_work *w, const mc_distance_job *job,
                                 const mc_call *call);

/* Packs the points of the job as the plan says. MC_OK, MC_INTERRUPTED, MC_ERR_MEMORY,
   MC_ERR_SIZE. */
mc_status mc_distance_work_pack(mc_distance_work *w);

/* Takes `bytes` bytes of scratch for each thread. MC_OK, MC_ERR_MEMORY. */
mc_status mc_distance_work_scratch(mc_distance_work *w, int64_t bytes);

/* What a receiver of sums has to know. */
mc_distance_shape mc_distance_work_shape(const mc_distance_work *w);

/* Does one of the blocks of these two points have NaN, infinite values or no coordinates? Then a
   _missing kernel has to make the sum. */
static inline bool mc_distance_nonfinite(const mc_distance_work *w, int64_t row, int64_t lane) {
  return w->a.nonfinite[row / w->a.block] || w->b.nonfinite[lane / w->b.block];
}

#endif
