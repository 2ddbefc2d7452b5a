/* Contract: simd/portable/count.h. Without VPOPCNTDQ the popcounts of nibbles are looked up. */

enum { MC_COUNT_RUN = 31 };
typedef __m512i mc_count; /* 64 counters of one byte */

MC_INLINE mc_count mc_count_zero(void) {
  return _mm512_setzero_si512();
}

MC_INLINE mc_count mc_count_add(mc_count count, mc_bits v) {
  const __m512i table =
    _mm512_broadcast_i32x4(_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
  const __m512i nibble = _mm512_set1_epi8(15);
  __m512i low = _mm512_and_si512(v, nibble);
  __m512i high = _mm512_and_si512(_mm512_srli_epi16(v, 4), nibble);
  return _mm512_add_epi8(
    count, _mm512_add_epi8(_mm512_shuffle_epi8(table, low), _mm512_shuffle_epi8(table, high)));
}

MC_INLINE void mc_count_flush4(int64_t *sum, mc_count c0, mc_count c1, mc_count c2, mc_count c3) {
  const __m512i zero = _mm512_setzero_si512();
  mc_flush_lanes4(sum, _mm512_sad_epu8(c0, zero), _mm512_sad_epu8(c1, zero),
                  _mm512_sad_epu8(c2, zero), _mm512_sad_epu8(c3, zero));
}

MC_INLINE mc_sums mc_count_sums(mc_count count) {
  return _mm512_sad_epu8(count, _mm512_setzero_si512());
}
