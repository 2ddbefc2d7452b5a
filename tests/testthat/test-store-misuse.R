# Folders, files and objects that are not what they were, or never were a store.

filled <- function(...) {
  quietly(cor_kendall(data_of_store(), store = new_store(...)))
}

overwritten <- function(dir) {
  quietly(cor_kendall(data_of_store(), store = tile_store(dir, overwrite = TRUE)))
}

test_that("a manifest that is damaged is found, and may be overwritten; another program's not", {
  for (text in list(character(), "", "Format: 1\nWork: cor_kendall")) {
    store <- filled()
    m <- as.matrix(store)
    writeLines(text, file.path(store$dir, "manifest"))
    if (length(text) == 0) file.create(file.path(store$dir, "manifest"))
    for (f in list(as.matrix, function(s) print(place_of(s)), verify_store, dimnames, function(s) {
      cor_kendall(data_of_store(), store = tile_store(s$dir))
    })) {
      expect_error(f(store), "damaged", class = "manycore_error_store")
    }
    expect_identical(as.matrix(overwritten(store$dir)), m)
  }
  writeLines("Manifest-Version: 1.0", file.path(store$dir, "manifest"))
  expect_error(overwritten(store$dir), "no manifest of a store", class = "manycore_error_store")
  expect_true(file.exists(file.path(store$dir, "manifest")))
})

test_that("a store is that of its call", {
  store <- filled()
  same <- unserialize(serialize(store, NULL))
  x <- data_of_store()[, 1:40]
  other <- quietly(cor_kendall(x, store = tile_store(store$dir, overwrite = TRUE)))
  for (f in list(as.matrix, verify_store, function(s) s[1, 1], max)) {
    expect_error(f(same), "was overwritten by another call", class = "manycore_error_store")
  }
  expect_identical(as.matrix(tile_store(store$dir)), as.matrix(other))
})

test_that("what differs is what the user has changed", {
  store <- filled()
  e <- expect_error(cor_kendall(data_of_store(), store = tile_store(store$dir, tile = 20)),
                    class = "manycore_error_store")
  expect_match(conditionMessage(e), "what differs: 'tile' (16 there, 20 here).", fixed = TRUE)
  e <- expect_error(dist_euclidean(data_of_store(), store = tile_store(store$dir)),
                    class = "manycore_error_store")
  expect_match(conditionMessage(e),
               "what differs: the function (cor_kendall there, dist_euclidean here).", fixed = TRUE)
})

test_that("files that came between tile_store() and the call are not mixed with a store's", {
  store <- new_store()
  dir.create(store$dir)
  writeLines("mine", file.path(store$dir, "notes.txt"))
  expect_error(cor_kendall(data_of_store(), store = store), "there is 'notes.txt', and no manifest",
               class = "manycore_error_argument")
  expect_identical(list.files(store$dir), "notes.txt")
})

test_that("a tile of shortest paths is not made alone", {
  w <- matrix(seq_len(400) + 0, 20)
  store <- floyd_warshall(w, store = new_store(tile = 7))
  unlink(tile_files(store)[2])
  expect_error(as.matrix(store), "begin anew", class = "manycore_error_tile")
})

test_that("a DelayedMatrix of a store that has moved", {
  skip_if_not_installed("DelayedArray")
  requireNamespace("DelayedArray")
  store <- filled()
  m <- as.matrix(store)
  delayed <- DelayedArray::DelayedArray(store)
  path <- getExportedValue("BiocGenerics", "path")
  expect_identical(path(delayed), store$dir)
  elsewhere <- tempfile("elsewhere")
  file.rename(store$dir, elsewhere)
  expect_error(as.matrix(delayed), "the folder is not there", class = "manycore_error_tile")
  delayed <- getExportedValue("BiocGenerics", "path<-")(delayed, value = elsewhere)
  expect_identical(as.matrix(delayed), m)
  expect_error(getExportedValue("BiocGenerics", "path<-")(delayed, value = filled(tile = 20)$dir),
               "another store", class = "manycore_error_store")
})

test_that("files without the right to read them are not missing", {
  skip_on_os("windows")
  store <- filled()
  Sys.chmod(tile_files(store)[1], "000")
  on.exit(Sys.chmod(tile_files(store)[1], "600"))
  skip_if(file.access(tile_files(store)[1], 4) == 0, "root reads what it likes")
  expect_identical(verify_store(store)$status[1], "unreadable")
  expect_error(as.matrix(store), "is unreadable", class = "manycore_error_tile")
  Sys.chmod(store$dir, "000")
  on.exit(Sys.chmod(store$dir, "700"), add = TRUE)
  expect_error(tile_store(store$dir), "may be read", class = "manycore_error_argument")
})

test_that("folders that have a store's names and another's files are left alone", {
  x <- data_of_store()
  for (file in c("x/data.csv", "tiles/0000/picture.png", "steps/notes.txt", "names", "y/0000/a")) {
    dir <- tempfile("mine")
    dir.create(dirname(file.path(dir, file)), recursive = TRUE)
    writeLines("mine", file.path(dir, file))
    expect_error(cor_kendall(x, store = tile_store(dir)), basename(file), fixed = TRUE,
                 class = "manycore_error_argument", label = file)
    for (text in list(character(), "Format: 3.0 (quilt)", c("Format: 1", "Files: *"))) {
      writeLines(text, file.path(dir, "manifest"))
      expect_error(cor_kendall(x, store = tile_store(dir, overwrite = TRUE)), "no manifest",
                   class = "manycore_error_store")
    }
    expect_identical(readLines(file.path(dir, file)), "mine")
  }
  # those that came into a store stay when it is overwritten
  store <- filled()
  mine <- file.path(store$dir, c("tiles/0000/mine", "tiles/0000/1-1.txt", "names.csv",
                                 "manifest.txt", "notes.txt"))
  for (file in mine) writeLines("mine", file)
  m <- quietly(cor_kendall(x[, 1:20]))
  stored <- quietly(cor_kendall(x[, 1:20], store = tile_store(store$dir, overwrite = TRUE)))
  expect_identical(as.matrix(stored), m)
  expect_true(all(file.exists(mine)))
})

test_that("what another call has written meanwhile is looked at again before it is deleted", {
  x <- data_of_store()
  store <- filled()
  y <- x[, 1:30]
  usual <- get("fingerprint_of_inputs", asNamespace("manycore"))
  done <- FALSE
  late <- function(inputs) {
    if (!done) {
      done <<- TRUE
      quietly(cor_kendall(y, store = tile_store(store$dir, overwrite = TRUE)))
      files <<- tile_files(tile_store(store$dir))
      before <<- states_of(files)
    }
    usual(inputs)
  }
  files <- before <- NULL
  with_function("fingerprint_of_inputs", late, {
    quietly(cor_kendall(y, store = tile_store(store$dir, overwrite = TRUE)))
  })
  expect_true(done)
  expect_identical(states_of(files), before)
})

test_that("weights that are damaged are written again", {
  w <- matrix(c(Inf, Inf, Inf, -0.5, Inf, Inf, 0.2, 0.3, Inf), 3)
  store <- new_store(tile = 2)
  floyd_warshall(w, traceback = TRUE, store = store)
  files <- list.files(file.path(store$dir, "x"), recursive = TRUE, full.names = TRUE)
  change_byte(files[1], 128 + 5)
  plan <- manycore:::plan_of(store)
  expect_error(manycore:::read_weights(1, plan), "are damaged", class = "manycore_error_store")
  floyd_warshall(w, traceback = TRUE, store = store)
  expect_identical(manycore:::read_weights(1, plan), w[, 1:2])
})

test_that("arguments that go with a store are checked without one, too", {
  x <- matrix(rnorm(40), 10)
  for (call in list(function(...) cor_kendall(x, ...), function(...) dist_euclidean(x, ...),
                    function(...) floyd_warshall(abs(x[1:4, ]), ...),
                    function(...) kendall_network(x, cutoff = 0.5, ...))) {
    expect_error(call(timeout = "a"), "'timeout' must be", class = "manycore_error_argument")
    expect_error(call(retries = -5), "'retries' must be", class = "manycore_error_argument")
  }
  store <- cor_kendall(x, store = new_store())
  expect_error(store[1:2, 1, drop = NA], "'drop' must be", class = "manycore_error_argument")
})

test_that("overwriting with larger tiles leaves no panel of the earlier call", {
  # the last panels of both calls have the same columns, so the same data
  x <- data_of_store(10, 39)
  store <- quietly(with_panels_in_files(cor_kendall(x, store = new_store(tile = 8))))
  expect_silent(suppressWarnings(with_panels_in_files(
    cor_kendall(x, store = tile_store(store$dir, tile = 16, overwrite = TRUE))
  )))
  expect_identical(list.files(file.path(store$dir, "x", "0000")), c("1", "2", "3"))
})

test_that("objects that say they are stores, and are not, are named", {
  x <- matrix(rnorm(60), 6)
  odd <- list(list(), list(dir = NA_character_), list(dir = c("a", "b")), list(dir = 1), "a",
              list(dir = ""))
  odd <- lapply(odd, structure, class = "tile_store")
  tile <- structure(list(dir = tempfile(), tile = "b"), class = "tile_store")
  precision <- structure(list(dir = tempfile(), precision = "half"), class = "tile_store")
  for (store in c(odd, list(tile, precision))) {
    for (call in list(function() cor_kendall(x, store = store), function() tile_matrix(store),
                      function() floyd_warshall(x[, 1:6], store = store),
                      function() dist_euclidean(x, store = store), function() print(store),
                      function() kendall_network(x, top = 1, store = store),
                      function() as.matrix(store))) {
      expect_error(call(), "contents of this object are of no store",
                   class = "manycore_error_argument")
    }
  }
  for (store in odd[-5]) {
    expect_error(verify_store(store), "of no store", class = "manycore_error_argument")
    class(store) <- "tile_matrix"
    for (call in list(as.matrix, print, function(x) x[1, 1], verify_store)) {
      expect_error(call(store), class = "manycore_error_argument")
    }
  }
})

test_that("a folder below a file is an error that names the file", {
  file <- tempfile()
  writeLines("a", file)
  expect_error(tile_store(file.path(file, "b", "c")), basename(file),
               class = "manycore_error_argument")
  expect_error(tile_store(file.path(file, "b")), "is a file", class = "manycore_error_argument")
})
