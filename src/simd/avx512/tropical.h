/* Contract: simd/portable/tropical.h. */

#include "simd/tropical_names.h"

MC_INLINE void mc_f64_put_where(double *c, int32_t *via, mc_f64 t, int32_t mark, __mmask8 where) {
  _mm512_mask_storeu_pd(c, where, t);
  _mm256_mask_storeu_epi32(via, where, _mm256_set1_epi32(mark));
}

MC_INLINE void mc_f64_put_min(double *c, int32_t *via, mc_f64 t, int32_t mark) {
  const mc_f64 old = mc_f64_load(c);
  mc_f64_put_where(c, via, t, mark, _mm512_cmp_pd_mask(t, old, _CMP_LT_OQ));
}

MC_INLINE void mc_f64_put_max(double *c, int32_t *via, mc_f64 t, int32_t mark) {
  const mc_f64 old = mc_f64_load(c);
  mc_f64_put_where(c, via, t, mark, _mm512_cmp_pd_mask(t, old, _CMP_GT_OQ));
}

MC_INLINE void mc_f32_put_where(float *c, int32_t *via, mc_f32 t, int32_t mark, __mmask16 where) {
  _mm512_mask_storeu_ps(c, where, t);
  _mm512_mask_storeu_epi32(via, where, _mm512_set1_epi32(mark));
}

MC_INLINE void mc_f32_put_min(float *c, int32_t *via, mc_f32 t, int32_t mark) {
  const mc_f32 old = mc_f32_load(c);
  mc_f32_put_where(c, via, t, mark, _mm512_cmp_ps_mask(t, old, _CMP_LT_OQ));
}

MC_INLINE void mc_f32_put_max(float *c, int32_t *via, mc_f32 t, int32_t mark) {
  const mc_f32 old = mc_f32_load(c);
  mc_f32_put_where(c, via, t, mark, _mm512_cmp_ps_mask(t, old, _CMP_GT_OQ));
}
