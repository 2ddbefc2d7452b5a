# Where sums are rounded: paths without loops, cycles with names, whatever was recorded.

# What is wrong with a path of floyd_warshall(w), or "".
wrong_path <- function(path, w, from, to, length) {
  if (anyDuplicated(path)) return("a vertex twice")
  if (path[1] != from || path[length(path)] != to) return("other ends")
  weights <- w[cbind(path[-length(path)], path[-1])]
  if (!all(is.finite(weights))) return("no edge")
  # a distance is rounded once for each edge, and so is the sum
  slack <- 2 * nrow(w) * 2^-53 * sum(abs(weights), abs(length))
  if (abs(sum(weights) - length) > slack) return("another length")
  ""
}

expect_paths <- function(w, routes = floyd_warshall(w)) {
  for (from in seq_len(nrow(w))) {
    found <- shortest_path(routes, from, seq_len(nrow(w)))
    for (to in which(is.finite(routes$distance[from, ]))) {
      expect_identical(wrong_path(found[[to]], w, from, to, routes$distance[from, to]), "")
    }
  }
}

test_that("weights of very different size: no vertex twice", {
  w <- matrix(c(0, Inf, 1e20, 0, Inf, Inf, 0, Inf, 1e-20, 0, 1e20, 1e-20, 0, Inf, Inf,
                0, 1e-20, Inf, 0, 1e-20, 0, 1e20, 1e20, 1, 0), 5)
  expect_paths(w)
  set.seed(11)
  for (round in 1:100) {
    n <- sample(3:12, 1)
    w <- matrix(10^stats::runif(n * n, -20, 20), n)
    w[stats::runif(n * n) < 0.3] <- Inf
    expect_paths(w)
  }
})

test_that("cycles of length 0 over negative edges: a path, or a cycle with a name", {
  set.seed(12)
  refused <- 0
  for (round in 1:300) {
    w <- weights_of_potentials(sample(3:10, 1))
    n <- nrow(w)
    routes <- tryCatch(floyd_warshall(w), negative_cycle = identity)
    if (inherits(routes, "negative_cycle")) {
      refused <- refused + 1
      cycle <- routes$cycle
      expect_identical(cycle[[1]], cycle[[length(cycle)]])
      expect_identical(anyDuplicated(cycle[-1]), 0L)
      expect_true(all(is.finite(w[cbind(cycle[-length(cycle)], cycle[-1])])))
      expect_match(conditionMessage(routes), "negative length|by rounding")
    } else {
      expect_true(all(diag(routes$distance) == 0))
      expect_paths(w, routes)
    }
  }
  expect_gt(refused, 0)
  expect_lt(refused, 300)
})

test_that("an edge that rounding took from the record is found among the weights", {
  potential <- c(-0.9, -0.8, 0.2)
  w <- outer(potential, potential, "-")
  w[3, 2] <- Inf
  routes <- floyd_warshall(w)
  expect_identical(routes$weights, w)
  expect_identical(shortest_path(routes, 1, 2), 1:2)
  expect_null(floyd_warshall(round(w))$weights)
  expect_null(floyd_warshall(abs(w))$weights)
  expect_null(floyd_warshall(w, traceback = FALSE)$weights)
})

test_that("sums that are rounded elsewhere than at the edge; whole numbers beyond the exact ones", {
  w <- matrix(Inf, 3, 3)
  w[2, 3] <- 0.9
  w[3, 2] <- -0.9
  w[1, 2] <- 0.0011
  expect_identical(shortest_path(floyd_warshall(w), 1, 2), 1:2)
  for (precision in c("single", "double")) {
    large <- if (precision == "single") 2^24 else 2^53
    w[1, 2] <- 1
    w[2, 3] <- large
    w[3, 2] <- -large
    expect_identical(shortest_path(floyd_warshall(w, precision = precision), 1, 2), 1:2)
  }
  expect_silent(floyd_warshall(matrix(NA_real_, 2, 2)))
})

test_that("a diagonal that rounding brings below 0 at the end is a cycle, too", {
  w <- matrix(Inf, 3, 3)
  w[1, 2] <- 1
  w[2, 3] <- 1e16
  w[3, 1] <- -1e16 - 2
  for (algorithm in path_algorithms) {
    condition <- tryCatch(floyd_warshall(w, algorithm = algorithm), negative_cycle = identity)
    expect_identical(unname(condition$cycle), c(1L, 2L, 3L, 1L))
    expect_match(conditionMessage(condition), "(length -1)", fixed = TRUE)
  }
  w <- matrix(Inf, 3, 3)
  w[1, 2] <- 0.1
  w[2, 3] <- 0.2
  w[3, 1] <- -0.3
  condition <- tryCatch(floyd_warshall(w, precision = "single"), negative_cycle = identity)
  expect_match(conditionMessage(condition), "below 0 by rounding")
})

test_that("a result that was changed is refused, whatever is in it", {
  routes <- floyd_warshall(datasets::eurodist)
  for (vertex in c(0L, -7L, 22L, 1000000000L)) {
    changed <- tampered(routes, via[] <- vertex)
    expect_match(outcome(shortest_path(changed, 1, 2))$error, "'x' has been changed")
  }
  changed <- tampered(routes, via[3, 4] <- 3L) # leads into itself for ever
  expect_match(outcome(shortest_path(changed, 3, 4))$error, "no path from 3 to 4")
  changed <- tampered(routes, distance <- distance[1:5, 1:5])
  expect_match(outcome(shortest_path(changed, 1, 2))$error, "changed after floyd_warshall")
  changed <- tampered(routes, distance <- NULL)
  expect_match(outcome(path_lengths(changed, 1, 2))$error, "changed after floyd_warshall")
})

test_that("half of the dimnames name both ends; no vertices, no paths; edges one way are drawn", {
  for (names in list(list(c("a", "b"), NULL), list(NULL, c("a", "b")))) {
    routes <- floyd_warshall(matrix(c(0, 1, 2, 0), 2, dimnames = names))
    expect_identical(shortest_path(routes, "b", "a"), c(b = 2L, a = 1L))
  }
  expect_identical(shortest_path(floyd_warshall(matrix(0, 0, 0)), integer(), integer()), list())
  skip_if_not_installed("igraph")
  graph <- igraph::make_graph(c(1, 2, 1, 2), n = 2)
  igraph::E(graph)$weight <- c(NA, 3)
  expect_identical(floyd_warshall(graph)$distance[1, 2], 3)
})
