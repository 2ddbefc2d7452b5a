/* Contract: simd/portable/i64.h. */

#include "simd/split_table.h"

enum { MC_I64_LANES = 8 };
typedef __m512i mc_i64;

MC_INLINE mc_i64 mc_i64_load(const int64_t *p) {
  return _mm512_loadu_si512(p);
}

MC_INLINE void mc_i64_store(int64_t *p, mc_i64 v) {
  _mm512_storeu_si512(p, v);
}

MC_INLINE mc_i64 mc_i64_load_upto(const int64_t *p, int k, int64_t fill) {
  return _mm512_mask_loadu_epi64(_mm512_set1_epi64(fill), (__mmask8) mc_first_lanes(k), p);
}

MC_INLINE void mc_i64_store_upto(int64_t *p, int k, mc_i64 v) {
  _mm512_mask_storeu_epi64(p, (__mmask8) mc_first_lanes(k), v);
}

MC_INLINE mc_i64 mc_i64_set(int64_t x) {
  return _mm512_set1_epi64(x);
}

MC_INLINE mc_i64 mc_i64_min(mc_i64 a, mc_i64 b) {
  return _mm512_min_epi64(a, b);
}

MC_INLINE mc_i64 mc_i64_max(mc_i64 a, mc_i64 b) {
  return _mm512_max_epi64(a, b);
}

MC_INLINE mc_i64 mc_i64_xor_lanes(mc_i64 v, int c) {
  return mc_i64x8_xor_lanes(v, c);
}

MC_INLINE mc_i64 mc_i64_order(mc_i64 a, mc_i64 b, int c) {
  return mc_i64x8_order(a, b, c);
}

/* 8 lanes: one permutation serves both sides. */
MC_INLINE int mc_split8_lanes(void *left, void *right, __m512i v, __mmask8 less) {
  const __m512i place =
    _mm512_cvtepu8_epi64(_mm_loadl_epi64((const __m128i *) (mc_split_table + less)));
  const __m512i split = _mm512_permutexvar_epi64(place, v);
  _mm512_storeu_si512(left, split);
  _mm512_storeu_si512((char *) right - 64, split);
  return _mm_popcnt_u32(less);
}

MC_INLINE int mc_i64_split(int64_t *left, int64_t *right, mc_i64 v, mc_i64 pivot, bool equal) {
  return mc_split8_lanes(
    left, right, v, equal ? _mm512_cmple_epi64_mask(v, pivot) : _mm512_cmplt_epi64_mask(v, pivot));
}
