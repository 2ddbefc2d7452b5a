#' manycore: many-core algorithms for statistics and bioinformatics
#'
#' Functions that R users know, computed by vectorised kernels on all processors, with the results
#' of the functions that they stand in for. This page is the overview: which functions there are,
#' how all of them are called, and when to use which.
#'
#' @section Functions:
#' **Kendall's coefficients and tests**
#'
#' | function | answers | stands in for |
#' |:---------|:--------|:--------------|
#' | [cor_kendall()] | Kendall's tau and its kin, of all pairs of columns | [stats::cor()] |
#' | [cov_kendall()] | Kendall's covariance of all pairs of columns | [stats::cov()] |
#' | [kendall_plan()] | how `cor_kendall()` would compute a result, in which time and memory | |
#' | [kendall_test()] | tests and intervals of all pairs of columns | [stats::cor.test()] |
#' | [kendall_test()] with `groups` | tests within groups of rows, and of their difference | |
#' | [kendall_partial()] | partial tau of all pairs, others held fixed | `ppcor::pcor()` |
#' | [kendall_network()] | the strongest pairs of columns | `cor()`, `which()` |
#' | [kendall_trend()] | Mann-Kendall tests, Sen's slopes of series, rasters | `trend::mk.test()` |
#' | [concordance_all()] | concordance with censored survival | `survival::concordance()` |
#' | [cor_xi()], [xi_test()] | Chatterjee's xi of all pairs of columns, and its tests | |
#' | `mc_count_pairs()` | counts of all pairs for C code, see [manycore_c] | |
#'
#' **Distances and neighbors**
#'
#' | function | answers | stands in for |
#' |:---------|:--------|:--------------|
#' | [dist_euclidean()] | Euclidean distances between all rows | [stats::dist()] |
#' | [knn_euclidean()] | the `k` nearest rows of each row | `BiocNeighbors::findKNN()` |
#' | [neighbors_euclidean()] | all rows within a radius of each row | `findNeighbors()` |
#'
#' **Shortest paths**
#'
#' | function | answers |
#' |:---------|:--------|
#' | [floyd_warshall()] | distances between all pairs of vertices, and the paths |
#' | [shortest_path()], [path_lengths()], [path_via()] | paths, lengths, vertices between |
#' | [floyd_warshall_tune()] | block, threads and schedule that suit this machine |
#'
#' **Haplotypes**
#'
#' | function | answers |
#' |:---------|:--------|
#' | [haplotype_em()], [haplotype_control()] | haplotype frequencies from unphased genotypes |
#' | [impute_genotypes()] | genotypes without missing values |
#' | [haplotype_ld()] | linkage disequilibrium of the loci |
#' | [haplotype_test()] | is there linkage disequilibrium? A permutation test |
#' | [read_snphap()], [as_haplo_em()] | files of SNPHAP, objects of haplo.stats |
#'
#' **Dynamic programs**
#'
#' | function | answers |
#' |:---------|:--------|
#' | [parenthesize()] | the best way to set parentheses, for any costs |
#' | [matrix_chain()], [matrix_chain_multiply()] | the best order to multiply matrices |
#' | [optimal_bst()] | the best search tree |
#' | [triangulate_polygon()] | the best triangulation of a polygon |
#' | [fold_rna()] | the most base pairs of an RNA |
#' | [fold_accordion()] | the accordion fold of a protein with the most contacts |
#' | [align_gap()] | the best alignment of two sequences, with any cost of gaps |
#'
#' **Sorting and ranks**
#'
#' | function | answers | stands in for |
#' |:---------|:--------|:--------------|
#' | [sort_parallel()] | a long vector in order | [sort()] |
#' | [order_parallel()] | the permutation that sorts | [order()] |
#' | [rank_parallel()] | ranks | [rank()] |
#' | `mc_qsort()` | the same for C code of other packages, see [manycore_c] | `qsort()` of C |
#'
#' **Large data and clusters**
#'
#' | function or page | answers |
#' |:-----------------|:--------|
#' | [tile_store()] | the place for a result that is large, or that workers compute |
#' | [tile_matrix()] | the result, read like a matrix |
#' | [verify_store()] | which tiles of a store are whole |
#' | [manycore_inputs] | matrices and containers of other packages as input |
#'
#' **Session**
#'
#' | function or page | answers |
#' |:-----------------|:--------|
#' | [use_manycore()] | `cor()`, `dist()`, `sort()` and others by this package in your code |
#' | [unuse_manycore()] | the end of that |
#' | [manycore_threads()] | how many threads are used |
#' | [manycore_info()] | instruction set, threads and compiler, for a bug report |
#' | [manycore_trace()] | what each thread did, and when |
#' | [manycore_errors] | the classes of all errors |
#'
#' @section One interface:
#' The same argument has the same name, meaning and place in all functions.
#'
#' | argument | meaning |
#' |:---------|:--------|
#' | `x`, `y` | the data, and second data: columns (or rows) of `x` with those of `y` |
#' | `query` | the points whose neighbors are looked for among the rows of `x` |
#' | `use` | what to do about missing values, as in [stats::cor()]; see the defaults below |
#' | `algorithm` | `"auto"` takes the fastest one. Functions that sort say `method`, as base R |
#' | `pairs` | some pairs of columns in place of all: a table of two columns |
#' | `traceback` | keep what is needed to trace an optimal solution back, such as paths |
#' | `assay` | which assay of a SummarizedExperiment or the like, see [manycore_inputs] |
#' | `store` | `NULL`, or a [tile_store()], and nothing else: where the result goes |
#' | `BPPARAM`, `retries`, `timeout` | with a store: the workers, and how long the call waits |
#' | `threads` | the number of threads; `NULL` for [manycore_threads()] |
#' | `progress` | show a progress bar on work that takes seconds? |
#' | `...` | nothing: an unknown argument is an error that names the argument |
#'
#' `threads` and `progress` are the last arguments of every function that has them. `store`,
#' `BPPARAM`, `retries` and `timeout` come just before these two.
#'
#' **Missing values.** `use = "everything"` is the default of [cor_kendall()] and [cov_kendall()],
#' as they stand in for functions with this default. `use = "pairwise.complete.obs"` is the default
#' of [kendall_test()], as [stats::cor.test()] leaves out incomplete rows, and of
#' [kendall_network()], where columns with missing values would have no edge otherwise.
#'
#' **Results.** Tables of pairs have the columns `from` and `to`, which is what igraph and tidygraph
#' expect. Results with numbers have methods for `print()`, `format()`, `summary()` (printed in its
#' own way) and `as.data.frame()`, and for `plot()` where a picture makes sense. `tidy()` and
#' `glance()` of the package generics (and so of broom) give a data frame of one row for each
#' element (pair, edge, neighbor, haplotype, ...), and a data frame of one row for the whole result.
#'
#' @section When to use which:
#' * All pairs of up to some 20,000 columns: [cor_kendall()]; the matrix of 20,000 columns takes
#'   3.2 GB. Beyond, [kendall_network()] keeps only the strong pairs, and a [tile_store()] keeps the
#'   whole matrix in a folder.
#' * p-values: [kendall_test()] for a matrix of tests, [kendall_network()] for the pairs that pass a
#'   false discovery rate.
#' * Nearest points: [knn_euclidean()] needs no matrix of all distances; [dist_euclidean()] is that
#'   matrix, for [stats::hclust()] and the like.
#' * Shortest paths between all vertices, above all of dense graphs: [floyd_warshall()]. For paths
#'   from a few vertices, or in graphs of many thousand vertices and few edges, take
#'   `igraph::distances()`.
#' * Small inputs: base R is as fast. `vignette("benchmarks")` says where the limits are.
#'
#' @section Identical to base R:
#' [cor_kendall()], [cov_kendall()], [dist_euclidean()] (in double precision, unless fused or by
#' inner products), [sort_parallel()], [order_parallel()] and [rank_parallel()] give the bits of
#' base R, its names and its errors; [kendall_test()] of two vectors gives what
#' [stats::cor.test()] gives, and more digits of exact p-values. Each page says what differs.
#' Results have the same bits with every number of threads. Kendall's coefficients, distances (in
#' double precision, unless fused or by inner products), shortest paths and dynamic programs have
#' the same bits on every instruction set, too.
#'
#' @section Instruction sets:
#' The instruction set is chosen when the package is loaded: the best one that the build has and the
#' machine runs. The environment variable `MANYCORE_ISA` (`portable`, `neon`, `avx2`, `avx512`,
#' `avx512icl`, `amx` or `knc`), set before loading, names another one. If the build does not have
#' that one, or the machine cannot run it, a warning says so and the best one is used.
#'
#' @section How to cite:
#' `citation("manycore")`. Please cite the paper of the algorithm, too: it is among the references
#' on the page of each function.
#'
#' @seealso `vignette("getting-started", "manycore")`, whose last section lists all vignettes;
#'   `vignette("network", "manycore")`; `vignette("bioconductor", "manycore")`;
#'   `vignette("benchmarks", "manycore")`. The sources have a cheat sheet and answers to questions:
#'   `docs/CHEATSHEET.md`, `docs/FAQ.md`.
#' @useDynLib manycore, .registration = TRUE
"_PACKAGE"

.onLoad <- function(libname, pkgname) {
  affinity <- Sys.getenv("MANYCORE_AFFINITY")
  if (!affinity %in% c("", "none", "close", "spread")) {
    warning("MANYCORE_AFFINITY: it must be \"close\", \"spread\" or \"none\", not \"", affinity,
            "\"; threads are not bound", call. = FALSE)
  }
  .Call(C_threads_init, is_forked_child())
  register_kind(kendall_kind()) # what a store can hold
  register_kind(xi_kind())
  register_kind(partial_kind())
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
