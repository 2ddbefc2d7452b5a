/* Contract: simd/portable/bytes.h. */

enum { MC_NARROW = 64, MC_BYTES = 64 };
typedef __m512i mc_bytes;
typedef int64_t mc_tally;

MC_INLINE void mc_narrow16(const uint16_t *v, uint8_t *out) {
  for (int i = 0; i < MC_NARROW; i += 32)
    _mm256_storeu_si256((__m256i *) (out + i), _mm512_cvtepi16_epi8(_mm512_loadu_si512(v + i)));
}

MC_INLINE void mc_narrow32(const uint32_t *v, uint16_t *out) {
  for (int i = 0; i < MC_NARROW; i += 16)
    _mm256_storeu_si256((__m256i *) (out + i), _mm512_cvtepi32_epi16(_mm512_loadu_si512(v + i)));
}

MC_INLINE mc_bytes mc_bytes_load(const int8_t *p) {
  return _mm512_loadu_si512(p);
}

MC_INLINE void mc_bytes_store(int8_t *p, mc_bytes a) {
  _mm512_storeu_si512(p, a);
}

MC_INLINE mc_bytes mc_bytes_less_one(mc_bytes a) {
  return _mm512_add_epi8(a, _mm512_set1_epi8(-1));
}

MC_INLINE mc_bytes mc_bytes_few(const uint8_t *v, int n, int bits) {
  __mmask64 there = _bzhi_u64(UINT64_MAX, (unsigned) n);
  __m512i last = _mm512_set1_epi8((char) ((1 << bits) - 1));
  return _mm512_mask_blend_epi8(there, _mm512_set1_epi8(127),
                                _mm512_and_si512(_mm512_loadu_si512(v), last));
}

MC_INLINE mc_tally mc_tally_zero(void) {
  return 0;
}

MC_INLINE mc_tally mc_tally_add(mc_tally t, mc_bytes a, mc_bytes b, int wrap) {
  return t + (int64_t) _mm_popcnt_u64(_mm512_cmpgt_epi8_mask(a, b) ^ UINT64_MAX << wrap);
}

MC_INLINE int64_t mc_tally_total(mc_tally t) {
  return t;
}
