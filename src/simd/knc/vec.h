/* The vector vocabulary for Knights Corner.

   IMCI's 32-bit lanes serve the paper's sorting kernel; its doubles and floats serve shortest
   paths. The machine has no 16-bit lanes, no popcount of vectors and no minimum of 64-bit integers.
   So all other chapters are portable C. */
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
#include "simd/portable/signs.h"
#include "simd/portable/lookups.h"
#include "simd/knc/tuning.h"

#endif
