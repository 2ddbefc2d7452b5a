#ifndef MC_DISTANCE_PLAN_H
#define MC_DISTANCE_PLAN_H

#include "distance.h"
#include "distance_types.h"

/* What is decided before anything is allocated. */
typedef struct {
  mc_distance_kernel kernel;
  mc_layout layout;
  int64_t block; /* of the points along vectors, where the layout has blocks */
  bool swapped; /* points of y run along vectors, those of x one by one */
  int threads;
} mc_distance_plan;

/* MC_OK, or MC_ERR_ARGUMENT, or MC_ERR_SIZE. */
mc_status mc_distance_choose(const mc_distance_job *job, mc_distance_plan *plan);

#endif
