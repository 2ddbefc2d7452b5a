#ifndef MC_DISTANCE_TILE_H
#define MC_DISTANCE_TILE_H

#include "distance/work.h"

/* The algorithm "tile": sums in register tiles of 4 x 32 points. */

/* Hands one tile of the grid to the sink. The tile needs this many bytes of scratch a thread. */
void mc_distance_tile(const mc_distance_work *w, const mc_tile *tile, int thread);
int64_t mc_distance_tile_scratch(const mc_distance_work *w);

/* The sums of panel a of a and panel b of b (MC_DISTANCE_LANES points each), without a sink. They
   stay in the thread's scratch until its next call. If a and b are the same points, a point's pair
   with itself and both orders of a pair are there. */
mc_distance_part mc_distance_panels(const mc_distance_work *w, int64_t a, int64_t b, int thread);
int64_t mc_distance_panels_scratch(const mc_distance_work *w);

#endif
