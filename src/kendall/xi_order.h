#ifndef MC_KENDALL_XI_ORDER_H
#define MC_KENDALL_XI_ORDER_H

#include "kendall/ranks.h"

/* Has a column ties? */
bool mc_kendall_xi_any_tied(const mc_kendall_ranks *x);

/* Makes the order of the columns with ties again: tied rows come in the order in which they are in
   `rows`, a permutation of all rows. `count` has room for n numbers for each thread. O(n) for each
   column. */
void mc_kendall_xi_order_ties(const mc_kendall_ranks *x, const int32_t *rows, int threads,
                              uint32_t *count);

#endif
