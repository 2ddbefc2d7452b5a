#ifndef MC_IMAGE_H
#define MC_IMAGE_H

#include "sort/keys.h"

/* Chooses how a key becomes an image. */
void mc_image_choose(mc_order_work *w, const mc_key *key);

/* The items of that key: each image above a place. */
void mc_image_make_items(mc_order_work *w);

#endif
