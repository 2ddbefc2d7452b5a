# Columns that are hard for an algorithm or a ranking.

# `n` values drawn from `values`; each value occurs at least once if n is large enough.
draw <- function(values, n) {
  v <- c(values, values[sample.int(length(values), n, replace = TRUE)])
  v <- v[seq_len(max(n, 1))][seq_len(n)]
  v[sample.int(n)]
}

with_missing <- function(v, count, values = NA_real_) {
  at <- sample.int(length(v), min(count, length(v)))
  v[at] <- rep(values, length.out = length(at))
  v
}

complete_columns <- list(
  normal = function(n) stats::rnorm(n),
  permutation = function(n) as.numeric(sample.int(n)),
  sorted = function(n) as.numeric(seq_len(n)),
  reversed = function(n) as.numeric(rev(seq_len(n))),
  sawtooth = function(n) as.numeric(seq_len(n) %% 7),
  organ_pipe = function(n) as.numeric(pmin(seq_len(n), rev(seq_len(n)))),
  constant = function(n) rep(3.5, n),
  constant_but_last = function(n) c(rep(0, n - 1), 1),
  constant_but_first = function(n) c(-Inf, rep(0, n - 1)),
  binary = function(n) draw(c(0, 1), n),
  three_values = function(n) draw(c(-2, 0.1, 7), n),
  half_tied = function(n) as.numeric(sample.int(n, n, replace = TRUE)),
  infinite = function(n) draw(c(-Inf, Inf, 0, -1e308, 1e308), n),
  zeros = function(n) draw(c(-0, 0, 1, -1), n),
  denormal = function(n) draw(c(0, 5e-324, 1e-323, -5e-324, 2.3e-308, -0), n),
  neighbours = function(n) 1 + sample(0:5, n, replace = TRUE) * 2^-52,
  around_one = function(n) draw(c(1, 1 + 2^-52, 1 - 2^-53, -1, -1 - 2^-52), n),
  magnitudes = function(n) {
    10^stats::runif(n, -300, 300) * sample(c(-1, 1), n, replace = TRUE)
  },
  outlier = function(n) {
    draw(c(1e300, 1 + sample.int(n, max(n - 1, 1), replace = TRUE) * 2^-45), n)
  },
  two_outliers = function(n) {
    draw(c(-1e300, 1e300, 1 + sample.int(n) * 2^-52), n)
  },
  large_integers = function(n) {
    draw(c(-2147483647, 2147483647, 2147483646, 0, 1, -1), n)
  },
  beyond_integers = function(n) 2^53 + 2 * sample.int(n)
)

missing_columns <- list(
  one_missing = function(n) with_missing(stats::rnorm(n), 1),
  few_missing = function(n) with_missing(stats::rnorm(n), ceiling(n / 5)),
  half_missing = function(n) with_missing(as.numeric(sample.int(n)), n %/% 2),
  one_present = function(n) with_missing(stats::rnorm(n), n - 1),
  two_present = function(n) with_missing(stats::rnorm(n), n - 2),
  all_missing = function(n) rep(NA_real_, n),
  all_nan = function(n) rep(NaN, n),
  nan_and_na = function(n) {
    with_missing(stats::rnorm(n), ceiling(n / 3), c(NaN, NA, -NaN))
  },
  tied_missing = function(n) with_missing(draw(c(1, 2, 3), n), ceiling(n / 4)),
  constant_missing = function(n) with_missing(rep(-1, n), ceiling(n / 4)),
  infinite_missing = function(n) {
    with_missing(draw(c(-Inf, Inf, 0), n), ceiling(n / 4), c(NA, NaN))
  },
  first_half = function(n) ifelse(seq_len(n) <= n / 2, stats::rnorm(n), NA),
  last_half = function(n) ifelse(seq_len(n) > n / 2, stats::rnorm(n), NA),
  even_rows = function(n) ifelse(seq_len(n) %% 2 == 0, stats::rnorm(n), NaN)
)

# A matrix of n rows with a column of each named kind.
columns_of <- function(kinds, n) {
  all <- c(complete_columns, missing_columns)
  columns <- vapply(all[kinds], function(make) make(n), numeric(n))
  matrix(columns, n, length(kinds), dimnames = list(NULL, kinds))
}

random_matrix <- function(n, columns, from) {
  columns_of(sample(names(from), columns, replace = TRUE), n)
}

# The bitset algorithm takes columns in groups of four. The ties and missing values of a group
# decide which masks it needs. This makes a matrix of groups, e.g. "ptmb" for groups of plain, tied,
# missing, and both; the last group has `last` columns.
grouped_matrix <- function(groups, n, last = 4) {
  missing <- ceiling(n / 6)
  group <- function(kind) {
    switch(kind,
      p = replicate(4, stats::rnorm(n)),
      t = cbind(replicate(3, draw(c(1, 2, 3, 4), n)), stats::rnorm(n)),
      m = cbind(replicate(3, with_missing(stats::rnorm(n), missing)), stats::rnorm(n)),
      b = cbind(replicate(3, with_missing(draw(c(1, 2, 3), n), missing)), stats::rnorm(n))
    )
  }
  columns <- do.call(cbind, lapply(strsplit(groups, "")[[1]], group))
  columns[, seq_len(ncol(columns) - 4 + last), drop = FALSE]
}
