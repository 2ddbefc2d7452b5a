tune <- function(...) {
  floyd_warshall_tune(n = c(20, 40), samples = 8, block = c(32, 64), threads = 1:2,
                      affinity = "none", ...)
}

test_that("a random sample of the combinations is timed", {
  skip_if_not_installed("rpart")
  set.seed(1)
  tuning <- floyd_warshall_tune(n = c(20, 40), samples = 11, block = c(32, 96), threads = 1:2,
                                schedule = c("dynamic", "block", "cyclic3"), affinity = "none")
  expect_s3_class(tuning, "floyd_warshall_tuning", exact = TRUE)
  expect_identical(names(tuning), c("samples", "tree", "best", "traceback", "precision"))
  samples <- tuning$samples
  expect_identical(names(samples), c("n", "block", "threads", "schedule", "affinity", "seconds"))
  expect_identical(rownames(samples), as.character(1:11))
  expect_identical(anyDuplicated(samples[1:5]), 0L)
  expect_true(all(samples$n %in% c(20, 40) & samples$block %in% c(32, 96) &
                    samples$threads %in% 1:2 & samples$affinity == "none" &
                    samples$schedule %in% c("dynamic", "block", "cyclic3")))
  expect_true(all(samples$seconds > 0 & samples$seconds < 60))
  expect_s3_class(tuning$tree, "rpart")
  largest <- samples[samples$n == 40, ]
  expect_identical(tuning$best, largest[which.min(largest$seconds), ])
  # no more than there are; which, is up to chance
  all <- floyd_warshall_tune(n = 5, samples = 100, block = c(32, 64), threads = 1,
                             schedule = "block", affinity = "none")
  expect_identical(all$samples$block, c(32, 64))
  single <- floyd_warshall_tune(n = 5, samples = 1, block = 32, threads = 1,
                                schedule = "block", affinity = "none")
  expect_identical(nrow(single$samples), 1L)
  expect_identical(nrow(single$tree$frame), 1L)
  set.seed(2)
  expect_false(identical(tune()$samples[1:5], tune()$samples[1:5]))
  expect_null(getOption("manycore.floyd_warshall"))
})

test_that("what is asked for is what is timed", {
  skip_if_not_installed("rpart")
  rows <- data.frame(n = c(30, 50, 30), block = c(32, 64, 96), threads = c(1, 2, 2),
                     schedule = c("dynamic", "block", "cyclic2"))
  calls <- list()
  watched <- with_own(time_paths, run_paths = function(w, paths, method, ...) {
    calls[[length(calls) + 1]] <<- c(nrow(w), paths, unlist(method))
    run_paths(w, paths, method, ...)
  })
  seconds <- watched(rows, TRUE, "single")
  expect_true(all(seconds > 0))
  simd <- match_choice("simd", paths_algorithms, "algorithm")
  want <- list(c(30, 1, simd, 32, 1, 0, 1), c(30, 1, simd, 96, 1, 2, 2),
               c(50, 1, simd, 64, 1, -1, 2))
  expect_identical(lapply(calls, function(x) unname(as.double(x))), want[c(1, 1, 2, 2, 3, 3)])
})

test_that("a stored choice is what the next call uses", {
  skip_if_not_installed("rpart")
  before <- options(manycore.floyd_warshall = NULL)
  on.exit(options(before))
  tuning <- floyd_warshall_tune(n = c(10, 20), samples = 2, block = 160, threads = 2,
                                schedule = "cyclic2", affinity = "none", remember = TRUE)
  expect_identical(getOption("manycore.floyd_warshall"), list(block = 160, schedule = "cyclic2"))
  method <- function(...) match_paths_method(..., precision = "double")
  stored <- method("auto", NULL)
  expect_identical(stored[c("block", "schedule", "threads")],
                   list(block = 160L, schedule = 2L, threads = 0L))
  w <- matrix(1, 200, 200)
  run <- run_paths(w, FALSE, stored)
  expect_identical(paste(run$algorithm, run$block), "simd 160")
  # what a call says comes first; other algorithms have nothing to do with it
  expect_identical(method("auto", 64, threads = 1)[c("block", "schedule", "threads")],
                   list(block = 64L, schedule = 2L, threads = 1L))
  for (algorithm in setdiff(path_algorithms, "auto")) {
    expect_identical(method(algorithm, NULL)[c("block", "schedule", "threads")],
                     list(block = 0L, schedule = 0L, threads = 0L))
  }
  expect_identical(floyd_warshall(w), floyd_warshall(w, algorithm = "naive"))
  options(manycore.floyd_warshall = NULL)
  expect_identical(method("auto", NULL)[c("block", "schedule", "threads")],
                   list(block = 0L, schedule = 0L, threads = 0L))
  tune(remember = FALSE)
  expect_null(getOption("manycore.floyd_warshall"))
  # a block or a schedule may be missing; nothing else may be there
  options(manycore.floyd_warshall = list(block = 96))
  expect_identical(method("auto", NULL)[c("block", "schedule")], list(block = 96L, schedule = 0L))
  options(manycore.floyd_warshall = list(schedule = "block"))
  expect_identical(method("auto", NULL)[c("block", "schedule")], list(block = 0L, schedule = -1L))
  for (bad in list("simd", list(96), list(block = 40), list(schedule = 1), list(threads = 2),
                   list(block = 32, schedule = "none"), c(block = 32))) {
    options(manycore.floyd_warshall = bad)
    expect_match(outcome(floyd_warshall(w))$error,
                 "the option \"manycore.floyd_warshall\" must be a list of 'block' and 'schedule'")
  }
})

test_that("a choice is printed and drawn", {
  skip_if_not_installed("rpart")
  set.seed(3)
  tuning <- tune(traceback = TRUE, precision = "single")
  shown <- utils::capture.output(expect_identical(withVisible(print(tuning))$visible, FALSE))
  expect_identical(shown[1], "Times of floyd_warshall(), 8 samples, single precision, with paths")
  expect_match(shown[length(shown)],
               paste0("^Best for n = 40: block (32|64), (1 thread|2 threads), ",
                      "schedule [a-z0-9]+, affinity none \\(.* s\\)$"))
  expect_true("Tree of log(seconds):" %in% shown)
  one <- floyd_warshall_tune(n = 4:5, samples = 2, block = 32, threads = 1, schedule = "dynamic",
                             affinity = "none")
  expect_output(print(one),
                "2 samples, double precision, distances only.*1 thread, schedule dynamic")
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  expect_error(plot(one), "the tree has no branches to draw")
  # times that differ by the block only
  data <- expand.grid(n = c(20, 40), block = c(32, 64), threads = 1:4, schedule = "dynamic",
                      affinity = "none", stringsAsFactors = FALSE)
  data$seconds <- ifelse(data$block == 32, 1, 2) * data$n
  tuning$tree <- fit_tree(data)
  expect_setequal(setdiff(tuning$tree$frame$var, "<leaf>"), c("n", "block"))
  expect_identical(best_of(data)[c("n", "block", "seconds")],
                   data[data$n == 40, c("n", "block", "seconds")][1, ])
  expect_identical(withVisible(plot(tuning)), list(value = tuning, visible = FALSE))
})

test_that("progress of tuning", {
  skip_if_not_installed("rpart")
  before <- options(cli.progress_handlers_only = "logger", cli.progress_show_after = 0)
  on.exit(options(before))
  log <- utils::capture.output(tuning <- tune(progress = TRUE))
  expect_match(log[length(log)], "100/100 terminated", fixed = TRUE)
})

test_that("bad arguments of tuning are named", {
  skip_if_not_installed("rpart")
  error <- function(...) {
    good <- list(n = c(10, 20), samples = 9, block = 32, threads = 1, affinity = "none")
    bad <- list(...)
    good[names(bad)] <- bad
    outcome(do.call(floyd_warshall_tune, good))$error
  }
  expect_null(error())
  for (bad in list(0, -1, 1.5, NA, "9", 30001, integer(), c(10, NA))) {
    expect_starts(error(n = bad), "'n' must be numbers of vertices, at most 30000",
                  label = deparse(bad))
  }
  for (bad in list(0, 1.5, NA, "9", integer(), 1:2)) {
    expect_starts(error(samples = bad), "'samples' must be a positive whole number",
                  label = deparse(bad))
  }
  expect_identical(error(block = integer()), "'block' must not be empty")
  for (bad in list(c(32, 40), 0, NA, "a", 8192)) {
    expect_match(error(block = bad), "^'block' must be a multiple of 32 up to 1024")
  }
  expect_identical(error(threads = integer()), "'threads' must not be empty")
  for (bad in list(0, c(1, 1.5), NA)) {
    expect_match(error(threads = bad), "^'threads' must be a positive whole number")
  }
  expect_identical(error(schedule = character()), "'schedule' must not be empty")
  expect_identical(error(schedule = NULL), "'schedule' must not be empty")
  expect_match(error(schedule = factor("block")), "^'schedule' must be")
  for (argument in c("block", "threads", "schedule")) {
    bad <- stats::setNames(list(list(32)), argument)
    expect_match(do.call(error, bad),
                 paste0("^'", argument, "' must be a vector, not an object of"))
  }
  for (argument in c("n", "samples", "block", "threads", "schedule", "affinity", "traceback",
                     "remember", "precision", "progress")) {
    for (bad in list(NA, list(), mean, data.frame(), NA_character_, "")) {
      message <- do.call(error, stats::setNames(list(bad), argument))
      expect_match(message, paste0("^'", argument, "' must"),
                   label = paste(argument, deparse(bad)[1]))
    }
  }
  for (bad in list("static", "cyclic", "cyclic0", "cyclic-1", "cyclic1.5", NA_character_, 1,
                   c("dynamic", "x"))) {
    expect_match(error(schedule = bad), "^'schedule' must be \"dynamic\", \"block\", or \"cyclic\"",
                 label = deparse(bad))
  }
  for (bad in list("compact", character(), NA, 1, c("none", "far"))) {
    expect_starts(error(affinity = bad),
                  "'affinity' must be some of \"none\", \"close\", \"spread\"")
  }
  expect_starts(error(traceback = NA), "'traceback' must be TRUE or FALSE")
  expect_starts(error(remember = 1), "'remember' must be TRUE or FALSE")
  expect_starts(error(progress = 1), "'progress' must be TRUE or FALSE")
  expect_match(error(precision = "half"), "^'precision' must be one of")
  expect_match(error(remember = TRUE, affinity = "close"),
               "^remember = TRUE needs \"none\" in 'affinity'")
  expect_null(getOption("manycore.floyd_warshall"))
})

test_that("names of schedules", {
  names <- c("dynamic", "block", "cyclic1", "cyclic12", "cyclic999999")
  expect_identical(vapply(names, schedule_number, 0L, USE.NAMES = FALSE),
                   c(0L, -1L, 1L, 12L, 999999L))
  expect_error(schedule_number("cyclic1000000"), "'schedule' must be")
})

test_that("other affinities are measured in other processes", {
  skip_on_cran()
  skip_if_not_installed("rpart")
  variable <- Sys.getenv("MANYCORE_AFFINITY", NA)
  tuning <- floyd_warshall_tune(n = 30, samples = 8, block = 32, threads = 1:2,
                                schedule = c("dynamic", "block"), affinity = c("none", "close"))
  expect_identical(as.vector(table(tuning$samples$affinity)), c(4L, 4L))
  expect_true(all(tuning$samples$seconds > 0))
  expect_identical(Sys.getenv("MANYCORE_AFFINITY", NA), variable)
  bad <- data.frame(n = 30, block = 32, threads = 1, schedule = "none such")
  expect_error(time_elsewhere(bad, FALSE, "double", "close"),
               "measuring affinity = \"close\" in another process failed")
})
