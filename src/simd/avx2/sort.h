/* Vectors of numbers to be sorted (simd/portable/sort.h) in AVX2. */
#ifndef MC_SORT_AVX2_H
#define MC_SORT_AVX2_H

#include "simd/split_table.h"

enum { MC_I32_LANES = 8, MC_I64_LANES = 4 };

#define MC_AVX2_SORT_WORDS(T, type, set_all)                                    \
  typedef __m256i mc_##T;                                                       \
  MC_INLINE mc_##T mc_##T##_load(const type *p) {                               \
    return _mm256_loadu_si256((const __m256i *) p);                             \
  }                                                                             \
  MC_INLINE void mc_##T##_store(type *p, mc_##T v) {                            \
    _mm256_storeu_si256((__m256i *) p, v);                                      \
  }                                                                             \
  MC_INLINE mc_##T mc_##T##_set(type x) {                                       \
    return set_all(x);                                                          \
  }
MC_AVX2_SORT_WORDS(i32, int32_t, _mm256_set1_epi32)
MC_AVX2_SORT_WORDS(i64, int64_t, _mm256_set1_epi64x)
#undef MC_AVX2_SORT_WORDS

MC_INLINE mc_i32 mc_i32_min(mc_i32 a, mc_i32 b) {
  return _mm256_min_epi32(a, b);
}

MC_INLINE mc_i32 mc_i32_max(mc_i32 a, mc_i32 b) {
  return _mm256_max_epi32(a, b);
}

MC_INLINE mc_i64 mc_i64_min(mc_i64 a, mc_i64 b) {
  return _mm256_blendv_epi8(a, b, _mm256_cmpgt_epi64(a, b));
}

MC_INLINE mc_i64 mc_i64_max(mc_i64 a, mc_i64 b) {
  return _mm256_blendv_epi8(b, a, _mm256_cmpgt_epi64(a, b));
}

/* Lanes of 64 bits are pairs of lanes of 32. */
MC_INLINE mc_i32 mc_i32_xor_lanes(mc_i32 v, int c) {
  return mc_xor_lanes8(v, c);
}

MC_INLINE mc_i64 mc_i64_xor_lanes(mc_i64 v, int c) {
  return mc_xor_lanes8(v, 2 * c);
}

MC_INLINE mc_f64 mc_f64_xor_lanes(mc_f64 v, int c) {
  return _mm256_castsi256_pd(mc_xor_lanes8(_mm256_castpd_si256(v), 2 * c));
}

/* The lanes of 32 bits with the bit c from `high`, the others from `low`. */
MC_INLINE __m256i mc_blend_lanes8(__m256i low, __m256i high, int c) {
  switch (c) {
  case 1: return _mm256_blend_epi32(low, high, 0xaa);
  case 2: return _mm256_blend_epi32(low, high, 0xcc);
  default: return _mm256_blend_epi32(low, high, 0xf0);
  }
}

MC_INLINE mc_i32 mc_i32_order(mc_i32 a, mc_i32 b, int c) {
  return mc_blend_lanes8(mc_i32_min(a, b), mc_i32_max(a, b), c);
}

MC_INLINE mc_i64 mc_i64_order(mc_i64 a, mc_i64 b, int c) {
  return mc_blend_lanes8(mc_i64_min(a, b), mc_i64_max(a, b), 2 * c);
}

MC_INLINE mc_f64 mc_f64_order(mc_f64 a, mc_f64 b, int c) {
  return _mm256_castsi256_pd(mc_blend_lanes8(_mm256_castpd_si256(mc_f64_min(a, b)),
                                             _mm256_castpd_si256(mc_f64_max(a, b)), 2 * c));
}

/* One permutation, which serves both sides. `less` has a bit for each 32 bits. */
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

MC_INLINE int mc_i64_split(int64_t *left, int64_t *right, mc_i64 v, mc_i64 pivot, bool equal) {
  const __m256i flag = equal ? _mm256_cmpgt_epi64(v, pivot) : _mm256_cmpgt_epi64(pivot, v);
  const int bits = _mm256_movemask_ps(_mm256_castsi256_ps(flag));
  return mc_split8_lanes(left, right, v, equal ? ~bits & 0xff : bits) / 2;
}

MC_INLINE int mc_f64_split(double *left, double *right, mc_f64 v, mc_f64 pivot, bool equal) {
  const __m256d flag = equal ? _mm256_cmp_pd(v, pivot, _CMP_LE_OQ)
                             : _mm256_cmp_pd(v, pivot, _CMP_LT_OQ);
  return mc_split8_lanes(left, right, _mm256_castpd_si256(v),
                         _mm256_movemask_ps(_mm256_castpd_ps(flag))) / 2;
}

#define MC_SORT_ROWS 8
enum { MC_SORT_RUN = 8 };

#endif
