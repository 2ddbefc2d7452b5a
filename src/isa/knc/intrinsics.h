/* IMCI intrinsics: the compiler's on a Xeon Phi coprocessor, ours elsewhere. */
#ifdef __MIC__
#include <immintrin.h>
#else
#include "emulation.h"
#endif
