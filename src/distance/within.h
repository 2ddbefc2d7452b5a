#ifndef MC_DISTANCE_WITHIN_H
#define MC_DISTANCE_WITHIN_H

#include "distance/neighbors.h"

/* All points within a radius of each query: distance <= radius[query]. A point is not its own
   neighbour, unless `loops`. */
typedef struct {
  const double *radius;
  bool loops;
} mc_distance_within_job;

/* Counts the neighbours of each query. Returns as mc_distance_within_find(). */
mc_status mc_distance_within_count(mc_distance_neighbors *n, const mc_distance_within_job *job,
                                   int64_t *count, const mc_call *call);

/* Lists the neighbours of each query i in number[i] and distance[i], the nearest first; points with
   equal distances are in the order of their numbers. count[i] is what mc_distance_within_count()
   has found. A panel of queries ends when all of its neighbours are found, so this is faster than
   counting.

   Scratch of each thread: 8 bytes for each group of panels of points. MC_OK, MC_INTERRUPTED,
   MC_ERR_MEMORY, MC_ERR_SIZE. */
mc_status mc_distance_within_find(mc_distance_neighbors *n, const mc_distance_within_job *job,
                                  const int64_t *count, int32_t *const *number,
                                  double *const *distance, const mc_call *call);

#endif
