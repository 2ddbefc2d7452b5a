# A path that is returned has the length of the distance, as the help page of shortest_path()
# says, on graphs whose cycles have lengths near 0.

# The difference between the length of a path and the distance, in units of the help page's bound.
share_of_bound <- function(path, w, routes) {
  d <- unname(routes$distance)
  from <- path[1]
  to <- path[length(path)]
  weights <- w[cbind(path[-length(path)], path[-1])]
  unit <- if (routes$precision == "single") 2^-24 else 2^-53
  share <- 2 * nrow(w) * unit
  sizes <- abs(d[from, ]) + abs(d[, to])
  between <- is.finite(sizes) & d[from, ] + d[, to] - d[from, to] <= share * sizes
  largest <- max(sum(abs(weights)), abs(d[from, between]), abs(d[between, to]))
  abs(sum(weights) - d[from, to]) / (share * largest)
}

# What is wrong with the paths between all pairs, each kind once.
wrong_lengths <- function(w, routes) {
  wrong <- character()
  for (to in seq_len(nrow(w))) {
    from <- which(is.finite(routes$distance[, to]) & seq_len(nrow(w)) != to)
    if (length(from) == 0) next
    paths <- shortest_path(routes, from, to)
    if (length(from) == 1) paths <- list(paths)
    for (at in seq_along(from)) {
      path <- paths[[at]]
      wrong <- c(wrong, if (path[1] != from[at] || path[length(path)] != to) "ends",
                 if (anyDuplicated(path)) "a vertex twice",
                 if (!all(is.finite(w[cbind(path[-length(path)], path[-1])]))) "no edge" else
                   if (share_of_bound(path, w, routes) > 1) "length")
    }
  }
  unique(wrong)
}

# Weights p[i] - p[j] and what they lose: cycles are as long as what is lost on them.
built <- function(n, size, losses, dense) {
  p <- stats::runif(n, -1, 1) * 10^stats::runif(n, 0, size)
  w <- outer(p, p, "-") + matrix(sample(losses, n * n, replace = TRUE), n)
  w[stats::runif(n * n) > dense] <- Inf
  diag(w) <- 0
  w
}

test_that("a path that is 1 longer than the distance is not returned (single precision)", {
  w <- rbind(c(0, 9584.8144865211, 9604.14240343, -106771.699175, -229749.440839),
             c(-9583.8144865211, 0, Inf, -116356.513662, -239334.255326),
             c(-9603.14240343, -18.3279169118, 0, Inf, Inf),
             c(Inf, 116357.5136618166, 116374.84157873, 0, -122976.741664),
             c(229749.44083901, 239334.2553255338, 239353.58324245, 122977.741664, 0))
  routes <- floyd_warshall(w, precision = "single")
  expect_identical(shortest_path(routes, 4, 2), c(4L, 3L, 2L))
  expect_identical(wrong_lengths(w, routes), character())
})

test_that("lengths are distances on graphs with cycles of length near 0", {
  set.seed(21)
  wrong <- character()
  seen <- lost <- c(double = 0, single = 0)
  for (round in 1:600) {
    n <- sample(3:8, 1)
    precision <- sample(c("double", "single"), 1)
    size <- stats::runif(1, 0, 7)
    last <- 10^size * if (precision == "single") 2^-23 else 2^-52
    losses <- switch(round %% 4 + 1, 0, c(0, 1), c(0, 1, last), c(0, last * stats::runif(3)))
    losses <- losses * sample(c(1, stats::runif(1)), 1)
    w <- built(n, size, losses, stats::runif(1, 0.4, 1))
    routes <- tryCatch(floyd_warshall(w, precision = precision,
                                      algorithm = sample(path_algorithms, 1)),
                       negative_cycle = function(condition) NULL)
    if (is.null(routes)) next
    seen[precision] <- seen[precision] + 1
    found <- wrong_lengths(w, routes)
    if (length(found)) wrong <- c(wrong, paste(round, precision, toString(found)))
    ends <- which(is.finite(routes$distance), arr.ind = TRUE, useNames = FALSE)
    recorded <- .Call(C_shortest_path, routes$via, routes$distance, weights_of_result(routes),
                      as.integer(precision == "single"), 0L, ends[, 1], ends[, 2])
    lost[precision] <- lost[precision] + sum(vapply(recorded, is.null, NA))
  }
  expect_identical(wrong, character())
  expect_gt(min(seen), 50) # graphs with paths
  expect_gt(min(lost), 50) # pairs whose record rounding has spoilt
})

test_that("whole numbers as integers, beyond what single precision holds", {
  set.seed(22)
  for (round in 1:40) {
    n <- 7
    p <- sample.int(2e8, n)
    w <- outer(p, p, "-") + sample(0:40, n * n, replace = TRUE)
    w[stats::runif(n * n) > 0.7] <- NA
    diag(w) <- 0L
    expect_identical(typeof(w), "integer")
    routes <- tryCatch(floyd_warshall(w, precision = "single"),
                       negative_cycle = function(condition) NULL)
    if (!is.null(routes)) {
      expect_identical(typeof(routes$weights), "integer")
      expect_identical(wrong_lengths(w, routes), character())
    }
    expect_identical(wrong_lengths(w, floyd_warshall(w)), character()) # exact
  }
})

test_that("sums that overflow from left to right, and numbers too small for floats", {
  w <- edges_matrix(4, 3, 4, 2e307, 4, 1, 1.7e308, 1, 2, -2e307)
  routes <- floyd_warshall(w)
  expect_identical(routes$weights, w)
  expect_identical(shortest_path(routes, 3, 2), c(3L, 4L, 1L, 2L))
  w <- edges_matrix(3, 1, 2, 1.3e-42, 2, 3, 1.7e-43)
  expect_identical(shortest_path(floyd_warshall(w, precision = "single"), 1, 3), 1:3)
})

test_that("what rounding took from the record is found, many pairs at once", {
  set.seed(23)
  for (round in 1:5) {
    w <- built(30, 6, c(0.25, 1), 0.5)
    routes <- floyd_warshall(w, precision = "single")
    ends <- which(is.finite(routes$distance), arr.ind = TRUE, useNames = FALSE)
    ends <- ends[sample.int(nrow(ends), 200, replace = TRUE), ]
    many <- shortest_path(routes, ends[, 1], ends[, 2])
    alone <- lapply(1:200, function(pair) shortest_path(routes, ends[pair, 1], ends[pair, 2]))
    expect_identical(many, alone)
    expect_identical(path_lengths(routes, ends[, 1], ends[, 2], "edges"), lengths(many) - 1L)
  }
})

test_that("a distance that no path has is an error", {
  w <- matrix(c(0, 5, -1, 1.5, 0, 2, 3, 1, 0), 3)
  routes <- floyd_warshall(w)
  expect_identical(routes$weights, w)
  routes <- tampered(routes, {
    distance[1, 2] <- distance[1, 2] - 2^-40
    via[1, 2] <- NA
  })
  expect_error(shortest_path(routes, 1, 2), paste("no path from 1 to 2 was found whose length is",
                                                  "the distance up to rounding"))
  routes <- tampered(routes, distance[1, 2] <- Inf)
  expect_identical(shortest_path(routes, 1, 2), integer())
  routes <- tampered(routes, weights <- w[1:2, ])
  expect_error(shortest_path(routes, 1, 3), "changed after floyd_warshall")
})
