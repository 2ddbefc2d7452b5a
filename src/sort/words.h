#ifndef MC_SORT_WORDS_H
#define MC_SORT_WORDS_H

#include <stdint.h>

/* Words of 4 and 8 bytes of whatever type. */
typedef uint32_t __attribute__((may_alias)) word32;
typedef uint64_t __attribute__((may_alias)) word64;

#endif
