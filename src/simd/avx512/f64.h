/* Contract: simd/portable/f64.h. */

enum { MC_F64_LANES = 8 };
typedef __m512d mc_f64;

MC_INLINE mc_f64 mc_f64_load(const double *p) {
  return _mm512_loadu_pd(p);
}

MC_INLINE void mc_f64_store(double *p, mc_f64 v) {
  _mm512_storeu_pd(p, v);
}

MC_INLINE void mc_f64_store_wide(double *p, mc_f64 v) {
  mc_f64_store(p, v);
}

MC_INLINE mc_f64 mc_f64_set(double x) {
  return _mm512_set1_pd(x);
}

MC_INLINE mc_f64 mc_f64_from_i64(const int64_t *p) {
  return _mm512_cvtepi64_pd(_mm512_loadu_si512(p));
}

MC_INLINE mc_f64 mc_f64_add(mc_f64 a, mc_f64 b) {
  return _mm512_add_pd(a, b);
}

/* Hides the constant from the compiler, which would turn the fused operation into a plain sum. */
MC_INLINE mc_f64 mc_f64_one(void) {
  mc_f64 one = _mm512_set1_pd(1);
  __asm__("" : "+v"(one));
  return one;
}

MC_INLINE mc_f64 mc_f64_add_by_fma(mc_f64 a, mc_f64 one, mc_f64 b) {
  return _mm512_fmadd_pd(a, one, b);
}

MC_INLINE mc_f64 mc_f64_sub(mc_f64 a, mc_f64 b) {
  return _mm512_sub_pd(a, b);
}

MC_INLINE mc_f64 mc_f64_fma(mc_f64 a, mc_f64 b, mc_f64 c) {
  return _mm512_fmadd_pd(a, b, c);
}

MC_INLINE mc_f64 mc_f64_spread(mc_f64 v, int lane) {
  return _mm512_permutexvar_pd(_mm512_set1_epi64(lane), v);
}

MC_INLINE mc_f64 mc_f64_where_number(mc_f64 v, mc_f64 yes, mc_f64 no) {
  return _mm512_mask_blend_pd(_mm512_cmp_pd_mask(v, v, _CMP_ORD_Q), no, yes);
}

MC_INLINE mc_f64 mc_f64_min(mc_f64 a, mc_f64 b) {
  return _mm512_min_pd(a, b);
}

MC_INLINE mc_f64 mc_f64_max(mc_f64 a, mc_f64 b) {
  return _mm512_max_pd(a, b);
}

MC_INLINE int mc_f64_numbers(mc_f64 v) {
  return _mm_popcnt_u32(_mm512_cmp_pd_mask(v, v, _CMP_ORD_Q));
}

MC_INLINE bool mc_f64_positive(mc_f64 v) {
  return _mm512_cmp_pd_mask(v, _mm512_setzero_pd(), _CMP_GT_OQ) == 0xff;
}

MC_INLINE mc_f64 mc_f64_where_positive(mc_f64 v, mc_f64 yes, mc_f64 no) {
  return _mm512_mask_blend_pd(_mm512_cmp_pd_mask(v, _mm512_setzero_pd(), _CMP_GT_OQ), no, yes);
}

MC_INLINE mc_f64 mc_f64_mul(mc_f64 a, mc_f64 b) {
  return _mm512_mul_pd(a, b);
}

MC_INLINE mc_f64 mc_f64_div(mc_f64 a, mc_f64 b) {
  return _mm512_div_pd(a, b);
}

MC_INLINE mc_f64 mc_f64_sqrt(mc_f64 v) {
  return _mm512_sqrt_pd(v);
}

MC_INLINE mc_f64 mc_f64_clamp1(mc_f64 v) {
  return _mm512_min_pd(_mm512_max_pd(v, _mm512_set1_pd(-1)), _mm512_set1_pd(1));
}

MC_INLINE double mc_f64_total(mc_f64 v) {
  return _mm512_reduce_add_pd(v);
}

MC_INLINE mc_f64 mc_f64_from_f32(const float *p) {
  return _mm512_cvtps_pd(_mm256_loadu_ps(p));
}

MC_INLINE mc_f64 mc_f64_load_upto(const double *p, int k, double fill) {
  return _mm512_mask_loadu_pd(_mm512_set1_pd(fill), (__mmask8) mc_first_lanes(k), p);
}

MC_INLINE void mc_f64_store_upto(double *p, int k, mc_f64 v) {
  _mm512_mask_storeu_pd(p, (__mmask8) mc_first_lanes(k), v);
}

MC_INLINE mc_f64 mc_f64_xor_lanes(mc_f64 v, int c) {
  return _mm512_castsi512_pd(mc_i64x8_xor_lanes(_mm512_castpd_si512(v), c));
}

MC_INLINE mc_f64 mc_f64_order(mc_f64 a, mc_f64 b, int c) {
  __mmask8 high = c == 4 ? 0xf0 : c == 2 ? 0xcc : 0xaa;
  return _mm512_mask_max_pd(_mm512_min_pd(a, b), high, a, b);
}

MC_INLINE int mc_f64_split(double *left, double *right, mc_f64 v, mc_f64 pivot, bool equal) {
  return mc_split8_lanes(left, right, _mm512_castpd_si512(v),
                         equal ? _mm512_cmp_pd_mask(v, pivot, _CMP_LE_OQ)
                               : _mm512_cmp_pd_mask(v, pivot, _CMP_LT_OQ));
}
