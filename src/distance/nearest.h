#ifndef MC_DISTANCE_NEAREST_H
#define MC_DISTANCE_NEAREST_H

#include "distance/neighbors.h"

/* The k nearest points of each query, in the order of their distances, equal ones in that of their
   numbers: element [i + queries j] of `number` and `distance` is of query i, its neighbour j. Rows
   that have fewer neighbours end with no_number, no_distance. 0 <= k.

   Memory: 384 k bytes and 13 for each panel of points, for each thread. MC_OK, or as
   mc_distance_run(). */
mc_status mc_distance_nearest(mc_distance_neighbors *n, int64_t k, int32_t *number,
                              double *distance, const mc_call *call);

#endif
