#' C routines for other packages
#'
#' The header `manycore.h` gives C and C++ code of other packages a parallel `qsort()`, sorts of
#' numbers, and the counts of concordant and discordant rows of all pairs of columns.
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
#' int mc_count_pairs(const manycore_count_job *job);
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
#'   R's `NA_integer_` is the least 32-bit integer, so `mc_sort_i32()` puts `NA` first.
#' * `threads` is the largest number of threads. 0 means that of [manycore_threads()], or fewer for
#'   little work. `cutoff`: ranges of fewer elements are not divided among tasks. 0 means a good
#'   default.
#'
#' * `mc_count_pairs()` counts all pairs of columns by the engine of [cor_kendall()], so that a
#'   package can bring a statistic of its own. The job names the data (column-major matrices of
#'   doubles, `x` against itself or against `y`), what to do about missing values, and a function
#'   `put()` that takes the counts of some pairs at a time: `s`, concordant less discordant pairs of
#'   rows; the pairs of rows not tied in the column of `x`, of `y`, and in neither; and the number
#'   of rows that both columns have. **Several threads call `put()` at once**: it must not write to
#'   shared memory without protection, allocate, call R, or jump. The answer is a status, such as
#'   `MANYCORE_DONE` or `MANYCORE_MISSING`. Interrupts of R leave the call by a jump, unless the job
#'   has a function `poll()`. A jump frees the working memory. The header has the whole contract.
#' * `MANYCORE_API`, a macro, is the version of this interface, 2. It grows by one when a routine is
#'   added. Later versions also append elements to the counts. The installed manycore may be older
#'   than the header: `MANYCORE_HAS(counts, element)` tells whether the counts have an element.
#'
#' Call these functions from the main thread, outside of parallel regions. Sorts do not call R and
#' cannot be interrupted. `vignette("c-code", "manycore")` has packages that use them; their sources
#' are in `system.file("examples", package = "manycore")`: `intervalsort` and `pairsign`.
#'
#' **Time** of sorts is `O(n log n)`, that of `mc_count_pairs()` as of [cor_kendall()]. **Memory**
#' of sorts: none but the elements, except what the system needs for threads. `mc_count_pairs()`
#' takes the working memory of [cor_kendall()], up to 256 MiB.
#'
#' @return Sorts return nothing: the elements at `base` or `a` are in order. `mc_count_pairs()`
#'   returns a status.
#' @references Those of [sort_parallel()].
#' @name manycore_c
#' @seealso [sort_parallel()], [cor_kendall()]
NULL
