/* The kernels of this path, its table, and the end of its target region. The
   path's vocabulary (vec.h) has been included. A path that overrides a kernel
   has defined MC_OVERRIDES_<KERNEL> and MC_FN(kernel) before. */
#include "../kernels/column_range.h"
#include "../kernels/distance_finish.h"
#include "../kernels/distance_paper.h"
#include "../kernels/distance_tile.h"
#include "../kernels/kendall_bits.h"
#include "../kernels/kendall_bits_tile.h"
#include "../kernels/kendall_gse.h"
#include "../kernels/kendall_naive.h"
#include "../kernels/inversions.h"
#include "../kernels/kendall_radix.h"
#include "../kernels/kendall_taus.h"
#include "../kernels/kendall_vse.h"
#include "../kernels/tropical_tile.h"
#include "../kernels/paths_loops.h"
#include "../kernels/paths_solve.h"
#include "../kernels/points_copy.h"
#include "../kernels/sort.h"

extern const mc_kernels MC_JOIN(mc_kernels, MC_ISA);
const mc_kernels MC_JOIN(mc_kernels, MC_ISA) = {
#define MC_KERNEL(type, name, arguments) .name = MC_FN(name),
#include "../kernels/kernels.def"
#undef MC_KERNEL
  .kendall_costs = MC_KENDALL_COSTS
};

#ifdef MC_TARGET
#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif
