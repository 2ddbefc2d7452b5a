/* The vector vocabulary (simd/portable/vec.h) in AVX2. */
#ifndef MC_VEC_AVX2_H
#define MC_VEC_AVX2_H

#include "simd/portable/lanes.h"
#include "simd/portable/rows.h"
#include "simd/portable/split.h"
#include "simd/avx2/compress.h"

/* ---- 1. bits ---- */

enum { MC_BITS_BYTES = 32, MC_COUNT_RUN = 31 };
enum { MC_ROWS_ONE_COUNT = 2, MC_ROWS_TWO_COUNTS = 1, MC_ROWS_FOUR_COUNTS = 1 };
#define MC_KENDALL_COSTS {25, 2.9, 68e3, -370, 240, 1300}

typedef __m256i mc_bits;
typedef __m256i mc_count; /* 32 counters of a byte */

MC_INLINE mc_bits mc_bits_load(const uint64_t *p) {
  return _mm256_load_si256((const __m256i *) p);
}

MC_INLINE mc_bits mc_bits_and(mc_bits a, mc_bits b) {
  return _mm256_and_si256(a, b);
}

MC_INLINE mc_bits mc_bits_xor(mc_bits a, mc_bits b) {
  return _mm256_xor_si256(a, b);
}

MC_INLINE mc_bits mc_bits_xor_and(mc_bits a, mc_bits b, mc_bits mask) {
  return _mm256_and_si256(_mm256_xor_si256(a, b), mask);
}

MC_INLINE mc_count mc_count_zero(void) {
  return _mm256_setzero_si256();
}

/* The popcount of each nibble is looked up by a byte shuffle. */
MC_INLINE mc_count mc_count_add(mc_count count, mc_bits v) {
  const __m256i table = _mm256_setr_epi8(
    0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
    0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
  const __m256i nibble = _mm256_set1_epi8(15);
  __m256i low = _mm256_and_si256(v, nibble);
  __m256i high = _mm256_and_si256(_mm256_srli_epi16(v, 4), nibble);
  return _mm256_add_epi8(
    count, _mm256_add_epi8(_mm256_shuffle_epi8(table, low),
                           _mm256_shuffle_epi8(table, high)));
}

/* sum[j] += the total of count j */
MC_INLINE void mc_count_flush4(int64_t *sum, mc_count c0, mc_count c1,
                               mc_count c2, mc_count c3) {
  const __m256i zero = _mm256_setzero_si256();
  c0 = _mm256_sad_epu8(c0, zero);
  c1 = _mm256_sad_epu8(c1, zero);
  c2 = _mm256_sad_epu8(c2, zero);
  c3 = _mm256_sad_epu8(c3, zero);
  __m256i c01 = _mm256_add_epi64(_mm256_unpacklo_epi64(c0, c1),
                                 _mm256_unpackhi_epi64(c0, c1)); /* 0 1 0 1 */
  __m256i c23 = _mm256_add_epi64(_mm256_unpacklo_epi64(c2, c3),
                                 _mm256_unpackhi_epi64(c2, c3)); /* 2 3 2 3 */
  __m256i all = _mm256_add_epi64(_mm256_permute2x128_si256(c01, c23, 0x20),
                                 _mm256_permute2x128_si256(c01, c23, 0x31));
  __m256i *p = (__m256i *) sum;
  _mm256_storeu_si256(p, _mm256_add_epi64(_mm256_loadu_si256(p), all));
}

/* ---- 2. ranks ---- */

typedef struct { __m256i part[2]; } mc_ranks16;
typedef struct { __m256i part[4]; } mc_ranks32;

/* A difference of signs turns unsigned order into the signed one that AVX2
   compares. */
MC_INLINE mc_ranks16 mc_ranks16_signed(__m256i a, __m256i b) {
  const __m256i sign = _mm256_set1_epi16(INT16_MIN);
  return (mc_ranks16){{_mm256_xor_si256(a, sign), _mm256_xor_si256(b, sign)}};
}

MC_INLINE mc_ranks16 mc_ranks16_load(const uint16_t *p) {
  const __m256i *q = (const __m256i *) p;
  return mc_ranks16_signed(_mm256_loadu_si256(q), _mm256_loadu_si256(q + 1));
}

MC_INLINE mc_ranks16 mc_ranks16_set(uint16_t x) {
  __m256i v = _mm256_set1_epi16((int16_t) x);
  return mc_ranks16_signed(v, v);
}

/* Two vectors of 16-bit masks to one bit a lane. */
MC_INLINE uint32_t mc_mask_of_16(__m256i a, __m256i b) {
  __m256i bytes = _mm256_packs_epi16(a, b); /* in 64-bit parts a0 b0 a1 b1 */
  return (uint32_t) _mm256_movemask_epi8(
    _mm256_permute4x64_epi64(bytes, 0xd8)); /* 0 2 1 3 */
}

MC_INLINE uint32_t mc_ranks16_gt(mc_ranks16 a, mc_ranks16 b) {
  return mc_mask_of_16(_mm256_cmpgt_epi16(a.part[0], b.part[0]),
                       _mm256_cmpgt_epi16(a.part[1], b.part[1]));
}

MC_INLINE uint32_t mc_ranks16_ne(mc_ranks16 a, mc_ranks16 b) {
  return ~mc_mask_of_16(_mm256_cmpeq_epi16(a.part[0], b.part[0]),
                        _mm256_cmpeq_epi16(a.part[1], b.part[1]));
}

MC_INLINE mc_ranks32 mc_ranks32_load(const uint32_t *p) {
  const __m256i sign = _mm256_set1_epi32(INT32_MIN);
  mc_ranks32 v;
  MC_UNROLL for (int i = 0; i < 4; i++)
    v.part[i] = _mm256_xor_si256(
      _mm256_loadu_si256((const __m256i *) (p + 8 * i)), sign);
  return v;
}

MC_INLINE mc_ranks32 mc_ranks32_set(uint32_t x) {
  __m256i v = _mm256_set1_epi32((int32_t) (x ^ UINT32_C(0x80000000)));
  return (mc_ranks32){{v, v, v, v}};
}

MC_INLINE uint32_t mc_mask_of_32(const __m256i *part) {
  uint32_t mask = 0;
  MC_UNROLL for (int i = 0; i < 4; i++)
    mask |= (uint32_t) _mm256_movemask_ps(_mm256_castsi256_ps(part[i])) << 8 * i;
  return mask;
}

MC_INLINE uint32_t mc_ranks32_gt(mc_ranks32 a, mc_ranks32 b) {
  MC_UNROLL for (int i = 0; i < 4; i++)
    a.part[i] = _mm256_cmpgt_epi32(a.part[i], b.part[i]);
  return mc_mask_of_32(a.part);
}

MC_INLINE uint32_t mc_ranks32_ne(mc_ranks32 a, mc_ranks32 b) {
  MC_UNROLL for (int i = 0; i < 4; i++)
    a.part[i] = _mm256_cmpeq_epi32(a.part[i], b.part[i]);
  return ~mc_mask_of_32(a.part);
}

MC_RANKS_ROWS(mc_ranks16, uint16_t)
MC_RANKS_ROWS(mc_ranks32, uint32_t)

MC_INLINE int mc_popcount32(uint32_t v) {
  return _mm_popcnt_u32(v);
}

/* ---- 3. splitting by a bit, and comparing a few ---- */

typedef __m128i mc_lanes; /* sums of lane numbers, of 16 bits */

enum {
  MC_SPLIT8_LANES = 8, MC_SPLIT16_LANES = 8, MC_SPLIT32_LANES = 8,
  MC_SPLIT_RUN = 2048
};

MC_INLINE mc_lanes mc_lanes_zero(void) {
  return _mm_setzero_si128();
}

MC_INLINE int64_t mc_lanes_total16(mc_lanes sum) {
  uint16_t lane[8];
  _mm_storeu_si128((__m128i *) lane, sum);
  int64_t total = 0;
  for (int l = 0; l < 8; l++)
    total += lane[l];
  return total;
}

MC_INLINE int64_t mc_lanes_total8(mc_lanes sum) {
  return mc_lanes_total16(sum);
}

MC_INLINE int64_t mc_lanes_total32(mc_lanes sum) {
  return mc_lanes_total16(sum);
}

/* The lanes below `count` whose bit in `one` is not set, added to *sum. */
MC_INLINE unsigned mc_split_zeros(unsigned one, int count, mc_lanes *sum) {
  const __m128i lane = _mm_setr_epi16(0, 1, 2, 3, 4, 5, 6, 7);
  const __m128i bit = _mm_setr_epi16(1, 2, 4, 8, 16, 32, 64, 128);
  unsigned zero = ~one & 0xff;
  if (count < 8)
    zero = _bzhi_u32(zero, (unsigned) count);
  __m128i is_zero = _mm_cmpeq_epi16(
    _mm_and_si128(_mm_set1_epi16((int16_t) zero), bit), bit);
  *sum = _mm_add_epi16(*sum, _mm_and_si128(is_zero, lane));
  return zero;
}

/* The bit to the sign, the signs to a mask. */
MC_INLINE int mc_split8(const uint8_t *v, int count, int bit, uint8_t *zeros,
                        uint8_t *ones, mc_lanes *sum) {
  __m128i x = _mm_loadl_epi64((const __m128i *) v);
  unsigned one = 0xff & (unsigned) _mm_movemask_epi8(
                          _mm_sll_epi16(x, _mm_cvtsi32_si128(7 - bit)));
  unsigned zero = mc_split_zeros(one, count, sum);
  _mm_storel_epi64((__m128i *) zeros, mc_compress8_bytes(x, zero));
  _mm_storel_epi64((__m128i *) ones, mc_compress8_bytes(x, one));
  return _mm_popcnt_u32(zero);
}

MC_INLINE int mc_split16(const uint16_t *v, int count, int bit, uint16_t *zeros,
                         uint16_t *ones, mc_lanes *sum) {
  __m128i x = _mm_loadu_si128((const __m128i *) v);
  __m128i sign = _mm_sll_epi16(x, _mm_cvtsi32_si128(15 - bit));
  unsigned one = (unsigned) _mm_movemask_epi8(
    _mm_packs_epi16(sign, _mm_setzero_si128()));
  unsigned zero = mc_split_zeros(one, count, sum);
  _mm_storeu_si128((__m128i *) zeros, mc_compress8(x, zero));
  _mm_storeu_si128((__m128i *) ones, mc_compress8(x, one));
  return _mm_popcnt_u32(zero);
}

/* The table's entries as numbers of 32-bit lanes. */
MC_INLINE int mc_split32(const uint32_t *v, int count, int bit, uint32_t *zeros,
                         uint32_t *ones, mc_lanes *sum) {
  __m256i x = _mm256_loadu_si256((const __m256i *) v);
  __m256i sign = _mm256_sll_epi32(x, _mm_cvtsi32_si128(31 - bit));
  unsigned one = (unsigned) _mm256_movemask_ps(_mm256_castsi256_ps(sign));
  unsigned zero = mc_split_zeros(one, count, sum);
  const uint64_t *table = mc_compress8_table;
  __m256i to_zeros = _mm256_srli_epi32(_mm256_cvtepu8_epi32(
    _mm_loadl_epi64((const __m128i *) (table + zero))), 1);
  __m256i to_ones = _mm256_srli_epi32(_mm256_cvtepu8_epi32(
    _mm_loadl_epi64((const __m128i *) (table + one))), 1);
  _mm256_storeu_si256((__m256i *) zeros, _mm256_permutevar8x32_epi32(x, to_zeros));
  _mm256_storeu_si256((__m256i *) ones, _mm256_permutevar8x32_epi32(x, to_ones));
  return _mm_popcnt_u32(zero);
}

MC_INLINE void mc_narrow16(const uint16_t *v, uint8_t *out) {
  const __m128i low = _mm_set1_epi16(0xff);
  for (int i = 0; i < MC_NARROW; i += 16)
    _mm_storeu_si128((__m128i *) (out + i), _mm_packus_epi16(
      _mm_and_si128(_mm_loadu_si128((const __m128i *) (v + i)), low),
      _mm_and_si128(_mm_loadu_si128((const __m128i *) (v + i + 8)), low)));
}

MC_INLINE void mc_narrow32(const uint32_t *v, uint16_t *out) {
  const __m128i low = _mm_set1_epi32(0xffff);
  for (int i = 0; i < MC_NARROW; i += 8)
    _mm_storeu_si128((__m128i *) (out + i), _mm_packus_epi32(
      _mm_and_si128(_mm_loadu_si128((const __m128i *) (v + i)), low),
      _mm_and_si128(_mm_loadu_si128((const __m128i *) (v + i + 4)), low)));
}

typedef struct { __m256i low, high; } mc_bytes;
typedef mc_bytes mc_tally; /* 64 counters of a byte */

MC_INLINE mc_bytes mc_bytes_load(const int8_t *p) {
  return (mc_bytes){_mm256_loadu_si256((const __m256i *) p),
                    _mm256_loadu_si256((const __m256i *) (p + 32))};
}

MC_INLINE void mc_bytes_store(int8_t *p, mc_bytes a) {
  _mm256_storeu_si256((__m256i *) p, a.low);
  _mm256_storeu_si256((__m256i *) (p + 32), a.high);
}

MC_INLINE mc_bytes mc_bytes_less_one(mc_bytes a) {
  const __m256i one = _mm256_set1_epi8(1);
  return (mc_bytes){_mm256_sub_epi8(a.low, one), _mm256_sub_epi8(a.high, one)};
}

MC_INLINE mc_bytes mc_bytes_few(const uint8_t *v, int n, int bits) {
  const __m256i last = _mm256_set1_epi8((char) ((1 << bits) - 1));
  const __m256i none = _mm256_set1_epi8(127);
  mc_bytes a = mc_bytes_load((const int8_t *) v);
  mc_bytes behind = mc_bytes_load(mc_wrap_window + MC_BYTES - n);
  __m256i low = _mm256_cmpgt_epi8(behind.low, _mm256_setzero_si256());
  __m256i high = _mm256_cmpgt_epi8(behind.high, _mm256_setzero_si256());
  return (mc_bytes){
    _mm256_blendv_epi8(_mm256_and_si256(a.low, last), none, low),
    _mm256_blendv_epi8(_mm256_and_si256(a.high, last), none, high)};
}

MC_INLINE mc_tally mc_tally_zero(void) {
  return (mc_tally){_mm256_setzero_si256(), _mm256_setzero_si256()};
}

MC_INLINE __m256i mc_tally_add32(__m256i t, __m256i a, __m256i b,
                                 const int8_t *window) {
  __m256i wrapped = _mm256_loadu_si256((const __m256i *) window);
  __m256i greater = _mm256_abs_epi8(_mm256_cmpgt_epi8(a, b));
  return _mm256_add_epi8(t, _mm256_xor_si256(greater, wrapped));
}

MC_INLINE mc_tally mc_tally_add(mc_tally t, mc_bytes a, mc_bytes b, int wrap) {
  const int8_t *window = mc_wrap_window + MC_BYTES - wrap;
  return (mc_tally){mc_tally_add32(t.low, a.low, b.low, window),
                    mc_tally_add32(t.high, a.high, b.high, window + 32)};
}

MC_INLINE int64_t mc_tally_total(mc_tally t) {
  const __m256i zero = _mm256_setzero_si256();
  __m256i sum = _mm256_add_epi64(_mm256_sad_epu8(t.low, zero),
                                 _mm256_sad_epu8(t.high, zero));
  int64_t lane[4];
  _mm256_storeu_si256((__m256i *) lane, sum);
  return lane[0] + lane[1] + lane[2] + lane[3];
}

/* ---- 4. doubles ---- */

enum { MC_F64_LANES = 4 };
typedef __m256d mc_f64;

MC_INLINE mc_f64 mc_f64_load(const double *p) {
  return _mm256_loadu_pd(p);
}

MC_INLINE void mc_f64_store(double *p, mc_f64 v) {
  _mm256_storeu_pd(p, v);
}

MC_INLINE void mc_f64_store_wide(double *p, mc_f64 v) {
  mc_f64_store(p, v);
}

MC_INLINE mc_f64 mc_f64_set(double x) {
  return _mm256_set1_pd(x);
}

MC_INLINE mc_f64 mc_f64_from_i64(const int64_t *p) {
  return _mm256_setr_pd((double) p[0], (double) p[1], (double) p[2],
                        (double) p[3]);
}

MC_INLINE mc_f64 mc_f64_add(mc_f64 a, mc_f64 b) {
  return _mm256_add_pd(a, b);
}

/* The compiler is not to know that it is one: it would add. */
MC_INLINE mc_f64 mc_f64_one(void) {
  mc_f64 one = _mm256_set1_pd(1);
  __asm__("" : "+x"(one));
  return one;
}

MC_INLINE mc_f64 mc_f64_add_beside(mc_f64 a, mc_f64 one, mc_f64 b) {
  return _mm256_fmadd_pd(a, one, b);
}

MC_INLINE mc_f64 mc_f64_sub(mc_f64 a, mc_f64 b) {
  return _mm256_sub_pd(a, b);
}

MC_INLINE mc_f64 mc_f64_fma(mc_f64 a, mc_f64 b, mc_f64 c) {
  return _mm256_fmadd_pd(a, b, c);
}

MC_INLINE mc_f64 mc_f64_where_number(mc_f64 v, mc_f64 yes, mc_f64 no) {
  return _mm256_blendv_pd(no, yes, _mm256_cmp_pd(v, v, _CMP_ORD_Q));
}

MC_INLINE mc_f64 mc_f64_min(mc_f64 a, mc_f64 b) {
  return _mm256_min_pd(a, b);
}

MC_INLINE mc_f64 mc_f64_max(mc_f64 a, mc_f64 b) {
  return _mm256_max_pd(a, b);
}

MC_INLINE int mc_f64_numbers(mc_f64 v) {
  return _mm_popcnt_u32((unsigned) _mm256_movemask_pd(_mm256_cmp_pd(v, v, _CMP_ORD_Q)));
}

MC_INLINE bool mc_f64_positive(mc_f64 v) {
  return _mm256_movemask_pd(_mm256_cmp_pd(v, _mm256_setzero_pd(), _CMP_GT_OQ)) == 15;
}

MC_INLINE mc_f64 mc_f64_where_positive(mc_f64 v, mc_f64 yes, mc_f64 no) {
  return _mm256_blendv_pd(no, yes, _mm256_cmp_pd(v, _mm256_setzero_pd(), _CMP_GT_OQ));
}

MC_INLINE mc_f64 mc_f64_mul(mc_f64 a, mc_f64 b) {
  return _mm256_mul_pd(a, b);
}

MC_INLINE mc_f64 mc_f64_div(mc_f64 a, mc_f64 b) {
  return _mm256_div_pd(a, b);
}

MC_INLINE mc_f64 mc_f64_sqrt(mc_f64 v) {
  return _mm256_sqrt_pd(v);
}

MC_INLINE mc_f64 mc_f64_clamp1(mc_f64 v) {
  return _mm256_min_pd(_mm256_max_pd(v, _mm256_set1_pd(-1)), _mm256_set1_pd(1));
}

MC_INLINE double mc_f64_total(mc_f64 v) {
  __m128d half = _mm_add_pd(_mm256_castpd256_pd128(v), _mm256_extractf128_pd(v, 1));
  return _mm_cvtsd_f64(_mm_add_sd(half, _mm_unpackhi_pd(half, half)));
}

MC_INLINE mc_f64 mc_f64_from_f32(const float *p) {
  return _mm256_cvtps_pd(_mm_loadu_ps(p));
}

enum { MC_TILE_VECTORS = 2, MC_BLOCK_VECTORS = 4 };

enum { MC_F32_LANES = 8 };
typedef __m256 mc_f32;

MC_INLINE mc_f32 mc_f32_load(const float *p) {
  return _mm256_loadu_ps(p);
}

MC_INLINE void mc_f32_store(float *p, mc_f32 v) {
  _mm256_storeu_ps(p, v);
}

MC_INLINE void mc_f32_store_wide(double *p, mc_f32 v) {
  _mm256_storeu_pd(p, _mm256_cvtps_pd(_mm256_castps256_ps128(v)));
  _mm256_storeu_pd(p + 4, _mm256_cvtps_pd(_mm256_extractf128_ps(v, 1)));
}

MC_INLINE mc_f32 mc_f32_set(float x) {
  return _mm256_set1_ps(x);
}

MC_INLINE mc_f32 mc_f32_add(mc_f32 a, mc_f32 b) {
  return _mm256_add_ps(a, b);
}

MC_INLINE mc_f32 mc_f32_one(void) {
  mc_f32 one = _mm256_set1_ps(1);
  __asm__("" : "+x"(one));
  return one;
}

MC_INLINE mc_f32 mc_f32_add_beside(mc_f32 a, mc_f32 one, mc_f32 b) {
  return _mm256_fmadd_ps(a, one, b);
}

MC_INLINE mc_f32 mc_f32_sub(mc_f32 a, mc_f32 b) {
  return _mm256_sub_ps(a, b);
}

MC_INLINE mc_f32 mc_f32_fma(mc_f32 a, mc_f32 b, mc_f32 c) {
  return _mm256_fmadd_ps(a, b, c);
}

MC_INLINE mc_f32 mc_f32_where_number(mc_f32 v, mc_f32 yes, mc_f32 no) {
  return _mm256_blendv_ps(no, yes, _mm256_cmp_ps(v, v, _CMP_ORD_Q));
}

MC_INLINE mc_f32 mc_f32_sqrt(mc_f32 v) {
  return _mm256_sqrt_ps(v);
}

MC_INLINE float mc_f32_total(mc_f32 v) {
  __m128 four = _mm_add_ps(_mm256_castps256_ps128(v), _mm256_extractf128_ps(v, 1));
  __m128 two = _mm_add_ps(four, _mm_movehl_ps(four, four));
  return _mm_cvtss_f32(_mm_add_ss(two, _mm_movehdup_ps(two)));
}

MC_INLINE mc_f32 mc_f32_min(mc_f32 a, mc_f32 b) {
  return _mm256_min_ps(a, b);
}

MC_INLINE mc_f32 mc_f32_max(mc_f32 a, mc_f32 b) {
  return _mm256_max_ps(a, b);
}

/* Four doubles have marks of half a vector. */
MC_INLINE void mc_f64_mark_where(int32_t *via, mc_f64 where, int32_t mark) {
  const __m256i even = _mm256_setr_epi32(0, 2, 4, 6, 0, 2, 4, 6);
  const __m128i mask = _mm256_castsi256_si128(
    _mm256_permutevar8x32_epi32(_mm256_castpd_si256(where), even));
  const __m128i old = _mm_loadu_si128((const __m128i *) via);
  _mm_storeu_si128((__m128i *) via, _mm_blendv_epi8(old, _mm_set1_epi32(mark), mask));
}

MC_INLINE void mc_f32_mark_where(int32_t *via, mc_f32 where, int32_t mark) {
  const __m256i old = _mm256_loadu_si256((const __m256i *) via);
  _mm256_storeu_si256((__m256i *) via, _mm256_blendv_epi8(old, _mm256_set1_epi32(mark),
                                                          _mm256_castps_si256(where)));
}

#define MC_AVX2_PUT(vec, type, suffix)                                                  \
  MC_INLINE void mc_##vec##_put_where(type *c, int32_t *via, mc_##vec t, int32_t mark,  \
                                      mc_##vec old, mc_##vec where) {                   \
    mc_##vec##_store(c, _mm256_blendv_##suffix(old, t, where));                         \
    mc_##vec##_mark_where(via, where, mark);                                            \
  }                                                                                     \
  MC_INLINE void mc_##vec##_put_min(type *c, int32_t *via, mc_##vec t, int32_t mark) {  \
    const mc_##vec old = mc_##vec##_load(c);                                            \
    mc_##vec##_put_where(c, via, t, mark, old, _mm256_cmp_##suffix(t, old, _CMP_LT_OQ));\
  }                                                                                     \
  MC_INLINE void mc_##vec##_put_max(type *c, int32_t *via, mc_##vec t, int32_t mark) {  \
    const mc_##vec old = mc_##vec##_load(c);                                            \
    mc_##vec##_put_where(c, via, t, mark, old, _mm256_cmp_##suffix(t, old, _CMP_GT_OQ));\
  }
MC_AVX2_PUT(f64, double, pd)
MC_AVX2_PUT(f32, float, ps)
#undef MC_AVX2_PUT

MC_INLINE uint32_t mc_above16(const int32_t *p, int32_t x) {
  const __m256i limit = _mm256_set1_epi32(x);
  const __m256i low = _mm256_cmpgt_epi32(_mm256_loadu_si256((const __m256i *) p), limit);
  const __m256i high = _mm256_cmpgt_epi32(_mm256_loadu_si256((const __m256i *) (p + 8)), limit);
  return (uint32_t) _mm256_movemask_ps(_mm256_castsi256_ps(low)) |
         (uint32_t) _mm256_movemask_ps(_mm256_castsi256_ps(high)) << 8;
}

/* ---- 5. lanes for sorting ---- */

/* 16 lanes of 32 bits are two registers. */
typedef struct { __m256i low, high; } mc_i32x16;

MC_INLINE mc_i32x16 mc_i32x16_load(const int32_t *p) {
  const __m256i *q = (const __m256i *) p;
  return (mc_i32x16){_mm256_load_si256(q), _mm256_load_si256(q + 1)};
}

MC_INLINE void mc_i32x16_store(int32_t *p, mc_i32x16 v) {
  __m256i *q = (__m256i *) p;
  _mm256_store_si256(q, v.low);
  _mm256_store_si256(q + 1, v.high);
}

/* all ones in the first k of 8 lanes */
MC_INLINE __m256i mc_first_lanes(int64_t k) {
  int32_t count = k < 0 ? 0 : k > 8 ? 8 : (int32_t) k;
  return _mm256_cmpgt_epi32(_mm256_set1_epi32(count),
                            _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
}

MC_INLINE mc_i32x16 mc_i32x16_load_upto(const int32_t *p, int64_t k,
                                        int32_t fill) {
  __m256i f = _mm256_set1_epi32(fill);
  __m256i low = mc_first_lanes(k), high = mc_first_lanes(k - 8);
  return (mc_i32x16){
    _mm256_blendv_epi8(f, _mm256_maskload_epi32(p, low), low),
    _mm256_blendv_epi8(f, _mm256_maskload_epi32(p + 8, high), high)};
}

MC_INLINE void mc_i32x16_store_upto(int32_t *p, int64_t k, mc_i32x16 v) {
  _mm256_maskstore_epi32(p, mc_first_lanes(k), v.low);
  _mm256_maskstore_epi32(p + 8, mc_first_lanes(k - 8), v.high);
}

/* lanes l ^ c for c < 8, within one register */
MC_INLINE __m256i mc_xor_lanes8(__m256i v, int c) {
  const __m256i lane = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
  switch (c) {
  case 0: return v;
  case 1: return _mm256_shuffle_epi32(v, 0xb1); /* 1 0 3 2 */
  case 2: return _mm256_shuffle_epi32(v, 0x4e); /* 2 3 0 1 */
  case 4: return _mm256_permute4x64_epi64(v, 0x4e);
  default:
    return _mm256_permutevar8x32_epi32(
      v, _mm256_xor_si256(lane, _mm256_set1_epi32(c)));
  }
}

MC_INLINE mc_i32x16 mc_i32x16_xor_lanes(mc_i32x16 v, int c) {
  __m256i low = mc_xor_lanes8(v.low, c & 7), high = mc_xor_lanes8(v.high, c & 7);
  return c & 8 ? (mc_i32x16){high, low} : (mc_i32x16){low, high};
}

MC_INLINE mc_i32x16 mc_i32x16_min(mc_i32x16 a, mc_i32x16 b) {
  return (mc_i32x16){_mm256_min_epi32(a.low, b.low),
                     _mm256_min_epi32(a.high, b.high)};
}

MC_INLINE mc_i32x16 mc_i32x16_max(mc_i32x16 a, mc_i32x16 b) {
  return (mc_i32x16){_mm256_max_epi32(a.low, b.low),
                     _mm256_max_epi32(a.high, b.high)};
}

MC_INLINE __m256i mc_order8(__m256i a, __m256i b, int c) {
  __m256i low = _mm256_min_epi32(a, b), high = _mm256_max_epi32(a, b);
  switch (c) { /* lanes l with l & c take the maximum */
  case 1: return _mm256_blend_epi32(low, high, 0xaa);
  case 2: return _mm256_blend_epi32(low, high, 0xcc);
  default: return _mm256_blend_epi32(low, high, 0xf0);
  }
}

MC_INLINE mc_i32x16 mc_i32x16_order(mc_i32x16 a, mc_i32x16 b, int c) {
  if (c == 8)
    return (mc_i32x16){_mm256_min_epi32(a.low, b.low),
                       _mm256_max_epi32(a.high, b.high)};
  return (mc_i32x16){mc_order8(a.low, b.low, c), mc_order8(a.high, b.high, c)};
}

MC_INLINE int32_t mc_i32x16_first(mc_i32x16 v) {
  return _mm_cvtsi128_si32(_mm256_castsi256_si128(v.low));
}

MC_INLINE int32_t mc_i32x16_last(mc_i32x16 v) {
  return _mm256_extract_epi32(v.high, 7);
}

/* AVX2 has no minimum of 64-bit lanes. */
MC_PORTABLE_LANES(mc_i64x8, int64_t, 8)

#include "simd/avx2/sort.h"

#endif
