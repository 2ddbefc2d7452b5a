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

/* Costs of a pair of columns by this way, in picoseconds: of the pair, and of a row that one of the
   columns lacks. No vectors are used, so the costs depend little on the target. Measured by
   bench/kendall_scans.sh on a Zen 5: a row takes 3500 to 3900. The cost of a pair is too small
   for the script, which finds -13000 to 5000. */
#define MC_COMMON_TIES_PAIR 2000.0
#define MC_COMMON_TIES_ROW 3700.0

/* Of the pairs of columns of a call: the share with both ties and missing rows, and the mean number
   of rows that the one column lacks or the other one, added. */
typedef struct {
  double share, missing;
} mc_kendall_common_ties_extent;

/* The mean cost of a pair of columns by this way. */
static inline double mc_kendall_common_ties_cost(mc_kendall_common_ties_extent e) {
  return e.share * MC_COMMON_TIES_PAIR + e.missing * MC_COMMON_TIES_ROW;
}

/* Does this way cost less than two counts more, or the further products of signs? `total`: the sink
   wants n_c + n_d. Ranks of more than MC_RANK16_NA rows do not know their groups. */
static inline bool mc_kendall_common_ties_pay(const mc_kendall_costs *cost, int64_t n,
                                              mc_kendall_common_ties_extent e, bool total) {
  const double comparisons = (double) n * ((double) n - 1) / 2;
  const double bits = cost->bitset_tile[2] - cost->bitset_tile[1];
  const double signs = cost->signs_tile[2] - (total ? 2 : 1) * cost->signs_tile[1];
  const double saved = cost->signs_tile[0] > 0 && signs < bits ? signs : bits;
  return n <= MC_RANK16_NA && mc_kendall_common_ties_cost(e) < e.share * comparisons * saved;
}

/* The extent of a panel, from the flags of its panels of four columns (counts.h). */
mc_kendall_common_ties_extent mc_kendall_common_ties_of(const mc_kendall_panel *panel,
                                                        const uint8_t *a_flags,
                                                        const uint8_t *b_flags);

/* Scratch of a thread, 0 bytes if ranks do not know their groups. It must be 0, and is 0
   afterwards. */
int64_t mc_kendall_common_ties_bytes(int64_t n);

/* The pairs of a tile of up to 4 x 4 columns. common[4 i + j] are the pairs of the rows that both
   columns have. x_pairs[4 i + j] and y_pairs[4 i + j] become the pairs not tied in x and in y.
   Elements beyond the tile's columns repeat the last column. */
void mc_kendall_common_ties(const mc_kendall_tile *tile, const int64_t *common, void *scratch,
                            int64_t *x_pairs, int64_t *y_pairs);

#endif
