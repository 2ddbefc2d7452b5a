/* Contract: simd/portable/f32.h. */

enum { MC_F32_LANES = 16 };
typedef __m512 mc_f32;

MC_INLINE mc_f32 mc_f32_load(const float *p) {
  return _mm512_loadu_ps(p);
}

MC_INLINE void mc_f32_store(float *p, mc_f32 v) {
  _mm512_storeu_ps(p, v);
}

MC_INLINE void mc_f32_store_wide(double *p, mc_f32 v) {
  __m256 high = _mm512_extractf32x8_ps(v, 1);
  _mm512_storeu_pd(p, _mm512_cvtps_pd(_mm512_castps512_ps256(v)));
  _mm512_storeu_pd(p + 8, _mm512_cvtps_pd(high));
}

MC_INLINE mc_f32 mc_f32_set(float x) {
  return _mm512_set1_ps(x);
}

MC_INLINE mc_f32 mc_f32_add(mc_f32 a, mc_f32 b) {
  return _mm512_add_ps(a, b);
}

/* Hides the constant from the compiler, which would turn the fused operation into a plain sum. */
MC_INLINE mc_f32 mc_f32_one(void) {
  mc_f32 one = _mm512_set1_ps(1);
  __asm__("" : "+v"(one));
  return one;
}

MC_INLINE mc_f32 mc_f32_add_by_fma(mc_f32 a, mc_f32 one, mc_f32 b) {
  return _mm512_fmadd_ps(a, one, b);
}

MC_INLINE mc_f32 mc_f32_sub(mc_f32 a, mc_f32 b) {
  return _mm512_sub_ps(a, b);
}

MC_INLINE mc_f32 mc_f32_fma(mc_f32 a, mc_f32 b, mc_f32 c) {
  return _mm512_fmadd_ps(a, b, c);
}

MC_INLINE mc_f32 mc_f32_where_number(mc_f32 v, mc_f32 yes, mc_f32 no) {
  return _mm512_mask_blend_ps(_mm512_cmp_ps_mask(v, v, _CMP_ORD_Q), no, yes);
}

MC_INLINE mc_f32 mc_f32_sqrt(mc_f32 v) {
  return _mm512_sqrt_ps(v);
}

MC_INLINE float mc_f32_total(mc_f32 v) {
  return _mm512_reduce_add_ps(v);
}

MC_INLINE mc_f32 mc_f32_min(mc_f32 a, mc_f32 b) {
  return _mm512_min_ps(a, b);
}

MC_INLINE mc_f32 mc_f32_max(mc_f32 a, mc_f32 b) {
  return _mm512_max_ps(a, b);
}

MC_INLINE uint32_t mc_f32_not_below(mc_f32 a, mc_f32 b) {
  return _mm512_cmp_ps_mask(a, b, _CMP_NLT_UQ);
}
