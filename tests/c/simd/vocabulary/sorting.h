/* Chapters i32x16 and i64x8: the lanes of the vectorized sorting-enabled kernel. */

#define TYPE int32_t
#define VEC_LANES 16
#define VEC_TYPE mc_i32x16
#define VEC(operation) mc_i32x16_##operation
#define PART(name) name##_i32x16
#define ANY any_i32
#include "simd/vocabulary/sorting_body.h"

#define TYPE int64_t
#define VEC_LANES 8
#define VEC_TYPE mc_i64x8
#define VEC(operation) mc_i64x8_##operation
#define PART(name) name##_i64x8
#define ANY any_i64
#include "simd/vocabulary/sorting_body.h"

static void i32x16_words(void) {
  check_lanes_i32x16();
}
static void i64x8_words(void) {
  check_lanes_i64x8();
}
