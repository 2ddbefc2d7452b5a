/* From here to for_no_vectors.h the compiler vectorises plain loops. VECTORS stands before a loop
   whose steps do not depend on each other. */

/* At -O2 gcc vectorises only the most obvious loops. */
#if defined(__clang__)
#define VECTORS _Pragma("clang loop vectorize(enable)")
#else
#define VECTORS _Pragma("GCC ivdep")
#pragma GCC push_options
#pragma GCC optimize("tree-vectorize", "vect-cost-model=dynamic")
#endif
