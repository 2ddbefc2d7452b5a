/* The vector vocabulary for Knights Corner.

   IMCI's 32-bit lanes carry the paper's sorting kernel, and its doubles and floats the
   shortest paths. The machine has neither 16-bit lanes nor a popcount for vectors, nor a
   minimum of 64-bit integers; for the rest the portable C serves. */
#ifndef MC_VEC_KNC_H
#define MC_VEC_KNC_H

#include "simd/knc/intrinsics.h"

#include "simd/portable/bits.h"
#include "simd/portable/sums.h"
#include "simd/portable/count.h"
#include "simd/portable/ranks.h"
#include "simd/portable/split.h"
#include "simd/portable/bytes.h"
#include "simd/knc/i32x16.h"
#include "simd/portable/i64x8.h"
#include "simd/portable/u16.h"
#include "simd/portable/i32.h"
#include "simd/portable/i64.h"
#include "simd/portable/f64.h"
#include "simd/portable/lesser.h"
#include "simd/portable/f32.h"
#include "simd/knc/tropical.h"
#include "simd/portable/tuning.h"

#endif
