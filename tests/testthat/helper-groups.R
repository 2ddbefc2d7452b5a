# ---- tests of groups, by the definitions, in plain R ----

# S, the denominator D of tau-b and the variance of S (Kendall 1970, equation 4.2) of the rows that
# u and v have. All are 0 if there is no tau.
sums_of_pair <- function(u, v) {
  here <- !is.na(u) & !is.na(v)
  u <- u[here]
  v <- v[here]
  n <- length(u)
  none <- c(s = 0, scale = 0, variance = 0, n = n)
  if (n < 2) {
    return(none)
  }
  two <- utils::combn(n, 2)
  a <- sign(match(u, sort(unique(u)))[two[1, ]] - match(u, sort(unique(u)))[two[2, ]])
  b <- sign(match(v, sort(unique(v)))[two[1, ]] - match(v, sort(unique(v)))[two[2, ]])
  if (all(a == 0) || all(b == 0)) {
    return(none)
  }
  t <- as.vector(table(u))
  w <- as.vector(table(v))
  variance <- (n * (n - 1) * (2 * n + 5) - sum(t * (t - 1) * (2 * t + 5)) -
                 sum(w * (w - 1) * (2 * w + 5))) / 18 +
    sum(t * (t - 1)) * sum(w * (w - 1)) / (2 * n * (n - 1))
  if (n > 2) {
    variance <- variance + sum(t * (t - 1) * (t - 2)) * sum(w * (w - 1) * (w - 2)) /
      (9 * n * (n - 1) * (n - 2))
  }
  c(s = sum(a * b), scale = sqrt(sum(a != 0) * sum(b != 0)), variance = variance, n = n)
}

p_of_normal <- function(z, alternative) {
  switch(alternative, less = stats::pnorm(z), greater = stats::pnorm(-z),
         2 * stats::pnorm(-abs(z)))
}

# c(estimate, statistic, p.value) of all levels, a list of the sums of each level.
reference_stratified <- function(levels, alternative = "two.sided", continuity = FALSE) {
  sums <- Reduce(`+`, levels)
  if (sums[["scale"]] == 0) {
    return(c(NA, NA, NA))
  }
  s <- sums[["s"]]
  z <- sign(s) * (abs(s) - (continuity && s != 0)) / sqrt(sums[["variance"]])
  c(s / sums[["scale"]], z, p_of_normal(z, alternative))
}

# The same of the difference of two levels.
reference_difference <- function(a, b, alternative = "two.sided") {
  if (a[["scale"]] == 0 || b[["scale"]] == 0) {
    return(c(NA, NA, NA))
  }
  fisher <- function(sums) {
    n <- sums[["n"]]
    n_0 <- n * (n - 1) / 2
    tau <- sums[["s"]] / sums[["scale"]]
    spread <- sqrt(sums[["variance"]]) / sums[["scale"]] / sqrt((4 * n + 10) / (9 * n * (n - 1)))
    most <- 1 - 1 / n_0
    list(tau = tau, atanh = if (n > 4) atanh(max(-most, min(most, tau))) else NA,
         variance = if (n > 4) 0.437 * spread^2 / (n - 4) else NA)
  }
  a <- fisher(a)
  b <- fisher(b)
  z <- (a$atanh - b$atanh) / sqrt(a$variance + b$variance)
  c(a$tau - b$tau, z, p_of_normal(z, alternative))
}

# list(stratified, difference, n): each of the first two a list of matrices estimate, statistic and
# p.value.
reference_groups <- function(x, y = NULL, groups, contrast = levels(groups)[1:2],
                             alternative = "two.sided", continuity = FALSE) {
  other <- if (is.null(y)) x else y
  cells <- expand.grid(i = seq_len(ncol(x)), j = seq_len(ncol(other)))
  sums <- lapply(seq_len(nrow(cells)), function(k) {
    lapply(split(seq_len(nrow(x)), groups), function(rows) {
      sums_of_pair(x[rows, cells$i[k]], other[rows, cells$j[k]])
    })
  })
  matrices <- function(values) {
    lapply(c(estimate = 1, statistic = 2, p.value = 3), function(row) {
      matrix(values[row, ], ncol(x))
    })
  }
  list(stratified = matrices(vapply(sums, reference_stratified, numeric(3), alternative,
                                    continuity)),
       difference = matrices(vapply(sums, function(pair) {
         reference_difference(pair[[contrast[1]]], pair[[contrast[2]]], alternative)
       }, numeric(3))),
       n = matrix(vapply(sums, function(pair) sum(vapply(pair, `[[`, 0, "n")), 0), ncol(x)))
}
