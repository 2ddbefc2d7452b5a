/* The kernels of this target, its table, and the end of its region. The target's vocabulary
   (vec.h) has been included.

   A target that shares kernels with the one before it names, in MC_OWN_KERNELS, the list of
   those that it compiles for itself; the others' places in its table stay empty
   (dispatch.c). Where MC_REGION_BODY names a header, that is compiled in the region in place
   of the kernels: configure's probe of a target, the C tests of its vocabulary. */
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
