/* Words of the chapter lookups (simd/portable/lookups.h) for single columns, which avx2 and avx512
   share. */

MC_INLINE void mc_lookup_offsets(const uint8_t *first, const uint8_t *second, uint16_t *to) {
  const __m256i low = _mm256_set1_epi16(15), high = _mm256_set1_epi16(0xf0);
  __m256i a = _mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i *) first));
  __m256i b = _mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i *) second));
  __m256i even = _mm256_or_si256(_mm256_slli_epi16(_mm256_and_si256(a, low), 4),
                                 _mm256_slli_epi16(_mm256_and_si256(b, low), 8));
  __m256i odd =
    _mm256_or_si256(_mm256_and_si256(a, high), _mm256_slli_epi16(_mm256_and_si256(b, high), 4));
  __m256i front = _mm256_unpacklo_epi16(even, odd), back = _mm256_unpackhi_epi16(even, odd);
  _mm256_storeu_si256((__m256i *) to, _mm256_permute2x128_si256(front, back, 0x20));
  _mm256_storeu_si256((__m256i *) (to + 16), _mm256_permute2x128_si256(front, back, 0x31));
}

/* `spread`: bits 0 and 1 of a nibble to bits 0 and 1 of a byte, bits 2 and 3 to bits 4 and 5. */
MC_INLINE __m256i mc_nibbles_of_two(__m256i g, __m256i m) {
  const __m256i spread = _mm256_setr_epi8(
    0x00, 0x01, 0x02, 0x03, 0x10, 0x11, 0x12, 0x13, 0x20, 0x21, 0x22, 0x23, 0x30, 0x31, 0x32, 0x33,
    0x00, 0x01, 0x02, 0x03, 0x10, 0x11, 0x12, 0x13, 0x20, 0x21, 0x22, 0x23, 0x30, 0x31, 0x32, 0x33);
  return _mm256_or_si256(_mm256_shuffle_epi8(spread, g),
                         _mm256_slli_epi16(_mm256_shuffle_epi8(spread, m), 2));
}

MC_INLINE void mc_nibbles_masked(const uint8_t *g, const uint8_t *m, uint8_t *to) {
  const __m256i nibble = _mm256_set1_epi8(15);
  __m256i mask = _mm256_loadu_si256((const __m256i *) m);
  __m256i greater = _mm256_and_si256(_mm256_loadu_si256((const __m256i *) g), mask);
  _mm256_storeu_si256((__m256i *) to, mc_nibbles_of_two(_mm256_and_si256(greater, nibble),
                                                        _mm256_and_si256(mask, nibble)));
  _mm256_storeu_si256((__m256i *) (to + 32),
                      mc_nibbles_of_two(_mm256_and_si256(_mm256_srli_epi16(greater, 4), nibble),
                                        _mm256_and_si256(_mm256_srli_epi16(mask, 4), nibble)));
}
