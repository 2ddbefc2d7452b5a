#ifndef MC_DISTANCE_PLAN_H
#define MC_DISTANCE_PLAN_H

#include "dispatch/call.h"
#include "distance/types.h"

/* What is decided before memory is taken. Kernels read points of b by whole vectors, and points of
   a one by one. */
typedef struct {
  mc_distance_algorithm algorithm;
  mc_distance_layout layout, layout_a;
  int64_t block,
    block_a;    /* points that are packed together, and that are a thread's work at a time */
  bool swapped; /* true: b is y and a is x; false: b is x and a is y */
  int threads;
} mc_distance_plan;

/* The block of the algorithm "blockwise" is a multiple of this: the numbers of the widest
   vector. */
int64_t mc_distance_block_unit(bool single);

/* Makes the plan. MC_OK, MC_ERR_ARGUMENT, MC_ERR_SIZE. */
mc_status mc_distance_choose(const mc_distance_job *job, const mc_call *call,
                             mc_distance_plan *plan);

#endif
