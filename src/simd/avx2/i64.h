/* Contract: simd/portable/i64.h. */

enum { MC_I64_LANES = 4 };
typedef __m256i mc_i64;

MC_INLINE mc_i64 mc_i64_load(const int64_t *p) {
  return _mm256_loadu_si256((const __m256i *) p);
}

MC_INLINE void mc_i64_store(int64_t *p, mc_i64 v) {
  _mm256_storeu_si256((__m256i *) p, v);
}

/* A lane of 64 bits is a pair of lanes of 32 bits. */
MC_INLINE mc_i64 mc_i64_load_upto(const int64_t *p, int k, int64_t fill) {
  const __m256i first = mc_first_lanes(2 * k);
  return _mm256_blendv_epi8(_mm256_set1_epi64x(fill),
                            _mm256_maskload_epi64((const void *) p, first), first);
}

MC_INLINE void mc_i64_store_upto(int64_t *p, int k, mc_i64 v) {
  _mm256_maskstore_epi64((void *) p, mc_first_lanes(2 * k), v);
}

MC_INLINE mc_i64 mc_i64_set(int64_t x) {
  return _mm256_set1_epi64x(x);
}

MC_INLINE mc_i64 mc_i64_min(mc_i64 a, mc_i64 b) {
  return _mm256_blendv_epi8(a, b, _mm256_cmpgt_epi64(a, b));
}

MC_INLINE mc_i64 mc_i64_max(mc_i64 a, mc_i64 b) {
  return _mm256_blendv_epi8(b, a, _mm256_cmpgt_epi64(a, b));
}

MC_INLINE mc_i64 mc_i64_xor_lanes(mc_i64 v, int c) {
  return mc_xor_lanes8(v, 2 * c);
}

MC_INLINE mc_i64 mc_i64_order(mc_i64 a, mc_i64 b, int c) {
  return mc_blend_lanes8(mc_i64_min(a, b), mc_i64_max(a, b), 2 * c);
}

MC_INLINE int mc_i64_split(int64_t *left, int64_t *right, mc_i64 v, mc_i64 pivot, bool equal) {
  const __m256i flag = equal ? _mm256_cmpgt_epi64(v, pivot) : _mm256_cmpgt_epi64(pivot, v);
  const int bits = _mm256_movemask_ps(_mm256_castsi256_ps(flag));
  return mc_split8_lanes(left, right, v, equal ? ~bits & 0xff : bits) / 2;
}
