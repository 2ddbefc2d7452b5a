/* Contract: simd/portable/bits.h. */

enum { MC_BITS_BYTES = 32 };
typedef __m256i mc_bits;

MC_INLINE mc_bits mc_bits_load(const uint64_t *p) {
  return _mm256_load_si256((const __m256i *) p);
}

MC_INLINE mc_bits mc_bits_set(uint64_t word) {
  return _mm256_set1_epi64x((int64_t) word);
}

MC_INLINE mc_bits mc_bits_and(mc_bits a, mc_bits b) {
  return _mm256_and_si256(a, b);
}

MC_INLINE mc_bits mc_bits_xor(mc_bits a, mc_bits b) {
  return _mm256_xor_si256(a, b);
}

MC_INLINE mc_bits mc_bits_xor_and(mc_bits a, mc_bits b, mc_bits mask) {
  return _mm256_and_si256(_mm256_xor_si256(a, b), mask);
}
