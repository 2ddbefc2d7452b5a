#' Sorting in C code of other packages
#'
#' The header `manycore.h` gives C and C++ code of other packages a parallel `qsort()` and sorts of
#' numbers.
#'
#' @details
#' Write `LinkingTo: manycore` and `Imports: manycore` into the package's `DESCRIPTION`, and an
#' import such as `importFrom(manycore, manycore_threads)` into its `NAMESPACE`, so that manycore is
#' loaded. Then `#include <manycore.h>` declares:
#'
#' ```c
#' void mc_qsort(void *base, size_t nmemb, size_t size,
#'               int (*compar)(const void *, const void *), int threads, size_t cutoff);
#' void mc_qsort_merging(void *base, size_t nmemb, size_t size,
#'                       int (*compar)(const void *, const void *), int threads, size_t cutoff);
#' void mc_sort_i32(int32_t *a, size_t n, int threads, size_t cutoff);
#' void mc_sort_u32(uint32_t *a, size_t n, int threads, size_t cutoff);
#' void mc_sort_i64(int64_t *a, size_t n, int threads, size_t cutoff);
#' void mc_sort_u64(uint64_t *a, size_t n, int threads, size_t cutoff);
#' void mc_sort_f32(float *a, size_t n, int threads, size_t cutoff);
#' void mc_sort_f64(double *a, size_t n, int threads, size_t cutoff);
#' ```
#'
#' * `mc_qsort()` sorts like C's `qsort()`: elements of any size, by any comparison. **Several
#'   threads call `compar` at once**: it must not write to shared memory, call R, or jump. Equal
#'   elements come in any order, which may differ from run to run. If a comparison contradicts
#'   itself, the order is unspecified, but no element is lost. The function makes `O(n log n)`
#'   comparisons for all data and all answers. It allocates no memory except what the system needs
#'   for threads. `mc_qsort_merging()`, with the same arguments, also uses tasks for the swaps of a
#'   partition.
#' * `mc_sort_*()` sort numbers in ascending order by vectors. `NaN` come last, `-0` before `0`.
#' * `threads` is the largest number of threads. 0 means that of [manycore_threads()], or fewer for
#'   little work. `cutoff`: ranges of fewer elements are not divided among tasks. 0 means a good
#'   default.
#'
#' * `MANYCORE_API`, a macro, is the version of this interface, 1. It grows by one when a routine is
#'   added.
#'
#' Call these functions from the main thread, outside of parallel regions. They do not call R and
#' cannot be interrupted. `vignette("c-code", "manycore")` has a package that uses them; its sources
#' are in `system.file("examples", "intervalsort", package = "manycore")`.
#'
#' **Time** is `O(n log n)`. **Memory**: none but the elements, except what the system needs for
#' threads.
#'
#' @return Nothing: the elements at `base` or `a` are in order.
#' @references Those of [sort_parallel()].
#' @name manycore_c
#' @seealso [sort_parallel()]
NULL
