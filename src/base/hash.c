#include "base/hash.h"

#include <string.h>

/* The primes of the specification of XXH64. */
static const uint64_t P1 = 0x9E3779B185EBCA87, P2 = 0xC2B2AE3D27D4EB4F, P3 = 0x165667B19E3779F9,
                      P4 = 0x85EBCA77C2B2AE63, P5 = 0x27D4EB2F165667C5;

static uint64_t turn(uint64_t x, int left) {
  return x << left | x >> (64 - left);
}

/* Little-endian numbers of 8 and of 4 bytes. */
static uint64_t get64(const unsigned char *p) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  uint64_t x;
  memcpy(&x, p, sizeof x);
  return x;
#else
  uint64_t x = 0;
  for (int k = 7; k >= 0; k--)
    x = x << 8 | p[k];
  return x;
#endif
}

static uint64_t get32(const unsigned char *p) {
  return p[0] | (uint64_t) p[1] << 8 | (uint64_t) p[2] << 16 | (uint64_t) p[3] << 24;
}

static uint64_t mixed(uint64_t sum, uint64_t lane) {
  return turn(sum + lane * P2, 31) * P1;
}

static uint64_t merged(uint64_t hash, uint64_t sum) {
  return (hash ^ mixed(0, sum)) * P1 + P4;
}

/* Four sums over stripes of 32 bytes, merged; then the remaining bytes in eights, one four, and
   ones; then an avalanche. */
uint64_t mc_hash64(const void *bytes, int64_t count, uint64_t seed) {
  const unsigned char *p = bytes, *end = p + count;
  uint64_t hash = seed + P5;
  if (count >= 32) {
    uint64_t a = seed + P1 + P2, b = seed + P2, c = seed, d = seed - P1;
    for (; end - p >= 32; p += 32) {
      a = mixed(a, get64(p));
      b = mixed(b, get64(p + 8));
      c = mixed(c, get64(p + 16));
      d = mixed(d, get64(p + 24));
    }
    hash = turn(a, 1) + turn(b, 7) + turn(c, 12) + turn(d, 18);
    hash = merged(merged(merged(merged(hash, a), b), c), d);
  }
  hash += (uint64_t) count;
  for (; end - p >= 8; p += 8)
    hash = turn(hash ^ mixed(0, get64(p)), 27) * P1 + P4;
  if (end - p >= 4) {
    hash = turn(hash ^ get32(p) * P1, 23) * P2 + P3;
    p += 4;
  }
  for (; p < end; p++)
    hash = turn(hash ^ *p * P5, 11) * P1;
  hash = (hash ^ hash >> 33) * P2;
  hash = (hash ^ hash >> 29) * P3;
  return hash ^ hash >> 32;
}
