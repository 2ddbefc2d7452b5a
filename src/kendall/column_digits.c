/* Two radix sorts of a column.

   The fast sort maps the range of values linearly to q = 0, ..., 2^(2 d) - 1. A digit has d bits.
   Longer columns have longer digits. Subtraction, product and truncation are monotone, so q has the
   order of the values. Two passes over the digits of q sort the rows. Rows of equal q are then
   ordered by value (column_settle.h). Between the passes a row number and the second digit share 32
   bits, if both fit, which halves the memory.

   The sort for all data sorts by all bits of a normalised key of the double, and skips digits that
   are equal in all rows. */

#include "kendall/column_digits.h"

#include <math.h>
#include <string.h>

#include "kendall/histogram.h"

enum {
  RUN = 64, /* elements of a loop that compilers vectorise */
  STEPS = 8 /* insertion steps for each row */
};

/* ---- the fast sort ---- */

/* The bits of a digit. If they are too few, many rows have equal q. If they are too many, clearing
   and adding up the histograms takes longer than the passes over the column. */
static int digit_of_range(int64_t n) {
  return n < 128 ? 7 : n < 640 ? 8 : n < 4096 ? 9 : n < 65536 ? 11 : MC_DIGIT_BITS;
}

static const uint32_t NO_Q = UINT32_MAX;

/* Orders the rows of equal q. */
static bool settle_all(const double *value, mc_kendall_sorted_row *row, int64_t n,
                       const uint32_t *q, bool *tied) {
  mc_kendall_settling s = {.budget = STEPS * n};
  uint32_t before = NO_Q;
  for (int64_t i = 0; i < n; i++) {
    const uint32_t here = q[row[i]];
    if (here == before) {
      int64_t last = i + 1;
      while (last < n && q[row[last]] == here)
        last++;
      if (!mc_kendall_settle(&s, value, row, i - 1, last))
        return false;
      i = last - 1;
    }
    before = here;
  }
  *tied = s.tied;
  return true;
}

/* Computes q of all rows; NO_Q for NaN. */
static void map(const double *value, int64_t n, mc_column_range r, double scale, uint32_t *q) {
  int64_t i = 0;
  if (r.present == n)
    for (; i + RUN <= n; i += RUN)
      for (int k = 0; k < RUN; k++)
        q[i + k] = (uint32_t) (int32_t) ((value[i + k] - r.least) * scale);
  for (; i < n; i++)
    q[i] = value[i] == value[i] ? (uint32_t) (int32_t) ((value[i] - r.least) * scale) : NO_Q;
}

/* Counts both digits. */
static void tally(const uint32_t *q, int64_t n, int digit, uint32_t *low, uint32_t *high) {
  const uint32_t mask = (UINT32_C(1) << digit) - 1;
  for (int64_t i = 0; i < n; i++)
    if (q[i] != NO_Q) {
      low[q[i] & mask]++;
      high[q[i] >> digit]++;
    }
}

bool mc_kendall_sort_by_range(const double *value, int64_t n, mc_column_range r,
                              mc_kendall_sorted_row *row, uint32_t *q, void *items,
                              uint32_t (*count)[MC_DIGIT_COUNTS], bool *tied) {
  const int digit = digit_of_range(n);
  const uint32_t buckets = UINT32_C(1) << digit, mask = buckets - 1;
  const double scale = ((double) buckets * buckets - 1) / (r.most - r.least);
  if (!(scale > 0) || isinf(scale)) /* one value, or an infinite or tiny range */
    return false;

  uint32_t *low = count[0], *high = count[1];
  memset(low, 0, buckets * sizeof *low);
  memset(high, 0, buckets * sizeof *high);
  map(value, n, r, scale, q);
  tally(q, n, digit, low, high);
  mc_kendall_begins(low, buckets);
  mc_kendall_begins(high, buckets);
  if (n <= MC_DIGIT_ROWS) {
    uint32_t *item = items;
    for (int64_t i = 0; i < n; i++)
      if (q[i] != NO_Q)
        item[low[q[i] & mask]++] = q[i] >> digit << MC_DIGIT_ROW_BITS | (uint32_t) i;
    for (int64_t i = 0; i < r.present; i++)
      row[high[item[i] >> MC_DIGIT_ROW_BITS]++] = item[i] & (uint32_t) (MC_DIGIT_ROWS - 1);
  } else {
    uint64_t *item = items;
    for (int64_t i = 0; i < n; i++)
      if (q[i] != NO_Q)
        item[low[q[i] & mask]++] = (uint64_t) (q[i] >> digit) << 32 | (uint64_t) i;
    for (int64_t i = 0; i < r.present; i++)
      row[high[item[i] >> 32]++] = (uint32_t) item[i];
  }
  return settle_all(value, row, r.present, q, tied);
}

/* ---- the sort for all data ---- */

/* The normalised key: an unsigned integer with the order of the values. Flips all bits of negative
   numbers, and the sign bit of others. Adding 0 turns -0 into 0. */
static uint64_t key_of(double x) {
  uint64_t bits;
  x += 0.0;
  memcpy(&bits, &x, sizeof bits);
  return bits >> 63 ? ~bits : bits | UINT64_C(1) << 63;
}

/* The bits of a digit: so few that the histograms are much smaller than the column, and so many
   that a key has at most MC_DIGITS digits. */
static int digit_of_key(int64_t n) {
  return n < 4096 ? 8 : n < 65536 ? 11 : MC_DIGIT_BITS;
}

mc_kendall_sorted_row *mc_kendall_sort_by_bits(const double *value, int64_t n,
                                               mc_kendall_sorted_row *row,
                                               mc_kendall_sorted_row *spare,
                                               uint32_t (*count)[MC_DIGIT_COUNTS], bool *tied) {
  const int digit = digit_of_key(n);
  const int digits = (64 + digit - 1) / digit;
  const uint32_t buckets = UINT32_C(1) << digit;
  for (int d = 0; d < digits; d++)
    memset(count[d], 0, buckets * sizeof **count);
  int64_t k = 0;
  for (int64_t i = 0; i < n; i++) {
    if (value[i] != value[i])
      continue;
    row[k++] = (mc_kendall_sorted_row) i;
    uint64_t key = key_of(value[i]);
    for (int d = 0; d < digits; d++)
      count[d][key >> d * digit & (buckets - 1)]++;
  }
  for (int d = 0; d < digits; d++) {
    /* a digit that is equal in all rows is skipped */
    if (k == 0 || count[d][key_of(value[row[0]]) >> d * digit & (buckets - 1)] == (uint32_t) k)
      continue;
    mc_kendall_begins(count[d], buckets);
    for (int64_t i = 0; i < k; i++) {
      uint64_t key = key_of(value[row[i]]);
      spare[count[d][key >> d * digit & (buckets - 1)]++] = row[i];
    }
    mc_kendall_sorted_row *swap = row;
    row = spare;
    spare = swap;
  }
  for (int64_t i = k - 1; i > 0; i--)
    if (value[row[i]] == value[row[i - 1]]) {
      row[i] |= MC_KENDALL_SORTED_TIED;
      *tied = true;
    }
  return row;
}
