#ifndef MC_SORT_NORMALISE_H
#define MC_SORT_NORMALISE_H

#include "sort/keys.h"

/* Chooses how a key is normalised, by its least and greatest value and by a sample. */
void mc_sort_normalise(mc_sort_order_work *w, const mc_sort_key *key);

/* Makes the items: in the higher bits the normalised key, in the lower ones the place of its
   row. */
void mc_sort_make_items(mc_sort_order_work *w);

#endif
