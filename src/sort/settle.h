#ifndef MC_SORT_SETTLE_H
#define MC_SORT_SETTLE_H

#include "sort/keys.h"

/* Puts sorted items right whose images are not exact: those that share an image, by their
   keys. MC_OK, MC_ERR_MEMORY. */
mc_status mc_sort_settle(mc_sort_order_work *w);

#endif
