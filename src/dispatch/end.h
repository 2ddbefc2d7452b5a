/* The kernels of this target, its table, and the end of its region. The target's vocabulary
   (vec.h) has been included. A target that overrides a kernel has defined
   MC_OVERRIDES_<KERNEL> and MC_FN(kernel) before. One that shares kernels with the target
   before it, and has defined MC_SHARES_KERNELS, compiles those alone that are its own; the
   others' places in the table stay empty (dispatch.c). With MC_PROBE the region just ends:
   configure has included the target's probe.h in place of its vocabulary. */
#ifndef MC_PROBE
#define MC_KERNEL_HEADERS
#include "dispatch/kernels.def"
#undef MC_KERNEL_HEADERS

extern const mc_kernels MC_FN(mc_kernels);
const mc_kernels MC_FN(mc_kernels) = {
#ifdef MC_SHARES_KERNELS
#define MC_KERNEL(type, name, arguments)
#define MC_KERNEL_ICL(type, name, arguments) .name = MC_FN(name),
#else
#define MC_KERNEL(type, name, arguments) .name = MC_FN(name),
#endif
#include "dispatch/kernels.def"
#undef MC_KERNEL
#ifdef MC_SHARES_KERNELS
#undef MC_KERNEL_ICL
#endif
  .kendall_costs = MC_KENDALL_COSTS,
  .automatic = MC_AUTOMATIC,
#ifdef MC_FEATURES
  .features = MC_FEATURES
#else
  .features = ""
#endif
};
#endif

#ifdef MC_FEATURES
#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif
