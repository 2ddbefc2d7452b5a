#ifndef MC_DYNPROG_LOOP_H
#define MC_DYNPROG_LOOP_H

#include "dynprog/work.h"

/* Parenthesization by the parallel loops of Tithi et al., figure 2. */
mc_status mc_dynprog_loop(mc_dynprog_work *w);

/* The same in the table where it is (MC_LAYOUT_ROWS, nothing opened), by sums that are forbidden
   where they overflow (overflow.h). */
mc_status mc_dynprog_loop_forbidding(mc_dynprog_work *w);

#endif
