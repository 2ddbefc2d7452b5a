/* NEON (Advanced SIMD), which is part of 64-bit ARM: no feature is asked for. */
#define MC_TARGET neon
#define MC_AUTOMATIC true
#include "dispatch/begin.h"
#include "simd/neon/vec.h"
#include "dispatch/end.h"
