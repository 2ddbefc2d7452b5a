#ifndef MC_DISTANCE_WITHIN_H
#define MC_DISTANCE_WITHIN_H

#include "distance/neighbors.h"

/* All points within a radius of each query, as many radii: distance <= radius. Unless `loops` a
   point is not among its own. */
typedef struct {
  const double *radius;
  bool loops;
} mc_distance_within_job;

/* How many there are of each query. */
mc_status mc_distance_within_count(mc_distance_neighbors *n, const mc_distance_within_job *job,
                                   int64_t *count, const mc_call *call);

/* Of query i the count[i] points, as mc_distance_within_count() has found, and their distances into
   number[i] and distance[i], in the order of distances, equal ones in that of numbers. Faster than
   counting, as a panel of queries that has all of its own is done.

   Memory of both: 8 bytes for each group of panels of points, for each thread. MC_OK, or as
   mc_distance_run(). */
mc_status mc_distance_within_find(mc_distance_neighbors *n, const mc_distance_within_job *job,
                                  const int64_t *count, int32_t *const *number,
                                  double *const *distance, const mc_call *call);

#endif
