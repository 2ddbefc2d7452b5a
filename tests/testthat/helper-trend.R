# Mann-Kendall tests and Sen's slopes from their definitions, pair by pair.

# The unequal pairs, and unequal ordered triples, of values.
trend_unequal <- function(v) {
  n <- length(v)
  t <- as.vector(table(match(v, unique(v))))
  c(pairs = n * (n - 1) / 2 - sum(t * (t - 1) / 2),
    t2 = sum(t * (t - 1)), t3 = sum(t * (t - 1) * (t - 2)), t5 = sum(t * (t - 1) * (2 * t + 5)))
}

# list(S, D, v, slopes) of one season.
trend_season <- function(x, t) {
  n <- length(x)
  if (n < 2) {
    return(list(S = 0, D = 0, v = 0, slopes = numeric()))
  }
  i <- rep(seq_len(n), n)
  j <- rep(seq_len(n), each = n)
  pair <- t[i] < t[j]
  rise <- x[j][pair] - x[i][pair]
  rise[x[j][pair] == x[i][pair]] <- 0
  a <- trend_unequal(x)
  b <- trend_unequal(t)
  v <- (n * (n - 1) * (2 * n + 5) - a[["t5"]] - b[["t5"]]) / 18 +
    a[["t2"]] * b[["t2"]] / (2 * n * (n - 1)) +
    if (n > 2) a[["t3"]] * b[["t3"]] / (9 * n * (n - 1) * (n - 2)) else 0
  list(S = sum(sign(rise)), D = sqrt(a[["pairs"]]) * sqrt(b[["pairs"]]),
       v = if (a[["pairs"]] == 0 || b[["pairs"]] == 0) 0 else v,
       slopes = rise / (t[j][pair] - t[i][pair]))
}

# The sum of the covariances of S of different seasons, by the formula of Hirsch and Slack (1984),
# with the ranks of Dietz and Killeen for missing values:
# (K + 4 sum R R - n (n_g + 1) (n_h + 1)) / 3.
trend_covariances <- function(x, year, season) {
  years <- unique(year)
  seasons <- unique(season)
  wide <- matrix(NA_real_, length(years), length(seasons))
  wide[cbind(match(year, years), match(season, seasons))] <- x
  ranks <- apply(wide, 2, function(v) {
    vapply(v, function(one) (sum(!is.na(v)) + 1 + sum(sign(one - v), na.rm = TRUE)) / 2, 0)
  })
  dim(ranks) <- dim(wide)
  n <- length(years)
  total <- 0
  for (g in seq_along(seasons)) for (h in setdiff(seq_along(seasons), g)) {
    k <- 0
    for (i in seq_len(n - 1)) for (j in seq(i + 1, length.out = n - i)) {
      product <- sign(wide[j, g] - wide[i, g]) * sign(wide[j, h] - wide[i, h])
      k <- k + if (is.na(product)) 0 else product
    }
    total <- total + (k + 4 * sum(ranks[, g] * ranks[, h]) -
                        n * (sum(!is.na(wide[, g])) + 1) * (sum(!is.na(wide[, h])) + 1)) / 3
  }
  total
}

# x - slope t, or zeros if these differ by rounding errors only.
trend_residuals <- function(x, t, slope) {
  e <- x - slope * t
  size <- max(0, abs(x), abs(slope * t))
  if (length(e) && is.finite(size) && diff(range(e)) <= 4 * .Machine$double.eps * size) 0 * e else e
}

# The autocorrelations of lags 1, ..., n - 1.
trend_lags <- function(e) {
  e <- e - mean(e)
  n <- length(e)
  vapply(seq_len(n - 1), function(k) sum(e[seq_len(n - k)] * e[k + seq_len(n - k)]) / sum(e^2), 0)
}

trend_factor <- function(x, t, slope, correction) {
  n <- length(x)
  e <- trend_residuals(x, t, slope)
  if (!all(is.finite(e))) {
    return(NA_real_)
  }
  if (n < 3) {
    return(1)
  }
  if (correction == "hamed_rao") e <- rank(e)
  if (all(e == e[1])) {
    return(1)
  }
  r <- trend_lags(e)
  k <- seq_len(n - 1)
  if (correction == "hamed_rao") {
    r[abs(r) <= qnorm(0.975) / sqrt(n)] <- 0
    1 + 2 / (n * (n - 1) * (n - 2)) * sum((n - k) * (n - k - 1) * (n - k - 2) * r)
  } else {
    1 + 2 * sum((1 - k / n) * r)
  }
}

# The row of kendall_trend() of one series, as a list.
trend_oracle <- function(x, time = seq_along(x), season = rep(1, length(x)), correction = "none",
                         alternative = "two.sided", continuity = TRUE, conf.level = 0.95) {
  force(time) # of all rows
  force(season)
  covariances <- if (correction == "hirsch_slack") trend_covariances(x, floor(time), season) else 0
  keep <- !is.na(x)
  x <- as.double(x[keep])
  time <- as.double(time[keep])
  season <- season[keep]
  order <- order(season, time)
  x <- x[order]
  time <- time[order]
  parts <- lapply(unname(split(seq_along(x), season[order])), function(k) {
    trend_season(x[k], time[k])
  })
  total <- function(name) sum(vapply(parts, `[[`, 0, name))
  slopes <- sort(unlist(lapply(parts, `[[`, "slopes")))
  count <- length(slopes)
  slope <- NA_real_
  if (count > 0) {
    two <- slopes[c((count + 1) %/% 2, count %/% 2 + 1)]
    slope <- if (two[1] == two[2]) two[1] else mean(two)
    if (is.nan(slope)) slope <- NA_real_
  }
  result <- list(S = total("S"), var = total("v") + covariances, n = length(x), slope = slope,
                 intercept = if (is.finite(slope)) stats::median(x - slope * time) else NA_real_)
  result$tau <- if (total("D") > 0) result$S / total("D") else NA_real_
  factor <- if (correction %in% c("hamed_rao", "yue_wang")) {
    if (count > 0) trend_factor(x, time, slope, correction) else 1
  }
  if (!is.null(factor)) result$factor <- factor
  if (!is.null(factor)) result$var <- result$var * factor
  tail <- if (alternative == "two.sided") (1 + conf.level) / 2 else conf.level
  result[c("conf.low", "conf.high")] <- NA_real_
  if (isTRUE(result$var >= 0) && count > 0) {
    half <- stats::qnorm(tail) * sqrt(result$var)
    padded <- function(k) if (k < 1) -Inf else if (k > count) Inf else slopes[k]
    result$conf.low <- if (alternative == "less") -Inf else padded(round((count - half) / 2))
    result$conf.high <- if (alternative == "greater") Inf else padded(round((count + half) / 2 + 1))
  }
  if (correction == "prewhiten") {
    e <- trend_residuals(x, time, slope)
    result[c("S", "var", "tau")] <- NA_real_
    if (count > 0 && all(is.finite(e))) {
      r <- if (all(e == mean(e))) 0 else trend_lags(e)[1]
      k <- seq_len(length(e) - 1)
      white <- trend_season(e[k + 1] - r * e[k] + slope * time[k + 1], time[k + 1])
      result[c("S", "var")] <- list(white$S, white$v)
      if (white$D > 0) result$tau <- white$S / white$D
    }
  }
  result[c("statistic", "p.value")] <- NA_real_
  if (isTRUE(result$var > 0)) {
    size <- abs(result$S) - (continuity && result$S != 0)
    result$statistic <- sign(result$S) * size / sqrt(result$var)
    result$p.value <- switch(alternative, two.sided = 2 * stats::pnorm(-abs(result$statistic)),
                             less = stats::pnorm(result$statistic),
                             greater = stats::pnorm(-result$statistic))
  }
  result
}

# The names of the numbers of a row of `got` that differ from those of the oracle.
trend_differences <- function(got, want, bits = c("S", "n", "conf.low", "conf.high"),
                              tolerance = 1e-12) {
  differs <- function(name) {
    a <- got[[name]]
    b <- want[[name]]
    if (is.na(a) || is.na(b) || is.infinite(b) || name %in% bits) {
      return(!identical(as.double(a), as.double(b)) && !isTRUE(a == b))
    }
    abs(a - b) > tolerance * max(abs(b), if (name == "factor") 1 else 0)
  }
  Filter(differs, names(want))
}
