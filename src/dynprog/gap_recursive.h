#ifndef MC_GAP_RECURSIVE_H
#define MC_GAP_RECURSIVE_H

#include "dynprog/gap_work.h"

/* Alignment by recursive divide and conquer, in the three versions of Tithi et al. */
mc_status mc_gap_recursive(mc_gap_work *w);
mc_status mc_gap_optimized(mc_gap_work *w);
mc_status mc_gap_zmorton(mc_gap_work *w);

#endif
