/* Contract: simd/portable/u16.h. */

#include "simd/u16_transpose.h"

enum { MC_U16_LANES = 16 };
typedef __m256i mc_u16;

MC_INLINE mc_u16 mc_u16_load(const uint16_t *p) {
  return _mm256_loadu_si256((const __m256i *) p);
}

MC_INLINE void mc_u16_store(uint16_t *p, mc_u16 v) {
  _mm256_storeu_si256((__m256i *) p, v);
}

MC_INLINE mc_u16 mc_u16_set(uint16_t x) {
  return _mm256_set1_epi16((short) x);
}

MC_INLINE mc_u16 mc_u16_set_twice(uint32_t x) {
  return _mm256_set1_epi32((int) x);
}

MC_INLINE mc_u16 mc_u16_add(mc_u16 a, mc_u16 b) {
  return _mm256_add_epi16(a, b);
}

MC_INLINE mc_u16 mc_u16_min(mc_u16 a, mc_u16 b) {
  return _mm256_min_epu16(a, b);
}

MC_INLINE mc_u16 mc_u16_max(mc_u16 a, mc_u16 b) {
  return _mm256_max_epu16(a, b);
}

MC_INLINE mc_u16 mc_u16_signs(mc_u16 a, mc_u16 b) {
  return _mm256_sign_epi16(_mm256_set1_epi16(1), _mm256_sub_epi16(a, b));
}

MC_INLINE mc_u16 mc_u16_high(mc_u16 a) {
  return _mm256_srli_epi16(a, 8);
}
