# Measures the costs by which algorithm = "auto" chooses. For each target the script prints the
# lines of the target's table, src/simd/<target>/costs.def, in picoseconds. The header
# src/kernels/kendall/costs.h explains the costs. For code that is the same on all targets the
# script prints the lines of src/kendall/costs.def, as measured on this target.
#
#   Rscript bench/kendall_costs.R [--quick] [target ...]
#
# Calls of one algorithm on many kinds of columns are timed: different numbers of rows and values,
# shares of one value, NA, 16 and 96 columns. The terms of src/kendall/cost.c are fitted to the
# times by least squares of relative errors, without negative terms; outliers count less. Also
# printed: the share of calls that the fit meets within 15 %. Some terms can hardly be told apart,
# so the costs of two runs differ more than the times that they predict. --quick takes fewer rows,
# and is no measurement.
#
# The target amx counts many columns by signs (src/kendall/signs.h), whose costs signs_tile
# bench/kendall_scans.sh measures. Its other kernels are those of avx512icl, and are timed there.

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
  lacking <- if (d$missing) replace(x, sample(size, 0.4 * size), NA)
  if (d$missing) x[sample(size, size / 20)] <- NA
  distinct <- apply(x, 2, function(v) length(unique(v[!is.na(v)])))
  list(x = x, lacking = lacking,
       about = cbind(d, off = off, distinct = mean(distinct), most = max(distinct)))
}

# The median seconds of a call; a long call is made once.
call_seconds <- function(f) {
  once <- seconds_of(f)
  if (once > 0.08) return(once)
  stats::median(replicate(5, seconds_of(f, max(1, ceiling(0.004 / max(once, 2e-5))))))
}

# Rows up to which bits are timed. With missing values these rows are few, and 40 % of the cells
# are missing: else ties would follow from the missing rows (src/kendall/common_ties.h), and the
# cost of three planes would be that of two.
bits_up_to <- function(slow, missing) {
  if (missing) {
    if (slow) 100 else 353
  } else {
    if (slow) 1000 else 3000
  }
}

time_all <- function(slow) {
  do.call(rbind, lapply(seq_len(nrow(design)), function(k) {
    made <- columns_of(design[k, ])
    about <- made$about
    takes <- c(table = about$most <= 64, radix = about$n > 100,
               bitset = about$n <= bits_up_to(slow, about$missing),
               sparse = !about$missing && about$share > 0)
    use <- if (about$missing) "pairwise" else "everything"
    seconds <- vapply(names(takes), function(algorithm) {
      if (!takes[[algorithm]]) return(NA_real_)
      x <- if (algorithm == "bitset" && about$missing) made$lacking else made$x
      call_seconds(function() {
        cor_kendall(x, use = use, algorithm = algorithm, threads = 1, progress = FALSE)
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
  f <- if (target == "amx") {
    on_target("avx512icl", time_all(FALSE))
  } else {
    time_all(target == "portable")
  }
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
  columns <- with(f, cbind(call = 1, rank_column = m, rank_few = m * n * few,
                           rank_many = m * n * !few))
  by_planes <- function(x) sapply(1:3, function(k) x * (f$planes == k))
  bits <- with(f, cbind(columns, cells, by_planes(m * comparisons), by_planes(cells * comparisons)))
  colnames(bits)[5:11] <- c("bitset_pair", sprintf("bitset_make[%d]", 0:2),
                            sprintf("bitset_tile[%d]", 0:2))
  radix <- with(f, cbind(columns, radix_pair = pairs, radix_row = pairs * n,
                         radix_level = pairs * n * log2(pmin(distinct, n) + 1),
                         radix_tied = pairs * n * tied))
  rows <- f$most - 1 + f$missing
  table <- with(f, cbind(columns, made = m * rows * n,
                         table_word = groups * rows^2 * ceiling(n / 64),
                         table_cell = groups * most^2, table_pair = pairs))
  sparse <- with(f, cbind(call = 1, pack_column = m, pack_row = m * n, pack_entry = m * off,
                          sparse_pair = pairs, sparse_common = pairs * common,
                          sparse_off = pairs * off,
                          sparse_compare = pairs * !listed * common * (common / 32 + 1) / 2,
                          sparse_many = pairs * listed * common * log2(common + 1)))
  # where radix may be best: columns of more values than tables take
  of <- list(bits = fit_costs(bits, f$bitset),
             radix = fit_costs(radix, ifelse(f$distinct > 17 & f$share < 0.99, f$radix, NA)),
             table = fit_costs(table, f$table), sparse = fit_costs(sparse, f$sparse))
  common <- c(of$table[c("rank_column", "rank_few")], of$bits["rank_many"],
              of$sparse[c("pack_column", "pack_row", "pack_entry")], once_measured())
  cat("\n", target, "\n", sep = "")
  print_table(file.path("simd", target, "costs.def"),
              c(of$bits[5:11], of$radix[5:8], of$table[6:8], of$sparse[5:9]))
  print_table("kendall/costs.def", common)
  cat("\nwithin 15 %:",
      paste(names(of), sprintf("%.0f %%", 100 * vapply(of, `[[`, 0, "within"))), "\n")
}

# Costs that are measured by one or two calls: a part of the pairs, "naive" and "gse".
once_measured <- function() {
  seconds <- function(x, algorithm) {
    call_seconds(function() {
      cor_kendall(x, use = "pairwise", algorithm = algorithm, threads = 1, progress = FALSE)
    })
  }
  # A column that lacks a row is not sparse. So two columns are three parts, or one.
  sparse <- cbind(rep(c(1, 2), c(28, 2)), rep(c(2, 1), c(2, 28)))
  ranked <- sparse
  ranked[15, ] <- NA
  both <- cbind(sparse[, 1], ranked[, 2])
  parts <- seconds(both, "sparse") - (seconds(sparse, "sparse") + seconds(ranked, "sparse")) / 2
  x <- matrix(rnorm(1000 * 24), 1000)
  long <- matrix(rnorm(24 * 3000), 3000)
  pairs <- 24 * 23 / 2
  c(call_part = max(0, parts / 2),
    naive_comparison = seconds(long, "naive") / pairs / (3000 * 2999 / 2),
    sorted_row = seconds(x, "gse") / pairs / (1000 * log2(1001))) * 1e12
}

# Prints costs as the lines of a table in src/, with the table's units.
print_table <- function(file, costs) {
  path <- file.path(here, "..", "src", file)
  line <- "^MC_COST\\(([^,]+), +([^)]+)\\) (.*)$"
  lines <- if (file.exists(path)) grep(line, readLines(path), value = TRUE)
  units <- stats::setNames(sub(line, "\\3", lines), sub(line, "\\1", lines))
  cat("\nsrc/", file, "\n", sep = "")
  cat(sprintf("MC_COST(%-17s %7s) %s\n", paste0(names(costs), ","),
              vapply(signif(costs, 3), format, "", scientific = FALSE),
              ifelse(names(costs) %in% names(units), units[names(costs)], "")), sep = "")
}

writeLines(machine_lines(character(0)))
asked <- setdiff(options, "--quick")
for (target in if (length(asked) > 0) asked else setdiff(manycore:::isa_runnable(), "knc")) {
  on_target(target, measure(target))
}
