/* IMCI, the instructions of the Xeon Phi coprocessor. On other machines plain C emulates them for
   tests (simd/knc/emulation.h). This target compiles the kernels that use IMCI, and shares the
   others with portable. */
#define MC_OWN_KERNELS "dispatch/own_knc.def"
#define MC_TARGET knc
#ifdef __MIC__
#define MC_AUTOMATIC true
#else
#define MC_AUTOMATIC false
#define MC_UNROLL /* emulated vectors are loops: unrolled, they would fill the library */
#endif
#include "dispatch/begin.h"
#include "simd/knc/vec.h"
#include "dispatch/end.h"
