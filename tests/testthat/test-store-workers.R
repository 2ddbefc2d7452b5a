# Stores that workers fill: every backend, and workers and managers that die.

test_that("every backend gives what one process does", {
  skip_without_workers()
  x <- data_of_workers(40, 150)
  x[7, 3] <- NA
  x[, 9] <- 0
  plain <- told_of(cor_kendall(x, use = "pair"))
  backends <- list(BiocParallel::SerialParam(), BiocParallel::SnowParam(2))
  if (.Platform$OS.type == "unix") backends <- c(backends, BiocParallel::MulticoreParam(2))
  for (backend in backends) {
    label <- class(backend)[1]
    store <- new_store(tile = 50)
    stored <- told_of(cor_kendall(x, use = "pair", store = store, BPPARAM = backend))
    expect_identical(as.matrix(stored$value), plain$value, label = label)
    of_port <- grepl("^manycore: port .* is taken", stored$said) # by whoever else is at work here
    expect_identical(stored$said[!of_port], plain$said, label = label)
    expect_false(BiocParallel::bpisup(backend))
    files <- tile_files(store)
    before <- states_of(files[-2])
    change_byte(files[2], 300)
    said <- told_of(cor_kendall(x, use = "pair", store = store, BPPARAM = backend))$said
    expect_match(said, "tile 1, 2 of the store was damaged", all = FALSE, label = label)
    expect_identical(states_of(files[-2]), before, label = label)
    expect_identical(as.matrix(store), plain$value, label = label)
  }
  p <- t(x)
  stored <- dist_euclidean(p, store = new_store(tile = 20), BPPARAM = backends[[1]])
  expect_identical(unname(as.matrix(stored)), unname(as.matrix(dist_euclidean(p))))
})

test_that("a worker that is killed takes its own tile with it and nothing else", {
  skip_without_workers()
  skip_on_os("windows")
  x <- data_of_workers()
  plain <- cor_kendall(x)
  for (backend in list(BiocParallel::SnowParam(2), BiocParallel::MulticoreParam(2))) {
    BiocParallel::bpstart(backend)
    on.exit(BiocParallel::bpstop(backend), add = TRUE)
    store <- new_store(tile = 100)
    list <- kill_when(store$dir, has_tiles(8), pids_of(backend)[1])
    said <- told_of(cor_kendall(x, store = store, BPPARAM = backend, threads = 1))$said
    expect_match(said, lost_worker())
    expect_true(BiocParallel::bpisup(backend))
    BiocParallel::bpstop(backend)
    expect_identical(as.matrix(store), plain)
    expect_untouched(store, list)
    beside <- list.files(store$dir, "^[.]", recursive = TRUE, all.files = TRUE)
    expect_lte(length(beside), 1) # what it was writing
  }
})

test_that("a worker that is killed when all tiles are there is replaced, too", {
  skip_without_workers()
  skip_on_os("windows")
  x <- data_of_workers(40, 150)
  tile <- get("kendall_tile", asNamespace("manycore"))
  start <- get("start_backend", asNamespace("manycore"))
  for (up in c(TRUE, FALSE)) { # before the call, and so afterwards
    store <- new_store(tile = 50)
    killed <- tempfile("killed")
    last_kills <- function(...) {
      answer <- tile(...)
      if (all(file.exists(tile_files(store))) && file.create(killed)) tools::pskill(Sys.getpid(), 9)
      answer
    }
    starts <- 0
    counting <- function(...) {
      starts <<- starts + 1
      start(...)
    }
    backend <- BiocParallel::MulticoreParam(2) # forked: so workers have this function
    told <- with_values(list(kendall_tile = last_kills, start_backend = counting), {
      if (up) BiocParallel::bpstart(backend)
      told_of(cor_kendall(x, store = store, BPPARAM = backend, threads = 1))
    })
    expect_true(file.exists(killed))
    expect_match(told$said, lost_worker("all tasks are done"))
    expect_identical(BiocParallel::bpisup(backend), up)
    expect_identical(starts, 1)
    expect_identical(BiocParallel::bplapply(1:2, identity, BPPARAM = backend), list(1L, 2L))
    if (up) BiocParallel::bpstop(backend)
    expect_identical(as.matrix(told$value), cor_kendall(x))
  }
})

test_that("a manager that is killed leaves a store that goes on", {
  skip_without_workers()
  skip_on_os("windows")
  x <- data_of_workers()
  file <- tempfile(fileext = ".rds")
  saveRDS(x, file)
  store <- new_store(tile = 100)
  pid <- tempfile()
  list <- kill_when(store$dir, has_tiles(8), paste0("$(cat ", pid, ")"))
  run <- run_r(c(paste0("cat(Sys.getpid(), file = ", deparse(pid), ")"),
                 paste0("x <- readRDS(", deparse(file), ")"), "library(manycore)",
                 paste0("cor_kendall(x, store = tile_store(", deparse(store$dir),
                        ", tile = 100), threads = 1, algorithm = \"naive\")"))) # 0.2 s a tile
  expect_gt(run$status, 0)
  expect_lt(sum(verify_store(store)$status == "whole"), 105)
  cor_kendall(x, store = store)
  expect_identical(as.matrix(store), cor_kendall(x))
  expect_untouched(store, list)
})

test_that("two managers at once make one store", {
  skip_without_workers()
  x <- data_of_workers(300, 1000)
  file <- tempfile(fileext = ".rds")
  saveRDS(x, file)
  store <- new_store(tile = 50)
  done <- tempfile()
  run_r(c(paste0("x <- readRDS(", deparse(file), ")"), "library(manycore)",
          paste0("store <- tile_store(", deparse(store$dir), ", tile = 50)"),
          "s <- tryCatch(cor_kendall(x, store = store), error = identity)",
          paste0("saveRDS(s, ", deparse(done), ")")), wait = FALSE)
  wait_for(function() length(list.files(store$dir, recursive = TRUE)) > 30, 20)
  cor_kendall(x, store = store)
  expect_identical(as.matrix(store), cor_kendall(x))
  expect_true(wait_for(function() file.exists(done) && file.size(done) > 50, 30))
  expect_s3_class(readRDS(done), "tile_matrix")
  expect_identical(as.matrix(store), cor_kendall(x))
  expect_identical(unique(verify_store(store)$status), "whole")
})

test_that("what cannot be done ends with a list of what is left", {
  skip_without_workers()
  x <- data_of_workers(20, 60)
  store <- new_store(tile = 20)
  with_panels_in_files(cor_kendall(x, store = store))
  unlink(tile_files(store)[c(2, 5)])
  plan <- manycore:::plan_of(store)
  plan$inputs <- list(x = list(dim = c(20, 60), along = 2L, panels = rep(strrep("0", 16), 3),
                               stored = rep(NA_real_, 3)))
  plan$options <- list(of_one = TRUE)
  tasks <- list(c(1, 1), c(1, 2), c(2, 2), c(2, 3))
  backend <- BiocParallel::SerialParam()
  e <- tryCatch(suppressMessages(
    manycore:::run_rounds(tasks, plan, "kendall_tile", backend,
                         manycore:::new_patience(retries = 2))
  ), error = identity)
  expect_s3_class(e, "manycore_error_store")
  expect_identical(e$left, tasks[c(2, 4)])
  expect_match(conditionMessage(e), "2 tasks of the store .* left after 4 rounds: 1, 2; 2, 3[.]")
  expect_match(conditionMessage(e), "panel 1 of 'x' in the store .* is foreign")
  expect_error(cor_kendall(x, store = store, BPPARAM = 4), class = "manycore_error_argument")
})

test_that("threads of workers", {
  skip_without_workers()
  share <- manycore:::workers_of_host
  expect_equal(share(BiocParallel::SnowParam(3)), 3)
  expect_equal(share(BiocParallel::SnowParam(c("a", "b", "b", "a", "b"))), 3)
  expect_identical(manycore:::threads_of_worker(5L, 8), 5L)
  all <- manycore_threads(4)
  on.exit(manycore_threads(all))
  expect_identical(manycore:::threads_of_worker(0L, 2), 2L)
  expect_identical(manycore:::threads_of_worker(0L, 8), 1L)
  expect_identical(manycore:::threads_of_worker(0L, NULL), 0L)
})

# ---- workers that do not answer; managers that are gone ----

# Which of these processes are there, and not ended.
alive <- function(pids) {
  pids[vapply(pids, function(pid) {
    status <- tryCatch(suppressWarnings(readLines(file.path("/proc", pid, "status"))),
                       error = function(e) "State: Z")
    !any(grepl("^State:\\s*Z", status))
  }, NA)]
}

test_that("a worker that is stopped is given up, and a message says so", {
  skip_without_workers()
  skip_on_os("windows")
  x <- data_of_workers(200, 600)
  plain <- cor_kendall(x)
  for (backend in list(BiocParallel::SnowParam(2), BiocParallel::MulticoreParam(2))) {
    BiocParallel::bpstart(backend)
    pid <- pids_of(backend)[1]
    tools::pskill(pid, 19) # SIGSTOP
    store <- new_store(tile = 100)
    start <- Sys.time()
    said <- told_of(cor_kendall(x, store = store, BPPARAM = backend, threads = 1, timeout = 3))$said
    expect_match(said, "has not answered for 3 seconds .'timeout' sets how long.*handed out again",
                 all = FALSE)
    expect_lt(as.numeric(Sys.time() - start, units = "secs"), 60)
    expect_identical(as.matrix(store), plain)
    expect_true(BiocParallel::bpisup(backend))
    expect_identical(BiocParallel::bplapply(1:2, identity, BPPARAM = backend), list(1L, 2L))
    BiocParallel::bpstop(backend)
    tools::pskill(pid, 18) # SIGCONT: it finds that nobody waits for it
    expect_true(wait_for(function() length(alive(pid)) == 0, 30))
  }
})

test_that("a limit that the user did not set grows", {
  limit <- get("seconds_for_batch", asNamespace("manycore"))
  patience <- manycore:::new_patience(timeout = 7)
  patience$longest <- 100
  expect_identical(limit(patience), 7)
  patience <- manycore:::new_patience()
  expect_identical(limit(patience), 600)
  patience$given_up <- 2
  expect_identical(limit(patience), 2400)
  patience$longest <- 100
  expect_identical(limit(patience), 8000)

  # and does not end a call whose batches take longer
  skip_without_workers()
  x <- data_of_workers(600, 300)
  seen <- manycore:::new_patience(retries = 0)
  slow <- function(...) seen
  said <- with_values(list(default_timeout = 1, new_patience = slow), {
    told_of(store <- cor_kendall(x, store = new_store(tile = 300), threads = 1,
                                 algorithm = "naive", BPPARAM = BiocParallel::SnowParam(1)))$said
  })
  expect_identical(as.matrix(store), cor_kendall(x))
  expect_gt(seen$given_up, 0)
  expect_length(said, seen$given_up) # each is told of, and counted once
  limits <- as.numeric(sub(".* for ([0-9,.]+) seconds?[ .].*", "\\1", said))
  expect_identical(limits, 2^(seq_along(limits) - 1))
})

test_that("a manager that was stopped for a while gives nobody up whose reply is there", {
  skip_without_workers()
  skip_on_os(c("windows", "mac", "solaris"))
  x <- data_of_workers(300, 300)
  file <- tempfile(fileext = ".rds")
  saveRDS(x, file)
  folder <- tempfile("store")
  pid <- tempfile()
  said <- tempfile()
  run_r(c(
    "library(manycore)", paste0("x <- readRDS(", deparse(file), ")"),
    "backend <- BiocParallel::bpstart(BiocParallel::SnowParam(2))",
    paste0("writeLines(as.character(Sys.getpid()), ", deparse(pid), ")"),
    paste0("cor_kendall(x, store = tile_store(", deparse(folder), ", tile = 50), threads = 1, ",
           "algorithm = 'naive', BPPARAM = backend, timeout = 8)"),
    "writeLines('done')"
  ), wait = FALSE, output = said)
  expect_true(wait_for(function() length(list.files(file.path(folder, "tiles", "0000"))) > 2, 60))
  manager <- as.integer(readLines(pid))
  tools::pskill(manager, 19) # SIGSTOP
  Sys.sleep(10)
  tools::pskill(manager, 18) # SIGCONT
  expect_true(wait_for(function() "done" %in% readLines(said), 60))
  expect_false(any(grepl("given up", readLines(said))))
  expect_identical(as.matrix(tile_store(folder)), cor_kendall(x))
})

test_that("a port that is taken is not used, and no stranger is connected to", {
  skip_without_workers()
  x <- data_of_workers(20, 60)
  for (start in list(BiocParallel::SnowParam, BiocParallel::MulticoreParam)) {
    port <- 12345L
    taken <- serverSocket(port)
    backend <- start(2, manager.port = port)
    said <- told_of(store <- cor_kendall(x, store = new_store(tile = 20), BPPARAM = backend))$said
    close(taken)
    expect_match(said, "port 12345 of 'BPPARAM' is taken, and port 1[0-9]{4} is used", all = FALSE)
    expect_identical(as.matrix(store), cor_kendall(x))
    expect_identical(backend$port, port)
  }
})

test_that("workers of a manager that was killed end, and their temporary files with them", {
  skip_without_workers()
  skip_on_os(c("windows", "mac", "solaris"))
  x <- data_of_workers(1500, 600)
  file <- tempfile(fileext = ".rds")
  saveRDS(x, file)
  temporary <- tempfile("tmp")
  dir.create(temporary)
  for (backend in c("SnowParam(2)", "MulticoreParam(2)")) {
    pids <- tempfile()
    store <- tempfile("store")
    run_r(c(
      "library(manycore)", paste0("backend <- BiocParallel::bpstart(BiocParallel::", backend, ")"),
      "p <- BiocParallel::bplapply(1:2, function(i) { Sys.sleep(0.3); Sys.getpid() },",
      "                            BPPARAM = backend)",
      paste0("writeLines(as.character(c(Sys.getpid(), unlist(p))), ", deparse(pids), ")"),
      # more than a minute for a tile, by the loop over all pairs of rows
      paste0("cor_kendall(readRDS(", deparse(file), "), store = tile_store(", deparse(store),
             ", tile = 300), threads = 1, algorithm = 'naive', BPPARAM = backend)")
    ), c(TMPDIR = temporary), wait = FALSE)
    expect_true(wait_for(function() length(list.files(file.path(store, "x", "0000"))) == 2, 60))
    all <- as.integer(readLines(pids))
    Sys.sleep(1) # they calculate
    tools::pskill(all[1], tools::SIGKILL)
    expect_length(alive(all[-1]), 2)
    start <- Sys.time()
    expect_true(wait_for(function() length(alive(all)) == 0, 60), label = backend)
    # what is left is the folder of the manager that was killed
    expect_lte(length(list.files(temporary)), 1)
    unlink(temporary, recursive = TRUE)
    dir.create(temporary)
  }
})

test_that("a worker on another host that does not connect is an error, in time", {
  skip_without_workers()
  skip_on_os("windows")
  silent <- write_script("#!/bin/sh") # in the place of ssh
  Sys.chmod(silent, "755")
  backend <- BiocParallel::SnowParam(c("localhost", "nowhere.invalid"))
  backend$.clusterargs$rshcmd <- silent
  store <- new_store()
  limit <- getExportedValue("snow", "getClusterOption")("timeout")
  seconds <- system.time(with_values(list(start_seconds = 2), {
    expect_error(suppressWarnings(cor_kendall(data_of_workers(20, 20), store = store,
                                              BPPARAM = backend)),
                 "'BPPARAM' cannot be started: a worker has not connected within 2 seconds",
                 class = "manycore_error_worker")
  }))[["elapsed"]]
  expect_lt(seconds, 30)
  expect_identical(getExportedValue("snow", "getClusterOption")("timeout"), limit)
  expect_false(BiocParallel::bpisup(backend))
  # one that does connect outlives that limit
  backend <- BiocParallel::SnowParam(2)
  with_values(list(start_seconds = 3), {
    x <- data_of_workers(100, 60)
    manycore:::start_backend(backend)
    store <- cor_kendall(x, store = new_store(tile = 10), BPPARAM = backend)
    Sys.sleep(5)
    expect_silent(store <- cor_kendall(x, store = new_store(tile = 10), BPPARAM = backend))
    expect_identical(as.matrix(store), cor_kendall(x))
    BiocParallel::bpstop(backend)
  })
})

test_that("a worker that dies before it connects is started again", {
  skip_without_workers()
  start <- get("start_backend", asNamespace("manycore"))
  starts <- 0
  failing <- function(times) {
    function(BPPARAM) {
      starts <<- starts + 1
      if (starts %in% (1 + seq_len(times))) { # not the first one
        manycore:::stop_manycore("worker", "'BPPARAM' cannot be started: as a test")
      }
      start(BPPARAM)
    }
  }
  x <- data_of_workers(100, 60)
  skip_on_os("windows")
  tile <- get("kendall_tile", asNamespace("manycore"))
  for (times in c(2, 4)) {
    starts <- 0
    mark <- tempfile()
    once <- function(...) {
      if (file.create(paste0(mark, Sys.getpid())) && length(Sys.glob(paste0(mark, "*"))) == 1) {
        tools::pskill(Sys.getpid(), 9)
      }
      tile(...)
    }
    store <- new_store(tile = 10)
    call <- function() {
      with_values(list(start_backend = failing(times), kendall_tile = once), {
        told_of(cor_kendall(x, store = store, BPPARAM = BiocParallel::MulticoreParam(1)))
      })
    }
    if (times == 2) {
      told <- call()
      expect_match(told$said, "cannot be started: as a test; the backend is started again",
                   all = FALSE)
      expect_identical(as.matrix(told$value), cor_kendall(x))
    } else {
      expect_error(call(), "as a test", class = "manycore_error_worker")
    }
  }
})

test_that("limits of time go by a clock that nobody sets", {
  before <- manycore:::now()
  expect_gte(manycore:::now(), before)
  skip_if_not(grepl("linux", R.version$os), "faketime is for Linux")
  false_clock <- Sys.glob("/usr/lib/*/faketime/libfaketime.so.1")
  skip_if_not(length(false_clock) == 1, "the library faketime is not installed")
  # R's clock runs 100 times as fast as the machine's
  run <- run_r(c(
    "library(manycore)",
    "time <- Sys.time()",
    "start <- manycore:::now()",
    "while (manycore:::now() < start + 0.3) Sys.time()",
    "cat(as.numeric(Sys.time() - time, units = 'secs') > 10, manycore:::now() - start < 10)"
  ), c(LD_PRELOAD = false_clock, FAKETIME = "+0 x100", DONT_FAKE_MONOTONIC = "1"))
  expect_identical(run$output, "TRUE TRUE")
})
