/* The body of table.h for one width of ranks: RANK, RANKS(), RANKS_TYPE, RANK_NA and TABLE_FN()
   are defined by it and undefined here. */

/* Up to 64 rows from `rank` on: a word of each row of bits, a group's columns apart. */
MC_INLINE void TABLE_FN(table_word)(const RANK *rank, int64_t rows, int values, bool present,
                                    uint64_t *to) {
  enum { HALF = 32 };
  for (int half = 0; half < 2; half++) {
    const int64_t left = rows - half * HALF;
    RANK some[HALF];
    const RANK *from = rank + half * HALF;
    if (left < HALF) { /* the others are missing */
      memset(some, 0xff, sizeof some);
      if (left > 0)
        memcpy(some, from, (size_t) left * sizeof *some);
      from = some;
    }
    const RANKS_TYPE r = RANKS(load)(from);
    const int shift = half * HALF;
    for (int v = 0; v < values - 1 + present; v++) {
      /* missing rows have the greatest rank */
      const RANK last = v == values - 1 ? RANK_NA - 1 : (RANK) v;
      const uint64_t bits = (uint32_t) ~RANKS(gt)(r, RANKS(set)(last));
      uint64_t *word = to + v * MC_TABLE_GROUP;
      *word = half == 0 ? bits : *word | bits << shift;
    }
  }
}

/* Contract. Words first <= w < last of a column of n ranks, 0 <= w < (n + 63) / 64, to its place
   in the first of the group's words: values - 1 rows of bits, and one more if `present`. Bits
   behind row n are 0. */
static void MC_FN(TABLE_FN(kendall_table_bits))(const RANK *rank, int64_t n, int64_t first,
                                                int64_t last, int values, bool present,
                                                uint64_t *to) {
  const int64_t step = (int64_t) (values - 1 + present) * MC_TABLE_GROUP;
  for (int64_t w = first; w < last; w++, to += step)
    TABLE_FN(table_word)(rank + 64 * w, n - 64 * w, values, present, to);
}

#undef RANK
#undef RANKS
#undef RANKS_TYPE
#undef RANK_NA
#undef TABLE_FN
