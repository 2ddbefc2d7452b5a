# floyd_warshall() in a store of tiles: the bits of the result in memory, by every backend, and
# whoever is killed.

graph_for_store <- function(n, seed = 1) {
  set.seed(seed)
  w <- matrix(round(stats::rexp(n * n), 3), n, n)
  w[stats::runif(n * n) < 0.5] <- Inf
  w[stats::runif(n * n) < 0.05] <- NA
  if (n > 3) w[1, 3] <- -0.25 * min(w[3, 1], w, na.rm = TRUE)
  w
}

distances_in_memory <- function(w, ...) as.matrix(floyd_warshall(w, paths = FALSE, ...))

in_new_store <- function(w, tile, ..., folder = tempfile("store")) {
  on.exit(unlink(folder, recursive = TRUE))
  store <- floyd_warshall(w, store = tile_store(folder, tile), ...)
  expect_identical(list.files(folder, "^(row|column)-", recursive = TRUE), character())
  as.matrix(store)
}

test_that("distances in a store are those in memory", {
  for_each_target(function(isa) {
    for (size in list(c(1, 7), c(5, 2), c(33, 32), c(70, 33), c(131, 50))) {
      w <- graph_for_store(size[1], size[2])
      for (precision in c("double", "single")) {
        result <- in_new_store(w, size[2], precision = precision, threads = 1 + size[1] %% 3)
        expect_identical(result, distances_in_memory(w, precision = precision),
                         label = paste(size, collapse = " "))
      }
    }
  })
  whole <- matrix(sample(c(NA, 1:30), 40 * 40, TRUE), 40, dimnames = list(paste0("v", 1:40), NULL))
  expect_identical(in_new_store(whole, 16), distances_in_memory(whole))
  edges <- data.frame(from = c("a", "b", "c"), to = c("b", "c", "a"), weight = c(1, -2, 4))
  expect_identical(in_new_store(edges, 2), distances_in_memory(edges))
})

test_that("precision is the store's", {
  w <- graph_for_store(20)
  folder <- tempfile("store")
  on.exit(unlink(folder, recursive = TRUE))
  store <- floyd_warshall(w, store = tile_store(folder, 8, precision = "single"))
  expect_identical(as.matrix(store), distances_in_memory(w, precision = "single"))
  expect_error(floyd_warshall(w, store = store, precision = "double"), "'precision' is \"double\"",
               class = "manycore_error_argument")
})

test_that("every backend gives the same bits", {
  skip_without_package("BiocParallel")
  w <- graph_for_store(90)
  want <- distances_in_memory(w)
  backends <- list(BiocParallel::SerialParam(), BiocParallel::SnowParam(2))
  if (.Platform$OS.type == "unix") {
    backends <- c(backends, BiocParallel::MulticoreParam(2))
  }
  for (backend in backends) {
    expect_identical(in_new_store(w, 32, BPPARAM = backend), want, label = class(backend))
  }
})

test_that("a worker that is killed takes nothing with it", {
  skip_on_cran()
  skip_on_os("windows")
  skip_without_package("BiocParallel")
  w <- graph_for_store(260)
  backend <- BiocParallel::bpstart(BiocParallel::SnowParam(2))
  on.exit(BiocParallel::bpstop(backend))
  folder <- tempfile("store")
  kill_when(folder, "[ -d steps/3 ]", pids_of(backend)[1]) # of 13 blocks
  said <- capture_messages(result <- in_new_store(w, 20, BPPARAM = backend, folder = folder))
  expect_identical(result, distances_in_memory(w))
  expect_true(any(grepl("handed out again", said)))
})

# An R process that fills the store and is killed as it is about to replace tile number `at`
# (0: never). Its output ends with how many tiles it has replaced.
run_until <- function(folder, at, n, tile) {
  data <- paste0(folder, ".rds")
  saveRDS(graph_for_store(n), data)
  run_r(c(
    "library(manycore)",
    "space <- asNamespace('manycore')",
    "write <- space$store_write_tile",
    "count <- 0",
    "unlockBinding('store_write_tile', space)",
    "space$store_write_tile <- function(...) {",
    "  count <<- count + 1",
    paste0("  cat(count - 1, '\\n'); if (count == ", at, ") tools::pskill(Sys.getpid(), 9)"),
    "  write(...)",
    "}",
    paste0("w <- readRDS('", data, "')"),
    paste0("store <- floyd_warshall(w, store = tile_store('", folder, "', ", tile, "))"),
    "cat(count, '\\n')"
  ), timeout = 60)
}

test_that("a manager that is killed leaves what it has done, and nothing is done twice", {
  skip_on_cran()
  skip_on_os("windows")
  folder <- tempfile("store")
  on.exit(unlink(folder, recursive = TRUE))
  # 16 tiles before the first step, then four blocks of 1, 6, and 9: killed in each of these
  done <- 0
  for (at in c(10, 8, 3, 9, 20, 1)) {
    run <- run_until(folder, at, 70, 20)
    expect_true(run$status != 0)
    done <- done + as.numeric(utils::tail(run$output[grepl("^[0-9]+ *$", run$output)], 1L))
    expect_error(as.matrix(tile_store(folder)), class = "manycore_error_store")
  }
  run <- run_until(folder, 0, 70, 20)
  expect_identical(run$status, 0L)
  done <- done + as.numeric(utils::tail(run$output, 1L))
  expect_identical(done, 16 + 4 * 16)
  store <- tile_store(folder)
  w <- graph_for_store(70)
  expect_identical(as.matrix(store), distances_in_memory(w))
  # and all of it is known again
  before <- file.mtime(list.files(folder, recursive = TRUE, full.names = TRUE))
  floyd_warshall(w, store = store)
  expect_identical(file.mtime(list.files(folder, recursive = TRUE, full.names = TRUE)), before)
})

test_that("unfinished, damaged and foreign stores are refused, never read wrongly", {
  skip_on_cran()
  skip_on_os("windows")
  folder <- tempfile("store")
  on.exit(unlink(folder, recursive = TRUE))
  run_until(folder, 50, 70, 20)
  store <- tile_store(folder)
  expect_error(as.matrix(store), "unfinished", class = "manycore_error_store")
  w <- graph_for_store(70)
  other <- w
  other[2, 3] <- 77
  expect_error(floyd_warshall(other, store = store), "the data", class = "manycore_error_store")

  file <- file.path(folder, "tiles", "0000", "2-3")
  bytes <- readBin(file, "raw", 1e5)
  bytes[1000] <- xor(bytes[1000], as.raw(1))
  writeBin(bytes, file)
  expect_error(floyd_warshall(w, store = store), "begin anew", class = "manycore_error_store")
  writeBin(bytes[1:2000], file)
  expect_error(floyd_warshall(w, store = store), "2, 3.*begin anew", class = "manycore_error_store")
  unlink(file)
  expect_error(floyd_warshall(w, store = store), "2, 3.*begin anew", class = "manycore_error_store")
  anew <- floyd_warshall(w, store = tile_store(folder, 20, overwrite = TRUE))
  expect_identical(as.matrix(anew), distances_in_memory(w))
})

test_that("negative cycles and weights that cannot be are the errors of floyd_warshall()", {
  w <- graph_for_store(40)
  dimnames(w) <- list(paste0("v", 1:40), paste0("v", 1:40))
  w[30, 7] <- -100
  message_of <- function(...) tryCatch(floyd_warshall(w, ...), error = function(e) e)
  here <- message_of()
  there <- message_of(store = tile_store(tempfile("store"), 16))
  expect_s3_class(there, "manycore_error_negative_cycle")
  expect_identical(conditionMessage(there), conditionMessage(here))
  expect_identical(there$cycle, here$cycle)

  w[30, 7] <- 1
  w[38, 20] <- NaN
  w[2, 20] <- -Inf
  folder <- tempfile("store")
  there <- message_of(store = tile_store(folder, 16))
  expect_identical(conditionMessage(there), conditionMessage(message_of()))
  expect_identical(list.files(folder, recursive = TRUE), character())
})

test_that("what a store does not do is an error", {
  w <- graph_for_store(5)
  store <- tile_store(tempfile("store"))
  expect_argument <- function(code, argument) {
    error <- expect_error(code, class = "manycore_error_argument")
    expect_identical(error$argument, argument)
  }
  expect_argument(floyd_warshall(w, paths = TRUE, store = store), "paths")
  expect_argument(floyd_warshall(w, algorithm = "naive", store = store), "algorithm")
  expect_argument(floyd_warshall(w, block = 64, store = store), "block")
  expect_argument(floyd_warshall(w, store = "folder"), "store")
  expect_argument(floyd_warshall(w, store = store, BPPARAM = 2), "BPPARAM")
  expect_argument(floyd_warshall(w, BPPARAM = 2), "BPPARAM")
  expect_false(dir.exists(store$dir))
})

test_that("a graph in a file becomes a store that is read in parts", {
  skip_on_cran()
  skip_without_package("HDF5Array")
  w <- graph_for_store(60)
  w[is.na(w)] <- Inf
  dimnames(w) <- list(paste0("v", 1:60), paste0("v", 1:60))
  file <- tempfile(fileext = ".h5")
  folder <- tempfile("store")
  on.exit(unlink(c(file, folder), recursive = TRUE))
  delayed <- HDF5Array::writeHDF5Array(w, file, "w", with.dimnames = TRUE)
  store <- floyd_warshall(delayed, store = tile_store(folder, 25))
  want <- distances_in_memory(w)
  expect_identical(as.matrix(store), want)
  expect_identical(as.matrix(DelayedArray::DelayedArray(store)), want)
  expect_identical(store["v3", c("v58", "v2")], want["v3", c("v58", "v2")])
  expect_error(floyd_warshall(delayed[, 1:20], store = store), "square",
               class = "manycore_error_size")
  # the same data in memory are the same store
  expect_identical(as.matrix(floyd_warshall(w, store = store)), want)
})
