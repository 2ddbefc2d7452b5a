/* Vectors of numbers to be sorted (simd/portable/sort.h) in AVX-512. */
#ifndef MC_SORT_AVX512_H
#define MC_SORT_AVX512_H

#include "simd/split_table.h"

enum { MC_I32_LANES = 16, MC_I64_LANES = 8 };

#define MC_AVX512_SORT_WORDS(T, type, suffix)                                   \
  typedef __m512i mc_##T;                                                       \
  MC_INLINE mc_##T mc_##T##_load(const type *p) {                               \
    return _mm512_loadu_si512(p);                                               \
  }                                                                             \
  MC_INLINE void mc_##T##_store(type *p, mc_##T v) {                            \
    _mm512_storeu_si512(p, v);                                                  \
  }                                                                             \
  MC_INLINE mc_##T mc_##T##_set(type x) {                                       \
    return _mm512_set1_##suffix(x);                                             \
  }                                                                             \
  MC_INLINE mc_##T mc_##T##_min(mc_##T a, mc_##T b) {                           \
    return _mm512_min_##suffix(a, b);                                           \
  }                                                                             \
  MC_INLINE mc_##T mc_##T##_max(mc_##T a, mc_##T b) {                           \
    return _mm512_max_##suffix(a, b);                                           \
  }
MC_AVX512_SORT_WORDS(i32, int32_t, epi32)
MC_AVX512_SORT_WORDS(i64, int64_t, epi64)
#undef MC_AVX512_SORT_WORDS

/* `integer` and the two casts: between the type's vectors and integers. */
#define MC_AVX512_SORT(T, lanes, integer, from_integer, suffix, high)           \
  MC_INLINE mc_##T mc_##T##_xor_lanes(mc_##T v, int c) {                        \
    return from_integer(lanes##_xor_lanes(integer(v), c));                      \
  }                                                                             \
  MC_INLINE mc_##T mc_##T##_order(mc_##T a, mc_##T b, int c) {                  \
    return _mm512_mask_max_##suffix(_mm512_min_##suffix(a, b), high(c), a, b);  \
  }
#define MC_SAME(v) (v)
#define MC_HIGH8(c) ((__mmask8) (c == 4 ? 0xf0 : c == 2 ? 0xcc : 0xaa))
#define MC_HIGH16(c) ((__mmask16) (c == 8 ? 0xff00 : c == 4 ? 0xf0f0 : c == 2 ? 0xcccc : 0xaaaa))
MC_AVX512_SORT(i32, mc_i32x16, MC_SAME, MC_SAME, epi32, MC_HIGH16)
MC_AVX512_SORT(i64, mc_i64x8, MC_SAME, MC_SAME, epi64, MC_HIGH8)
MC_AVX512_SORT(f64, mc_i64x8, _mm512_castpd_si512, _mm512_castsi512_pd, pd, MC_HIGH8)
#undef MC_AVX512_SORT
#undef MC_SAME
#undef MC_HIGH8
#undef MC_HIGH16

/* 8 lanes: one permutation, which serves both sides. */
MC_INLINE int mc_split8_lanes(void *left, void *right, __m512i v, __mmask8 less) {
  const __m512i place =
    _mm512_cvtepu8_epi64(_mm_loadl_epi64((const __m128i *) (mc_split_table + less)));
  const __m512i split = _mm512_permutexvar_epi64(place, v);
  _mm512_storeu_si512(left, split);
  _mm512_storeu_si512((char *) right - 64, split);
  return _mm_popcnt_u32(less);
}

/* 16 lanes: compressed in registers (to memory it is microcode on Zen 4). */
MC_INLINE int mc_split16_lanes(int32_t *left, int32_t *right, __m512i v, __mmask16 less) {
  const int count = _mm_popcnt_u32(less);
  const __mmask16 others = (__mmask16) mc_lowest_bits(16 - count);
  _mm512_storeu_si512(left, _mm512_maskz_compress_epi32(less, v));
  _mm512_mask_storeu_epi32(right - (16 - count), others,
                           _mm512_maskz_compress_epi32((__mmask16) ~less, v));
  return count;
}

MC_INLINE int mc_i32_split(int32_t *left, int32_t *right, mc_i32 v, mc_i32 pivot, bool equal) {
  return mc_split16_lanes(left, right, v, equal ? _mm512_cmple_epi32_mask(v, pivot)
                                                : _mm512_cmplt_epi32_mask(v, pivot));
}

MC_INLINE int mc_i64_split(int64_t *left, int64_t *right, mc_i64 v, mc_i64 pivot, bool equal) {
  return mc_split8_lanes(left, right, v, equal ? _mm512_cmple_epi64_mask(v, pivot)
                                               : _mm512_cmplt_epi64_mask(v, pivot));
}

MC_INLINE int mc_f64_split(double *left, double *right, mc_f64 v, mc_f64 pivot, bool equal) {
  return mc_split8_lanes(left, right, _mm512_castpd_si512(v),
                         equal ? _mm512_cmp_pd_mask(v, pivot, _CMP_LE_OQ)
                               : _mm512_cmp_pd_mask(v, pivot, _CMP_LT_OQ));
}

#define MC_SORT_ROWS 16
enum { MC_SORT_RUN = 8 };

#endif
