#ifndef MC_SORT_SETTLE_H
#define MC_SORT_SETTLE_H

#include "sort/keys.h"

/* Puts sorted items right whose normalised keys are not exact: items with the same normalised key,
   by their keys. MC_OK, MC_ERR_MEMORY. */
mc_status mc_sort_settle(mc_sort_order_work *w);

#endif
