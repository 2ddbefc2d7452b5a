/* Contract: simd/portable/sums.h. */

enum { MC_SUMS_LANES = 4 };
typedef struct {
  int64x2_t low, high;
} mc_sums;

MC_INLINE mc_sums mc_sums_load(const int64_t *p) {
  return (mc_sums){vld1q_s64(p), vld1q_s64(p + 2)};
}

MC_INLINE void mc_sums_store(int64_t *p, mc_sums v) {
  vst1q_s64(p, v.low);
  vst1q_s64(p + 2, v.high);
}

MC_INLINE mc_sums mc_sums_set(int64_t x) {
  const int64x2_t v = vdupq_n_s64(x);
  return (mc_sums){v, v};
}

MC_INLINE mc_sums mc_sums_add(mc_sums a, mc_sums b) {
  return (mc_sums){vaddq_s64(a.low, b.low), vaddq_s64(a.high, b.high)};
}

MC_INLINE mc_sums mc_sums_sub(mc_sums a, mc_sums b) {
  return (mc_sums){vsubq_s64(a.low, b.low), vsubq_s64(a.high, b.high)};
}

/* The lower halves of the lanes, as one register. */
MC_INLINE int32x4_t mc_sums_halves(mc_sums v) {
  return vuzp1q_s32(vreinterpretq_s32_s64(v.low), vreinterpretq_s32_s64(v.high));
}

MC_INLINE mc_sums mc_sums_mul(mc_sums a, mc_sums b) {
  const int32x4_t x = mc_sums_halves(a), y = mc_sums_halves(b);
  return (mc_sums){vmull_s32(vget_low_s32(x), vget_low_s32(y)), vmull_high_s32(x, y)};
}
