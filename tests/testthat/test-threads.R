# The threads that a job of these columns takes, and what they computed.
threads_used <- function(x, threads = 0L) {
  .Call(C_cor_kendall, x, NULL, use_everything, 0L, 0L, threads,
        scratch_bytes(), NULL)$threads
}

large_enough <- function() {
  matrix(draw(1:50, 200 * 60), 200)
}

test_that("the default is asked for, set and restored", {
  with_environment(fresh_environment(), {
    before <- manycore_threads(0)
    default <- manycore_threads()
    expect_identical(default, manycore_info()$processors)
    expect_identical(withVisible(manycore_threads(3))$visible, FALSE)
    expect_identical(manycore_threads(), 3L)
    expect_identical(manycore_info()$threads_because, "manycore_threads()")
    expect_identical(manycore_threads(2), 3L)
    expect_identical(manycore_threads(0), 2L)
    expect_identical(manycore_threads(), default)
    expect_identical(with_threads(4, manycore_threads()), 4L)
    expect_identical(manycore_threads(), default)
    expect_true(before >= 1)
  })
})

test_that("a number of threads is a whole number", {
  for (bad in list(-1, 1.5, NA, NA_integer_, Inf, NaN, "2", 1:2, integer(), 2^31, TRUE)) {
    expect_match(outcome(manycore_threads(bad))$error,
                 "^'n' must be a whole number, 0 or more,( up to 2147483647,)? or NULL, not ",
                 label = deparse(bad))
  }
  before <- manycore_threads()
  outcome(manycore_threads(-1))
  expect_identical(manycore_threads(), before)
})

test_that("a job takes the threads that it was given, small ones take one", {
  skip_on_cran()
  set.seed(1)
  with_environment(fresh_environment(), {
    skip_if(!manycore_info()$threading, "built without threads")
    x <- large_enough()
    much <- matrix(draw(1:50, 300 * 1000), 300) # some milliseconds for each
    for (n in 1:4) {
      expect_identical(threads_used(x, n), n)
      expect_identical(with_threads(n, threads_used(much)), n)
    }
    expect_identical(with_threads(2, threads_used(x, 3L)), 3L)
    expect_identical(with_threads(4, threads_used(x[1:5, 1:5])), 1L)
    expect_identical(threads_used(x[1:5, 1:5], 4L), 4L) # as the call says
    # far more threads than processors, and than columns
    want <- cor_kendall(x, threads = 1)
    for (algorithm in algorithms) {
      expect_identical(cor_kendall(x, algorithm = algorithm, threads = 64), want)
      expect_identical(cor_kendall(x[, 1:3], algorithm = algorithm, threads = 64), want[1:3, 1:3])
    }
  })
})

test_that("the environment limits the default, and a call where it must", {
  skip_on_cran()
  reports <- function(...) {
    run <- run_r(c(
      "library(manycore)",
      "x <- matrix((1:12000 * 7919) %% 104729, 200)",
      "report <- function() cat(manycore_threads(), manycore_info()$threads_because, '\\n')",
      "report()",
      "cat(.Call(manycore:::C_cor_kendall, x, NULL, 4L, 0L, 0L, 4L, 2^28, NULL)$threads, '\\n')",
      "manycore_threads(4)",
      "report()"
    ), c(...))
    trimws(run$output)
  }
  processors <- manycore_info()$processors
  skip_if(!manycore_info()$threading, "built without threads")
  default <- paste(processors, "every processor this process may use")
  four <- c("4", "4 manycore_threads()")
  capped <- function(by) {
    if (processors > 1) paste("1", by) else default
  }

  expect_identical(reports(NULL), c(default, four))
  expect_identical(reports(OMP_NUM_THREADS = "1"), c(capped("OMP_NUM_THREADS"), four))
  expect_identical(reports(OMP_NUM_THREADS = "1,2"), c(capped("OMP_NUM_THREADS"), four))
  expect_identical(reports(R_MANYCORE_NUM_THREADS = "1"),
                   c(capped("R_MANYCORE_NUM_THREADS"), four))
  for (ignored in c("", "0", "-1", "many", "1x", "1.9", "1,2")) {
    expect_identical(reports(R_MANYCORE_NUM_THREADS = ignored), c(default, four))
  }
  expect_identical(reports(OMP_THREAD_LIMIT = "1"),
                   c(capped("OMP_THREAD_LIMIT"), "1", "1 OMP_THREAD_LIMIT"))
  expect_identical(reports(OMP_THREAD_LIMIT = "3")[2:3], c("3", "3 OMP_THREAD_LIMIT"))
  for (on in c("TRUE", "true", "warn")) {
    expect_identical(reports(`_R_CHECK_LIMIT_CORES_` = on)[2:3],
                     c("2", "2 _R_CHECK_LIMIT_CORES_"))
  }
  for (off in c("FALSE", "false", "F", "")) {
    expect_identical(reports(`_R_CHECK_LIMIT_CORES_` = off)[2:3], four)
  }
})

test_that("a mask of processors limits the default, and each call", {
  skip_on_cran()
  skip_on_os("windows")
  skip_if(is.null(parallel::mcaffinity()), "this system has no masks of processors")
  skip_if(!manycore_info()$threading, "built without threads")
  run <- run_r(c(
    "library(manycore)",
    "x <- matrix((1:40000 * 7919) %% 104729, 200)",
    "used <- function() {",
    "  .Call(manycore:::C_cor_kendall, x, NULL, 4L, 0L, 0L, 8L, 2^28, NULL)$threads",
    "}",
    "report <- function() cat(manycore_threads(), manycore_info()$processors, used(), '\n')",
    "all <- parallel::mcaffinity()",
    "report()",
    "invisible(parallel::mcaffinity(all[1]))",
    "report()",
    "invisible(parallel::mcaffinity(all))",
    "report()"
  ), timeout = 60)
  all <- manycore_info()$processors # the mask, or less by a quota
  # whatever is asked for, at most four threads for each processor
  free <- paste(all, all, min(8, 4 * all))
  expect_identical(trimws(run$output), c(free, "1 1 4", free))
})

test_that("a forked child takes one thread, does not hang and agrees", {
  skip_on_os("windows")
  skip_on_cran()
  # in a process of its own, so that a child that hangs can be given up
  run <- run_r(c(
    "library(manycore)",
    "x <- matrix((1:40000 * 7919) %% 104729, 200)",
    "used <- function() {",
    "  .Call(manycore:::C_cor_kendall, x, NULL, 4L, 0L, 0L, 2L, 2^28, NULL)$threads",
    "}",
    "cat(used(), '\\n')",
    "want <- cor_kendall(x, threads = 2)",
    "got <- parallel::mclapply(1:2, function(i) {",
    "  list(tau = cor_kendall(x, threads = 2), used = used(), threads = manycore_threads(),",
    "       because = manycore_info()$threads_because)",
    "}, mc.cores = 2)",
    "for (child in got) {",
    "  cat(identical(child$tau, want), child$used, child$threads, child$because, '\\n')",
    "}",
    "cat(used(), identical(cor_kendall(x, threads = 2), want), '\\n')"
  ), c(OMP_NUM_THREADS = "2"), timeout = 60)
  expect_identical(run$status, 0L)
  two <- if (manycore_info()$threading) "2" else "1"
  child <- "TRUE 1 1 "
  expect_identical(trimws(run$output)[c(1, 4)], c(two, paste(two, "TRUE")))
  expect_true(all(startsWith(run$output[2:3], child)))
})

test_that("shortest paths in a forked child: one thread, agreed, no hanging", {
  skip_on_os("windows")
  skip_on_cran()
  algorithms <- toString(paste0("'", path_algorithms, "'"))
  run <- run_r(c(
    "library(manycore)",
    paste0("algorithms <- c(", algorithms, ")"),
    "w <- matrix((1:40000 * 7919) %% 104729, 200)",
    "all <- function() lapply(algorithms, function(a) floyd_warshall(w, , a, threads = 2))",
    "used <- function(algorithm) manycore:::run_paths(w, TRUE,",
    "  manycore:::match_paths_method(algorithm, NULL, 'double', 2))$threads",
    "want <- all()", # in the parent, so that there are threads that a fork would lose
    "cat(vapply(algorithms, used, 0L), '\n')",
    "got <- parallel::mclapply(1:2, function(i) list(all(), vapply(algorithms, used, 0L)),",
    "                          mc.cores = 2)",
    "for (child in got) cat(identical(child[[1]], want), child[[2]], '\n')",
    "cat(identical(all(), want), vapply(algorithms, used, 0L), '\n')"
  ), c(OMP_NUM_THREADS = "2"), timeout = 60)
  expect_identical(run$status, 0L)
  two <- rep(if (manycore_info()$threading) 2 else 1, length(path_algorithms))
  one <- rep(1, length(path_algorithms))
  expect_identical(trimws(run$output),
                   c(paste(two, collapse = " "), rep(paste(c("TRUE", one), collapse = " "), 2),
                     paste(c("TRUE", two), collapse = " ")))
})

test_that("a package that is first loaded in a forked child takes one thread", {
  skip_on_cran()
  skip_on_os("windows")
  run <- run_r(c(
    "child <- parallel::mcparallel({",
    "  library(manycore)",
    "  x <- matrix((1:40000 * 7919) %% 104729, 200)",
    "  c(.Call(manycore:::C_cor_kendall, x, NULL, 4L, 0L, 0L, 2L, 2^28, NULL)$threads,",
    "    manycore_threads())",
    "})",
    "cat(parallel::mccollect(child)[[1]])"
  ), timeout = 60)
  expect_identical(run$output, "1 1")
})

test_that("the scratch option is checked, and changes no result", {
  x <- matrix(rnorm(200 * 20), 200)
  want <- cor_kendall(x)
  before <- options(manycore.scratch = 1)
  on.exit(options(before))
  expect_identical(cor_kendall(x), want)
  for (bad in list(0, -1, NA, "a", c(1, 2), Inf)) {
    options(manycore.scratch = bad)
    expect_error(cor_kendall(x), "manycore.scratch")
  }
})

test_that("two threads share a single pair of long columns", {
  set.seed(1)
  n <- 70000
  x <- stats::rnorm(n)
  data <- list(x + stats::rnorm(n), round(x, 1), rep(1:2, length.out = n), x, -x)
  data$missing <- replace(data[[1]], sample(n, 100), NA)
  for (y in data) {
    alone <- cor_kendall(x, y, use = "pairwise", threads = 1, algorithm = "radix")
    expect_identical(alone, cor_kendall(x, y, use = "pairwise", threads = 1, algorithm = "gse"))
    for (threads in 2:4) {
      expect_identical(cor_kendall(x, y, use = "pairwise", threads = threads), alone)
    }
  }
  ties <- round(x, 1)
  expect_identical(cor_kendall(ties, data[[2]], threads = 2),
                   cor_kendall(ties, data[[2]], threads = 1, algorithm = "gse"))
  used <- function(x, y) {
    .Call(C_cor_kendall, x, y, use_everything, 0L, number_of("radix"), 2L,
          scratch_bytes(), NULL)$threads
  }
  expect_identical(used(x, data[[1]]), min(2L, .Call(C_threads_explain, 2L)$threads))
  expect_identical(used(x[1:60000], data[[1]][1:60000]), 1L)
})

test_that("threads end with the package, and with its library", {
  skip_on_cran()
  skip_if_not(file.exists("/proc/self/task"), "no list of threads here")
  run <- run_r(c(
    "threads <- function() length(list.files('/proc/self/task'))",
    "before <- threads()",
    "for (round in 1:3) {",
    "  stopifnot(identical(manycore::sort_parallel(c(2, 1, 3), threads = 2), c(1, 2, 3)))",
    "  x <- manycore::cor_kendall(matrix((1:40000 * 7919) %% 104729, 200), threads = 2)",
    "  cat(threads() - before, '')",
    "  if (round < 3) unloadNamespace('manycore')",
    "  else dyn.unload(getLoadedDLLs()[['manycore']][['path']])",
    "  cat(threads() - before, '')",
    "}"
  ), timeout = 60)
  expect_identical(run$status, 0L, label = paste(run$output, collapse = "\n"))
  info <- manycore_info()
  skip_if(info$threads_kind == "openmp" && !startsWith(info$threads_runtime, "libgomp"),
          "this library keeps its threads, asleep")
  helpers <- c(none = 0, posix = 1, openmp = 2)[[info$threads_kind]] # the region's own thread, too
  expect_identical(trimws(run$output), paste(rep(c(helpers, 0), 3), collapse = " "))
})

# ---- OpenMP's threads ----

# What a session says with these variables: processors; when it has used two threads, how many
# different processors its bound ones have; when it has used four, the threads of the process;
# whether results agree, and do in forked children.
openmp_session <- function(...) {
  run <- run_r(c(
    "library(manycore)",
    "x <- matrix((1:40000 * 7919) %% 104729, 200)",
    "cat(manycore_info()$processors, '')",
    "want <- cor_kendall(x, threads = 1)",
    "same <- function(n) identical(cor_kendall(x, threads = n), want)",
    "two <- same(2)",
    "tasks <- list.files('/proc/self/task', full.names = TRUE)",
    "masks <- vapply(tasks, function(task) {",
    "  grep('^Cpus_allowed_list', readLines(file.path(task, 'status')), value = TRUE)",
    "}, '')",
    "cat(length(grep('[-,]', unique(masks), invert = TRUE)), '')",
    "more <- same(4) && same(3) && identical(sort_parallel(x, threads = 2), sort(x))",
    "cat(length(list.files('/proc/self/task')), two && more, '')",
    "child <- parallel::mclapply(1:2, function(i) identical(cor_kendall(x, threads = 2), want))",
    "cat(all(unlist(child)), '\\n')"
  ), c(...), timeout = 60)
  if (run$status != 0L) {
    return(run$output)
  }
  scan(text = run$output[length(run$output)], what = "", quiet = TRUE)
}

test_that("OpenMP's variables are heeded, whatever they say", {
  skip_on_cran()
  info <- manycore_info()
  skip_if(info$threads_kind != "openmp", "the threads are not OpenMP's")
  skip_if_not(startsWith(info$threads_runtime, "libgomp"), "tests of libgomp")
  skip_if_not(file.exists("/proc/self/task"), "no list of threads here")
  processors <- info$processors
  skip_if(processors < 2, "one processor")
  usual <- c(processors, 0, 5, "TRUE", "TRUE") # R's thread, the region's own, three helpers
  expect_identical(openmp_session(), usual)
  # bound: R's own thread and the helpers on different processors, and none is lost; libgomp binds
  # nothing where it cannot read what the processors are, as in a chroot without /sys
  can_bind <- dir.exists("/sys/devices/system/cpu/cpu0/topology")
  bound <- if (can_bind) replace(usual, 2, 2) else usual
  for (bind in c("true", "close", "spread")) {
    expect_identical(openmp_session(OMP_PROC_BIND = bind), bound, label = bind)
  }
  expect_identical(openmp_session(OMP_PLACES = "threads"), bound)
  expect_identical(openmp_session(OMP_PROC_BIND = "false", OMP_PLACES = "threads"), usual)
  # and MANYCORE_AFFINITY binds where these do not
  expect_identical(openmp_session(OMP_PROC_BIND = "spread", MANYCORE_AFFINITY = "close"), bound)
  for (variables in list(c(OMP_WAIT_POLICY = "passive"), c(OMP_WAIT_POLICY = " ACTIVE "),
                         c(OMP_WAIT_POLICY = "?"), c(OMP_STACKSIZE = "300k"),
                         c(OMP_STACKSIZE = "64M"), c(OMP_NUM_THREADS = "3,2"))) {
    expect_identical(openmp_session(variables), usual, label = deparse(variables))
  }
  # fewer threads than were asked for, down to none
  expect_identical(openmp_session(OMP_THREAD_LIMIT = "2"), replace(usual, 3, 3))
  expect_identical(openmp_session(OMP_THREAD_LIMIT = "1"), replace(usual, 3, 1))
  expect_identical(openmp_session(OMP_MAX_ACTIVE_LEVELS = "0"), replace(usual, 3, 1))
  expect_identical(openmp_session(OMP_DYNAMIC = "true")[-3], usual[-3])
})
