#ifndef MC_DISTANCE_TILE_H
#define MC_DISTANCE_TILE_H

#include "distance/work.h"

/* The register-blocked algorithm: bytes of scratch for a thread, and one tile of the grid. */
int64_t mc_distance_tile_scratch(const mc_distance_work *w);
void mc_distance_tile(const mc_distance_work *w, const mc_tile *tile, int thread);

#endif
