#ifndef MC_PATHS_NAIVE_H
#define MC_PATHS_NAIVE_H

#include "paths/work.h"

/* Floyd-Warshall as Hou et al. write it in algorithm 1 (algorithms.def). */
mc_status mc_paths_naive(mc_paths_work *w);

#endif
