/* IMCI, the instructions of the Xeon Phi coprocessor; anywhere else emulated in plain C
   (simd/knc/emulation.h), for tests. */
#define MC_TARGET knc
#ifdef __MIC__
#define MC_AUTOMATIC true
#else
#define MC_AUTOMATIC false
#endif
#include "dispatch/begin.h"
#include "simd/knc/vec.h"
#include "dispatch/end.h"
