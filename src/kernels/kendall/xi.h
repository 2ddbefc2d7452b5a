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
   For many rows these are few. Then sums may overflow, and the upper eight bits of the maxima are
   added up, too: 256 times that sum is at most 255 a row less than the whole sum. So for up to 257
   rows the whole sum follows from its lower 16 bits. That is two operations more.

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

/* Adds sums of which `low` has the lower 16 bits, and `high` the sum of the upper eight bits. */
static void xi_add_halves16(uint32_t *restrict sum, const uint16_t *restrict low,
                            const uint16_t *restrict high) {
  VECTORS for (int c = 0; c < MC_XI_COLUMNS16; c++)
    sum[c] += 256u * high[c] + (uint16_t) (low[c] - 256u * high[c]);
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

enum {
  XI_WIDE = MC_U16_LANES > 1,
  XI_VECTORS = XI_WIDE ? MC_XI_COLUMNS16 / MC_U16_LANES : 1,
  XI_HALVES = 64,   /* at so few rows between overflows sums have halves */
  XI_HALVES_ROWS = 257
};

/* Adds up rows order[1], ..., order[n - 1], `at_once` rows between overflows. With `halves`, a
   constant, sums have halves. */
MC_INLINE void xi_rows16(const uint16_t *rank, const uint16_t *order, int64_t n, int64_t at_once,
                         bool halves, uint32_t *sum) {
  uint16_t low[MC_XI_COLUMNS16], high[MC_XI_COLUMNS16];
  mc_u16 last[XI_VECTORS], acc[XI_VECTORS], upper[XI_VECTORS];
  const uint16_t *row = rank + MC_XI_COLUMNS16 * (int64_t) order[0];
  MC_UNROLL for (int v = 0; v < XI_VECTORS; v++) last[v] = mc_u16_load(row + v * MC_U16_LANES);
  for (int64_t k = 1; k < n;) {
    const int64_t end = n - k < at_once ? n : k + at_once;
    MC_UNROLL for (int v = 0; v < XI_VECTORS; v++) acc[v] = upper[v] = mc_u16_set(0);
    for (; k < end; k++) {
      row = rank + MC_XI_COLUMNS16 * (int64_t) order[k];
      MC_UNROLL for (int v = 0; v < XI_VECTORS; v++) {
        const mc_u16 next = mc_u16_load(row + v * MC_U16_LANES);
        const mc_u16 greater = mc_u16_max(last[v], next);
        acc[v] = mc_u16_add(acc[v], greater);
        if (halves)
          upper[v] = mc_u16_add(upper[v], mc_u16_high(greater));
        last[v] = next;
      }
    }
    MC_UNROLL for (int v = 0; v < XI_VECTORS; v++) {
      mc_u16_store(low + v * MC_U16_LANES, acc[v]);
      mc_u16_store(high + v * MC_U16_LANES, upper[v]);
    }
    if (halves)
      xi_add_halves16(sum, low, high);
    else
      xi_add16(sum, low);
  }
}

/* The same, column by column. */
static void xi_plain_rows16(const uint16_t *rank, const uint16_t *order, int64_t n, int64_t at_once,
                            uint32_t *sum) {
  uint16_t part[MC_XI_COLUMNS16];
  const uint16_t *row = rank + MC_XI_COLUMNS16 * (int64_t) order[0];
  for (int64_t k = 1; k < n;) {
    const int64_t end = n - k < at_once ? n : k + at_once;
    memset(part, 0, sizeof part);
    for (; k < end; k++) {
      const uint16_t *next = rank + MC_XI_COLUMNS16 * (int64_t) order[k];
      xi_plain_row16(part, row, next);
      row = next;
    }
    xi_add16(sum, part);
  }
}

static void MC_FN(kendall_xi16)(const mc_kendall_xi_panel *y, const uint16_t *order, int64_t n,
                                double *xi) {
  const int64_t at_once = UINT16_MAX / (n - 1);
  const uint16_t *rank = y->rank;
  uint32_t sum[MC_XI_COLUMNS16] = {0};
  if (!XI_WIDE)
    xi_plain_rows16(rank, order, n, at_once, sum);
  else if (at_once > XI_HALVES)
    xi_rows16(rank, order, n, at_once, false, sum);
  else
    xi_rows16(rank, order, n, XI_HALVES_ROWS, true, sum);
  xi_of_sums16(y, n, sum, rank + MC_XI_COLUMNS16 * (int64_t) order[0],
               rank + MC_XI_COLUMNS16 * (int64_t) order[n - 1], xi);
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
