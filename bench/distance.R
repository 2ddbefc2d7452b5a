# dist_euclidean() against stats::dist, parallelDist, fields, amap, Rfast, the
# BLAS formula, itself, the roofline, and memset() of a result.
#
#   Rscript bench/distance.R [--quick] [--out FILE]
#
# Every ratio comes from one run in which the contenders take turns (medians). Every rival's answer
# is compared with stats::dist before it is timed. A rival that is wrong or not available is left
# out and named. Ours has the bits of stats::dist (the default), unless a line says "fused"; the
# same for the rooflines. memset() writes a new vector of the result's size. --quick takes smaller
# data and fewer rounds.

here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "common.R"))

library(manycore)
set.seed(20240607)
rounds <- if (quick) 3 else 5
n <- if (quick) 1000 else 4096
threads <- 2

# ---- rivals ----

rivals <- list(
  "stats::dist" = function(x) stats::dist(x),
  "parallelDist::parDist" = function(x) parallelDist::parDist(x, threads = threads),
  "fields::rdist" = function(x) fields::rdist(x),
  "amap::Dist" = function(x) amap::Dist(x, nbproc = threads),
  "Rfast::Dist" = function(x) Rfast::Dist(x, vector = TRUE, parallel = TRUE),
  "tcrossprod" = function(x) {
    s <- rowSums(x^2)
    sqrt(pmax(outer(s, s, "+") - 2 * tcrossprod(x), 0))
  }
)
package_of <- function(name) if (grepl("::", name)) sub("::.*", "", name) else "base"

# Our answers must have the bits of stats::dist.
for (d in c(2, 16, 300)) {
  x <- matrix(round(rnorm(100 * d), 1), 100)
  stopifnot(identical(as.vector(dist_euclidean(x)), as.vector(stats::dist(x))))
}

left_out <- character()
right <- function(name) {
  x <- matrix(rnorm(60 * 7), 60)
  want <- as.matrix(stats::dist(x))
  got <- tryCatch(rivals[[name]](x), error = function(e) conditionMessage(e))
  if (inherits(got, "dist")) got <- as.matrix(got)
  if (is.vector(got)) want <- want[lower.tri(want)]
  good <- is.numeric(got) && length(got) == length(want) && max(abs(got - want)) < 1e-6
  if (!good) left_out <<- c(left_out, name)
  good
}
for (package in setdiff(unique(vapply(names(rivals), package_of, "")), c("base", "stats"))) {
  tryCatch(need(package), error = function(e) NULL)
}
rivals <- rivals[vapply(names(rivals), right, TRUE)]

# ---- what is measured ----

ours <- function(...) function() dist_euclidean(..., progress = FALSE)

loop <- roofline(here, "roofline_distance")
if (!is.null(loop) && is.null(loop(FALSE))) loop <- NULL # no AVX-512
write_new <- roofline(here, "memset")
if (!is.null(write_new) && is.null(write_new(1, threads))) write_new <- NULL # no OpenMP

# Floors: against the rivals; against the rooflines with squares and sums apart, and fused.
floors <- list("5" = c(4, NA, NA), "16" = c(8, NA, NA), "64" = c(12, 0.65, 0.65),
               "256" = c(9, 0.80, 0.70))
roofs <- c(apart = "subtract, multiply, add", fused = "subtract, multiply-add")
for (d in names(floors)) {
  x <- matrix(rnorm(n * as.integer(d)), n)
  contenders <- c(list(ours = ours(x, threads = threads), one = ours(x, threads = 1),
                       fused = ours(x, threads = threads, fused = TRUE),
                       one_fused = ours(x, threads = 1, fused = TRUE),
                       single = ours(x, threads = threads, precision = "single"),
                       blockwise = ours(x, threads = threads, algorithm = "blockwise"),
                       gemm = ours(x, threads = threads, algorithm = "gemm")),
                  lapply(rivals, function(rival) function() rival(x)))
  if (!is.null(write_new)) {
    contenders$write <- function() write_new(n * (n - 1) / 2, threads)
    contenders$write_one <- function() write_new(n * (n - 1) / 2, 1)
  }
  if (!is.null(loop)) {
    contenders$roof_apart <- function() loop(FALSE)
    contenders$roof_fused <- function() loop(TRUE)
  }
  t <- time_in_turns(contenders, rounds)
  theirs <- t[names(rivals)]
  work <- sprintf("n = %d, d = %s, %d threads", n, d, threads)
  for (name in names(theirs)) {
    fastest <- theirs[[name]] == min(theirs)
    compare(work, paste0(name, if (fastest) " (the fastest)"), t[["ours"]], theirs[[name]],
            if (fastest) floors[[d]][1] else NA)
  }
  compare(paste0(work, ", fused"), "not fused", t[["fused"]], t[["ours"]], NA)
  compare(work, "algorithm = \"gemm\"", t[["ours"]], t[["gemm"]], NA)
  compare(work, "algorithm = \"blockwise\"", t[["ours"]], t[["blockwise"]],
          if (d == "64") 1.5 else NA)
  compare(paste0(work, ", single"), "double", t[["single"]], t[["ours"]], NA)
  compare(work, "1 thread", t[["ours"]], t[["one"]], if (d == "256") 1.9 else NA)
  if (!is.null(write_new)) {
    floor <- if (as.integer(d) <= 16) 0.9 else NA
    compare(work, "memset() of a new result", t[["ours"]], t[["write"]], floor)
    compare(sprintf("n = %d, d = %s, 1 thread", n, d), "memset() of a new result", t[["one"]],
            t[["write_one"]], NA)
    compare(sprintf("memset() of a new result, n = %d, d = %s, %d threads", n, d, threads),
            "1 thread", t[["write"]], t[["write_one"]], NA)
  }
  if (!is.null(loop)) {
    steps <- n * (n - 1) / 2 * as.integer(d)
    for (kind in names(roofs)) {
      each <- t[[paste0("roof_", kind)]] / (1e5 * 16 * 16 * 8)
      compare(sprintf("n = %d, d = %s, 1 thread%s", n, d, if (kind == "fused") ", fused" else ""),
              paste0("roofline (", roofs[[kind]], " in registers)"),
              t[[if (kind == "fused") "one_fused" else "one"]], steps * each,
              floors[[d]][if (kind == "fused") 3 else 2])
    }
  }
}

# ---- the paper's algorithms; points against centers ----

many <- if (quick) 5000 else 1e5
x <- matrix(rnorm(many * 16), many)
y <- matrix(rnorm(1000 * 16), 1000)
for (with in seq_len(threads)) {
  methods <- list(straightforward = c("straightforward", "aos"),
                  "blockwise AoS" = c("blockwise", "aos"),
                  "blockwise SoA" = c("blockwise", "soa"),
                  "blockwise ASA-512" = c("blockwise", "asa"), tile = c("tile", "asa"))
  t <- time_in_turns(lapply(methods, function(m) {
    ours(x, y, algorithm = m[1], layout = m[2], threads = with, fused = TRUE)
  }), rounds)
  work <- sprintf("%d x %d points, d = 16, fused, %d thread%s", many, nrow(y), with,
                  if (with > 1) "s" else "")
  for (name in setdiff(names(methods), "straightforward")) {
    compare(paste0(work, ": ", name), "straightforward", t[[name]], t[["straightforward"]],
            if (name == "blockwise ASA-512") 1.5 else NA)
  }
}

# ---- missing values, few points, targets ----

x <- matrix(rnorm(n * 64), n)
holes <- x
holes[sample(length(x), length(x) / 100)] <- NA
t <- time_in_turns(list(plain = ours(x, threads = threads),
                        holes = ours(holes, threads = threads),
                        dist = function() stats::dist(holes)), rounds)
compare(sprintf("n = %d, d = 64, 1 %% NA", n), "no NA", t[["holes"]], t[["plain"]], NA)
compare(sprintf("n = %d, d = 64, 1 %% NA", n), "stats::dist", t[["holes"]], t[["dist"]], NA)

pair <- matrix(rnorm(2e5), 2)
t <- time_in_turns(list(ours = ours(pair), tile = ours(pair, algorithm = "tile"),
                        dist = function() stats::dist(pair)), rounds)
compare("2 points, d = 100,000", "stats::dist", t[["ours"]], t[["dist"]], NA)
compare("2 points, d = 100,000", "algorithm = \"tile\"", t[["ours"]], t[["tile"]], NA)

targets <- setdiff(manycore_info()$isa_runnable, c(manycore_info()$isa, "knc"))
stopifnot(length(targets) > 0)
for (target in targets) {
  t <- on_target(target, time_in_turns(list(ours = ours(x, threads = threads)), rounds))
  best <- time_in_turns(list(ours = ours(x, threads = threads)), rounds)
  compare(sprintf("n = %d, d = 64, target %s", n, target), paste("target", manycore_info()$isa), t,
          best, NA)
}

packages <- setdiff(unique(vapply(names(rivals), package_of, "")), c("base", "stats"))
lines <- c(report_head("dist_euclidean()", packages, rounds, ", 2 of those of seconds"),
           paste0("- BLAS: ", basename(extSoftVersion()[["BLAS"]])),
           left_out_line(left_out), "", markdown(report_table()))
write_report(lines)
