#ifndef MC_HASH_H
#define MC_HASH_H

#include <stdint.h>

/* XXH64 (Collet's xxHash, 64 bits): a checksum of files against accidents, not against malice. The
   bytes need no alignment; the value is the same on every machine. */
uint64_t mc_hash64(const void *bytes, int64_t count, uint64_t seed);

/* A bijection of 64 bits; each bit of the result depends on all bits of x (the last step of
   SplitMix64). So a hash table may use any bits of it, even if keys differ in their highest bits
   only. */
static inline uint64_t mc_mix64(uint64_t x) {
  x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
  return x ^ x >> 31;
}

#endif
