/* The part of the vector vocabulary (simd/portable/vec.h) that all targets with
   AVX-512 F, BW, DQ and VL share: everything but the popcount. */
#ifndef MC_VEC_AVX512_COMMON_H
#define MC_VEC_AVX512_COMMON_H

#include "simd/portable/rows.h"
#include "simd/portable/split.h"

/* ---- 1. bits ---- */

enum { MC_BITS_BYTES = 64 };

typedef __m512i mc_bits;

MC_INLINE mc_bits mc_bits_load(const uint64_t *p) {
  return _mm512_load_si512(p);
}

MC_INLINE mc_bits mc_bits_and(mc_bits a, mc_bits b) {
  return _mm512_and_si512(a, b);
}

MC_INLINE mc_bits mc_bits_xor(mc_bits a, mc_bits b) {
  return _mm512_xor_si512(a, b);
}

MC_INLINE mc_bits mc_bits_xor_and(mc_bits a, mc_bits b, mc_bits mask) {
  return _mm512_ternarylogic_epi64(a, b, mask, 0x28); /* (a ^ b) & mask */
}

MC_INLINE __m512i mc_count_zero(void) {
  return _mm512_setzero_si512();
}

/* sum[j] += the sum of the 64-bit lanes of cj */
MC_INLINE void mc_flush_lanes4(int64_t *sum, __m512i c0, __m512i c1, __m512i c2,
                               __m512i c3) {
  __m512i c01 = _mm512_add_epi64(_mm512_unpacklo_epi64(c0, c1),
                                 _mm512_unpackhi_epi64(c0, c1));
  __m512i c23 = _mm512_add_epi64(_mm512_unpacklo_epi64(c2, c3),
                                 _mm512_unpackhi_epi64(c2, c3));
  /* quarters 0 and 1 hold sums of (0, 1), quarters 2 and 3 of (2, 3) */
  __m512i all = _mm512_add_epi64(_mm512_shuffle_i64x2(c01, c23, 0x88),
                                 _mm512_shuffle_i64x2(c01, c23, 0xdd));
  all = _mm512_add_epi64(all, _mm512_shuffle_i64x2(all, all, 0xb1));
  __m256i four = _mm512_castsi512_si256(_mm512_shuffle_i64x2(all, all, 0x88));
  __m256i *p = (__m256i *) sum;
  _mm256_storeu_si256(p, _mm256_add_epi64(_mm256_loadu_si256(p), four));
}

/* ---- 2. ranks ---- */

typedef __m512i mc_ranks16;
typedef struct { __m512i low, high; } mc_ranks32;

MC_INLINE mc_ranks16 mc_ranks16_load(const uint16_t *p) {
  return _mm512_loadu_si512(p);
}

MC_INLINE mc_ranks16 mc_ranks16_set(uint16_t x) {
  return _mm512_set1_epi16((int16_t) x);
}

MC_INLINE uint32_t mc_ranks16_gt(mc_ranks16 a, mc_ranks16 b) {
  return _mm512_cmpgt_epu16_mask(a, b);
}

MC_INLINE uint32_t mc_ranks16_ne(mc_ranks16 a, mc_ranks16 b) {
  return _mm512_cmpneq_epu16_mask(a, b);
}

MC_INLINE mc_ranks32 mc_ranks32_load(const uint32_t *p) {
  return (mc_ranks32){_mm512_loadu_si512(p), _mm512_loadu_si512(p + 16)};
}

MC_INLINE mc_ranks32 mc_ranks32_set(uint32_t x) {
  __m512i v = _mm512_set1_epi32((int32_t) x);
  return (mc_ranks32){v, v};
}

MC_INLINE uint32_t mc_ranks32_gt(mc_ranks32 a, mc_ranks32 b) {
  return (uint32_t) _mm512_cmpgt_epu32_mask(a.low, b.low) |
         (uint32_t) _mm512_cmpgt_epu32_mask(a.high, b.high) << 16;
}

MC_INLINE uint32_t mc_ranks32_ne(mc_ranks32 a, mc_ranks32 b) {
  return (uint32_t) _mm512_cmpneq_epu32_mask(a.low, b.low) |
         (uint32_t) _mm512_cmpneq_epu32_mask(a.high, b.high) << 16;
}

MC_RANKS_ROWS(mc_ranks32, uint32_t)

/* A broadcast of 16 bits takes the port that compares; one of 32 bits from
   memory takes none but a load's. So 16 ranks are doubled first, and the
   compiler is kept from taking them out of the register again. */
MC_INLINE const uint32_t *mc_double_ranks16(const uint16_t *rows, int count,
                                            uint32_t *doubled) {
  __m256i r = _mm256_maskz_loadu_epi16((__mmask16) _bzhi_u32(0xffff, (unsigned) count), rows);
  __m512i wide = _mm512_cvtepu16_epi32(r);
  _mm512_store_si512(doubled, _mm512_or_si512(wide, _mm512_slli_epi32(wide, 16)));
  __asm__ volatile("" : "+r"(doubled) : : "memory");
  return doubled;
}

#define MC_ROWS16(NAME, COMPARE)                                               \
  MC_INLINE void NAME(mc_ranks16 block, const uint16_t *rows, int count,       \
                      uint32_t *out) {                                         \
    uint32_t space[16] __attribute__((aligned(64)));                           \
    const uint32_t *doubled = mc_double_ranks16(rows, count, space);           \
    if (count == 16) {                                                         \
      MC_UNROLL for (int k = 0; k < 16; k++)                                   \
        out[k] = COMPARE(_mm512_set1_epi32((int32_t) doubled[k]), block);      \
    } else {                                                                   \
      for (int k = 0; k < count; k++)                                          \
        out[k] = COMPARE(_mm512_set1_epi32((int32_t) doubled[k]), block);      \
    }                                                                          \
  }
MC_ROWS16(mc_ranks16_rows_gt, _mm512_cmpgt_epu16_mask)
MC_ROWS16(mc_ranks16_rows_ne, _mm512_cmpneq_epu16_mask)

MC_INLINE int mc_popcount32(uint32_t v) {
  return _mm_popcnt_u32(v);
}

/* ---- 3. splitting by a bit, and comparing a few ---- */

/* Sums of lane numbers in lanes of 16 (where these are split) or 32 bits. */
typedef __m512i mc_lanes;
enum { MC_SPLIT32_LANES = 16, MC_SPLIT_RUN = 2048 }; /* 31 * 2048 < 2^16 */

MC_INLINE mc_lanes mc_lanes_zero(void) {
  return _mm512_setzero_si512();
}

MC_INLINE int64_t mc_lanes_total32(mc_lanes sum) {
  return _mm512_reduce_add_epi32(sum);
}

/* Compressed in registers: to memory the instruction is slow on Zen 4. */
MC_INLINE int mc_split_lanes32(__m512i x, int count, int bit, mc_lanes *sum,
                               __m512i *zeros, __m512i *ones) {
  const __m512i lane =
    _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  const __m512i test = _mm512_set1_epi32((int32_t) (UINT32_C(1) << bit));
  __mmask16 one = _mm512_test_epi32_mask(x, test), zero = (__mmask16) ~one;
  if (count < 16)
    zero &= (__mmask16) _bzhi_u32(0xffff, (unsigned) count);
  *zeros = _mm512_maskz_compress_epi32(zero, x);
  *ones = _mm512_maskz_compress_epi32(one, x);
  *sum = _mm512_mask_add_epi32(*sum, zero, *sum, lane);
  return _mm_popcnt_u32(zero);
}

MC_INLINE int mc_split32(const uint32_t *v, int count, int bit, uint32_t *zeros,
                         uint32_t *ones, mc_lanes *sum) {
  __m512i zero, one;
  int z = mc_split_lanes32(_mm512_loadu_si512(v), count, bit, sum, &zero, &one);
  _mm512_storeu_si512(zeros, zero);
  _mm512_storeu_si512(ones, one);
  return z;
}

MC_INLINE void mc_narrow16(const uint16_t *v, uint8_t *out) {
  for (int i = 0; i < MC_NARROW; i += 32)
    _mm256_storeu_si256((__m256i *) (out + i),
                        _mm512_cvtepi16_epi8(_mm512_loadu_si512(v + i)));
}

MC_INLINE void mc_narrow32(const uint32_t *v, uint16_t *out) {
  for (int i = 0; i < MC_NARROW; i += 16)
    _mm256_storeu_si256((__m256i *) (out + i),
                        _mm512_cvtepi32_epi16(_mm512_loadu_si512(v + i)));
}

typedef __m512i mc_bytes;
typedef int64_t mc_tally;

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
  return t + (int64_t) _mm_popcnt_u64(_mm512_cmpgt_epi8_mask(a, b) ^
                                      UINT64_MAX << wrap);
}

MC_INLINE int64_t mc_tally_total(mc_tally t) {
  return t;
}

/* ---- 4. doubles ---- */

enum { MC_F64_LANES = 8 };
typedef __m512d mc_f64;

MC_INLINE mc_f64 mc_f64_load(const double *p) {
  return _mm512_loadu_pd(p);
}

MC_INLINE void mc_f64_store(double *p, mc_f64 v) {
  _mm512_storeu_pd(p, v);
}

MC_INLINE void mc_f64_store_wide(double *p, mc_f64 v) {
  mc_f64_store(p, v);
}

MC_INLINE mc_f64 mc_f64_set(double x) {
  return _mm512_set1_pd(x);
}

MC_INLINE mc_f64 mc_f64_from_i64(const int64_t *p) {
  return _mm512_cvtepi64_pd(_mm512_loadu_si512(p));
}

MC_INLINE mc_f64 mc_f64_add(mc_f64 a, mc_f64 b) {
  return _mm512_add_pd(a, b);
}

/* The compiler is not to know that it is one: it would add. */
MC_INLINE mc_f64 mc_f64_one(void) {
  mc_f64 one = _mm512_set1_pd(1);
  __asm__("" : "+v"(one));
  return one;
}

MC_INLINE mc_f64 mc_f64_add_beside(mc_f64 a, mc_f64 one, mc_f64 b) {
  return _mm512_fmadd_pd(a, one, b);
}

MC_INLINE mc_f64 mc_f64_sub(mc_f64 a, mc_f64 b) {
  return _mm512_sub_pd(a, b);
}

MC_INLINE mc_f64 mc_f64_fma(mc_f64 a, mc_f64 b, mc_f64 c) {
  return _mm512_fmadd_pd(a, b, c);
}

MC_INLINE mc_f64 mc_f64_where_number(mc_f64 v, mc_f64 yes, mc_f64 no) {
  return _mm512_mask_blend_pd(_mm512_cmp_pd_mask(v, v, _CMP_ORD_Q), no, yes);
}

MC_INLINE mc_f64 mc_f64_min(mc_f64 a, mc_f64 b) {
  return _mm512_min_pd(a, b);
}

MC_INLINE mc_f64 mc_f64_max(mc_f64 a, mc_f64 b) {
  return _mm512_max_pd(a, b);
}

MC_INLINE int mc_f64_numbers(mc_f64 v) {
  return _mm_popcnt_u32(_mm512_cmp_pd_mask(v, v, _CMP_ORD_Q));
}

MC_INLINE bool mc_f64_positive(mc_f64 v) {
  return _mm512_cmp_pd_mask(v, _mm512_setzero_pd(), _CMP_GT_OQ) == 0xff;
}

MC_INLINE mc_f64 mc_f64_where_positive(mc_f64 v, mc_f64 yes, mc_f64 no) {
  return _mm512_mask_blend_pd(_mm512_cmp_pd_mask(v, _mm512_setzero_pd(), _CMP_GT_OQ),
                              no, yes);
}

MC_INLINE mc_f64 mc_f64_mul(mc_f64 a, mc_f64 b) {
  return _mm512_mul_pd(a, b);
}

MC_INLINE mc_f64 mc_f64_div(mc_f64 a, mc_f64 b) {
  return _mm512_div_pd(a, b);
}

MC_INLINE mc_f64 mc_f64_sqrt(mc_f64 v) {
  return _mm512_sqrt_pd(v);
}

MC_INLINE mc_f64 mc_f64_clamp1(mc_f64 v) {
  return _mm512_min_pd(_mm512_max_pd(v, _mm512_set1_pd(-1)), _mm512_set1_pd(1));
}

MC_INLINE double mc_f64_total(mc_f64 v) {
  return _mm512_reduce_add_pd(v);
}

MC_INLINE mc_f64 mc_f64_from_f32(const float *p) {
  return _mm512_cvtps_pd(_mm256_loadu_ps(p));
}

enum { MC_TILE_VECTORS = 4, MC_BLOCK_VECTORS = 8 };

enum { MC_F32_LANES = 16 };
typedef __m512 mc_f32;

MC_INLINE mc_f32 mc_f32_load(const float *p) {
  return _mm512_loadu_ps(p);
}

MC_INLINE void mc_f32_store(float *p, mc_f32 v) {
  _mm512_storeu_ps(p, v);
}

MC_INLINE void mc_f32_store_wide(double *p, mc_f32 v) {
  __m256 high = _mm512_extractf32x8_ps(v, 1);
  _mm512_storeu_pd(p, _mm512_cvtps_pd(_mm512_castps512_ps256(v)));
  _mm512_storeu_pd(p + 8, _mm512_cvtps_pd(high));
}

MC_INLINE mc_f32 mc_f32_set(float x) {
  return _mm512_set1_ps(x);
}

MC_INLINE mc_f32 mc_f32_add(mc_f32 a, mc_f32 b) {
  return _mm512_add_ps(a, b);
}

MC_INLINE mc_f32 mc_f32_one(void) {
  mc_f32 one = _mm512_set1_ps(1);
  __asm__("" : "+v"(one));
  return one;
}

MC_INLINE mc_f32 mc_f32_add_beside(mc_f32 a, mc_f32 one, mc_f32 b) {
  return _mm512_fmadd_ps(a, one, b);
}

MC_INLINE mc_f32 mc_f32_sub(mc_f32 a, mc_f32 b) {
  return _mm512_sub_ps(a, b);
}

MC_INLINE mc_f32 mc_f32_fma(mc_f32 a, mc_f32 b, mc_f32 c) {
  return _mm512_fmadd_ps(a, b, c);
}

MC_INLINE mc_f32 mc_f32_where_number(mc_f32 v, mc_f32 yes, mc_f32 no) {
  return _mm512_mask_blend_ps(_mm512_cmp_ps_mask(v, v, _CMP_ORD_Q), no, yes);
}

MC_INLINE mc_f32 mc_f32_sqrt(mc_f32 v) {
  return _mm512_sqrt_ps(v);
}

MC_INLINE float mc_f32_total(mc_f32 v) {
  return _mm512_reduce_add_ps(v);
}

MC_INLINE mc_f32 mc_f32_min(mc_f32 a, mc_f32 b) {
  return _mm512_min_ps(a, b);
}

MC_INLINE mc_f32 mc_f32_max(mc_f32 a, mc_f32 b) {
  return _mm512_max_ps(a, b);
}

/* `marks` is what the intrinsics of as many 32-bit integers begin with. */
#define MC_AVX512_PUT(vec, type, suffix, mask, marks)                                    \
  MC_INLINE void mc_##vec##_put_where(type *c, int32_t *via, mc_##vec t, int32_t mark,   \
                                      mask where) {                                      \
    _mm512_mask_storeu_##suffix(c, where, t);                                            \
    marks##_mask_storeu_epi32(via, where, marks##_set1_epi32(mark));                     \
  }                                                                                      \
  MC_INLINE void mc_##vec##_put_min(type *c, int32_t *via, mc_##vec t, int32_t mark) {   \
    const mc_##vec old = mc_##vec##_load(c);                                             \
    mc_##vec##_put_where(c, via, t, mark, _mm512_cmp_##suffix##_mask(t, old, _CMP_LT_OQ));\
  }                                                                                      \
  MC_INLINE void mc_##vec##_put_max(type *c, int32_t *via, mc_##vec t, int32_t mark) {   \
    const mc_##vec old = mc_##vec##_load(c);                                             \
    mc_##vec##_put_where(c, via, t, mark, _mm512_cmp_##suffix##_mask(t, old, _CMP_GT_OQ));\
  }
MC_AVX512_PUT(f64, double, pd, __mmask8, _mm256)
MC_AVX512_PUT(f32, float, ps, __mmask16, _mm512)
#undef MC_AVX512_PUT

MC_INLINE uint32_t mc_above16(const int32_t *p, int32_t x) {
  return _mm512_cmpgt_epi32_mask(_mm512_loadu_si512(p), _mm512_set1_epi32(x));
}

/* ---- 5. lanes for sorting ---- */

typedef __m512i mc_i32x16;
typedef __m512i mc_i64x8;

MC_INLINE uint32_t mc_lowest_bits(int64_t k) {
  return _bzhi_u32(UINT32_MAX, (uint32_t) k);
}

MC_INLINE mc_i32x16 mc_i32x16_load(const int32_t *p) {
  return _mm512_load_si512(p);
}

MC_INLINE void mc_i32x16_store(int32_t *p, mc_i32x16 v) {
  _mm512_store_si512(p, v);
}

MC_INLINE mc_i32x16 mc_i32x16_load_upto(const int32_t *p, int64_t k,
                                        int32_t fill) {
  return _mm512_mask_loadu_epi32(_mm512_set1_epi32(fill),
                                 (__mmask16) mc_lowest_bits(k), p);
}

MC_INLINE void mc_i32x16_store_upto(int32_t *p, int64_t k, mc_i32x16 v) {
  _mm512_mask_storeu_epi32(p, (__mmask16) mc_lowest_bits(k), v);
}

MC_INLINE mc_i32x16 mc_i32x16_xor_lanes(mc_i32x16 v, int c) {
  const __m512i lane =
    _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  switch (c) {
  case 1: return _mm512_shuffle_epi32(v, _MM_PERM_CDAB);
  case 2: return _mm512_shuffle_epi32(v, _MM_PERM_BADC);
  case 4: return _mm512_shuffle_i64x2(v, v, 0xb1);
  case 8: return _mm512_shuffle_i64x2(v, v, 0x4e);
  default:
    return _mm512_permutexvar_epi32(
      _mm512_xor_si512(lane, _mm512_set1_epi32(c)), v);
  }
}

MC_INLINE mc_i32x16 mc_i32x16_min(mc_i32x16 a, mc_i32x16 b) {
  return _mm512_min_epi32(a, b);
}

MC_INLINE mc_i32x16 mc_i32x16_max(mc_i32x16 a, mc_i32x16 b) {
  return _mm512_max_epi32(a, b);
}

MC_INLINE mc_i32x16 mc_i32x16_order(mc_i32x16 a, mc_i32x16 b, int c) {
  __mmask16 high = c == 8 ? 0xff00 : c == 4 ? 0xf0f0 : c == 2 ? 0xcccc : 0xaaaa;
  return _mm512_mask_max_epi32(_mm512_min_epi32(a, b), high, a, b);
}

MC_INLINE int32_t mc_i32x16_first(mc_i32x16 v) {
  return _mm_cvtsi128_si32(_mm512_castsi512_si128(v));
}

MC_INLINE int32_t mc_i32x16_last(mc_i32x16 v) {
  return _mm_extract_epi32(_mm512_extracti32x4_epi32(v, 3), 3);
}

MC_INLINE mc_i64x8 mc_i64x8_load(const int64_t *p) {
  return _mm512_load_si512(p);
}

MC_INLINE void mc_i64x8_store(int64_t *p, mc_i64x8 v) {
  _mm512_store_si512(p, v);
}

MC_INLINE mc_i64x8 mc_i64x8_load_upto(const int64_t *p, int64_t k,
                                      int64_t fill) {
  return _mm512_mask_loadu_epi64(_mm512_set1_epi64(fill),
                                 (__mmask8) mc_lowest_bits(k), p);
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
  default:
    return _mm512_permutexvar_epi64(
      _mm512_xor_si512(lane, _mm512_set1_epi64(c)), v);
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
  return _mm512_mask_max_epi64(_mm512_min_epi64(a, b), high, a, b);
}

MC_INLINE int64_t mc_i64x8_first(mc_i64x8 v) {
  return _mm_cvtsi128_si64(_mm512_castsi512_si128(v));
}

MC_INLINE int64_t mc_i64x8_last(mc_i64x8 v) {
  return _mm_extract_epi64(_mm512_extracti64x2_epi64(v, 3), 1);
}

#include "simd/avx512/sort.h"

#endif
