# knn_euclidean() and neighbors_euclidean() against a sort of all distances, to the bit, on every
# target and 1 to 4 threads.

# Distances of queries (rows) to points, NA for a point to itself unless `loops`.
oracle_distances <- function(x, query = NULL, fused = FALSE, loops = FALSE) {
  d <- dist_euclidean(if (is.null(query)) x else query, x, fused = fused, algorithm = "tile")
  if (is.null(query) && !loops) diag(d) <- NA
  unname(d)
}

# Those of a query in the order of distances, equal ones in that of numbers.
oracle_order <- function(d) order(d, seq_along(d), na.last = NA)

oracle_knn <- function(distances, k) {
  n <- nrow(distances)
  index <- matrix(NA_integer_, n, k)
  distance <- matrix(NA_real_, n, k)
  for (i in seq_len(n)) {
    near <- utils::head(oracle_order(distances[i, ]), k)
    index[i, seq_along(near)] <- near
    distance[i, seq_along(near)] <- distances[i, near]
  }
  list(index = index, distance = distance)
}

oracle_within <- function(distances, radius) {
  radius <- rep_len(radius, nrow(distances))
  index <- lapply(seq_len(nrow(distances)), function(i) {
    near <- oracle_order(distances[i, ])
    near[distances[i, near] <= radius[i]]
  })
  list(index = index,
       distance = lapply(seq_along(index), function(i) distances[i, index[[i]]]))
}

# Points: any numbers; few, of which many are equal; clusters.
points_of_kind <- function(kind, n, d, missing = 0, infinite = 0) {
  x <- switch(kind, stats::rnorm(n * d), sample(3, n * d, TRUE),
              stats::rnorm(n * d) + 50 * sample(5, n, TRUE))
  x[stats::runif(n * d) < missing] <- NA
  x[stats::runif(n * d) < infinite] <- -Inf
  matrix(x, n, d)
}

# Both functions on every target; what is wrong.
wrong_neighbors <- function(x, query = NULL, k = 5, label = "") {
  wrong <- character()
  plain <- oracle_distances(x, query)
  loops <- oracle_distances(x, query, loops = TRUE)
  some <- plain[is.finite(plain)]
  radius <- if (length(some)) sort(some)[ceiling(length(some) / 10)] else 1 # of one that is there
  want <- oracle_knn(plain, k)
  near <- oracle_within(loops, radius)
  near_dense <- array(as.numeric(!is.na(plain) & plain <= radius), dim(plain))
  for_each_target(function(isa) {
    for (threads in 1:4) {
      check <- function(good, what) {
        if (!good) wrong <<- c(wrong, paste(label, isa, threads, what))
      }
      got <- knn_euclidean(x, k, query, threads = threads)
      check(identical(unclass(got), want), "knn")
      got <- neighbors_euclidean(x, radius, query, threads = threads)
      check(identical(unclass(got), near), "within")
      if (threads > 1) next
      sparse <- neighbors_euclidean(x, radius, query, output = "matrix")
      there <- Matrix::summary(sparse)
      dense <- array(0, dim(plain))
      dense[cbind(there$i, there$j)] <- 1
      check(identical(dense, near_dense), "elements of the matrix")
      check(identical(there$x, plain[cbind(there$i, there$j)]), "values of the matrix")
      fused <- oracle_knn(oracle_distances(x, query, fused = TRUE), k)
      check(identical(unclass(knn_euclidean(x, k, query, fused = TRUE)), fused), "fused")
    }
  })
  wrong
}

test_that("neighbors are those of a full sort", {
  skip_if_not_installed("Matrix")
  set.seed(1)
  for (n in c(1, 2, 31, 33, 100)) {
    for (kind in 1:3) {
      d <- sample(c(1, 2, 3, 7, 130), 1)
      x <- points_of_kind(kind, n, d)
      k <- min(n - 1, sample(c(0, 1, 4, 40), 1))
      expect_identical(wrong_neighbors(x, k = k, label = paste(n, d, kind)), character())
      query <- points_of_kind(kind, sample(40, 1), d)
      expect_identical(wrong_neighbors(x, query, min(n, 6), paste(n, d, kind, "query")),
                       character())
    }
  }
})

test_that("many points, most of which are left out", {
  set.seed(2)
  for (kind in 1:3) {
    x <- points_of_kind(kind, 1500, 3)
    expect_identical(unclass(knn_euclidean(x, 12)), oracle_knn(oracle_distances(x), 12))
    y <- points_of_kind(kind, 700, 3)
    expect_identical(unclass(knn_euclidean(x, 70, y)), oracle_knn(oracle_distances(x, y), 70))
    expect_identical(unclass(neighbors_euclidean(x, 1, y)),
                     oracle_within(oracle_distances(x, y), 1))
  }
})

test_that("missing and infinite values as in stats::dist", {
  skip_if_not_installed("Matrix")
  set.seed(3)
  for (missing in c(0.01, 0.3, 0.8)) {
    for (infinite in c(0, 0.1)) {
      x <- points_of_kind(1, 70, 3, missing, infinite)
      query <- points_of_kind(1, 20, 3, missing / 2)
      expect_identical(wrong_neighbors(x, k = 12, label = missing), character())
      expect_identical(wrong_neighbors(x, query, 12, label = missing), character())
    }
  }
  x <- rbind(c(1, NA), c(NA, 2), c(NA, 3), c(4, 4))
  near <- knn_euclidean(x, 3)
  expect_identical(near$index[1, ], c(4L, NA, NA)) # nobody else has the first coordinate
  expect_identical(near$distance[1, ], c(sqrt(18), NA, NA))
  expect_identical(as.vector(as.matrix(dist(x))[1, 4]), sqrt(18))
})

test_that("distances are those of stats::dist, and ties in the order of rows", {
  set.seed(4)
  x <- matrix(round(rnorm(300), 1), 60)
  d <- as.matrix(stats::dist(x))
  near <- knn_euclidean(x, 8)
  for (i in 1:60) {
    expect_identical(near$distance[i, ], unname(d[i, near$index[i, ]]))
    expect_identical(near$index[i, ], setdiff(order(d[i, ]), i)[1:8])
  }
  same <- matrix(1, 100, 4)
  near <- knn_euclidean(same, 3)
  expect_identical(near$index[1, ], 2:4)
  expect_identical(near$index[100, ], 1:3)
  expect_true(all(near$distance == 0))
  grid <- as.matrix(expand.grid(1:12, 1:12))
  expect_identical(unclass(knn_euclidean(grid, 8)), oracle_knn(oracle_distances(grid), 8))
})

test_that("no columns, no rows, one row", {
  near <- knn_euclidean(matrix(0, 3, 0), 2)
  expect_identical(near$index, matrix(NA_integer_, 3, 2))
  expect_identical(near$distance, matrix(NA_real_, 3, 2))
  expect_identical(neighbors_euclidean(matrix(0, 2, 0), 1)$index, list(integer(), integer()))
  expect_identical(dim(knn_euclidean(matrix(0, 0, 3), 0)$index), c(0L, 0L))
  expect_identical(dim(knn_euclidean(matrix(0, 1, 3), 0)$distance), c(1L, 0L))
  expect_identical(dim(knn_euclidean(matrix(0, 5, 3), 4, matrix(0, 0, 3))$index), c(0L, 4L))
  expect_identical(neighbors_euclidean(matrix(0, 0, 3), 1)$index, list())
  expect_identical(neighbors_euclidean(matrix(0, 1, 3), 1)$index, list(1L))
  expect_identical(neighbors_euclidean(matrix(0, 0, 3), 1, matrix(0, 1, 3))$index,
                   list(integer()))
})

test_that("more neighbors than there are", {
  x <- matrix(rnorm(12), 4)
  expect_warning(near <- knn_euclidean(x, 9),
                 "there are only 3 neighbors, not 'k' = 9: all of them are given", fixed = TRUE)
  expect_identical(near, knn_euclidean(x, 3))
  expect_warning(near <- knn_euclidean(x, 5, x[1:2, ]), "only 4 neighbors", fixed = TRUE)
  expect_identical(dim(near$index), c(2L, 4L))
  expect_warning(near <- knn_euclidean(x[1, , drop = FALSE], 1), "only 0 neighbors",
                 fixed = TRUE)
  expect_warning(near <- knn_euclidean(x[0, ], 1), "only 0 neighbors", fixed = TRUE)
  expect_identical(dim(near$index), c(0L, 0L))
  warned <- tryCatch(knn_euclidean(x, 9), warning = function(w) conditionCall(w))
  expect_identical(warned, quote(knn_euclidean(x, 9)))
})

test_that("kinds of points, and names", {
  set.seed(5)
  x <- matrix(sample(10, 60, TRUE), 20)
  plain <- knn_euclidean(x + 0, 4)
  expect_identical(knn_euclidean(x, 4), plain)
  expect_identical(knn_euclidean(as.data.frame(x), 4)$distance, plain$distance)
  expect_identical(knn_euclidean(x > 5, 4), knn_euclidean((x > 5) + 0, 4))
  expect_identical(knn_euclidean(x[, 1], 2), knn_euclidean(x[, 1, drop = FALSE], 2))
  x[3, 2] <- NA
  expect_identical(knn_euclidean(x, 4), knn_euclidean(x + 0, 4))
  expect_identical(knn_euclidean(x[1:10, ], 4, x[11:20, ]),
                   knn_euclidean(x[1:10, ] + 0, 4, x[11:20, ] + 0))
  near <- knn_euclidean(mtcars, 3)
  expect_identical(dimnames(near$index), list(rownames(mtcars), NULL))
  expect_identical(dimnames(near$distance), list(rownames(mtcars), NULL))
  near <- knn_euclidean(mtcars, 3, mtcars[5:6, ])
  expect_identical(rownames(near$index), rownames(mtcars)[5:6])
  expect_identical(near$index[, 1], c(`Hornet Sportabout` = 5L, Valiant = 6L))
  near <- neighbors_euclidean(mtcars, 50)
  expect_identical(names(near$index), rownames(mtcars))
  expect_identical(names(near$distance), rownames(mtcars))
  skip_if_not_installed("Matrix")
  near <- neighbors_euclidean(mtcars, 50, mtcars[5:6, ], output = "matrix")
  expect_identical(dimnames(near), list(rownames(mtcars)[5:6], rownames(mtcars)))
  expect_s4_class(near, "dgCMatrix")
})

test_that("radii", {
  x <- cbind(c(0, 3, 3, 0), c(0, 0, 4, 0))
  near <- neighbors_euclidean(x, 5)
  expect_identical(near$index, list(c(1L, 4L, 2L, 3L), c(2L, 1L, 4L, 3L), c(3L, 2L, 1L, 4L),
                                    c(1L, 4L, 2L, 3L)))
  expect_identical(neighbors_euclidean(x, 5 * (1 - 2^-53))$index[[1]], c(1L, 4L, 2L)) # inclusive
  expect_identical(neighbors_euclidean(x, 0)$index, list(c(1L, 4L), 2L, 3L, c(1L, 4L)))
  expect_identical(lengths(neighbors_euclidean(x, Inf)$index), rep(4L, 4))
  expect_identical(neighbors_euclidean(x, c(0, 3, 4, 0))$index,
                   list(c(1L, 4L), c(2L, 1L, 4L), c(3L, 2L), c(1L, 4L)))
  expect_identical(neighbors_euclidean(x, c(0L, 3L), x[1:2, ])$index,
                   list(c(1L, 4L), c(2L, 1L, 4L)))
  skip_if_not_installed("Matrix")
  graph <- neighbors_euclidean(x, 4, output = "matrix")
  expect_identical(as.vector(Matrix::diag(graph)), rep(0, 4))
  expect_identical(length(graph@x), 8L) # 1-4, 1-2, 2-4, 2-3, both ways
  expect_identical(sum(graph@x == 0), 2L) # equal points are neighbors
})

test_that("what BiocNeighbors gives", {
  skip_if_not_installed("BiocNeighbors")
  set.seed(6)
  x <- matrix(rnorm(2000), 200)
  near <- knn_euclidean(x, 10)
  theirs <- BiocNeighbors::findKNN(x, 10)
  expect_identical(near$index, theirs$index)
  expect_equal(near$distance, theirs$distance)
  expect_identical(names(near), names(theirs))
  near <- neighbors_euclidean(x, 3)
  theirs <- BiocNeighbors::findNeighbors(x, 3)
  expect_identical(names(near), names(theirs))
  expect_identical(lapply(near$index, sort), lapply(theirs$index, sort))
})

test_that("bad arguments", {
  x <- matrix(rnorm(12), 4)
  expect_argument <- function(code, argument, message) {
    e <- tryCatch(code, manycore_error = function(e) e)
    expect_identical(e$argument, argument)
    expect_starts(conditionMessage(e), message)
  }
  expect_argument(knn_euclidean(x, -1), "k", "'k' must be a whole number, 0 or more, not -1")
  expect_argument(knn_euclidean(x, 1.5), "k", "'k' must be a whole number, 0 or more, not 1.5")
  expect_argument(knn_euclidean(x, NA), "k", "'k' must be a whole number, 0 or more, not NA")
  expect_argument(knn_euclidean(x, "a"), "k", "'k' must be a whole number, 0 or more, not \"a\"")
  expect_argument(knn_euclidean(x, 1:2), "k", "'k' must be a whole number, 0 or more, not a vector")
  expect_argument(knn_euclidean("a", 1), "x", "'x' must be numeric")
  expect_argument(knn_euclidean(x, 1, iris), "query", "'query' must be numeric: column 'Species'")
  expect_argument(knn_euclidean(x, 1, fused = NA), "fused", "'fused' must be TRUE or FALSE")
  expect_argument(knn_euclidean(x, 1, threads = 0), "threads", "'threads' must be a positive")
  expect_argument(knn_euclidean(x, 1, querry = x), "querry",
                  "there is no argument 'querry': 'query' may be meant")
  expect_argument(neighbors_euclidean(x, "a"), "radius",
                  "'radius' must be a number, or one for each of the 4 points, not \"a\"")
  expect_argument(neighbors_euclidean(x, 1:3), "radius",
                  "'radius' must be a number, or one for each of the 4 points, not a vector")
  expect_argument(neighbors_euclidean(x, -2), "radius", "'radius' must be 0 or more, not -2")
  expect_argument(neighbors_euclidean(x, c(1, NA, 1, 1)), "radius",
                  "'radius' must be 0 or more, not NA")
  expect_argument(neighbors_euclidean(x, 1, output = "graph"), "output",
                  "'output' must be one of \"list\", \"matrix\", not \"graph\"")
  e <- tryCatch(neighbors_euclidean(x), error = identity) # R's own
  expect_identical(conditionCall(e), quote(neighbors_euclidean(x)))
  e <- tryCatch(knn_euclidean(x, 1, x[, 1:2]), manycore_error_size = conditionMessage)
  expect_starts(e, "'x' and 'query' must have the same number of columns, not 3 and 2")
  e <- tryCatch(knn_euclidean(x, 1, x[1, ]), manycore_error_size = conditionMessage)
  expect_starts(e, paste("'x' and 'query' must have the same number of columns, not 3 and 1:",
                         "one row of a matrix stays a row by m[i, , drop = FALSE]"))
})

test_that("neighbors that do not fit are refused before they are found", {
  set.seed(7)
  x <- matrix(rnorm(6000), 3000)
  many <- neighbors_euclidean(x, 1e9)
  expect_identical(sum(lengths(many$index)), 9000000L)
  home <- asNamespace("manycore")
  asked <- home$memory_available
  replace <- function(f) {
    unlockBinding("memory_available", home)
    assign("memory_available", f, home)
    lockBinding("memory_available", home)
  }
  on.exit(replace(asked))
  asked_for <- function(output) {
    tryCatch(neighbors_euclidean(cbind(x, x), 1e9, output = output), error = conditionMessage)
  }
  room <- 12 * 9e6 + 96 * 3000 # lists are vectors of their own
  replace(function(...) room - 1)
  expect_starts(asked_for("list"),
                paste("there are 9,000,000 neighbors, which need 108.3 MB of memory, of which",
                      "108.3 MB are available: a smaller 'radius' has fewer"))
  replace(function(...) room)
  expect_length(asked_for("list")$index, 3000)
  skip_if_not_installed("Matrix")
  replace(function(...) 32 * 9e6 - 32 * 3001) # points are not their own neighbours there
  expect_starts(asked_for("matrix"), "there are 8,997,000 neighbors, which need 287.9 MB of memory")
})

test_that("points of all classes of matrices, as query and as x", {
  set.seed(9)
  x <- matrix(sample(0:3, 120, TRUE), 20, dimnames = list(paste0("p", 1:20), NULL))
  query <- x[11:20, ] + 1
  near <- knn_euclidean(x, 3, query)
  within <- neighbors_euclidean(x, 2, query)
  all <- matrices_of(x)
  for (kind in names(all)) {
    expect_identical(knn_euclidean(all[[kind]], 3, query), near, label = kind)
    expect_identical(neighbors_euclidean(all[[kind]], 2, query), within, label = kind)
    expect_identical(knn_euclidean(x, 3), knn_euclidean(all[[kind]], 3), label = kind)
  }
  queries <- matrices_of(query)
  for (kind in names(queries)) {
    expect_identical(knn_euclidean(x, 3, queries[[kind]]), near, label = kind)
  }
})

test_that("an assay of a container, by number or name", {
  expect_error(knn_euclidean(matrix(1:6, 3), 1, assay = 2), "'assay' is for a SummarizedExperiment",
               class = "manycore_error_argument")
  skip_if_not_installed("SummarizedExperiment")
  counts <- matrix(c(1, 5, 2, 8, 3, 9), 2, dimnames = list(NULL, c("a", "b", "c")))
  experiment <- SummarizedExperiment::SummarizedExperiment(list(counts = counts, logs = counts^2))
  expect_identical(knn_euclidean(experiment, 1), knn_euclidean(t(counts), 1))
  for (assay in list(2, "logs")) {
    expect_identical(knn_euclidean(experiment, 1, assay = assay), knn_euclidean(t(counts^2), 1))
    expect_identical(neighbors_euclidean(experiment, 30, assay = assay),
                     neighbors_euclidean(t(counts^2), 30))
    expect_identical(knn_euclidean(t(counts), 1, experiment, assay = assay),
                     knn_euclidean(t(counts), 1, t(counts^2)))
  }
})

test_that("printing", {
  near <- knn_euclidean(cbind(c(0, 3, 5)), 1)
  expect_identical(capture.output(print(near)),
                   c("The nearest neighbor of 3 points", "$index      a matrix of rows ",
                     "$distance   a matrix of their distances, 2 to 3"))
  expect_identical(capture.output(neighbors_euclidean(cbind(c(0, 3, 5)), 2)),
                   c("5 neighbors of 3 points within a radius", "$index      a list of rows ",
                     "$distance   a list of their distances, 0 to 2"))
})

test_that("as a table, and the first points", {
  set.seed(8)
  x <- matrix(rnorm(60), 20)
  x[3, ] <- NA
  x[5, 1] <- Inf
  table_of <- function(near, points) {
    rows <- lapply(seq_len(points), function(i) {
      index <- if (is.list(near$index)) near$index[[i]] else near$index[i, ]
      distance <- if (is.list(near$index)) near$distance[[i]] else near$distance[i, ]
      data.frame(from = rep(i, length(index)), to = index, distance = distance)
    })
    table <- do.call(rbind, rows)
    table <- table[!is.na(table$to), ]
    names <- rownames(as.matrix(near$index))
    if (is.list(near$index)) names <- names(near$index)
    if (!is.null(names)) table$from <- names[table$from]
    row.names(table) <- NULL
    table
  }
  for (near in list(knn_euclidean(x, 4), knn_euclidean(x, 19), knn_euclidean(x, 0),
                    neighbors_euclidean(x, 1), neighbors_euclidean(x, c(0, 1:19 / 10)))) {
    expect_identical(as.data.frame(near), table_of(near, 20))
  }
  query <- `rownames<-`(x[1:7, ], letters[1:7])
  near <- knn_euclidean(x, 2, query)
  expect_identical(as.data.frame(near), table_of(near, 7))
  first <- head(near, 3)
  expect_s3_class(first, "euclidean_neighbors")
  expect_identical(first$index, near$index[1:3, ])
  expect_identical(first$distance, near$distance[1:3, ])
  expect_identical(head(near, -5), head(near, 2))
  expect_identical(head(near, 100), near)
  near <- neighbors_euclidean(x, 1, query)
  expect_identical(head(near, 2)$index, near$index[1:2])
  expect_identical(as.data.frame(head(near, 2)), table_of(near, 2))
  expect_identical(tail(near, 2)$index, near$index[6:7])
  expect_identical(tail(near, -100), head(near, 0))
  expect_identical(tail(near, 100), near)
  for (points in list(knn_euclidean(unname(x), 2), neighbors_euclidean(unname(x), 1))) {
    last <- tail(points, 2)
    expect_s3_class(last, "euclidean_neighbors")
    table <- as.data.frame(points)
    table <- table[table$from >= 19, ]
    rownames(table) <- NULL
    expect_identical(as.data.frame(last), transform(table, from = as.character(from)))
  }
  # those without a coordinate that is a number are not their own neighbors
  expect_identical(lengths(neighbors_euclidean(rbind(x, Inf, c(Inf, 1, NA)), 0)$index),
                   c(1L, 1L, 0L, rep(1L, 17), 0L, 1L))
  expect_identical(data.frame(near), as.data.frame(near))
  for (f in list(as.data.frame, head, tail)) {
    expect_identical(tryCatch(f(near, foo = 1), error = identity)$argument, "foo")
  }
})

test_that("a part of neighbours is that of the points", {
  set.seed(5)
  x <- matrix(rnorm(40), 20)
  named <- `rownames<-`(x, paste0("p", 1:20))
  for (near in list(knn_euclidean(named, 3), neighbors_euclidean(named, 1),
                    knn_euclidean(x, 2, named[1:7, ]), knn_euclidean(named, 0))) {
    names <- if (is.matrix(near$index)) rownames(near$index) else names(near$index)
    count <- length(names)
    for (index in list(3, c(5, 2, 2), -1, -(1:3), rep(c(TRUE, FALSE), length.out = count),
                       names[c(4, 1)], factor(names[6:5]), integer(), c(0, 7), TRUE, 2.9)) {
      part <- near[index]
      at <- if (is.factor(index)) 6:5 else if (is.character(index)) c(4, 1) else index
      expect_identical(attributes(part), attributes(near))
      expect_identical(part$index, if (is.matrix(near$index)) near$index[at, , drop = FALSE] else
        near$index[at])
      expect_identical(part$distance, if (is.matrix(near$index)) {
        near$distance[at, , drop = FALSE]
      } else {
        near$distance[at]
      })
    }
    expect_identical(near[], near)
    expect_identical(near[1:4], head(near, 4))
    expect_identical(near[(count - 1):count], tail(near, 2))
    table <- as.data.frame(near)
    table <- table[table$from == names[5], ]
    rownames(table) <- NULL
    expect_identical(as.data.frame(near[names[5]]), table)
    expect_identical(summary(near[2:3])$points, 2L)
  }
})

test_that("a part of neighbours of points without names tells the points", {
  x <- cbind(c(0, 1, 3, 7, 15), 0)
  for (near in list(knn_euclidean(x, 2), neighbors_euclidean(x, 7))) {
    part <- near[c(4, 2)]
    expect_identical(unique(as.data.frame(part)$from), c("4", "2"))
    table <- as.data.frame(near)
    expect_identical(as.data.frame(part)$to,
                     c(table$to[table$from == 4], table$to[table$from == 2]))
    expect_identical(part["2"], near[c(1, 2)][2])
    expect_identical(near[4:5], tail(near, 2))
    # the first points keep their numbers
    expect_identical(near[1:3], head(near, 3))
    expect_identical(near[TRUE], near)
    expect_identical(tail(near, 5), near)
    expect_identical(near[0], head(near, 0))
  }
})

test_that("a part of neighbours by an index that means no point is an error", {
  x <- cbind(c(0, 1, 3, 7), 0)
  named <- knn_euclidean(`rownames<-`(x, c("a", "b", "b", "d")), 2)
  wrong <- function(code, argument = "i") {
    e <- tryCatch(code, manycore_error_argument = identity)
    expect_s3_class(e, "manycore_error_argument")
    expect_identical(e$argument, argument)
    conditionMessage(e)
  }
  expect_identical(wrong(named[c(1, 9, 7)]),
                   "'i' must be names or numbers from 1 to 4, or logicals, not 9")
  expect_identical(wrong(named[c("a", "z")]),
                   "'i' must be names or numbers from 1 to 4, or logicals, not \"z\"")
  expect_match(wrong(named["b"]), "the name of 2: numbers tell them apart")
  for (near in list(knn_euclidean(x, 2), neighbors_euclidean(x, 3))) {
    expect_identical(wrong(near["index"]),
                     "'i' must be numbers from 1 to 4, or logicals, not \"index\"")
    expect_match(wrong(near[-5]), "not -5")
    expect_match(wrong(near[c(2, NA)]), "not NA")
    expect_identical(wrong(near[c(1, -1)]),
                     "'i' must be positive or negative numbers, not both: 1 and -1")
    expect_match(wrong(near[c(-1, NA)]), "not NA")
    expect_identical(wrong(near[rep(TRUE, 5)]), "'i' must have at most 4 logicals, not 5")
    expect_identical(wrong(near[c(TRUE, NA, FALSE, FALSE)]),
                     "'i' must be TRUE or FALSE, but element 2 is NA")
    expect_match(wrong(near[foo = 2], "foo"), "there is no argument 'foo'")
    expect_match(wrong(near[NULL]), "NULL")
    expect_match(wrong(near[list(1)]), "list")
    expect_identical(wrong(near[1, 2], "x"), wrong(near[1, ], "x"))
    expect_match(wrong(near[, 1], "x"), "as in x[i]", fixed = TRUE)
  }
})

# Neighbours of points with and without names, the nearest and those within a radius.
some_neighbors <- function() {
  x <- cbind(c(0, 1, 3, 7, 15), 0)
  named <- `rownames<-`(x, letters[1:5])
  list(knn_euclidean(x, 2), neighbors_euclidean(x, 7), knn_euclidean(named, 2),
       neighbors_euclidean(named, 7))
}

test_that("rev(), rep() and split() do with points what they do with elements", {
  for (near in some_neighbors()) {
    for (points in list(rev(near), rep(near, 2), rep(near, each = 2), rep(near, length.out = 3))) {
      expect_identical(attributes(points), attributes(near))
      expect_identical(names(unclass(points)), c("index", "distance"))
    }
    expect_identical(rev(near), near[5:1])
    expect_identical(rev(rev(near))$index[[1]], near$index[[1]])
    expect_identical(rev(near[0]), near[0])
    expect_setequal(as.data.frame(near[sample(summary(near)$points)])$to, as.data.frame(near)$to)
    expect_identical(rep(near, 2), near[rep(1:5, 2)])
    expect_identical(rep(near, times = 5:1), near[rep(1:5, 5:1)])
    expect_identical(rep(near, each = 2), near[rep(1:5, each = 2)])
    expect_identical(rep(near, length.out = 3), near[1:3])
    expect_identical(rep(near, 0), near[0])
    groups <- factor(c("u", "v", "u", "v", "v"), levels = c("v", "u", "w"))
    expect_identical(split(near, groups), list(v = near[c(2, 4, 5)], u = near[c(1, 3)],
                                               w = near[0]))
    expect_identical(split(near, groups, drop = TRUE), split(near, groups)[1:2])
    expect_identical(subset(near, c(TRUE, FALSE, NA, FALSE, TRUE)), near[c(1, 5)])
  }
})

test_that("functions of vectors that mean nothing for neighbours are errors", {
  for (near in some_neighbors()) {
    for (f in list(
      function(x) c(x, x), function(x) append(x, x), function(x) union(x, x), function(x) rbind(x),
      function(x) cbind(1, x), unique, duplicated, anyDuplicated, sort, order, xtfrm, median,
      mean, stats::quantile, range, max, sum, rank, sqrt, function(x) x + 1, function(x) 1 - x,
      function(x) -x, function(x) x == x
    )) {
      e <- tryCatch(f(near), manycore_error_argument = identity)
      expect_s3_class(e, "manycore_error_argument")
      expect_identical(e$argument, "x")
      expect_match(conditionMessage(e), "has no meaning; as.data.frame(x) is a table", fixed = TRUE)
    }
    e <- tryCatch(unique(near), error = identity)
    expect_identical(conditionCall(e), quote(unique(near)))
    # no call has the object itself
    call_of <- function(code) conditionCall(tryCatch(code, manycore_error_argument = identity))
    expect_identical(call_of(max(near)), quote(max(x)))
    expect_identical(call_of(range(near, 1)), quote(range(x)))
    expect_identical(call_of(rbind(near, 1)), quote(rbind(x)))
    expect_identical(call_of(cbind(near)), quote(cbind(x)))
    expect_identical(call_of(do.call(xtfrm, list(near))), quote(xtfrm(x)))
    expect_error(order(near), "which have no order", class = "manycore_error_argument")
    before <- near
    expect_error(near[1] <- 3, "'x' is not assigned to by x[i] <- value", fixed = TRUE,
                 class = "manycore_error_argument")
    expect_error(length(near) <- 3, "head(x, n) has the first points", fixed = TRUE,
                 class = "manycore_error_argument")
    expect_error(names(near) <- letters[1:2], "'x' is not named by names(x) <- value", fixed = TRUE,
                 class = "manycore_error_argument")
    expect_identical(call_of(names(near) <- letters[1:2]), quote(names(x) <- value))
    expect_identical(call_of(near + 1), quote(x + y))
    expect_identical(call_of(-near), quote(-x))
    expect_identical(call_of(sqrt(near)), quote(sqrt(x)))
    expect_error(near + 1, "for which + has no meaning", fixed = TRUE)
    expect_identical(near, before)
    e <- tryCatch(split(near, ~ group), manycore_error_argument = identity)
    expect_identical(e$argument, "f")
    expect_match(conditionMessage(e), "not a formula", fixed = TRUE)
    # as a list it has two parts
    expect_identical(lapply(near, class), list(index = class(near$index),
                                               distance = class(near$distance)))
  }
})

test_that("neighbours whose parts were changed print as what they are, and say so", {
  for (near in some_neighbors()) {
    less <- if (is.matrix(near$index)) near$index[, 1, drop = FALSE] else near$index[-1]
    broken <- list(`[[<-`(near, "index", NULL), `[[<-`(near, "index", less),
                   `[[<-`(near, "distance", "a"), `attr<-`(near, "names", c("a", "b")))
    for (x in broken) {
      expect_output(print(x), "Neighbors that were changed after knn_euclidean() or ", fixed = TRUE)
      e <- tryCatch(summary(x), manycore_error_argument = identity)
      expect_identical(e$argument, "object")
      expect_match(conditionMessage(e), "^'object' was changed")
      for (f in list(as.data.frame, head, tail, rev, plot, format, glance.euclidean_neighbors,
                     function(x) x[1],
                     function(x) x[], function(x) rep(x, 2), function(x) split(x, 1:5))) {
        e <- tryCatch(f(x), manycore_error_argument = identity)
        expect_identical(e$argument, "x")
        expect_match(conditionMessage(e), "'index' and 'distance' do not fit together")
      }
    }
  }
})
