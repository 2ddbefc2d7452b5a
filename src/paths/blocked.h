#ifndef MC_PATHS_BLOCKED_H
#define MC_PATHS_BLOCKED_H

#include "paths/work.h"

/* Blocked Floyd-Warshall in loops for the compiler (algorithms.def). */
mc_status mc_paths_blocked(mc_paths_work *w);

#endif
