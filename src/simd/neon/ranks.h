/* Contract: simd/portable/ranks.h. */

typedef struct {
  uint16x8_t part[4];
} mc_ranks16;
typedef struct {
  uint32x4_t part[8];
} mc_ranks32;

/* 32 flags, as bytes of two registers. */
typedef struct {
  uint8x16_t low, high;
} mc_flags;

MC_INLINE mc_ranks16 mc_ranks16_load(const uint16_t *p) {
  mc_ranks16 v;
  MC_UNROLL for (int i = 0; i < 4; i++) v.part[i] = vld1q_u16(p + 8 * i);
  return v;
}

MC_INLINE mc_ranks32 mc_ranks32_load(const uint32_t *p) {
  mc_ranks32 v;
  MC_UNROLL for (int i = 0; i < 8; i++) v.part[i] = vld1q_u32(p + 4 * i);
  return v;
}

MC_INLINE mc_ranks16 mc_ranks16_set(uint16_t x) {
  const uint16x8_t v = vdupq_n_u16(x);
  return (mc_ranks16){{v, v, v, v}};
}

MC_INLINE mc_ranks32 mc_ranks32_set(uint32_t x) {
  const uint32x4_t v = vdupq_n_u32(x);
  return (mc_ranks32){{v, v, v, v, v, v, v, v}};
}

MC_INLINE mc_flags mc_flags_of16(const uint16x8_t *part) {
  return (mc_flags){mc_flags_narrow16(part[0], part[1]), mc_flags_narrow16(part[2], part[3])};
}

MC_INLINE mc_flags mc_flags_of32(const uint32x4_t *part) {
  uint16x8_t half[4];
  MC_UNROLL for (int i = 0; i < 4; i++) half[i] = mc_flags_narrow32(part[2 * i], part[2 * i + 1]);
  return mc_flags_of16(half);
}

MC_INLINE mc_flags mc_ranks16_flags_gt(mc_ranks16 a, mc_ranks16 b) {
  MC_UNROLL for (int i = 0; i < 4; i++) a.part[i] = vcgtq_u16(a.part[i], b.part[i]);
  return mc_flags_of16(a.part);
}

MC_INLINE mc_flags mc_ranks16_flags_eq(mc_ranks16 a, mc_ranks16 b) {
  MC_UNROLL for (int i = 0; i < 4; i++) a.part[i] = vceqq_u16(a.part[i], b.part[i]);
  return mc_flags_of16(a.part);
}

MC_INLINE mc_flags mc_ranks32_flags_gt(mc_ranks32 a, mc_ranks32 b) {
  MC_UNROLL for (int i = 0; i < 8; i++) a.part[i] = vcgtq_u32(a.part[i], b.part[i]);
  return mc_flags_of32(a.part);
}

MC_INLINE mc_flags mc_ranks32_flags_eq(mc_ranks32 a, mc_ranks32 b) {
  MC_UNROLL for (int i = 0; i < 8; i++) a.part[i] = vceqq_u32(a.part[i], b.part[i]);
  return mc_flags_of32(a.part);
}

#define ROWS_BODY "simd/neon/rows_body.h"
#include "simd/portable/rows.h"

MC_INLINE int mc_popcount32(uint32_t v) {
  return __builtin_popcount(v); /* cnt and addv */
}
