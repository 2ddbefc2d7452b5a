/* Behind for_vectors.h and the bodies. */

#if !defined(__clang__)
#pragma GCC pop_options
#endif
#undef VECTORS
