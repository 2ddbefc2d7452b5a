# ---- Chatterjee's xi ----

# xi of two vectors by the definition, and its test, as a vector; NA for fewer than two common rows
# or a constant y. Rows that are tied in x come in the order `place`.
one_xi <- function(x, y, place = seq_along(x)) {
  here <- !is.na(x) & !is.na(y)
  x <- x[here]
  y <- y[here]
  n <- length(x)
  if (n < 2 || all(y == y[1])) {
    return(c(estimate = NA, statistic = NA, p.value = NA, n = n))
  }
  r <- vapply(y, function(v) sum(y <= v), 0)
  l <- vapply(y, function(v) sum(y >= v), 0)
  sum <- sum(abs(diff(r[order(x, place[here])])))
  xi <- 1 - n * sum / (2 * sum(l * (n - l)))
  v <- if (anyDuplicated(y)) {
    # theorem 2.2, as XICOR::xicor() computes it
    f <- (sort(r) - stats::median(r)) / n
    weight <- 2 * (n - seq_len(n)) + 1
    m <- (cumsum(f) + (n - seq_len(n)) * f) / n
    (mean(weight * f^2) / n - 2 * mean(m^2) + (mean(weight * f) / n)^2) /
      mean(l / n * (1 - l / n))^2
  } else {
    2 / 5
  }
  z <- sqrt(n / v) * xi
  c(estimate = xi, statistic = z, p.value = stats::pnorm(z, lower.tail = FALSE), n = n)
}

# The same of all columns, as a list of matrices.
xi_by_definition <- function(x, y = x, place = seq_len(nrow(x))) {
  parts <- c("estimate", "statistic", "p.value", "n")
  all <- vapply(seq_len(ncol(y)), function(j) {
    vapply(seq_len(ncol(x)), function(i) one_xi(x[, i], y[, j], place), numeric(4))
  }, matrix(0, 4, ncol(x)))
  dim(all) <- c(4, ncol(x), ncol(y))
  lapply(stats::setNames(seq_along(parts), parts), function(k) {
    matrix(all[k, , ], ncol(x), ncol(y), dimnames = if (!is.null(colnames(x))) {
      list(colnames(x), colnames(y))
    })
  })
}
