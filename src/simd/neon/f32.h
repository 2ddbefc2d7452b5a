/* Contract: simd/portable/f32.h. */

enum { MC_F32_LANES = 8 };
typedef struct {
  float32x4_t low, high;
} mc_f32;

MC_INLINE mc_f32 mc_f32_load(const float *p) {
  return (mc_f32){vld1q_f32(p), vld1q_f32(p + 4)};
}

MC_INLINE void mc_f32_store(float *p, mc_f32 v) {
  vst1q_f32(p, v.low);
  vst1q_f32(p + 4, v.high);
}

MC_INLINE void mc_f32_store_wide(double *p, mc_f32 v) {
  vst1q_f64(p, vcvt_f64_f32(vget_low_f32(v.low)));
  vst1q_f64(p + 2, vcvt_high_f64_f32(v.low));
  vst1q_f64(p + 4, vcvt_f64_f32(vget_low_f32(v.high)));
  vst1q_f64(p + 6, vcvt_high_f64_f32(v.high));
}

MC_INLINE mc_f32 mc_f32_set(float x) {
  const float32x4_t v = vdupq_n_f32(x);
  return (mc_f32){v, v};
}

MC_INLINE mc_f32 mc_f32_add(mc_f32 a, mc_f32 b) {
  return (mc_f32){vaddq_f32(a.low, b.low), vaddq_f32(a.high, b.high)};
}

/* The same units do sums and fused operations. */
MC_INLINE mc_f32 mc_f32_one(void) {
  return mc_f32_set(1);
}

MC_INLINE mc_f32 mc_f32_add_by_fma(mc_f32 a, mc_f32 one, mc_f32 b) {
  (void) one;
  return mc_f32_add(a, b);
}

MC_INLINE mc_f32 mc_f32_sub(mc_f32 a, mc_f32 b) {
  return (mc_f32){vsubq_f32(a.low, b.low), vsubq_f32(a.high, b.high)};
}

MC_INLINE mc_f32 mc_f32_fma(mc_f32 a, mc_f32 b, mc_f32 c) {
  return (mc_f32){vfmaq_f32(c.low, a.low, b.low), vfmaq_f32(c.high, a.high, b.high)};
}

MC_INLINE mc_f32 mc_f32_where_number(mc_f32 v, mc_f32 yes, mc_f32 no) {
  return (mc_f32){vbslq_f32(vceqq_f32(v.low, v.low), yes.low, no.low),
                  vbslq_f32(vceqq_f32(v.high, v.high), yes.high, no.high)};
}

MC_INLINE mc_f32 mc_f32_sqrt(mc_f32 v) {
  return (mc_f32){vsqrtq_f32(v.low), vsqrtq_f32(v.high)};
}

MC_INLINE float mc_f32_total(mc_f32 v) {
  return vaddvq_f32(vaddq_f32(v.low, v.high));
}

/* Not fmin and fmax: they return NaN for NaN, and tell -0 from 0. */
MC_INLINE float32x4_t mc_f32_min4(float32x4_t a, float32x4_t b) {
  return vbslq_f32(vcltq_f32(a, b), a, b);
}

MC_INLINE float32x4_t mc_f32_max4(float32x4_t a, float32x4_t b) {
  return vbslq_f32(vcgtq_f32(a, b), a, b);
}

MC_INLINE mc_f32 mc_f32_min(mc_f32 a, mc_f32 b) {
  return (mc_f32){mc_f32_min4(a.low, b.low), mc_f32_min4(a.high, b.high)};
}

MC_INLINE mc_f32 mc_f32_max(mc_f32 a, mc_f32 b) {
  return (mc_f32){mc_f32_max4(a.low, b.low), mc_f32_max4(a.high, b.high)};
}

MC_INLINE uint32_t mc_f32_not_below(mc_f32 a, mc_f32 b) {
  const uint16x8_t below = mc_flags_narrow32(vcltq_f32(a.low, b.low), vcltq_f32(a.high, b.high));
  return ~mc_flags8_counted(below) & 0xff;
}
