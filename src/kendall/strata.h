#ifndef MC_KENDALL_STRATA_H
#define MC_KENDALL_STRATA_H

#include "kendall/inference.h"
#include "pairs/room.h"

/* The stratified test of each pair of columns: the rows are those of several levels, and only rows
   of the same level are compared. With S_g, its variance V_g and the denominator D_g of tau-b at
   level g,

     tau = sum S_g / sum D_g        the mean of the levels' taus, weighted by D_g
     z = sum S_g / sqrt(sum V_g)

   A level at which a pair has no tau adds nothing. (Korn 1984, Taylor 1987; Hirsch, Slack and Smith
   1982, with seasons as levels.)

   The levels are counted one after the other. The matrices of the result hold the sums in the
   meantime: tau holds S, z holds V, p holds D. */
typedef struct {
  double *tau, *z, *p;
  bool first, last; /* is this run that of the first, of the last level? */
  mc_kendall_alternative alternative;
  bool continuity; /* |S| - 1 instead of |S| */
  double na;       /* stands for NA */
} mc_kendall_strata;

/* Adds a tile's tests at a level, which must have S, scale and variance. At the last level the
   matrices become the result. */
void mc_kendall_strata_put(const mc_kendall_strata *strata, const mc_pairs_room *room,
                           const mc_pairs_tile *tile, const mc_kendall_tests *tests);

#endif
