/* The kernels of this path, its table, and the end of its target region. The
   path's vocabulary (vec.h) has been included. A path that overrides a kernel
   has defined MC_OVERRIDES_<KERNEL> and MC_FN(kernel) before. One that shares kernels
   with the path before it, and has defined MC_SHARES_KERNELS, compiles those alone that
   are its own; the others' places in the table stay empty (dispatch.c). */
#include "../kernels/inversions.h"
#include "../kernels/kendall_bits_tile.h"
#include "../kernels/kendall_radix.h"
#ifndef MC_SHARES_KERNELS
#include "../kernels/column_range.h"
#include "../kernels/distance_finish.h"
#include "../kernels/distance_paper.h"
#include "../kernels/distance_tile.h"
#include "../kernels/kendall_bits.h"
#include "../kernels/kendall_gse.h"
#include "../kernels/kendall_naive.h"
#include "../kernels/kendall_taus.h"
#include "../kernels/kendall_vse.h"
#include "../kernels/tropical_tile.h"
#include "../kernels/paths_loops.h"
#include "../kernels/paths_solve.h"
#include "../kernels/points_copy.h"
#include "../kernels/sort.h"
#endif

extern const mc_kernels MC_JOIN(mc_kernels, MC_ISA);
const mc_kernels MC_JOIN(mc_kernels, MC_ISA) = {
#ifdef MC_SHARES_KERNELS
#define MC_KERNEL(type, name, arguments)
#define MC_KERNEL_ICL(type, name, arguments) .name = MC_FN(name),
#else
#define MC_KERNEL(type, name, arguments) .name = MC_FN(name),
#endif
#include "../kernels/kernels.def"
#undef MC_KERNEL
#ifdef MC_SHARES_KERNELS
#undef MC_KERNEL_ICL
#endif
  .kendall_costs = MC_KENDALL_COSTS
};

#ifdef MC_TARGET
#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif
