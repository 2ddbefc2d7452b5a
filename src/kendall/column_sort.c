/* Three sorts: one for few rows, up to kernels->column_keys_rows(); a fast radix sort for more
   rows; and a radix sort for all data.

   Few rows have keys of 32 bits (kernels/columns/keys.h), which vectors sort. An insertion sort by
   value then orders rows whose keys have equal leading bits. Such rows are few, or they are ties.

   The fast radix sort maps the range of values linearly to q = 0, ..., 2^(2 d) - 1. A digit has d
   bits. Longer columns have longer digits. Subtraction, product and truncation are monotone, so q
   has the order of the values. Two passes over the digits of q sort the rows. An insertion sort by
   value then orders rows of equal q. Between the passes a row number and the second digit share 32
   bits, if both fit, which halves the memory.

   If an outlier or a tail leaves most values in few q or few leading bits, the insertion sort gives
   up after 8 n steps. Then the sort for all data takes over. It sorts by all bits of a normalised
   key of the double, and skips digits that are equal in all rows. */

#include "kendall/column_sort.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

enum {
  MOST_DIGIT_BITS = 12,
  MOST_DIGITS = 8,
  MOST_BUCKETS = 1 << MOST_DIGIT_BITS,
  BUDGET = 8, /* insertion steps for each row */
  RUN = 64,   /* elements of a loop that compilers vectorise */
  LOOK = 16   /* keys that are compared at once with the keys before them */
};

/* The most rows whose numbers fit into 32 bits with a digit. */
enum { ROW_BITS = 32 - MOST_DIGIT_BITS };
static const int64_t MOST_NARROW = INT64_C(1) << ROW_BITS;

static const uint32_t TIED = UINT32_C(1) << 31;

/* ---- the fast sort ---- */

/* The bits of a digit. If they are too few, many rows have equal q. If they are too many, clearing
   and adding up the histograms takes longer than the passes over the column. */
static int digit_of_range(int64_t n) {
  return n < 128 ? 7 : n < 640 ? 8 : n < 4096 ? 9 : n < 65536 ? 11 : MOST_DIGIT_BITS;
}

/* Turns a histogram into the begin of each bucket. */
static void places(uint32_t *count, uint32_t buckets) {
  uint32_t before = 0;
  for (uint32_t b = 0; b < buckets; b++) {
    uint32_t here = count[b];
    count[b] = before;
    before += here;
  }
}

static const uint32_t NO_Q = UINT32_MAX;

/* Sorts elements [first, last) by value, and sets the bit TIED of each that equals the one before.
   first < last. The bits `mask` of an element are the number of its row; TIED is not one of them.
   The elements come in the order of their rows, and equal values keep it. False if the budget of
   insertion steps is spent. */
static bool settle(uint32_t *row, int64_t first, int64_t last, uint32_t mask, const double *value,
                   int64_t *budget, bool *tied) {
  bool ordered = true; /* often: all values are equal */
  for (int64_t i = first + 1; i < last; i++)
    ordered &= value[row[i] & mask] >= value[row[i - 1] & mask];
  for (int64_t i = first + 1; i < last && !ordered; i++) {
    const uint32_t r = row[i];
    const double v = value[r & mask];
    int64_t j = i;
    for (; j > first && value[row[j - 1] & mask] > v; j--)
      row[j] = row[j - 1];
    row[j] = r;
    *budget -= i - j;
    if (*budget < 0)
      return false;
  }
  double before = value[row[first] & mask];
  for (int64_t i = first + 1; i < last; i++) {
    const double v = value[row[i] & mask];
    const bool equal = v == before;
    row[i] |= equal ? TIED : 0;
    *tied |= equal;
    before = v;
  }
  return true;
}

static bool settle_all(mc_kendall_sorted_row *row, int64_t n, const uint32_t *q,
                       const double *value, bool *tied) {
  int64_t budget = BUDGET * n;
  uint32_t before = NO_Q;
  for (int64_t i = 0; i < n; i++) {
    const uint32_t here = q[row[i]];
    if (here == before) {
      int64_t last = i + 1;
      while (last < n && q[row[last]] == here)
        last++;
      if (!settle(row, i - 1, last, ~TIED, value, &budget, tied))
        return false;
      i = last - 1;
    }
    before = here;
  }
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

/* Sorts the rows into `row`; false if this sort gives up. `items` has room for n items, of 4
   bytes up to MOST_NARROW rows, else of 8 bytes. */
static bool sort_by_range(const double *value, int64_t n, mc_column_range r,
                          mc_kendall_sorted_row *row, uint32_t *q, void *items,
                          uint32_t (*count)[MOST_BUCKETS], bool *tied) {
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
  places(low, buckets);
  places(high, buckets);
  if (n <= MOST_NARROW) {
    uint32_t *item = items;
    for (int64_t i = 0; i < n; i++)
      if (q[i] != NO_Q)
        item[low[q[i] & mask]++] = q[i] >> digit << ROW_BITS | (uint32_t) i;
    for (int64_t i = 0; i < r.present; i++)
      row[high[item[i] >> ROW_BITS]++] = item[i] & (uint32_t) (MOST_NARROW - 1);
  } else {
    uint64_t *item = items;
    for (int64_t i = 0; i < n; i++)
      if (q[i] != NO_Q)
        item[low[q[i] & mask]++] = (uint64_t) (q[i] >> digit) << 32 | (uint64_t) i;
    for (int64_t i = 0; i < r.present; i++)
      row[high[item[i] >> 32]++] = (uint32_t) item[i];
  }
  return settle_all(row, r.present, q, value, tied);
}

/* ---- few rows ---- */

/* Does one of keys [first, last) have the leading bits of the key before it? first > 0. Compilers
   vectorise the loop of LOOK. */
static bool some_equal(const uint32_t *key, int64_t first, int64_t last, int bits) {
  uint32_t equal = 0;
  if (last - first == LOOK)
    for (int k = 0; k < LOOK; k++)
      equal |= (key[first + k] ^ key[first + k - 1]) >> bits == 0;
  else
    for (int64_t i = first; i < last; i++)
      equal |= (key[i] ^ key[i - 1]) >> bits == 0;
  return equal;
}

/* Sorts keys of equal leading bits by value, and marks ties. The keys are sorted. False if the
   budget of insertion steps is spent. */
static bool settle_keys(uint32_t *key, int64_t n, int bits, const double *value, bool *tied) {
  const uint32_t mask = (UINT32_C(1) << bits) - 1;
  int64_t budget = BUDGET * n;
  for (int64_t i = 1, end; i < n; i = end) {
    end = i + LOOK < n ? i + LOOK : n;
    if (!some_equal(key, i, end, bits))
      continue;
    while (i < end) {
      const uint32_t leading = key[i - 1] >> bits;
      int64_t last = i;
      while (last < n && key[last] >> bits == leading)
        last++;
      if (last > i && !settle(key, i - 1, last, mask, value, &budget, tied))
        return false;
      i = last + 1;
    }
    end = i;
  }
  return true;
}

/* Keys become rows. */
static void keep_rows(uint32_t *key, int64_t n, uint32_t mask) {
  int64_t i = 0;
  for (; i + RUN <= n; i += RUN)
    for (int k = 0; k < RUN; k++)
      key[i + k] &= mask;
  for (; i < n; i++)
    key[i] &= mask;
}

/* Sorts the rows into `row`; false if this sort gives up. */
static bool sort_by_vectors(const mc_kernels *kernels, const double *value, int64_t n,
                            mc_column_range r, mc_kendall_sorted_row *row, bool *tied) {
  int bits = 0; /* of the number of a row */
  while (INT64_C(1) << bits < n)
    bits++;
  const double scale = (double) ((UINT32_C(1) << (31 - bits)) - 1) / (r.most - r.least);
  if (!(scale > 0) || isinf(scale))
    return false;
  const int64_t present = kernels->column_keys(value, n, r, scale, bits, (int32_t *) row);
  kernels->sort_sequential_i32(row, present, true, 2 * bits + 2);
  if (!settle_keys(row, present, bits, value, tied))
    return false;
  keep_rows(row, present, TIED | ((UINT32_C(1) << bits) - 1));
  return true;
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
   that a key has at most MOST_DIGITS digits. */
static int digit_of_key(int64_t n) {
  return n < 4096 ? 8 : n < 65536 ? 11 : MOST_DIGIT_BITS;
}

/* Returns the sorted rows: `row` or `spare`. */
static mc_kendall_sorted_row *sort_by_key(const double *value, int64_t n,
                                          mc_kendall_sorted_row *row, mc_kendall_sorted_row *spare,
                                          uint32_t (*count)[MOST_BUCKETS], bool *tied) {
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
    places(count[d], buckets);
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
      row[i] |= TIED;
      *tied = true;
    }
  return row;
}

/* ---- either ---- */

/* Items, rows and q, of 4 bytes each; items of many rows have 8 bytes. */
int64_t mc_kendall_column_sort_bytes(int64_t n) {
  return (n <= MOST_NARROW ? 3 : 4) * n * (int64_t) sizeof(uint32_t) +
         MOST_DIGITS * MOST_BUCKETS * (int64_t) sizeof(uint32_t);
}

mc_kendall_sorted mc_kendall_column_sort(const mc_kernels *kernels, const double *value, int64_t n,
                                         void *scratch) {
  uint32_t(*count)[MOST_BUCKETS] = scratch;
  uint32_t *items = (uint32_t *) (count + MOST_DIGITS);
  uint32_t *row = items + (n <= MOST_NARROW ? n : 2 * n), *q = row + n;
  const mc_column_range r = kernels->column_range(value, n);
  bool tied = false;
  const bool sorted = n <= kernels->column_keys_rows()
                        ? sort_by_vectors(kernels, value, n, r, row, &tied)
                        : sort_by_range(value, n, r, row, q, items, count, &tied);
  if (!sorted)
    tied = false;
  const mc_kendall_sorted_row *rows = sorted ? row : sort_by_key(value, n, row, q, count, &tied);
  return (mc_kendall_sorted){rows, r.present, tied};
}
