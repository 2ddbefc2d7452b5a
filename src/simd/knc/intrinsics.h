/* IMCI intrinsics: the compiler's on a Xeon Phi coprocessor, ours elsewhere. */
#ifdef __MIC__
#include <immintrin.h>
#else
#include "simd/knc/emulation.h"
#endif
