/* Contract: simd/portable/tropical.h. */

#include "simd/tropical_names.h"

/* The marks of four doubles fill half a vector. */
MC_INLINE void mc_f64_mark_where(int32_t *via, mc_f64 where, int32_t mark) {
  const __m256i even = _mm256_setr_epi32(0, 2, 4, 6, 0, 2, 4, 6);
  const __m128i mask =
    _mm256_castsi256_si128(_mm256_permutevar8x32_epi32(_mm256_castpd_si256(where), even));
  const __m128i old = _mm_loadu_si128((const __m128i *) via);
  _mm_storeu_si128((__m128i *) via, _mm_blendv_epi8(old, _mm_set1_epi32(mark), mask));
}

MC_INLINE void mc_f32_mark_where(int32_t *via, mc_f32 where, int32_t mark) {
  const __m256i old = _mm256_loadu_si256((const __m256i *) via);
  _mm256_storeu_si256((__m256i *) via,
                      _mm256_blendv_epi8(old, _mm256_set1_epi32(mark), _mm256_castps_si256(where)));
}

MC_INLINE void mc_f64_put_where(double *c, int32_t *via, mc_f64 t, int32_t mark, mc_f64 old,
                                mc_f64 where) {
  mc_f64_store(c, _mm256_blendv_pd(old, t, where));
  mc_f64_mark_where(via, where, mark);
}

MC_INLINE void mc_f64_put_min(double *c, int32_t *via, mc_f64 t, int32_t mark) {
  const mc_f64 old = mc_f64_load(c);
  mc_f64_put_where(c, via, t, mark, old, _mm256_cmp_pd(t, old, _CMP_LT_OQ));
}

MC_INLINE void mc_f64_put_max(double *c, int32_t *via, mc_f64 t, int32_t mark) {
  const mc_f64 old = mc_f64_load(c);
  mc_f64_put_where(c, via, t, mark, old, _mm256_cmp_pd(t, old, _CMP_GT_OQ));
}

MC_INLINE void mc_f32_put_where(float *c, int32_t *via, mc_f32 t, int32_t mark, mc_f32 old,
                                mc_f32 where) {
  mc_f32_store(c, _mm256_blendv_ps(old, t, where));
  mc_f32_mark_where(via, where, mark);
}

MC_INLINE void mc_f32_put_min(float *c, int32_t *via, mc_f32 t, int32_t mark) {
  const mc_f32 old = mc_f32_load(c);
  mc_f32_put_where(c, via, t, mark, old, _mm256_cmp_ps(t, old, _CMP_LT_OQ));
}

MC_INLINE void mc_f32_put_max(float *c, int32_t *via, mc_f32 t, int32_t mark) {
  const mc_f32 old = mc_f32_load(c);
  mc_f32_put_where(c, via, t, mark, old, _mm256_cmp_ps(t, old, _CMP_GT_OQ));
}
