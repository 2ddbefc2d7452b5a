/* Contract: simd/portable/tropical.h. */

#include "simd/tropical_names.h"

/* The steps of four doubles, as integers of 64 bits: a comparison of doubles is a mask of these. */
typedef __m256i mc_f64_step;

MC_INLINE mc_f64_step mc_f64_step_load(const int32_t *p) {
  return _mm256_cvtepi32_epi64(_mm_loadu_si128((const __m128i *) p));
}

MC_INLINE void mc_f64_step_store(int32_t *p, mc_f64_step v) {
  const __m256i even = _mm256_setr_epi32(0, 2, 4, 6, 0, 2, 4, 6);
  _mm_storeu_si128((__m128i *) p, _mm256_castsi256_si128(_mm256_permutevar8x32_epi32(v, even)));
}

MC_INLINE mc_f64_step mc_f64_step_set(int32_t x) {
  return _mm256_set1_epi64x(x);
}

MC_INLINE mc_f64_step mc_f64_step_add(mc_f64_step v, mc_f64_step w) {
  return _mm256_add_epi64(v, w);
}

MC_INLINE mc_f64_step mc_f64_step_where(mc_f64_step old, mc_f64_step v, mc_f64 where) {
  return _mm256_castpd_si256(
    _mm256_blendv_pd(_mm256_castsi256_pd(old), _mm256_castsi256_pd(v), where));
}

MC_INLINE void mc_f64_take_min(mc_f64 *c, mc_f64_step *via, mc_f64 t, mc_f64_step step) {
  *via = mc_f64_step_where(*via, step, _mm256_cmp_pd(t, *c, _CMP_LT_OQ));
  *c = mc_f64_min(t, *c);
}

MC_INLINE void mc_f64_take_max(mc_f64 *c, mc_f64_step *via, mc_f64 t, mc_f64_step step) {
  *via = mc_f64_step_where(*via, step, _mm256_cmp_pd(t, *c, _CMP_GT_OQ));
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
  return _mm256_add_epi32(v, w);
}

MC_INLINE mc_f32_step mc_f32_step_where(mc_f32_step old, mc_f32_step v, mc_f32 where) {
  return _mm256_castps_si256(
    _mm256_blendv_ps(_mm256_castsi256_ps(old), _mm256_castsi256_ps(v), where));
}

MC_INLINE void mc_f32_take_min(mc_f32 *c, mc_f32_step *via, mc_f32 t, mc_f32_step step) {
  *via = mc_f32_step_where(*via, step, _mm256_cmp_ps(t, *c, _CMP_LT_OQ));
  *c = mc_f32_min(t, *c);
}

MC_INLINE void mc_f32_take_max(mc_f32 *c, mc_f32_step *via, mc_f32 t, mc_f32_step step) {
  *via = mc_f32_step_where(*via, step, _mm256_cmp_ps(t, *c, _CMP_GT_OQ));
  *c = mc_f32_max(t, *c);
}
