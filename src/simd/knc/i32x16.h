/* Contract: simd/portable/i32x16.h. The intrinsics are those of algorithms 3 to 5 of Liu et al. */

typedef __m512i mc_i32x16;

MC_INLINE __mmask16 mc_lowest_bits(int64_t k) {
  return (__mmask16) ((UINT32_C(1) << k) - 1);
}

MC_INLINE mc_i32x16 mc_i32x16_load(const int32_t *p) {
  return _mm512_load_epi32(p);
}

MC_INLINE void mc_i32x16_store(int32_t *p, mc_i32x16 v) {
  _mm512_store_epi32(p, v);
}

MC_INLINE mc_i32x16 mc_i32x16_load_upto(const int32_t *p, int64_t k, int32_t fill) {
  return _mm512_mask_load_epi32(_mm512_set1_epi32(fill), mc_lowest_bits(k), p);
}

MC_INLINE void mc_i32x16_store_upto(int32_t *p, int64_t k, mc_i32x16 v) {
  _mm512_mask_packstorelo_epi32(p, mc_lowest_bits(k), v);
  _mm512_mask_packstorehi_epi32(p + 16, mc_lowest_bits(k), v);
}

MC_INLINE mc_i32x16 mc_i32x16_xor_lanes(mc_i32x16 v, int c) {
  return _mm512_permutevar_epi32(_mm512_set_epi32(15 ^ c, 14 ^ c, 13 ^ c, 12 ^ c, 11 ^ c, 10 ^ c,
                                                  9 ^ c, 8 ^ c, 7 ^ c, 6 ^ c, 5 ^ c, 4 ^ c, 3 ^ c,
                                                  2 ^ c, 1 ^ c, 0 ^ c),
                                 v);
}

MC_INLINE mc_i32x16 mc_i32x16_min(mc_i32x16 a, mc_i32x16 b) {
  return _mm512_min_epi32(a, b);
}

MC_INLINE mc_i32x16 mc_i32x16_max(mc_i32x16 a, mc_i32x16 b) {
  return _mm512_max_epi32(a, b);
}

MC_INLINE mc_i32x16 mc_i32x16_order(mc_i32x16 a, mc_i32x16 b, int c) {
  __mmask16 high = c == 8 ? 0xff00 : c == 4 ? 0xf0f0 : c == 2 ? 0xcccc : 0xaaaa;
  mc_i32x16 v = _mm512_mask_min_epi32(a, (__mmask16) ~high, a, b);
  return _mm512_mask_max_epi32(v, high, a, b);
}

/* By the contract the lanes ascend. So the first lane is the minimum, and the last the maximum. */
MC_INLINE int32_t mc_i32x16_first(mc_i32x16 v) {
  return _mm512_reduce_min_epi32(v);
}

MC_INLINE int32_t mc_i32x16_last(mc_i32x16 v) {
  return _mm512_reduce_max_epi32(v);
}
