#ifndef MC_KENDALL_XI_PAIR_H
#define MC_KENDALL_XI_PAIR_H

#include "kendall/ranks.h"
#include "kendall/xi_margin.h"

/* Chatterjee's xi of one pair of columns over the rows that both columns have.

     count the common rows of each rank of y, along the order of x
     turn the counts into ranks among the common rows
     along the order of x: sum |r_(i+1) - r_i|

   x needs its order. `count` has room for as many numbers as y has ranks. O(rows + ranks of y). */
typedef struct {
  int64_t n;                   /* common rows */
  double xi;                   /* 0 unless n > 1 and margin.scale > 0 */
  mc_kendall_xi_margin margin; /* of y, over the common rows; for n > 1 */
} mc_kendall_xi_result;
mc_kendall_xi_result mc_kendall_xi_pair(const mc_kendall_ranks *x, int64_t i,
                                        const mc_kendall_ranks *y, int64_t j, bool test,
                                        uint32_t *count);

#endif
