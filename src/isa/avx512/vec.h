/* The vector vocabulary (isa/portable/vec.h) in AVX-512 as of Skylake-X, that
   is without VPOPCNTDQ: popcounts by looking up nibbles. */
#ifndef MC_VEC_AVX512_H
#define MC_VEC_AVX512_H

#include "common.h"

enum { MC_COUNT_RUN = 31 };
enum { MC_ROWS_ONE_COUNT = 4, MC_ROWS_TWO_COUNTS = 2, MC_ROWS_FOUR_COUNTS = 1 };
#define MC_KENDALL_COSTS {26, 2.2, 400}

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

/* Without a compression of 16-bit lanes: in 32-bit ones. */
enum { MC_SPLIT16_LANES = 16 };

MC_INLINE int mc_split16(mc_split *s, const uint16_t *v, int count, int bit,
                         uint16_t *zeros, uint16_t *ones) {
  const __m512i lane =
    _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  __m512i x = _mm512_cvtepu16_epi32(_mm256_loadu_si256((const __m256i *) v));
  __mmask16 all = (__mmask16) _bzhi_u32(0xffff, (unsigned) count);
  __mmask16 one =
    _mm512_mask_test_epi32_mask(all, x, _mm512_set1_epi32((int32_t) (UINT32_C(1) << bit)));
  __mmask16 zero = all & (__mmask16) ~one;
  _mm256_storeu_si256((__m256i *) zeros,
                      _mm512_cvtepi32_epi16(_mm512_maskz_compress_epi32(zero, x)));
  _mm256_storeu_si256((__m256i *) ones,
                      _mm512_cvtepi32_epi16(_mm512_maskz_compress_epi32(one, x)));
  int count_one = _mm_popcnt_u32(one), count_zero = count - count_one;
  s->position = _mm512_mask_add_epi32(s->position, zero, s->position, lane);
  s->after += count_zero * (count_zero - 1) / 2;
  s->vectors++;
  return count_one;
}

#endif
