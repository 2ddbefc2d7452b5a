#ifndef MC_ACCORDION_RECURSIVE_H
#define MC_ACCORDION_RECURSIVE_H

#include "dynprog/accordion_work.h"

/* Accordion folding by recursive divide and conquer, in the three versions of Tithi et al. */
mc_status mc_accordion_recursive(mc_accordion_work *w);
mc_status mc_accordion_optimized(mc_accordion_work *w);
mc_status mc_accordion_zmorton(mc_accordion_work *w);

#endif
