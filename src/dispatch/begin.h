/* Opens the region of one target (instruction set). The including file, target_<name>.c,
   has defined

     MC_TARGET     its name
     MC_FEATURES   the features that it needs beyond the compiler's default, as the compiler's
                   target attribute spells them; cpuid.c asks the processor for the same words.
                   Not defined if the default has all features
     MC_AUTOMATIC  may it be chosen automatically?

   Only kernels and their vocabulary are compiled in a region: serial code without R and without
   threads. Headers of the system and of the compiler are included before the region opens. */
#ifdef MC_FEATURES
#include "dispatch/unaligned_moves.h"
#endif

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/rounding.h"
#include "dispatch/dispatch.h"

#define MC_JOIN_(a, b) a##_##b
#define MC_JOIN(a, b) MC_JOIN_(a, b)
#define MC_FN(name) MC_JOIN(name, MC_TARGET)

#if defined(MC_FEATURES) && (defined(__x86_64__) || defined(__i386__))
#include <immintrin.h>
#elif defined(__ARM_NEON)
#include <arm_neon.h>
#endif

#ifdef MC_FEATURES
#define MC_DO_PRAGMA(text) _Pragma(#text)
#define MC_REGION(text) MC_DO_PRAGMA(text)
#if defined(__clang__)
MC_REGION(clang attribute push(__attribute__((target(MC_FEATURES))), apply_to = function))
#else
MC_REGION(GCC push_options)
MC_REGION(GCC target(MC_FEATURES))
#endif
#endif

/* MC_UNROLL: a loop over a register tile is unrolled, so that the tile stays in registers.
   (A target may define it as nothing.)
   MC_INLINE: a helper of a kernel is always inlined. */
#if defined(MC_UNROLL)
#elif defined(__clang__)
#define MC_UNROLL _Pragma("clang loop unroll(full)")
#else
#define MC_UNROLL _Pragma("GCC unroll 16")
#endif
#ifndef MC_INLINE
#define MC_INLINE static inline __attribute__((always_inline, unused))
#endif
