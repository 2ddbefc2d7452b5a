# Jobs: the arguments of functions of pairs of columns, as C takes them.

# The methods of stats::cor, in its order.
cor_methods <- c("pearson", "kendall", "spearman")

# In the order of src/kendall/algorithms.def.
kendall_algorithms <- c("auto", "naive", "gse", "vse", "radix", "bitset", "table", "sparse")

# In the order of src/kendall/kinds.def.
kendall_types <- c("b", "a", "c", "gamma", "somers")

# A job: the checked arguments, as C takes them. Errors are those of stats::cor, word for word. With
# `pairs`, i and j are the numbers of the columns of each pair.
pairs_job <- function(covariance, x, y, use, algorithm, threads, pairs = NULL) {
  use <- match_use(use)
  if (is.na(use)) {
    stop_manycore("argument", "invalid 'use' argument", argument = "use")
  }
  algorithm <- match_choice(algorithm, kendall_algorithms, "algorithm")
  threads <- check_threads(threads)
  given <- list(x = x, y = y)
  x <- as_columns(x)
  y <- as_columns(y)
  if (!is.matrix(x) && is.null(y)) {
    stop_manycore("argument", "supply both 'x' and 'y' or a matrix-like 'x'", argument = "y")
  }
  if (!is_number_like(x)) {
    stop_argument("x", paste0("numeric", that_are_not(given$x)))
  }
  if (!is.null(y) && !is_number_like(y)) {
    stop_argument("y", paste0("numeric", that_are_not(given$y)))
  }
  if (covariance && use == use_pairwise) {
    stop_manycore("argument", "cannot handle 'pairwise.complete.obs'", argument = "use")
  }
  problem <- problem_with(x, y, use)
  if (!is.null(problem)) {
    missing <- problem %in% c("missing observations in cov/cor", "no complete element pairs")
    stop_manycore(if (missing) "data" else "size", problem)
  }
  columns <- if (!is.null(pairs)) columns_of_pairs(pairs, x, y)
  pairs <- if (is.null(columns)) {
    as.double(NCOL(x)) * NCOL(if (is.null(y)) x else y)
  } else {
    length(columns$i)
  }
  list(x = x, y = y, i = columns$i, j = columns$j, use = use,
       use_in_c = if (use == use_all && !looks_in_c(x, y)) use_everything else use,
       algorithm = algorithm, threads = threads, pairs = pairs,
       could_fail = use == use_complete || is.object(x) || is.object(y) ||
         length(x) + length(y) > small || pairs > small)
}

# list(i, j): the numbers of the columns of x and of y (without y, of x) that `pairs` names.
columns_of_pairs <- function(pairs, x, y) {
  right <- "NULL, or a matrix or data frame of two columns, of numbers or names of columns"
  if (is.data.frame(pairs)) {
    two <- as.list(pairs)
  } else if (is.matrix(pairs) && !is.object(pairs) && (is.numeric(pairs) || is.character(pairs))) {
    two <- lapply(seq_len(ncol(pairs)), function(k) pairs[, k])
  } else {
    stop_argument("pairs", right, pairs)
  }
  if (length(two) != 2) {
    stop_manycore("argument", "'pairs' must be ", right, ", not of ",
                  count_of(length(two), "column"), argument = "pairs")
  }
  second <- if (is.null(y)) "x" else "y"
  list(i = columns_named(two[[1]], x, "x", 1),
       j = columns_named(two[[2]], if (is.null(y)) x else y, second, 2))
}

# The numbers of the columns of x that `given` names. For errors: x is the argument `name`, and
# `given` is column `place` of the pairs.
columns_named <- function(given, x, name, place) {
  refuse <- function(row, ...) {
    stop_manycore("argument", "'pairs' must have ", ..., " in column ", place, ", not ",
                  describe(given[[row]]), " (row ", format(row, scientific = FALSE), ")",
                  argument = "pairs")
  }
  if (is.factor(given)) {
    given <- as.character(given)
  }
  if (is.character(given)) {
    names <- colnames(x)
    if (is.null(names) && length(given) > 0) {
      refuse(1L, "numbers, as '", name, "' has no column names,")
    }
    found <- index_places(given, NCOL(x), names)
    if (anyNA(found$places)) {
      refuse(which(is.na(found$places))[1], "names of columns of '", name, "'")
    }
    if (length(found$several) > 0) {
      refuse(found$several[1], "numbers, or names that one column of '", name, "' has,")
    }
    return(found$places)
  }
  if (!is.numeric(given) || is.object(given) || !is.null(dim(given))) {
    stop_manycore("argument", "'pairs' must have numbers or names of columns in column ", place,
                  ", not ", describe(given), argument = "pairs")
  }
  places <- index_places(given, NCOL(x))$places
  if (anyNA(places)) {
    refuse(which(is.na(places))[1], "whole numbers from 1 to ", NCOL(x), ", columns of '", name,
           "',")
  }
  places
}

# One warning for all pairs without a tau because of a constant column.
warn_constant <- function(pairs, pairwise, call) {
  if (pairs > 0) {
    warning(simpleWarning(paste0("the standard deviation is zero", if (pairwise) {
      sprintf(" (in %.0f %s of columns)", pairs, if (pairs == 1) "pair" else "pairs")
    }), call))
  }
}

# A matrix with column names if x or y is a matrix, else a number.
shape_like_cor <- function(tau, x, y) {
  if (!is.matrix(x) && !is.matrix(y)) {
    return(tau[[1]])
  }
  rows <- dimnames(x)[[2L]] # colnames() would take a microsecond more
  columns <- if (is.null(y)) rows else dimnames(y)[[2L]]
  if (!is.null(rows) || !is.null(columns)) {
    dimnames(tau) <- list(rows, columns)
  }
  tau
}

# In the order of mc_kendall_alternative.
alternatives <- c("two.sided", "less", "greater")
