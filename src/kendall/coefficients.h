#ifndef MC_KENDALL_COEFFICIENTS_H
#define MC_KENDALL_COEFFICIENTS_H

#include <stdatomic.h>

#include "kendall/tile.h"
#include "kendall/taus.h"
#include "kendall/request.h"
#include "pairs/maker.h"

/* The coefficients of a tile, for sinks of numbers (pairs/maker.h). With S = n_c - n_d over the N
   rows that both columns have:

     B           tau-b, as taus.h has it
     A           tau-a             S / n_0,                    n_0 = N (N - 1) / 2
     C           Stuart's tau-c    2 m S / (N^2 (m - 1)),      m the lesser number of distinct
                                                               values in these rows
     GAMMA       Goodman and Kruskal's gamma  S / (n_c + n_d)
     SOMERS      Somers' D of x given y       S / (n_0 - n_2)
     COVARIANCE  2 S

   A coefficient is NA if its denominator is 0: if N < 2; for B, C and GAMMA, if a column is
   constant; for SOMERS, if y is constant. Unless the shape is pairwise, a coefficient is also NA if
   a column has missing rows. On the diagonal tau-b is 1; other coefficients are computed there as
   elsewhere. */
typedef struct {
  mc_pairs_maker maker; /* first: a pointer to it is a pointer to the whole */
  mc_kendall_coefficient kind;
  mc_kendall_taus taus;
  const mc_pairs_shape *shape;
  _Atomic int64_t constant_pairs;
} mc_kendall_coefficients;

mc_kendall_coefficients mc_kendall_coefficients_make(mc_kendall_coefficient kind, double na);

/* The pairs without a coefficient (in one direction or both) because a column is constant. */
int64_t mc_kendall_coefficients_constant(const mc_kendall_coefficients *maker);

#endif
