/* Bits: vectors of comparisons, a bit each.

     MC_BITS_BYTES                   bytes of a vector, 32 or 64
     mc_bits                         the vector
     mc_bits_load(p)                 p aligned to 64 bytes
     mc_bits_set(word)               the same word in all words of 64 bits
     mc_bits_and(a, b), mc_bits_xor(a, b)
     mc_bits_xor_and(a, b, mask)     (a ^ b) & mask */

enum { MC_BITS_BYTES = 64 };
typedef struct {
  uint64_t word[8];
} mc_bits;

MC_INLINE mc_bits mc_bits_load(const uint64_t *p) {
  mc_bits v;
  memcpy(&v, p, sizeof v);
  return v;
}

MC_INLINE mc_bits mc_bits_set(uint64_t word) {
  mc_bits v;
  for (int i = 0; i < 8; i++)
    v.word[i] = word;
  return v;
}

MC_INLINE mc_bits mc_bits_and(mc_bits a, mc_bits b) {
  for (int i = 0; i < 8; i++)
    a.word[i] &= b.word[i];
  return a;
}

MC_INLINE mc_bits mc_bits_xor(mc_bits a, mc_bits b) {
  for (int i = 0; i < 8; i++)
    a.word[i] ^= b.word[i];
  return a;
}

MC_INLINE mc_bits mc_bits_xor_and(mc_bits a, mc_bits b, mc_bits mask) {
  return mc_bits_and(mc_bits_xor(a, b), mask);
}
