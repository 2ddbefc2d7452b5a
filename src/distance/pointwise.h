#ifndef MC_DISTANCE_POINTWISE_H
#define MC_DISTANCE_POINTWISE_H

#include "distance/work.h"

/* The paper's algorithms 1 and 2: hands one tile of the grid to the sink. The tile needs this many
   bytes of scratch a thread. */
int64_t mc_distance_pointwise_scratch(const mc_distance_work *w);
void mc_distance_pointwise(const mc_distance_work *w, const mc_tile *tile, int thread);

#endif
