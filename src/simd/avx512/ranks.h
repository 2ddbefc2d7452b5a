/* Contract: simd/portable/ranks.h. */

typedef __m512i mc_ranks16;
typedef struct {
  __m512i low, high;
} mc_ranks32;

MC_INLINE mc_ranks16 mc_ranks16_load(const uint16_t *p) {
  return _mm512_loadu_si512(p);
}

MC_INLINE mc_ranks16 mc_ranks16_set(uint16_t x) {
  return _mm512_set1_epi16((int16_t) x);
}

MC_INLINE uint32_t mc_ranks16_gt(mc_ranks16 a, mc_ranks16 b) {
  return _mm512_cmpgt_epu16_mask(a, b);
}

MC_INLINE uint32_t mc_ranks16_ne(mc_ranks16 a, mc_ranks16 b) {
  return _mm512_cmpneq_epu16_mask(a, b);
}

MC_INLINE mc_ranks32 mc_ranks32_load(const uint32_t *p) {
  return (mc_ranks32){_mm512_loadu_si512(p), _mm512_loadu_si512(p + 16)};
}

MC_INLINE mc_ranks32 mc_ranks32_set(uint32_t x) {
  __m512i v = _mm512_set1_epi32((int32_t) x);
  return (mc_ranks32){v, v};
}

MC_INLINE uint32_t mc_ranks32_gt(mc_ranks32 a, mc_ranks32 b) {
  return (uint32_t) _mm512_cmpgt_epu32_mask(a.low, b.low) |
         (uint32_t) _mm512_cmpgt_epu32_mask(a.high, b.high) << 16;
}

MC_INLINE uint32_t mc_ranks32_ne(mc_ranks32 a, mc_ranks32 b) {
  return (uint32_t) _mm512_cmpneq_epu32_mask(a.low, b.low) |
         (uint32_t) _mm512_cmpneq_epu32_mask(a.high, b.high) << 16;
}

#define RANK uint32_t
#define RANKS(word) mc_ranks32_##word
#define RANKS_TYPE mc_ranks32
#include "simd/portable/rows_body.h"

/* A broadcast of 16 bits needs the port that compares. A broadcast of 32 bits from memory needs
   only a load port. So 16 ranks are first doubled to 32 bits in memory, and the compiler is kept
   from reading them out of the register. */
MC_INLINE const uint32_t *mc_double_ranks16(const uint16_t *rows, int count, uint32_t *doubled) {
  __m256i r = _mm256_maskz_loadu_epi16((__mmask16) _bzhi_u32(0xffff, (unsigned) count), rows);
  __m512i wide = _mm512_cvtepu16_epi32(r);
  _mm512_store_si512(doubled, _mm512_or_si512(wide, _mm512_slli_epi32(wide, 16)));
  __asm__ volatile("" : "+r"(doubled) : : "memory");
  return doubled;
}

MC_INLINE void mc_ranks16_rows_gt(mc_ranks16 block, const uint16_t *rows, int count,
                                  uint32_t *out) {
  uint32_t space[16] __attribute__((aligned(64)));
  const uint32_t *doubled = mc_double_ranks16(rows, count, space);
  if (count == 16) {
    MC_UNROLL for (int k = 0; k < 16; k++) out[k] =
      _mm512_cmpgt_epu16_mask(_mm512_set1_epi32((int32_t) doubled[k]), block);
  } else {
    for (int k = 0; k < count; k++)
      out[k] = _mm512_cmpgt_epu16_mask(_mm512_set1_epi32((int32_t) doubled[k]), block);
  }
}

MC_INLINE void mc_ranks16_rows_ne(mc_ranks16 block, const uint16_t *rows, int count,
                                  uint32_t *out) {
  uint32_t space[16] __attribute__((aligned(64)));
  const uint32_t *doubled = mc_double_ranks16(rows, count, space);
  if (count == 16) {
    MC_UNROLL for (int k = 0; k < 16; k++) out[k] =
      _mm512_cmpneq_epu16_mask(_mm512_set1_epi32((int32_t) doubled[k]), block);
  } else {
    for (int k = 0; k < count; k++)
      out[k] = _mm512_cmpneq_epu16_mask(_mm512_set1_epi32((int32_t) doubled[k]), block);
  }
}

MC_INLINE int mc_popcount32(uint32_t v) {
  return _mm_popcnt_u32(v);
}
