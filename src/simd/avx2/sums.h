/* Contract: simd/portable/sums.h. */

enum { MC_SUMS_LANES = 4 };
typedef __m256i mc_sums;

MC_INLINE mc_sums mc_sums_load(const int64_t *p) {
  return _mm256_load_si256((const __m256i *) p);
}

MC_INLINE void mc_sums_store(int64_t *p, mc_sums v) {
  _mm256_store_si256((__m256i *) p, v);
}

MC_INLINE mc_sums mc_sums_set(int64_t x) {
  return _mm256_set1_epi64x(x);
}

MC_INLINE mc_sums mc_sums_add(mc_sums a, mc_sums b) {
  return _mm256_add_epi64(a, b);
}

MC_INLINE mc_sums mc_sums_sub(mc_sums a, mc_sums b) {
  return _mm256_sub_epi64(a, b);
}

MC_INLINE mc_sums mc_sums_mul(mc_sums a, mc_sums b) {
  return _mm256_mul_epi32(a, b);
}
