# Results of floyd_warshall() as a matrix and as a data frame.

roads <- function(names = NULL, ...) {
  w <- edges_matrix(4, 1, 2, 1, 2, 3, 2, 3, 1, 4, 3, 4, 0.5)
  dimnames(w) <- names
  floyd_warshall(w, ...)
}

abcd <- c("a", "b", "c", "d")
both <- list(abcd, abcd)

test_that("x[i, j] is what the matrix of distances gives", {
  routes <- roads(both)
  d <- routes$distance
  expect_identical(routes["a", "c"], 3)
  expect_identical(routes["d", "a"], Inf)
  for (i in list("b", c("d", "a", "a"), 2, c(3, 1), -1, c(TRUE, FALSE), 0, integer(), 2:4)) {
    for (j in list("c", c("a", "d"), 4, -(1:3), TRUE)) {
      expect_identical(routes[i, j], d[i, j])
      expect_identical(routes[i, j, drop = FALSE], d[i, j, drop = FALSE])
    }
    expect_identical(routes[i, ], d[i, ])
    expect_identical(routes[, i], d[, i])
    expect_identical(routes[i, , drop = FALSE], d[i, , drop = FALSE])
    expect_identical(routes[, i, drop = FALSE], d[, i, drop = FALSE])
  }
  expect_identical(routes[factor("c", c("c", "a")), factor("a", c("c", "a"))], d["c", "a"])
  expect_identical(routes[], d)
  expect_identical(routes[, ], d)
  expect_identical(routes[5:6], d[5:6])
  expect_identical(routes[d > 2], d[d > 2])
  expect_identical(routes[cbind(1:3, 2:4)], d[cbind(1:3, 2:4)])
  expect_identical(routes[cbind(c("a", "c"), c("d", "b"))], d[cbind(c("a", "c"), c("d", "b"))])
  bare <- roads()
  expect_identical(bare[2, ], bare$distance[2, ])
  expect_null(dimnames(bare[2:3, 1:2]))
  expect_identical(roads(traceback = FALSE)[1, 3], 3)
  expect_identical(floyd_warshall(matrix(0, 1, 1, dimnames = list("v", "v")))["v", "v"], 0)
})

test_that("names count for rows and columns, whichever have them", {
  for (names in list(list(abcd, NULL), list(NULL, abcd), list(from = NULL, to = abcd))) {
    routes <- roads(names)
    expect_identical(routes["a", "c"], 3)
    part <- routes[c("a", "b"), c("c", "d")]
    expect_identical(unname(part), unname(routes$distance[1:2, 3:4]))
    expect_identical(unname(dimnames(part)), list(c("a", "b"), c("c", "d")))
    expect_identical(names(routes["a", ]), abcd)
    expect_identical(names(routes[, 2]), abcd)
    expect_identical(routes[cbind("a", "c")], 3)
    expect_identical(rownames(routes), abcd)
    expect_identical(colnames(routes), abcd)
  }
})

test_that("bad indices are named, and distances are not assigned", {
  routes <- roads(both)
  expect_error(routes["e", "a"], "'i' must name vertices of the graph, or be numbers from 1 to 4")
  expect_error(routes["a", c("b", NA)], "'j' must name vertices")
  expect_error(routes["a"], "'x' has rows and columns: x")
  expect_error(routes["distance"], "elements of the list are x\\$distance")
  expect_error(routes[1, 2, 3], "'x' has rows and columns only")
  expect_error(routes[5, 1], "subscript out of bounds")
  expect_error(routes[1, 2] <- 3, "whose distances cannot be assigned")
  expect_error(pmin(routes, 3), "nor by functions such as pmin(); change as.matrix(x)",
               fixed = TRUE)
  routes <- tampered(routes, distance <- distance[1:2, ])
  expect_error(routes[1, 2], "changed after floyd_warshall")
})

test_that("dim and dimnames are the matrix's", {
  routes <- roads(both)
  expect_identical(dim(routes), c(4L, 4L))
  expect_identical(c(nrow(routes), ncol(routes), length(routes)), c(4L, 4L, 3L))
  expect_identical(dimnames(routes), both)
  expect_null(dimnames(roads()))
  expect_identical(utils::head(routes, 2), routes$distance[1:2, ])
  expect_identical(names(dimnames(roads(list(from = abcd, to = abcd)))), c("from", "to"))
  expect_output(utils::str(routes), "precision: chr \"double\"")
})

test_that("functions of a matrix see the distances, not the list", {
  routes <- roads(both)
  d <- routes$distance
  expect_identical(is.na(routes), is.na(d))
  expect_false(anyNA(routes))
  expect_identical(as.vector(routes), as.vector(d))
  expect_identical(as.vector(routes, "character"), as.vector(d, "character"))
  expect_identical(as.character(routes), as.character(d))
  expect_identical(is.finite(routes), is.finite(d))
  expect_identical(is.infinite(routes), is.infinite(d))
  expect_identical(is.nan(routes), is.nan(d))
  expect_identical(anyDuplicated(routes), anyDuplicated(d))
  expect_identical(matrix(routes, 2), matrix(d, 2))
  expect_identical(sort(routes), sort(d))
  expect_identical(sort(routes, decreasing = TRUE), sort(d, decreasing = TRUE))
  expect_identical(order(routes), order(d))
  expect_identical(rev(routes), rev(d))
  expect_identical(unique(routes), unique(d))
  expect_identical(duplicated(routes), duplicated(d))
  one <- 1:4
  expect_identical(cbind(routes, one, b = 5), cbind(d, one, b = 5))
  expect_identical(cbind(one, routes), cbind(one, d))
  expect_identical(rbind(routes, routes), rbind(d, d))
  alike <- floyd_warshall(matrix(c(0, 0, 1, 0, 0, 1, 2, 2, 0), 3))
  expect_identical(unique(alike), unique(alike$distance))
  expect_identical(as.vector(duplicated(alike)), c(FALSE, TRUE, FALSE))
  expect_identical(anyDuplicated(alike), 2L)
  expect_error(stats::sd(routes))
  for (f in list(mean, median, quantile)) {
    error <- expect_error(f(routes), "'x' has a distance of 0 from each vertex to itself",
                          class = "manycore_error_argument")
    expect_identical(error$argument, "x")
  }
  routes <- unclass(routes)
  routes$distance <- d[-1, ]
  class(routes) <- "shortest_paths"
  expect_error(is.na(routes), "changed after")
})

test_that("a table of pairs", {
  routes <- roads(both)
  d <- routes$distance
  table <- as.data.frame(routes)
  expect_identical(names(table), c("from", "to", "distance"))
  expect_identical(table$from, rep(c("a", "b", "c"), each = 3))
  expect_identical(table$to, c("b", "c", "d", "a", "c", "d", "a", "b", "d"))
  expect_identical(table$distance, d[cbind(table$from, table$to)])
  expect_identical(attr(table, "row.names"), 1:9)
  all <- as.data.frame(routes, unreachable = TRUE, self = TRUE, edges = TRUE)
  expect_identical(all$distance, as.vector(t(unname(d))))
  expect_identical(all$edges, c(0L, 1L, 2L, 3L, 2L, 0L, 1L, 2L, 1L, 2L, 0L, 1L, NA, NA, NA, 0L))
  expect_identical(nrow(as.data.frame(routes, unreachable = TRUE)), 12L)
  expect_identical(nrow(as.data.frame(routes, self = TRUE)), 13L)
  bare <- as.data.frame(roads(), edges = TRUE)
  expect_identical(bare$from, rep(1:3, each = 3L))
  expect_identical(bare$to, c(2L, 3L, 4L, 1L, 3L, 4L, 1L, 2L, 4L))
  expect_identical(bare$edges, c(1L, 2L, 3L, 2L, 1L, 2L, 1L, 2L, 1L))
  expect_identical(as.data.frame(roads(list(NULL, abcd))), table)
  expect_identical(rownames(as.data.frame(routes, row.names = letters[1:9])), letters[1:9])
  expect_identical(as.data.frame(roads(both, traceback = FALSE)), table)
  # and back to distances
  names(table)[3] <- "weight"
  expect_identical(floyd_warshall(table)[abcd, abcd], d)
  none <- as.data.frame(floyd_warshall(matrix(Inf, 3, 3)), edges = TRUE)
  expect_identical(none, data.frame(from = integer(), to = integer(), distance = numeric(),
                                    edges = integer()))
  expect_identical(dim(as.data.frame(floyd_warshall(matrix(0, 0, 0)))), c(0L, 3L))
  expect_error(as.data.frame(routes, unreachable = NA), "'unreachable' must be TRUE or FALSE")
  expect_error(as.data.frame(routes, self = 1), "'self' must be")
  expect_error(as.data.frame(routes, edges = "yes"), "'edges' must be")
  expect_error(as.data.frame(roads(traceback = FALSE), edges = TRUE), "'x' has no paths")
})

test_that("path_lengths() has names as a row or a column of the matrix has", {
  routes <- roads(both)
  d <- routes$distance
  for (names in list(both, list(NULL, abcd))) {
    routes <- roads(names)
    expect_identical(path_lengths(routes, "a", c("d", "b")), d["a", c("d", "b")])
    expect_identical(path_lengths(routes, c("d", "b"), "a"), d[c("d", "b"), "a"])
    expect_identical(path_lengths(routes, 1, 2:3, "edges"), c(b = 1L, c = 2L))
    expect_identical(path_lengths(routes, "a", "b"), 1)
    expect_null(names(path_lengths(routes, c("a", "b"), c("b", "c"))))
  }
  expect_null(names(path_lengths(roads(), 1, 2:3)))
})

test_that("a graph without vertices, and one without edges", {
  none <- floyd_warshall(matrix(0, 0, 0))
  for (part in list(none[, ], none[NULL, ], none[, NULL, drop = FALSE], none[-1, ], head(none))) {
    expect_identical(length(part), 0L)
  }
  apart <- floyd_warshall(matrix(NA, 2, 2))
  expect_identical(apart$distance, matrix(c(0, Inf, Inf, 0), 2))
  expect_identical(floyd_warshall(data.frame(from = 1, to = 2, weight = NA))$distance[1, 2], Inf)
})
