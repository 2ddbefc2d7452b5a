# Columns of few distinct values: algorithm "table" of cor_kendall() against the others, against
# pcaPP::cor.fk(), and what "auto" makes of columns of few and of many values.
#
#   Rscript bench/kendall_ordinal.R [--quick] [--out FILE]
#
# All contenders' answers are compared before anything is timed: those of manycore to the bit,
# those of others up to rounding. What would take minutes is measured on some of the columns, and
# its time for a pair taken; the table says so. --quick takes fewer columns.

here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "common.R"))

need("pcaPP")
library(manycore)
set.seed(20261122)

rounds <- if (quick) 1 else 3
pairs_of <- function(m) m * (m - 1) / 2
tau <- function(x, algorithm, threads = 1, ...) {
  cor_kendall(x, algorithm = algorithm, threads = threads, progress = FALSE, ...)
}
scale <- function(n, m, d) matrix(as.numeric(sample.int(d, n * m, replace = TRUE)), n)

# Seconds for a pair of columns, everything included, by `f` on so many columns of x.
per_pair <- function(x, columns, f) {
  some <- x[, seq_len(columns), drop = FALSE]
  time_in_turns(list(f = function() f(some)), rounds) / pairs_of(columns)
}

chosen <- function(x, use = "everything") {
  .Call(manycore:::C_cor_kendall, x, NULL, manycore:::match_use(use), 0L, 0L, 1L,
        manycore:::scratch_bytes(), NULL)$algorithm
}

# ---- against other algorithms, and pcaPP ----

against <- function(d, n, m, some, rivals, floor) {
  x <- scale(n, m, d)
  work <- sprintf("%d values, n = %s, m = %s", d, count(n), count(m))
  part <- x[, seq_len(min(some, 12))]
  for (rival in c(rivals, "gse")) {
    stopifnot(identical(tau(part, "table"), tau(part, rival)))
  }
  stopifnot(identical(tau(x, "table", 2), tau(x, "table", 1)), identical(chosen(x), "table"))
  ours <- per_pair(x, m, function(x) tau(x, "table"))
  theirs <- vapply(rivals, function(rival) per_pair(x, some, function(x) tau(x, rival)), 0)
  best <- rivals[[which.min(theirs)]]
  columns <- if (some < m) sprintf(" (a pair, of %d columns)", some) else ""
  compare(work, paste0(best, columns), ours, min(theirs), floor)
  auto <- per_pair(x, m, function(x) tau(x, "auto"))
  compare(work, "auto, of what table takes", auto, ours, NA)
  invisible(ours)
}

m <- size(1000, 200)
of_3 <- against(3, 10000, m, size(60, 16), "radix", if (quick) NA else 80)
of_5 <- against(5, 10000, m, size(60, 16), "radix", if (quick) NA else 25)
against(9, 10000, size(500, 200), size(60, 16), "radix", if (quick) NA else 6)
against(5, 353, size(2000, 400), size(2000, 400), c("bitset", "radix"), 1.5)
against(2, 10000, m, size(60, 16), "radix", NA)
against(33, 10000, size(300, 60), size(60, 16), "radix", NA)

for (d in c(3, 5)) {
  x <- scale(10000, size(12, 5), d)
  stopifnot(max(abs(pcaPP::cor.fk(x) - tau(x, "table"))) < 1e-12)
  fk <- per_pair(x, ncol(x), pcaPP::cor.fk)
  compare(sprintf("%d values, n = 10,000, m = %s", d, count(m)),
          sprintf("pcaPP::cor.fk (a pair, of %d columns)", ncol(x)), if (d == 3) of_3 else of_5, fk,
          if (quick) NA else if (d == 3) 5000 else 1500)
}

# ---- threads ----

x <- scale(10000, size(2000, 300), 5)
stopifnot(identical(tau(x, "table", 2), tau(x, "table", 1)))
t <- time_in_turns(list(two = function() tau(x, "table", 2), one = function() tau(x, "table", 1)),
                   rounds)
compare(sprintf("5 values, n = 10,000, m = %d, 2 threads", ncol(x)), "1 thread", t[["two"]],
        t[["one"]], if (quick) NA else 1.8)

# ---- missing values; two long vectors; columns of few and of many values ----

holes <- scale(10000, size(500, 100), 5)
holes[sample(length(holes), length(holes) / 20)] <- NA
part <- holes[, 1:12]
stopifnot(identical(tau(part, "table", use = "pairwise"), tau(part, "gse", use = "pairwise")))
compare("5 values, 5 % missing pairwise, n = 10,000", "radix (a pair, of 16 columns)",
        per_pair(holes, ncol(holes), function(x) tau(x, "table", use = "pairwise")),
        per_pair(holes, 16, function(x) tau(x, "radix", use = "pairwise")), NA)

long <- scale(size(1e6, 1e5), 2, 5)
u <- long[, 1]
v <- long[, 2]
two <- function(algorithm) cor_kendall(u, v, algorithm = algorithm, threads = 1, progress = FALSE)
stopifnot(identical(two("table"), two("gse")))
t <- time_in_turns(list(auto = function() two("auto"), radix = function() two("radix")), rounds)
compare(sprintf("two vectors of 5 values, n = %s", count(length(u))), "radix",
        t[["auto"]], t[["radix"]], NA)

half <- size(150, 40)
mixed <- cbind(scale(10000, half, 5), matrix(rnorm(10000 * half), 10000))
mixed <- mixed[, sample.int(2 * half)]
few <- apply(mixed, 2, function(v) length(unique(v)) < 10)
stopifnot(identical(tau(mixed[, 1:12], "auto"), tau(mixed[, 1:12], "gse")))
parts <- function() {
  tau(mixed[, few], "table")
  tau(mixed[, !few], "radix")
  cor_kendall(mixed[, few], mixed[, !few], algorithm = "radix", threads = 1, progress = FALSE)
}
t <- time_in_turns(list(auto = function() tau(mixed, "auto"), parts = parts), rounds)
compare(sprintf("%d columns of 5 values, %d of 10,000, shuffled", half, half),
        "three calls, one a kind of pair", t[["auto"]], t[["parts"]], NA)

# ---- which algorithm for how many values ----

grid <- expand.grid(values = size(c(2, 3, 5, 9, 17, 33, 64), c(3, 17)),
                    n = size(c(20, 100, 353, 1000, 3000, 10000, 50000), c(100, 1000)),
                    missing = c(FALSE, TRUE))
cells <- lapply(seq_len(nrow(grid)), function(k) {
  n <- grid$n[k]
  m <- min(150, max(12, round(sqrt(size(4e7, 4e6) / n))))
  x <- scale(n, m, grid$values[k])
  if (grid$missing[k]) x[sample(length(x), length(x) / 20)] <- NA
  use <- if (grid$missing[k]) "pairwise" else "everything"
  names <- c("auto", "table", "radix", if (n <= 5000) "bitset")
  contenders <- lapply(stats::setNames(nm = names), function(a) function() tau(x, a, use = use))
  answers <- lapply(contenders, function(f) f())
  stopifnot(all(vapply(answers, identical, NA, answers[[1]])))
  t <- time_in_turns(contenders, rounds, 0.02)
  best <- names(which.min(t[-1]))
  data.frame(values = grid$values[k], n = n, missing = grid$missing[k], columns = m, best = best,
             auto = chosen(x, use), table = format_seconds(t[["table"]] / pairs_of(m)),
             "best / auto" = round(min(t[-1]) / t[["auto"]], 2), check.names = FALSE)
})
cells <- do.call(rbind, cells)
within <- mean(cells[["best / auto"]] >= 1 / 1.15)

lines <- c("# Columns of few distinct values", "", machine_lines("pcaPP"), "",
           "One thread unless it says; for a pair of columns where it is of some columns.", "",
           markdown(report_table()), "",
           sprintf("auto is within 15 %% of the best algorithm in %.0f %% of %d cells:",
                   100 * within, nrow(cells)), "", markdown(cells))
writeLines(lines)
if (!is.null(out)) writeLines(lines, out)
