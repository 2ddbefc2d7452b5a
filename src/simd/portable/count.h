/* Counts of ones in vectors of bits (bits.h).

     mc_count                        counters: bytes if the target has no popcount of vectors
     MC_COUNT_RUN                    how many vectors may be added before a counter overflows
     mc_count_zero()                 all counters 0
     mc_count_add(count, v)          adds the ones of v
     mc_count_flush4(sum, c0, c1, c2, c3)
                                     sum[j] += the total of cj
     mc_count_sums(count)            the total of each word of 64 bits, as mc_sums (sums.h) */

enum { MC_COUNT_RUN = 31 };
typedef struct {
  uint64_t word[8];
} mc_count; /* 64 counters of one byte */

MC_INLINE mc_count mc_count_zero(void) {
  return (mc_count){{0}};
}

/* Adds the number of ones in each byte to that byte's counter. */
MC_INLINE mc_count mc_count_add(mc_count count, mc_bits v) {
  for (int i = 0; i < 8; i++) {
    uint64_t w = v.word[i];
    w -= w >> 1 & UINT64_C(0x5555555555555555);
    w = (w & UINT64_C(0x3333333333333333)) + (w >> 2 & UINT64_C(0x3333333333333333));
    w = (w + (w >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    count.word[i] += w;
  }
  return count;
}

MC_INLINE int64_t mc_count_total(mc_count count) {
  uint64_t total = 0;
  for (int i = 0; i < 8; i++) /* fields of 16 bits hold at most 8 * 2 * 248 */
    total += (count.word[i] & UINT64_C(0x00ff00ff00ff00ff)) +
             (count.word[i] >> 8 & UINT64_C(0x00ff00ff00ff00ff));
  total = (total & UINT64_C(0x0000ffff0000ffff)) + (total >> 16 & UINT64_C(0x0000ffff0000ffff));
  return (int64_t) ((total & UINT64_C(0xffffffff)) + (total >> 32));
}

MC_INLINE void mc_count_flush4(int64_t *sum, mc_count c0, mc_count c1, mc_count c2, mc_count c3) {
  sum[0] += mc_count_total(c0);
  sum[1] += mc_count_total(c1);
  sum[2] += mc_count_total(c2);
  sum[3] += mc_count_total(c3);
}

MC_INLINE mc_sums mc_count_sums(mc_count count) {
  mc_sums sums;
  for (int i = 0; i < 8; i++) {
    const uint64_t w = (count.word[i] & UINT64_C(0x00ff00ff00ff00ff)) +
                       (count.word[i] >> 8 & UINT64_C(0x00ff00ff00ff00ff));
    sums.lane[i] = (int64_t) (w * UINT64_C(0x0001000100010001) >> 48);
  }
  return sums;
}
