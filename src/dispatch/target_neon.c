/* NEON (Advanced SIMD), which every 64-bit ARM has: no feature is named. */
#define MC_TARGET neon
#define MC_AUTOMATIC true
#include "dispatch/begin.h"
#include "simd/neon/vec.h"
#include "dispatch/end.h"
