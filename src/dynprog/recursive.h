#ifndef MC_DYNPROG_RECURSIVE_H
#define MC_DYNPROG_RECURSIVE_H

#include "dynprog/work.h"

/* Parenthesization by recursive divide and conquer, in the three versions of Tithi et al. */
mc_status mc_dynprog_recursive(mc_dynprog_work *w);
mc_status mc_dynprog_optimized(mc_dynprog_work *w);
mc_status mc_dynprog_zmorton(mc_dynprog_work *w);

#endif
