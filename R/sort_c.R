#' Sorting in C code of other packages
#'
#' The header `manycore.h` gives C and C++ code of other packages a parallel `qsort()`, and sorts
#' of numbers.
#'
#' @details
#' In the package's `DESCRIPTION`: `LinkingTo: manycore` and `Imports: manycore`; in its `NAMESPACE`
#' an import of anything, such as `importFrom(manycore, manycore_threads)`, so that manycore is
#' loaded. Then `#include <manycore.h>`, which declares:
#'
#' ```c
#' void mc_qsort(void *base, size_t nmemb, size_t size,
#'               int (*compar)(const void *, const void *), int threads, size_t cutoff);
#' void mc_sort_i32(int32_t *a, size_t n, int threads, size_t cutoff);
#' // and likewise mc_sort_u32, mc_sort_i64, mc_sort_u64, mc_sort_f32, mc_sort_f64
#' ```
#'
#' * `mc_qsort()` sorts as C's `qsort()`: elements of any size, by any comparison. **`compar` is
#'   called by several threads at once**: it must not write to what they share, call R, or jump.
#'   Equal elements come in any order, which may differ from run to run. A comparison that
#'   contradicts itself leaves the elements in some order; none is lost. It makes
#'   `O(n log n)` comparisons for all data and all answers, and allocates no memory but for
#'   what the system needs for threads. `mc_qsort_merging()`, with the same arguments, has
#'   tasks for the swaps of a partition, too.
#' * `mc_sort_*()` sort numbers, ascending, by vectors; `NaN` come last, and `-0` before `0`.
#' * `threads`: at most as many; 0 for as many as [manycore_threads()] says, or fewer for little
#'   work. `cutoff`: no range of fewer elements is divided among tasks; 0 for a good choice.
#'
#' Call them from the main thread, outside of parallel regions. They do not call R and cannot be
#' interrupted.
#'
#' @references See [sort_parallel()].
#' @name manycore_c
#' @seealso [sort_parallel()]
NULL
