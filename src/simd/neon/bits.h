/* Contract: simd/portable/bits.h. */

enum { MC_BITS_BYTES = 32 };
typedef struct {
  uint64x2_t low, high;
} mc_bits;

MC_INLINE mc_bits mc_bits_load(const uint64_t *p) {
  return (mc_bits){vld1q_u64(p), vld1q_u64(p + 2)};
}

MC_INLINE mc_bits mc_bits_set(uint64_t word) {
  const uint64x2_t v = vdupq_n_u64(word);
  return (mc_bits){v, v};
}

MC_INLINE mc_bits mc_bits_and(mc_bits a, mc_bits b) {
  return (mc_bits){vandq_u64(a.low, b.low), vandq_u64(a.high, b.high)};
}

MC_INLINE mc_bits mc_bits_xor(mc_bits a, mc_bits b) {
  return (mc_bits){veorq_u64(a.low, b.low), veorq_u64(a.high, b.high)};
}

MC_INLINE mc_bits mc_bits_xor_and(mc_bits a, mc_bits b, mc_bits mask) {
  return mc_bits_and(mc_bits_xor(a, b), mask);
}
