#ifndef MC_ACCORDION_GROUPS_H
#define MC_ACCORDION_GROUPS_H

#include "dynprog/accordion_work.h"

/* Accordion folding in O(n^2). */
mc_status mc_accordion_groups(mc_accordion_work *w);

#endif
