/* The vector vocabulary (isa/portable/vec.h) in AVX-512 as of Ice Lake and
   Zen 4, which count the ones of 64-bit lanes in one instruction. */
#ifndef MC_VEC_AVX512ICL_H
#define MC_VEC_AVX512ICL_H

#include "../avx512/common.h"

enum { MC_COUNT_RUN = 1 << 20 };
enum { MC_ROWS_ONE_COUNT = 4, MC_ROWS_TWO_COUNTS = 2, MC_ROWS_FOUR_COUNTS = 1 };
#define MC_KENDALL_COSTS {26, 0.8, 330}

typedef __m512i mc_count; /* 8 counters of 64 bits */

MC_INLINE mc_count mc_count_add(mc_count count, mc_bits v) {
  return _mm512_add_epi64(count, _mm512_popcnt_epi64(v));
}

/* sum[j] += the total of count j */
MC_INLINE void mc_count_flush4(int64_t *sum, mc_count c0, mc_count c1,
                               mc_count c2, mc_count c3) {
  mc_flush_lanes4(sum, c0, c1, c2, c3);
}

enum { MC_SPLIT16_LANES = 32 };

MC_INLINE int mc_split16(mc_split *s, const uint16_t *v, int count, int bit,
                         uint16_t *zeros, uint16_t *ones) {
  const __m512i lane = _mm512_set_epi16(
    31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13,
    12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
  __m512i x = _mm512_loadu_si512(v);
  __mmask32 all = _bzhi_u32(UINT32_MAX, (unsigned) count);
  __mmask32 one =
    _mm512_mask_test_epi16_mask(all, x, _mm512_set1_epi16((int16_t) (1 << bit)));
  __mmask32 zero = all & ~one;
  _mm512_storeu_si512(zeros, _mm512_maskz_compress_epi16(zero, x));
  _mm512_storeu_si512(ones, _mm512_maskz_compress_epi16(one, x));
  int count_one = _mm_popcnt_u32(one), count_zero = count - count_one;
  s->position = _mm512_mask_add_epi16(s->position, zero, s->position, lane);
  s->after += count_zero * (count_zero - 1) / 2;
  s->vectors++;
  return count_one;
}

#endif
