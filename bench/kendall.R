# cor_kendall() against stats::cor, pcaPP::cor.fk, itself and the roofline.
#
#   Rscript bench/kendall.R [--quick] [--out FILE]
#
# Every ratio comes from one run in which the contenders take turns (medians).
# All contenders' answers are compared before anything is timed. --quick takes
# smaller data and fewer rounds. bench/kendall_grid.R compares the algorithms with
# each other.

here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "common.R"))

library(manycore)
need("pcaPP")
set.seed(20240607)

rounds <- if (quick) 3 else 7

# ---- the answers ----

agree <- function() {
  x <- matrix(rnorm(50 * 12), 50)
  ties <- matrix(rpois(50 * 12, 2), 50)
  for (data in list(x, ties)) {
    reference <- cor(data, method = "kendall")
    stopifnot(max(abs(pcaPP::cor.fk(data) - reference)) < 1e-12)
    for (target in manycore:::isa_runnable()) {
      for (algorithm in c("naive", "gse", "vse", "radix", "bitset", "auto")) {
        ours <- on_target(target, cor_kendall(data, algorithm = algorithm))
        stopifnot(identical(ours, reference))
      }
    }
  }
}
agree()

# ---- what is measured ----

pairs <- function(m) m * (m - 1) / 2

m <- size(2000, 400)
n <- 353
x <- matrix(rnorm(n * m), n)
y <- matrix(rnorm(n * m), n)
counts <- matrix(rpois(n * m, 2), n)
missing <- x
missing[sample(length(x), length(x) / 10)] <- NA
few <- x[, 1:40]
fewer <- x[, 1:6] # against as many of y: cor(x) would do the diagonal, too

ours <- function(...) function() cor_kendall(..., progress = FALSE)

t <- time_in_turns(list(
  one = ours(x, threads = 1),
  two = ours(x, threads = 2),
  ties = ours(counts, threads = 1),
  na = ours(missing, use = "pairwise", threads = 1),
  xy = ours(x, y, threads = 1),
  fk = function() pcaPP::cor.fk(few),
  cor = function() cor(fewer, y[, 1:6], method = "kendall")
), rounds)
per_pair <- t[["one"]] / pairs(m)
work <- sprintf("m = %d, n = %d, no ties, 1 thread", m, n)
compare(work, "pcaPP::cor.fk, per pair", per_pair, t[["fk"]] / pairs(40), 220)
compare(work, "stats::cor, per pair", per_pair, t[["cor"]] / 36, 9000)
compare("the same, 2 threads", "1 thread", t[["two"]], t[["one"]], 1.85)
compare("counts (Poisson, mean 2), 1 thread", "no ties, at most 2.5x",
        t[["ties"]], t[["one"]], 1 / 2.5)
compare("10 % NA, pairwise, 1 thread", "no NA, at most 4.5x",
        t[["na"]], t[["one"]], 1 / 4.5)
compare("x against y, per pair", "all pairs of x, at most 1.15x",
        t[["xy"]] / m^2, per_pair, 1 / 1.15)

loop <- roofline(here, "roofline")
if (!is.null(loop) && !is.null(loop())) {
  r <- time_in_turns(list(one = ours(x, threads = 1), roof = loop), rounds)
  vectors <- ceiling(n * (n - 1) / 2 / 512)
  compare(work, "roofline (xor, popcount, add in L1), per pair",
          r[["one"]] / pairs(m), r[["roof"]] / (1e5 * 256) * vectors, 0.75)
}

compare_long <- function(n, m, floor) {
  x <- matrix(rnorm(n * m), n)
  few <- x[, 1:min(m, 8)]
  t <- time_in_turns(list(ours = ours(x, threads = 1),
                          fk = function() pcaPP::cor.fk(few)), rounds)
  compare(sprintf("n = %d, m = %d, 1 thread", n, m), "pcaPP::cor.fk, per pair",
          t[["ours"]] / pairs(m), t[["fk"]] / pairs(ncol(few)), floor)
}
compare_long(17941, size(40, 16), 35)
compare_long(2000, size(200, 80), 55)
compare_long(5000, size(200, 40), 28)

for (m_few in c(2, 4, 10)) compare_long(4000, m_few, NA)
if (!quick) compare_long(1e6, 8, NA)

u <- rnorm(200000)
v <- u + rnorm(200000)
t <- time_in_turns(list(one = ours(u, v, threads = 1), two = ours(u, v, threads = 2),
                        fk = function() pcaPP::cor.fk(u, v)), rounds)
compare("n = 200,000, one pair, 1 thread", "pcaPP::cor.fk", t[["one"]], t[["fk"]], 6)
compare("n = 200,000, one pair, 2 threads", "pcaPP::cor.fk", t[["two"]], t[["fk"]], 10)

for (target in setdiff(manycore:::isa_runnable(), "knc")) {
  slice <- x[, seq_len(min(m, 500))]
  t <- on_target(target, time_in_turns(list(
    ours = ours(slice, threads = 1), fk = function() pcaPP::cor.fk(few)), rounds))
  floor <- switch(target, portable = 12, avx2 = 50, NA)
  compare(sprintf("target %s, m = %d, n = %d, 1 thread", target, ncol(slice), n),
          "pcaPP::cor.fk, per pair", t[["ours"]] / pairs(ncol(slice)),
          t[["fk"]] / pairs(40), floor)
}

long <- matrix(rnorm(17941 * 4), 17941)
t <- time_in_turns(list(vse = ours(long, algorithm = "vse", threads = 1),
                        gse = ours(long, algorithm = "gse", threads = 1)), rounds)
compare("algorithm vse, n = 17941, 1 thread", "algorithm gse", t[["vse"]], t[["gse"]], 2)

if (!quick) {
  # in a process of its own, for its peak memory
  large <- in_process("x <- matrix(rnorm(352 * 18000), 352);",
                      "t <- system.time(r <- cor_kendall(x, threads = 2))[['elapsed']];",
                      "cat(t, memory('VmHWM'), object.size(r))")
  compare("18,000 x 352, 2 threads", "296 s on the paper's Xeon Phi",
          large[1], 296, 20)
  add_row(
    work = "18,000 x 352, peak memory", ours = sprintf("%.2f GB", large[2] / 1e9),
    against = "the result, at most 1.25x",
    theirs = sprintf("%.2f GB", large[3] / 1e9),
    ratio = sprintf("%.2f", large[3] / large[2]), floor = sprintf("%.4g", 1 / 1.25),
    met = if (large[2] <= 1.25 * large[3]) "yes" else "NO")
}

write_report(c(report_head("cor_kendall()", "pcaPP", rounds, ", 2 of those of seconds"), "",
               how_to_read, "", markdown(report_table())))
