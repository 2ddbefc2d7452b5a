/* Contract: simd/portable/i32.h. */

#include "simd/split_table.h"

enum { MC_I32_LANES = 8 };
typedef __m256i mc_i32;

MC_INLINE mc_i32 mc_i32_load(const int32_t *p) {
  return _mm256_loadu_si256((const __m256i *) p);
}

MC_INLINE void mc_i32_store(int32_t *p, mc_i32 v) {
  _mm256_storeu_si256((__m256i *) p, v);
}

MC_INLINE mc_i32 mc_i32_load_upto(const int32_t *p, int k, int32_t fill) {
  const __m256i first = mc_first_lanes(k);
  return _mm256_blendv_epi8(_mm256_set1_epi32(fill), _mm256_maskload_epi32(p, first), first);
}

MC_INLINE void mc_i32_store_upto(int32_t *p, int k, mc_i32 v) {
  _mm256_maskstore_epi32(p, mc_first_lanes(k), v);
}

MC_INLINE mc_i32 mc_i32_set(int32_t x) {
  return _mm256_set1_epi32(x);
}

MC_INLINE mc_i32 mc_i32_min(mc_i32 a, mc_i32 b) {
  return _mm256_min_epi32(a, b);
}

MC_INLINE mc_i32 mc_i32_max(mc_i32 a, mc_i32 b) {
  return _mm256_max_epi32(a, b);
}

MC_INLINE mc_i32 mc_i32_xor_lanes(mc_i32 v, int c) {
  return mc_xor_lanes8(v, c);
}

MC_INLINE mc_i32 mc_i32_order(mc_i32 a, mc_i32 b, int c) {
  return mc_blend_lanes8(mc_i32_min(a, b), mc_i32_max(a, b), c);
}

/* One permutation serves both sides. `less` has a bit for each lane of 32 bits. */
MC_INLINE int mc_split8_lanes(void *left, void *right, __m256i v, int less) {
  const __m256i place =
    _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *) (mc_split_table + less)));
  const __m256i split = _mm256_permutevar8x32_epi32(v, place);
  _mm256_storeu_si256((__m256i *) left, split);
  _mm256_storeu_si256((__m256i *) ((char *) right - 32), split);
  return _mm_popcnt_u32((unsigned) less);
}

MC_INLINE int mc_i32_split(int32_t *left, int32_t *right, mc_i32 v, mc_i32 pivot, bool equal) {
  const __m256i flag = equal ? _mm256_cmpgt_epi32(v, pivot) : _mm256_cmpgt_epi32(pivot, v);
  const int bits = _mm256_movemask_ps(_mm256_castsi256_ps(flag));
  return mc_split8_lanes(left, right, v, equal ? ~bits & 0xff : bits);
}

MC_INLINE uint32_t mc_above16(const int32_t *p, int32_t x) {
  const __m256i limit = _mm256_set1_epi32(x);
  const __m256i low = _mm256_cmpgt_epi32(_mm256_loadu_si256((const __m256i *) p), limit);
  const __m256i high = _mm256_cmpgt_epi32(_mm256_loadu_si256((const __m256i *) (p + 8)), limit);
  return (uint32_t) _mm256_movemask_ps(_mm256_castsi256_ps(low)) |
         (uint32_t) _mm256_movemask_ps(_mm256_castsi256_ps(high)) << 8;
}
