/* Contract: simd/portable/i32x16.h. */

typedef __m512i mc_i32x16;

MC_INLINE uint32_t mc_lowest_bits(int64_t k) {
  return _bzhi_u32(UINT32_MAX, (uint32_t) k);
}

MC_INLINE mc_i32x16 mc_i32x16_load(const int32_t *p) {
  return _mm512_load_si512(p);
}

MC_INLINE void mc_i32x16_store(int32_t *p, mc_i32x16 v) {
  _mm512_store_si512(p, v);
}

MC_INLINE mc_i32x16 mc_i32x16_load_upto(const int32_t *p, int64_t k, int32_t fill) {
  return _mm512_mask_loadu_epi32(_mm512_set1_epi32(fill), (__mmask16) mc_lowest_bits(k), p);
}

MC_INLINE void mc_i32x16_store_upto(int32_t *p, int64_t k, mc_i32x16 v) {
  _mm512_mask_storeu_epi32(p, (__mmask16) mc_lowest_bits(k), v);
}

MC_INLINE mc_i32x16 mc_i32x16_xor_lanes(mc_i32x16 v, int c) {
  const __m512i lane = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  switch (c) {
  case 1: return _mm512_shuffle_epi32(v, _MM_PERM_CDAB);
  case 2: return _mm512_shuffle_epi32(v, _MM_PERM_BADC);
  case 4: return _mm512_shuffle_i64x2(v, v, 0xb1);
  case 8: return _mm512_shuffle_i64x2(v, v, 0x4e);
  default: return _mm512_permutexvar_epi32(_mm512_xor_si512(lane, _mm512_set1_epi32(c)), v);
  }
}

MC_INLINE mc_i32x16 mc_i32x16_min(mc_i32x16 a, mc_i32x16 b) {
  return _mm512_min_epi32(a, b);
}

MC_INLINE mc_i32x16 mc_i32x16_max(mc_i32x16 a, mc_i32x16 b) {
  return _mm512_max_epi32(a, b);
}

/* The greater is a ^ b ^ lesser (lesser.h). */
MC_INLINE mc_i32x16 mc_i32x16_order(mc_i32x16 a, mc_i32x16 b, int c) {
  __mmask16 high = c == 8 ? 0xff00 : c == 4 ? 0xf0f0 : c == 2 ? 0xcccc : 0xaaaa;
  return _mm512_mask_ternarylogic_epi32(_mm512_min_epi32(a, b), high, a, b, 0x96);
}

MC_INLINE int32_t mc_i32x16_first(mc_i32x16 v) {
  return _mm_cvtsi128_si32(_mm512_castsi512_si128(v));
}

MC_INLINE int32_t mc_i32x16_last(mc_i32x16 v) {
  return _mm_extract_epi32(_mm512_extracti32x4_epi32(v, 3), 3);
}
