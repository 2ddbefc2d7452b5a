/* The vector vocabulary, in plain C.

   The vocabulary has chapters, one file each. Every target's vec.h names a file for each chapter:
   its own, or another target's. The comment at the top of each file of this folder is the contract
   of the chapter. All targets have the same words with the same meaning, and each kernel is written
   once in these words. tests/c/simd compares every word with plain loops.

   A chapter may use helpers of the chapters above it in its own folder. */
#ifndef MC_VEC_PORTABLE_H
#define MC_VEC_PORTABLE_H

#include "simd/portable/bits.h"
#include "simd/portable/sums.h"
#include "simd/portable/count.h"
#include "simd/portable/ranks.h"
#include "simd/portable/split.h"
#include "simd/portable/bytes.h"
#include "simd/portable/i32x16.h"
#include "simd/portable/i64x8.h"
#include "simd/portable/u16.h"
#include "simd/portable/i32.h"
#include "simd/portable/i64.h"
#include "simd/portable/f64.h"
#include "simd/portable/lesser.h"
#include "simd/portable/f32.h"
#include "simd/portable/tropical.h"
#include "simd/portable/signs.h"
#include "simd/portable/lookups.h"
#include "simd/portable/tuning.h"

#endif
