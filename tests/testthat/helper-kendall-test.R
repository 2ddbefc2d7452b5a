# ---- Kendall's test ----

# The warning of this R's cor.test() if ties prevent an exact p-value.
said_of_ties <- function() {
  outcome(stats::cor.test(c(1, 1, 2), 1:3, method = "kendall", exact = TRUE))$warnings
}

# The distribution of the number of concordant pairs of n rows: P(T = q) for q = 0 .. n (n - 1) / 2.
# All terms are positive, so each is right to about 1e-15.
exact_distribution <- function(n) {
  p <- 1
  for (k in seq_len(n)[-1]) {
    wide <- 0
    for (j in seq_len(k) - 1) wide <- wide + c(rep(0, j), p, rep(0, k - 1 - j)) / k
    p <- wide
  }
  p
}

# The factor by which ties enlarge the standard deviation of tau-b under independence. That
# deviation is tau / z for any order of x and y in which tau is not 0.
spread_by_ties <- function(x, y) {
  n <- length(x)
  test <- stats::cor.test(sort(x), sort(y), method = "kendall", exact = FALSE)
  unname(test$estimate / test$statistic) / sqrt((4 * n + 10) / (9 * n * (n - 1)))
}

# One test by cor.test(), without its warnings, as a named vector; NA for fewer than two common
# rows. For matrices the caller decides `exact`, because ties give no warning there. A p-value of
# the upper tail, for which cor.test() computes 1 - (1 - p), is taken from the lower tail of -x.
one_reference_test <- function(x, y, alternative, exact, continuity, conf.level) {
  here <- !is.na(x) & !is.na(y)
  x <- x[here]
  y <- y[here]
  n <- length(x)
  none <- c(estimate = NA, statistic = NA, p.value = NA, n = n, conf.low = NA, conf.high = NA)
  if (n < 2 || all(x == x[1]) || all(y == y[1])) {
    return(none)
  }
  tied <- anyDuplicated(x) || anyDuplicated(y)
  test <- function(x, alternative, exact) {
    suppressWarnings(stats::cor.test(x, y, alternative, "kendall", exact,
                                     continuity = continuity))
  }
  z <- unname(test(x, alternative, FALSE)$statistic)
  if (n == 2) { # here cor.test() has 0 / 0
    z <- (if ((x[2] > x[1]) == (y[2] > y[1])) 1 else -1) * (if (continuity) 0 else 1)
  }
  if (is.null(exact)) exact <- n < 50
  tau <- unname(test(x, alternative, exact)$estimate)
  if (exact && !tied && n <= 400) {
    below <- exact_distribution(n)
    q <- round((tau + 1) * n * (n - 1) / 4)
    less <- sum(below[seq_len(q + 1)])
    more <- sum(below[seq_len(n * (n - 1) / 2 - q + 1)])
    p <- switch(alternative, less = less, greater = more, min(1, 2 * less, 2 * more))
  } else {
    p <- switch(alternative, less = stats::pnorm(z), greater = stats::pnorm(-z),
                2 * stats::pnorm(-abs(z)))
  }
  bounds <- c(NA, NA)
  if (n > 4) {
    half <- stats::qnorm(if (alternative == "two.sided") (1 + conf.level) / 2 else conf.level)
    bounds <- tanh(atanh(tau) + c(-1, 1) * half * sqrt(0.437 / (n - 4)) * spread_by_ties(x, y))
    if (alternative == "less") bounds[1] <- -1
    if (alternative == "greater") bounds[2] <- 1
  }
  c(estimate = tau, statistic = z, p.value = p, n = n, conf.low = bounds[1], conf.high = bounds[2])
}

# kendall_test() of matrices under use = "pairwise.complete.obs": a list of six matrices.
reference_kendall_test <- function(x, y = NULL, alternative = "two.sided", exact = NULL,
                                   continuity = FALSE, conf.level = 0.95,
                                   p.adjust.method = "none") {
  other <- if (is.null(y)) x else y
  cells <- expand.grid(i = seq_len(ncol(x)), j = seq_len(ncol(other)))
  values <- vapply(seq_len(nrow(cells)), function(k) {
    one_reference_test(x[, cells$i[k]], other[, cells$j[k]], alternative, exact, continuity,
                       conf.level)
  }, numeric(6))
  dimnames <- if (!is.null(colnames(x)) || !is.null(colnames(other))) {
    list(colnames(x), colnames(other))
  }
  tests <- lapply(stats::setNames(nm = rownames(values)), function(name) {
    matrix(values[name, ], ncol(x), dimnames = dimnames)
  })
  tests$p.value[] <- adjust_slowly(tests$p.value, pair_names(cells$i, cells$j, x, y),
                                   p.adjust.method)
  tests
}

# The two variables that columns i of x and j of y (or of x) are, as text; NA for a variable with
# itself. Columns with the same values and the same name (without names: the same number) are one
# variable.
pair_names <- function(i, j, x, y = NULL) {
  own <- seq_len(ncol(x))
  others <- if (is.null(y)) own else vapply(seq_len(ncol(y)), function(k) {
    named <- !is.null(colnames(x)) && !is.null(colnames(y))
    at <- if (named) match(colnames(y)[k], colnames(x)) else if (k <= ncol(x)) k else NA
    values <- function(v) as.list(replace(as.double(v), is.na(v), NA))
    if (!is.na(at) && identical(values(x[, at]), values(y[, k]))) at else ncol(x) + k
  }, 0)
  two <- cbind(own[i], others[j])
  ifelse(two[, 1] == two[, 2], NA, paste(pmin(two[, 1], two[, 2]), pmax(two[, 1], two[, 2])))
}

# Adjusted p-values; each pair of variables counts once.
adjust_slowly <- function(p, pair, method) {
  first <- !duplicated(pair) & !is.na(pair)
  adjusted <- stats::p.adjust(p[first], method)
  ifelse(is.na(pair), p, adjusted[match(pair, pair[first])])
}

# The greatest difference of two results, relative for numbers larger than `small`; Inf if different
# elements are NA.
relative_difference <- function(got, want, small = 1e-300) {
  got <- as.vector(got)
  want <- as.vector(want)
  if (length(got) != length(want) || !identical(is.na(got), is.na(want))) {
    return(Inf)
  }
  same <- is.na(want) | got == want
  max(0, (abs(got - want) / pmax(abs(want), small))[!same])
}
