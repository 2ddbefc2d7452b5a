# How often the intervals of kendall_test() contain the tau that the data were drawn with: without
# ties (bivariate normal, and Clayton's copula, whose dependence is in one tail), and with ties (the
# normal, rounded to halves and to whole standard deviations).
#
#   Rscript bench/coverage.R [--quick] [--out FILE]
#
# Replicates are independent. Columns of x and of y are drawn in pairs; the tests of all pairs of a
# block are computed at once, and those on the diagonal are counted. --quick draws fewer.

here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "common.R"))

library(manycore)
set.seed(20261122)
block <- 100 # columns
replicates <- if (quick) 1000 else 20000
level <- 0.95
taus <- c(0, 0.2, 0.4, 0.6, 0.8, 0.9)
sizes <- c(20, 50, 200)

# ---- data ----

normal_pairs <- function(n, tau) {
  rho <- sin(pi * tau / 2)
  x <- matrix(rnorm(n * block), n)
  list(x = x, y = rho * x + sqrt(1 - rho^2) * rnorm(n * block))
}

clayton_pairs <- function(n, tau) {
  u <- matrix(runif(n * block), n)
  w <- matrix(runif(n * block), n)
  theta <- 2 * tau / (1 - tau)
  list(x = u, y = if (tau == 0) w else
    (u^-theta * (w^(-theta / (1 + theta)) - 1) + 1)^(-1 / theta))
}

rounded_pairs <- function(unit) {
  function(n, tau) lapply(normal_pairs(n, tau), function(v) round(v / unit))
}

# tau-b of the population of rounded normal pairs.
tau_of_rounded <- function(unit, tau) {
  rho <- sin(pi * tau / 2)
  half <- ceiling(6 / unit)
  edges <- c(-Inf, (seq(-half, half - 1) + 0.5) * unit, Inf)
  # the probability of each cell: x by midpoints, y given x
  step <- 1e-3
  x <- seq(-8 + step / 2, 8, step)
  below <- vapply(edges, function(e) pnorm((e - rho * x) / sqrt(1 - rho^2)), x)
  y_given_x <- below[, -1] - below[, -ncol(below)]
  p <- rowsum(y_given_x * dnorm(x) * step, pmin(pmax(round(x / unit), -half), half))
  p <- p / sum(p)
  later <- function(m) { # sums over cells below and to the right
    m <- apply(m, 2, function(v) rev(cumsum(rev(v))) - v)
    t(apply(m, 1, function(v) rev(cumsum(rev(v))) - v))
  }
  concordant <- 2 * sum(p * later(p))
  mirrored <- p[, rev(seq_len(ncol(p)))]
  discordant <- 2 * sum(mirrored * later(mirrored))
  (concordant - discordant) / sqrt((1 - sum(rowSums(p)^2)) * (1 - sum(colSums(p)^2)))
}
# checks: a fine unit leaves tau unchanged; a large sample has the tau for halves
stopifnot(abs(tau_of_rounded(0.01, 0.6) - 0.6) < 0.01, local({
  rho <- sin(pi * 0.3)
  x <- rnorm(1e5)
  y <- rho * x + sqrt(1 - rho^2) * rnorm(1e5)
  abs(cor_kendall(round(x * 2), round(y * 2)) - tau_of_rounded(0.5, 0.6)) < 0.01
}))

# ---- coverage ----

# The share of intervals that contain `true`, their mean width, and that share without the allowance
# for ties.
coverage <- function(draw, n, tau, true) {
  held <- plain <- width <- numeric()
  half <- qnorm((1 + level) / 2) * sqrt(0.437 / (n - 4))
  for (turn in seq_len(replicates / block)) {
    pairs <- draw(n, tau)
    tests <- kendall_test(pairs$x, pairs$y, conf.level = level, progress = FALSE)
    low <- diag(tests$conf.low)
    high <- diag(tests$conf.high)
    held <- c(held, low <= true & true <= high)
    width <- c(width, high - low)
    plain <- c(plain, abs(atanh(diag(tests$estimate)) - atanh(true)) <= half)
  }
  stopifnot(!anyNA(held))
  c(held = mean(held), width = mean(width), plain = mean(plain))
}

table_of <- function(draw, true_tau, tied) {
  rows <- lapply(taus, function(tau) {
    true <- true_tau(tau)
    found <- vapply(sizes, function(n) coverage(draw, n, tau, true),
                    c(held = 0, width = 0, plain = 0))
    row <- c(sprintf("%.1f", tau), sprintf("%.3f", abs(true)),
             sprintf("%.1f %% (%.2f%s)", 100 * found["held", ], found["width", ],
                     if (tied) sprintf("; %.1f %%", 100 * found["plain", ]) else ""))
    message(paste(row, collapse = "  "))
    stats::setNames(as.data.frame(as.list(row)), c("tau drawn", "true tau-b",
                                                   paste("n =", sizes)))
  })
  do.call(rbind, rows)
}

same <- function(tau) tau
tables <- list(
  "Normal, no ties" = table_of(normal_pairs, same, FALSE),
  "Clayton's copula, no ties" = table_of(clayton_pairs, same, FALSE),
  "Normal, rounded to halves of a standard deviation" =
    table_of(rounded_pairs(0.5), function(tau) tau_of_rounded(0.5, tau), TRUE),
  "Normal, rounded to standard deviations" =
    table_of(rounded_pairs(1), function(tau) tau_of_rounded(1, tau), TRUE)
)

lines <- c("# Coverage of kendall_test()'s intervals", "",
           paste0("Intervals of level ", level, ", ", count(replicates),
                  " independent replicates each (standard error ",
                  sprintf("%.2f", 100 * sqrt(level * (1 - level) / replicates)), " points",
                  if (quick) "; --quick", "). In brackets the mean width; with ties also the ",
                  "coverage without the allowance for them. ", R.version.string, "."),
           unlist(lapply(names(tables), function(name) {
             c("", paste("##", name), "", markdown(tables[[name]]))
           })))
write_report(lines)
