/* Contract: simd/portable/f64.h. */

enum { MC_F64_LANES = 4 };
typedef __m256d mc_f64;

MC_INLINE mc_f64 mc_f64_load(const double *p) {
  return _mm256_loadu_pd(p);
}

MC_INLINE void mc_f64_store(double *p, mc_f64 v) {
  _mm256_storeu_pd(p, v);
}

MC_INLINE void mc_f64_store_wide(double *p, mc_f64 v) {
  mc_f64_store(p, v);
}

MC_INLINE mc_f64 mc_f64_set(double x) {
  return _mm256_set1_pd(x);
}

MC_INLINE mc_f64 mc_f64_from_i64(const int64_t *p) {
  return _mm256_setr_pd((double) p[0], (double) p[1], (double) p[2], (double) p[3]);
}

MC_INLINE mc_f64 mc_f64_add(mc_f64 a, mc_f64 b) {
  return _mm256_add_pd(a, b);
}

/* Hides the constant from the compiler, which would turn the fused operation into a plain sum. */
MC_INLINE mc_f64 mc_f64_one(void) {
  mc_f64 one = _mm256_set1_pd(1);
  __asm__("" : "+x"(one));
  return one;
}

MC_INLINE mc_f64 mc_f64_add_by_fma(mc_f64 a, mc_f64 one, mc_f64 b) {
  return _mm256_fmadd_pd(a, one, b);
}

MC_INLINE mc_f64 mc_f64_sub(mc_f64 a, mc_f64 b) {
  return _mm256_sub_pd(a, b);
}

MC_INLINE mc_f64 mc_f64_fma(mc_f64 a, mc_f64 b, mc_f64 c) {
  return _mm256_fmadd_pd(a, b, c);
}

MC_INLINE mc_f64 mc_f64_spread(mc_f64 v, int lane) {
  const __m256i both =
    _mm256_add_epi32(_mm256_set1_epi32(2 * lane), _mm256_setr_epi32(0, 1, 0, 1, 0, 1, 0, 1));
  return _mm256_castps_pd(_mm256_permutevar8x32_ps(_mm256_castpd_ps(v), both));
}

MC_INLINE mc_f64 mc_f64_where_number(mc_f64 v, mc_f64 yes, mc_f64 no) {
  return _mm256_blendv_pd(no, yes, _mm256_cmp_pd(v, v, _CMP_ORD_Q));
}

MC_INLINE mc_f64 mc_f64_min(mc_f64 a, mc_f64 b) {
  return _mm256_min_pd(a, b);
}

MC_INLINE mc_f64 mc_f64_max(mc_f64 a, mc_f64 b) {
  return _mm256_max_pd(a, b);
}

MC_INLINE int mc_f64_numbers(mc_f64 v) {
  return _mm_popcnt_u32((unsigned) _mm256_movemask_pd(_mm256_cmp_pd(v, v, _CMP_ORD_Q)));
}

MC_INLINE bool mc_f64_positive(mc_f64 v) {
  return _mm256_movemask_pd(_mm256_cmp_pd(v, _mm256_setzero_pd(), _CMP_GT_OQ)) == 15;
}

MC_INLINE mc_f64 mc_f64_where_positive(mc_f64 v, mc_f64 yes, mc_f64 no) {
  return _mm256_blendv_pd(no, yes, _mm256_cmp_pd(v, _mm256_setzero_pd(), _CMP_GT_OQ));
}

MC_INLINE mc_f64 mc_f64_mul(mc_f64 a, mc_f64 b) {
  return _mm256_mul_pd(a, b);
}

MC_INLINE mc_f64 mc_f64_div(mc_f64 a, mc_f64 b) {
  return _mm256_div_pd(a, b);
}

MC_INLINE mc_f64 mc_f64_sqrt(mc_f64 v) {
  return _mm256_sqrt_pd(v);
}

MC_INLINE mc_f64 mc_f64_clamp1(mc_f64 v) {
  return _mm256_min_pd(_mm256_max_pd(v, _mm256_set1_pd(-1)), _mm256_set1_pd(1));
}

MC_INLINE double mc_f64_total(mc_f64 v) {
  __m128d half = _mm_add_pd(_mm256_castpd256_pd128(v), _mm256_extractf128_pd(v, 1));
  return _mm_cvtsd_f64(_mm_add_sd(half, _mm_unpackhi_pd(half, half)));
}

MC_INLINE mc_f64 mc_f64_from_f32(const float *p) {
  return _mm256_cvtps_pd(_mm_loadu_ps(p));
}

MC_INLINE mc_f64 mc_f64_load_upto(const double *p, int k, double fill) {
  const __m256i first = mc_first_lanes(2 * k);
  return _mm256_blendv_pd(_mm256_set1_pd(fill), _mm256_maskload_pd(p, first),
                          _mm256_castsi256_pd(first));
}

MC_INLINE void mc_f64_store_upto(double *p, int k, mc_f64 v) {
  _mm256_maskstore_pd(p, mc_first_lanes(2 * k), v);
}

MC_INLINE mc_f64 mc_f64_xor_lanes(mc_f64 v, int c) {
  return _mm256_castsi256_pd(mc_xor_lanes8(_mm256_castpd_si256(v), 2 * c));
}

MC_INLINE mc_f64 mc_f64_order(mc_f64 a, mc_f64 b, int c) {
  return _mm256_castsi256_pd(mc_blend_lanes8(_mm256_castpd_si256(mc_f64_min(a, b)),
                                             _mm256_castpd_si256(mc_f64_max(a, b)), 2 * c));
}

MC_INLINE int mc_f64_split(double *left, double *right, mc_f64 v, mc_f64 pivot, bool equal) {
  const __m256d flag =
    equal ? _mm256_cmp_pd(v, pivot, _CMP_LE_OQ) : _mm256_cmp_pd(v, pivot, _CMP_LT_OQ);
  return mc_split8_lanes(left, right, _mm256_castpd_si256(v),
                         _mm256_movemask_ps(_mm256_castpd_ps(flag))) /
         2;
}
