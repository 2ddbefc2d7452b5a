#ifndef MC_SORT_NORMALISE_H
#define MC_SORT_NORMALISE_H

#include "sort/keys.h"

/* Chooses how a key becomes an image. */
void mc_sort_normalise(mc_sort_order_work *w, const mc_sort_key *key);

/* The items of that key: each image above a place. */
void mc_sort_make_items(mc_sort_order_work *w);

#endif
