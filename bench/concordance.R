# concordance_all() against survival::concordance() and survival::concordancefit(), column by
# column.
#
#   Rscript bench/concordance.R [--quick] [--out FILE]
#
# survival does a sample of the columns; its seconds are those of a column. The sample's answers are
# compared before anything is timed. concordancefit() is the function that concordance() calls: it
# takes no formula, and so has less to do. --quick takes smaller data and fewer rounds.

here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "common.R"))

library(manycore)
need("survival")
set.seed(20261124)

rounds <- if (quick) 3 else 7
sampled <- 40

# Times from a hazard that depends on the first column; half of the rows are censored.
outcome_of <- function(x) {
  death <- stats::rexp(nrow(x), exp(0.3 * x[, 1]))
  censored <- stats::rexp(nrow(x), exp(0.3 * mean(x[, 1])))
  list(time = pmin(death, censored), status = as.integer(death <= censored))
}

check <- function(x, s, w, ours, some) {
  y <- survival::Surv(s$time, s$status)
  for (j in some) {
    theirs <- survival::concordancefit(y, x[, j], weights = w)
    stopifnot(abs(ours$concordance[j] - theirs$concordance) < 1e-12,
              abs(ours$std.error[j] - sqrt(theirs$var)) < 1e-12,
              abs(as.numeric(as.data.frame(ours)[j, 9:13]) - theirs$count) <= 1e-12 * nrow(x)^2)
  }
}

measure <- function(x, s, what, floor, w = rep(1, nrow(x))) {
  ours <- function(threads) {
    function() {
      concordance_all(x, s$time, s$status, weights = w, threads = threads, progress = FALSE)
    }
  }
  y <- survival::Surv(s$time, s$status)
  some <- sample(ncol(x), min(size(sampled, 10), ncol(x)))
  check(x, s, w, ours(2)(), some)
  t <- time_in_turns(list(
    ours = ours(2), one = ours(1),
    concordance = function() {
      for (j in some) survival::concordance(y ~ x[, j], weights = w)
    },
    fit = function() {
      for (j in some) survival::concordancefit(y, x[, j], weights = w)
    }
  ), rounds)
  each <- t[["ours"]] / ncol(x)
  compare(paste0(what, ", 2 threads, a column"), "survival::concordance()", each,
          t[["concordance"]] / length(some), floor_of(floor))
  compare(paste0(what, ", 2 threads, a column"), "survival::concordancefit()", each,
          t[["fit"]] / length(some), NA)
  compare(paste0(what, ", 1 thread, a column"), "survival::concordance()",
          t[["one"]] / ncol(x), t[["concordance"]] / length(some), NA)
}

genes <- size(20000, 2000)
x <- matrix(rnorm(500 * genes), 500)
s <- outcome_of(x)
label <- paste(count(genes), "genes, 500 patients")
measure(x, s, paste0(label, ", no ties"), 500)

counts <- matrix(rpois(500 * genes, 3), 500)
measure(counts, s, paste0(label, ", counts with ties"), 500)

days <- lapply(s, identity)
days$time <- ceiling(s$time * 100)
measure(x, days, paste0(label, ", tied times"), 500)

part <- x[, seq_len(size(2000, 200))]
measure(part, s, paste(count(ncol(part)), "genes, 500 patients, weights"), NA,
        w = runif(500))

long <- matrix(rnorm(20000 * size(200, 20)), 20000)
measure(long, outcome_of(long), paste(ncol(long), "columns, 20,000 rows"), NA)

# ---- how often the test rejects where nothing is to be found ----

null <- function(n, deaths) {
  s <- list(time = rexp(n), status = as.integer(rank(runif(n)) <= deaths))
  p <- concordance_all(matrix(rnorm(n * size(20000, 2000)), n), s$time, s$status,
                       progress = FALSE)$p.value
  data.frame(rows = n, deaths = deaths, "p < 0.05" = sprintf("%.4f", mean(p < 0.05, na.rm = TRUE)),
             "p < 0.001" = sprintf("%.4f", mean(p < 0.001, na.rm = TRUE)), check.names = FALSE)
}
rejected <- do.call(rbind, Map(null, c(50, 100, 100, 200, 200, 500, 500),
                               c(10, 20, 80, 40, 160, 100, 400)))

write_report(c(
  report_head("concordance_all()", "survival", rounds),
  "",
  "Of survival the time is that of a column, the mean of a sample of columns. Half of the rows are",
  "censored. A ratio says how many times as fast we are; where it should be at least the floor,",
  "`met` says whether it is.", "", markdown(report_table()), "",
  paste("The share of", count(size(20000, 2000)), "random columns whose p-value is below a level:"),
  "", markdown(rejected)
))
