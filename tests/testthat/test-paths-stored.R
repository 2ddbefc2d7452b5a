# Paths in a store of floyd_warshall(): vertex for vertex those of the result in memory.

# The store against the result in memory: distances, intermediate vertices, all paths or many;
# `alone`: by the record, without a search in all of the store.
expect_same_paths <- function(w, tile, label = NULL, ..., alone = TRUE) {
  folder <- tempfile("store")
  on.exit(unlink(folder, recursive = TRUE))
  want <- floyd_warshall(w, ...)
  store <- floyd_warshall(w, traceback = TRUE, store = tile_store(folder, tile), ...)
  expect_identical(as.matrix(store), want$distance, label = label)
  expect_identical(as.matrix(path_via(store)), path_via(want), label = label)
  n <- nrow(want)
  pairs <- expand.grid(from = seq_len(n), to = seq_len(n))
  if (n > 40) pairs <- pairs[sample(n^2, 1600), ]
  from <- pairs$from
  to <- pairs$to
  read_all <- if (alone) function(plan) stop("all of the store is read") else
    manycore:::paths_in_memory
  found <- with_values(list(paths_in_memory = read_all), shortest_path(store, from, to))
  expect_identical(found, shortest_path(want, from, to), label = label)
  for (unit in c("distance", "edges")) {
    expect_identical(path_lengths(store, from, to, unit), path_lengths(want, from, to, unit),
                     label = label)
  }
  invisible(want)
}

test_that("paths in a store are those in memory", {
  for (size in list(c(0, 3), c(1, 1), c(1, 7), c(2, 1), c(6, 1))) {
    expect_same_paths(graph_for_store(size[1]), size[2], label = size)
  }
  sizes <- list(c(5, 2), c(33, 32), c(40, 64), c(70, 33), c(111, 50))
  turn <- 0
  for_each_target(function(isa) {
    for (size in sizes) {
      turn <<- turn + 1
      for (precision in c("double", "single")) {
        expect_same_paths(graph_for_store(size[1], turn), size[2], precision = precision,
                          threads = 1 + turn %% 4, label = paste(isa, size[1], size[2], precision))
      }
    }
  })
})

test_that("so they are with ties, names, parts that are not connected, and edges both ways", {
  set.seed(3)
  ties <- matrix(sample(c(NA, 1:4), 60 * 60, TRUE), 60,
                 dimnames = list(paste0("v", 1:60), NULL))
  expect_same_paths(ties, 16)
  undirected <- pmin(ties, t(ties), na.rm = TRUE)
  expect_same_paths(undirected, 25)
  apart <- ties
  apart[1:30, 31:60] <- Inf
  apart[45:60, 1:44] <- Inf
  apart[7, -7] <- apart[-7, 7] <- Inf
  want <- expect_same_paths(apart, 20)
  expect_true(anyNA(path_lengths(want, 1, 1:60, "edges")))
  line <- matrix(Inf, 90, 90) # a tree of as many levels as there are vertices
  line[cbind(1:89, 2:90)] <- 1:89
  expect_same_paths(line, 25)
  expect_same_paths(line[90:1, 90:1], 25)
  edges <- data.frame(from = c("a", "b", "c"), to = c("b", "c", "a"), weight = c(1, -2, 4))
  expect_same_paths(edges, 2)
  expect_same_paths(datasets::eurodist, 8)
})

test_that("negative weights: whole ones, and those whose rounding spoils the record", {
  set.seed(4)
  potential <- sample(1000, 50)
  whole <- outer(potential, potential, "-") + sample(0:9, 2500, TRUE)
  whole[stats::runif(2500) < 0.6] <- NA
  expect_same_paths(whole, 16)

  expect_identical(shortest_path(floyd_warshall(outer(1:3, 1:3, "-") / 10, traceback = TRUE,
                                                store = new_store()), 1, 3), c(1L, 3L))
  refused <- 0
  for (round in 1:60) {
    w <- weights_of_potentials(sample(3:10, 1))
    n <- nrow(w)
    if (inherits(tryCatch(floyd_warshall(w), negative_cycle = identity), "negative_cycle")) {
      refused <- refused + 1
      expect_error(floyd_warshall(w, traceback = TRUE, store = new_store(tile = 4)),
                   class = "negative_cycle")
    } else {
      expect_same_paths(w, 4, label = round, alone = FALSE)
    }
  }
  expect_gt(refused, 0)
  # the record leads along a path that is longer, or into itself
  w <- matrix(Inf, 3, 3)
  w[2, 3] <- 0.9
  w[3, 2] <- -0.9
  w[1, 2] <- 0.0011
  expect_same_paths(w, 2, alone = FALSE)
  for (precision in c("single", "double")) {
    large <- if (precision == "single") 2^24 else 2^53
    w[1, 2] <- 1
    w[2, 3] <- large
    w[3, 2] <- -large
    expect_same_paths(w, 2, precision = precision, alone = FALSE)
  }
  # an edge that is found among the weights only, which the store therefore has
  potential <- c(-0.9, -0.8, 0.2)
  w <- outer(potential, potential, "-")
  w[3, 2] <- Inf
  store <- floyd_warshall(w, traceback = TRUE, store = new_store(tile = 2))
  expect_identical(shortest_path(store, 1, 2), 1:2)
  weights <- list.files(file.path(store$dir, "x"), recursive = TRUE, full.names = TRUE)
  expect_length(weights, 2)
  expect_length(list.files(file.path(floyd_warshall(abs(w), traceback = TRUE,
                                                    store = new_store(tile = 2))$dir, "x")), 0)
})

test_that("a path is read from the tiles that it leads through", {
  w <- graph_for_store(100)
  w[1:40, 41:100] <- Inf
  w[61:100, 1:60] <- Inf
  store <- floyd_warshall(w, traceback = TRUE, store = new_store(tile = 20))
  want <- floyd_warshall(w)
  plan <- manycore:::plan_of(store)
  unlink(file.path(store$dir, manycore:::tile_name(plan, c(4, 5, 5), c(4, 1, 5))))
  expect_identical(shortest_path(store, 1:20, 40:21), shortest_path(want, 1:20, 40:21))
  expect_identical(path_lengths(store, 45, 1:20, "edges"), path_lengths(want, 45, 1:20, "edges"))
  expect_identical(shortest_path(store, 3, 90), integer())
  e <- expect_error(shortest_path(store, 100, 81), "missing", class = "manycore_error_tile")
  expect_identical(e$tile, c(5, 5))
  file <- file.path(store$dir, manycore:::tile_name(plan, 1, 2))
  change_byte(file, -30) # of an integer
  expect_error(shortest_path(store, 1, 40), "damaged", class = "manycore_error_tile")
  expect_identical(verify_store(store)$status[6], "damaged")
  expect_identical(store[1:20, 21:40], want$distance[1:20, 21:40])
})

test_that("pieces of tiles, and pieces that are dropped", {
  w <- graph_for_store(300)
  store <- floyd_warshall(w, traceback = TRUE, store = new_store(tile = 150))
  want <- floyd_warshall(w)
  from <- sample(300, 500, TRUE)
  to <- sample(300, 500, TRUE)
  with_values(list(PIECE = 1000, PIECES = 5000), {
    expect_identical(shortest_path(store, from, to), shortest_path(want, from, to))
  })
})

test_that("panels that do not all stay in memory", {
  w <- graph_for_store(90)
  with_values(list(KEPT_PANELS = 0), {
    expect_same_paths(w, 20)
    expect_same_paths(w, 32, precision = "single")
  })
})

test_that("intermediate vertices are read like distances", {
  w <- graph_for_store(50)
  dimnames(w) <- list(paste0("v", 1:50), NULL)
  want <- floyd_warshall(w)
  via <- path_via(floyd_warshall(w, traceback = TRUE, store = new_store()))
  expect_identical(via[3:40, c(50, 1)], want$via[3:40, c(50, 1)])
  expect_identical(via["v3", 20], want$via["v3", 20])
  expect_identical(shortest_path(via, "v1", 7), shortest_path(want, "v1", 7))
  skip_without_package("DelayedArray")
  delayed <- DelayedArray::DelayedArray(via)
  expect_identical(DelayedArray::type(delayed), "integer")
  expect_identical(as.matrix(delayed), want$via)
})

test_that("a run with paths that was killed goes on in every phase", {
  skip_on_cran()
  skip_on_os("windows")
  folder <- tempfile("store")
  on.exit(unlink(folder, recursive = TRUE))
  # 9 tiles before the first step, then three blocks of 1, 4, and 4: in the import, and before each
  # of three phases of a block
  done <- 0
  for (at in c(5, 6, 2, 4, 7)) {
    done <- done + tiles_until_killed(folder, at, 50, 20, traceback = TRUE)
  }
  done <- done + tiles_until_killed(folder, 0, 50, 20, traceback = TRUE)
  expect_identical(done, 9 + 3 * 9)
  want <- floyd_warshall(graph_for_store(50))
  store <- matrix_in(folder)
  expect_identical(as.matrix(store), want$distance)
  expect_identical(as.matrix(path_via(store)), want$via)
  expect_identical(shortest_path(store, 1:50, 50:1), shortest_path(want, 1:50, 50:1))
  expect_length(list.files(folder, "^[.]", all.files = TRUE, recursive = TRUE), 0)
})

test_that("workers record the same paths, and graphs in files have the same", {
  skip_without_package("BiocParallel")
  w <- graph_for_store(60)
  want <- floyd_warshall(w)
  store <- floyd_warshall(w, traceback = TRUE, store = new_store(tile = 25),
                          BPPARAM = BiocParallel::SnowParam(2))
  expect_identical(as.matrix(path_via(store)), want$via)
  expect_length(list.files(store$dir, "^[.]", all.files = TRUE, recursive = TRUE), 0)
  skip_without_package("HDF5Array")
  file <- tempfile(fileext = ".h5")
  on.exit(unlink(file))
  delayed <- HDF5Array::writeHDF5Array(w, file, "w")
  store <- floyd_warshall(delayed, traceback = TRUE, store = new_store(tile = 25))
  expect_identical(as.matrix(path_via(store)), want$via)
  expect_length(list.files(file.path(store$dir, "x"), recursive = TRUE), 3) # some are negative
  expect_identical(shortest_path(store, 1:60, 60:1), shortest_path(want, 1:60, 60:1))
})

test_that("stores without paths, and of other functions", {
  w <- graph_for_store(20)
  store <- floyd_warshall(w, store = new_store(tile = 8))
  want <- floyd_warshall(w)
  expect_identical(path_lengths(store, 3, 1:20), path_lengths(want, 3, 1:20))
  refused <- function(code, said) {
    e <- expect_error(code, said, class = "manycore_error_argument")
    expect_identical(e$argument, "x")
  }
  refused(shortest_path(store, 1, 2), "no paths")
  refused(path_lengths(store, 1, 2, unit = "edges"), "no paths")
  refused(path_via(store), "no paths")
  refused(path_via(floyd_warshall(w, traceback = FALSE)), "no paths")
  expect_error(floyd_warshall(w, traceback = TRUE, store = place_of(store)),
               "'traceback' (FALSE there, TRUE here)", fixed = TRUE, class = "manycore_error_store")
  expect_error(path_lengths(store, 3, 21), class = "manycore_error_argument")
  taus <- cor_kendall(matrix(stats::rnorm(40), 10), store = new_store())
  refused(shortest_path(taus, 1, 2), "store of cor_kendall")
  expect_error(shortest_path(new_store(), 1, 2), class = "manycore_error_argument")
  recorded <- floyd_warshall(w, traceback = TRUE, store = new_store())
  via <- path_via(recorded)
  floyd_warshall(w, store = tile_store(recorded$dir, overwrite = TRUE))
  expect_error(as.matrix(via), "no paths any more", class = "manycore_error_store")
  expect_output(print(recorded), "overwritten by another call")
  expect_output(print(place_of(recorded)), "traceback = FALSE", fixed = TRUE)
})

test_that("a record that leads through a vertex twice, along a longer path, or into itself", {
  n <- 4
  distance <- matrix(c(0, 9, 9, 9, 1, 0, 2, 9, 3, 2, 0, 9, 5, 4, 6, 0), n)
  via <- matrix(NA_integer_, n, n)
  via[1, 4] <- 3L
  via[1, 3] <- 2L
  via[3, 4] <- 2L # 1 -> 2 -> 3 -> 2 -> 4
  recorded <- function(distance, via) {
    read <- function(from, to) {
      list(distance = distance[cbind(from, to)], via = via[cbind(from, to)])
    }
    manycore:::recorded_paths(read, list(dim = c(n, n), precision = "double"), 1L, 4L,
                              distance[1, 4])
  }
  expect_identical(recorded(distance, via), list(c(1L, 2L, 4L)))
  result <- manycore:::shortest_paths(distance, via, NULL, FALSE)
  expect_identical(shortest_path(result, 1, 4), c(1L, 2L, 4L))
  distance[1, 4] <- 4.5
  expect_identical(recorded(distance, via), list(NULL))
  distance[1, 4] <- 5
  via[1, 2] <- 4L
  expect_identical(recorded(distance, via), list(NULL))
})
