# The costs by which kernel = "auto" chooses (MC_KENDALL_COSTS in isa/*/vec.h):
# picoseconds of the bitset kernel to make a comparison and to count one of a
# pair, from jobs of few and of many columns, and of the radix kernel for a
# pair's n log2 n, each with and without ties.
#
#   Rscript bench/kendall_costs.R

here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "common.R"))
library(manycore)
set.seed(1)

# Pairs that the register tiles of m columns, a multiple of 4, cover.
tiled_pairs <- function(m) m / 4 * (m / 4 + 1) / 2 * 16

measure <- function(path, ties) {
  data <- function(n, m) {
    if (ties) matrix(rpois(n * m, 2), n) else matrix(rnorm(n * m), n)
  }
  seconds <- function(x, kernel) {
    time_in_turns(list(function() cor_kendall(x, kernel = kernel, threads = 1)))
  }
  n <- 2000
  columns <- c(8, 64)
  bits <- vapply(columns, function(m) seconds(data(n, m), "bitset"), 0)
  work <- cbind(columns, tiled_pairs(columns)) * n * (n - 1) / 2
  bitset <- solve(work, bits) * 1e12
  lengths <- c(500, 2000, 10000, 40000)
  radix <- vapply(lengths, function(n) {
    seconds(data(n, 8), "radix") / 28 / (n * log2(n)) * 1e12
  }, 0)
  data.frame(path, ties, make = round(bitset[[1]], 2), tile = round(bitset[[2]], 2),
             t(stats::setNames(round(radix), paste0("radix_", lengths))))
}

writeLines(c(machine_lines(character(0)), ""))
for (path in setdiff(manycore:::isa_runnable(), "knc")) {
  for (ties in c(FALSE, TRUE)) print(on_path(path, measure(path, ties)))
}
