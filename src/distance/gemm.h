#ifndef MC_DISTANCE_GEMM_H
#define MC_DISTANCE_GEMM_H

#include "distance/work.h"

/* All distances by inner products; `numbers` are the monitor's work. */
mc_status mc_distance_gemm(mc_distance_work *w, double numbers);

#endif
