/* Bodies whose plain loops the compiler is to make vectors of: VECTORS stands before such a loop,
   whose steps do not depend on each other. Until for_no_vectors.h. */

/* gcc makes vectors of only the most obvious loops at -O2. */
#if defined(__clang__)
#define VECTORS _Pragma("clang loop vectorize(enable)")
#else
#define VECTORS _Pragma("GCC ivdep")
#pragma GCC push_options
#pragma GCC optimize("tree-vectorize", "vect-cost-model=dynamic")
#endif
