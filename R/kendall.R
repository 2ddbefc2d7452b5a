#' Kendall's tau-b of all pairs of columns
#'
#' A drop-in for [stats::cor()] with `method = "kendall"`: the same values to the bit, the same
#' shape, dimnames, errors and treatment of `NA`, computed by vectorised, multithreaded kernels. And
#' the coefficients of the same family: tau-a, Stuart's tau-c, Goodman and Kruskal's gamma and
#' Somers' D.
#'
#' @param x A numeric, integer or logical matrix or vector, or a data frame of such columns.
#'   Observations are rows, variables are columns. Vectors with a class, such as `ts` and `zoo`, are
#'   ordered by [xtfrm()]; `integer64` of the package bit64 (also in matrices and data frames) is
#'   ordered as integers. Dates, times, durations and factors are an error, as for [stats::cor()],
#'   because [is.numeric()] is `FALSE` for them: `xtfrm(x)` makes numbers of them. `x` may also be a
#'   matrix of the package Matrix, a DelayedArray, or a SummarizedExperiment and the like, whose
#'   features are variables: see [manycore_inputs].
#' @param y `NULL`, or a matrix, vector or data frame with as many rows as `x`, of any class that
#'   `x` may have. With `y`, columns of `x` are correlated with columns of `y`.
#' @param use What to do about missing values, as in [stats::cor()]. `use` may be abbreviated. The
#'   default is that of [stats::cor()].
#'   * `"everything"`: a pair with a missing value is `NA`.
#'   * `"all.obs"`: a missing value is an error.
#'   * `"complete.obs"`: rows with a missing value in any column of `x` or `y` are left out. It is
#'     an error if no row is left.
#'   * `"na.or.complete"`: the same, but `NA` if no row is left.
#'   * `"pairwise.complete.obs"`: each pair of columns is correlated over the rows in which both
#'     columns have values.
#' @param method `"kendall"`, so that a call of [stats::cor()] needs no change. Anything else is an
#'   error.
#' @param algorithm The algorithm. All algorithms give the same result, to the last bit.
#'   * `"auto"`: the fastest one for these numbers of rows and columns, ties and missing values, and
#'     this machine. If `x` has columns of different kinds (few and many distinct values, or mostly
#'     one value), each kind of pair has its own algorithm.
#'   * `"bitset"`: a column is stored as one bit for each comparison of two rows. A pair of columns
#'     takes an exclusive or and a population count (popcount) of these bits. Processors that
#'     multiply tiles of bytes (AMX) store a comparison as a byte, and sum up products. Processors
#'     with AVX2 and without AVX-512 look the counts of four comparisons up in a table.
#'   * `"radix"`: for many rows. One column is put into the order of the other, and its inversions
#'     are counted bit by bit.
#'   * `"table"`: for columns of few distinct values, such as answers on a scale or genotypes. The
#'     counts of two columns come from their cumulative contingency table. Each cell of the table is
#'     the popcount of a bitwise AND.
#'     Pairs with a column of more than 64 distinct values are counted by `"radix"`.
#'   * `"sparse"`: for columns that are mostly one value, such as counts that are mostly 0. The cost
#'     of a pair depends on the rows where both columns differ from their commonest value. Pairs of
#'     other columns are counted by `"radix"`: see **Ordinal and sparse data** in [cor_kendall()].
#'   * `"naive"`, `"gse"`, `"vse"`: the algorithms of Liu et al.: all comparisons; sorting (Knight's
#'     algorithm with ties); and vectorised sorting.
#' @param type The coefficient (see **Coefficients** in [cor_kendall()]): `"b"`, tau-b, as in
#'   [stats::cor()]; `"a"`, tau-a; `"c"`, Stuart's tau-c; `"gamma"`, Goodman and Kruskal's gamma;
#'   `"somers"`, Somers' D of the column of `x` given the column of `y`. `type` may be abbreviated.
#' @param pairs `NULL` for all pairs of columns. Or a matrix or data frame of two columns with a row
#'   for each pair that is wanted: a column of `x`, and a column of `y` (without `y`, of `x`), by
#'   number or name. The name must belong to one column only.
#' @param assay Which assay of a SummarizedExperiment, SingleCellExperiment or ExpressionSet, by
#'   number or name; `x`, `y` or both may have assays.
#' @param store `NULL`, or a [tile_store()] to write the result to: for results larger than memory,
#'   and work for many workers.
#' @param BPPARAM With a store: `NULL` for this process, or a backend of BiocParallel whose workers
#'   compute the tiles.
#' @param retries With a store: how many rounds in a row may finish no tile before the call ends
#'   with an error.
#' @param timeout With a store and `BPPARAM`: how many seconds a worker may take for a batch of
#'   tiles. A worker that takes longer is given up, and other workers compute its tiles. `NULL`: ten
#'   minutes, or twenty times the longest batch so far, and twice as long after each worker that was
#'   given up.
#' @param threads Number of threads, `NULL` for [manycore_threads()].
#' @param progress Show a progress bar on work that takes seconds?
#' @param ... Nothing: an unknown argument is an error that names the argument.
#'
#' @details
#' tau-b is `(n_c - n_d) / sqrt((n_0 - n_1) (n_0 - n_2))`, equation 3 of Liu et al. `n_c` and `n_d`
#' are the numbers of concordant and discordant pairs of rows, `n_0` is the number of all pairs of
#' rows, and `n_1` and `n_2` are the numbers of pairs of rows tied in `x` and in `y`. The counts are
#' exact integers. Their roots, the product of the roots and the quotient are rounded as
#' [stats::cor()] rounds them, `S / (sqrt(a) * sqrt(b))` over pairs in both orders. So
#' `cor_kendall(x)` is `identical()` to `cor(x, method = "kendall")` (of R 4.2.2 and R-devel r90443,
#' on x86-64) for every algorithm, instruction set and number of threads. All values are within
#' \[-1, 1\]. A value is exactly 1 or -1 where [stats::cor()] gives 1 or -1. With `y`, or with `use
#' = "pairwise.complete.obs"`, both functions may give `1 - 1e-16` for a column with itself. (There
#' [stats::cor()] takes roots of long doubles. An R without long doubles has another last digit in
#' one tau of some thousands.) Counts are exact for any number of rows. From 134 million rows on
#' they are rounded to doubles, as in [stats::cor()].
#'
#' Values are compared, never rounded or subtracted. `NaN` counts as missing, `Inf` and `-Inf` are
#' the greatest and the smallest value, and `-0` equals `0`.
#'
#' A constant column has no tau: its pairs are `NA`, with the warning `the standard deviation is
#' zero`. Under `use = "pairwise.complete.obs"` [stats::cor()] gives this warning once for each
#' pair. Here one warning says how many pairs there are.
#'
#' Three results differ from [stats::cor()]. Different numbers of rows are always the error
#' `incompatible dimensions`; under `use = "pairwise.complete.obs"` [stats::cor()] has another
#' error. A matrix of one column gives a 1 x 1 matrix; under this `use` [stats::cor()] may fail.
#' With one row, or one complete row, all values are `NA` and have the columns' names, which
#' [stats::cor()] drops.
#'
#' **Coefficients.** Let two columns have `N` rows in common, and let `S = n_c - n_d`. The other
#' values of `type` are
#'
#' * `"a"`: `S / n_0`, where `n_0 = N (N - 1) / 2`.
#' * `"c"`: `2 m S / (N^2 (m - 1))`, where `m` is the lesser of the two numbers of distinct values
#'   in these rows.
#' * `"gamma"`: `S / (n_c + n_d)`.
#' * `"somers"`: `S / (n_0 - n_2)`. Element `[i, j]` is Somers' D of column `i` given column `j`, so
#'   the matrix of `x` with itself is not symmetric. The other coefficients are symmetric.
#'
#' These are quotients of exact integers, with the same bits for every algorithm, instruction set
#' and number of threads. `use` has the same meaning as for tau-b. A column with itself is a pair
#' like any other: tau-a and tau-c of a column with ties are less than 1, and under `use =
#' "everything"` a column with missing values has `NA` on the diagonal. If the denominator is zero,
#' the coefficient is `NA`: with fewer than two rows; and, with the warning `the standard deviation
#' is zero`, for gamma and tau-c of a constant column, and for Somers' D given a constant column.
#' Somers' D of a constant column given another column, and tau-a with a constant column, are 0.
#'
#' The values are those of `KendallTauA()`, `StuartTauC()`, `GoodmanKruskalGamma()` and
#' `SomersDelta(direction = "row")` of the package DescTools, given the rows that both vectors have.
#' (DescTools has `NaN` for `NA`. With missing values its tau-c also counts values in rows that the
#' other vector lacks.)
#'
#' **Some pairs of columns.** With `pairs` only these pairs are computed, and only the columns in
#' them are ranked. The result has the elements `cor_kendall(x, y)[pairs]` of the whole matrix, to
#' the bit, for all arguments. So `use = "complete.obs"` leaves out rows with a missing value in any
#' column of `x` and `y`, and `use = "all.obs"` is about all columns. Pairs may be in any order, may
#' be mirrored, and may be repeated. The warning about constant columns counts the pairs that were
#' asked for; without `y` it leaves out pairs that are `NA` for a missing value. Columns that meet
#' are put close to each other, by a breadth-first search through the pairs. If each column is
#' paired with few others, such as genes with nearby peaks, each column is ranked about once,
#' whatever the order of the columns. Scattered pairs take up to several times as long each as the
#' pairs of a whole matrix: a random fortieth of all pairs takes 1/3.6 of the matrix's time, a
#' fortieth near the diagonal 1/12 (`bench/results/pairs.md` in the sources, 1,000 rows, 2 threads).
#'
#' **Ordinal and sparse data.** Answers on a scale, genotypes, grades and counts have few distinct
#' values, so most of their pairs of rows are tied. tau-b is made for ties, and `"table"` makes use
#' of them. If most rows of a column have the same value (the base, that is the mode of the column:
#' zero, or any other value), `"sparse"` looks only at the other rows. It takes the stored values of
#' a `dgCMatrix` as they are, and never spreads a column out. Columns may have values below and
#' above their base, stored zeros and negative zeros, and different bases; a column may be constant.
#' `"auto"` knows both algorithms. It orders the columns by kind, and counts sparse with sparse
#' columns, sparse with other columns, and other columns each by the algorithm with the least
#' estimated time. So one call for a data frame of survey items and measurements is as fast as
#' separate calls for its parts.
#'
#' Three kinds of columns are never counted as sparse: columns with missing values under `use =
#' "pairwise.complete.obs"`; columns with more than 65,535 rows off their base (fewer beyond ten
#' million rows); and columns that are read in blocks from a file. Tests and networks of groups keep
#' the order of the columns, so they count either all columns as sparse or none. With `pairs`,
#' `"auto"` does not take `"sparse"`.
#'
#' **Errors** are of the classes in [manycore_errors], with the messages of [stats::cor()]:
#' `"argument"` for columns that are not numeric, an unknown `use` or `type`, and `pairs` that name
#' no column; `"size"` for different numbers of rows; `"data"` for missing values under
#' `use = "all.obs"`, and if no row is complete under `use = "complete.obs"`; `"memory"` for a
#' result that does not fit.
#'
#' **Interrupts** are noticed between groups of columns. That can take seconds with few columns of
#' many millions of rows (or with `algorithm = "naive"` and hundreds of thousands of rows).
#'
#' **Time**, in steps, for `m` columns of `n` rows:
#'
#' * `"bitset"` with AVX-512: `O(m^2 n^2 / 512)`;
#' * `"naive"`: `O(m^2 n^2 / 32)`;
#' * `"radix"`, `"gse"`, `"vse"`: `O(m^2 n log n)`;
#' * `"table"`: `O(m^2 d^2 n / 512)` for columns of `d` distinct values, and `O(m d n)` to prepare
#'   the columns;
#' * `"sparse"`: `O(m^2 k log k)`, where `k` is the number of rows in which two columns are both off
#'   their bases (`n / 400` if each column is off its base in one row of twenty), and `O(m n)` to
#'   prepare the columns (of a `dgCMatrix`: the number of its values).
#'
#' All coefficients come from the same counts. tau-c with `use = "pairwise.complete.obs"` also
#' counts distinct values, in `O(n)` for each pair of a column with ties and a column that lacks
#' rows.
#'
#' **Memory**: the result, `8 m^2` bytes, and at most 256 MiB of working memory (or, if that is
#' more, what two columns on one thread take, about 60 bytes a row), and up to 32 MiB that are kept
#' from call to call. With hundreds of thousands of rows the bound of 256 MiB costs time, as columns
#' are ranked several times and fewer threads work. `options(manycore.scratch = 4096)` sets the
#' bound to that many MiB. A bound above 16 bytes for each cell of `x`, plus 40 bytes for each row
#' and thread, gains nothing. A result that is larger than the free memory (of the machine, or of
#' the cgroup of a container or batch job) is an error of class `manycore_error_memory`. A list of
#' `pairs` takes 28 bytes a pair and 40 bytes a column besides its result, and up to 16 MiB for
#' columns.
#'
#' @return For two vectors a number. Otherwise a matrix with a row for each column of `x` and a
#'   column for each column of `y` (without `y`, of `x`), whose dimnames are the column names. With
#'   `pairs` a vector with a number for each pair, in the order of `pairs`. With `store` a
#'   [tile_matrix()]: the matrix, whose numbers are in the store.
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
#' @family Kendall
#' @seealso [stats::cor()]; [dist_euclidean()] for distances; [rank_parallel()] for ranks;
#'   [tile_store()] for results larger than memory; [manycore], the overview.
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
                        type = c("b", "a", "c", "gamma", "somers"), pairs = NULL, assay = 1,
                        store = NULL, BPPARAM = NULL, retries = 3, timeout = NULL,
                        threads = NULL, progress = interactive(), ...) {
  if (missing(x)) stop_missing("x")
  # Only x, y, threads and progress are given, and the last two are valid. (No variable keeps that.
  # UseMethod() copies variables, and in R 4.2.2 it ended with "bad binding access" where the
  # compiler kept the integer of a variable unboxed.)
  if (nargs() + missing(y) + missing(threads) + missing(progress) == 4L &&
        (missing(threads) || is_whole(threads, 1, .Machine$integer.max)) &&
        (missing(progress) || is_flag(progress))) {
    if (missing(y) && is_small_matrix(x, 2L)) {
      return(small_tau(x, NULL, threads))
    }
    if (!missing(y) && is_small_vector(x) && is_small_vector(y) && length(x) == length(y) &&
          2L * length(x) <= small) {
      return(small_tau(x, y, threads))
    }
  }
  if (isS4(x)) need_package_of(x, "x")
  UseMethod("cor_kendall")
}

# cor_kendall(x, threads = , progress = ) of a small matrix, or of two small vectors x, y.
# `threads`: NULL, or a number that is checked.
small_tau <- function(x, y, threads) {
  result <- .Call(C_cor_kendall, x, y, use_everything, 0L, 0L,
                  if (is.null(threads)) 0L else as.integer(threads), scratch_bytes(), NULL)
  if (result$constant_pairs > 0) {
    call <- user_call()
    call[[1L]] <- quote(cor_kendall) # as in warnings of methods
    warn_constant(result$constant_pairs, FALSE, call)
  }
  shape_like_cor(result$tau, x, y)
}

#' @rdname cor_kendall
#' @usage NULL
#' @export
cor_kendall.default <- function(x, y = NULL, use = "everything", method = "kendall",
                                algorithm = c("auto", "naive", "gse", "vse", "radix", "bitset",
                                              "table", "sparse"),
                                type = c("b", "a", "c", "gamma", "somers"), pairs = NULL,
                                assay = 1, store = NULL, BPPARAM = NULL, retries = 3,
                                timeout = NULL, threads = NULL, progress = interactive(), ...) {
  check_dots(...)
  check_replaced_method(method, "kendall", cor_methods, "stats::cor")
  type <- if (missing(type)) 0L else match_choice(type, kendall_types, "type", abbreviated = TRUE)
  if (!missing(assay)) check_assay(x, y)
  if (isS4(x) || isS4(y)) { # faster
    refuse_sample_names(y, "y", x)
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
#' @param x,y As for [cor_kendall()]: matrices, vectors, data frames, sparse matrices, matrices in
#'   files, and containers of assays, see [manycore_inputs]. Columns of `x` meet columns of `y`
#'   (without `y`, of `x`).
#' @param use What to do about missing values, as in [cor_kendall()]. The default is that of
#'   [stats::cov()]. `"pairwise.complete.obs"` is an error, as in [stats::cov()].
#' @param method `"kendall"`, so that a call of [stats::cov()] needs no change. Anything else is an
#'   error.
#'
#' @details
#' The sums are exact integers, `2 (n_c - n_d)` in the notation of [cor_kendall()]. Sums beyond 2^53
#' are rounded, as in [stats::cov()]. A constant column has the covariance 0 with all others. Under
#' `use = "everything"` a column with a missing value has `NA` with all columns, itself included.
#' With no row, or one row, all values are `NA` and have the columns' names, which [stats::cov()]
#' drops.
#'
#' Time, memory, interrupts and errors are those of [cor_kendall()]; `"pairwise.complete.obs"` is an
#' error of class `"argument"`. `cov_kendall()` is a generic function, too, see [manycore_inputs].
#'
#' @return For two vectors a number. Otherwise a matrix with a row for each column of `x` and a
#'   column for each column of `y` (without `y`, of `x`), whose dimnames are the column names.
#' @family Kendall
#' @seealso [stats::cov()]
#' @examples
#' x <- as.matrix(longley)
#' identical(cov_kendall(x), cov(x, method = "kendall"))
#' @export
cov_kendall <- function(x, y = NULL, use = "everything", method = "kendall",
                        algorithm = c("auto", "naive", "gse", "vse", "radix", "bitset", "table",
                                      "sparse"),
                        assay = 1, threads = NULL, progress = interactive(), ...) {
  if (missing(x)) stop_missing("x")
  if (isS4(x)) need_package_of(x, "x")
  UseMethod("cov_kendall")
}

#' @rdname cov_kendall
#' @usage NULL
#' @export
cov_kendall.default <- function(x, y = NULL, use = "everything", method = "kendall",
                                algorithm = c("auto", "naive", "gse", "vse", "radix", "bitset",
                                              "table", "sparse"),
                                assay = 1, threads = NULL, progress = interactive(), ...) {
  check_dots(...)
  check_replaced_method(method, "kendall", cor_methods, "stats::cov")
  if (!missing(assay)) check_assay(x, y)
  refuse_sample_names(y, "y", x)
  of_pairs(TRUE, as_source(x, "x", assay), as_source(y, "y", assay), use, algorithm, threads,
           progress)
}

# Coefficients or covariances of all pairs of columns, or of `pairs`.
#   type: a number of mc_kendall_coefficient
#   call: the call that warnings name
#   warn_each: warn of constant columns once for each pair, as stats::cor does, but no more often
#     than R keeps warnings
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
