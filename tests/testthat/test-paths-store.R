# floyd_warshall() in a store of tiles: the bits of the result in memory, by every backend, and
# whoever is killed.

distances_in_memory <- function(w, ...) as.matrix(floyd_warshall(w, traceback = FALSE, ...))

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
  place <- place_of(store, precision = "single")
  expect_error(floyd_warshall(w, store = place, precision = "double"),
               "'precision' must be \"single\", the precision of the store, not \"double\"",
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

test_that("a manager that is killed leaves what it has done, and nothing is done twice", {
  skip_on_cran()
  skip_on_os("windows")
  folder <- tempfile("store")
  on.exit(unlink(folder, recursive = TRUE))
  # 16 tiles before the first step, then four blocks of 1, 6, and 9: killed in each of these
  done <- 0
  for (at in c(10, 8, 3, 9, 20, 1)) {
    done <- done + tiles_until_killed(folder, at, 70, 20)
    expect_error(as.matrix(tile_store(folder)), class = "manycore_error_store")
  }
  done <- done + tiles_until_killed(folder, 0, 70, 20)
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
  tiles_until_killed(folder, 50, 70, 20)
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
  expect_argument(floyd_warshall(w, algorithm = "naive", store = store), "algorithm")
  expect_argument(floyd_warshall(w, block = 64, store = store), "block")
  expect_argument(floyd_warshall(w, store = "folder"), "store")
  expect_argument(floyd_warshall(w, BPPARAM = 2), "BPPARAM")
  expect_false(dir.exists(store$dir))
  skip_without_package("BiocParallel")
  expect_argument(floyd_warshall(w, store = store, BPPARAM = 2), "BPPARAM")
  expect_false(dir.exists(store$dir))
})

test_that("two managers at once make one store", {
  skip_on_cran()
  n <- 130
  w <- graph_for_store(n)
  data <- tempfile(fileext = ".rds")
  saveRDS(w, data)
  want <- floyd_warshall(w)
  for (paths in c(FALSE, TRUE)) {
    folder <- tempfile("store")
    done <- tempfile()
    fill <- paste0("floyd_warshall(readRDS(", deparse(data), "), traceback = ", paths,
                   ", threads = 1, store = tile_store(", deparse(folder), ", tile = 13))")
    run_r(c("library(manycore)", paste0("s <- tryCatch(", fill, ", error = identity)"),
            paste0("saveRDS(s, ", deparse(done), ")")), wait = FALSE)
    # beside it in the midst of the import, and in the midst of the steps
    wait_for(function() length(list.files(folder, recursive = TRUE)) > if (paths) 30 else 105, 20)
    store <- eval(parse(text = fill)[[1]])
    expect_identical(as.matrix(store), want$distance)
    expect_true(wait_for(function() file.exists(done) && file.size(done) > 50, 30))
    expect_s3_class(readRDS(done), "tile_matrix")
    expect_identical(as.matrix(store), want$distance)
    if (paths) expect_identical(as.matrix(path_via(store)), want$via)
    expect_identical(unique(verify_store(store)$status), "whole")
    unlink(folder, recursive = TRUE)
  }
})

test_that("a tile of a manager that comes late is not put back", {
  w <- graph_for_store(30)
  folder <- tempfile("store")
  on.exit(unlink(folder, recursive = TRUE))
  store <- floyd_warshall(w, store = tile_store(folder, 10))
  plan <- manycore:::plan_of(store)
  before <- states_of(tile_files(store))
  zeros <- matrix(0, 10, 10)
  manycore:::first_tile(plan, 1, 2, zeros, NA)
  manycore:::replace_tile(plan, c(1, 2, 3), list(numbers = zeros, integers = NULL))
  expect_identical(manycore:::paths_task(c(2, 3, 1), plan, 1L, NULL)$computed, FALSE)
  expect_identical(states_of(tile_files(store)), before)
  expect_identical(as.matrix(store), distances_in_memory(w))
  # nor are files that have another name, as a backup of links has, written over
  backup <- file.path(folder, "backup")
  expect_true(file.link(tile_files(store)[4], backup))
  held <- readBin(backup, "raw", 1e4)
  file.copy(backup, spare <- file.path(folder, "spare"))
  unlink(spare)
  file.link(backup, spare)
  manycore:::write_tile_file(manycore:::tile_path(plan, 1, 2), manycore:::tile_label(plan, 1, 2),
                             plan$fingerprint, zeros, plan, beside = c(folder, "spare"))
  expect_identical(readBin(backup, "raw", 1e4), held)
})

# What a child process says that fills the store under this limit of the shell.
run_limited <- function(limit, folder, n, tile) {
  data <- tempfile(fileext = ".rds")
  saveRDS(graph_for_store(n), data)
  script <- write_script(c(
    "library(manycore)",
    paste0("store <- tile_store(", deparse(folder), ", ", tile, ")"),
    paste0("e <- tryCatch(floyd_warshall(readRDS(", deparse(data), "), traceback = TRUE, ",
           "store = store), error = identity)"),
    "cat(class(e), '\\n', conditionMessage(e), '\\n')"
  ))
  rscript <- shQuote(file.path(R.home("bin"), "Rscript"))
  command <- paste0("trap '' XFSZ; ", limit, "; exec ", rscript, " --vanilla ", script)
  with_environment(fresh_environment(), {
    paste(suppressWarnings(system2("sh", c("-c", shQuote(command)), stdout = TRUE, stderr = TRUE)),
          collapse = " ")
  })
}

test_that("a full disk is an error that names the file, and what is done stays done", {
  skip_on_cran()
  skip_on_os(c("windows", "mac", "solaris"))
  w <- graph_for_store(70)
  want <- floyd_warshall(w)
  folder <- tempfile("store")
  on.exit(unlink(folder, recursive = TRUE))
  # files of up to 5,120 bytes: tiles are smaller, panels are not
  said <- run_limited("ulimit -f 10", folder, 70, 20)
  expect_match(said, "manycore_error_disk")
  expect_match(said, file.path(folder, "steps", "1"), fixed = TRUE)
  expect_match(said, "cannot be written: File too large")
  expect_length(list.files(folder, "^[.]", all.files = TRUE, recursive = TRUE), 0)
  files <- list.files(file.path(folder, "tiles"), recursive = TRUE, full.names = TRUE)
  expect_length(files, 16)
  expect_error(as.matrix(tile_store(folder)), "unfinished", class = "manycore_error_store")
  store <- floyd_warshall(w, traceback = TRUE, store = tile_store(folder))
  expect_identical(as.matrix(store), want$distance)
  expect_identical(as.matrix(path_via(store)), want$via)
})

test_that("a disk that gets full between two phases, and has room again", {
  skip_on_cran()
  skip_on_os(c("windows", "mac", "solaris"))
  folder <- tempfile("small")
  dir.create(folder)
  mount <- function(options) {
    suppressWarnings(system2("mount", c("-t", "tmpfs", "-o", options, "tmpfs", folder),
                             stdout = FALSE, stderr = FALSE))
  }
  skip_if(mount("size=200k") != 0, "a small file system cannot be mounted here")
  on.exit(system2("umount", folder))
  w <- graph_for_store(70)
  store <- tile_store(file.path(folder, "store"), tile = 20)
  ballast <- file.path(folder, "ballast")
  failed <- 0
  for (free in c(40, 90, 130)) { # KiB: in the import, in the steps
    writeBin(raw(1024 * (190 - free)), ballast)
    e <- expect_error(floyd_warshall(w, traceback = TRUE, store = store), "No space left",
                      class = "manycore_error_disk")
    expect_match(conditionMessage(e), store$dir, fixed = TRUE)
    expect_true(all(verify_store(store)$status %in% c("whole", "unfinished", "missing")))
    expect_length(list.files(store$dir, "^[.]", all.files = TRUE, recursive = TRUE), 0)
  }
  unlink(ballast)
  expect_identical(mount("remount,size=2m"), 0L)
  want <- floyd_warshall(w)
  stored <- floyd_warshall(w, traceback = TRUE, store = store)
  expect_identical(as.matrix(stored), want$distance)
  expect_identical(as.matrix(path_via(stored)), want$via)
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
  expect_error(floyd_warshall(delayed[, 1:20], store = place_of(store)), "square",
               class = "manycore_error_size")
  # the same data in memory are the same store
  expect_identical(as.matrix(floyd_warshall(w, store = place_of(store))), want)
})

test_that("missing and damaged tiles are told apart before the first step", {
  w <- graph_for_store(40)
  store <- new_store(tile = 10)
  with_values(list(run_block = function(...) stop("enough")), {
    expect_error(floyd_warshall(w, store = store), "enough")
  })
  plan <- manycore:::plan_of(store)
  unlink(do.call(file.path, as.list(manycore:::tile_path(plan, 2, 3))))
  change_byte(do.call(file.path, as.list(manycore:::tile_path(plan, 4, 1))), 8)
  marks <- matrix(0, 4, 4)
  marks[2, 3] <- NA
  marks[4, 1] <- -1
  expect_identical(manycore:::paths_marks(plan), marks)
  expect_identical(as.matrix(floyd_warshall(w, store = store)), as.matrix(floyd_warshall(w)))
})

test_that("after an error no files of workers stay that serve again", {
  skip_without_package("BiocParallel")
  skip_on_os("windows")
  w <- graph_for_store(60)
  store <- new_store(tile = 10)
  block <- get("run_block", asNamespace("manycore"))
  spares <- function() list.files(store$dir, "^[.]", all.files = TRUE, recursive = TRUE)
  seen <- NULL
  with_values(list(run_block = function(w, plan, k, ...) {
    if (k == 3) {
      seen <<- spares()
      stop("enough")
    }
    block(w, plan, k, ...)
  }), {
    expect_error(floyd_warshall(w, store = store, BPPARAM = BiocParallel::MulticoreParam(2)),
                 "enough")
  })
  expect_gt(length(seen), 0)
  expect_identical(spares(), character())
  expect_identical(as.matrix(floyd_warshall(w, store = store)), as.matrix(floyd_warshall(w)))
})
