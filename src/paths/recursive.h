#ifndef MC_PATHS_RECURSIVE_H
#define MC_PATHS_RECURSIVE_H

#include "paths/work.h"

/* Recursive Floyd-Warshall (algorithms.def). Numbers and vertices are in Z-Morton order before and
   after. */
mc_status mc_paths_recursive(mc_paths_work *w);

/* The numbers of w->scratch that it needs. */
int64_t mc_paths_recursive_scratch(int64_t n, int64_t block);

#endif
