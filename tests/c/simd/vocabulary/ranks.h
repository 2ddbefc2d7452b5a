/* Chapter ranks. */

static void popcount_words(void) {
  rng r = {3};
  for (int round = 0; round < 10 * ROUNDS; round++) {
    const uint32_t v = round == 0 ? 0 : round == 1 ? UINT32_MAX : (uint32_t) rng_next(&r);
    int ones = 0;
    for (int i = 0; i < 32; i++)
      ones += (int) (v >> i & 1);
    CHECK_INT(mc_popcount32(v), ones);
  }
}

#define RANK uint16_t
#define RANKS(word) mc_ranks16_##word
#define RANKS_TYPE mc_ranks16
#define PART(name) name##16
#include "simd/vocabulary/ranks_body.h"

#define RANK uint32_t
#define RANKS(word) mc_ranks32_##word
#define RANKS_TYPE mc_ranks32
#define PART(name) name##32
#include "simd/vocabulary/ranks_body.h"

static void ranks16_words(void) {
  check_ranks16();
}
static void ranks32_words(void) {
  check_ranks32();
}
