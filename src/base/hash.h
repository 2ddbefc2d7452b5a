#ifndef MC_HASH_H
#define MC_HASH_H

#include <stdint.h>

/* XXH64 (Collet's xxHash, 64 bits): a checksum for files, no protection against malice. The bytes
   may be anywhere; the value is the same on every machine. */
uint64_t mc_hash64(const void *bytes, int64_t count, uint64_t seed);

/* Another 64 bits for each 64 bits, of which each bit depends on all (the last step of SplitMix64).
   So tables may take any of them, also of keys that differ in their highest bits alone. */
static inline uint64_t mc_mix64(uint64_t x) {
  x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
  return x ^ x >> 31;
}

#endif
