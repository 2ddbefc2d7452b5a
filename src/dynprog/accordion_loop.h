#ifndef MC_ACCORDION_LOOP_H
#define MC_ACCORDION_LOOP_H

#include "dynprog/accordion_work.h"

/* Accordion folding by the parallel loops of Tithi et al., figure 2. */
mc_status mc_accordion_loop(mc_accordion_work *w);

#endif
