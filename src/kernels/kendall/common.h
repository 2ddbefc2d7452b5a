/* Rows that two columns both have. A column has a bit for each row, set where the row is present.
   The bits are in `units` units of 64 bytes, 64-byte aligned. Bits behind the last row are 0. */

/* kendall_common_rows: of one column and another. Contract: O(units). */
static int64_t MC_FN(kendall_common_rows)(const uint64_t *a, const uint64_t *b, int64_t units) {
  const int64_t step = MC_BITS_BYTES / 8, words = units * MC_BITS_UNIT_WORDS64;
  int64_t sum[4] = {0};
  for (int64_t k = 0; k < words;) {
    const int64_t end = words - k < MC_COUNT_RUN * step ? words : k + MC_COUNT_RUN * step;
    mc_count count = mc_count_zero();
    for (; k < end; k += step)
      count = mc_count_add(count, mc_bits_and(mc_bits_load(a + k), mc_bits_load(b + k)));
    mc_count_flush4(sum, count, mc_count_zero(), mc_count_zero(), mc_count_zero());
  }
  return sum[0];
}

/* kendall_common_fours: of each of four columns and each of four others. a and b have the columns
   one after the other. Contract: rows[4 i + j] become those of columns i of a and j of b; columns
   behind a_columns and b_columns, 1 to 4, repeat the last one. O(units). */
static void MC_FN(kendall_common_fours)(const uint64_t *a, const uint64_t *b, int64_t units,
                                        int a_columns, int b_columns, int64_t *rows) {
  const int64_t step = MC_BITS_BYTES / 8, words = units * MC_BITS_UNIT_WORDS64;
  const uint64_t *of_b[MC_BITS_PANEL];
  for (int j = 0; j < MC_BITS_PANEL; j++)
    of_b[j] = b + (j < b_columns ? j : b_columns - 1) * words;
  memset(rows, 0, MC_BITS_PANEL * MC_BITS_PANEL * sizeof *rows);
  for (int i = 0; i < MC_BITS_PANEL; i++) {
    const uint64_t *of_a = a + (i < a_columns ? i : a_columns - 1) * words;
    for (int64_t k = 0; k < words;) {
      const int64_t end = words - k < MC_COUNT_RUN * step ? words : k + MC_COUNT_RUN * step;
      mc_count count[MC_BITS_PANEL];
      MC_UNROLL for (int j = 0; j < MC_BITS_PANEL; j++)
        count[j] = mc_count_zero();
      for (; k < end; k += step) {
        const mc_bits x = mc_bits_load(of_a + k);
        MC_UNROLL for (int j = 0; j < MC_BITS_PANEL; j++)
          count[j] = mc_count_add(count[j], mc_bits_and(x, mc_bits_load(of_b[j] + k)));
      }
      mc_count_flush4(rows + MC_BITS_PANEL * i, count[0], count[1], count[2], count[3]);
    }
  }
}
