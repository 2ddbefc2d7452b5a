/* Contract: simd/portable/ranks.h. */

typedef struct {
  __m256i part[2];
} mc_ranks16;
typedef struct {
  __m256i part[4];
} mc_ranks32;

/* AVX2 compares signed numbers. Flipping the signs turns unsigned order into signed order. */
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

/* Two vectors of 16-bit masks become one bit for each lane. */
MC_INLINE uint32_t mc_mask_of_16(__m256i a, __m256i b) {
  __m256i bytes = _mm256_packs_epi16(a, b); /* in 64-bit parts a0 b0 a1 b1 */
  return (uint32_t) _mm256_movemask_epi8(_mm256_permute4x64_epi64(bytes, 0xd8)); /* 0 2 1 3 */
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
  MC_UNROLL for (int i = 0; i < 4; i++) v.part[i] =
    _mm256_xor_si256(_mm256_loadu_si256((const __m256i *) (p + 8 * i)), sign);
  return v;
}

MC_INLINE mc_ranks32 mc_ranks32_set(uint32_t x) {
  __m256i v = _mm256_set1_epi32((int32_t) (x ^ UINT32_C(0x80000000)));
  return (mc_ranks32){{v, v, v, v}};
}

MC_INLINE uint32_t mc_mask_of_32(const __m256i *part) {
  uint32_t mask = 0;
  MC_UNROLL for (int i = 0; i < 4; i++) mask |=
    (uint32_t) _mm256_movemask_ps(_mm256_castsi256_ps(part[i])) << 8 * i;
  return mask;
}

MC_INLINE uint32_t mc_ranks32_gt(mc_ranks32 a, mc_ranks32 b) {
  MC_UNROLL for (int i = 0; i < 4; i++) a.part[i] = _mm256_cmpgt_epi32(a.part[i], b.part[i]);
  return mc_mask_of_32(a.part);
}

MC_INLINE uint32_t mc_ranks32_ne(mc_ranks32 a, mc_ranks32 b) {
  MC_UNROLL for (int i = 0; i < 4; i++) a.part[i] = _mm256_cmpeq_epi32(a.part[i], b.part[i]);
  return ~mc_mask_of_32(a.part);
}

#define ROWS_BODY "simd/portable/rows_body.h"
#include "simd/portable/rows.h"

MC_INLINE int mc_popcount32(uint32_t v) {
  return _mm_popcnt_u32(v);
}
