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

MC_INLINE mc_u16 mc_u16_signs(mc_u16 a, mc_u16 b) { /* a comparison is -1 where it holds */
  return (mc_u16){vsubq_u16(vcltq_u16(a.low, b.low), vcgtq_u16(a.low, b.low)),
                  vsubq_u16(vcltq_u16(a.high, b.high), vcgtq_u16(a.high, b.high))};
}

MC_INLINE mc_u16 mc_u16_high(mc_u16 a) {
  return (mc_u16){vshrq_n_u16(a.low, 8), vshrq_n_u16(a.high, 8)};
}

MC_INLINE void mc_u16_transpose8(const uint16_t *x, int64_t stride, uint16_t *to, int64_t apart) {
  uint16x8_t row[8], pair[8];
  uint32x4_t four[8];
  MC_UNROLL for (int r = 0; r < 8; r++) row[r] = vld1q_u16(x + r * stride);
  MC_UNROLL for (int r = 0; r < 4; r++) { /* rows 2 r and 2 r + 1 */
    pair[r] = vzip1q_u16(row[2 * r], row[2 * r + 1]);
    pair[4 + r] = vzip2q_u16(row[2 * r], row[2 * r + 1]);
  }
  MC_UNROLL for (int h = 0; h < 4; h++) { /* columns 2 h and 2 h + 1 */
    const int at = h / 2 * 4;
    MC_UNROLL for (int q = 0; q < 2; q++) {
      const uint32x4_t a = vreinterpretq_u32_u16(pair[at + 2 * q]);
      const uint32x4_t b = vreinterpretq_u32_u16(pair[at + 2 * q + 1]);
      four[2 * h + q] = h % 2 == 0 ? vzip1q_u32(a, b) : vzip2q_u32(a, b);
    }
  }
  MC_UNROLL for (int h = 0; h < 4; h++) {
    const uint64x2_t a = vreinterpretq_u64_u32(four[2 * h]);
    const uint64x2_t b = vreinterpretq_u64_u32(four[2 * h + 1]);
    vst1q_u16(to + 2 * h * apart, vreinterpretq_u16_u64(vzip1q_u64(a, b)));
    vst1q_u16(to + (2 * h + 1) * apart, vreinterpretq_u16_u64(vzip2q_u64(a, b)));
  }
}
