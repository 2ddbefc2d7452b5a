/* Contract: simd/portable/tropical.h. */

#include "simd/tropical_names.h"

/* The steps of four doubles, as integers of 64 bits: a comparison of doubles is a mask of these. */
typedef struct {
  int64x2_t low, high;
} mc_f64_step;

MC_INLINE mc_f64_step mc_f64_step_load(const int32_t *p) {
  return (mc_f64_step){vmovl_s32(vld1_s32(p)), vmovl_s32(vld1_s32(p + 2))};
}

MC_INLINE void mc_f64_step_store(int32_t *p, mc_f64_step v) {
  vst1q_s32(p, vcombine_s32(vmovn_s64(v.low), vmovn_s64(v.high)));
}

MC_INLINE mc_f64_step mc_f64_step_set(int32_t x) {
  const int64x2_t v = vdupq_n_s64(x);
  return (mc_f64_step){v, v};
}

MC_INLINE mc_f64_step mc_f64_step_add(mc_f64_step v, mc_f64_step w) {
  return (mc_f64_step){vaddq_s64(v.low, w.low), vaddq_s64(v.high, w.high)};
}

MC_INLINE void mc_f64_take_where(mc_f64 *c, mc_f64_step *via, mc_f64 t, mc_f64_step step,
                                 uint64x2_t low, uint64x2_t high) {
  *c = (mc_f64){vbslq_f64(low, t.low, c->low), vbslq_f64(high, t.high, c->high)};
  *via = (mc_f64_step){vbslq_s64(low, step.low, via->low), vbslq_s64(high, step.high, via->high)};
}

MC_INLINE void mc_f64_take_min(mc_f64 *c, mc_f64_step *via, mc_f64 t, mc_f64_step step) {
  mc_f64_take_where(c, via, t, step, vcltq_f64(t.low, c->low), vcltq_f64(t.high, c->high));
}

MC_INLINE void mc_f64_take_max(mc_f64 *c, mc_f64_step *via, mc_f64 t, mc_f64_step step) {
  mc_f64_take_where(c, via, t, step, vcgtq_f64(t.low, c->low), vcgtq_f64(t.high, c->high));
}

typedef mc_i32 mc_f32_step;

MC_INLINE mc_f32_step mc_f32_step_load(const int32_t *p) {
  return mc_i32_load(p);
}

MC_INLINE void mc_f32_step_store(int32_t *p, mc_f32_step v) {
  mc_i32_store(p, v);
}

MC_INLINE mc_f32_step mc_f32_step_set(int32_t x) {
  return mc_i32_set(x);
}

MC_INLINE mc_f32_step mc_f32_step_add(mc_f32_step v, mc_f32_step w) {
  return (mc_f32_step){vaddq_s32(v.low, w.low), vaddq_s32(v.high, w.high)};
}

MC_INLINE void mc_f32_take_where(mc_f32 *c, mc_f32_step *via, mc_f32 t, mc_f32_step step,
                                 uint32x4_t low, uint32x4_t high) {
  *c = (mc_f32){vbslq_f32(low, t.low, c->low), vbslq_f32(high, t.high, c->high)};
  *via = (mc_f32_step){vbslq_s32(low, step.low, via->low), vbslq_s32(high, step.high, via->high)};
}

MC_INLINE void mc_f32_take_min(mc_f32 *c, mc_f32_step *via, mc_f32 t, mc_f32_step step) {
  mc_f32_take_where(c, via, t, step, vcltq_f32(t.low, c->low), vcltq_f32(t.high, c->high));
}

MC_INLINE void mc_f32_take_max(mc_f32 *c, mc_f32_step *via, mc_f32 t, mc_f32_step step) {
  mc_f32_take_where(c, via, t, step, vcgtq_f32(t.low, c->low), vcgtq_f32(t.high, c->high));
}
