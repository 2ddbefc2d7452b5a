/* The vector vocabulary in NEON (Advanced SIMD), which every 64-bit ARM has. A register has 16
   bytes, and a vector is two registers. So one table look-up, or one count of ones, serves as many
   lanes as with AVX2. */
#ifndef MC_VEC_NEON_H
#define MC_VEC_NEON_H

#if !defined(__aarch64__) || (defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__)
#error "neon is for 64-bit ARM, little-endian"
#endif

#include "simd/neon/flags.h"

#include "simd/neon/bits.h"
#include "simd/neon/sums.h"
#include "simd/neon/count.h"
#include "simd/neon/ranks.h"
#include "simd/neon/split.h"
#include "simd/neon/bytes.h"
#include "simd/neon/i32x16.h"
#include "simd/neon/i64x8.h"
#include "simd/neon/u16.h"
#include "simd/neon/i32.h"
#include "simd/neon/i64.h"
#include "simd/neon/f64.h"
#include "simd/neon/lesser.h"
#include "simd/neon/f32.h"
#include "simd/neon/tropical.h"
#include "simd/portable/signs.h"
#include "simd/portable/lookups.h"
#include "simd/neon/tuning.h"

#endif
