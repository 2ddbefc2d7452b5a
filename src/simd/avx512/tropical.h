/* Contract: simd/portable/tropical.h. */

#include "simd/tropical_names.h"

/* The steps of eight doubles are half a vector. */
typedef __m256i mc_f64_step;

MC_INLINE mc_f64_step mc_f64_step_load(const int32_t *p) {
  return _mm256_loadu_si256((const __m256i *) p);
}

MC_INLINE void mc_f64_step_store(int32_t *p, mc_f64_step v) {
  _mm256_storeu_si256((__m256i *) p, v);
}

MC_INLINE mc_f64_step mc_f64_step_set(int32_t x) {
  return _mm256_set1_epi32(x);
}

MC_INLINE mc_f64_step mc_f64_step_add(mc_f64_step v, mc_f64_step w) {
  return _mm256_add_epi32(v, w);
}

MC_INLINE void mc_f64_take_min(mc_f64 *c, mc_f64_step *via, mc_f64 t, mc_f64_step step) {
  *via = _mm256_mask_mov_epi32(*via, _mm512_cmp_pd_mask(t, *c, _CMP_LT_OQ), step);
  *c = mc_f64_min(t, *c);
}

MC_INLINE void mc_f64_take_max(mc_f64 *c, mc_f64_step *via, mc_f64 t, mc_f64_step step) {
  *via = _mm256_mask_mov_epi32(*via, _mm512_cmp_pd_mask(t, *c, _CMP_GT_OQ), step);
  *c = mc_f64_max(t, *c);
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
  return _mm512_add_epi32(v, w);
}

MC_INLINE void mc_f32_take_min(mc_f32 *c, mc_f32_step *via, mc_f32 t, mc_f32_step step) {
  *via = _mm512_mask_mov_epi32(*via, _mm512_cmp_ps_mask(t, *c, _CMP_LT_OQ), step);
  *c = mc_f32_min(t, *c);
}

MC_INLINE void mc_f32_take_max(mc_f32 *c, mc_f32_step *via, mc_f32 t, mc_f32_step step) {
  *via = _mm512_mask_mov_epi32(*via, _mm512_cmp_ps_mask(t, *c, _CMP_GT_OQ), step);
  *c = mc_f32_max(t, *c);
}
