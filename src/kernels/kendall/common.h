/* kendall_common_rows: the rows that two columns both have.

   Contract. a and b have a bit for each row, set where it is present, in `units` units of 64
   bytes, 64-byte aligned; bits behind the last row are 0. O(units). */

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
