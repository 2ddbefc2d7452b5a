#' manycore: many-core algorithms for statistics and bioinformatics
#'
#' Vectorised, multithreaded kernels behind the functions that R users already
#' know, with the semantics of those functions.
#'
#' * [cor_kendall()]: Kendall's tau-b for all pairs of columns; [cov_kendall()], the covariance;
#'   [kendall_plan()], how a call would be computed, in how many seconds, with how much memory.
#' * [kendall_test()]: tests of independence for all pairs of columns, as [stats::cor.test()] has
#'   them for two; [kendall_network()]: the pairs that go together most, without a matrix of all.
#' * [dist_euclidean()]: Euclidean distances between rows; [knn_euclidean()] and
#'   [neighbors_euclidean()]: the nearest rows of each row, and all within a radius.
#' * [floyd_warshall()]: shortest paths between all pairs of vertices.
#' * [parenthesize()], [matrix_chain()] and [matrix_chain_multiply()], [optimal_bst()],
#'   [triangulate_polygon()], [fold_rna()]: dynamic programs over intervals.
#' * [align_gap()]: alignments of two sequences with any cost of gaps.
#' * [fold_accordion()]: proteins folded into strands, with the most contacts.
#' * [sort_parallel()], [order_parallel()], [rank_parallel()]: long vectors of numbers in order.
#' * [haplotype_em()]: haplotype frequencies from unphased genotypes, of [read_snphap()] too;
#'   [haplotype_ld()]: their linkage disequilibrium.
#' * `mc_qsort()` and others for C code of other packages: see [manycore_c].
#' * [tile_store()]: results larger than memory in a folder, by many workers.
#' * [use_manycore()]: `cor()`, `cov()`, `dist()`, `sort()`, `order()` and `rank()` that do all
#'   this.
#' * [manycore_threads()]: how many threads to use.
#' * [manycore_info()]: what a bug report needs; [manycore_errors]: the classes of errors.
#'
#' The instruction set is chosen when the package is loaded: the best one that
#' the build has and the machine runs. The environment variable `MANYCORE_ISA`
#' (`portable`, `neon`, `avx2`, `avx512`, `avx512icl` or `knc`), set before loading,
#' names another target; where that is not in the build, or the machine does not run it
#' (clusters have several kinds), a warning says so and the best one is used. Kendall's taus,
#' distances (in double precision, unless fused or by inner products), shortest paths and dynamic
#' programs have the same bits on all of them.
#'
#' @useDynLib manycore, .registration = TRUE
#' @keywords internal
"_PACKAGE"

.onLoad <- function(libname, pkgname) {
  affinity <- Sys.getenv("MANYCORE_AFFINITY")
  if (!affinity %in% c("", "none", "close", "spread")) {
    warning("MANYCORE_AFFINITY: it must be \"close\", \"spread\" or \"none\", not \"", affinity,
            "\"; threads are not bound", call. = FALSE)
  }
  .Call(C_threads_init, is_forked_child())
  register_kind(kendall_kind()) # what a store can hold
  register_kind(distance_kind())
  register_kind(network_kind())
  register_kind(paths_kind())
  await_delayed_array()
  isa <- Sys.getenv("MANYCORE_ISA")
  if (nzchar(isa)) {
    tryCatch(isa_choose(isa), error = function(e) {
      isa_choose("")
      warning("MANYCORE_ISA: ", conditionMessage(e), "; using ", .Call(C_system_info)$isa,
              call. = FALSE)
    })
  } else {
    isa_choose("")
  }
}

.onUnload <- function(libpath) {
  detach_masks()
  .Call(C_unload) # R does not look for R_unload_manycore() where all routines are registered
  library.dynam.unload("manycore", libpath)
}
