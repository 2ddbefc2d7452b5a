/* Sorting for C code of other packages: parallel quicksort with the contract of qsort(), and
   of numbers by vectors.

   In DESCRIPTION:  LinkingTo: manycore   and   Imports: manycore
   In NAMESPACE:    import(manycore), or importFrom(manycore, manycore_threads), so that
                    it is loaded

   Call from the main thread of R only, outside of parallel regions. None of these functions
   calls R, allocates memory (but for threads), or can be interrupted.

   MANYCORE_API is the version of this interface: it grows by one when a routine is added, and no
   routine changes or goes. A package that asks for more than the installed manycore has ends with
   R's error that the routine is not available, when it is first called.

   threads: at most as many, or 0 for as many as manycore_threads() says. cutoff: no range of
   fewer elements is divided among tasks; 0 for a good choice. */
#ifndef MANYCORE_H
#define MANYCORE_H

#define MANYCORE_API 1

#include <stddef.h>
#include <stdint.h>

#include <R_ext/Rdynload.h>

#ifdef __cplusplus
extern "C" {
#endif

#define MANYCORE_ROUTINE(type, name, arguments, values)                                \
  static inline void mc_##name arguments {                                             \
    static type routine = NULL;                                                        \
    if (routine == NULL)                                                               \
      routine = (type) (void (*)(void)) R_GetCCallable("manycore", "mc_" #name);       \
    routine values;                                                                    \
  }

/* Sorts `nmemb` elements of `size` bytes at `base` as qsort() does. `compar` is called by
   several threads at once: it must not write to memory that they share, call R, or jump.
   Equal elements come in any order, which may differ from run to run. At most c n log n
   comparisons, whatever the data. */
typedef void (*manycore_qsort)(void *, size_t, size_t, int (*)(const void *, const void *), int,
                               size_t);
MANYCORE_ROUTINE(manycore_qsort, qsort,
                 (void *base, size_t nmemb, size_t size,
                  int (*compar)(const void *, const void *), int threads, size_t cutoff),
                 (base, nmemb, size, compar, threads, cutoff))

/* The same, with tasks for the swaps between the parts of a partition, too (PPPMQSort). */
MANYCORE_ROUTINE(manycore_qsort, qsort_merging,
                 (void *base, size_t nmemb, size_t size,
                  int (*compar)(const void *, const void *), int threads, size_t cutoff),
                 (base, nmemb, size, compar, threads, cutoff))

/* Sort numbers, ascending. NaN come last, in any order; -0 comes before 0. */
#define MANYCORE_SORT(T, type)                                                         \
  typedef void (*manycore_sort_##T)(type *, size_t, int, size_t);                      \
  MANYCORE_ROUTINE(manycore_sort_##T, sort_##T,                                        \
                   (type * a, size_t n, int threads, size_t cutoff), (a, n, threads, cutoff))
MANYCORE_SORT(i32, int32_t)
MANYCORE_SORT(u32, uint32_t)
MANYCORE_SORT(i64, int64_t)
MANYCORE_SORT(u64, uint64_t)
MANYCORE_SORT(f32, float)
MANYCORE_SORT(f64, double)

#undef MANYCORE_SORT
#undef MANYCORE_ROUTINE

#ifdef __cplusplus
}
#endif

#endif
