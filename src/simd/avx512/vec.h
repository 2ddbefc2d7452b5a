/* The vector vocabulary (simd/portable/vec.h) in AVX-512 as of Skylake-X, that
   is without VPOPCNTDQ: popcounts by looking up nibbles. */
#ifndef MC_VEC_AVX512_H
#define MC_VEC_AVX512_H

#include "simd/avx512/common.h"

enum { MC_COUNT_RUN = 31 };
enum { MC_ROWS_ONE_COUNT = 4, MC_ROWS_TWO_COUNTS = 2, MC_ROWS_FOUR_COUNTS = 1 };
#define MC_KENDALL_COSTS {19, 2.2, 68e3, 360, 120, 1000}

typedef __m512i mc_count; /* 64 counters of a byte */

MC_INLINE mc_count mc_count_add(mc_count count, mc_bits v) {
  const __m512i table = _mm512_broadcast_i32x4(
    _mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
  const __m512i nibble = _mm512_set1_epi8(15);
  __m512i low = _mm512_and_si512(v, nibble);
  __m512i high = _mm512_and_si512(_mm512_srli_epi16(v, 4), nibble);
  return _mm512_add_epi8(
    count, _mm512_add_epi8(_mm512_shuffle_epi8(table, low),
                           _mm512_shuffle_epi8(table, high)));
}

/* sum[j] += the total of count j */
MC_INLINE void mc_count_flush4(int64_t *sum, mc_count c0, mc_count c1,
                               mc_count c2, mc_count c3) {
  const __m512i zero = _mm512_setzero_si512();
  mc_flush_lanes4(sum, _mm512_sad_epu8(c0, zero), _mm512_sad_epu8(c1, zero),
                  _mm512_sad_epu8(c2, zero), _mm512_sad_epu8(c3, zero));
}

/* Without a compression of 16-bit lanes and bytes: in 32-bit lanes. */
enum { MC_SPLIT8_LANES = 16, MC_SPLIT16_LANES = 16 };

MC_INLINE int64_t mc_lanes_total8(mc_lanes sum) {
  return mc_lanes_total32(sum);
}

MC_INLINE int64_t mc_lanes_total16(mc_lanes sum) {
  return mc_lanes_total32(sum);
}

MC_INLINE int mc_split8(const uint8_t *v, int count, int bit, uint8_t *zeros,
                        uint8_t *ones, mc_lanes *sum) {
  __m512i x = _mm512_cvtepu8_epi32(_mm_loadu_si128((const __m128i *) v)), zero, one;
  int z = mc_split_lanes32(x, count, bit, sum, &zero, &one);
  _mm_storeu_si128((__m128i *) zeros, _mm512_cvtepi32_epi8(zero));
  _mm_storeu_si128((__m128i *) ones, _mm512_cvtepi32_epi8(one));
  return z;
}

MC_INLINE int mc_split16(const uint16_t *v, int count, int bit, uint16_t *zeros,
                         uint16_t *ones, mc_lanes *sum) {
  __m512i x = _mm512_cvtepu16_epi32(_mm256_loadu_si256((const __m256i *) v)), zero, one;
  int z = mc_split_lanes32(x, count, bit, sum, &zero, &one);
  _mm256_storeu_si256((__m256i *) zeros, _mm512_cvtepi32_epi16(zero));
  _mm256_storeu_si256((__m256i *) ones, _mm512_cvtepi32_epi16(one));
  return z;
}

#endif
