/* Contract: simd/portable/f64.h. */

enum { MC_F64_LANES = 4 };
typedef struct {
  float64x2_t low, high;
} mc_f64;

MC_INLINE mc_f64 mc_f64_load(const double *p) {
  return (mc_f64){vld1q_f64(p), vld1q_f64(p + 2)};
}

MC_INLINE void mc_f64_store(double *p, mc_f64 v) {
  vst1q_f64(p, v.low);
  vst1q_f64(p + 2, v.high);
}

MC_INLINE void mc_f64_store_wide(double *p, mc_f64 v) {
  mc_f64_store(p, v);
}

MC_INLINE mc_f64 mc_f64_set(double x) {
  const float64x2_t v = vdupq_n_f64(x);
  return (mc_f64){v, v};
}

MC_INLINE mc_f64 mc_f64_from_i64(const int64_t *p) {
  return (mc_f64){vcvtq_f64_s64(vld1q_s64(p)), vcvtq_f64_s64(vld1q_s64(p + 2))};
}

MC_INLINE mc_f64 mc_f64_from_f32(const float *p) {
  const float32x4_t v = vld1q_f32(p);
  return (mc_f64){vcvt_f64_f32(vget_low_f32(v)), vcvt_high_f64_f32(v)};
}

MC_INLINE mc_f64 mc_f64_add(mc_f64 a, mc_f64 b) {
  return (mc_f64){vaddq_f64(a.low, b.low), vaddq_f64(a.high, b.high)};
}

/* The same units do sums and fused operations. */
MC_INLINE mc_f64 mc_f64_one(void) {
  return mc_f64_set(1);
}

MC_INLINE mc_f64 mc_f64_add_by_fma(mc_f64 a, mc_f64 one, mc_f64 b) {
  (void) one;
  return mc_f64_add(a, b);
}

MC_INLINE mc_f64 mc_f64_sub(mc_f64 a, mc_f64 b) {
  return (mc_f64){vsubq_f64(a.low, b.low), vsubq_f64(a.high, b.high)};
}

MC_INLINE mc_f64 mc_f64_mul(mc_f64 a, mc_f64 b) {
  return (mc_f64){vmulq_f64(a.low, b.low), vmulq_f64(a.high, b.high)};
}

MC_INLINE mc_f64 mc_f64_div(mc_f64 a, mc_f64 b) {
  return (mc_f64){vdivq_f64(a.low, b.low), vdivq_f64(a.high, b.high)};
}

MC_INLINE mc_f64 mc_f64_sqrt(mc_f64 v) {
  return (mc_f64){vsqrtq_f64(v.low), vsqrtq_f64(v.high)};
}

MC_INLINE mc_f64 mc_f64_fma(mc_f64 a, mc_f64 b, mc_f64 c) {
  return (mc_f64){vfmaq_f64(c.low, a.low, b.low), vfmaq_f64(c.high, a.high, b.high)};
}

/* Not fmin and fmax: they return NaN for NaN, and tell -0 from 0. */
MC_INLINE float64x2_t mc_f64_min2(float64x2_t a, float64x2_t b) {
  return vbslq_f64(vcltq_f64(a, b), a, b);
}

MC_INLINE float64x2_t mc_f64_max2(float64x2_t a, float64x2_t b) {
  return vbslq_f64(vcgtq_f64(a, b), a, b);
}

MC_INLINE mc_f64 mc_f64_min(mc_f64 a, mc_f64 b) {
  return (mc_f64){mc_f64_min2(a.low, b.low), mc_f64_min2(a.high, b.high)};
}

MC_INLINE mc_f64 mc_f64_max(mc_f64 a, mc_f64 b) {
  return (mc_f64){mc_f64_max2(a.low, b.low), mc_f64_max2(a.high, b.high)};
}

MC_INLINE mc_f64 mc_f64_spread(mc_f64 v, int lane) {
  const float64x2_t half = lane < 2 ? v.low : v.high;
  const float64x2_t all = lane % 2 == 0 ? vdupq_laneq_f64(half, 0) : vdupq_laneq_f64(half, 1);
  return (mc_f64){all, all};
}

MC_INLINE mc_f64 mc_f64_where_number(mc_f64 v, mc_f64 yes, mc_f64 no) {
  return (mc_f64){vbslq_f64(vceqq_f64(v.low, v.low), yes.low, no.low),
                  vbslq_f64(vceqq_f64(v.high, v.high), yes.high, no.high)};
}

MC_INLINE mc_f64 mc_f64_where_positive(mc_f64 v, mc_f64 yes, mc_f64 no) {
  return (mc_f64){vbslq_f64(vcgtzq_f64(v.low), yes.low, no.low),
                  vbslq_f64(vcgtzq_f64(v.high), yes.high, no.high)};
}

/* A true flag is -1. */
MC_INLINE int mc_f64_numbers(mc_f64 v) {
  const uint64x2_t flags = vaddq_u64(vceqq_f64(v.low, v.low), vceqq_f64(v.high, v.high));
  return (int) -(int64_t) vaddvq_u64(flags);
}

MC_INLINE bool mc_f64_positive(mc_f64 v) {
  const uint64x2_t flags = vandq_u64(vcgtzq_f64(v.low), vcgtzq_f64(v.high));
  return vminvq_u32(vreinterpretq_u32_u64(flags)) != 0;
}

MC_INLINE mc_f64 mc_f64_clamp1(mc_f64 v) {
  const float64x2_t one = vdupq_n_f64(1), less = vdupq_n_f64(-1);
  return (mc_f64){vminq_f64(vmaxq_f64(v.low, less), one), vminq_f64(vmaxq_f64(v.high, less), one)};
}

MC_INLINE double mc_f64_total(mc_f64 v) {
  return vaddvq_f64(vaddq_f64(v.low, v.high));
}

#define TYPE double
#define LANES MC_F64_LANES
#define VECTOR mc_f64
#define WORD(name) mc_f64_##name
#include "simd/neon/upto_body.h"

MC_INLINE mc_f64 mc_f64_xor_lanes(mc_f64 v, int c) {
  const float64x2_t low = c & 1 ? vextq_f64(v.low, v.low, 1) : v.low;
  const float64x2_t high = c & 1 ? vextq_f64(v.high, v.high, 1) : v.high;
  return c & 2 ? (mc_f64){high, low} : (mc_f64){low, high};
}

/* No lane may be NaN; of -0 and 0 either may result. */
MC_INLINE float64x2_t mc_f64_order2(float64x2_t a, float64x2_t b) {
  return vcopyq_laneq_f64(vminq_f64(a, b), 1, vmaxq_f64(a, b), 1);
}

MC_INLINE mc_f64 mc_f64_order(mc_f64 a, mc_f64 b, int c) {
  if (c == 2)
    return (mc_f64){vminq_f64(a.low, b.low), vmaxq_f64(a.high, b.high)};
  return (mc_f64){mc_f64_order2(a.low, b.low), mc_f64_order2(a.high, b.high)};
}

MC_INLINE int mc_f64_split(double *left, double *right, mc_f64 v, mc_f64 pivot, bool equal) {
  const uint64x2_t low = equal ? vcleq_f64(v.low, pivot.low) : vcltq_f64(v.low, pivot.low);
  const uint64x2_t high = equal ? vcleq_f64(v.high, pivot.high) : vcltq_f64(v.high, pivot.high);
  return mc_split4_lanes(left, right, vreinterpretq_u8_f64(v.low), vreinterpretq_u8_f64(v.high),
                         mc_flags_narrow64(low, high));
}
