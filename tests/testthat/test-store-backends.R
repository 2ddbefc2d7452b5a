# How a store hands out its work: batches, and backends in every state that a user may bring.

skip_without_workers <- function() {
  skip_on_cran()
  skip_if_not_installed("BiocParallel")
  requireNamespace("BiocParallel")
}

small_data <- function(m = 120) {
  set.seed(30)
  matrix(stats::rnorm(15 * m), 15)
}

test_that("batches grow to a fifth of a second, and shrink to the end", {
  queue <- manycore:::new_queue(1:1000, 2)
  reply <- function(batch, each, rest = integer()) {
    queue$take_back(list(answers = as.list(setdiff(batch, rest)), rest = rest,
                         seconds = each * length(batch)))
  }
  expect_identical(queue$batch(), 1L)
  reply(1L, 0.001)
  expect_identical(queue$batch(), 2:5)
  reply(2:5, 0.001)
  expect_identical(queue$batch(), 6:21)
  reply(6:21, 0.01) # slower: 0.2 s are 20 tasks
  expect_identical(queue$batch(), 22:41)
  reply(22:41, 0.01, rest = 30:41) # gave back what it did not reach
  expect_identical(queue$batch(), 30:37) # 8 in 0.2 s
  reply(30:37, 3) # tiles that take long: one by one
  expect_identical(queue$batch(), 38L)

  queue <- manycore:::new_queue(1:10, 2)
  queue$take_back(list(answers = list(1), rest = NULL, seconds = 0))
  sizes <- integer()
  while (length(batch <- queue$batch()) > 0) sizes <- c(sizes, length(batch))
  expect_identical(sizes, c(3L, 2L, 2L, 1L, 1L, 1L))
  expect_identical(manycore:::new_queue(integer(), 2)$batch(), integer())
})

test_that("a worker ends a batch in time, and gives back the rest", {
  item <- list(numbers = 11:16, tasks = as.list(1:6))
  slow <- function(task, plan, threads, tick) {
    Sys.sleep(0.06)
    if (task == 2) stop("no")
    list(computed = TRUE, was = "missing")
  }
  with_values(list(kendall_tile = slow), {
    reply <- manycore:::run_batch(item, list(), "kendall_tile", 1L, NULL, 0.15)
  })
  done <- length(reply$answers)
  expect_true(done %in% 1:3)
  expect_identical(c(vapply(reply$answers, `[[`, 0L, "number"), reply$rest), 11:16)
  expect_identical(reply$answers[[2]]$error$message, "no")
  expect_gte(reply$seconds, 0.1)
})

test_that("small tiles go in batches, each of them is told of, and none is done twice", {
  skip_without_workers()
  x <- small_data(1000)
  batches <- 0
  ticks <- numeric()
  new_queue <- manycore:::new_queue
  count_batches <- function(...) {
    queue <- new_queue(...)
    list(batch = queue$batch, take_back = function(reply) {
      batches <<- batches + 1
      queue$take_back(reply)
    })
  }
  run <- manycore:::run_rounds
  seen <- NULL
  with_values(list(new_queue = count_batches, run_rounds = function(a, b, c, d, e, f, g, ...) {
    seen <<- run(a, b, c, d, e, f, tick = function(done) ticks <<- c(ticks, done), ...)
  }), {
    store <- cor_kendall(x, store = new_store(tile = 20), threads = 1,
                         BPPARAM = BiocParallel::SnowParam(2))
  })
  expect_identical(as.matrix(store), cor_kendall(x))
  expect_equal(seen[c("computed", "kept")], list(computed = 1275, kept = 0))
  expect_lt(batches, 1275 / 4)
  expect_equal(ticks, seq_len(1275) / 1275)
})

test_that("a folder for results of tasks is for the user's", {
  skip_without_workers()
  x <- small_data()
  folder <- tempfile("results")
  dir.create(folder)
  backend <- BiocParallel::SnowParam(1, resultdir = folder)
  store <- cor_kendall(x, store = new_store(tile = 30), BPPARAM = backend)
  expect_identical(as.matrix(store), cor_kendall(x))
  expect_identical(list.files(folder), character())
  expect_identical(BiocParallel::bpresultdir(backend), folder)
})

test_that("random numbers of the user's stay", {
  skip_without_workers()
  x <- small_data()
  backends <- list(BiocParallel::SerialParam(RNGseed = 5), BiocParallel::SnowParam(2, RNGseed = 5))
  if (.Platform$OS.type == "unix") {
    backends <- c(backends, BiocParallel::MulticoreParam(2, RNGseed = 5))
  }
  draws <- function(backend) {
    BiocParallel::bplapply(1:3, function(i) stats::rnorm(1), BPPARAM = backend)
  }
  of_seed <- BiocParallel::bpstart(BiocParallel::SerialParam(RNGseed = 5))
  first <- draws(of_seed)
  second <- draws(of_seed)
  for (backend in backends) {
    label <- class(backend)[1]
    BiocParallel::bpstart(backend)
    expect_identical(draws(backend), first, label = label)
    set.seed(3)
    seed <- .Random.seed
    store <- cor_kendall(x, store = new_store(tile = 30), BPPARAM = backend)
    expect_identical(.Random.seed, seed, label = label)
    expect_identical(as.matrix(store), cor_kendall(x), label = label)
    expect_true(BiocParallel::bpisup(backend), label = label)
    expect_identical(draws(backend), second, label = label)
    BiocParallel::bpstop(backend)
    # one that is not up, in a session without random numbers so far
    rm(".Random.seed", envir = globalenv())
    cor_kendall(x, store = new_store(tile = 30), BPPARAM = backend)
    expect_false(exists(".Random.seed", globalenv()), label = label)
    expect_false(BiocParallel::bpisup(backend), label = label)
    set.seed(3)
  }
})

test_that("one worker, the registered backend, logs", {
  skip_without_workers()
  x <- small_data()
  plain <- cor_kendall(x)
  backends <- list(BiocParallel::SnowParam(1), BiocParallel::SerialParam())
  if (nzchar(system.file(package = "futile.logger"))) {
    backends <- c(backends, BiocParallel::SnowParam(2, log = TRUE))
  }
  before <- BiocParallel::registered()
  on.exit(for (param in rev(before)) BiocParallel::register(param))
  for (backend in backends) {
    BiocParallel::register(backend)
    utils::capture.output(
      store <- quietly(cor_kendall(x, store = new_store(tile = 30),
                                   BPPARAM = BiocParallel::bpparam()))
    )
    expect_identical(as.matrix(store), plain)
  }
})

test_that("what is no backend is an error before any work", {
  skip_without_workers()
  store <- new_store()
  for (given in list(2, "SnowParam(2)", BiocParallel::SnowParam, list(BiocParallel::SerialParam()),
                     TRUE)) {
    e <- expect_error(cor_kendall(small_data(), store = store, BPPARAM = given),
                      "'BPPARAM' must be NULL or a backend of BiocParallel, such as SnowParam",
                      class = "manycore_error_argument")
    expect_identical(e$argument, "BPPARAM")
  }
  e <- expect_error(cor_kendall(small_data(), store = store, BPPARAM = BiocParallel::SnowParam(0)),
                    "'BPPARAM' cannot be started: ", class = "manycore_error_worker")
  expect_identical(as.character(e$call[[1]]), "cor_kendall")
})

test_that("workers with another version, or without the package, are named at once", {
  skip_without_workers()
  x <- small_data()
  store <- new_store(tile = 30)
  with_values(list(version_here = function() "0.0.1"), {
    e <- expect_error(cor_kendall(x, store = store, BPPARAM = BiocParallel::SnowParam(2)),
                      "it has version .*, and here is 0[.]0[.]1", class = "manycore_error_worker")
  })
  expect_identical(e$host, Sys.info()[["nodename"]])
  expect_identical(unique(verify_store(store)$status), "missing")
  expect_identical(as.matrix(cor_kendall(x, store = store)), cor_kendall(x))

  run <- run_r(c(
    "space <- asNamespace('manycore')",
    "x <- matrix(1:60 + 0, 5)",
    "library(manycore)",
    "home <- dirname(find.package('manycore'))",
    "others <- setdiff(.libPaths(), home)",
    "there <- any(file.exists(file.path(others, 'manycore')))",
    "Sys.setenv(R_LIBS = paste(others, collapse = ':'), R_LIBS_USER = '')",
    "p <- BiocParallel::SnowParam(2)",
    "BiocParallel::bpstart(p)",
    ".libPaths(others, include.site = FALSE)", # and nowhere else
    "said <- tryCatch(cor_kendall(x, store = tile_store(tempfile(), 4), BPPARAM = p),",
    "                 manycore_error_worker = conditionMessage, error = function(e) 'other')",
    "cat(if (there) 'installed' else gsub('\\n', ' ', said), '\\n')"
  ))
  said <- utils::tail(run$output, 1L)
  if (!identical(trimws(said), "installed")) {
    expect_match(said, "there is no package called .manycore.*; its libraries are '/")
  }
})

test_that("a backend is not left with replies that nobody has read", {
  skip_without_workers()
  x <- small_data(400)
  backend <- BiocParallel::bpstart(BiocParallel::SnowParam(2))
  store <- new_store(tile = 20)
  # as an interrupt would
  halt <- function(...) stop(structure(class = c("halt", "condition"), list(message = "halt")))
  repairs <- function() list(tell = halt, tell_rest = function() NULL)
  with_values(list(new_repairs = repairs), {
    ended <- tryCatch(cor_kendall(x, store = store, BPPARAM = backend), halt = function(e) "halt")
  })
  expect_identical(ended, "halt")
  expect_false(BiocParallel::bpisup(backend))
  other <- small_data(200)
  expect_identical(as.matrix(cor_kendall(other, store = new_store(tile = 20), BPPARAM = backend)),
                   cor_kendall(other))
  expect_identical(as.matrix(cor_kendall(x, store = store)), cor_kendall(x))

  # replies of another round are nobody's
  with_values(list(hand_out = function(following, answered, ...) {
    reply <- list(round = c(1, 1), answers = list(list(number = 1L, computed = TRUE)),
                  rest = NULL, seconds = 0)
    answered(reply)
    item <- following()
    reply$round <- item$round
    answered(reply)
  }), {
    noted <- 0
    manycore:::one_round(list(1), 1L, list(), "none", BiocParallel::SerialParam(),
                         manycore:::new_patience(), 1L,
                         function(...) noted <<- noted + 1)
  })
  expect_equal(noted, 1)
})
