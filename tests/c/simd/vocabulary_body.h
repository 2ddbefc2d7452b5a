/* What harness.sh has compiled in each target's region in place of the kernels: each word of
   the vocabulary against plain loops.

   There MC_INLINE is `static`: a word that no test uses is an unused function, which is an
   error. */
#include <float.h>
#include <math.h>

#include "check.h"
#include "data.h"
#include "guard.h"
#include "simd/vocabulary.h"

/* Where a vector may have any alignment it gets one of these, in elements. */
enum { OFFSETS = 3, ROUNDS = 60 };

#include "simd/vocabulary/bits.h"
#include "simd/vocabulary/bytes.h"
#include "simd/vocabulary/numbers.h"
#include "simd/vocabulary/ranks.h"
#include "simd/vocabulary/sorting.h"
#include "simd/vocabulary/split.h"
#include "simd/vocabulary/tropical.h"
#include "simd/vocabulary/tuning.h"

extern const vocabulary MC_FN(vocabulary);
const vocabulary MC_FN(vocabulary) = {
#define CHAPTER(function, words) .function = function,
#include "simd/vocabulary.def"
#undef CHAPTER
};
