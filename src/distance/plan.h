#ifndef MC_DISTANCE_PLAN_H
#define MC_DISTANCE_PLAN_H

#include "dispatch/call.h"
#include "distance/types.h"

/* What is decided before anything is allocated: of b, the points along vectors, and
   of a, the others. */
typedef struct {
  mc_distance_algorithm algorithm;
  mc_distance_layout layout, layout_a;
  int64_t block, block_a; /* points that are packed, and that a thread takes, at once */
  bool swapped;           /* b is y, and a is x */
  int threads;
} mc_distance_plan;

/* Of what a block of "blockwise" is a multiple: numbers of the widest vector. */
int64_t mc_distance_block_unit(bool single);

/* MC_OK, or MC_ERR_ARGUMENT, or MC_ERR_SIZE. */
mc_status mc_distance_choose(const mc_distance_job *job, const mc_call *call,
                             mc_distance_plan *plan);

#endif
