/* Contract: simd/portable/i64x8.h. */

typedef __m512i mc_i64x8;

MC_INLINE mc_i64x8 mc_i64x8_load(const int64_t *p) {
  return _mm512_load_si512(p);
}

MC_INLINE void mc_i64x8_store(int64_t *p, mc_i64x8 v) {
  _mm512_store_si512(p, v);
}

MC_INLINE mc_i64x8 mc_i64x8_load_upto(const int64_t *p, int64_t k, int64_t fill) {
  return _mm512_mask_loadu_epi64(_mm512_set1_epi64(fill), (__mmask8) mc_lowest_bits(k), p);
}

MC_INLINE void mc_i64x8_store_upto(int64_t *p, int64_t k, mc_i64x8 v) {
  _mm512_mask_storeu_epi64(p, (__mmask8) mc_lowest_bits(k), v);
}

MC_INLINE mc_i64x8 mc_i64x8_xor_lanes(mc_i64x8 v, int c) {
  const __m512i lane = _mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7);
  switch (c) {
  case 1: return _mm512_shuffle_epi32(v, _MM_PERM_BADC);
  case 2: return _mm512_shuffle_i64x2(v, v, 0xb1);
  case 4: return _mm512_shuffle_i64x2(v, v, 0x4e);
  default: return _mm512_permutexvar_epi64(_mm512_xor_si512(lane, _mm512_set1_epi64(c)), v);
  }
}

MC_INLINE mc_i64x8 mc_i64x8_min(mc_i64x8 a, mc_i64x8 b) {
  return _mm512_min_epi64(a, b);
}

MC_INLINE mc_i64x8 mc_i64x8_max(mc_i64x8 a, mc_i64x8 b) {
  return _mm512_max_epi64(a, b);
}

MC_INLINE mc_i64x8 mc_i64x8_order(mc_i64x8 a, mc_i64x8 b, int c) {
  __mmask8 high = c == 4 ? 0xf0 : c == 2 ? 0xcc : 0xaa;
  return _mm512_mask_ternarylogic_epi64(_mm512_min_epi64(a, b), high, a, b, 0x96);
}

MC_INLINE int64_t mc_i64x8_first(mc_i64x8 v) {
  return _mm_cvtsi128_si64(_mm512_castsi512_si128(v));
}

MC_INLINE int64_t mc_i64x8_last(mc_i64x8 v) {
  return _mm_extract_epi64(_mm512_extracti64x2_epi64(v, 3), 1);
}
