#ifndef VOCABULARY_H
#define VOCABULARY_H

/* A target's tests of its vector vocabulary, compiled in its region. */
typedef struct {
#define CHAPTER(function, words) void (*function)(void);
#include "simd/vocabulary.def"
#undef CHAPTER
} vocabulary;

#endif
