/* harness.sh compiles this in each target's region in place of the kernels. It compares each word
   of the vocabulary with plain loops.

   Here MC_INLINE is `static`. So a word without a test is an unused function, which is an error. */
#include <float.h>
#include <math.h>

#include "check.h"
#include "data.h"
#include "guard.h"
#include "simd/vocabulary.h"

/* OFFSETS: misalignments, in elements, for words that take any alignment. */
enum { OFFSETS = 3, ROUNDS = 60 };

#include "simd/vocabulary/any_word.h"
#include "simd/vocabulary/bits.h"
#include "simd/vocabulary/bytes.h"
#include "simd/vocabulary/lookups.h"
#include "simd/vocabulary/numbers.h"
#include "simd/vocabulary/ranks.h"
#include "simd/vocabulary/signs.h"
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
