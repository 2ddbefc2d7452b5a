#ifndef MC_KENDALL_XI_MARGIN_H
#define MC_KENDALL_XI_MARGIN_H

#include <stdbool.h>
#include <stdint.h>

/* What a column of y brings to Chatterjee's xi, over the n rows of a pair (Chatterjee 2021). r_i is
   the number of rows whose y is at most that of row i, l_i the number of rows whose y is at least
   that of row i. */
typedef struct {
  double scale; /* 2 sum l_i (n - l_i); 0 for a constant column */
  double z;     /* sqrt(n / variance) (theorems 2.1 and 2.2): xi times this is the statistic */
  uint64_t sum; /* the sum of r_i - 1 */
} mc_kendall_xi_margin;

/* Of n different values. O(1). */
mc_kendall_xi_margin mc_kendall_xi_untied(int64_t n);

/* Of values of which count[rank] rows have the dense rank `rank`; a count may be 0. count[rank]
   becomes r_i - 1 of these rows. Without `test` the field z is 0. O(ranks).

   The variance of theorem 2.2 is that of the rows i and j drawn independently,

     v = E (h_ij - g_i - g_j + c)^2 / (sum l_i (n - l_i) / n^3)^2,   h_ij = min(r_i, r_j) / n,
     g_i = E h_ij given i,   c = E h_ij

   (The theorem has E h^2 - 2 E g^2 + c^2, the same, but with cancellation.) min(r_i, r_j) is the
   sum of the sizes t of the groups of tied rows that are at or below both rows. So the expectation
   is a sum of squared covariances over two groups. With b rows below a group and l = n - b

     v = (sum (t b l)^2 + 2 sum t l^2 A) / (sum t b l)^2,   A = sum t b^2 over all lower groups

   Without ties v is its limit, 2/5. */
mc_kendall_xi_margin mc_kendall_xi_tied(uint32_t *count, int64_t ranks, int64_t n, bool test);

/* xi from the sum of |r_(i+1) - r_i|, of a column that is not constant. */
static inline double mc_kendall_xi_of(int64_t n, int64_t sum, double scale) {
  return 1 - (double) n * (double) sum / scale;
}

#endif
