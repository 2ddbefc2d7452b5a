/* Contract: simd/portable/f32.h. */

enum { MC_F32_LANES = 8 };
typedef __m256 mc_f32;

MC_INLINE mc_f32 mc_f32_load(const float *p) {
  return _mm256_loadu_ps(p);
}

MC_INLINE void mc_f32_store(float *p, mc_f32 v) {
  _mm256_storeu_ps(p, v);
}

MC_INLINE void mc_f32_store_wide(double *p, mc_f32 v) {
  _mm256_storeu_pd(p, _mm256_cvtps_pd(_mm256_castps256_ps128(v)));
  _mm256_storeu_pd(p + 4, _mm256_cvtps_pd(_mm256_extractf128_ps(v, 1)));
}

MC_INLINE mc_f32 mc_f32_set(float x) {
  return _mm256_set1_ps(x);
}

MC_INLINE mc_f32 mc_f32_add(mc_f32 a, mc_f32 b) {
  return _mm256_add_ps(a, b);
}

/* Hides the constant from the compiler, which would turn the fused operation into a plain sum. */
MC_INLINE mc_f32 mc_f32_one(void) {
  mc_f32 one = _mm256_set1_ps(1);
  __asm__("" : "+x"(one));
  return one;
}

MC_INLINE mc_f32 mc_f32_add_by_fma(mc_f32 a, mc_f32 one, mc_f32 b) {
  return _mm256_fmadd_ps(a, one, b);
}

MC_INLINE mc_f32 mc_f32_sub(mc_f32 a, mc_f32 b) {
  return _mm256_sub_ps(a, b);
}

MC_INLINE mc_f32 mc_f32_fma(mc_f32 a, mc_f32 b, mc_f32 c) {
  return _mm256_fmadd_ps(a, b, c);
}

MC_INLINE mc_f32 mc_f32_where_number(mc_f32 v, mc_f32 yes, mc_f32 no) {
  return _mm256_blendv_ps(no, yes, _mm256_cmp_ps(v, v, _CMP_ORD_Q));
}

MC_INLINE mc_f32 mc_f32_sqrt(mc_f32 v) {
  return _mm256_sqrt_ps(v);
}

MC_INLINE float mc_f32_total(mc_f32 v) {
  __m128 four = _mm_add_ps(_mm256_castps256_ps128(v), _mm256_extractf128_ps(v, 1));
  __m128 two = _mm_add_ps(four, _mm_movehl_ps(four, four));
  return _mm_cvtss_f32(_mm_add_ss(two, _mm_movehdup_ps(two)));
}

MC_INLINE mc_f32 mc_f32_min(mc_f32 a, mc_f32 b) {
  return _mm256_min_ps(a, b);
}

MC_INLINE mc_f32 mc_f32_max(mc_f32 a, mc_f32 b) {
  return _mm256_max_ps(a, b);
}

MC_INLINE uint32_t mc_f32_not_below(mc_f32 a, mc_f32 b) {
  return (uint32_t) _mm256_movemask_ps(_mm256_cmp_ps(a, b, _CMP_NLT_UQ));
}
