#ifndef MC_KENDALL_COMMON_TIES_H
#define MC_KENDALL_COMMON_TIES_H

#include <stdbool.h>
#include <stdint.h>

#include "dispatch/dispatch.h"
#include "kendall/ranks.h"
#include "kendall/tile.h"

/* Pairs of rows that are not tied in a column, among the rows that another column has, too: n_0 -
   n_1 and n_0 - n_2 of tau-b where both ties and missing values occur. The bitset kernel can count
   these pairs (|mx & py| and |px & my| of bits_tile.h). These two counts cost as much as the two
   that are needed anyway. The pairs also follow from the rows that the other column lacks:

     tied pairs of x among the common rows =
       tied pairs of x - the sum, over the rows that x has and y lacks, one after the other, of
         the rows of the same value that are still there

   This sum takes O(rows that y lacks) for a pair instead of O(n^2 / 512). */

/* The cost of a missing row of one column of a pair, in picoseconds. No vectors are used, so the
   cost depends little on the target. */
#define MC_COMMON_TIES_ROW 2500.0

/* Do the missing rows cost less than the two counts by bits? `missing` is the mean number of rows
   that x lacks and that y lacks, added. Groups of more than MC_RANK16_NA rows are not counted. */
static inline bool mc_kendall_common_ties_pay(const mc_kendall_costs *cost, int64_t n,
                                              double missing) {
  const double comparisons = (double) n * ((double) n - 1) / 2;
  return n <= MC_RANK16_NA &&
         missing * MC_COMMON_TIES_ROW < comparisons * (cost->bitset_tile[2] - cost->bitset_tile[1]);
}

/* The same for the columns of a panel. False if their ranks do not know the sizes of groups. */
bool mc_kendall_common_ties_pay_for(const mc_kendall_panel *panel, const mc_kendall_costs *cost);

/* Scratch of a thread. It must be 0, and is 0 afterwards. */
int64_t mc_kendall_common_ties_bytes(int64_t n);

/* The pairs of a tile of up to 4 x 4 columns. common[4 i + j] are the pairs of the rows that both
   columns have. x_pairs[4 i + j] and y_pairs[4 i + j] become the pairs not tied in x and in y.
   Elements beyond the tile's columns repeat the last column. */
void mc_kendall_common_ties(const mc_kendall_tile *tile, const int64_t *common, void *scratch,
                            int64_t *x_pairs, int64_t *y_pairs);

#endif
