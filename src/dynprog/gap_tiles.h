#ifndef MC_GAP_TILES_H
#define MC_GAP_TILES_H

#include "dynprog/gap_work.h"

/* What the algorithms in tiles do to one: the functions A, B and C of Tithi et al., figure 3. */

/* Tile (i, j) by itself, when all gaps that come from outside are in it. */
void mc_gap_tile_a(const mc_gap_work *w, int64_t i, int64_t j);

/* Tile (i, j) by gaps of y that begin in tile (i, k), by gaps of x that begin in tile (k, j): in
   registers, with or without copies of tiles of the table, or by loops. */
typedef enum { MC_GAP_IN_PLACE, MC_GAP_COPIED, MC_GAP_LOOPS } mc_gap_product;
void mc_gap_tile_b(const mc_gap_work *w, int64_t i, int64_t j, int64_t k, mc_gap_product how);
void mc_gap_tile_c(const mc_gap_work *w, int64_t i, int64_t j, int64_t k, mc_gap_product how);

#endif
