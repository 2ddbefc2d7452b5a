/* The body of bits.h for one width of ranks: RANK, RANKS(), RANKS_TYPE,
   RANK_NA and BITS_FN() are defined by it and undefined here. `planes` is a
   constant wherever these functions are inlined. */

/* Rows first <= j < last against the block of 32 rows at `block`, up to a unit
   of words at a time. */
MC_INLINE void BITS_FN(bits_rows)(const RANK *rank, const RANK *block,
                                  int64_t first, int64_t last, int planes,
                                  bits_cursor *c) {
  RANKS_TYPE b = RANKS(load)(block);
  uint32_t present = planes >= 2 ? RANKS(ne)(b, RANKS(set)(RANK_NA)) : 0;
  int count;
  for (int64_t j = first; j < last; j += count) {
    count = MC_BITS_UNIT - c->word;
    if (last - j < count)
      count = (int) (last - j);
    RANKS(rows_gt)(b, rank + j, count, bits_at_cursor(c, 0));
    if (planes >= 2) {
      uint32_t *m = bits_at_cursor(c, 1);
      RANKS(rows_ne)(b, rank + j, count, m);
      for (int k = 0; k < count; k++) {
        uint32_t p = rank[j + k] == RANK_NA ? 0 : present;
        m[k] &= p;
        if (planes >= 3)
          m[BITS_PLANE_STEP + k] = p;
      }
    }
    bits_advance(c, count);
  }
}

/* The circle within `size` <= 32 rows: distances first <= d < last, d from 1
   to size / 2. */
MC_INLINE void BITS_FN(bits_circle)(const RANK *block, int size, int first,
                                    int last, int planes, bits_cursor *c) {
  RANK twice[2 * MC_BITS_BLOCK] = {0}; /* the rows, and the rows again */
  for (int l = 0; l < 2 * size; l++)
    twice[l] = block[l < size ? l : l - size];
  RANKS_TYPE b = RANKS(load)(twice), na = RANKS(set)(RANK_NA);
  uint32_t present = planes >= 2 ? RANKS(ne)(b, na) : 0;
  for (int d = first; d < last; d++) {
    uint32_t used = bits_lowest(2 * d == size ? d : size), m = 0, p = 0;
    RANKS_TYPE r = RANKS(load)(twice + d);
    if (planes >= 2) {
      p = RANKS(ne)(r, na) & present & used;
      m = RANKS(ne)(r, b) & p;
    }
    bits_put(c, RANKS(gt)(r, b) & used, m, p);
  }
}

MC_INLINE void BITS_FN(bits_words)(const RANK *rank, int64_t n, int64_t first,
                                   int64_t last, int planes, uint32_t *bits) {
  bits_cursor c = {bits, 0, planes};
  int64_t k = 0; /* number of the word that the next loop would begin with */
  for (int64_t row = 0; row < n && k < last; row += MC_BITS_BLOCK) {
    int size = n - row < MC_BITS_BLOCK ? (int) (n - row) : MC_BITS_BLOCK;
    int64_t behind = row + size, rows = n - behind;
    int64_t from = first - k > 0 ? first - k : 0, to = last - k;
    if (from < rows)
      BITS_FN(bits_rows)(rank, rank + row, behind + from,
                         behind + (to < rows ? to : rows), planes, &c);
    k += rows;
    from = first - k > 0 ? first - k : 0;
    to = last - k;
    int64_t half = size / 2;
    if (from < half && to > 0)
      BITS_FN(bits_circle)(rank + row, size, 1 + (int) from,
                           1 + (int) (to < half ? to : half), planes, &c);
    k += half;
  }
  while (c.word != 0)
    bits_put(&c, 0, 0, 0);
}

static void MC_FN(BITS_FN(kendall_bits))(const RANK *rank, int64_t n,
                                         int64_t first, int64_t last,
                                         int planes, uint32_t *bits) {
  if (planes == 1)
    BITS_FN(bits_words)(rank, n, first, last, 1, bits);
  else if (planes == 2)
    BITS_FN(bits_words)(rank, n, first, last, 2, bits);
  else
    BITS_FN(bits_words)(rank, n, first, last, 3, bits);
}

#undef RANK
#undef RANKS
#undef RANKS_TYPE
#undef RANK_NA
#undef BITS_FN
