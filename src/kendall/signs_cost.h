#ifndef MC_KENDALL_SIGNS_COST_H
#define MC_KENDALL_SIGNS_COST_H

#include <math.h>
#include <stdbool.h>

#include "kernels/kendall/types.h"

/* The pairs that signs count of so many columns and so many others, in whole blocks: of the triangle
   if there are no others. */
static inline double mc_kendall_signs_pairs(double columns, double others) {
  const double rows = ceil(columns / MC_SIGNS_COLUMNS), more = ceil(others / MC_SIGNS_COLUMNS);
  const double blocks = others > 0 ? rows * more : rows * (rows + 1) / 2;
  return blocks * MC_SIGNS_COLUMNS * MC_SIGNS_COLUMNS;
}

/* Are signs worth their time? They must promise to save a fifth of the time of bits, because the
   costs leave out that the way from sums to the sink is longer. 0: the target has no signs. */
static inline bool mc_kendall_signs_worth(double signs, double bits) {
  return signs > 0 && signs < 0.8 * bits;
}

#endif
