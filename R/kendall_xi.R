#' Chatterjee's xi of all pairs of columns
#'
#' Chatterjee's coefficient of correlation: 0 if two variables are independent, 1 if the second one
#' is a function of the first one, whatever the function. `xi_test()` tests independence.
#'
#' @param x,y As for [cor_kendall()]: matrices, vectors, data frames, sparse matrices, matrices in
#'   files, and containers of assays, see [manycore_inputs]. Columns of `x` meet columns of `y`
#'   (without `y`, of `x`).
#' @param use What to do about missing values, as in [cor_kendall()]. The default of `cor_xi()` is
#'   that of [cor_kendall()], the default of `xi_test()` that of [kendall_test()].
#' @param ties The order of rows that are tied in a column of `x`: `"random"`, as Chatterjee defines
#'   xi, or `"first"`, the order of the rows. `ties` may be abbreviated.
#' @param p.adjust.method How the p-values of all pairs of columns are adjusted for multiple tests:
#'   one of [stats::p.adjust.methods].
#' @param assay,threads,progress As in [cor_kendall()].
#' @param store,BPPARAM,retries,timeout As in [cor_kendall()]: a place for a result that is larger
#'   than memory, as of [tile_store()], and the workers that fill the store.
#' @param formula `~ u + v`, two variables, each a vector or a matrix: `v` as a function of `u`.
#' @param data,subset,na.action As in [kendall_test()].
#' @param ... With a formula the other arguments. Otherwise nothing: an unknown argument is an error
#'   that names the argument.
#'
#' @details
#' **Coefficient.** Let the `n` rows be in the order of the column of `x`, let `r_i` be the number
#' of rows whose `y` is at most that of row `i`, and `l_i` the number of rows whose `y` is at least
#' that of row `i`. Then (Chatterjee 2021)
#'
#' \preformatted{xi(x, y) = 1 - n sum |r_(i+1) - r_i| / (2 sum l_i (n - l_i))}
#'
#' Without ties in `y` that is `1 - 3 sum |r_(i+1) - r_i| / (n^2 - 1)`. xi measures how far `y` is a
#' function of `x`. So `xi(x, y)` and `xi(y, x)` differ, and neither sees whether `y` rises or falls
#' with `x`. The largest value is not 1 but near 1: without ties `xi(x, x)` is `(n - 2) / (n + 1)`.
#' Of independent columns xi is near 0 and may be negative.
#'
#' The sums are exact integers. `n` times the sum, the quotient and the difference are rounded once
#' each (from some 200,000 rows on the products, too). So the result has the same bits on every
#' instruction set and with any number of threads.
#'
#' **Ties in x.** With `ties = "random"` tied rows come in a random order. It is that of one random
#' permutation of the rows, `sample.int(n)`, for all columns of the call, so [set.seed()] makes the
#' result reproducible for any number of threads. If no column of `x` has ties, and with
#' `ties = "first"`, no random number is drawn. The result of a column of `x` with ties is a random
#' number: with few distinct values, two calls differ much. A constant column of `x` has a random
#' order.
#'
#' **Test.** Under independence `sqrt(n) xi` is asymptotically normal with mean 0 and variance 2/5
#' if `y` has no ties (Chatterjee's theorem 2.1). With ties the variance is estimated from the ranks
#' of `y` (theorem 2.2). The statistic is `z = sqrt(n) xi / sd`, and the p-value `P(Z > z)` of a
#' standard normal `Z`: only large xi speak against independence. From 20 rows on, a test at the
#' level 0.05 rejects between 4 and 5 % of independent pairs; with fewer rows it rejects fewer. xi
#' finds relations that are not monotone, such as waves. If a relation is monotone, [kendall_test()]
#' has more power.
#'
#' **Missing values.** With `use = "pairwise.complete.obs"` each pair of columns has the rows in
#' which both columns have values, and is ranked among these rows. A pair is `NA` if it has fewer
#' than two rows, or if its column of `y` is constant; for constant columns there is the warning of
#' [cor_kendall()]. Infinite values are values like others.
#'
#' **Errors** are those of [cor_kendall()].
#'
#' **Other packages.** xi is that of `XICOR::xicor()`, and the p-values are those of
#' `XICOR::xicor(pvalue = TRUE)` for columns with ties in `y`. Without ties XICOR estimates the
#' variance from the ranks, too, unless `ties = FALSE`; this function takes 2/5. Ties in `x` are
#' broken by other random numbers than in XICOR.
#'
#' **Multiple tests.** p-values are adjusted over all pairs of different variables. Two columns
#' are two tests, in either order. A column with itself is not a test: its p-value stays as it is.
#' (Which columns of `x` and `y` are one variable: see [kendall_test()].) Parts taken by `[` keep
#' their p-values.
#'
#' **Time.** Ranks are made once for each column. A pair of columns takes `O(n)` time: about three
#' vector operations a row for as many columns of `y` as a vector has lanes of 16 bits (32 bits from
#' 65,536 rows on). A pair that lacks rows takes `O(n)` steps for itself, some hundred times as
#' long. **Memory**: 8 bytes a pair for `cor_xi()`, 28 for `xi_test()`, and working memory within
#' the bounds of [cor_kendall()]: 8 bytes a number up to 65,535 rows, otherwise 16.
#'
#' @return `cor_xi()`: for two vectors a number. Otherwise a matrix with a row for each column of
#'   `x`, whose rows are ordered, and a column for each column of `y` (without `y`, of `x`), whose
#'   ranks are added up. Its dimnames are the column names. With `store` a [tile_matrix()]: the
#'   matrix, whose numbers are in the store.
#'
#'   `xi_test()`: for two vectors a list of class `htest`. Otherwise a list of class `xi_test` with
#'   such matrices: `estimate`, xi; `statistic`, `z`; `p.value`, adjusted as asked; and `n`, the
#'   number of observations. The other elements are `alternative` (`"greater"`), the arguments
#'   `use`, `ties` and `p.adjust.method`, and `origin` as of [kendall_test()]. The methods are those
#'   of [kendall_tests]: `as.data.frame()`, `tidy()`, `glance()`, `summary()`, `print()`, `plot()`,
#'   `[` and others. Tables have a row for each ordered pair of different variables, `from` a column
#'   of `x`, `to` a column of `y`. There is no `t()`, because xi is not symmetric.
#'
#' @references
#' Chatterjee S (2021). A new coefficient of correlation. *Journal of the American Statistical
#' Association* **116**, 2009-2022.
#'
#' @family Kendall
#' @examples
#' # a wave: tau sees nothing, xi sees that y is a function of x, and x none of y
#' x <- seq(-3, 3, length.out = 101)
#' y <- cos(2 * x)
#' c(cor_kendall(x, y), cor_xi(x, y), cor_xi(y, x, ties = "first"))
#' xi_test(x, y)
#' xi_test(~ wt + mpg, data = mtcars)
#'
#' set.seed(1) # ties in x are broken at random
#' round(cor_xi(USJudgeRatings[1:4]), 2)
#' xi_test(USJudgeRatings, p.adjust.method = "holm")
#' @export
cor_xi <- function(x, y = NULL, use = "everything", ties = c("random", "first"), assay = 1,
                   store = NULL, BPPARAM = NULL, retries = 3, timeout = NULL, threads = NULL,
                   progress = interactive(), ...) {
  if (missing(x)) stop_missing("x")
  if (isS4(x)) need_package_of(x, "x")
  UseMethod("cor_xi")
}

#' @rdname cor_xi
#' @usage NULL
#' @export
cor_xi.default <- function(x, y = NULL, use = "everything", ties = c("random", "first"), assay = 1,
                           store = NULL, BPPARAM = NULL, retries = 3, timeout = NULL,
                           threads = NULL, progress = interactive(), ...) {
  check_dots(...)
  ties <- match_word(ties, xi_ties, "ties")
  if (!missing(assay)) check_assay(x, y)
  refuse_sample_names(y, "y", x)
  job <- pairs_job(FALSE, as_source(x, "x", assay), as_source(y, "y", assay), use, "auto", threads)
  patience <- check_store_arguments(store, BPPARAM, retries, timeout)
  if (!is.null(store)) {
    return(xi_store(store, job, ties, progress, BPPARAM, patience))
  }
  shape_like_cor(run_xi(job, ties, FALSE, progress)$estimate, job$x, job$y)
}

#' @rdname cor_xi
#' @export
xi_test <- function(x, ...) {
  if (missing(x)) stop_missing("x")
  if (isS4(x)) need_package_of(x, "x")
  UseMethod("xi_test")
}

#' @rdname cor_xi
#' @export
xi_test.default <- function(x, y = NULL, use = "pairwise.complete.obs",
                            ties = c("random", "first"), p.adjust.method = "none", assay = 1,
                            threads = NULL, progress = interactive(), ...) {
  check_dots(...)
  ties <- match_word(ties, xi_ties, "ties")
  p.adjust.method <- check_adjustment(p.adjust.method)
  given <- list(x = substitute(x), y = substitute(y))
  if (!missing(assay)) check_assay(x, y)
  refuse_sample_names(y, "y", x)
  x <- as_source(x, "x", assay)
  y <- as_source(y, "y", assay)
  job <- pairs_job(FALSE, x, y, use, "auto", threads)
  result <- run_xi(job, ties, TRUE, progress)
  if (!is.null(y) && !has_columns(x) && !has_columns(y)) {
    structure(class = "htest", list(
      statistic = c(z = result$statistic[[1]]), p.value = result$p.value[[1]],
      estimate = c(xi = result$estimate[[1]]), null.value = c(xi = 0), alternative = "greater",
      method = "Chatterjee's xi",
      data.name = paste(deparse1(given$x), "and", deparse1(given$y))
    ))
  } else {
    xi_tests(job, result, ties, p.adjust.method)
  }
}

#' @rdname cor_xi
#' @export
xi_test.formula <- function(formula, data, subset, na.action, ...) {
  found <- pair_of_formula(formula, match.call(expand.dots = FALSE), parent.frame())
  two <- two_variables(found)
  with_data_name(xi_test.default(two[[1L]], two[[2L]], ...), found)
}

xi_ties <- c("random", "first")

# The matrices of a job, by C. Warns of constant columns.
run_xi <- function(job, ties, test, progress, call = user_call()) {
  check_room(job$pairs * (if (test) 3.5 else 1)) # of 8 bytes; n takes 4
  result <- classed(
    .Call(C_kendall_xi, job$x, job$y, job$use_in_c, test,
          if (ties == "random") function(n) sample.int(n), job$threads, scratch_bytes(),
          progress_ticker(progress, "Chatterjee's xi")),
    job$could_fail
  )
  warn_constant(result$constant_pairs, job$use == use_pairwise && job$pairs > 1, call)
  result
}

# The tests of columns, with adjusted p-values.
xi_tests <- function(job, result, ties, p.adjust.method) {
  tests <- lapply(result[c("estimate", "statistic", "p.value", "n")], shape_like_cor, job$x, job$y)
  tests <- structure(c(tests, list(alternative = "greater", use = use_names[job$use], ties = ties,
                                   p.adjust.method = p.adjust.method, permutations = 0L,
                                   origin = origin_of(job))),
                     class = c("xi_test", "kendall_test"))
  if (p.adjust.method != "none") {
    cells <- distinct_cells(tests)
    tests$p.value[cells] <- stats::p.adjust(tests$p.value[cells], p.adjust.method)
  }
  tests
}

#' @rdname cor_xi
#' @usage NULL
#' @export
t.xi_test <- function(x) {
  stop_manycore("argument", "'x' has no transpose, because xi is not symmetric: t(x$estimate) ",
                "is a plain matrix", argument = "x")
}
