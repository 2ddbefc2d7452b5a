# The permutation test of kendall_test() against a loop over cor_kendall() on permuted data.
#
#   Rscript bench/permutations.R [--quick] [--out FILE]
#
# Every ratio comes from one run in which the contenders take turns (medians). p-values are
# compared with those of the loop before anything is timed. --quick takes fewer
# permutations.

here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "common.R"))

library(manycore)
set.seed(20261122)
rounds <- 3
permutations <- if (quick) 200 else 1000

ours <- function(x, y, max_t, threads, permutations) {
  manycore:::permutation_p(x, y, "two.sided", permutations, max_t,
                           threads = as.integer(threads))
}

# The loop that users would write without it; p-values only.
loop <- function(x, y, tau, permutations) {
  first <- abs(tau(x, y))
  b <- 0 * first
  for (r in seq_len(permutations)) b <- b + (abs(tau(x, y[sample.int(nrow(y)), ])) >= first)
  (b + 1) / (permutations + 1)
}

by_cor_kendall <- function(threads) {
  function(x, y) cor_kendall(x, y, threads = threads, progress = FALSE)
}
by_cor <- function(x, y) stats::cor(x, y, method = "kendall")

# The calls alone, on data that are already permuted.
calls <- function(x, permuted, tau) {
  force(tau)
  function() for (y in permuted) tau(x, y)
}

matrix_of <- function(n, columns, ties) {
  values <- if (ties) sample.int(10, n * columns, TRUE) else stats::rnorm(n * columns)
  matrix(as.numeric(values), n)
}

for (ties in c(FALSE, TRUE)) {
  x <- matrix_of(30, 20, ties)
  y <- matrix_of(30, 10, ties)
  for (tau in list(by_cor_kendall(1), by_cor)) {
    set.seed(1)
    theirs <- loop(x, y, tau, 50)
    set.seed(1)
    stopifnot(identical(ours(x, y, TRUE, 2, 50)$p.value, theirs))
  }
}

measure <- function(n, mx, my, ties, threads, floor) {
  x <- matrix_of(n, mx, ties)
  y <- matrix_of(n, my, ties)
  # a tenth of them, which are timed ten times as long: copies of y take memory
  some <- permutations / 10
  permuted <- lapply(seq_len(some), function(r) y[sample.int(n), , drop = FALSE])
  t <- time_in_turns(list(p = function() ours(x, y, FALSE, threads, permutations),
                          max_t = function() ours(x, y, TRUE, threads, permutations),
                          calls = calls(x, permuted, by_cor_kendall(threads))), rounds)
  theirs <- t[["calls"]] * permutations / some
  work <- sprintf("%s permutations, %d x %d columns, n = %d%s, %s", count(permutations), mx, my, n,
                  if (ties) ", ties" else "", plural(threads))
  compare(work, "as many calls of cor_kendall()", t[["p"]], theirs, floor)
  compare(paste0(work, ", maxT"), "as many calls of cor_kendall()", t[["max_t"]], theirs, floor)
}

for (threads in 1:2) {
  measure(100, 200, 200, FALSE, threads, 1 / 1.1)
  measure(100, 200, 200, TRUE, threads, 1 / 1.1)
}
measure(100, 2000, 1, FALSE, 2, NA)
measure(1000, 50, 50, FALSE, 2, NA)
measure(20, 200, 200, FALSE, 2, NA)

# The way of users today.
x <- matrix_of(100, 10, FALSE)
y <- matrix_of(100, 10, FALSE)
few <- permutations / 10
t <- time_in_turns(list(ours = function() ours(x, y, FALSE, 2, few),
                        loop = function() loop(x, y, by_cor, few)), rounds)
compare(sprintf("%d permutations, 10 x 10 columns, n = 100, 2 threads", few),
        "a loop over stats::cor", t[["ours"]], t[["loop"]], NA)

table <- report_table()
lines <- c("# Permutation tests of tau", "", paste0("- ", machine_lines(character())),
           paste0("- Instruction set: ", manycore_info()$isa, "; medians of ", rounds,
                  " rounds in which the contenders take turns, 2 of those of seconds",
                  if (quick) "; --quick" else ""),
           "- calls of cor_kendall() are on data that are permuted already; a tenth is timed",
           "", markdown(table))
write_report(lines)
