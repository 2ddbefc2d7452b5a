/* Contract: simd/portable/tuning.h. The shapes of tiles are those of avx512icl, whose kernels amx
   shares. */

#include "simd/avx512icl/tuning.h"
#undef MC_COSTS
#define MC_COSTS "simd/amx/costs.def"
/* All processors with AMX are Intel's. There, comparisons to masks, masked moves and sums share two
   ports, and a record of each step takes half of a kernel's time. On Zen 5 it takes less. The
   kernels are in dispatch/own_amx.def. */
#undef MC_RECORD_STEPS
#define MC_RECORD_STEPS 4
