/* Contract: simd/portable/u16.h. */

#include "simd/u16_transpose.h"

enum { MC_U16_LANES = 32 };
typedef __m512i mc_u16;

MC_INLINE mc_u16 mc_u16_load(const uint16_t *p) {
  return _mm512_loadu_si512(p);
}

MC_INLINE void mc_u16_store(uint16_t *p, mc_u16 v) {
  _mm512_storeu_si512(p, v);
}

MC_INLINE mc_u16 mc_u16_set(uint16_t x) {
  return _mm512_set1_epi16((short) x);
}

MC_INLINE mc_u16 mc_u16_set_twice(uint32_t x) {
  return _mm512_set1_epi32((int) x);
}

MC_INLINE mc_u16 mc_u16_add(mc_u16 a, mc_u16 b) {
  return _mm512_add_epi16(a, b);
}

MC_INLINE mc_u16 mc_u16_min(mc_u16 a, mc_u16 b) {
  return _mm512_min_epu16(a, b);
}

MC_INLINE mc_u16 mc_u16_max(mc_u16 a, mc_u16 b) {
  return _mm512_max_epu16(a, b);
}

MC_INLINE mc_u16 mc_u16_signs(mc_u16 a, mc_u16 b) {
  const mc_u16 one = _mm512_set1_epi16(1), less = _mm512_set1_epi16(-1);
  return _mm512_max_epi16(_mm512_min_epi16(_mm512_sub_epi16(a, b), one), less);
}

MC_INLINE mc_u16 mc_u16_high(mc_u16 a) {
  return _mm512_srli_epi16(a, 8);
}
