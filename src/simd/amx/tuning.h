/* Contract: simd/portable/tuning.h. The shapes of tiles are those of avx512icl, whose kernels amx
   shares. */

#include "simd/avx512icl/tuning.h"
#undef MC_COSTS
#define MC_COSTS "simd/amx/costs.def"
