#ifndef MC_KENDALL_P_CELLS_H
#define MC_KENDALL_P_CELLS_H

#include <stdint.h>
#include <string.h>

#include "base/arena.h"

/* Bins of two-sided p-values (p_bins.h) from squares of z, without an erfc() for each p-value.

   A cell has the squares with the same leading bits: 4,096 cells for each power of 2 from 2^-10 to
   2^11. Smaller squares are in the first cell. From 2^11 on p-values are 0. */
enum {
  MC_P_CELL_BITS = 12,
  MC_P_CELL_LEAST = -10,
  MC_P_CELL_END = 11,
  MC_P_CELLS = ((MC_P_CELL_END - MC_P_CELL_LEAST) << MC_P_CELL_BITS) + 1,
  MC_P_CELL_SHIFT = 52 - MC_P_CELL_BITS,                             /* bits that a cell ignores */
  MC_P_CELL_FIRST = (1023 + MC_P_CELL_LEAST) * (1 << MC_P_CELL_BITS) /* leading bits of cell 0 */
};

/* For each cell the bin of its p-values, or -1 if they may be in different bins. NULL: memory is
   short. O(MC_P_CELLS), shared by `threads` threads. */
int16_t *mc_kendall_p_cells_make(int threads, mc_arena *arena);

/* The cell of a square, which is not NaN. */
static inline int mc_kendall_p_cell(double square) {
  uint64_t bits;
  memcpy(&bits, &square, sizeof bits);
  const int64_t cell = (int64_t) (bits >> MC_P_CELL_SHIFT) - MC_P_CELL_FIRST;
  return cell < 0 ? 0 : cell < MC_P_CELLS ? (int) cell : MC_P_CELLS - 1;
}

#endif
