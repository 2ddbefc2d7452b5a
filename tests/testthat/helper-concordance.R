# Concordance by its definition, of all pairs of rows.

# Of one column: a list of the numbers that concordance_all() has for it.
oracle_concordance <- function(x, time, status, strata = NULL, weights = NULL) {
  n <- length(x)
  strata <- if (is.null(strata)) rep(1, n) else as.character(strata)
  weights <- if (is.null(weights)) rep(1, n) else weights
  kept <- !is.na(x) & !is.na(time) & !is.na(status) & !is.na(strata) & !is.na(weights)
  x <- x[kept]
  time <- time[kept]
  status <- status[kept]
  strata <- strata[kept]
  w <- weights[kept]
  # row i is a death, row j lived longer
  longer <- outer(strata, strata, "==") & status == 1 &
    (outer(time, time, "<") | (outer(time, time, "==") & outer(status == 1, status == 0, "&")))
  tied <- outer(strata, strata, "==") & outer(time, time, "==") &
    outer(status == 1, status == 1, "&") & upper.tri(longer)
  products <- outer(w, w)
  sign <- sign(outer(x, x, function(a, b) b - a))
  sum_of <- function(which) sum(products[which])
  counts <- c(concordant = sum_of(longer & sign > 0), discordant = sum_of(longer & sign < 0),
              tied.x = sum_of(longer & sign == 0), tied.y = sum_of(tied & sign != 0),
              tied.xy = sum_of(tied & sign == 0))
  pairs <- sum(counts[1:3])
  d <- if (pairs > 0) (counts[["concordant"]] - counts[["discordant"]]) / pairs else NA
  either <- longer | t(longer)
  a <- as.vector((longer * sign + t(longer * sign)) %*% w)
  b <- as.vector(either %*% w)
  dfbeta <- w * (a - b * d) / (2 * pairs)
  c(concordance = (d + 1) / 2, std.error = if (pairs > 0) sqrt(sum(dfbeta^2)) else NA, counts,
    n = length(x))
}

concordance_numbers <- c("concordance", "std.error", "concordant", "discordant", "tied.x",
                         "tied.y", "tied.xy", "n")

# Numbers of pairs relative to the number of all pairs, 1e-12.
expect_concordances <- function(found, expected, info) {
  found <- as.matrix(as.data.frame(found)[concordance_numbers])
  expected <- t(expected[concordance_numbers, , drop = FALSE])
  scale <- pmax(1, rowSums(expected[, 3:7, drop = FALSE]))
  expect_identical(unname(is.na(found)), unname(is.na(expected)), info = info)
  far <- abs(found - expected) / cbind(1, 1, scale, scale, scale, scale, scale, 1)
  expect_true(all(far <= 1e-12, na.rm = TRUE), info = paste(info, max(far, na.rm = TRUE)))
}

# Random data: ties in x and time, missing values, strata, weights.
random_survival <- function(turn, n, columns = 5) {
  x <- matrix(if (turn %% 3 == 0) stats::rnorm(n * columns) else
    sample(max(2, n %/% (1 + turn %% 5)), n * columns, TRUE), n)
  if (turn %% 4 == 0 && n > 0) x[sample(n * columns, n)] <- NA
  list(x = x,
       time = if (turn %% 2) sample(n %/% 2 + 1, n, TRUE) else stats::rexp(n),
       status = stats::rbinom(n, 1, c(0, 0.5, 0.9, 1)[turn %% 7 %% 4 + 1]),
       strata = if (turn %% 5 == 0) sample(letters[1:3], n, TRUE) else
         if (turn %% 17 == 0) sample(n, n, TRUE),
       weights = if (turn %% 7 == 0) round(stats::runif(n, 0, 3), 2))
}
