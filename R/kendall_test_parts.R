# Parts of tests that kendall_test() has with and without groups: settings, results, warnings, and
# adjusted p-values.

# Methods that stats::p.adjust() does not do, and "none", which changes nothing.
unadjusted <- c("none", "maxT")

# The width of intervals in C, as a quantile of the normal distribution. 0 stands for no intervals,
# so the median is replaced by the least positive number.
interval_quantile <- function(settings) {
  level <- settings$conf.level
  if (is.null(level)) {
    return(0)
  }
  quantile <- stats::qnorm(if (settings$alternative == "two.sided") (1 + level) / 2 else level)
  if (quantile == 0) .Machine$double.xmin else quantile
}

# The columns `from` and `to` of a job with a list of pairs.
ends_of_pairs <- function(job) {
  to_names <- colnames(if (is.null(job$y)) job$x else job$y)
  list(from = name_or_number(job$i, colnames(job$x)), to = name_or_number(job$j, to_names))
}

# The variables of the second columns of the pairs.
second_variables <- function(job) {
  if (is.null(job$y)) job$j else variables_of_y(job, same_variables(job$x, job$y))[job$j]
}

# The vectors of a result, with adjusted p-values. Pair k has the variables a[k] and b[k].
listed_tests <- function(result, settings, a, b) {
  tests <- Filter(Negate(is.null), result[intersect(test_matrices, names(result))])
  if (!settings$p.adjust.method %in% unadjusted) {
    tests$p.value <- adjust_listed(tests$p.value, settings$p.adjust.method, a, b)
  }
  tests
}

# For each column of x the number of the column of y that is the same variable, or 0.
same_columns <- function(job) {
  if (is.null(job$y)) seq_len(NCOL(job$x)) else same_variables(job$x, job$y)
}

# An object of class kendall_test. `result`: a list with the matrices, p-values not adjusted.
# `same`: as of same_columns().
matrices_of_tests <- function(result, job, settings, same) {
  tests <- lapply(stats::setNames(nm = test_matrices), function(name) {
    if (!is.null(result[[name]])) shape_like_cor(result[[name]], job$x, job$y)
  })
  if (!settings$p.adjust.method %in% unadjusted) {
    tests$p.value <- adjust_p(tests$p.value, settings$p.adjust.method, same)
  }
  structure(c(tests, settings[c("alternative", "exact", "continuity", "conf.level")],
              list(use = use_names[job$use]), settings[c("p.adjust.method", "permutations")],
              list(origin = origin_of(job, same))),
            class = "kendall_test")
}

# The element `origin` of tests: the variables of rows and columns, or NULL if they share none.
origin_of <- function(job, same = same_columns(job)) {
  columns <- seq_len(NCOL(job$x))
  if (any(same > 0)) {
    list(rows = columns, columns = if (is.null(job$y)) columns else variables_of_y(job, same))
  }
}

# The numbers of the columns of y as variables. A column that is a variable of x has the number of
# the column of x; the others have numbers above those of x. `same`: as of same_variables().
variables_of_y <- function(job, same) {
  of_y <- same_in_x(same, NCOL(job$y))
  ifelse(of_y > 0L, of_y, NCOL(job$x) + seq_along(of_y))
}

# The matrices of a result. Those of intervals may be NULL.
test_matrices <- c("estimate", "statistic", "p.value", "n", "conf.low", "conf.high")

# Messages of cor.test() that kendall_test() shares. R 4.6 changed them.
words_of_cor_test <- function(version = getRversion()) {
  if (version >= "4.6.0") {
    list(ties = "cannot compute exact p-value with ties",
         formula = "'formula' missing or incorrect")
  } else {
    list(ties = "Cannot compute exact p-value with ties",
         formula = "'formula' missing or invalid")
  }
}

# Warns of pairs that should have exact p-values and do not. `some`: the end of the sentence.
warn_not_exact <- function(result, some, call) {
  if (result$tied_pairs > 0) {
    warning(simpleWarning(paste0(words_of_cor_test()$ties, some), call))
  }
  if (result$long_pairs > 0) {
    warning(simpleWarning(paste0("Exact p-values need up to 400 observations: taking the ",
                                 "normal approximation", some), call))
  }
}

# The p-values of a matrix, adjusted over the distinct pairs of different variables. A pair that is
# there again has the p-value of the first one; a variable with itself keeps its p-value. `same`: as
# of same_variables().
adjust_p <- function(p, method, same) {
  rows <- which(same > 0)
  if (length(rows) == 0) {
    p[] <- stats::p.adjust(p, method)
    return(p)
  }
  columns <- same[rows]
  tested <- matrix(TRUE, nrow(p), ncol(p))
  tested[rows, columns] <- upper.tri(tested[rows, columns, drop = FALSE])
  p[tested] <- stats::p.adjust(p[tested], method)
  block <- p[rows, columns, drop = FALSE]
  lower <- lower.tri(block)
  block[lower] <- t(block)[lower]
  p[rows, columns] <- block
  p
}

# The same of a list of pairs: p[k] is the p-value of the variables a[k] and b[k].
adjust_listed <- function(p, method, a, b) {
  pair <- pmin(a, b) * 2^31 + pmax(a, b)
  first <- which(!duplicated(pair) & a != b)
  adjusted <- stats::p.adjust(p[first], method)
  ifelse(a == b, p, adjusted[match(pair, pair[first])])
}
