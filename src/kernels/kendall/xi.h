/* kendall_xi16 and kendall_xi32: Chatterjee's xi of one column of x with the columns of a panel of
   y (Chatterjee 2021, section 1).

     xi = 1 - n S / (2 sum l_i (n - l_i)),   S = sum |r_(i+1) - r_i|

   The rows are in the order of x; r_i is the number of rows whose y is at most that of row i, and
   l_i the number of rows whose y is at least that of row i.

     row 0 is last
     for each further row next, in the order of x
       for each column of y, side by side in vectors
         sum += max(last, next)
       last = next
     S = 2 sum - 2 (sum of all ranks) + first row + last row

   because |a - b| = 2 max(a, b) - (a + b). So a row of a vector is a load, a maximum and a sum. The
   sums have 16 bits. They go to sums of 32 bits before they overflow, after 65535 / (n - 1) rows.

   Contract. `order` has all n rows, n >= 2. Ranks are less than n. `y` has the ranks of
   MC_XI_COLUMNS16 columns side by side, or of MC_XI_COLUMNS32. n <= 65535 for 16 bits. S < 2^31
   then, so its 32 bits are exact. xi[column] has one rounding of n S, one of the quotient, and one
   of the difference. O(n), no scratch. */

#include "kernels/for_vectors.h"

static void xi_of_sums16(const mc_kendall_xi_panel *y, int64_t n, const uint32_t *restrict sum,
                         const uint16_t *restrict first, const uint16_t *restrict last,
                         double *restrict xi) {
  int32_t s[MC_XI_COLUMNS16];
  VECTORS for (int c = 0; c < MC_XI_COLUMNS16; c++)
    s[c] = (int32_t) (2 * sum[c] - y->twice[c] + first[c] + last[c]);
  VECTORS for (int c = 0; c < MC_XI_COLUMNS16; c++)
    xi[c] = 1 - (double) n * (double) s[c] / y->scale[c];
}

static void xi_add16(uint32_t *restrict sum, const uint16_t *restrict part) {
  VECTORS for (int c = 0; c < MC_XI_COLUMNS16; c++)
    sum[c] += part[c];
}

/* One row, for targets without vectors of 16-bit integers. */
static void xi_plain_row16(uint16_t *restrict part, const uint16_t *last, const uint16_t *next) {
  VECTORS for (int c = 0; c < MC_XI_COLUMNS16; c++)
    part[c] = (uint16_t) (part[c] + (last[c] > next[c] ? last[c] : next[c]));
}

static void xi_row32(int64_t *restrict s, const uint32_t *last, const uint32_t *next) {
  VECTORS for (int c = 0; c < MC_XI_COLUMNS32; c++)
    s[c] += last[c] > next[c] ? last[c] - next[c] : next[c] - last[c];
}

#include "kernels/for_no_vectors.h"

static void MC_FN(kendall_xi16)(const mc_kendall_xi_panel *y, const uint16_t *order, int64_t n,
                                double *xi) {
  enum { WIDE = MC_U16_LANES > 1, VECTORS16 = WIDE ? MC_XI_COLUMNS16 / MC_U16_LANES : 1 };
  const int64_t at_once = UINT16_MAX / (n - 1);
  const uint16_t *rank = y->rank, *first = rank + MC_XI_COLUMNS16 * (int64_t) order[0];
  const uint16_t *row = first;
  uint32_t sum[MC_XI_COLUMNS16] = {0};
  uint16_t part[MC_XI_COLUMNS16];
  mc_u16 last[VECTORS16], acc[VECTORS16];
  MC_UNROLL for (int v = 0; v < VECTORS16; v++) last[v] = mc_u16_load(row + v * MC_U16_LANES);
  for (int64_t k = 1; k < n;) {
    const int64_t end = n - k < at_once ? n : k + at_once;
    if (WIDE) {
      MC_UNROLL for (int v = 0; v < VECTORS16; v++) acc[v] = mc_u16_set(0);
      for (; k < end; k++) {
        row = rank + MC_XI_COLUMNS16 * (int64_t) order[k];
        MC_UNROLL for (int v = 0; v < VECTORS16; v++) {
          const mc_u16 next = mc_u16_load(row + v * MC_U16_LANES);
          acc[v] = mc_u16_add(acc[v], mc_u16_max(last[v], next));
          last[v] = next;
        }
      }
      MC_UNROLL for (int v = 0; v < VECTORS16; v++) mc_u16_store(part + v * MC_U16_LANES, acc[v]);
    } else {
      memset(part, 0, sizeof part);
      for (; k < end; k++) {
        const uint16_t *next = rank + MC_XI_COLUMNS16 * (int64_t) order[k];
        xi_plain_row16(part, row, next);
        row = next;
      }
    }
    xi_add16(sum, part);
  }
  xi_of_sums16(y, n, sum, first, row, xi);
}

static void MC_FN(kendall_xi32)(const mc_kendall_xi_panel *y, const uint32_t *order, int64_t n,
                                double *xi) {
  const uint32_t *rank = y->rank, *last = rank + MC_XI_COLUMNS32 * (int64_t) order[0];
  int64_t s[MC_XI_COLUMNS32] = {0};
  for (int64_t k = 1; k < n; k++) {
    const uint32_t *next = rank + MC_XI_COLUMNS32 * (int64_t) order[k];
    xi_row32(s, last, next);
    last = next;
  }
  for (int c = 0; c < MC_XI_COLUMNS32; c++)
    xi[c] = 1 - (double) n * (double) s[c] / y->scale[c];
}
