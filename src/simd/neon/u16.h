/* Contract: simd/portable/u16.h. */

enum { MC_U16_LANES = 16 };
typedef struct {
  uint16x8_t low, high;
} mc_u16;

MC_INLINE mc_u16 mc_u16_load(const uint16_t *p) {
  return (mc_u16){vld1q_u16(p), vld1q_u16(p + 8)};
}

MC_INLINE void mc_u16_store(uint16_t *p, mc_u16 v) {
  vst1q_u16(p, v.low);
  vst1q_u16(p + 8, v.high);
}

MC_INLINE mc_u16 mc_u16_set(uint16_t x) {
  const uint16x8_t v = vdupq_n_u16(x);
  return (mc_u16){v, v};
}

MC_INLINE mc_u16 mc_u16_set_twice(uint32_t x) {
  const uint16x8_t v = vreinterpretq_u16_u32(vdupq_n_u32(x));
  return (mc_u16){v, v};
}

MC_INLINE mc_u16 mc_u16_add(mc_u16 a, mc_u16 b) {
  return (mc_u16){vaddq_u16(a.low, b.low), vaddq_u16(a.high, b.high)};
}

MC_INLINE mc_u16 mc_u16_min(mc_u16 a, mc_u16 b) {
  return (mc_u16){vminq_u16(a.low, b.low), vminq_u16(a.high, b.high)};
}

MC_INLINE mc_u16 mc_u16_max(mc_u16 a, mc_u16 b) {
  return (mc_u16){vmaxq_u16(a.low, b.low), vmaxq_u16(a.high, b.high)};
}
