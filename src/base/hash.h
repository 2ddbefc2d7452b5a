#ifndef MC_HASH_H
#define MC_HASH_H

#include <stdint.h>

/* XXH64 (Collet's xxHash, 64 bits): a checksum for files, no protection against malice. The bytes
   may be anywhere; the value is the same on every machine. */
uint64_t mc_hash64(const void *bytes, int64_t count, uint64_t seed);

#endif
