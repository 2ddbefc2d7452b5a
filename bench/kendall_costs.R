# Measures the costs by which algorithm = "auto" chooses (MC_KENDALL_COSTS in src/simd/*/tuning.h,
# mc_kendall_costs in src/kernels/kendall/types.h). Prints them in picoseconds, in the same order.
#
#   Rscript bench/kendall_costs.R [--quick] [target ...]
#
# Calls of one algorithm on many kinds of columns are timed: different numbers of rows and values,
# shares of one value, NA, 16 and 96 columns. The terms of src/kendall/cost.c are fitted to the
# times by least squares of relative errors, without negative terms; outliers count less. Also
# printed: the microseconds of a column and the picoseconds of one of its rows, which the planner
# assumes to be equal on all targets; and the share of calls that the fit meets within 15 %. Some
# terms can hardly be told apart. So the costs of two runs differ more than the times that they
# predict. --quick takes fewer rows, and is no measurement.

here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "common.R"))
library(manycore)
set.seed(1)

design <- expand.grid(m = size(c(16, 96), c(8, 24)), values = c(2, 5, 17, 64, 300, Inf),
                      n = size(c(100, 353, 1000, 3000, 10000, 50000), c(100, 353, 1000)),
                      share = c(0, 0.8, 0.95, 0.99), missing = c(FALSE, TRUE))
design <- design[(design$values < design$n | is.infinite(design$values)) &
                   !(design$missing & design$share %in% c(0.8, 0.99)) &
                   !(design$m == 96 & design$n > 10000), ]
# a warning about constant columns takes longer than counting their pairs
design <- design[design$n * (1 - design$share) > 8, ]

columns_of <- function(d) {
  size <- d$n * d$m
  x <- if (is.infinite(d$values)) rnorm(size) else as.numeric(sample.int(d$values, size, TRUE))
  x[stats::runif(size) < d$share] <- 1
  x <- matrix(x, d$n)
  off <- mean(colSums(x != 1))
  if (d$missing) x[sample(size, size / 20)] <- NA
  distinct <- apply(x, 2, function(v) length(unique(v[!is.na(v)])))
  list(x = x, about = cbind(d, off = off, distinct = mean(distinct), most = max(distinct)))
}

# The median seconds of a call; a long call is made once.
call_seconds <- function(f) {
  once <- seconds_of(f)
  if (once > 0.08) return(once)
  stats::median(replicate(5, seconds_of(f, max(1, ceiling(0.004 / max(once, 2e-5))))))
}

time_all <- function(slow) {
  do.call(rbind, lapply(seq_len(nrow(design)), function(k) {
    made <- columns_of(design[k, ])
    about <- made$about
    takes <- c(table = about$most <= 64, radix = about$n > 100,
               bitset = about$n <= if (slow) 1000 else 3000,
               sparse = !about$missing && about$share > 0)
    use <- if (about$missing) "pairwise" else "everything"
    seconds <- vapply(names(takes), function(algorithm) {
      if (!takes[[algorithm]]) return(NA_real_)
      call_seconds(function() {
        cor_kendall(made$x, use = use, algorithm = algorithm, threads = 1, progress = FALSE)
      })
    }, 0)
    cbind(about, t(seconds))
  }))
}

# Least squares without negative coefficients (Lawson and Hanson).
nonnegative <- function(a, b) {
  scales <- sqrt(colSums(a^2))
  scales[scales == 0] <- 1
  a <- sweep(a, 2, scales, "/")
  x <- numeric(ncol(a))
  active <- logical(ncol(a))
  gradient <- crossprod(a, b)
  while (any(!active) && max(gradient[!active]) > 1e-9) {
    active[which(!active)[which.max(gradient[!active])]] <- TRUE
    repeat {
      solved <- numeric(ncol(a))
      solved[active] <- qr.solve(a[, active, drop = FALSE], b)
      if (min(solved[active]) > 0) break
      negative <- active & solved <= 0
      x <- x + min(x[negative] / (x[negative] - solved[negative])) * (solved - x)
      active[active & x < 1e-12] <- FALSE
      x[!active] <- 0
    }
    x <- solved
    gradient <- crossprod(a, b - a %*% x)
  }
  x / scales
}

fit_costs <- function(terms, seconds) {
  known <- !is.na(seconds)
  terms <- terms[known, ]
  seconds <- seconds[known]
  weight <- 1 / seconds
  for (round in 1:15) {
    costs <- nonnegative(terms * weight, seconds * weight)
    error <- log(as.vector(terms %*% costs) / seconds)
    weight <- 1 / seconds / sqrt(1 + (error / 0.1)^2)
  }
  c(stats::setNames(costs * 1e12, colnames(terms)), within = mean(abs(error) < log(1.15)))
}

measure <- function(target) {
  f <- time_all(target == "portable")
  f <- within(f, {
    pairs <- m * (m + 1) / 2
    cells <- m / 4 * (m / 4 + 1) / 2 * 16 # of the register tiles of bits
    groups <- m * (m / 8 + 1) / 2         # a column against eight
    comparisons <- n * (n - 1) / 2
    tied <- !is.infinite(values) | share > 0
    planes <- 1 + tied + missing
    few <- distinct <= 64
    common <- off^2 / n
    listed <- common > 128
  })
  columns <- with(f, cbind(call = 1, column = m, few = m * n * few, sorted = m * n * !few))
  by_planes <- function(x) sapply(1:3, function(k) x * (f$planes == k))
  bits <- with(f, cbind(columns, cells, by_planes(m * comparisons), by_planes(cells * comparisons)))
  colnames(bits)[5:11] <- c("bits", paste0("make", 1:3), paste0("tile", 1:3))
  radix <- with(f, cbind(columns, pair = pairs, row = pairs * n,
                         level = pairs * n * log2(pmin(distinct, n) + 1), tied = pairs * n * tied))
  rows <- f$most - 1 + f$missing
  table <- with(f, cbind(columns, made = m * rows * n, step = groups * rows^2 * ceiling(n / 64),
                         cell = groups * most^2, tables = pairs))
  sparse <- with(f, cbind(call = 1, column = m, stored = m * n, entry = m * off, lists = pairs,
                          append = pairs * common, visit = pairs * off,
                          compare = pairs * !listed * common * (common / 32 + 1) / 2,
                          many = pairs * listed * common * log2(common + 1)))
  # where radix may be best: columns of more values than tables take
  of <- list(bits = fit_costs(bits, f$bitset),
             radix = fit_costs(radix, ifelse(f$distinct > 17 & f$share < 0.99, f$radix, NA)),
             table = fit_costs(table, f$table), sparse = fit_costs(sparse, f$sparse))
  costs <- c(of$bits[5:11], of$radix[5:8], of$table[6:8], of$sparse[5:9])
  beside <- rbind(ranked = of$table[c("column", "few")] * c(1e-6, 1),
                  stored = of$sparse[c("column", "stored")] * c(1e-6, 1))
  cat("\n", target, "\n", sep = "")
  print(signif(costs, 3))
  cat("\na column, a row of it:\n")
  print(signif(beside, 3))
  cat("an entry that is stored:", signif(of$sparse[["entry"]], 3),
      " a row that is sorted:", signif(of$bits[["sorted"]], 3), "\nwithin 15 %:",
      paste(names(of), sprintf("%.0f %%", 100 * vapply(of, `[[`, 0, "within"))), "\n")
}

writeLines(machine_lines(character(0)))
asked <- setdiff(options, "--quick")
for (target in if (length(asked) > 0) asked else setdiff(manycore:::isa_runnable(), "knc")) {
  on_target(target, measure(target))
}
