#' Choosing block, threads and schedule by measurements
#'
#' Times [floyd_warshall()] with `algorithm = "simd"` for a random sample of combinations of block,
#' number of threads, schedule and affinity, and fits a regression tree to the times. This is
#' section III.E of Hou, Wang and Feng, with the package rpart in place of their tool Starchart.
#'
#' @param n Numbers of vertices of random dense graphs. The paper has 2,000 and 4,000.
#' @param samples How many combinations to time. The paper takes 200 of 480.
#' @param block,schedule,affinity,threads The values to choose from.
#'   * `schedule`: `"dynamic"`, `"block"` (equal parts), or `"cyclic1"`, `"cyclic2"`, ... (in turns
#'     so many neighbouring blocks at a time).
#'   * `affinity`: `"none"`, or `"close"` (the paper's compact) and `"spread"` (scatter), which bind
#'     threads to processors. (On Linux; elsewhere all are `"none"`.) Each bound affinity is
#'     measured in a process of its own, with the environment variable `MANYCORE_AFFINITY` set.
#'   * `threads`: numbers of threads; `NULL` means 1 and the number in force, see
#'     [manycore_threads()].
#' @param traceback,precision As for [floyd_warshall()].
#' @param remember `TRUE` makes block and schedule of the best combination with affinity `"none"`
#'   the session's default for [floyd_warshall()] with `algorithm = "auto"`. The option
#'   `manycore.floyd_warshall`, a list of these two, holds the default; `NULL` is the default of the
#'   package. Tune with the sizes of your graphs: small and large graphs have different best blocks.
#'   The number of threads is not remembered: see [manycore_threads()].
#' @param progress Whether to show a progress bar.
#' @param x,object A result of `floyd_warshall_tune()`.
#' @param row.names,optional,stringsAsFactors As for [as.data.frame()].
#' @param ... Nothing; for `print()` and `plot()` arguments of rpart's methods.
#'
#' @details **Time** is that of some calls of [floyd_warshall()] for each of `samples` combinations,
#' **memory** that of one call. Combinations with an affinity run in processes of their own.
#'
#' @return A list of class `floyd_warshall_tuning`: `samples`, a data frame with a row for each
#'   combination and its `seconds`; `tree`, the regression tree of rpart for the logarithm of the
#'   seconds; `best`, the row with the least time for the largest `n`; `traceback` and `precision`.
#'
#'   `print()` shows the tree and the best row, `summary()` the best row, the spread of the times
#'   and the importance of each choice. `format()` is the best row in words. `plot()` draws the
#'   tree. `as.data.frame()` and `generics::tidy()` return `samples`; `generics::glance()` returns
#'   the best row with the number of samples.
#' @references
#' Hou K, Wang H, Feng W (2014). Delivering parallel programmability to the masses via the
#' Intel MIC ecosystem: a case study. Section III.E, table I, figure 3.
#' @seealso [floyd_warshall()], [manycore_threads()]
#' @examples
#' if (requireNamespace("rpart", quietly = TRUE)) {
#'   tuning <- floyd_warshall_tune(n = 150, samples = 20, affinity = "none", threads = 2)
#'   print(tuning)
#' }
#' @family shortest paths
#' @export
floyd_warshall_tune <- function(n = c(1000, 2000), samples = 60,
                                block = c(32, 64, 96, 128, 192, 256),
                                schedule = c("dynamic", "block", "cyclic1", "cyclic2", "cyclic4"),
                                affinity = c("none", "close", "spread"), traceback = FALSE,
                                precision = c("double", "single"), remember = FALSE,
                                threads = NULL, progress = interactive(), ...) {
  check_dots(...)
  precision <- match_word(precision, precisions, "precision")
  check_flag(traceback, "traceback")
  check_flag(remember, "remember")
  check_flag(progress, "progress")
  if (is.null(threads)) {
    threads <- unique(c(1, threads_in_force()))
  }
  check_choices(n, samples, block, threads, schedule, affinity)
  if (remember && !"none" %in% affinity) {
    stop_manycore("argument", "remember = TRUE needs \"none\" in 'affinity', the affinity of ",
                  "this session", argument = "affinity")
  }
  need_package("rpart", "the regression tree")
  all <- expand.grid(n = unique(n), block = unique(block), threads = unique(threads),
                     schedule = unique(schedule), affinity = unique(affinity),
                     KEEP.OUT.ATTRS = FALSE, stringsAsFactors = FALSE)
  some <- all[sort(sample.int(nrow(all), min(samples, nrow(all)))), , drop = FALSE]
  if (remember && !"none" %in% some$affinity) {
    some <- rbind(some, all[all$affinity == "none", , drop = FALSE][1, ])
  }
  tick <- progress_ticker(progress, "Tuning")
  timed <- list()
  for (one in unique(some$affinity)) {
    part <- some[some$affinity == one, , drop = FALSE]
    part$seconds <- if (one == "none") time_paths(part, traceback, precision) else
      time_elsewhere(part, traceback, precision, one)
    timed[[one]] <- part
    if (!is.null(tick)) {
      tick(sum(vapply(timed, nrow, 0L)) / nrow(some))
    }
  }
  timed <- do.call(rbind, unname(timed))
  rownames(timed) <- NULL
  result <- structure(class = "floyd_warshall_tuning", list(
    samples = timed, tree = fit_tree(timed), best = best_of(timed),
    traceback = traceback, precision = precision
  ))
  if (remember) {
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

# The seconds of each row, the smaller of two calls. A graph is made once for each n.
time_paths <- function(rows, traceback, precision) {
  seconds <- numeric(nrow(rows))
  for (n in unique(rows$n)) {
    w <- matrix(stats::runif(n * n), n)
    for (r in which(rows$n == n)) {
      method <- match_paths_method("simd", rows$block[r], precision, rows$threads[r])
      method$schedule <- schedule_number(rows$schedule[r])
      seconds[r] <- min(vapply(1:2, function(turn) {
        start <- now()
        run_paths(w, traceback, method)
        now() - start
      }, 0))
    }
  }
  seconds
}

# The same in another process of R, with bound threads.
time_elsewhere <- function(rows, traceback, precision, affinity) {
  task <- tempfile("manycore-tune", fileext = ".rds")
  on.exit(unlink(c(task, paste0(task, ".out"))))
  saveRDS(list(rows = rows, traceback = traceback, precision = precision,
               libraries = .libPaths(), file = paste0(task, ".out")), task)
  code <- paste0("task <- readRDS(commandArgs(TRUE)); .libPaths(task$libraries); ",
                 "saveRDS(manycore:::time_paths(task$rows, task$traceback, task$precision), ",
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

# ---- methods ----

#' @rdname floyd_warshall_tune
#' @export
format.floyd_warshall_tuning <- function(x, ...) {
  check_dots(..., .also = format_arguments)
  paste0("n = ", x$best$n, ": block ", x$best$block, ", ", count_of(x$best$threads, "thread"),
         ", schedule ", x$best$schedule, ", affinity ", x$best$affinity, " (",
         format(x$best$seconds, digits = 3), " s)")
}

tuning_title <- function(x, samples) {
  paste0("Times of floyd_warshall(), ", count_of(samples, "sample"), ", ", x$precision,
         " precision, ", if (x$traceback) "with paths" else "distances only")
}

#' @export
print.floyd_warshall_tuning <- function(x, ...) {
  cat(tuning_title(x, nrow(x$samples)), "\n\nTree of log(seconds):\n", sep = "")
  print(x$tree, ...)
  cat("\nBest for ", format(x), "\n", sep = "")
  invisible(x)
}

#' @rdname floyd_warshall_tune
#' @export
summary.floyd_warshall_tuning <- function(object, ...) {
  check_dots(...)
  importance <- object$tree$variable.importance
  structure(class = "summary.floyd_warshall_tuning", list(
    samples = nrow(object$samples), best = object$best, best_text = format(object),
    seconds = lapply(split(object$samples$seconds, object$samples$n), range),
    importance = if (length(importance) > 0) importance / sum(importance),
    traceback = object$traceback, precision = object$precision
  ))
}

#' @export
print.summary.floyd_warshall_tuning <- function(x, ...) {
  check_dots(..., .also = print_arguments)
  seconds <- vapply(x$seconds, function(range) {
    paste(format(range, digits = 3), collapse = " to ")
  }, "")
  print_fields(tuning_title(x, x$samples), c(
    "best for" = x$best_text, stats::setNames(seconds, paste("seconds, n =", names(seconds))),
    importance = if (length(x$importance) > 0) {
      toString(sprintf("%s %.0f %%", names(x$importance), 100 * x$importance))
    }
  ))
  invisible(x)
}

#' @rdname floyd_warshall_tune
#' @export
as.data.frame.floyd_warshall_tuning <- function(x, row.names = NULL, optional = FALSE, ...,
                                                stringsAsFactors = FALSE) {
  check_dots(..., .also = table_arguments)
  as_table(as.list(x$samples), row.names, stringsAsFactors)
}

#' @rdname floyd_warshall_tune
#' @usage \method{tidy}{floyd_warshall_tuning}(x, ...)
#' @exportS3Method generics::tidy
tidy.floyd_warshall_tuning <- function(x, ...) {
  check_dots(...)
  as.data.frame(x)
}

#' @rdname floyd_warshall_tune
#' @usage \method{glance}{floyd_warshall_tuning}(x, ...)
#' @exportS3Method generics::glance
glance.floyd_warshall_tuning <- function(x, ...) {
  check_dots(...)
  do.call(one_row, c(as.list(x$best), samples = nrow(x$samples), traceback = x$traceback,
                     precision = x$precision))
}

#' @rdname floyd_warshall_tune
#' @export
plot.floyd_warshall_tuning <- function(x, ...) {
  if (nrow(x$tree$frame) == 1) {
    stop_manycore("argument", "the tree has no branches to draw", argument = "x")
  }
  check_dots(..., .also = graphical_arguments(utils::getS3method("plot", "rpart",
                                                                 envir = asNamespace("rpart"))))
  graphics::plot(x$tree, uniform = TRUE, margin = 0.1, ...)
  graphics::text(x$tree, use.n = TRUE, cex = 0.7)
  graphics::title("log(seconds) of floyd_warshall()")
  invisible(x)
}
