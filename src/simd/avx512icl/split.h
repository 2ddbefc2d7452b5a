/* Contract: simd/portable/split.h. */

#include "simd/avx512/split32.h"

enum { MC_SPLIT8_LANES = 64, MC_SPLIT16_LANES = 32 };

/* For splits of bytes the sums of lane numbers have 32 bits. */
MC_INLINE int64_t mc_lanes_total8(mc_lanes sum) {
  return mc_lanes_total32(sum);
}

MC_INLINE int64_t mc_lanes_total16(mc_lanes sum) {
  return _mm512_reduce_add_epi32(
    _mm512_add_epi32(_mm512_and_si512(sum, _mm512_set1_epi32(0xffff)), _mm512_srli_epi32(sum, 16)));
}

MC_INLINE int mc_split8(const uint8_t *v, int count, int bit, uint8_t *zeros, uint8_t *ones,
                        mc_lanes *sum) {
  const __m512i lane = _mm512_set_epi8(
    63, 62, 61, 60, 59, 58, 57, 56, 55, 54, 53, 52, 51, 50, 49, 48, 47, 46, 45, 44, 43, 42, 41, 40,
    39, 38, 37, 36, 35, 34, 33, 32, 31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17, 16,
    15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
  __m512i x = _mm512_loadu_si512(v);
  __mmask64 one = _mm512_test_epi8_mask(x, _mm512_set1_epi8((char) (1 << bit)));
  __mmask64 zero = ~one;
  if (count < 64)
    zero &= _bzhi_u64(UINT64_MAX, (unsigned) count);
  _mm512_storeu_si512(zeros, _mm512_maskz_compress_epi8(zero, x));
  _mm512_storeu_si512(ones, _mm512_maskz_compress_epi8(one, x));
  *sum = _mm512_dpbusd_epi32(*sum, _mm512_maskz_mov_epi8(zero, lane), _mm512_set1_epi8(1));
  return (int) _mm_popcnt_u64(zero);
}

MC_INLINE int mc_split16(const uint16_t *v, int count, int bit, uint16_t *zeros, uint16_t *ones,
                         mc_lanes *sum) {
  const __m512i lane = _mm512_set_epi16(31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17,
                                        16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
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
