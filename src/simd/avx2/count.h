/* Contract: simd/portable/count.h. */

enum { MC_COUNT_RUN = 31 };
typedef __m256i mc_count; /* 32 counters of one byte */

MC_INLINE mc_count mc_count_zero(void) {
  return _mm256_setzero_si256();
}

/* A byte shuffle looks up the popcount of each nibble. */
MC_INLINE mc_count mc_count_add(mc_count count, mc_bits v) {
  const __m256i table = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2,
                                         1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
  const __m256i nibble = _mm256_set1_epi8(15);
  __m256i low = _mm256_and_si256(v, nibble);
  __m256i high = _mm256_and_si256(_mm256_srli_epi16(v, 4), nibble);
  return _mm256_add_epi8(
    count, _mm256_add_epi8(_mm256_shuffle_epi8(table, low), _mm256_shuffle_epi8(table, high)));
}

MC_INLINE void mc_count_flush4(int64_t *sum, mc_count c0, mc_count c1, mc_count c2, mc_count c3) {
  const __m256i zero = _mm256_setzero_si256();
  c0 = _mm256_sad_epu8(c0, zero);
  c1 = _mm256_sad_epu8(c1, zero);
  c2 = _mm256_sad_epu8(c2, zero);
  c3 = _mm256_sad_epu8(c3, zero);
  __m256i c01 =
    _mm256_add_epi64(_mm256_unpacklo_epi64(c0, c1), _mm256_unpackhi_epi64(c0, c1)); /* 0 1 0 1 */
  __m256i c23 =
    _mm256_add_epi64(_mm256_unpacklo_epi64(c2, c3), _mm256_unpackhi_epi64(c2, c3)); /* 2 3 2 3 */
  __m256i all = _mm256_add_epi64(_mm256_permute2x128_si256(c01, c23, 0x20),
                                 _mm256_permute2x128_si256(c01, c23, 0x31));
  __m256i *p = (__m256i *) sum;
  _mm256_storeu_si256(p, _mm256_add_epi64(_mm256_loadu_si256(p), all));
}

MC_INLINE mc_sums mc_count_sums(mc_count count) {
  return _mm256_sad_epu8(count, _mm256_setzero_si256());
}
