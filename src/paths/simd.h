#ifndef MC_PATHS_SIMD_H
#define MC_PATHS_SIMD_H

#include "paths/work.h"

/* Blocked Floyd-Warshall in register tiles (algorithms.def). */
mc_status mc_paths_simd(mc_paths_work *w);

#endif
