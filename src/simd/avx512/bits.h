/* Contract: simd/portable/bits.h. */

enum { MC_BITS_BYTES = 64 };
typedef __m512i mc_bits;

MC_INLINE mc_bits mc_bits_load(const uint64_t *p) {
  return _mm512_load_si512(p);
}

MC_INLINE mc_bits mc_bits_set(uint64_t word) {
  return _mm512_set1_epi64((int64_t) word);
}

MC_INLINE mc_bits mc_bits_and(mc_bits a, mc_bits b) {
  return _mm512_and_si512(a, b);
}

MC_INLINE mc_bits mc_bits_xor(mc_bits a, mc_bits b) {
  return _mm512_xor_si512(a, b);
}

MC_INLINE mc_bits mc_bits_xor_and(mc_bits a, mc_bits b, mc_bits mask) {
  return _mm512_ternarylogic_epi64(a, b, mask, 0x28); /* (a ^ b) & mask */
}

/* sum[j] += the sum of the 64-bit lanes of cj. */
MC_INLINE void mc_flush_lanes4(int64_t *sum, __m512i c0, __m512i c1, __m512i c2, __m512i c3) {
  __m512i c01 = _mm512_add_epi64(_mm512_unpacklo_epi64(c0, c1), _mm512_unpackhi_epi64(c0, c1));
  __m512i c23 = _mm512_add_epi64(_mm512_unpacklo_epi64(c2, c3), _mm512_unpackhi_epi64(c2, c3));
  /* quarters 0 and 1 hold sums of (0, 1), quarters 2 and 3 of (2, 3) */
  __m512i all =
    _mm512_add_epi64(_mm512_shuffle_i64x2(c01, c23, 0x88), _mm512_shuffle_i64x2(c01, c23, 0xdd));
  all = _mm512_add_epi64(all, _mm512_shuffle_i64x2(all, all, 0xb1));
  __m256i four = _mm512_castsi512_si256(_mm512_shuffle_i64x2(all, all, 0x88));
  __m256i *p = (__m256i *) sum;
  _mm256_storeu_si256(p, _mm256_add_epi64(_mm256_loadu_si256(p), four));
}
