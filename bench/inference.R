# kendall_test() against cor_kendall(), loops over stats::cor.test, psych::corr.test and
# Kendall::MannKendall.
#
#   Rscript bench/inference.R [--quick] [--out FILE]
#
# The contenders' answers are compared before anything is timed. The exception is
# psych::corr.test(): its p-values are those of t, another formula, and differ by up to 0.19.
# --quick takes smaller data and fewer rounds. bench/network.R and bench/permutations.R measure
# networks and permutations.

here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "common.R"))

library(manycore)
need(c("psych", "Kendall"))
set.seed(20261122)

rounds <- if (quick) 3 else 7
check_close <- function(a, b) stopifnot(isTRUE(all.equal(a, b, tolerance = 1e-10)))

# ---- the answers ----

p_by_loop <- function(x, pairs) {
  vapply(seq_len(nrow(pairs)), function(k) {
    suppressWarnings(cor.test(x[, pairs[k, 1]], x[, pairs[k, 2]], method = "kendall")$p.value)
  }, 0)
}

n <- 100
m <- size(300, 60)
continuous <- matrix(rnorm(n * m), n)
counts <- matrix(rpois(n * m, 2), n)
pairs <- t(combn(m, 2))
pairs <- pairs[sample(nrow(pairs), 400), ]
for (x in list(continuous, counts)) {
  check_close(kendall_test(x)$p.value[pairs], p_by_loop(x, pairs))
}

steps <- 40
series <- matrix(rnorm(steps * 200), steps)
series[, 101:200] <- round(series[, 101:200])
trends <- kendall_test(series, seq_len(steps), exact = FALSE)
# MannKendall() computes in single precision, and has p-values with a correction for continuity. So
# only tied series are compared, to 1e-4
mann <- lapply(seq_len(ncol(series)), function(j) Kendall::MannKendall(series[, j]))
stopifnot(max(abs(as.vector(trends$estimate) -
                    vapply(mann, function(one) as.numeric(one$tau), 0))) < 1e-6)
corrected <- kendall_test(series, seq_len(steps), exact = FALSE, continuity = TRUE)
stopifnot(max(abs(as.vector(corrected$p.value)[101:200] -
                    vapply(mann, function(one) as.numeric(one$sl), 0)[101:200])) < 1e-4)

# ---- a matrix of tests against the matrix of taus ----

wide <- matrix(rnorm(353 * size(2000, 400)), 353)
t <- time_in_turns(list(
  tau = function() cor_kendall(wide, threads = 2, progress = FALSE),
  plain = function() kendall_test(wide, conf.level = NULL, threads = 2, progress = FALSE),
  bounds = function() kendall_test(wide, threads = 2, progress = FALSE)
), rounds)
work <- paste0("kendall_test(), m = ", ncol(wide), ", n = 353, 2 threads")
compare(paste0(work, ", no intervals"), "cor_kendall(), at most 2.5x", t[["plain"]], t[["tau"]],
        1 / 2.5)
compare(paste0(work, ", with intervals"), "cor_kendall(), at most 3.5x", t[["bounds"]], t[["tau"]],
        1 / 3.5)

# ---- against loops ----

some <- utils::head(pairs, 100)
t <- time_in_turns(list(
  ours = function() kendall_test(continuous, conf.level = NULL, threads = 2, progress = FALSE),
  loop = function() p_by_loop(continuous, some),
  psych = function() {
    psych::corr.test(continuous[, 1:30], method = "kendall", adjust = "none", ci = FALSE)
  }
), rounds)
each <- t[["ours"]] / choose(m, 2)
work <- paste0("p-values of all pairs, m = ", m, ", n = ", n, ", 2 threads, per pair")
compare(work, "a loop over cor.test", each, t[["loop"]] / nrow(some), 1000)
compare(work, "psych::corr.test (p-values of t: not compared)", each,
        t[["psych"]] / choose(30, 2), NA)

# ---- a million series against time ----

many <- size(1e6, 1e5)
series <- matrix(rnorm(steps * many), steps)
time <- seq_len(steps)
t <- time_in_turns(list(
  ours = function() {
    kendall_test(series, time, conf.level = NULL, threads = 2, progress = FALSE)
  },
  test = function() for (j in 1:300) cor.test(series[, j], time, method = "kendall"),
  mann = function() for (j in 1:300) Kendall::MannKendall(series[, j])
), rounds)
each <- t[["ours"]] / many
work <- paste0(count(many), " series of ", steps, " steps, 2 threads, per series")
compare(work, "1 us", each, 1e-6, 1)
compare(work, "cor.test", each, t[["test"]] / 300, 1000)
compare(work, "Kendall::MannKendall", each, t[["mann"]] / 300, 50)

# in a process of its own, for its peak memory
if (file.exists("/proc/self/clear_refs")) {
  beside <- in_process(
    "x <- matrix(rnorm(", steps, "*", many, "),", steps, "); invisible(gc());",
    "writeLines('5', '/proc/self/clear_refs'); before <- memory('VmRSS');", # the peak begins anew
    "r <- kendall_test(x, seq_len(", steps, "), threads = 2, progress = FALSE);",
    "cat(memory('VmHWM') - before)"
  )
  add_row(work = paste(count(many), "series, peak memory beside them"),
          ours = sprintf("%.2f GB", beside / 1e9), against = "1 GB", theirs = "1.00 GB",
          ratio = sprintf("%.2f", 1e9 / beside), floor = "1",
          met = if (beside <= 1e9) "yes" else "NO")
}

write_report(c(report_head("kendall_test()", c("psych", "Kendall"), rounds,
                           ", 2 of those of seconds"), "",
               how_to_read, "", markdown(report_table())))
