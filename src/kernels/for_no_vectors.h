/* Ends what for_vectors.h began. */

#if !defined(__clang__)
#pragma GCC pop_options
#endif
#undef VECTORS
