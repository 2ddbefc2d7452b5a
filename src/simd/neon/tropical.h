/* Contract: simd/portable/tropical.h. */

#include "simd/tropical_names.h"

/* Stores the mark in the lanes whose flag is set. */
MC_INLINE void mc_mark_where(int32_t *via, uint32x4_t where, int32_t mark) {
  vst1q_s32(via, vbslq_s32(where, vdupq_n_s32(mark), vld1q_s32(via)));
}

MC_INLINE void mc_f64_put_where(double *c, int32_t *via, mc_f64 t, int32_t mark, mc_f64 old,
                                uint64x2_t low, uint64x2_t high) {
  vst1q_f64(c, vbslq_f64(low, t.low, old.low));
  vst1q_f64(c + 2, vbslq_f64(high, t.high, old.high));
  mc_mark_where(via, mc_flags_narrow64(low, high), mark);
}

MC_INLINE void mc_f64_put_min(double *c, int32_t *via, mc_f64 t, int32_t mark) {
  const mc_f64 old = mc_f64_load(c);
  mc_f64_put_where(c, via, t, mark, old, vcltq_f64(t.low, old.low), vcltq_f64(t.high, old.high));
}

MC_INLINE void mc_f64_put_max(double *c, int32_t *via, mc_f64 t, int32_t mark) {
  const mc_f64 old = mc_f64_load(c);
  mc_f64_put_where(c, via, t, mark, old, vcgtq_f64(t.low, old.low), vcgtq_f64(t.high, old.high));
}

MC_INLINE void mc_f32_put_where(float *c, int32_t *via, mc_f32 t, int32_t mark, mc_f32 old,
                                uint32x4_t low, uint32x4_t high) {
  vst1q_f32(c, vbslq_f32(low, t.low, old.low));
  vst1q_f32(c + 4, vbslq_f32(high, t.high, old.high));
  mc_mark_where(via, low, mark);
  mc_mark_where(via + 4, high, mark);
}

MC_INLINE void mc_f32_put_min(float *c, int32_t *via, mc_f32 t, int32_t mark) {
  const mc_f32 old = mc_f32_load(c);
  mc_f32_put_where(c, via, t, mark, old, vcltq_f32(t.low, old.low), vcltq_f32(t.high, old.high));
}

MC_INLINE void mc_f32_put_max(float *c, int32_t *via, mc_f32 t, int32_t mark) {
  const mc_f32 old = mc_f32_load(c);
  mc_f32_put_where(c, via, t, mark, old, vcgtq_f32(t.low, old.low), vcgtq_f32(t.high, old.high));
}
