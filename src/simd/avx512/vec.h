/* The vector vocabulary in AVX-512 as of Skylake-X: F, BW, DQ and VL. */
#ifndef MC_VEC_AVX512_H
#define MC_VEC_AVX512_H

#include "simd/avx512/bits.h"
#include "simd/avx512/sums.h"
#include "simd/avx512/count.h"
#include "simd/avx512/ranks.h"
#include "simd/avx512/split.h"
#include "simd/avx512/bytes.h"
#include "simd/avx512/i32x16.h"
#include "simd/avx512/i64x8.h"
#include "simd/avx512/u16.h"
#include "simd/avx512/i32.h"
#include "simd/avx512/i64.h"
#include "simd/avx512/f64.h"
#include "simd/avx512/lesser.h"
#include "simd/avx512/f32.h"
#include "simd/avx512/tropical.h"
#include "simd/portable/signs.h"
#include "simd/avx512/lookups.h"
#include "simd/avx512/tuning.h"

#endif
