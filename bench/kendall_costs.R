# The costs by which algorithm = "auto" chooses (MC_KENDALL_COSTS in
# src/simd/*/tuning.h, mc_kendall_costs in src/kernels/kendall/types.h), in picoseconds: of
# the bitset algorithm to make a comparison of a column and to count one of a pair; of the
# radix algorithm for a pair, for a row of it (row + level * log2 n), and what ties cost it
# more; of tables (algorithm "table") to count a word of a row of bits against those of eight
# columns, and for a cell; of sparse columns (algorithm "sparse") for a pair, a row that is off
# both bases, and to compare it with 32 others. Beside them what the planner takes for granted on
# every target: the factors by which masks make the bitset algorithm slower.
#
#   Rscript bench/kendall_costs.R

here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "common.R"))
library(manycore)
set.seed(1)

make <- function(n, m, case) {
  x <- if (case %in% c("ties", "both")) {
    matrix(rpois(n * m, 2), n)
  } else {
    matrix(rnorm(n * m), n)
  }
  if (case %in% c("NA", "both")) x[sample(length(x), length(x) / 10)] <- NA
  x
}

# Seconds for each column and for each pair of `pairs(m)`, from three numbers of
# columns (a call costs something, too).
split_costs <- function(n, case, algorithm, pairs, columns = c(4, 32, 96)) {
  use <- if (case %in% c("NA", "both")) "pairwise" else "everything"
  contenders <- lapply(columns, function(m) {
    x <- make(n, m, case)
    function() cor_kendall(x, use = use, algorithm = algorithm, threads = 1, progress = FALSE)
  })
  seconds <- time_in_turns(stats::setNames(contenders, columns))
  solve(cbind(1, columns, pairs(columns)), seconds)[-1]
}
# Pairs that the register tiles of m columns, a multiple of 4, cover.
tiled <- function(m) m / 4 * (m / 4 + 1) / 2 * 16
distinct <- function(m) m * (m + 1) / 2
bitset <- function(n, case) {
  split_costs(n, case, "bitset", tiled) / (n * (n - 1) / 2) * 1e12
}
radix <- function(n, case) {
  split_costs(n, case, "radix", distinct)[[2]] * 1e12
}

# Tables of d values, a column against eight: a word of d - 1 rows against as many, and d^2 cells.
tables <- function() {
  d <- 9
  of_eight <- function(n, m = 400) {
    x <- matrix(as.numeric(sample.int(d, n * m, replace = TRUE)), n)
    t <- time_in_turns(list(
      all = function() cor_kendall(x, algorithm = "table", threads = 1, progress = FALSE),
      one = function() cor_kendall(x, x[, 1], algorithm = "table", threads = 1, progress = FALSE)))
    (t[["all"]] - t[["one"]]) / (m / 8 * (m / 8 + 1) / 2 * 8) * 1e12
  }
  short <- of_eight(64)
  step <- (of_eight(6400) - short) / (99 * (d - 1)^2)
  c(step, (short - step * (d - 1)^2) / d^2)
}

# Sparse columns: of one row in a thousand; of one in twenty, of one value, and of many.
sparse <- function() {
  n <- 10000
  m <- 512
  of_pair <- function(share, value) {
    x <- matrix(0, n, m)
    for (j in seq_len(m)) x[sample.int(n, share * n), j] <- value(share * n)
    tau <- function(...) cor_kendall(x, ..., algorithm = "sparse", threads = 1, progress = FALSE)
    t <- time_in_turns(list(all = function() tau(), one = function() tau(x[, 1])))
    (t[["all"]] - t[["one"]]) / (m * (m + 1) / 2 - m) * 1e12
  }
  same <- function(k) rep(1, k)
  few <- of_pair(0.001, same)
  same_k <- of_pair(0.05, same)
  append <- (same_k - few) / (25 + (500 - 10) / 256)
  c(few, append, (of_pair(0.05, stats::runif) - same_k) / 25)
}

measure <- function(target) {
  bits <- bitset(2000, "plain")
  pair <- radix(16, "plain")
  row <- function(n, case) (radix(n, case) - pair) / n
  few <- row(350, "plain")
  level <- (row(8000, "plain") - few) / log2(8000 / 350)
  tied <- row(4000, "ties") - row(4000, "plain")
  both <- row(4000, "both") - row(4000, "plain")
  factor <- function(case) bitset(2000, case) / bits
  table <- tables()
  of_sparse <- sparse()
  data.frame(target, make = bits[[1]], tile = bits[[2]], pair,
             row = few - level * log2(350),
             level, tied, step = table[[1]], cell = table[[2]],
             lists = of_sparse[[1]], append = of_sparse[[2]], compare = of_sparse[[3]],
             tied_and_NA = both,
             masked_make = factor("ties")[[1]],
             masked_tile = factor("ties")[[2]], NA_tile = factor("NA")[[2]],
             both_tile = factor("both")[[2]])
}

writeLines(c(machine_lines(character(0)), ""))
costs <- do.call(rbind, lapply(setdiff(manycore:::isa_runnable(), "knc"),
                               function(target) on_target(target, measure(target))))
costs[-1] <- signif(costs[-1], 3)
print(costs, row.names = FALSE)
