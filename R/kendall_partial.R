#' Kendall's partial tau of all pairs of columns
#'
#' The tau-b of each pair of columns with other variables held fixed, by Kendall's formula or by the
#' inverse of the matrix of taus.
#'
#' @param x A numeric, integer or logical matrix, or a data frame of such columns, as for
#'   [cor_kendall()]. Observations are rows, variables are columns. Or a matrix of another package,
#'   or a SummarizedExperiment and the like, see [manycore_inputs].
#' @param y `NULL`, or a vector, matrix or data frame with as many rows as `x`. Columns of `x` meet
#'   columns of `y` (without `y`, of `x`).
#' @param given The variables to hold fixed: a vector, matrix or data frame with as many rows as
#'   `x`; or the names of columns of `x` or `y`, which then are not among the pairs. With `NULL`,
#'   for each pair all other columns of `x` and `y` are held fixed.
#' @param alternative `"two.sided"`, `"less"` or `"greater"`, as in [kendall_test()].
#' @param use What to do about missing values, as in [cor_kendall()]. The default leaves out rows in
#'   which a column of `x`, `y` or `given` has a missing value, because partial taus combine taus,
#'   which should be of the same rows.
#' @param p.adjust.method A method of [stats::p.adjust()]: p-values are adjusted for the number of
#'   pairs.
#' @param store,BPPARAM,retries,timeout As in [cor_kendall()]: a place for estimates that are larger
#'   than memory, as of [tile_store()], and the workers that fill the store. `given` must not be
#'   `NULL`. p-values are not stored, so `alternative` and `p.adjust.method` must have their
#'   defaults.
#' @param assay,threads,progress As for [cor_kendall()].
#' @param formula `~ u + v | g + h`: the variables of the pairs, and those to hold fixed. Without
#'   `|` all others are held fixed. `.` stands for the columns of `data` that are in no other term.
#' @param data,subset The data frame, matrix or table in which the variables are looked for, and
#'   which of its rows are taken. A table has a row for each cell, and its counts are `Freq`. `use`
#'   says what to do about missing values.
#' @param ... With a formula the other arguments. Otherwise nothing: an unknown argument is an error
#'   that names the argument.
#'
#' @details
#' **Estimates.** Given one variable z, the partial tau of x and y is (Kendall 1942)
#'
#' \deqn{\tau_{xy.z} = \frac{\tau_{xy} - \tau_{xz} \tau_{yz}}{\sqrt{(1 - \tau_{xz}^2)
#' (1 - \tau_{yz}^2)}}}{tau_xy.z = (tau_xy - tau_xz tau_yz) / sqrt((1 - tau_xz^2) (1 - tau_yz^2)).}
#'
#' Given several variables G, the matrix of taus T takes the place of a correlation matrix:
#' \eqn{P = T_{xx} - T_{xG} T_{GG}^{-1} T_{Gx}}, and the partial tau is
#' \eqn{P_{ij} / \sqrt{P_{ii} P_{jj}}}, also for columns of `x` and `y`. Given all other columns,
#' the partial tau is \eqn{-Q_{ij} / \sqrt{Q_{ii} Q_{jj}}}, where \eqn{Q = T^{-1}}. These are the
#' definitions of `ppcor::pcor.test()` and `ppcor::pcor()`. Without missing values T is a matrix of
#' inner products of vectors of signs, one sign for each pair of rows. So T can have an inverse even
#' if there are more columns than rows.
#'
#' A partial tau is `NA` if a column is constant, or if the variables held fixed determine the order
#' of a column completely. Constant variables in `given` are not held fixed, and a warning says so.
#' Under `use = "everything"` a missing value in a variable that is held fixed makes all partial
#' taus `NA`. If T (or the submatrix of `given`) is not positive definite, the call is an error of
#' class `manycore_error_data` ([manycore_errors]): columns have the order of other columns, rows
#' are too few, or pairwise deletion made T a matrix that no data have. Different numbers of rows
#' are an error of class `manycore_error_size`.
#'
#' **p-values** compare the partial tau with a normal distribution, whose variance is that of tau
#' among n - g rows, 2 (2 (n - g) + 5) / (9 (n - g) (n - g - 1)), for g variables that are held
#' fixed (ppcor has the same). **These p-values are valid only if the columns are independent of
#' the variables held fixed.** The distribution of a partial tau depends on the taus with these
#' variables, and is not known in general (Kendall 1970, chapter 8). A call warns if columns depend
#' on the variables held fixed: if one of their taus has a two-sided p-value below 0.05, by
#' Bonferroni's adjustment for the number of these taus. Two columns that are independent given z
#' can have a partial tau that is not 0, so its test is no test of conditional independence.
#'
#' **Time** is that of [cor_kendall()], of a matrix product, or the inverse of a matrix, by R's
#' BLAS, and of p-values by R in one thread, which take longer than the taus if rows are few.
#' **Memory**: 28 bytes a pair for the result, and 24 bytes a pair to work. `x` is taken into memory
#' as a whole. **With a store** this process takes `x` into memory, and each process in
#' addition what [tile_store()] says. Each tile computes the taus of its columns with `given`, and
#' the product of matrices, anew. If two or more variables are held fixed, a BLAS may round the
#' product of a tile and the product of all columns differently. So estimates in a store may differ
#' in their last digits from those of the call without a store.
#'
#' @return For two vectors, `x` and `y`, a list of class `htest`. Otherwise a list of class
#'   `kendall_partial` and `kendall_test`, with matrices as of
#'   [kendall_test()]: `estimate`, `statistic`, `p.value`, and `n`, the number of rows (with
#'   pairwise deletion the least number of rows among the taus that are combined). The element
#'   `given` has the names (or numbers) of the variables that are held fixed, or `NULL` for all
#'   others. For the methods see [kendall_tests].
#'
#'   With `store` a [tile_matrix()]: the matrix `estimate`, whose numbers are in the store.
#'   `print()` shows n as `rows` and g as `variables held fixed`. The store does not know which
#'   variables these are. Unless `use` is pairwise, the estimate divided by the root of the variance
#'   above is the z-statistic (see the example); with pairwise deletion n is another number for each
#'   pair, and is not stored. The same variables in another order are another call for the store.
#' @references
#' Kendall MG (1942). Partial rank correlation. *Biometrika* **32**, 277-283.
#'
#' Kendall MG (1970). *Rank Correlation Methods*, 4th edition. Griffin. Chapter 8.
#'
#' Kim S (2015). ppcor: An R package for a fast calculation to semi-partial correlation
#' coefficients. *Communications for Statistical Applications and Methods* **22**, 665-674.
#' @family Kendall
#' @seealso [kendall_test()]
#' @examples
#' # wind and ozone, temperature held fixed
#' partial <- kendall_partial(airquality[, c("Ozone", "Solar.R", "Wind")], given = airquality$Temp)
#' partial
#' partial$estimate
#' kendall_partial(~ Ozone + Wind | Temp, data = airquality)
#'
#' # each pair of ratings, all other ratings held fixed
#' kendall_partial(USJudgeRatings[, 1:5])$estimate
#'
#' # estimates in a store, and their p-values
#' ratings <- USJudgeRatings[, -1]
#' store <- tile_store(file.path(tempdir(), "partial"))
#' stored <- suppressWarnings(kendall_partial(ratings, given = USJudgeRatings$CONT, store = store))
#' stored
#' n <- nrow(ratings)
#' g <- 1
#' variance <- 2 * (2 * (n - g) + 5) / (9 * (n - g) * (n - g - 1))
#' 2 * pnorm(-abs(stored[1:3, "PHYS"]) / sqrt(variance))
#' @export
kendall_partial <- function(x, ...) {
  if (missing(x)) stop_missing("x")
  if (isS4(x)) need_package_of(x, "x")
  UseMethod("kendall_partial")
}

#' @rdname kendall_partial
#' @export
kendall_partial.default <- function(x, y = NULL, given = NULL,
                                    alternative = c("two.sided", "less", "greater"),
                                    use = "complete.obs", p.adjust.method = "none", assay = 1,
                                    store = NULL, BPPARAM = NULL, retries = 3, timeout = NULL,
                                    threads = NULL, progress = interactive(), ...) {
  check_dots(...)
  words <- list(x = substitute(x), y = substitute(y), given = substitute(given))
  alternative <- match_word(alternative, alternatives, "alternative")
  p.adjust.method <- check_adjustment(p.adjust.method)
  if (!missing(assay)) check_assay(x, if (is.null(y)) given else y)
  two_vectors <- !is.null(y) && !has_columns(x) && !has_columns(y) && !isS4(x) && !isS4(y)
  use <- match_use(use)
  if (is.na(use)) {
    stop_manycore("argument", "invalid 'use' argument", argument = "use")
  }
  in_c <- check_threads(threads)
  patience <- check_store_arguments(store, BPPARAM, retries, timeout)
  if (!is.null(store)) check_estimates_only(given, alternative, p.adjust.method)
  data <- with_rows(partial_data(x, y, given, assay), use)
  taus <- function(x, y = NULL) {
    of_pairs(FALSE, x, y, use_names[if (use == use_pairwise) use else use_everything], "auto",
             threads, progress)
  }
  same <- same_columns(data)
  data <- without_constants(data)
  if (!is.null(store)) {
    return(partial_store(store, data, use, same, taus, in_c, progress, BPPARAM, patience))
  }
  check_room(numbers_of_partial(data))
  found <- if (is.null(data$given)) {
    given_others(data, taus)
  } else {
    given_variables(data, taus)
  }
  found$estimate <- with_ones(found$estimate, same)
  warn_dependent(found, most_rows(data))
  tests <- partial_tests(found, rows_of_taus(data, use), alternative)
  if (two_vectors) {
    return(test_of_two(tests, found$held, alternative, words))
  }
  if (p.adjust.method != "none") {
    tests$p.value <- adjust_p(tests$p.value, p.adjust.method, same)
  }
  structure(c(tests, list(conf.low = NULL, conf.high = NULL, alternative = alternative,
                          exact = FALSE, continuity = FALSE, conf.level = NULL,
                          use = use_names[use], p.adjust.method = p.adjust.method,
                          permutations = 0L, origin = origin_of(data, same),
                          given = data$names, kind = "partial")),
            class = c("kendall_partial", "kendall_test"))
}

#' @rdname kendall_partial
#' @export
kendall_partial.formula <- function(formula, data, subset, ...) {
  parts <- formula_parts(formula, "~ u + v | g", "right", c("right", "given"))
  found <- formula_variables(parts, match.call(expand.dots = FALSE), formula, parent.frame(),
                             quote(stats::na.pass))
  frame <- found$frame
  given <- if (!is.null(parts$given)) frame_columns(frame, found$given)
  pair <- unique(found$right)
  twice <- intersect(pair, found$given)
  if (length(twice) > 0L) {
    stop_manycore("argument", "'formula' has the variable '", valid_text(twice[1L]), "' on both ",
                  "sides of '|': a variable that is held fixed has no partial tau",
                  argument = "formula")
  }
  if (length(pair) == 2L && !any(vapply(frame[pair], is.matrix, NA))) {
    test <- kendall_partial.default(frame[[pair[1L]]], frame[[pair[2L]]], given = given, ...)
    return(with_data_name(test, found))
  }
  kendall_partial.default(frame_columns(frame, found$right), given = given, ...)
}

# A test of two vectors.
test_of_two <- function(tests, held, alternative, words) {
  words <- vapply(words, deparse1, "")
  structure(class = "htest", list(
    statistic = c(z = tests$statistic[[1]]), parameter = c("variables held fixed" = held),
    p.value = tests$p.value[[1]], estimate = c("partial tau" = tests$estimate[[1]]),
    null.value = c("partial tau" = 0), alternative = alternative,
    method = "Kendall's partial tau",
    data.name = paste0(words[["x"]], " and ", words[["y"]],
                       if (words[["given"]] != "NULL") paste(" given", words[["given"]]))
  ))
}

# ---- arguments ----

# How many numbers the result and the matrices on the way to it have. Given all others, these are
# matrices of all columns of x and y.
numbers_of_partial <- function(data) {
  rows <- as.double(ncol(data$x))
  both <- rows + if (is.null(data$y)) 0 else ncol(data$y)
  if (is.null(data$given)) {
    return(6.5 * both^2)
  }
  given <- as.double(ncol(data$given))
  6.5 * rows * (if (is.null(data$y)) rows else ncol(data$y)) + 3 * given^2 + 2 * both * given
}

# list(x, y, given, names): matrices in memory (y and given may be NULL), and the names of the
# variables that are held fixed.
partial_data <- function(x, y, given, assay) {
  by_name <- is.character(given)
  refuse_sample_names(y, "y", x)
  if (by_name && has_assays(x)) {
    others <- setdiff(given, c(rownames(x), colnames(y))) # the features are the columns of 'x'
    refuse_sample_names(intersect(others, names(samples_data(x))), "given", x)
  }
  as_numbers <- function(it, argument) {
    it <- as_source(it, argument, assay)
    columns <- as_columns(it)
    if (!is_number_like(columns)) {
      stop_argument(argument, paste0(if (argument == "given") {
        "NULL, numeric, or names of columns of 'x'"
      } else {
        "numeric"
      }, that_are_not(it)))
    }
    as.matrix(columns)
  }
  data <- list(x = as_numbers(x, "x"), y = NULL, given = NULL, names = NULL)
  if (!is.null(y)) {
    data$y <- as_numbers(y, "y")
    if (nrow(data$y) != nrow(data$x)) {
      stop_manycore("size", "'y' must have as many rows as 'x', ", nrow(data$x), ", not ",
                    nrow(data$y), argument = "y")
    }
  }
  if (by_name) {
    data <- without_held(data, given)
  } else if (!is.null(given)) {
    data$given <- as_numbers(given, "given")
  }
  besides <- if (by_name) " besides those that are held fixed"
  if (is.null(y) && ncol(data$x) < 2) {
    stop_manycore("size", "'x' must have two columns or more", besides, argument = "x")
  }
  for (name in c("x", if (!is.null(y)) "y")) {
    if (ncol(data[[name]]) < 1) {
      stop_manycore("size", "'", name, "' must have a column or more", besides, argument = name)
    }
  }
  if (is.null(data$given)) {
    return(data)
  }
  if (nrow(data$given) != nrow(data$x)) {
    stop_manycore("size", "'given' must have as many rows as 'x', ", nrow(data$x), ", not ",
                  nrow(data$given), argument = "given")
  }
  if (ncol(data$given) == 0) {
    stop_manycore("size", "'given' must have a column or more, or be NULL", argument = "given")
  }
  data["names"] <- list(name_or_number(seq_len(ncol(data$given)), colnames(data$given)))
  data
}

# The data without constant columns of `given`, which are not held fixed, and a warning of these.
without_constants <- function(data, call = user_call()) {
  if (is.null(data$given)) {
    return(data)
  }
  constant <- is_constant(data$given)
  if (any(constant)) {
    warning(simpleWarning(paste0(
      format_count(sum(constant)), " of ", count_of(length(constant), "variable"), " in 'given' ",
      if (sum(constant) == 1) "is" else "are", " constant, and not held fixed"
    ), call))
  }
  data$given <- data$given[, !constant, drop = FALSE]
  data$names <- data$names[!constant]
  data
}

# The data with the columns of x and y that `given` names held fixed.
without_held <- function(data, given) {
  in_y <- given %in% setdiff(colnames(data$y), colnames(data$x)) # a name of x means a column of x
  columns <- function(name, given) {
    if (length(given) > 0) {
      columns_held(given, data[[name]], if (is.null(data$y)) "'x'" else "'x' or 'y'")
    } else {
      integer()
    }
  }
  if (length(given) == 0 || anyNA(given) || anyDuplicated(given)) {
    stop_manycore("argument", "'given' must be different names of columns of 'x'",
                  if (!is.null(data$y)) " or 'y'", ", or numeric, or NULL", argument = "given")
  }
  of_x <- columns("x", given[!in_y])
  of_y <- columns("y", given[in_y])
  data$given <- cbind(data$x[, of_x, drop = FALSE], if (!is.null(data$y)) {
    data$y[, of_y, drop = FALSE]
  })[, given, drop = FALSE]
  data$x <- data$x[, setdiff(seq_len(ncol(data$x)), of_x), drop = FALSE]
  if (!is.null(data$y)) {
    data$y <- data$y[, setdiff(seq_len(ncol(data$y)), which(colnames(data$y) %in% given)),
                     drop = FALSE]
  }
  data
}

# The numbers of the columns of x that `names` means. `words`: the arguments that errors name.
columns_held <- function(names, x, words) {
  found <- index_places(names, ncol(x), colnames(x))
  odd <- c(which(is.na(found$places)), found$several)
  if (length(odd) > 0) {
    stop_manycore("argument", "'given' must name columns of ", words, ", one each, not ",
                  describe(names[odd[1]]), argument = "given")
  }
  found$places
}

# The data without the rows that `use` leaves out, with the errors of stats::cor.
with_rows <- function(data, use) {
  all <- cbind(data$x, data$y)
  problem <- problem_with(all, data$given, use)
  if (!is.null(problem)) {
    stop_manycore(if (startsWith(problem, "missing")) "data" else "size", problem)
  }
  complete <- rows_that_take_part(list(x = all, y = data$given, use = use))
  if (!is.null(complete)) {
    for (name in intersect(c("x", "y", "given"), names(Filter(Negate(is.null), data)))) {
      data[[name]] <- data[[name]][complete, , drop = FALSE]
    }
  }
  data
}

# ---- tests ----

# The rows of each pair: a number, or a matrix.
rows_of_taus <- function(data, use) {
  if (use != use_pairwise) {
    return(nrow(data$x))
  }
  n <- crossprod(!is.na(cbind(data$x, data$y, data$given)))
  x <- seq_len(ncol(data$x))
  y <- if (is.null(data$y)) x else ncol(data$x) + seq_len(ncol(data$y))
  if (is.null(data$given)) {
    n[] <- min(n)
    return(n[x, y, drop = FALSE])
  }
  given <- setdiff(seq_len(ncol(n)), c(x, y))
  least <- apply(n[, given, drop = FALSE], 1, min)
  pmin(n[x, y, drop = FALSE], outer(least[x], least[y], pmin), min(n[given, given]))
}

partial_tests <- function(found, n, alternative) {
  estimate <- found$estimate
  rows <- n - found$held
  variance <- 2 * (2 * rows + 5) / (9 * rows * (rows - 1))
  variance[rows < 2] <- NA
  statistic <- estimate / sqrt(variance)
  p <- switch(alternative,
              less = stats::pnorm(statistic),
              greater = stats::pnorm(statistic, lower.tail = FALSE),
              two.sided = 2 * stats::pnorm(abs(statistic), lower.tail = FALSE))
  count <- estimate
  count[] <- n
  storage.mode(count) <- "integer"
  list(estimate = estimate, statistic = statistic, p.value = p, n = count)
}

#' @export
print.kendall_partial <- function(x, ...) {
  NextMethod()
  if (is_intact_test(x)) {
    held <- if (is.null(x$given)) "all other columns" else
      if (is.character(x$given)) shortened(paste(valid_text(x$given), collapse = ", "), 60) else
        count_of(length(x$given), "variable")
    cat("  held fixed:", held, "\n")
  }
  invisible(x)
}
