#ifndef MC_ACCORDION_ROWS_H
#define MC_ACCORDION_ROWS_H

#include "dynprog/accordion_work.h"

/* Accordion folding in O(n^2). */
mc_status mc_accordion_rows(mc_accordion_work *w);

#endif
