#ifndef MC_KENDALL_XI_PAIR_H
#define MC_KENDALL_XI_PAIR_H

#include "kendall/ranks.h"
#include "kendall/xi_margin.h"

/* Chatterjee's xi of one pair of columns over the rows that both columns have.

     put the ranks of y of the common rows into the order of x
     count the rows of each rank
     turn the counts into ranks among the common rows
     sum |r_(i+1) - r_i|

   x needs its order. `scratch` has room for mc_kendall_xi_pair_scratch() numbers. O(rows + ranks of
   y). */
typedef struct {
  int64_t n;                   /* common rows */
  double xi;                   /* 0 unless n > 1 and margin.scale > 0 */
  mc_kendall_xi_margin margin; /* of y, over the common rows; for n > 1 */
} mc_kendall_xi_result;
mc_kendall_xi_result mc_kendall_xi_pair(const mc_kendall_ranks *x, int64_t i,
                                        const mc_kendall_ranks *y, int64_t j, bool test,
                                        uint32_t *scratch);

/* For n rows. */
static inline int64_t mc_kendall_xi_pair_scratch(int64_t n) {
  return 2 * n;
}

#endif
