/* IMCI intrinsics: the compiler's on a Xeon Phi coprocessor, emulated elsewhere. */
#ifdef __MIC__
#include <immintrin.h>
#else
#include "simd/knc/emulation.h"
#endif
