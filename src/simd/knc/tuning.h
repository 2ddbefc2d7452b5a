/* Contract: simd/portable/tuning.h. Chapters in portable C have portable shapes. */

#include "simd/portable/tuning.h"
#undef MC_RECORD_STEPS
#define MC_RECORD_STEPS 1 /* masks are IMCI's own */
