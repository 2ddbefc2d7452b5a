/* Contract: simd/portable/i32x16.h. */

/* 16 lanes of 32 bits: two registers. */
typedef struct {
  __m256i low, high;
} mc_i32x16;

MC_INLINE mc_i32x16 mc_i32x16_load(const int32_t *p) {
  const __m256i *q = (const __m256i *) p;
  return (mc_i32x16){_mm256_load_si256(q), _mm256_load_si256(q + 1)};
}

MC_INLINE void mc_i32x16_store(int32_t *p, mc_i32x16 v) {
  __m256i *q = (__m256i *) p;
  _mm256_store_si256(q, v.low);
  _mm256_store_si256(q + 1, v.high);
}

/* A mask: all bits of the first k of 8 lanes. */
MC_INLINE __m256i mc_first_lanes(int64_t k) {
  int32_t count = k < 0 ? 0 : k > 8 ? 8 : (int32_t) k;
  return _mm256_cmpgt_epi32(_mm256_set1_epi32(count), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
}

MC_INLINE mc_i32x16 mc_i32x16_load_upto(const int32_t *p, int64_t k, int32_t fill) {
  __m256i f = _mm256_set1_epi32(fill);
  __m256i low = mc_first_lanes(k), high = mc_first_lanes(k - 8);
  return (mc_i32x16){_mm256_blendv_epi8(f, _mm256_maskload_epi32(p, low), low),
                     _mm256_blendv_epi8(f, _mm256_maskload_epi32(p + 8, high), high)};
}

MC_INLINE void mc_i32x16_store_upto(int32_t *p, int64_t k, mc_i32x16 v) {
  _mm256_maskstore_epi32(p, mc_first_lanes(k), v.low);
  _mm256_maskstore_epi32(p + 8, mc_first_lanes(k - 8), v.high);
}

/* Lane l takes lane l ^ c, c < 8: within one register. */
MC_INLINE __m256i mc_xor_lanes8(__m256i v, int c) {
  const __m256i lane = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
  switch (c) {
  case 0: return v;
  case 1: return _mm256_shuffle_epi32(v, 0xb1); /* 1 0 3 2 */
  case 2: return _mm256_shuffle_epi32(v, 0x4e); /* 2 3 0 1 */
  case 4: return _mm256_permute4x64_epi64(v, 0x4e);
  default: return _mm256_permutevar8x32_epi32(v, _mm256_xor_si256(lane, _mm256_set1_epi32(c)));
  }
}

MC_INLINE mc_i32x16 mc_i32x16_xor_lanes(mc_i32x16 v, int c) {
  __m256i low = mc_xor_lanes8(v.low, c & 7), high = mc_xor_lanes8(v.high, c & 7);
  return c & 8 ? (mc_i32x16){high, low} : (mc_i32x16){low, high};
}

MC_INLINE mc_i32x16 mc_i32x16_min(mc_i32x16 a, mc_i32x16 b) {
  return (mc_i32x16){_mm256_min_epi32(a.low, b.low), _mm256_min_epi32(a.high, b.high)};
}

MC_INLINE mc_i32x16 mc_i32x16_max(mc_i32x16 a, mc_i32x16 b) {
  return (mc_i32x16){_mm256_max_epi32(a.low, b.low), _mm256_max_epi32(a.high, b.high)};
}

/* Lanes whose number has the bit c come from `high`, the others from `low`. */
MC_INLINE __m256i mc_blend_lanes8(__m256i low, __m256i high, int c) {
  switch (c) {
  case 1: return _mm256_blend_epi32(low, high, 0xaa);
  case 2: return _mm256_blend_epi32(low, high, 0xcc);
  default: return _mm256_blend_epi32(low, high, 0xf0);
  }
}

MC_INLINE __m256i mc_order8(__m256i a, __m256i b, int c) {
  __m256i low = _mm256_min_epi32(a, b), high = _mm256_max_epi32(a, b);
  return mc_blend_lanes8(low, high, c);
}

MC_INLINE mc_i32x16 mc_i32x16_order(mc_i32x16 a, mc_i32x16 b, int c) {
  if (c == 8)
    return (mc_i32x16){_mm256_min_epi32(a.low, b.low), _mm256_max_epi32(a.high, b.high)};
  return (mc_i32x16){mc_order8(a.low, b.low, c), mc_order8(a.high, b.high, c)};
}

MC_INLINE int32_t mc_i32x16_first(mc_i32x16 v) {
  return _mm_cvtsi128_si32(_mm256_castsi256_si128(v.low));
}

MC_INLINE int32_t mc_i32x16_last(mc_i32x16 v) {
  return _mm256_extract_epi32(v.high, 7);
}
