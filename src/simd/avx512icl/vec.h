/* The vector vocabulary in AVX-512 as of Ice Lake and Zen 4. They have one instruction each for the
   popcount of 64-bit lanes and for compressing 8 and 16 bits. dispatch/own_avx512icl.def lists the
   kernels that use them. */
#ifndef MC_VEC_AVX512ICL_H
#define MC_VEC_AVX512ICL_H

#include "simd/avx512/bits.h"
#include "simd/avx512/sums.h"
#include "simd/avx512icl/count.h"
#include "simd/avx512/ranks.h"
#include "simd/avx512icl/split.h"
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
#include "simd/portable/lookups.h"
#include "simd/avx512icl/tuning.h"

#endif
