/* The kernels of this target, its table, and the end of its region. The target's vocabulary
   (vec.h) has been included before.

   A target may share kernels with the target before it. Then MC_OWN_KERNELS names the list of the
   kernels that it compiles itself; the places of the others in its table stay NULL (dispatch.c). If
   MC_REGION_BODY names a header, that header is compiled in the region instead of the kernels:
   configure's probe of a target, the C tests of its vocabulary. */
#ifdef MC_REGION_BODY
#include MC_REGION_BODY
#else
#ifdef MC_OWN_KERNELS
#define MC_KERNEL_LIST MC_OWN_KERNELS
#else
#define MC_KERNEL_LIST "dispatch/kernels.def"
#endif

#define MC_KERNEL_HEADERS
#include MC_KERNEL_LIST
#undef MC_KERNEL_HEADERS

extern const mc_kernels MC_FN(mc_kernels);
const mc_kernels MC_FN(mc_kernels) = {
#define MC_KERNEL(type, name, arguments) .name = MC_FN(name),
#define MC_OWN_KERNEL(name) .name = MC_FN(name),
#include MC_KERNEL_LIST
  .kendall_costs =
    {
#define MC_COST(name, picoseconds) .name = picoseconds,
#include MC_COSTS
    },
  .kendall_costs_intel =
    {
#ifdef MC_COSTS_INTEL
#include MC_COSTS_INTEL
#else
#include MC_COSTS
#endif
#undef MC_COST
    },
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
