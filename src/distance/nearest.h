#ifndef MC_DISTANCE_NEAREST_H
#define MC_DISTANCE_NEAREST_H

#include "distance/neighbors.h"

/* The k nearest points of each query, the nearest first; points with equal distances are in the
   order of their numbers. Neighbour j of query i is element i + queries j of `number` and
   `distance`. A query with fewer neighbours gets no_number and no_distance in the places that are
   left. 0 <= k.

   Scratch of each thread: 384 k bytes, 256 bytes a coordinate, and 13 bytes for each panel of
   points. MC_OK, MC_INTERRUPTED, MC_ERR_MEMORY, MC_ERR_SIZE. */
mc_status mc_distance_nearest(mc_distance_neighbors *n, int64_t k, int32_t *number,
                              double *distance, const mc_call *call);

#endif
