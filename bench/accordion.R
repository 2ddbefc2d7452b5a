# fold_accordion() against the paper's loops, the paper's other versions, itself, and plain R.
#
#   Rscript bench/accordion.R [--quick] [--out FILE]
#
# Every ratio comes from one run in which the contenders take turns (medians). Every answer is
# compared with the definition in plain R before it is timed. An update is one term of the
# recurrence, n^3 / 6 of n residues; "auto" takes O(n^2) time and has fewer.
#
# No package that we know of has this problem: the rival is the loop in R.

here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "common.R"))

library(manycore)
set.seed(20240607)
rounds <- if (quick) 3 else 5
least <- if (quick) 0.01 else 0.1
threads <- 2
large <- if (quick) 1024 else 4096

updates <- function(n) n^3 / 6
algorithms <- c("loop", "recursive", "optimized", "zmorton")

chain <- function(n) stats::runif(n) < 0.45
ours <- function(h, algorithm = "auto", with = threads) {
  force(h)
  function() fold_accordion(h, algorithm = algorithm, threads = with, progress = FALSE)
}

# ---- what is right ----

in_plain_r <- function(h) {
  n <- length(h)
  score <- matrix(0, n + 1, n)
  for (j in (n - 1):1) {
    s <- seq_len(min(j, n - j) - 1)
    f <- c(0, cumsum(h[j - s] & h[j + 1 + s]))
    k <- (j + 1):n
    for (i in 1:j) score[i, j] <- max(f[pmin(j - i + 1, k - j, length(f))] + score[j + 1, k])
  }
  as.integer(max(score[1, ]))
}
for (n in c(50, 128, 200)) {
  h <- chain(n)
  right <- fold_accordion(h)
  stopifnot(right$score == in_plain_r(h), nrow(right$contacts) == right$score)
  for (algorithm in algorithms) {
    stopifnot(identical(fold_accordion(h, algorithm = algorithm, threads = 2), right))
  }
}

# ---- the large problem: loops, threads ----

n <- large
h <- chain(n)
runs <- c("auto", algorithms)
t <- in_turns(c(stats::setNames(lapply(runs, function(a) ours(h, a)), runs),
                stats::setNames(lapply(runs, function(a) ours(h, a, 1)), paste(runs, "of one"))))
work <- function(algorithm, n) paste0(algorithm, ", n = ", count(n), ", ", plural(threads))
for (algorithm in runs[-2]) {
  compare(work(algorithm, n), "\"loop\" (LOOPDP)", t[[algorithm]], t[["loop"]],
          floor_of(if (algorithm == "auto") 4 else NA))
}
for (algorithm in runs) {
  compare(work(algorithm, n), "1 thread", t[[algorithm]], t[[paste(algorithm, "of one")]],
          floor_of(1.85))
}

# ---- sizes: dips at powers of two; long chains ----

sizes <- if (quick) c(100, 256, 300) else c(128, 256, 512, 1000, 2047, 2048, 2049, 4095, 4096, 4097)
size_table <- do.call(rbind, lapply(sizes, function(n) {
  h <- chain(n)
  t <- in_turns(stats::setNames(lapply(runs, function(a) ours(h, a)), runs), 3)
  message("n = ", n, " done")
  cells <- c(list(auto = format_seconds(t[["auto"]])), lapply(algorithms, function(a) {
    paste0(format_seconds(t[[a]]), ", ", format_seconds(t[[a]] / updates(n)))
  }))
  as.data.frame(c(list(n = count(n)), stats::setNames(cells, runs)))
}))
if (!quick) {
  for (around in c(2048, 4096)) {
    for (algorithm in runs[-(2:3)]) {
      by <- around + -1:1
      t <- in_turns(lapply(by, function(n) ours(chain(n), algorithm))) /
        (if (algorithm == "auto") by^2 else updates(by))
      compare(paste0(algorithm, ", n = ", count(around), ", an update"),
              "the neighbours' (1 apart)", t[2], min(t[-2]), 1 / 1.1)
    }
  }
}
for (n in if (quick) 3000 else c(16384, 35213)) { # titin has 35,213 residues
  h <- chain(n)
  t <- in_turns(list(ours = ours(h), one = ours(h, with = 1)))
  compare(work("auto", n), "1 thread", t[["ours"]], t[["one"]], NA)
}

# ---- the loop in R; targets ----

n <- if (quick) 150 else 500
h <- chain(n)
t <- in_turns(list(ours = ours(h), r = function() in_plain_r(h)), 2)
compare(paste0("auto, n = ", n), "a loop in R, with a vector for k", t[["ours"]], t[["r"]], NA)

n <- if (quick) 512 else 2048
h <- chain(n)
best <- manycore_info()$isa
targets <- setdiff(manycore_info()$isa_runnable, c("knc", best))
for (algorithm in c("auto", "zmorton", "loop")) {
  on <- function(isa) {
    force(isa)
    run <- ours(h, algorithm)
    function() on_target(isa, run())
  }
  t <- in_turns(stats::setNames(lapply(c(best, targets), on), c(best, targets)))
  for (target in targets) {
    compare(paste0(algorithm, ", n = ", count(n), ", target ", best), paste("target", target),
            t[[best]], t[[target]], NA)
  }
}

# ---- the report ----

lines <- c("# Accordion folding: fold_accordion()", "",
           paste0("- ", machine_lines(character())),
           paste0("- Instruction set: ", best, "; medians of ", rounds, " rounds in which the ",
                  "contenders take turns"),
           if (quick) "  (--quick)",
           "- A time is that of a whole call with traceback. A ratio says how many times as fast",
           "  we are. \"auto\" is the algorithm in O(n^2), the others the paper's in O(n^3).",
           "", markdown(report_table()),
           "", "## By number of residues", "",
           paste0(plural(threads), "; the time of a call, and of an update of those in O(n^3)."),
           "", markdown(size_table))
writeLines(lines)
if (!is.null(out)) writeLines(lines, out)
