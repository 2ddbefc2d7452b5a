#ifndef MC_GAP_LOOP_H
#define MC_GAP_LOOP_H

#include "dynprog/gap_work.h"

/* Alignment by the parallel loops of Tithi et al., figure 2. */
mc_status mc_gap_loop(mc_gap_work *w);

#endif
