/* Contract: simd/portable/i32.h. */

enum { MC_I32_LANES = 16 };
typedef __m512i mc_i32;

MC_INLINE mc_i32 mc_i32_load(const int32_t *p) {
  return _mm512_loadu_si512(p);
}

MC_INLINE void mc_i32_store(int32_t *p, mc_i32 v) {
  _mm512_storeu_si512(p, v);
}

/* A mask of lanes l < k. (mc_lowest_bits() takes 0 to 32.) */
MC_INLINE uint32_t mc_first_lanes(int k) {
  return mc_lowest_bits(k < 0 ? 0 : k > 32 ? 32 : k);
}

MC_INLINE mc_i32 mc_i32_load_upto(const int32_t *p, int k, int32_t fill) {
  return _mm512_mask_loadu_epi32(_mm512_set1_epi32(fill), (__mmask16) mc_first_lanes(k), p);
}

MC_INLINE void mc_i32_store_upto(int32_t *p, int k, mc_i32 v) {
  _mm512_mask_storeu_epi32(p, (__mmask16) mc_first_lanes(k), v);
}

MC_INLINE mc_i32 mc_i32_set(int32_t x) {
  return _mm512_set1_epi32(x);
}

MC_INLINE mc_i32 mc_i32_min(mc_i32 a, mc_i32 b) {
  return _mm512_min_epi32(a, b);
}

MC_INLINE mc_i32 mc_i32_max(mc_i32 a, mc_i32 b) {
  return _mm512_max_epi32(a, b);
}

MC_INLINE mc_i32 mc_i32_xor_lanes(mc_i32 v, int c) {
  return mc_i32x16_xor_lanes(v, c);
}

MC_INLINE mc_i32 mc_i32_order(mc_i32 a, mc_i32 b, int c) {
  return mc_i32x16_order(a, b, c);
}

/* 16 lanes, compressed in registers: compressing to memory is microcode on Zen 4. */
MC_INLINE int mc_split16_lanes(int32_t *left, int32_t *right, __m512i v, __mmask16 less) {
  const int count = _mm_popcnt_u32(less);
  const __mmask16 others = (__mmask16) mc_lowest_bits(16 - count);
  _mm512_storeu_si512(left, _mm512_maskz_compress_epi32(less, v));
  _mm512_mask_storeu_epi32(right - (16 - count), others,
                           _mm512_maskz_compress_epi32((__mmask16) ~less, v));
  return count;
}

MC_INLINE int mc_i32_split(int32_t *left, int32_t *right, mc_i32 v, mc_i32 pivot, bool equal) {
  return mc_split16_lanes(
    left, right, v, equal ? _mm512_cmple_epi32_mask(v, pivot) : _mm512_cmplt_epi32_mask(v, pivot));
}

MC_INLINE uint32_t mc_above16(const int32_t *p, int32_t x) {
  return _mm512_cmpgt_epi32_mask(_mm512_loadu_si512(p), _mm512_set1_epi32(x));
}
