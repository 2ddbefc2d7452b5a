#ifndef MC_KENDALL_SIGNS_COST_H
#define MC_KENDALL_SIGNS_COST_H

#include <stdbool.h>

#include "kernels/kendall/types.h"

/* The pairs that signs count, if they are asked for the pairs of so many columns: whole blocks. */
static inline double mc_kendall_signs_pairs(double pairs, double columns) {
  return pairs + MC_SIGNS_COLUMNS / 2.0 * columns;
}

/* Are signs worth their time? They must promise to save a fifth of the time of bits, because the
   costs leave out that the way from sums to the sink is longer. 0: the target has no signs. */
static inline bool mc_kendall_signs_worth(double signs, double bits) {
  return signs > 0 && signs < 0.8 * bits;
}

#endif
