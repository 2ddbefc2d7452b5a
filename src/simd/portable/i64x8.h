/* 8 lanes of 64 bits: the words of i32x16.h, mc_i64x8_load to mc_i64x8_last. */

#define TYPE int64_t
#define LANES 8
#define VECTOR mc_i64x8
#define WORD(name) mc_i64x8_##name
#include "simd/portable/lanes_body.h"
