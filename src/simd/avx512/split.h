/* Contract: simd/portable/split.h. This target has no compression of bytes and 16-bit lanes, so
   they are split in 32-bit lanes. */

#include "simd/avx512/split32.h"

enum { MC_SPLIT8_LANES = 16, MC_SPLIT16_LANES = 16 };

MC_INLINE int64_t mc_lanes_total8(mc_lanes sum) {
  return mc_lanes_total32(sum);
}

MC_INLINE int64_t mc_lanes_total16(mc_lanes sum) {
  return mc_lanes_total32(sum);
}

MC_INLINE int mc_split8(const uint8_t *v, int count, int bit, uint8_t *zeros, uint8_t *ones,
                        mc_lanes *sum) {
  __m512i x = _mm512_cvtepu8_epi32(_mm_loadu_si128((const __m128i *) v)), zero, one;
  int z = mc_split_lanes32(x, count, bit, sum, &zero, &one);
  _mm_storeu_si128((__m128i *) zeros, _mm512_cvtepi32_epi8(zero));
  _mm_storeu_si128((__m128i *) ones, _mm512_cvtepi32_epi8(one));
  return z;
}

MC_INLINE int mc_split16(const uint16_t *v, int count, int bit, uint16_t *zeros, uint16_t *ones,
                         mc_lanes *sum) {
  __m512i x = _mm512_cvtepu16_epi32(_mm256_loadu_si256((const __m256i *) v)), zero, one;
  int z = mc_split_lanes32(x, count, bit, sum, &zero, &one);
  _mm256_storeu_si256((__m256i *) zeros, _mm512_cvtepi32_epi16(zero));
  _mm256_storeu_si256((__m256i *) ones, _mm512_cvtepi32_epi16(one));
  return z;
}
