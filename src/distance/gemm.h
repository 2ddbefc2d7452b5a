#ifndef MC_DISTANCE_GEMM_H
#define MC_DISTANCE_GEMM_H

#include "distance/work.h"

/* All distances by inner products. `numbers` is the work of all of them, for the monitor. */
mc_status mc_distance_gemm(mc_distance_work *w, double numbers);

#endif
