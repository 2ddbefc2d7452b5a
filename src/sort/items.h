#ifndef MC_SORT_ITEMS_H
#define MC_SORT_ITEMS_H

#include "sort/keys.h"

/* The steps of an order and of ranks. */

/* Decides how many threads take part, and leaves out rows with missing values if they are dropped.
   MC_OK, MC_ERR_MEMORY, MC_ERR_SIZE. */
mc_status mc_sort_items_begin(mc_sort_order_work *w, const mc_sort_order_job *job,
                              const mc_call *call);

/* Makes room for the items. MC_OK, MC_INTERRUPTED, MC_ERR_MEMORY. */
mc_status mc_sort_items_make_room(mc_sort_order_work *w);

/* Makes the items of the normalised key and sorts them. MC_OK, MC_INTERRUPTED, MC_ERR_MEMORY. */
mc_status mc_sort_items_sort(mc_sort_order_work *w);

#endif
