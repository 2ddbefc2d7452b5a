/* Contract: simd/portable/sums.h. */

enum { MC_SUMS_LANES = 8 };
typedef __m512i mc_sums;

MC_INLINE mc_sums mc_sums_load(const int64_t *p) {
  return _mm512_load_si512(p);
}

MC_INLINE void mc_sums_store(int64_t *p, mc_sums v) {
  _mm512_store_si512(p, v);
}

MC_INLINE mc_sums mc_sums_set(int64_t x) {
  return _mm512_set1_epi64(x);
}

MC_INLINE mc_sums mc_sums_add(mc_sums a, mc_sums b) {
  return _mm512_add_epi64(a, b);
}

MC_INLINE mc_sums mc_sums_sub(mc_sums a, mc_sums b) {
  return _mm512_sub_epi64(a, b);
}

MC_INLINE mc_sums mc_sums_mul(mc_sums a, mc_sums b) {
  return _mm512_mul_epi32(a, b);
}
