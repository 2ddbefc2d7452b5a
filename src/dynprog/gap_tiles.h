#ifndef MC_GAP_TILES_H
#define MC_GAP_TILES_H

#include "dynprog/gap_work.h"

/* The functions A, B and C of Tithi et al., figure 3, on tiles of 64 x 64. */

/* A: finishes tile (i, j), which has all gaps from other tiles. It also reads the last row of tile
   (i - 1, j), the last column of tile (i, j - 1) and the last number of tile (i - 1, j - 1). */
void mc_gap_tile_a(const mc_gap_work *w, int64_t i, int64_t j);

/* B: updates tile (i, j) by gaps of y that begin in the finished tile (i, k), k < j.
   C: updates tile (i, j) by gaps of x that begin in the finished tile (k, j), k < i.

   IN_PLACE   products in registers, on the tile of the table
   COPIED     products in registers, on a copy of the tile
   LOOPS      products by loops */
typedef enum { MC_GAP_IN_PLACE, MC_GAP_COPIED, MC_GAP_LOOPS } mc_gap_product;
void mc_gap_tile_b(const mc_gap_work *w, int64_t i, int64_t j, int64_t k, mc_gap_product how);
void mc_gap_tile_c(const mc_gap_work *w, int64_t i, int64_t j, int64_t k, mc_gap_product how);

#endif
