# Partial taus from taus (Kendall 1942, and the inverse of the matrix of taus: ?kendall_partial).
# `taus(x, y)` computes the taus of columns.

# list(estimate, held, depends, dependence): partial taus; how many variables are held fixed; of
# each column the largest |tau| with a variable that is held fixed; the number of these taus.
given_variables <- function(data, taus) {
  estimate <- taus(data$x, data$y)
  without_warning <- function(...) suppressWarnings(taus(...)) # these columns are warned of above
  estimates_given(estimate, data$x, data$y, fixed_variables(data$given, taus), without_warning)
}

# list(columns, root): the variables that are held fixed, none of them constant, and the root of
# their taus, NULL if a tau is NA or there are no variables.
fixed_variables <- function(given, taus) {
  among <- if (ncol(given) > 0) taus(given) else NA
  list(columns = given, root = if (!anyNA(among)) root_of(among, "given"))
}

# The same as given_variables(), from `estimate`, the taus of x and y. `fixed`: of
# fixed_variables().
estimates_given <- function(estimate, x, y, fixed, taus) {
  held <- ncol(fixed$columns)
  if (held == 0) {
    return(list(estimate = estimate, held = 0, depends = 0, dependence = 0))
  }
  if (is.null(fixed$root)) {
    return(undefined(estimate, held))
  }
  of_x <- reduced(x, fixed, taus)
  of_y <- if (is.null(y)) of_x else reduced(y, fixed, taus)
  estimate[] <- (estimate - crossprod(of_x$by, of_y$by)) /
    outer(sqrt(of_x$rest), sqrt(of_y$rest))
  to <- if (is.null(y)) of_x$to else rbind(of_x$to, of_y$to)
  list(estimate = within_one(estimate), held = held, depends = row_most(abs(to)),
       dependence = length(to))
}

# Of columns: their taus `to` the variables that are held fixed, what these explain, and the rest.
reduced <- function(columns, fixed, taus) {
  to <- taus(columns, fixed$columns)
  by <- backsolve(fixed$root, t(to), transpose = TRUE)
  rest <- 1 - colSums(by^2)
  rest[which(rest <= 64 * .Machine$double.eps * ncol(fixed$columns))] <- NA
  list(to = to, by = by, rest = rest)
}

given_others <- function(data, taus) {
  all <- cbind(data$x, data$y)
  rows <- seq_len(ncol(data$x))
  columns <- if (is.null(data$y)) rows else ncol(data$x) + seq_len(ncol(data$y))
  estimate <- taus(all)
  some <- which(!is_constant(all))
  tau <- estimate[some, some, drop = FALSE]
  estimate[] <- NA
  held <- max(length(some) - 2, 0)
  if (anyNA(tau) || length(some) == 0) {
    return(undefined(estimate[rows, columns, drop = FALSE], held))
  }
  inverse <- chol2inv(root_of(tau, if (is.null(data$y)) "x" else "x' and 'y"))
  estimate[some, some] <- within_one(-inverse / sqrt(outer(diag(inverse), diag(inverse))))
  diag(tau) <- 0
  list(estimate = estimate[rows, columns, drop = FALSE], held = held,
       depends = if (held > 0) row_most(abs(tau)) else 0, dependence = choose(length(some), 2))
}

# Rounding may carry a partial tau a little beyond 1. Farther beyond, the taus are of no data.
within_one <- function(estimate) {
  ends <- suppressWarnings(range(estimate, na.rm = TRUE)) # Inf and -Inf if all are NA
  most <- max(-ends[1], ends[2])
  if (most > 1 + 1e-8) {
    stop_manycore("data", "a partial tau is beyond 1, because pairwise deletion took other rows ",
                  "for each pair: use = \"complete.obs\" takes the same rows for all pairs",
                  argument = "use")
  }
  if (most > 1) {
    beyond <- which(abs(estimate) > 1)
    estimate[beyond] <- sign(estimate[beyond])
  }
  estimate
}

# A missing value among the variables that are held fixed.
undefined <- function(estimate, held) {
  estimate[] <- NA
  list(estimate = estimate, held = held, depends = 0, dependence = 0)
}

is_constant <- function(x) {
  vapply(seq_len(ncol(x)), function(j) {
    values <- x[!is.na(x[, j]), j]
    length(values) == 0 || all(values == values[1])
  }, NA)
}

# 1 for a variable with itself, where there is a number. `same`: as of same_columns().
with_ones <- function(estimate, same) {
  twice <- which(same > 0)
  at <- cbind(twice, same[twice])
  estimate[at] <- ifelse(is.na(estimate[at]), NA, 1)
  estimate
}

row_most <- function(x) {
  apply(x, 1, function(row) if (all(is.na(row))) NA else max(row, na.rm = TRUE))
}

# The upper triangular root of a matrix of taus.
root_of <- function(tau, argument) {
  root <- tryCatch(chol(tau), error = function(e) NULL)
  if (is.null(root) || min(diag(root)) < sqrt(64 * .Machine$double.eps * ncol(tau))) {
    stop_manycore("data", "the matrix of taus of '", argument, "' is not positive definite: some ",
                  "columns have the order of other columns, there are too few rows for ",
                  count_of(ncol(tau), "column"), ", or pairwise deletion took other rows for each ",
                  "pair", argument = argument)
  }
  root
}

# ---- dependence ----

# The most rows that a pair can have.
most_rows <- function(data) {
  max(0, vapply(data[c("x", "y")], function(m) {
    if (is.null(m)) 0 else max(0, nrow(m) - colSums(is.na(m)))
  }, 0))
}

# One warning if columns depend on the variables that are held fixed.
warn_dependent <- function(found, n, call = user_call()) {
  if (n < 2) {
    return(invisible())
  }
  spread <- sqrt(2 * (2 * n + 5) / (9 * n * (n - 1)))
  bound <- stats::qnorm(0.05 / (2 * max(found$dependence, 1)), lower.tail = FALSE) * spread
  many <- sum(found$depends > bound, na.rm = TRUE)
  if (many > 0) {
    warning(simpleWarning(paste0(
      "p-values assume columns that are independent of the variables held fixed, but ",
      format_count(many), " of ", count_of(length(found$depends), "column"),
      if (many == 1) " depends" else " depend", " on them: see ?kendall_partial"
    ), call))
  }
}
