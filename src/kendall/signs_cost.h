#ifndef MC_KENDALL_SIGNS_COST_H
#define MC_KENDALL_SIGNS_COST_H

#include <math.h>
#include <stdbool.h>

#include "base/tiles.h"
#include "kendall/packed_bits.h"
#include "kernels/kendall/types.h"

/* The tiles of so many blocks and so many others (of the triangle if there are no others): the
   largest that give each thread four, but with two blocks along a side, because smaller tiles spend
   their time on the making of bytes or nibbles. A single thread takes the largest, of `side`. */
static inline mc_grid mc_kendall_signs_tiles(int64_t blocks, int64_t others, int side,
                                             int threads) {
  const int64_t columns = others > 0 ? others : blocks;
  mc_grid grid = mc_grid_make(blocks, columns, side, others == 0);
  while (threads > 1 && side > 2 && grid.tiles < 4 * threads)
    grid = mc_grid_make(blocks, columns, side /= 2, others == 0);
  return grid;
}

static inline int64_t mc_kendall_signs_blocks(double columns) {
  return (int64_t) ceil(columns / MC_SIGNS_COLUMNS);
}

/* The pairs of columns with others (of the columns with each other if there are no others) whose
   time signs take: whole blocks are counted, bytes or nibbles are made for each tile, and threads
   wait for the last tile. */
static inline double mc_kendall_signs_pairs(double columns, double others, int side, int threads) {
  enum { SUPER = MC_PACKED_PANELS * MC_BITS_PANEL / MC_SIGNS_COLUMNS }; /* blocks */
  const int64_t a = mc_kendall_signs_blocks(columns), b = mc_kendall_signs_blocks(others);
  const mc_grid grid =
    mc_kendall_signs_tiles(a < SUPER ? a : SUPER, b < SUPER ? b : SUPER, side, threads);
  const int64_t rounds = (grid.tiles + threads - 1) / threads;
  const double waits = (double) (rounds * threads) / (double) grid.tiles;
  const double blocks = b > 0 ? (double) a * (double) b : (double) a * (double) (a + 1) / 2;
  return blocks * MC_SIGNS_COLUMNS * MC_SIGNS_COLUMNS * waits * (1 + 0.4 / (double) grid.side);
}

/* Picoseconds that a pair takes longer by signs than by bits: the way from sums to the sink.
   Measured by bench/kendall_scans.sh on a Zen 5, with the target avx2. */
enum { MC_SIGNS_PAIR = 1200 };

/* Are signs worth their time? They must promise to save a fifth of the time of bits. 0: the target
   has no signs. */
static inline bool mc_kendall_signs_worth(double signs, double bits) {
  return signs > 0 && signs < 0.8 * bits;
}

#endif
