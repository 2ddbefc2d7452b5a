#include "kendall/p_cells.h"

#include <math.h>

#include "base/team.h"
#include "kendall/inference.h"
#include "kendall/p_bins.h"

enum { GRAIN = 1024 };

/* The least square of a cell; the cell has all squares below that of the next cell. */
static double least_of(int64_t cell) {
  const uint64_t bits = (uint64_t) (cell + MC_P_CELL_FIRST) << MC_P_CELL_SHIFT;
  double square;
  memcpy(&square, &bits, sizeof square);
  return cell == 0 ? 0 : square;
}

static double p_of(double square) {
  return mc_kendall_normal_p(MC_TWO_SIDED, sqrt(square));
}

/* p falls as the square grows. The margin covers rounding in p and in the square. */
static void fill(void *context, int64_t first, int64_t last) {
  const double margin = 1e-9;
  int16_t *cells = context;
  for (int64_t k = first; k < last; k++) {
    const double most = p_of(least_of(k)) * (1 + margin);
    const double least = k + 1 < MC_P_CELLS ? p_of(least_of(k + 1)) * (1 - margin) : 0;
    const int low = mc_kendall_p_bin(least), high = mc_kendall_p_bin(most);
    cells[k] = (int16_t) (low == high ? low : -1);
  }
}

int16_t *mc_kendall_p_cells_make(int threads, mc_arena *arena) {
  int16_t *cells = mc_alloc(arena, MC_P_CELLS, sizeof *cells);
  if (cells != NULL)
    mc_ranges(threads, MC_P_CELLS, GRAIN, fill, cells);
  return cells;
}
