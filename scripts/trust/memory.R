# The peak memory of calls against what their help pages promise (sections "Memory").
#
#   Rscript scripts/trust/memory.R [--plant] [NAME...]      all works, or these
#
# Each work runs in a process of its own: it makes its arguments, does a small call of the same
# kind, collects garbage, sets the system's record of the peak back (Linux), and calls. The peak may
# exceed the memory before the call by the promise and SLACK, for R's small objects and the threads.
# Where the help page says "the working memory of cor_kendall()", the option manycore.scratch bounds
# that memory. A peak below nine tenths of the result's size is a failure, too: then nothing was
# measured.
# --plant keeps as much memory as the call promised, and SLACK, beside what the call takes: each
# work must take too much; another failure is no proof. The last line counts the works.

SLACK <- 12 * 2^20

# A work: the arguments, a small call, the call, and the promise in bytes; `result` is the value of
# the call.
work <- function(arguments, small, call, promise) as.list(match.call())[-1]

scratch <- 16 * 2^20 # options(manycore.scratch = 16)
kept <- 32 * 2^20    # by cor_kendall(), from call to call
works <- list(
  "cor_kendall" = work(
    x <- matrix(rnorm(60 * 4000), 60), cor_kendall(x[, 1:50]),
    cor_kendall(x, progress = FALSE), 8 * 4000^2 + scratch + kept),
  "cor_kendall, missing values" = work({
    x <- matrix(rnorm(60 * 4000), 60)
    x[sample(length(x), 5000)] <- NA
  }, cor_kendall(x[, 1:50], use = "pairwise"),
  cor_kendall(x, use = "pairwise", progress = FALSE), 8 * 4000^2 + scratch + kept),
  "cor_kendall, many rows" = work(
    x <- matrix(round(rnorm(2e5 * 40), 2), 2e5), cor_kendall(x[1:100, ]),
    cor_kendall(x, progress = FALSE), 8 * 40^2 + max(scratch, 2 * 60 * 2e5) + kept),
  "cor_kendall, pairs" = work({
    x <- matrix(rnorm(60 * 4000), 60)
    pairs <- cbind(sample(4000, 3e6, TRUE), sample(4000, 3e6, TRUE))
    storage.mode(pairs) <- "integer"
  }, cor_kendall(x[, 1:50], pairs = cbind(1:3, 2:4)),
  cor_kendall(x, pairs = pairs, progress = FALSE),
  (8 + 28) * 3e6 + 40 * 4000 + 16 * 2^20 + scratch + kept),
  "kendall_test" = work(
    x <- matrix(rnorm(60 * 2000), 60), kendall_test(x[, 1:50]),
    kendall_test(x, progress = FALSE), 44 * 2000^2 + scratch + kept),
  "kendall_test, adjusted" = work(
    x <- matrix(rnorm(60 * 2000), 60), kendall_test(x[, 1:50], p.adjust = "BH"),
    kendall_test(x, p.adjust = "BH", progress = FALSE), (44 + 48) * 2000^2 + scratch + kept),
  "kendall_network" = work(
    x <- matrix(rnorm(60 * 4000), 60), kendall_network(x[, 1:50], cutoff = 0.3),
    result <- kendall_network(x, cutoff = 0.2, progress = FALSE),
    (128 + 28) * nrow(as.data.frame(result)) + scratch + kept),
  "kendall_partial" = work({
    x <- matrix(rnorm(60 * 2000), 60)
    z <- rnorm(60)
  }, kendall_partial(x[, 1:50], given = z),
  kendall_partial(x, given = z, progress = FALSE), (28 + 24) * 2000^2 + scratch + kept),
  "cor_xi" = work(
    x <- matrix(rnorm(60 * 4000), 60), cor_xi(x[, 1:50]),
    cor_xi(x, progress = FALSE), 8 * 4000^2 + 8 * 60 * 4000 + scratch + kept),
  "dist_euclidean" = work(
    x <- matrix(rnorm(5000 * 100), 5000), dist_euclidean(x[1:50, ]),
    dist_euclidean(x, progress = FALSE), 4 * 5000 * 4999 + 8 * length(x) + 2 * 256 * 2^10),
  "dist_euclidean, two sets" = work({
    x <- matrix(rnorm(4000 * 500), 4000)
    y <- matrix(rnorm(3000 * 500), 3000)
  }, dist_euclidean(x[1:50, ], y[1:50, ]), dist_euclidean(x, y, progress = FALSE),
  8 * 4000 * 3000 + 8 * (length(x) + length(y)) + 2 * 256 * 2^10),
  "knn_euclidean" = work(
    x <- matrix(rnorm(4e5 * 20), 4e5) %*% diag(10 / (1:20)^2), knn_euclidean(x[1:50, ], 5),
    knn_euclidean(x, 5, progress = FALSE),
    12 * 5 * 4e5 + 2 * 8 * length(x) + 36 * 4e5 + 8 * 2^20),
  "knn_euclidean, few points" = work(
    x <- matrix(rnorm(33 * 6e4), 33), knn_euclidean(x[, 1:50], 5),
    knn_euclidean(x, 5, progress = FALSE),
    12 * 5 * 33 + 2 * 8 * 64 * 6e4 + 36 * 33 + 256 * 6e4 + 8 * 2^20 +
      2 * (384 * 5 + 256 * 6e4 + 2^15)),
  "neighbors_euclidean" = work(
    x <- matrix(rnorm(4e5 * 20), 4e5) %*% diag(10 / (1:20)^2), neighbors_euclidean(x[1:50, ], 1),
    result <- neighbors_euclidean(x, 0.05, progress = FALSE),
    12 * sum(lengths(result$index)) + 96 * 4e5 + 2 * 8 * length(x) + 36 * 4e5 + 8 * 2^20),
  "floyd_warshall" = work(
    w <- matrix(runif(2000^2), 2000), floyd_warshall(w[1:50, 1:50], traceback = FALSE),
    floyd_warshall(w, traceback = FALSE, progress = FALSE), 2 * 8 * 2000^2),
  "floyd_warshall, paths" = work(
    w <- matrix(runif(2000^2), 2000), floyd_warshall(w[1:50, 1:50]),
    floyd_warshall(w, progress = FALSE), 2 * 12 * 2000^2),
  "sort_parallel" = work(
    x <- rnorm(1e7), sort_parallel(x[1:1000]), sort_parallel(x), 8e7),
  "sort_parallel, index.return" = work(
    x <- rnorm(1e7), sort_parallel(x[1:1000], index.return = TRUE),
    sort_parallel(x, index.return = TRUE), (4 + 8 + 1) * 1e7), # the order takes most
  "order_parallel" = work(
    x <- rnorm(1e7), order_parallel(x[1:1000]), order_parallel(x), (4 + 8 + 1) * 1e7),
  "rank_parallel" = work(
    x <- rnorm(1e7), rank_parallel(x[1:1000]), rank_parallel(x), (8 + 8 + 1) * 1e7),
  "matrix_chain" = work(
    p <- sample(9, 3001, TRUE), matrix_chain(p[1:20]), matrix_chain(p, progress = FALSE),
    8 * 3001^2),
  "align_gap" = work({
    x <- sample(letters, 3000, TRUE)
    y <- sample(letters, 2500, TRUE)
    gap <- 2 + log(1:3000)
  }, align_gap(x[1:20], y[1:20], c(0, 1), gap),
  align_gap(x, y, c(0, 1), gap, progress = FALSE), 8 * 3004 * 2524 + 10e6),
  "fold_accordion" = work(
    s <- sample(0:1, 12000, TRUE), fold_accordion(s[1:50]),
    fold_accordion(s, progress = FALSE), 0.52 * 12000^2),
  "kendall_trend" = work(
    x <- matrix(rnorm(20 * 8e5), 20), kendall_trend(x[, 1:50]),
    kendall_trend(x, progress = FALSE), 84 * 8e5),
  "concordance_all" = work({
    x <- matrix(rnorm(50 * 3e5), 50)
    time <- rexp(50)
  }, concordance_all(x[, 1:50], time), concordance_all(x, time, progress = FALSE),
  2 * 112 * 3e5 + 4 * 2^20 + 2 * 200 * 50),
  "cor_kendall, dgCMatrix" = work(
    x <- Matrix::rsparsematrix(20000, 2000, 0.05), cor_kendall(x[, 1:50]),
    cor_kendall(x, progress = FALSE), 8 * 2000^2 + 16 * 2^20 + scratch + kept),
  "kendall_test, permutations" = work({
    x <- matrix(rnorm(100 * 2000), 100)
    y <- matrix(rnorm(100 * 500), 100)
  }, kendall_test(x[, 1:50], y[, 1:50], permutations = 9),
  kendall_test(x, y, permutations = 49, progress = FALSE),
  (44 + 8) * 2000 * 500 + 64 * 2^20 + 8 * length(y) + scratch + kept),
  "xi_test" = work(
    x <- matrix(rnorm(60 * 2000), 60), xi_test(x[, 1:50]),
    xi_test(x, progress = FALSE), 28 * 2000^2 + 8 * 60 * 2000 + scratch + kept),
  "dist_euclidean, single precision" = work(
    x <- matrix(rnorm(4000 * 1000), 4000), dist_euclidean(x[1:50, ], precision = "single"),
    dist_euclidean(x, precision = "single", progress = FALSE),
    4 * 4000 * 3999 + 4 * length(x) + 2 * 256 * 2^10),
  "floyd_warshall, single precision" = work(
    w <- matrix(runif(2000^2), 2000),
    floyd_warshall(w[1:50, 1:50], traceback = FALSE, precision = "single"),
    floyd_warshall(w, traceback = FALSE, precision = "single", progress = FALSE),
    8 * 2000^2 + 4 * 2000^2 + 4 * 2000^2),
  "optimal_bst" = work({
    p <- runif(2500)
    q <- runif(2501)
  }, optimal_bst(p[1:20], q[1:21]), optimal_bst(p, q, progress = FALSE), 8 * 2501^2),
  "fold_rna" = work(
    s <- paste(sample(c("A", "C", "G", "U"), 3000, TRUE), collapse = ""), fold_rna("ACGUACGU"),
    fold_rna(s, progress = FALSE), 8 * 3001^2),
  "haplotype_em" = work(
    x <- matrix(rbinom(3000 * 14, 2, 0.4), 3000), haplotype_em(x[, 1:3]),
    haplotype_em(x, control = haplotype_control(max_memory = 6e7), progress = FALSE),
    6e7 + 3000 * (150 + 8 * 14))
)

# ---- a process for each work ----

status_bytes <- function(field) {
  line <- grep(paste0("^", field, ":"), readLines("/proc/self/status"), value = TRUE)
  1024 * as.numeric(gsub("[^0-9]", "", line))
}

# Prints the bytes that the call took at its peak, the promised ones, and those of the result.
one <- function(name, plant) {
  library(manycore)
  options(manycore.scratch = 16)
  manycore_threads(2)
  set.seed(1)
  of <- works[[name]]
  here <- new.env(parent = globalenv())
  eval(of$arguments, here)
  eval(of$small, here)
  extra <- NULL
  if (plant) {
    eval(of$call, here) # some promises depend on the result
    extra <- eval(of$promise, here) + SLACK
    suppressWarnings(rm("result", envir = here))
  }
  for (turn in 1:3) gc()
  writeLines("5", "/proc/self/clear_refs")
  before <- status_bytes("VmRSS")
  if (plant) kept <- raw(extra)
  result <- eval(of$call, here)
  peak <- status_bytes("VmHWM")
  cat("took", peak - before, "of", eval(of$promise, here), "result",
      as.numeric(utils::object.size(result)), "\n")
}

arguments <- commandArgs(trailingOnly = TRUE)
plant <- "--plant" %in% arguments
names <- setdiff(arguments, c("--plant", "--one"))
if ("--one" %in% arguments) {
  one(names, plant)
  quit()
}
if (!file.exists("/proc/self/clear_refs")) {
  cat("the peak of a process can be set back on Linux only\n")
  quit(status = 77)
}
failed <- character()
verdicts <- character()
names <- if (length(names) > 0) names else base::names(works)
megabytes <- function(bytes) sprintf("%.0f MB", bytes / 1e6)
rscript <- file.path(R.home("bin"), "Rscript")
script <- file.path("scripts", "trust", "memory.R")
for (name in names) {
  # glibc keeps no freed block of 128 KiB or more for later
  said <- system2(rscript, c(script, "--one", shQuote(name), if (plant) "--plant"), stdout = TRUE,
                  env = "MALLOC_MMAP_THRESHOLD_=131072")
  said <- if (length(said) > 0) said[length(said)] else ""
  bytes <- as.numeric(regmatches(said, gregexpr("[0-9][0-9.e+]*", said))[[1]])
  verdict <- if (length(bytes) != 3) {
    "  NO ANSWER"
  } else if (bytes[1] > bytes[2] + SLACK) {
    "  TOO MUCH"
  } else if (bytes[1] < 0.9 * bytes[3]) {
    "  NOT MEASURED"
  }
  if (!is.null(verdict)) failed <- c(failed, name)
  verdicts <- c(verdicts, verdict)
  cat(name, ": ", megabytes(bytes[1]), " of ", megabytes(bytes[2]), verdict, "\n", sep = "")
}
if (plant) {
  caught <- sum(verdicts == "  TOO MUCH")
  cat(caught, "of", length(names), "works take too much\n")
  quit(status = if (caught == length(names)) 1 else 0)
}
cat(length(names) - length(failed), "works within their promise,", length(failed), "not",
    paste(failed, collapse = "; "), "\n")
quit(status = if (length(failed) > 0) 1 else 0)
