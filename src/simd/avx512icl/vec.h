/* The vector vocabulary (simd/portable/vec.h) in AVX-512 as of Ice Lake and
   Zen 4, which count the ones of 64-bit lanes in one instruction. */
#ifndef MC_VEC_AVX512ICL_H
#define MC_VEC_AVX512ICL_H

#include "simd/avx512/common.h"

enum { MC_COUNT_RUN = 1 << 20 };
enum { MC_ROWS_ONE_COUNT = 4, MC_ROWS_TWO_COUNTS = 2, MC_ROWS_FOUR_COUNTS = 1 };
#define MC_KENDALL_COSTS {19, 0.84, 69e3, 620, 33, 1200}

typedef __m512i mc_count; /* 8 counters of 64 bits */

MC_INLINE mc_count mc_count_add(mc_count count, mc_bits v) {
  return _mm512_add_epi64(count, _mm512_popcnt_epi64(v));
}

/* sum[j] += the total of count j */
MC_INLINE void mc_count_flush4(int64_t *sum, mc_count c0, mc_count c1,
                               mc_count c2, mc_count c3) {
  mc_flush_lanes4(sum, c0, c1, c2, c3);
}

enum { MC_SPLIT8_LANES = 64, MC_SPLIT16_LANES = 32 };

/* The sums of bytes' lanes are of 32 bits. */
MC_INLINE int64_t mc_lanes_total8(mc_lanes sum) {
  return mc_lanes_total32(sum);
}

MC_INLINE int64_t mc_lanes_total16(mc_lanes sum) {
  return _mm512_reduce_add_epi32(
    _mm512_add_epi32(_mm512_and_si512(sum, _mm512_set1_epi32(0xffff)),
                     _mm512_srli_epi32(sum, 16)));
}

MC_INLINE int mc_split8(const uint8_t *v, int count, int bit, uint8_t *zeros,
                        uint8_t *ones, mc_lanes *sum) {
  const __m512i lane = _mm512_set_epi8(
    63, 62, 61, 60, 59, 58, 57, 56, 55, 54, 53, 52, 51, 50, 49, 48, 47, 46, 45,
    44, 43, 42, 41, 40, 39, 38, 37, 36, 35, 34, 33, 32, 31, 30, 29, 28, 27, 26,
    25, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6,
    5, 4, 3, 2, 1, 0);
  __m512i x = _mm512_loadu_si512(v);
  __mmask64 one = _mm512_test_epi8_mask(x, _mm512_set1_epi8((char) (1 << bit)));
  __mmask64 zero = ~one;
  if (count < 64)
    zero &= _bzhi_u64(UINT64_MAX, (unsigned) count);
  _mm512_storeu_si512(zeros, _mm512_maskz_compress_epi8(zero, x));
  _mm512_storeu_si512(ones, _mm512_maskz_compress_epi8(one, x));
  *sum = _mm512_dpbusd_epi32(*sum, _mm512_maskz_mov_epi8(zero, lane),
                             _mm512_set1_epi8(1));
  return (int) _mm_popcnt_u64(zero);
}

MC_INLINE int mc_split16(const uint16_t *v, int count, int bit, uint16_t *zeros,
                         uint16_t *ones, mc_lanes *sum) {
  const __m512i lane = _mm512_set_epi16(
    31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13,
    12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
  __m512i x = _mm512_loadu_si512(v);
  __mmask32 one = _mm512_test_epi16_mask(x, _mm512_set1_epi16((int16_t) (1 << bit)));
  __mmask32 zero = ~one;
  if (count < 32)
    zero &= _bzhi_u32(UINT32_MAX, (unsigned) count);
  _mm512_storeu_si512(zeros, _mm512_maskz_compress_epi16(zero, x));
  _mm512_storeu_si512(ones, _mm512_maskz_compress_epi16(one, x));
  *sum = _mm512_mask_add_epi16(*sum, zero, *sum, lane);
  return _mm_popcnt_u32(zero);
}

#endif
