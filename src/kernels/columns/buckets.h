/* Keys of a column that is to be sorted, in buckets of neighbouring values.

   A map gives each value an unsigned integer q. The leading bits of q are the bucket of its row.
   The key has the other bits of q, then the row:

     bucket = q / 2^rest_bits
     key = (q mod 2^rest_bits) 2^row_bits + row, with the leading bit turned

   With the leading bit turned, signed integers have the order of unsigned ones. A map is linear,
   or linear near the middle and logarithmic far away, for columns with outliers or long tails:

     linear       q = trunc((value - least) scale)
     otherwise    d = value - middle
                  t = bits(|d| + width) - bits(width), with the sign of d
                  q = (t - first) / 2^shift

   bits() takes the bits of a double for an integer, which is monotone above 0. All steps are
   monotone, rounding too. So the buckets, each sorted by key, have the order of the values, unless
   q is equal; then they have the order of the rows.

   column_tally: the rows of each bucket

   column_scatter: puts each key at the next place of its bucket

   column_rows: sorted keys become rows. Bit i % 64 of word i / 64 of `equal` tells whether key i
   and the key before have the same q or, rarely, the same rest in two buckets.

   column_bucket_rows: the most rows of a column that is sorted faster by buckets than by digits
   (kendall/column_digits.c). 0: never.

   Contract. 0 <= q < 2^rest_bits buckets < 2^32, rest_bits < 32, rest_bits + row_bits <= 32,
   row < n <= 2^row_bits. NaNs have no key; `whole` tells whether there is no NaN. `count` and
   `place` have an element for each bucket; column_tally adds to the counts, and column_scatter
   leaves the end of each bucket. O(n). */

enum { BUCKETS_RUN = 64 }; /* rows of a loop that compilers vectorise */

/* Computes q of `rows` rows, a constant in each call. q of NaN means nothing. */
MC_INLINE void buckets_map(const double *value, int rows, const mc_column_map *map, uint32_t *q) {
  const double least = map->least, scale = map->scale, middle = map->middle, width = map->width;
  if (map->linear) {
    for (int k = 0; k < rows; k++)
      q[k] = (uint32_t) (int32_t) ((value[k] - least) * scale);
    return;
  }
  const uint64_t first = (uint64_t) map->first;
  const int shift = map->shift;
  for (int k = 0; k < rows; k++)
    q[k] = (uint32_t) (((uint64_t) mc_column_map_t(value[k], middle, width) - first) >> shift);
}

static void MC_FN(column_tally)(const double *value, int64_t n, bool whole,
                                const mc_column_map *map, int rest_bits, uint32_t *count) {
  const mc_column_map m = *map;
  uint32_t q[BUCKETS_RUN];
  int64_t i = 0;
  for (; whole && i + BUCKETS_RUN <= n; i += BUCKETS_RUN) {
    buckets_map(value + i, BUCKETS_RUN, &m, q);
    for (int k = 0; k < BUCKETS_RUN; k++)
      q[k] >>= rest_bits;
    for (int k = 0; k < BUCKETS_RUN; k++)
      count[q[k]]++;
  }
  for (; i < n; i++)
    if (value[i] == value[i]) {
      buckets_map(value + i, 1, &m, q);
      count[q[0] >> rest_bits]++;
    }
}

static void MC_FN(column_scatter)(const double *value, int64_t n, bool whole,
                                  const mc_column_map *map, mc_column_buckets b, uint32_t *place,
                                  uint32_t *key) {
  const mc_column_map m = *map;
  const uint32_t rest = (UINT32_C(1) << b.rest_bits) - 1, sign = UINT32_C(1) << 31;
  uint32_t q[BUCKETS_RUN], bucket[BUCKETS_RUN];
  int64_t i = 0;
  for (; whole && i + BUCKETS_RUN <= n; i += BUCKETS_RUN) {
    buckets_map(value + i, BUCKETS_RUN, &m, q);
    for (int k = 0; k < BUCKETS_RUN; k++) {
      bucket[k] = q[k] >> b.rest_bits;
      q[k] = (q[k] & rest) << b.row_bits ^ sign ^ (uint32_t) (i + k);
    }
    for (int k = 0; k < BUCKETS_RUN; k++)
      key[place[bucket[k]]++] = q[k];
  }
  for (; i < n; i++)
    if (value[i] == value[i]) {
      buckets_map(value + i, 1, &m, q);
      key[place[q[0] >> b.rest_bits]++] = (q[0] & rest) << b.row_bits ^ sign ^ (uint32_t) i;
    }
}

enum { BUCKETS_WORD = 64 }; /* bits of a word */

/* Bit k tells whether key[k] and key[k - 1] differ in bits of the row only. */
MC_INLINE uint64_t buckets_equal(const uint32_t *key, uint32_t row) {
  enum { HALF = BUCKETS_WORD / 2 };
  uint32_t bit[BUCKETS_WORD], low = 0, high = 0;
  for (int k = 0; k < BUCKETS_WORD; k++)
    bit[k] = (uint32_t) ((key[k] ^ key[k - 1]) <= row) << k % HALF;
  for (int k = 0; k < HALF; k++) {
    low |= bit[k];
    high |= bit[HALF + k];
  }
  return (uint64_t) high << HALF | low;
}

/* Goes from the last word to the first one: a word needs the key before it. */
static void MC_FN(column_rows)(uint32_t *key, int64_t n, int row_bits, uint64_t *equal) {
  enum { WORD = BUCKETS_WORD };
  const uint32_t row = (UINT32_C(1) << row_bits) - 1;
  for (int64_t word = (n + WORD - 1) / WORD - 1; word >= 0; word--) {
    uint32_t *at = key + word * WORD;
    const int keys = n - word * WORD < WORD ? (int) (n - word * WORD) : WORD;
    if (word > 0 && keys == WORD) {
      equal[word] = buckets_equal(at, row);
      for (int k = 0; k < WORD; k++)
        at[k] &= row;
      continue;
    }
    uint32_t held[WORD + 1];
    held[0] = word > 0 ? at[-1] : ~at[0];
    for (int k = 0; k < WORD; k++)
      held[k + 1] = k < keys ? at[k] : ~held[k];
    equal[word] = buckets_equal(held + 1, row);
    for (int k = 0; k < keys; k++)
      at[k] &= row;
  }
}

_Static_assert(MC_BUCKET_ROWS <= 1 << 22, "more rows than the buckets are for");

static int64_t MC_FN(column_bucket_rows)(void) {
  return MC_BUCKET_ROWS;
}
