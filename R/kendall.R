#' Kendall's tau-b of all pairs of columns
#'
#' A drop-in for [stats::cor()] with `method = "kendall"`: the same values, to the bit, the same
#' shape, dimnames, errors and treatment of `NA`, computed by vectorised,
#' multithreaded kernels. And its kin: tau-a, Stuart's tau-c, Goodman and Kruskal's gamma and
#' Somers' D.
#'
#' @param x A numeric, integer or logical matrix or vector, or a data frame of
#'   such columns. Observations are rows, variables are columns. Numeric vectors with a class, such
#'   as `ts` and `zoo`, are taken in the order that [xtfrm()] gives them, `integer64` of the package
#'   bit64 (also in matrices and data frames) as the integers that they are. Dates, times, durations
#'   and factors, which [is.numeric()] does not take for numbers, are an error, as for
#'   [stats::cor()]: `xtfrm(x)` has their order in numbers. Or a matrix of the package
#'   Matrix, a DelayedArray, or a SummarizedExperiment and the like, whose features are variables:
#'   see [manycore_inputs].
#' @param y `NULL`, or a matrix, vector or data frame with as many rows as `x`, or any of the other
#'   classes: then columns of `x` are correlated with columns of `y`.
#' @param use What to do about missing values, as in [stats::cor()]; may be
#'   abbreviated.
#'   * `"everything"`: a pair with a missing value is `NA`.
#'   * `"all.obs"`: a missing value is an error.
#'   * `"complete.obs"`: rows with a missing value in any column of `x` or `y`
#'     are left out; an error if none is left. `"na.or.complete"` gives `NA`
#'     then.
#'   * `"pairwise.complete.obs"`: each pair of columns is correlated over the
#'     rows that both have.
#' @param method `"kendall"`, so that a call of [stats::cor()] needs no change; anything else is an
#'   error.
#' @param algorithm The algorithm; all give the same result, to the last bit.
#'   * `"auto"`: the fastest for these numbers of rows and columns, ties and
#'     missing values, and this machine; where columns of few and of many distinct values, or
#'     columns that are mostly one value, meet, for each kind of pair.
#'   * `"bitset"`: every comparison of two rows of a column is a bit, and a pair
#'     of columns is an exclusive or and a count of ones.
#'   * `"radix"`: for many rows; one column in the order of the other, whose
#'     inversions are counted by splitting it bit by bit.
#'   * `"table"`: for columns of few distinct values, such as answers on a scale or genotypes;
#'     a pair of columns is its cumulative contingency table, whose every cell is an AND and a
#'     count of ones. Pairs with a column of more than 64 distinct values are left to `"radix"`.
#'   * `"sparse"`: for columns that are mostly one value, such as counts that are mostly 0; a pair
#'     costs what its rows do that have other values in both columns. Pairs that it is not for are
#'     left to `"radix"`: see below.
#'   * `"naive"`, `"gse"`, `"vse"`: the algorithms of Liu et al.: all comparisons;
#'     sorting (Knight's algorithm with ties); and vectorised sorting.
#' @param threads Number of threads, `NULL` for [manycore_threads()].
#' @param progress Show a progress bar on work that takes seconds?
#' @param type The coefficient, see below: `"b"`, tau-b, which [stats::cor()] has; `"a"`, tau-a;
#'   `"c"`, Stuart's tau-c; `"gamma"`, Goodman and Kruskal's gamma; `"somers"`, Somers' D of the
#'   column of `x` given that of `y`. It may be abbreviated.
#' @param pairs `NULL` for all pairs of columns, or those that are wanted: a matrix or data frame of
#'   two columns, the first naming columns of `x`, the second columns of `y` (or again of `x`), by
#'   numbers or by names (a name that several columns have is an error).
#' @param assay Of a SummarizedExperiment, SingleCellExperiment or ExpressionSet, as `x` or as `y`,
#'   which of its assays, by number or by name.
#' @param store `NULL`, or a [tile_store()] that the result is written to: for results larger than
#'   memory, and work for many workers.
#' @param BPPARAM With a store, `NULL` for this process, or a backend of BiocParallel whose workers
#'   do the work.
#' @param retries With a store, how many rounds in a row may finish no tile before the call ends
#'   with an error.
#' @param timeout With a store and `BPPARAM`, how many seconds a worker may take for a batch of
#'   tiles before it is given up and others do its tiles. `NULL`: ten minutes, or twenty times the
#'   longest batch so far, and twice as long after each worker that was given up.
#' @param ... Nothing: an argument that is not known is an error that says so.
#'
#' @details
#' tau-b is `(n_c - n_d) / sqrt((n_0 - n_1) (n_0 - n_2))` with the numbers of
#' concordant (`n_c`) and discordant (`n_d`) pairs of rows, of all pairs
#' (`n_0`), and of pairs tied in `x` (`n_1`) and in `y` (`n_2`): equation 3 of
#' Liu et al. The counts are exact integers; their roots, the product of these and the
#' quotient are rounded as [stats::cor()] rounds them, `S / (sqrt(a) * sqrt(b))` over pairs in
#' both orders. So `cor_kendall(x)` is `identical()` to `cor(x, method = "kendall")` (as
#' of R 4.2.2 and R-devel r90443, on x86-64), whatever algorithm, instruction set and number of
#' threads. It is within \[-1, 1\]; 1 and -1 are exact where [stats::cor()] has them so, which over
#' two arguments or with `use = "pairwise.complete.obs"` may be `1 - 1e-16` for a column
#' with itself. (There [stats::cor()] takes roots of long doubles. An R built without
#' them differs in the last place of a tau in some thousands.) Counts are exact
#' for any number of rows; from 134 million on they are rounded to doubles, as there.
#'
#' Values are compared, never rounded or subtracted: `NaN` counts as missing,
#' `Inf` and `-Inf` are ordinary greatest and smallest values, `-0` equals `0`.
#'
#' A constant column has no tau: its pairs are `NA`, with the warning
#' `the standard deviation is zero`. Under `use = "pairwise.complete.obs"`
#' [stats::cor()] gives that warning once for each pair; here one warning says
#' how many pairs there are.
#'
#' Two lengths that differ are always the error `incompatible dimensions`, and a
#' matrix of one column gives a 1 x 1 matrix, where for `use =
#' "pairwise.complete.obs"` [stats::cor()] has another error for the former and
#' may fail on the latter. With one row, or one complete row, all is `NA` and has the columns'
#' names, which [stats::cor()] loses.
#'
#' **Coefficients.** Over the `N` rows that two columns have, with `S = n_c - n_d`, the other
#' values of `type` are
#'
#' * `"a"`: `S / n_0`, where `n_0 = N (N - 1) / 2`.
#' * `"c"`: `2 m S / (N^2 (m - 1))`, where `m` is the lesser of the two numbers of distinct values
#'   in these rows.
#' * `"gamma"`: `S / (n_c + n_d)`.
#' * `"somers"`: `S / (n_0 - n_2)`, which is Somers' D of `x` given `y`: element `[i, j]` is that
#'   of column `i` given column `j`, so that the matrix of `x` with itself is not symmetric. The
#'   others are.
#'
#' They are quotients of exact integers, the same to the bit for every algorithm, instruction
#' set and number of threads. `use` means the same as for tau-b. A column with itself is like any
#' other pair: tau-a and tau-c of columns with ties are less than 1, and a column with missing
#' values has `NA` on the diagonal under `use = "everything"`. Where the denominator is zero there
#' is no coefficient but `NA`: without two rows; and, with the warning `the standard deviation is
#' zero`, for gamma and tau-c where a column is constant, for Somers' D where the given one is.
#' Somers' D of a constant column given another, and tau-a with a constant column, are 0.
#'
#' These are the values of `KendallTauA()`, `StuartTauC()`, `GoodmanKruskalGamma()` and
#' `SomersDelta(direction = "row")` of the package DescTools, given the rows that both vectors have
#' (it has `NaN` for `NA`; with missing values its tau-c counts values of rows that the other
#' vector lacks, too).
#'
#' **Some pairs of columns.** With `pairs` only these are computed, and of the columns only those
#' that occur are ranked. The result has the elements of the matrix, `cor_kendall(x, y)[pairs]`, to
#' the bit, for all arguments: so rows are left out for missing values in any column of `x` and `y`
#' (`use = "complete.obs"`), and `use = "all.obs"` is about all of them. Pairs may come in any
#' order, be mirrored, and come more than once. The warning of constant columns counts pairs that
#' were asked for; without `y` it is never about a pair that has `NA` for a missing value.
#' Columns are ordered such that those that meet stand together, by a breadth-first search
#' through the pairs. A list of genes with nearby peaks, say, in whatever order its columns are,
#' becomes a narrow band of the matrix, for which each column is ranked about once. Pairs here and
#' there take longer each, up to several times as long as those of a matrix: a fortieth of all
#' pairs, at random, takes a fifth of the matrix's time, near the diagonal a fourteenth
#' (`bench/pairs.R`, 1,000 rows, 2 threads).
#'
#' **Ordinal and sparse data.** Answers on a scale, genotypes, grades and counts have few distinct
#' values and so most of their pairs of rows tied, which is what tau-b is for, and what `"table"`
#' makes use of. Where most rows of a column have one and the same value (its base: zero, or any
#' other), `"sparse"` looks at the others alone; of a `dgCMatrix` it takes the stored values as they
#' are, and no column is ever spread out. Values below the base and above it, stored zeros, negative
#' zeros, constant columns and columns of different bases are all right. `"auto"` knows both: it
#' orders columns by kind, and counts sparse columns with each other, sparse with other columns, and
#' the others each in the way that is estimated to be fastest; so one call on a data frame of survey
#' items and measurements is as fast as its parts. Not sparse are, whatever the algorithm, columns
#' with missing values under `use = "pairwise.complete.obs"`, with more than 65,535 rows off
#' their base (fewer beyond ten million rows), and those that are read in blocks from a file;
#' [kendall_test()] and [kendall_network()], which keep the order of columns, take either all
#' columns as sparse or none. With `pairs`, `"sparse"` is taken only if you ask for it.
#'
#' **Interrupts** are heard between groups of columns. With few columns of many
#' millions of rows (or `algorithm = "naive"` and hundreds of thousands) that can
#' take seconds.
#'
#' **Time**, for `m` columns of `n` rows: `O(m^2 n^2 / 512)` steps for `"bitset"`
#' with AVX-512, `O(m^2 n^2 / 32)` for `"naive"`, `O(m^2 n log n)` for `"radix"`,
#' `"gse"` and `"vse"`; `O(m^2 d^2 n / 512)` for `"table"`, where columns have `d` distinct values,
#' and `O(m d n)` for what is done with each column; for `"sparse"` `O(m^2 k log k)`, where two
#' columns have `k` rows in common that are off the bases of both (`n / 400` if one row in twenty
#' is, in each), and `O(m n)`, or of a `dgCMatrix` the number of its values. All coefficients come
#' of the same counts. With `use = "pairwise.complete.obs"` tau-c has to count distinct values where
#' a column has ties and the
#' other one lacks rows, `O(n)` for each such pair.
#'
#' **Memory**: the result, `8 m^2` bytes, and at most 256 MiB of scratch (or, if
#' more, what two columns on one thread take, about 60 bytes a row), besides up
#' to 32 MiB that are kept from call to call. With
#' hundreds of thousands of rows that bound costs time, as columns are ranked
#' several times and fewer threads work; `options(manycore.scratch = 4096)` sets
#' it to that many MiB. Room for 16 bytes a cell of `x` and 40 a row and thread
#' is enough for any job. A result that is larger than the memory that is free (of the machine,
#' or of a control group: containers, batch systems) is refused. A list of `pairs` takes 20 bytes a
#' pair and 40 a column besides its result, and up to 16 MiB for columns.
#'
#' @return For two vectors a number; else a matrix of `ncol(x)` rows and `ncol(y)` (or again
#'   `ncol(x)`) columns with the column names of `x` and `y` as dimnames. With `pairs` a vector of a
#'   number for each of them, in their order. With `store` the store.
#'
#' @references
#' Cuthill E, McKee J (1969). Reducing the bandwidth of sparse symmetric matrices. *Proceedings of
#' the 24th national conference of the ACM*, 157-172. (The order of columns for `pairs`.)
#'
#' Liu Y, Pan T, Green O, Aluru S. Parallelized Kendall's tau coefficient
#' computation via SIMD vectorized sorting on many-integrated-core processors.
#' *Journal of Parallel and Distributed Computing*. Sections 3.1 to 3.3
#' (`"naive"`, `"gse"`, `"vse"`), 4.1 and 4.2 (tiles), 4.3 (passes).
#'
#' Knight WR (1966). A computer method for calculating Kendall's tau with
#' ungrouped data. *Journal of the American Statistical Association* **61**,
#' 436-439.
#'
#' Agresti A (2010). *Analysis of Ordinal Categorical Data*, second edition. Wiley. Section 7.1
#' (gamma, tau-b, Somers' D).
#'
#' Stuart A (1953). The estimation and comparison of strengths of association in contingency
#' tables. *Biometrika* **40**, 105-110.
#'
#' @seealso [kendall_test()] for tests and intervals; [stats::cor()], [cov_kendall()]
#' @examples
#' x <- as.matrix(longley)
#' tau <- cor_kendall(x)
#' identical(tau, cor(x, method = "kendall"))
#'
#' # missing values, and one set of columns against another
#' cor_kendall(airquality[, 1:4], airquality$Month, use = "pairwise")
#'
#' # some pairs of columns only
#' cor_kendall(x, pairs = cbind(c("GNP", "Year"), c("Employed", "Population")))
#'
#' # answers on ordered scales: gamma, and Somers' D, which is not symmetric
#' answers <- mtcars[, c("cyl", "gear", "carb")]
#' cor_kendall(answers, type = "gamma")
#' cor_kendall(answers, type = "somers")
#' @export
cor_kendall <- function(x, y = NULL, use = "everything", method = "kendall",
                        algorithm = c("auto", "naive", "gse", "vse", "radix", "bitset", "table",
                                      "sparse"),
                        threads = NULL, progress = interactive(),
                        type = c("b", "a", "c", "gamma", "somers"), pairs = NULL, assay = 1,
                        store = NULL, BPPARAM = NULL, retries = 3, timeout = NULL, ...) {
  if (isS4(x)) need_package_of(x, "x")
  UseMethod("cor_kendall")
}

#' @rdname cor_kendall
#' @usage NULL
#' @export
cor_kendall.default <- function(x, y = NULL, use = "everything", method = "kendall",
                                algorithm = c("auto", "naive", "gse", "vse", "radix", "bitset",
                                              "table", "sparse"),
                                threads = NULL, progress = interactive(),
                                type = c("b", "a", "c", "gamma", "somers"), pairs = NULL,
                                assay = 1, store = NULL, BPPARAM = NULL, retries = 3,
                                timeout = NULL, ...) {
  if (...length() > 0L) stop_unused()
  check_replaced_method(method, "kendall", cor_methods, "stats::cor")
  type <- if (missing(type)) 0L else match_choice(type, kendall_types, "type", abbreviated = TRUE)
  if (!missing(assay)) check_assay(x, y)
  if (isS4(x) || isS4(y)) { # faster
    x <- as_source(x, "x", assay)
    y <- as_source(y, "y", assay)
  }
  if (is.null(store) && is.null(BPPARAM)) {
    if (!missing(retries) || !missing(timeout)) check_patience(retries, timeout)
    return(of_pairs(FALSE, x, y, use, algorithm, threads, progress, type = type, pairs = pairs))
  }
  patience <- check_store_arguments(store, BPPARAM, retries, timeout)
  if (!is.null(pairs)) {
    stop_manycore("argument", "'pairs' must be NULL where the result goes into a store",
                  argument = "pairs")
  }
  kendall_store(store, x, y, use, type, algorithm, threads, progress, BPPARAM, patience)
}

#' Kendall's covariance of all pairs of columns
#'
#' A drop-in for [stats::cov()] with `method = "kendall"`: the sums of
#' `sign(x[k] - x[l]) * sign(y[k] - y[l])` over all pairs of rows `k` and `l`, to the bit, by the
#' algorithms of [cor_kendall()].
#'
#' @inheritParams cor_kendall
#' @param use What to do about missing values, as in [cor_kendall()]; but
#'   `"pairwise.complete.obs"` is an error, as in [stats::cov()].
#' @param method `"kendall"`, so that a call of [stats::cov()] needs no change; anything else is an
#'   error.
#'
#' @details
#' The sums are exact integers, `2 (n_c - n_d)` in the notation of [cor_kendall()], which are
#' rounded beyond 2^53 only, as they are in [stats::cov()]. A constant column has the
#' covariance 0 with all others; a column with a missing value has `NA` under `use = "everything"`,
#' also with itself. With one row or none all is `NA` (and has the columns' names, which
#' [stats::cov()] loses).
#'
#' Time, memory and interrupts are those of [cor_kendall()].
#'
#' @return As of [cor_kendall()].
#' @seealso [stats::cov()], [cor_kendall()]
#' @examples
#' x <- as.matrix(longley)
#' identical(cov_kendall(x), cov(x, method = "kendall"))
#' @export
cov_kendall <- function(x, y = NULL, use = "everything", method = "kendall",
                        algorithm = c("auto", "naive", "gse", "vse", "radix", "bitset", "table",
                                      "sparse"),
                        threads = NULL, progress = interactive(), ...) {
  if (...length() > 0L) stop_unused()
  check_replaced_method(method, "kendall", cor_methods, "stats::cov")
  of_pairs(TRUE, as_source(x, "x"), as_source(y, "y"), use, algorithm, threads, progress)
}

# Coefficients (`type`, a number of mc_kendall_coefficient) or covariances; `call` is for warnings.
# `warn_each`: the warning of a constant column once for each pair, as in stats::cor, but no more
# often than R keeps.
# `pairs`: of these pairs of columns only.
of_pairs <- function(covariance, x, y, use, algorithm, threads, progress, call = user_call(),
                     warn_each = FALSE, type = 0L, pairs = NULL) {
  job <- pairs_job(covariance, x, y, use, algorithm, threads, pairs)
  check_room(job$pairs)

  tick <- progress_ticker(progress, if (covariance) "Kendall's covariance" else "Kendall's tau")
  result <- classed(if (covariance) {
    .Call(C_cov_kendall, job$x, job$y, job$use_in_c, job$algorithm, job$threads, scratch_bytes(),
          tick)
  } else if (!is.null(job$i)) {
    .Call(C_cor_kendall_list, job$x, job$y, job$i, job$j, job$use_in_c, type, job$algorithm,
          job$threads, scratch_bytes(), tick)
  } else {
    .Call(C_cor_kendall, job$x, job$y, job$use_in_c, type, job$algorithm, job$threads,
          scratch_bytes(), tick)
  }, job$could_fail)
  if (warn_each) {
    times <- if (job$use == use_pairwise) max(50, getOption("nwarnings")) else 1
    for (turn in seq_len(min(times, result$constant_pairs))) {
      warning(simpleWarning("the standard deviation is zero", call))
    }
  } else {
    warn_constant(result$constant_pairs, job$use == use_pairwise, call)
  }
  if (is.null(job$i)) shape_like_cor(result$tau, job$x, job$y) else result$tau
}
