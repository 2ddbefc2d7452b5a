#ifndef MC_KENDALL_STRATA_H
#define MC_KENDALL_STRATA_H

#include "kendall/normal_tail.h"
#include "kendall/plain.h"
#include "pairs/room.h"

/* The stratified test of each pair of columns: the rows are those of several levels, and only rows
   of the same level are compared. With S_g, its variance V_g and the denominator D_g of tau-b at
   level g,

     tau = sum S_g / sum D_g        the mean of the levels' taus, weighted by D_g
     z = sum S_g / sqrt(sum V_g)

   A level at which a pair has no tau adds nothing. (Korn 1984, Taylor 1987; Hirsch, Slack and Smith
   1982, with seasons as levels.)

   The levels are counted one after the other. The matrices of the result hold the sums in the
   meantime: tau holds S, z holds V, p holds D. As long as a pair is plain (plain.h), V and D are
   known and are not taken. After the first level S is not taken either: its tau tells S. */

/* The result for a sum of S of plain pairs. */
typedef struct {
  double tau, z, p;
} mc_kendall_stratified;

typedef struct {
  double *tau, *z, *p;
  bool first, second, last; /* is this run that of the first, the second, the last level? */
  mc_kendall_alternative alternative;
  bool continuity; /* |S| - 1 instead of |S| */
  double na;       /* stands for NA */
  const mc_kendall_tail *tail;

  mc_kendall_plain plain;  /* columns that are plain at all levels before this one */
  double variance, scale;  /* V and D of the levels before this one, for plain pairs */
  const double *first_tau; /* tau of the first level; D of the first level for plain pairs */
  double first_scale;
  const mc_kendall_stratified *table; /* for plain pairs: of S = 2 k - most; or NULL */
  int64_t most;
} mc_kendall_strata;

/* The result for the sums S, V and D. */
mc_kendall_stratified mc_kendall_stratified_of(const mc_kendall_strata *strata, double s,
                                               double variance, double scale);

/* Adds a tile's tests at a level, which must have S, scale and variance. At the last level the
   matrices become the result. */
void mc_kendall_strata_put(const mc_kendall_strata *strata, const mc_pairs_room *room,
                           const mc_pairs_tile *tile, const mc_kendall_tests *tests);

#endif
