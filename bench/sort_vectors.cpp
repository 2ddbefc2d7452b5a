// x86-simd-sort's quicksorts for bench/sort_rivals.cpp. They are compiled apart, for the machine
// that measures them, because the library's headers have no choice at run time. With OpenMP the
// library sorts parts of long arrays in tasks.

#include <cstddef>
#include <cstdint>

#include <omp.h>

#include "x86simdsort-static-incl.h"

// The library has 16 threads in mind at most, and takes omp_get_max_threads() if that is less.
#define SORT(name, type)                                                               \
  extern "C" void name(type *a, size_t n, int threads) {                               \
    const int before = omp_get_max_threads();                                          \
    omp_set_num_threads(threads);                                                      \
    x86simdsortStatic::qsort(a, n);                                                    \
    omp_set_num_threads(before);                                                       \
  }

SORT(x86_simd_sort_i32, int32_t)
SORT(x86_simd_sort_u32, uint32_t)
SORT(x86_simd_sort_u64, uint64_t)
SORT(x86_simd_sort_f64, double)
