/* Contract: simd/portable/count.h. */

enum { MC_COUNT_RUN = 1 << 20 };
typedef __m512i mc_count; /* 8 counters of 64 bits */

MC_INLINE mc_count mc_count_zero(void) {
  return _mm512_setzero_si512();
}

MC_INLINE mc_count mc_count_add(mc_count count, mc_bits v) {
  return _mm512_add_epi64(count, _mm512_popcnt_epi64(v));
}

MC_INLINE void mc_count_flush4(int64_t *sum, mc_count c0, mc_count c1, mc_count c2, mc_count c3) {
  mc_flush_lanes4(sum, c0, c1, c2, c3);
}

MC_INLINE mc_sums mc_count_sums(mc_count count) {
  return count;
}
