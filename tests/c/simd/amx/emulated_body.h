/* The tests of chapter signs, and what they need of the vocabulary's other tests. */
enum { ROUNDS = 60 };

#include "simd/vocabulary/any_word.h"
#include "simd/vocabulary/signs.h"
