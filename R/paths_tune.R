#' Choosing block, threads and schedule by measurements
#'
#' Times [floyd_warshall()] with `algorithm = "simd"` for a random sample of combinations of
#' block, number of threads, schedule and affinity, and fits a regression tree to the
#' times: section III.E of Hou, Wang and Feng, with the package rpart in the place of their
#' tool Starchart.
#'
#' @param n Numbers of vertices, as the paper's 2,000 and 4,000 (of random dense graphs).
#' @param samples How many combinations to time; the paper takes 200 of 480.
#' @param block,threads,schedule,affinity What to choose from. `schedule`: `"dynamic"`,
#'   `"block"` (equal parts), or `"cyclic1"`, `"cyclic2"`, ... (so many neighbours at a time, in
#'   turns). `affinity`: `"none"`, or `"close"` (the paper's compact) and `"spread"`
#'   (scatter), which bind threads to processors (on Linux; elsewhere all are `"none"`): each
#'   one's share is measured in a process of its own, with the environment variable
#'   `MANYCORE_AFFINITY` set.
#' @param paths,precision As for [floyd_warshall()].
#' @param store `TRUE` makes block and schedule of the best combination with affinity `"none"` the
#'   session's default for [floyd_warshall()] with `algorithm = "auto"`, as the option
#'   `manycore.floyd_warshall`, a list of these two; set it to `NULL` to go back. Tune for graphs
#'   like those to come: the best block for small ones is not the best for large ones. For the
#'   number of threads see [manycore_threads()].
#' @param progress Whether to show a progress bar.
#'
#' @return A list of class `floyd_warshall_tuning`: `samples`, a data frame with a row for each
#'   combination and its `seconds`; `tree`, the regression tree of rpart, of the logarithm of
#'   the seconds; and `best`, the row with the least time for the largest `n`. `print()`
#'   shows the tree and the best row, `plot()` draws the tree.
#' @references
#' Hou K, Wang H, Feng W (2014). Delivering parallel programmability to the masses via the
#' Intel MIC ecosystem: a case study. Section III.E, table I, figure 3.
#' @seealso [floyd_warshall()], [manycore_threads()]
#' @examples
#' if (requireNamespace("rpart", quietly = TRUE)) {
#'   tuning <- floyd_warshall_tune(n = 150, samples = 20, affinity = "none")
#'   print(tuning)
#' }
#' @export
floyd_warshall_tune <- function(n = c(1000, 2000), samples = 60,
                                block = c(32, 64, 96, 128, 192, 256), threads = NULL,
                                schedule = c("dynamic", "block", "cyclic1", "cyclic2", "cyclic4"),
                                affinity = c("none", "close", "spread"), paths = FALSE,
                                precision = c("double", "single"), store = FALSE,
                                progress = interactive()) {
  precision <- match_word(precision, precisions, "precision")
  check_flag(paths, "paths")
  check_flag(store, "store")
  check_flag(progress, "progress")
  if (is.null(threads)) {
    threads <- unique(c(1, threads_in_force()))
  }
  check_choices(n, samples, block, threads, schedule, affinity)
  if (store && !"none" %in% affinity) {
    stop_manycore("argument", "store = TRUE needs \"none\" in 'affinity', as this session runs",
                  argument = "affinity")
  }
  need_package("rpart", "the regression tree")
  all <- expand.grid(n = unique(n), block = unique(block), threads = unique(threads),
                     schedule = unique(schedule), affinity = unique(affinity),
                     stringsAsFactors = FALSE)
  some <- all[sort(sample.int(nrow(all), min(samples, nrow(all)))), , drop = FALSE]
  if (store && !"none" %in% some$affinity) {
    some <- rbind(some, all[all$affinity == "none", , drop = FALSE][1, ])
  }
  tick <- progress_ticker(progress, "Tuning")
  timed <- list()
  for (one in unique(some$affinity)) {
    part <- some[some$affinity == one, , drop = FALSE]
    part$seconds <- if (one == "none") time_paths(part, paths, precision) else
      time_elsewhere(part, paths, precision, one)
    timed[[one]] <- part
    if (!is.null(tick)) {
      tick(sum(vapply(timed, nrow, 0L)) / nrow(some))
    }
  }
  timed <- do.call(rbind, unname(timed))
  rownames(timed) <- NULL
  result <- structure(class = "floyd_warshall_tuning", list(
    samples = timed, tree = fit_tree(timed), best = best_of(timed),
    paths = paths, precision = precision
  ))
  if (store) {
    own <- timed[timed$affinity == "none", , drop = FALSE] # as this session runs
    options(manycore.floyd_warshall = as.list(best_of(own)[c("block", "schedule")]))
  }
  result
}

check_choices <- function(n, samples, block, threads, schedule, affinity) {
  counts <- function(x) is.numeric(x) && length(x) > 0 && all(vapply(x, is_whole, NA, least = 1))
  if (!counts(n) || any(n > 30000)) {
    stop_argument("n", "numbers of vertices, at most 30000", n)
  }
  if (!is_whole(samples, 1)) {
    stop_argument("samples", "a positive whole number", samples)
  }
  some <- function(values, argument) {
    if (length(values) == 0) {
      stop_manycore("argument", "'", argument, "' must not be empty", argument = argument)
    }
    if (!is.atomic(values)) {
      stop_argument(argument, "a vector", values)
    }
    values
  }
  for (one in some(block, "block")) {
    match_paths_block(one, "simd")
  }
  for (one in some(threads, "threads")) {
    check_threads(one)
  }
  for (one in as.list(some(schedule, "schedule"))) {
    schedule_number(one)
  }
  if (!is.character(affinity) || length(affinity) == 0 ||
      !all(affinity %in% c("none", "close", "spread"))) {
    stop_argument("affinity", "some of \"none\", \"close\", \"spread\"", affinity)
  }
}

# ---- timing ----

# Seconds of each row, the better of two calls; graphs are made once for each n.
time_paths <- function(rows, paths, precision) {
  seconds <- numeric(nrow(rows))
  for (n in unique(rows$n)) {
    w <- matrix(stats::runif(n * n), n)
    for (r in which(rows$n == n)) {
      method <- match_paths_method("simd", rows$block[r], precision, rows$threads[r])
      method$schedule <- schedule_number(rows$schedule[r])
      seconds[r] <- min(vapply(1:2, function(turn) {
        start <- Sys.time()
        run_paths(w, paths, method)
        as.numeric(Sys.time() - start, units = "secs")
      }, 0))
    }
  }
  seconds
}

# The same in another R, with threads bound.
time_elsewhere <- function(rows, paths, precision, affinity) {
  task <- tempfile("manycore-tune", fileext = ".rds")
  on.exit(unlink(c(task, paste0(task, ".out"))))
  saveRDS(list(rows = rows, paths = paths, precision = precision, libraries = .libPaths(),
               file = paste0(task, ".out")), task)
  code <- paste0("task <- readRDS(commandArgs(TRUE)); .libPaths(task$libraries); ",
                 "saveRDS(manycore:::time_paths(task$rows, task$paths, task$precision), ",
                 "task$file)")
  status <- system2(file.path(R.home("bin"), "Rscript"),
                    c("--vanilla", "-e", shQuote(code), shQuote(task)),
                    env = paste0("MANYCORE_AFFINITY=", affinity), stdout = FALSE, stderr = FALSE)
  if (status != 0) {
    stop_manycore("process", "measuring affinity = \"", affinity, "\" in another process failed")
  }
  readRDS(paste0(task, ".out"))
}

# ---- the tree ----

fit_tree <- function(timed) {
  data <- timed
  data$schedule <- factor(data$schedule)
  data$affinity <- factor(data$affinity)
  rpart::rpart(log(seconds) ~ n + block + threads + schedule + affinity, data,
               control = rpart::rpart.control(minsplit = 6, cp = 0.005))
}

best_of <- function(timed) {
  largest <- timed[timed$n == max(timed$n), , drop = FALSE]
  largest[which.min(largest$seconds), , drop = FALSE]
}

#' @export
print.floyd_warshall_tuning <- function(x, ...) {
  cat("Times of floyd_warshall(), ", nrow(x$samples), " samples, ", x$precision, " precision",
      if (x$paths) ", with paths" else ", distances only", "\n\n", sep = "")
  cat("Tree of log(seconds):\n")
  print(x$tree, ...)
  cat("\nBest for n = ", x$best$n, ": block ", x$best$block, ", ", x$best$threads,
      if (x$best$threads == 1) " thread" else " threads", ", schedule ", x$best$schedule,
      ", affinity ", x$best$affinity, " (", format(x$best$seconds, digits = 3), " s)\n", sep = "")
  invisible(x)
}

#' @export
plot.floyd_warshall_tuning <- function(x, ...) {
  if (nrow(x$tree$frame) == 1) {
    stop_manycore("argument", "the tree has no branches to draw", argument = "x")
  }
  check_graphical(substitute(list(...)), "x",
                  list(utils::getS3method("plot", "rpart", envir = asNamespace("rpart"))))
  graphics::plot(x$tree, uniform = TRUE, margin = 0.1, ...)
  graphics::text(x$tree, use.n = TRUE, cex = 0.7)
  graphics::title("log(seconds) of floyd_warshall()")
  invisible(x)
}
