#ifndef MC_SORT_ITEMS_H
#define MC_SORT_ITEMS_H

#include "sort/keys.h"

/* The steps that orders and ranks are made of. */

/* Threads, places, and the rows without those that are dropped; no items yet. MC_OK,
   MC_ERR_MEMORY, MC_ERR_SIZE. */
mc_status mc_sort_items_begin(mc_sort_order_work *w, const mc_sort_order_job *job,
                              const mc_call *call);

/* Room for the items. MC_OK, MC_INTERRUPTED, MC_ERR_MEMORY. */
mc_status mc_sort_items_make_room(mc_sort_order_work *w);

/* Sorts the items of the key that the image was chosen for. MC_OK, MC_INTERRUPTED,
   MC_ERR_MEMORY. */
mc_status mc_sort_items_sort(mc_sort_order_work *w);

#endif
