/* Chapter split. */

#define RANK uint8_t
#define WIDTH 8
#define SPLIT_LANES MC_SPLIT8_LANES
#define PART(name) name##8
#include "simd/vocabulary/split_body.h"

#define RANK uint16_t
#define WIDTH 16
#define SPLIT_LANES MC_SPLIT16_LANES
#define PART(name) name##16
#include "simd/vocabulary/split_body.h"

#define RANK uint32_t
#define WIDTH 32
#define SPLIT_LANES MC_SPLIT32_LANES
#define PART(name) name##32
#include "simd/vocabulary/split_body.h"

static void split8_words(void) {
  check_splits8();
}
static void split16_words(void) {
  check_splits16();
}
static void split32_words(void) {
  check_splits32();
}
