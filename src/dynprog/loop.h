#ifndef MC_DYNPROG_LOOP_H
#define MC_DYNPROG_LOOP_H

#include "dynprog/work.h"

/* Parenthesization by the parallel loops of Tithi et al., figure 2. */
mc_status mc_dynprog_loop(mc_dynprog_work *w);

/* The same, but sums that overflow are forbidden (overflow.h). The table is w->x with the layout
   ROWS; no tile of it is initialised yet. */
mc_status mc_dynprog_loop_forbidding(mc_dynprog_work *w);

#endif
