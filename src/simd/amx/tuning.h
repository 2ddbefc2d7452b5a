/* Contract: simd/portable/tuning.h. The shapes of tiles are those of avx512icl, whose kernels amx
   shares. */

#include "simd/avx512icl/tuning.h"
#undef MC_COSTS
#undef MC_COSTS_INTEL
#define MC_COSTS "simd/amx/costs.def"
/* All processors with AMX are Intel's. There, comparisons to masks, masked moves and sums share two
   ports, and groups are faster than a record of each step from 1,000 vertices on
   (bench/results/two_builds_amx.md). dispatch/own_amx.def lists the kernels. */
#undef MC_RECORD_STEPS
#define MC_RECORD_STEPS 4
