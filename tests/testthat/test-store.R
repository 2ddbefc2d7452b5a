# Stores of tiles: what the plain call gives, to the bit; whatever happens to their files.

with_missing <- function(x, count = 12) {
  x[sample.int(length(x), count)] <- NA
  x
}

expect_stored <- function(f, ..., label = NULL) {
  plain <- tryCatch(told_of(f(...)), error = conditionMessage)
  stored <- tryCatch(told_of(as.matrix(f(..., store = new_store()))), error = conditionMessage)
  if (is.list(plain) && inherits(plain$value, "dist")) {
    plain$value <- unlabelled(as.matrix(plain$value), plain$value)
  } else if (is.list(plain) && is.null(dim(plain$value))) {
    plain$value <- as.matrix(plain$value)
  }
  expect_identical(stored, plain, label = label)
}

# Names that as.matrix.dist() makes up are none.
unlabelled <- function(m, dist) {
  if (is.null(attr(dist, "Labels"))) unname(m) else m
}

test_that("taus in a store are those of the plain call, with its warnings and errors", {
  x <- data_of_store()
  z <- with_missing(x)
  for (use in use_modes) {
    for (type in c("b", "a", "c", "gamma", "somers")) {
      for (data in list(x, z)) {
        label <- paste(use, type, anyNA(data))
        expect_stored(cor_kendall, data, use = use, type = type, label = label)
      }
    }
    expect_stored(cor_kendall, z, x[, 1:35], use = use, label = use)
    expect_stored(cor_kendall, unname(x[, 1:20]), z, use = use, label = use)
  }
  for (odd in list(x[0, ], x[1, , drop = FALSE], x[, 1, drop = FALSE], x[, 0], x > 6, z[1:2, ],
                   as.data.frame(x), x[, 1] * NA)) {
    for (use in use_modes) expect_stored(cor_kendall, odd, use = use, label = paste(use, dim(odd)))
  }
  expect_stored(cor_kendall, 1:5, c(2, 1, 3, 5, 4))
})

test_that("so it is on every target, with every algorithm and number of threads", {
  x <- data_of_store(40, 40)
  plain <- suppressWarnings(cor_kendall(x))
  for_each_target(function(isa) {
    for (algorithm in c("auto", "radix", "table")) {
      for (threads in c(1, 3)) {
        stored <- quietly(cor_kendall(x, algorithm = algorithm, threads = threads,
                                      store = new_store()))
        expect_identical(as.matrix(stored), plain, label = paste(isa, algorithm, threads))
      }
    }
  })
})

test_that("distances in a store are those of the plain call", {
  p <- t(data_of_store(9, 40))
  p[5, ] <- NA
  p[6, 2:4] <- NA
  for (points in list(p, unname(p), p[1, , drop = FALSE], as.data.frame(p))) {
    expect_stored(dist_euclidean, points)
    expect_stored(dist_euclidean, points, squared = TRUE)
    expect_stored(dist_euclidean, points, p[1:18, ])
  }
  single <- dist_euclidean(p, precision = "single", algorithm = "tile")
  stored <- dist_euclidean(p, precision = "single", algorithm = "tile", store = new_store())
  expect_identical(unname(as.matrix(stored)), unname(as.matrix(single)))
})

test_that("inputs of other packages", {
  skip_if_not_installed("Matrix")
  x <- data_of_store(20, 40)
  x[x < 6] <- 0
  plain <- suppressWarnings(cor_kendall(x))
  inputs <- matrices_of(x)
  for (class in names(inputs)) {
    stored <- quietly(cor_kendall(inputs[[class]], store = new_store()))
    expect_identical(as.matrix(stored), plain, label = class)
    if (class %in% c("dgCMatrix", "HDF5Matrix", "big.matrix")) {
      stored <- dist_euclidean(inputs[[class]], store = new_store())
      expect_identical(unname(as.matrix(stored)), unname(as.matrix(dist_euclidean(x))),
                       label = class)
    }
  }
  inputs <- containers_of(t(x))
  for (class in names(inputs)[c(1, length(inputs))]) {
    stored <- quietly(cor_kendall(inputs[[class]], store = new_store()))
    expect_identical(unname(as.matrix(stored)), unname(plain), label = class)
  }
})

test_that("single precision rounds to floats", {
  x <- data_of_store()
  stored <- quietly(cor_kendall(x, store = new_store(precision = "single")))
  plain <- quietly(cor_kendall(x))
  floats <- readBin(writeBin(as.vector(plain), raw(), size = 4), "double", length(plain), size = 4)
  floats[is.na(plain) & !is.nan(plain)] <- NA # of which writeBin() makes NaN
  expect_true(identical(as.vector(as.matrix(stored)), floats)) # tells NA from NaN
  expect_lt(sum(file.size(tile_files(stored))), 4 * length(plain) + 200 * 10)
})

test_that("NA is read as NA and NaN as NaN, in either precision", {
  x <- rbind(c(NA, 1, 2), c(NaN, 1, 3), c(4, Inf, 5), c(4, -Inf, 6), c(1, NA, NaN))
  numbers <- matrix(c(NA, NaN, -NaN, Inf, -Inf, 0, 1.5, NA, NaN), 3)
  for (precision in c("double", "single")) {
    stored <- as.matrix(dist_euclidean(x, store = new_store(precision = precision)))
    plain <- as.matrix(dist_euclidean(x))
    expect_identical(which(is.nan(stored)), which(is.nan(plain)))
    expect_identical(which(is.na(stored)), which(is.na(plain)))
    # and in a tile of any numbers
    stored <- cor_kendall(diag(3), store = new_store(precision = precision))
    plan <- manycore:::plan_of(stored)
    manycore:::write_tile_file(manycore:::tile_path(plan, 1, 1), manycore:::tile_label(plan, 1, 1),
                               plan$fingerprint, numbers, plan)
    expect_true(identical(unname(as.matrix(stored)), numbers), label = precision)
    expect_true(identical(stored[2:3, 3], numbers[2:3, 3]), label = precision)
  }
})

test_that("parts are read as those of a matrix, from the tiles that have them", {
  x <- data_of_store()
  y <- x[, 1:20] + 0
  for (stored in list(quietly(cor_kendall(x, store = new_store())),
                      quietly(cor_kendall(x, y, store = new_store())))) {
    m <- as.matrix(stored)
    expect_identical(dim(stored), dim(m))
    expect_identical(dimnames(stored), dimnames(m))
    for (i in list(1:50, 17, c(40, 3, 3, 33), -1, "v33", rep(c(TRUE, FALSE), 25), integer(), 0, NA,
                   c(2, NA), c(-99, -3), factor("v7"), c(TRUE, NA))) {
      expect_identical(stored[i, c(2, 19)], m[i, c(2, 19)])
      expect_identical(stored[i, ], m[i, ])
      expect_identical(stored[i, 20:1, drop = FALSE], m[i, 20:1, drop = FALSE])
    }
    expect_identical(stored[, 5], m[, 5])
    expect_error(stored[51, 1], "subscript out of bounds", class = "manycore_error")
    for (bad in list(51, "v51", c("v1", NA), rep(TRUE, 51))) { # the words of base R
      words <- conditionMessage(tryCatch(m[bad, 1], error = identity))
      expect_error(stored[bad, 1], words, fixed = TRUE, class = "manycore_error")
    }
    expect_error(stored[1, 1, 1], "x[i, j]", fixed = TRUE, class = "manycore_error")
    pairs <- cbind(c(3, 40, NA, 50, 3, 0), c(20, 1, 2, 17, 20, 7))
    expect_error(stored[cbind(-1, 2)], "negative values", class = "manycore_error")
    named <- cbind(c("v50", "v2"), c("v1", "v20"))
    for (i in list(7, c(1, 0, 64, 999, 1e6, NA), -(1:990), m > 0.1, pairs, named, numeric(),
                   matrix(1:6, 2))) {
      expect_identical(stored[i], m[i])
    }
    expect_identical(stored[], m)
  }
  # columns 1 to 16 need no tile of the others
  unlink(grep("/2-|/3-", tile_files(stored), value = TRUE))
  expect_identical(stored[1:16, 16], m[1:16, 16])
  e <- expect_error(stored[17, 1], "is missing", class = "manycore_error_tile")
  expect_identical(e$tile, c(2, 1))
})

test_that("a DelayedMatrix of a store", {
  skip_if_not_installed("DelayedArray")
  requireNamespace("DelayedArray")
  x <- data_of_store()
  stored <- quietly(cor_kendall(x, store = new_store()))
  m <- as.matrix(stored)
  delayed <- DelayedArray::DelayedArray(stored)
  expect_s4_class(delayed, "DelayedMatrix")
  expect_identical(methods::as(stored, "DelayedMatrix"), delayed)
  expect_identical(as.matrix(delayed), m)
  expect_identical(as.matrix(delayed[40:3, c("v9", "v44")] * 2), m[40:3, c("v9", "v44")] * 2)
  expect_identical(DelayedArray::chunkdim(delayed), c(16L, 16L))
  expect_equal(DelayedArray::rowSums(delayed), rowSums(m))
  expect_identical(quietly(cor_kendall(delayed)), quietly(cor_kendall(m)))
  file <- tempfile(fileext = ".rds")
  saveRDS(delayed, file)
  run <- run_r(c("suppressMessages(library(DelayedArray))",
                 paste0("m <- readRDS(", deparse(file), ")"),
                 "cat('sum', format(sum(m, na.rm = TRUE), digits = 15), dim(m))"))
  expect_match(paste(run$output, collapse = " "),
               paste("sum", format(sum(delayed, na.rm = TRUE), digits = 15), "50 50"), fixed = TRUE)
})

# ---- again, and after damage ----

test_that("what is there stays, and what is missing or damaged is done again", {
  x <- data_of_store()
  store <- new_store()
  plain <- quietly(cor_kendall(x))
  quietly(cor_kendall(x, store = store))
  files <- tile_files(store)
  expect_length(files, 10)
  before <- states_of(files)
  expect_identical(told_of(cor_kendall(x, store = store))$said, "the standard deviation is zero")
  expect_identical(states_of(files), before)

  # each part of a file: magic, version, fingerprint, place, size, mark, numbers, checksums
  places <- c(1, 9, 13, 17, 25, 33, 41, 57, 65, 73, 100, 129, 400, -17, -9, -1)
  for (at in places) {
    change_byte(files[4], at)
    expect_true(verify_store(store)$status[4] %in% c("damaged", "foreign"), label = at)
    expect_error(as.matrix(store), class = "manycore_error_tile")
    expect_message(suppressWarnings(cor_kendall(x, store = store)), "tile 1, 3 of the store was")
    expect_identical(as.matrix(store), plain, label = at)
    expect_identical(states_of(files[-4]), before[-4])
  }
  for (size in c(0, 100, file.size(files[4]) - 1)) {
    writeBin(readBin(files[4], "raw", size), files[4])
    expect_identical(verify_store(store)$status[4], "truncated")
    expect_message(suppressWarnings(cor_kendall(x, store = store)), "was truncated")
    expect_identical(as.matrix(store), plain)
  }
  file.copy(files[5], files[4], overwrite = TRUE) # another place's
  expect_identical(verify_store(store)$status[4], "foreign")
  other <- quietly(cor_kendall(x + runif(30), store = new_store()))
  file.copy(tile_files(other)[6], files[6], overwrite = TRUE) # other data's
  expect_identical(verify_store(store)$status[6], "foreign")
  unlink(files[7])
  expect_identical(verify_store(store)$status[7], "missing")
  quietly(cor_kendall(x, store = store))
  expect_identical(as.matrix(store), plain)
  expect_identical(states_of(files[-(4:7)]), before[-(4:7)])
  expect_identical(unique(verify_store(store)$status), "whole")
})

test_that("the times of files do not matter", {
  x <- data_of_store()
  store <- new_store()
  quietly(cor_kendall(x, store = store))
  files <- tile_files(store)
  before <- states_of(files)
  for (year in c("1971", "2037")) {
    all <- list.files(store$dir, recursive = TRUE, full.names = TRUE, all.files = TRUE)
    expect_true(all(Sys.setFileTime(all[c(TRUE, FALSE)], as.POSIXct(paste0(year, "-01-01")))))
    expect_identical(told_of(cor_kendall(x, store = store))$said, "the standard deviation is zero")
    if (.Platform$OS.type == "unix") expect_identical(states_of(files), before)
    expect_identical(unique(verify_store(store)$status), "whole")
  }
})

test_that("messages name five tiles that are done again, and count the others", {
  x <- data_of_store()
  store <- new_store()
  quietly(cor_kendall(x, store = store))
  for (file in tile_files(store)[1:8]) change_byte(file, 100)
  told <- capture_messages(suppressWarnings(cor_kendall(x, store = store)))
  expect_length(grep("tile [1-5], [1-5] of the store was damaged", told), 5)
  expect_identical(sum(grepl("3 more tiles of the store had to be done again", told)), 1L)
  expect_identical(as.matrix(store), quietly(cor_kendall(x)))
})

test_that("input, names and manifest that are damaged", {
  x <- data_of_store()
  store <- new_store()
  plain <- quietly(cor_kendall(x))
  quietly(with_panels_in_files(cor_kendall(x, store = store)))
  for (file in file.path(store$dir, c("names", "x/0000/2"))) {
    change_byte(file, 40)
    unlink(tile_files(store)[5:6])
    quietly(with_panels_in_files(cor_kendall(x, store = store)))
    expect_identical(as.matrix(store), plain)
  }
  change_byte(file.path(store$dir, "names"), 40)
  expect_error(as.matrix(store), "dimnames .* damaged", class = "manycore_error_store")
  change_byte(file.path(store$dir, "manifest"), 70)
  expect_error(cor_kendall(x, store = store), "manifest .* damaged", class = "manycore_error_store")
  quietly(cor_kendall(x, store = tile_store(store$dir, 16, overwrite = TRUE)))
  expect_identical(as.matrix(store), plain)
})

test_that("a store of another call is refused, and told what differs", {
  x <- data_of_store()
  store <- new_store()
  quietly(cor_kendall(x, store = store))
  before <- states_of(tile_files(store))
  refused <- function(code, what) {
    e <- expect_error(code, class = "manycore_error_store")
    expect_match(conditionMessage(e), paste("what differs:", what), fixed = TRUE)
  }
  y <- x
  y[3, 4] <- -1
  dir <- store$dir
  refused(cor_kendall(y, store = store), "the data.")
  refused(cor_kendall(x, store = store, use = "pair"),
          "'use' (everything there, pairwise.complete.obs here).")
  refused(cor_kendall(x, store = store, type = "gamma"), "'type' (b there, gamma here).")
  refused(cor_kendall(unname(x), store = store), "the dimnames.")
  refused(cor_kendall(x, store = tile_store(dir, 8)), "'tile' (16 there, 8 here).")
  refused(cor_kendall(x, store = tile_store(dir, precision = "single")),
          "'precision' (double there, single here).")
  refused(dist_euclidean(x, store = store), "the function (cor_kendall there, dist_euclidean here)")
  expect_identical(states_of(tile_files(store)), before)
  quietly(cor_kendall(y, store = tile_store(dir, overwrite = TRUE), use = "pair"))
  expect_identical(as.matrix(store), quietly(cor_kendall(y, use = "pair")))
})

test_that("arguments that go wrong, and what is shown", {
  refused <- function(code, argument) {
    e <- expect_error(code, class = "manycore_error_argument")
    expect_identical(e$argument, argument)
  }
  x <- data_of_store()
  refused(tile_store(7), "dir")
  refused(tile_store(character()), "dir")
  refused(tile_store(tempfile(), tile = 0), "tile")
  refused(tile_store(tempfile(), tile = 9000), "tile")
  refused(tile_store(tempfile(), precision = "half"), "precision")
  refused(tile_store(tempfile(), overwrite = NA), "overwrite")
  file <- tempfile()
  writeLines("not a store", file)
  refused(tile_store(file), "dir")
  refused(tile_store(dirname(file)), "dir")
  refused(cor_kendall(x, store = "folder"), "store")
  refused(cor_kendall(x, BPPARAM = 2), "BPPARAM")
  refused(cor_kendall(x, store = new_store(), retries = -1), "retries")
  refused(cor_kendall(x, store = new_store(), pairs = cbind(1, 2)), "pairs")
  refused(dist_euclidean(x, store = new_store(), retries = "many"), "retries")
  store <- new_store(precision = "single")
  expect_output(print(store), "empty, for tiles of 16 x 16, in single precision")
  expect_error(as.matrix(store), "nothing in the store", class = "manycore_error_store")
  quietly(cor_kendall(x, store = store))
  expect_output(print(store), "cor_kendall(), 50 x 50, symmetric, in single precision",
                fixed = TRUE)
  expect_output(print(store), "10 tiles of up to 16 x 16: all there")
  unlink(tile_files(store)[3])
  expect_output(print(store), "9 there, 1 missing")
  expect_output(print(verify_store(store)), "9 whole, 1 missing")
})

test_that("a full disk is an error that says so", {
  skip_on_cran()
  skip_on_os(c("windows", "mac", "solaris"))
  folder <- tempfile("small")
  dir.create(folder)
  mounted <- suppressWarnings(system2("mount", c("-t", "tmpfs", "-o", "size=200k", "tmpfs", folder),
                                      stdout = FALSE, stderr = FALSE))
  skip_if(mounted != 0, "a small file system cannot be mounted here")
  on.exit(system2("umount", folder))
  x <- data_of_store(30, 200)
  store <- tile_store(file.path(folder, "store"), tile = 50)
  e <- expect_error(quietly(cor_kendall(x, store = store)), "No space left",
                    class = "manycore_error_disk")
  expect_true(all(verify_store(store)$status %in% c("whole", "missing")))
  expect_length(list.files(store$dir, "^[.]", all.files = TRUE, recursive = TRUE), 0)
})

test_that("many tiles are in folders of a thousand at most", {
  x <- matrix(stats::rnorm(90), 1)
  stored <- suppressWarnings(cor_kendall(x, store = new_store(tile = 2)))
  expect_identical(as.vector(table(dirname(tile_files(stored)))), c(1000L, 35L))
  expect_true(all(is.na(as.matrix(stored))))
})

test_that("the panels that were used last are kept: tiles of a row share one", {
  x <- data_of_store()
  store <- new_store()
  quietly(with_panels_in_files(cor_kendall(x, store = store)))
  panel <- function(k) manycore:::columns_panel(x, k, 16)
  plan <- list(dir = store$dir, tile = 16,
               inputs = list(x = manycore:::input_panels(dim(x), 2L, 16, panel)))
  place <- manycore:::place
  bytes <- place$kept_bytes
  on.exit({
    place$kept_bytes <- bytes
    place$panels <- NULL
  })
  read <- function(k) {
    expect_identical(manycore:::panel_of(plan, "x", k), panel(k))
    length(place$panels)
  }
  place$panels <- NULL
  place$kept_bytes <- 0 # the last panel stays
  expect_identical(vapply(c(1, 2, 1, 3), read, 0L), c(1L, 2L, 2L, 2L))
  expect_match(names(place$panels), " x (3|1)$")
  place$kept_bytes <- 2^26
  expect_identical(vapply(1:3, read, 0L), c(2L, 3L, 3L))
})

test_that("reading and writing a large tile can be interrupted", {
  skip_without_interrupts()
  answer <- run_r(c(
    "library(manycore)",
    "folder <- tempfile()",
    "dir.create(folder)",
    "label <- c(1, 1, 2000, 2000, 0)",
    "write <- function(name, numbers) {",
    "  .Call(manycore:::C_tile_write, c(folder, name), label, '0123456789abcdef', 0, 0, numbers,",
    "        NULL)",
    "}",
    "read <- function(name, keep) {",
    "  .Call(manycore:::C_tile_read, c(folder, name), label, '0123456789abcdef', 1L, 2000L, keep,",
    "        0L)",
    "}",
    "interrupted <- function(call) {", # the signal comes before the call, which must look for it
    "  tryCatch({",
    "    tools::pskill(Sys.getpid(), tools::SIGINT)",
    "    call()",
    "    Sys.sleep(1)",
    "    'no interrupt'",
    "  }, interrupt = function(e) 'interrupt')",
    "}",
    "x <- matrix(1, 2000, 2000)",
    "stopifnot(is.null(write('ones', x)), is.null(write('zeros', 0 * x)))",
    "cat(interrupted(function() write('half', x)), read('half', 0L)$state, '\\n')",
    "buffer <- read('zeros', 2L)$numbers",
    "cat(interrupted(function() read('ones', buffer)))",
    "stopifnot(is.null(write('mixed', buffer)))",
    "cat('', range(read('mixed', 1L)$numbers), read('ones', 0L)$state, '\\n')",
    # an interrupt leaves no file beside the tile
    "file <- c(folder, 'tiles/1')",
    "beside <- c(folder, 'tiles/.1')",
    "seen <- interrupted(function() {",
    "  manycore:::write_tile_file(file, label, '0123456789abcdef', x, NULL, beside = beside)",
    "})",
    "cat(seen, list.files(file.path(folder, 'tiles'), all.files = TRUE, no.. = TRUE), '\\n')"
  ))
  expect_identical(trimws(answer$output), c("interrupt truncated",
                                            "interrupt 0 1 whole", "interrupt"))
})
