// x86-simd-sort's quicksorts for bench/sort_rivals.cpp. They are compiled apart, for the machine
// that measures them, because the library's headers have no choice at run time. With OpenMP the
// library sorts parts of long arrays in tasks.

#include <cstddef>
#include <cstdint>

#include <omp.h>

#include "x86simdsort-static-incl.h"

// The library has 16 threads in mind at most, and takes omp_get_max_threads() if that is less.
#define SORT(type)                                                                     \
  void x86_simd_sort(type *a, size_t n, int threads) {                                 \
    const int before = omp_get_max_threads();                                          \
    omp_set_num_threads(threads);                                                      \
    x86simdsortStatic::qsort(a, n);                                                    \
    omp_set_num_threads(before);                                                       \
  }

SORT(int32_t)
SORT(uint32_t)
SORT(uint64_t)
SORT(double)
