/* The vector vocabulary in AVX2. AVX2 has no minimum of 64-bit lanes. */
#ifndef MC_VEC_AVX2_H
#define MC_VEC_AVX2_H

#include "simd/avx2/bits.h"
#include "simd/avx2/sums.h"
#include "simd/avx2/count.h"
#include "simd/avx2/ranks.h"
#include "simd/avx2/split.h"
#include "simd/avx2/bytes.h"
#include "simd/avx2/i32x16.h"
#include "simd/portable/i64x8.h"
#include "simd/avx2/u16.h"
#include "simd/avx2/i32.h"
#include "simd/avx2/i64.h"
#include "simd/avx2/f64.h"
#include "simd/portable/lesser.h"
#include "simd/avx2/f32.h"
#include "simd/avx2/tropical.h"
#include "simd/portable/signs.h"
#include "simd/avx2/lookups.h"
#include "simd/avx2/tuning.h"

#endif
