# knn_euclidean() and neighbors_euclidean() against the exact searches of BiocNeighbors, RANN and
# FNN; and their memory.
#
#   Rscript bench/neighbors.R [--quick] [--work NAME] [--rows FILE] [--out FILE]
#
# Trees gain from structure in the data, so there are several kinds of data. Before anything is
# timed, a rival's distances are compared with ours on a sample, and ours with a sort of
# stats::dist. A rival that is wrong or not available is left out and named. A rival that takes more
# than a second for a quarter of the points (more than five for the largest work) is left out of
# that work. BiocNeighbors has two workers, FNN and RANN one. Times are medians of five calls, of
# three for rivals, or one call if it takes a second or more. With --work only works whose names
# begin so are done. --rows keeps the rows of such runs in a file; the report has all these rows.

here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "common.R"))

library(manycore)
threads <- 2
k <- 15
n <- if (quick) 4000 else 20000
many <- if (quick) 20000 else 1e6
cells <- if (quick) 10000 else 1e5

# ---- data ----

data <- list(
  "no structure" = function(n) normal(n, 50),
  "200 clusters" = function(n) {
    (5 * normal(200, 50))[sample(200, n, TRUE), ] + normal(n, 50)
  },
  "principal components" = function(n) normal(n, 50) %*% diag(10 / 1:50),
  "3 dimensions in 50" = function(n) normal(n, 3) %*% normal(3, 50)
)
about <- c("no structure" = "50 independent normal coordinates",
           "200 clusters" = "normal around 200 normal centers that are 5 times as far apart",
           "principal components" = "50 normal coordinates with standard deviations 10 / 1:50",
           "3 dimensions in 50" = "points of a space of 3 dimensions, rotated")

# ---- rivals: the index and distance of the k nearest ----

available <- vapply(c("BiocNeighbors", "BiocParallel", "RANN", "FNN"), requireNamespace, NA,
                    quietly = TRUE)
bioc <- function(find, param) {
  function(x, arg) {
    find(x, arg, BNPARAM = param, BPPARAM = BiocParallel::MulticoreParam(threads))
  }
}
fnn <- function(algorithm) {
  function(x, k) {
    near <- FNN::get.knn(x, k, algorithm)
    list(index = near$nn.index, distance = near$nn.dist)
  }
}
rann <- function(x, k) {
  near <- RANN::nn2(x, x, k + 1) # which takes a point for its own neighbour
  list(index = near$nn.idx[, -1], distance = near$nn.dists[, -1])
}
nearest <- radius <- list()
if (all(available[1:2])) {
  find <- BiocNeighbors::findKNN
  within <- BiocNeighbors::findNeighbors
  nearest <- list("BiocNeighbors, KmknnParam" = bioc(find, BiocNeighbors::KmknnParam()),
                  "BiocNeighbors, VptreeParam" = bioc(find, BiocNeighbors::VptreeParam()),
                  "BiocNeighbors, ExhaustiveParam" = bioc(find, BiocNeighbors::ExhaustiveParam()))
  radius <- list("BiocNeighbors, KmknnParam" = bioc(within, BiocNeighbors::KmknnParam()),
                 "BiocNeighbors, VptreeParam" = bioc(within, BiocNeighbors::VptreeParam()))
}
if (available[["RANN"]]) nearest[["RANN"]] <- rann
if (available[["FNN"]]) {
  nearest[["FNN, kd_tree"]] <- fnn("kd_tree")
  nearest[["FNN, cover_tree"]] <- fnn("cover_tree")
  nearest[["FNN, brute"]] <- fnn("brute")
}
ours <- function(x, k, with = threads) knn_euclidean(x, k, threads = with, progress = FALSE)
ours_within <- function(x, r, with = threads) {
  neighbors_euclidean(x, r, threads = with, progress = FALSE)
}

# ---- checks and times ----

x <- data[["200 clusters"]](600)
d <- as.matrix(stats::dist(x))
diag(d) <- NA
sorted <- t(apply(d, 1, function(v) sort(v)[seq_len(k)]))
stopifnot(identical(ours(x, k)$distance, unname(sorted)),
          identical(ours(x, k)$index, unname(t(apply(d, 1, function(v) order(v)[seq_len(k)])))))

left_out <- names(which(!available))
median_of <- function(times, code) {
  first <- seconds_of(code)
  if (first >= 1) first else median(vapply(seq_len(times), function(i) seconds_of(code), 0))
}

# A row for each rival of a work; `arg` is k or the radius.
race <- function(work, x, rivals, our, arg, same, floor = 2, slow = 1) {
  part <- x[sample(nrow(x), nrow(x) / 4), , drop = FALSE]
  want <- our(part, arg)
  fit <- vapply(names(rivals), function(name) {
    taken <- tryCatch(seconds_of(function() got <<- rivals[[name]](part, arg)),
                      error = function(e) NA)
    good <- !is.na(taken) && same(got, want)
    reason <- if (!good) "wrong" else if (taken > slow) "slow"
    if (!is.null(reason)) left_out <<- c(left_out, paste0(name, " (", work, ": ", reason, ")"))
    is.null(reason)
  }, NA)
  mine <- median_of(5, function() our(x, arg))
  theirs <- vapply(rivals[fit], function(rival) median_of(3, function() rival(x, arg)), 0)
  for (name in names(sort(theirs))) {
    compare(work, paste0(name, if (theirs[[name]] == min(theirs)) " (the fastest)"), mine,
            theirs[[name]], if (theirs[[name]] == min(theirs)) floor else NA)
  }
  compare(work, "1 thread", mine, median_of(3, function() our(x, arg, 1)), NA)
}
same_distances <- function(got, want) isTRUE(all.equal(got$distance, want$distance))
same_sets <- function(got, want) {
  identical(lapply(got$index, sort), lapply(want$index, sort))
}

# The peak memory, in megabytes, of a process with the points, before and after the call; and the
# seconds of the call.
peak_of <- function(points, call) {
  in_process("set.seed(1);", points, "; before <- memory('VmHWM'); start <- Sys.time();", call,
             "; time <- as.numeric(Sys.time() - start, units = 'secs');",
             "cat(c(before, memory('VmHWM')) / 2^20, time)")
}

# ---- works ----

works <- list()
for (kind in names(data)) {
  works[[kind]] <- local({
    kind <- kind
    function() {
      race(sprintf("k = %d, n = %d, d = 50, %s", k, n, kind), data[[kind]](n), nearest, ours, k,
           same_distances)
    }
  })
}
works[["2 coordinates"]] <- function() {
  race(sprintf("k = %d, n = %d, d = 2", k, n), normal(n, 2), nearest, ours, k, same_distances,
       floor = NA)
}
works[["many points"]] <- function() {
  race(sprintf("k = %d, n = %d, d = 2", k, many), normal(many, 2),
       nearest[intersect(names(nearest), c("RANN", "FNN, kd_tree"))], ours, k, same_distances,
       floor = NA, slow = 5)
}
works[["radius"]] <- function() {
  x <- data[["principal components"]](n)
  r <- median(ours(x, k)$distance[, k])
  race(sprintf("radius of about %d neighbors, n = %d, d = 50, principal components", k, n), x,
       radius, ours_within, r, same_sets)
}
for (kind in c("no structure", "principal components")) {
  works[[paste("memory,", kind)]] <- local({
    kind <- kind
    function() {
      make <- paste0("x <- matrix(rnorm(", format(cells, scientific = FALSE), " * 50), ncol = 50)",
                     if (kind != "no structure") " %*% diag(10 / 1:50)")
      peak <- peak_of(make, sprintf("near <- knn_euclidean(x, %d, threads = %d)", k, threads))
      add_row(work = sprintf("peak memory, k = %d, n = %d, d = 50, %s", k, cells, kind),
              ours = sprintf("%.0f MB", peak[2]), against = "the process with the points alone",
              theirs = sprintf("%.0f MB", peak[1]), ratio = sprintf("in %.1f s", peak[3]),
              floor = "below 1 GB", met = if (peak[2] < 1000) "yes" else "NO")
    }
  })
}

only <- value_of("--work")
kept <- value_of("--rows")
if (!is.null(kept) && file.exists(kept)) {
  before <- readRDS(kept)
  report$rows <- before$rows
  left_out <- unique(c(before$left_out, left_out))
}
for (name in names(works)) {
  if (is.null(only) || startsWith(name, only)) {
    set.seed(20240608)
    works[[name]]()
  }
}
if (!is.null(kept)) saveRDS(list(rows = report$rows, left_out = left_out), kept)

lines <- c("# knn_euclidean() and neighbors_euclidean()", "",
           paste0("- ", machine_lines(setdiff(names(which(available)), "BiocParallel"))),
           paste0("- Instruction set: ", manycore_info()$isa, "; ", threads,
                  " threads, and workers of BiocNeighbors; RANN and FNN know one thread; medians",
                  if (quick) "; --quick" else ""),
           paste0("- ", names(about), ": ", about),
           if (length(left_out)) {
             paste0("- left out, as wrong, slow (more than a second for a quarter of the points) ",
                    "or not to be had: ", paste(left_out, collapse = "; "))
           }, "", markdown(report_table()))
write_report(lines)
