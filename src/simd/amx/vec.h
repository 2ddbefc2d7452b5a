/* The vector vocabulary of Sapphire Rapids and later Xeons: AVX-512 as of Ice Lake, and tiles of
   bytes that are multiplied as matrices. dispatch/own_amx.def lists the kernels that are compiled
   with this vocabulary. */
#ifndef MC_VEC_AMX_H
#define MC_VEC_AMX_H

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
#include "simd/amx/signs.h"
#include "simd/portable/lookups.h"
#include "simd/amx/tuning.h"

#endif
