# floyd_warshall() against two plain references, on every target, with every algorithm, on 1 to 4
# threads; and what the result is good for.

# n x n weights, of which a share is there.
graph_of <- function(n, share, weights) {
  w <- matrix(as.double(weights), n, n)
  w[stats::runif(n * n) >= share] <- Inf
  w
}

some_of <- function(values, n) values[sample.int(length(values), n * n, replace = TRUE)]

# Negative weights without negative cycles: whole numbers from 0 on, and a height of each
# vertex, which a path goes up and down.
with_heights <- function(w, heights = sample.int(50, nrow(w), replace = TRUE)) {
  w + outer(heights, heights, "-")
}

graphs <- list(
  sparse = function(n) graph_of(n, 3 / max(n, 1), some_of(1:100, n)),
  dense = function(n) graph_of(n, 0.9, some_of(1:1000, n)),
  ties = function(n) graph_of(n, 0.3, some_of(1:2, n)),
  zeros = function(n) graph_of(n, 0.2, some_of(c(0, 0, 1, 5), n)),
  negative = function(n) with_heights(graph_of(n, 0.5, some_of(0:30, n))),
  disconnected = function(n) {
    w <- with_heights(graph_of(n, 0.6, some_of(1:30, n)))
    part <- sample.int(4, n, replace = TRUE)
    w[outer(part, part, "!=")] <- Inf
    w
  },
  integers = function(n) {
    w <- with_heights(graph_of(n, 0.4, some_of(0:30, n)))
    w[w == Inf] <- NA
    storage.mode(w) <- "integer"
    w
  }
)

# One graph of whole numbers against both references.
expect_graph <- function(w, label, ...) {
  want <- oracle_paths(w)
  expect_same(want$distance, bellman_ford(w), paste(label, "references"))
  expect_paths_everywhere(w, want, label, ...)
  if (nrow(w) > 0) expect_identical(wrong_paths(floyd_warshall(w), w), "", label = label)
}

test_that("small graphs", {
  set.seed(1)
  for (n in c(0, 1, 2, 3, 7, 31, 32, 33)) {
    for (kind in seq_along(graphs)) {
      expect_graph(graphs[[kind]](n), paste(names(graphs)[kind], n),
                   threads = if (n %in% c(2, 33)) c(1, 2 + kind %% 3) else 1)
    }
  }
})

test_that("several tiles and blocks", {
  set.seed(2)
  expect_graph(graphs$negative(127), "negative 127")
  expect_graph(graphs$zeros(128), "zeros 128", threads = 1)
  expect_graph(graphs$disconnected(129), "disconnected 129", threads = c(1, 3))
  expect_graph(graphs$integers(200), "integers 200", threads = 1:2)
  expect_graph(graphs$ties(65), "ties 65", threads = 2)
})

test_that("more threads than processors", {
  set.seed(2)
  w <- graphs$negative(40)
  want <- floyd_warshall(w, threads = 1)
  for_each_target(function(isa) {
    for (algorithm in path_algorithms) {
      for (threads in c(3, 4, 9)) {
        expect_same(floyd_warshall(w, algorithm = algorithm, threads = threads), want, algorithm)
      }
    }
  })
})

test_that("long paths: a ring, and a line whose vertices are in any order", {
  set.seed(3)
  n <- 129L
  ring <- matrix(Inf, n, n)
  ring[cbind(1:n, c(2:n, 1))] <- 1:n
  expect_graph(ring, "ring", threads = 2)
  order <- sample.int(n)
  line <- matrix(Inf, n, n)
  line[cbind(order[-n], order[-1])] <- sample(-20:20, n - 1, replace = TRUE)
  expect_graph(line, "line", threads = 3)
  result <- floyd_warshall(line)
  expect_identical(shortest_path(result, order[1], order[n]), order)
  expect_identical(.Call(C_shortest_path, result$via, result$distance, NULL, 0L, 0L, order[1],
                         order[n]), list(order))
})

# ---- rounding ----

test_that("distances are those of algorithm 1 to the bit, and within the bound", {
  set.seed(4)
  for (n in c(33, 130)) {
    positive <- graph_of(n, 0.3, 10^stats::runif(n * n, -3, 3))
    negative <- with_heights(graph_of(n, 0.3, stats::runif(n * n, 0.1, 1)), stats::rnorm(n))
    for (w in list(positive, negative)) {
      expect_paths_everywhere(w, oracle_paths(w), n, threads = c(1, 2))
      expect_identical(wrong_paths(floyd_warshall(w), w, units = 2^-53), "")
      best <- bellman_ford(w)
      expect_equal(floyd_warshall(w)$distance, best, tolerance = 1e-12)
    }
  }
})

test_that("single precision", {
  set.seed(5)
  for (n in c(1, 31, 33, 129)) {
    w <- if (n == 129) graphs$negative(n) else graphs$integers(n)
    want <- oracle_paths(w) # floats hold these numbers and their sums
    expect_paths_everywhere(w, want, n, precision = "single", threads = 1:2)
  }
  for (n in c(33, 130)) {
    w <- graph_of(n, 0.3, stats::runif(n * n, 0.1, 1))
    expect_paths_everywhere(w, oracle_paths(w, to_floats), n, precision = "single", threads = 2)
    result <- floyd_warshall(w, precision = "single")
    expect_identical(wrong_paths(result, w, units = 2^-24), "")
    expect_false(identical(result$distance, floyd_warshall(w)$distance))
  }
  w <- matrix(c(0, 2^24, Inf, Inf, 0, 1, Inf, Inf, 0), 3, byrow = TRUE)
  w[1, 2] <- 2^24
  w[2, 3] <- 1
  for_each_target(function(isa) {
    for (algorithm in path_algorithms) {
      expect_identical(floyd_warshall(w, algorithm = algorithm)$distance[1, 3], 2^24 + 1)
      single <- floyd_warshall(w, algorithm = algorithm, precision = "single")
      expect_identical(single$distance[1, 3], 2^24)
    }
  })
})

test_that("weights beyond floats are an error in single precision only", {
  for (weight in c(3.5e38, -2e38)) {
    w <- matrix(c(0, Inf, Inf, weight, 0, Inf, Inf, Inf, 0), 3) # from 1 to 2, only
    expect_identical(floyd_warshall(w)$distance[1, 2], weight)
    for (algorithm in path_algorithms) {
      expect_identical(outcome(floyd_warshall(w, algorithm = algorithm,
                                              precision = "single"))$error, paste0(
        "'w' has ", format(weight), " from 1 to 2: lengths of paths may be beyond the range of ",
        "single precision"
      ))
    }
  }
  w <- matrix(3e38)
  expect_identical(floyd_warshall(w, precision = "single")$distance, matrix(0))
  w <- matrix(c(0, 0, 1e38, 0), 2)
  expect_identical(floyd_warshall(w, precision = "single")$distance, to_floats(w))
})

test_that("a path that is longer than any number is none", {
  w <- matrix(Inf, 3, 3)
  w[1, 2] <- w[2, 3] <- 1e308
  direct <- w
  direct[1, 3] <- 1.5e308
  for_each_target(function(isa) {
    for (algorithm in path_algorithms) {
      result <- floyd_warshall(w, algorithm = algorithm)
      expect_identical(result$distance[1, ], c(0, 1e308, Inf))
      expect_identical(shortest_path(result, 1, 3), integer())
      result <- floyd_warshall(direct, algorithm = algorithm)
      expect_identical(shortest_path(result, 1, 3), c(1L, 3L))
    }
  })
})

test_that("weights that are 0 as floats have no sign", {
  w <- matrix(c(0, 1e-60, -1e-60, -1e-60), 2)
  for (algorithm in path_algorithms) {
    got <- floyd_warshall(w, algorithm = algorithm, precision = "single")$distance
    expect_true(same_bits(got, matrix(0, 2, 2)), label = algorithm)
  }
})

test_that("tiny weights and zeros with a sign", {
  w <- matrix(c(-0, 5e-324, -0, -0), 2)
  for_each_target(function(isa) {
    for (algorithm in path_algorithms) {
      got <- floyd_warshall(w, algorithm = algorithm)$distance
      expect_true(same_bits(got, matrix(c(0, 5e-324, 0, 0), 2)))
    }
  })
})

# ---- igraph ----

igraph_distances <- function(w, algorithm) {
  w <- weights_of(w)
  ends <- which(is.finite(w) & row(w) != col(w), arr.ind = TRUE)
  graph <- igraph::make_graph(t(ends), n = nrow(w), directed = TRUE)
  unname(igraph::distances(graph, mode = "out", weights = w[ends], algorithm = algorithm))
}

test_that("distances are igraph's", {
  skip_if_not_installed("igraph")
  set.seed(6)
  for (kind in names(graphs)) {
    w <- graphs[[kind]](60)
    got <- floyd_warshall(w, traceback = FALSE)$distance
    expect_same(got, igraph_distances(w, "johnson"), kind)
    if (all(w >= 0, na.rm = TRUE)) {
      expect_same(got, igraph_distances(w, "dijkstra"), kind)
    }
  }
  w <- graph_of(150, 0.1, stats::runif(150^2))
  expect_equal(floyd_warshall(w)$distance, igraph_distances(w, "dijkstra"), tolerance = 1e-13)
})

# ---- what ran ----

test_that("the algorithm, block and threads that were asked for are those that run", {
  skip_if(!manycore_info()$threading, "built without threads")
  w <- graphs$dense(500)
  took <- function(algorithm, block = NULL, traceback = TRUE, threads = NULL, single = FALSE) {
    run <- run_paths(w, traceback,
                     match_paths_method(algorithm, block, if (single) "single" else "double",
                                        threads))
    paste(run$algorithm, run$block)
  }
  before <- options(manycore.floyd_warshall = NULL)
  on.exit(options(before))
  expect_identical(took("auto"), "simd 64")
  expect_identical(took("auto", traceback = FALSE), "simd 64")
  expect_identical(took("simd", single = TRUE), "simd 64")
  expect_identical(took("simd", 96), "simd 96")
  expect_identical(took("auto", 32), "simd 32")
  expect_identical(took("blocked"), "blocked 32")
  expect_identical(took("blocked", 512), "blocked 512")
  expect_identical(took("blocked", 1024), "blocked 512") # no larger than it takes
  expect_identical(took("simd", 640), "simd 512")
  expect_identical(took("recursive", 1024), "recursive 512")
  expect_identical(took("recursive"), "recursive 128")
  expect_identical(took("recursive", 32), "recursive 32")
  expect_match(took("naive"), "^naive ")
  for (threads in 1:4) {
    run <- run_paths(w, TRUE, match_paths_method("recursive", NULL, "double", threads))
    expect_identical(run$threads, .Call(C_threads_explain, as.integer(threads))$threads)
  }
})

test_that("every schedule gives the same bits", {
  set.seed(7)
  w <- graphs$negative(290) # more than 256 vertices, which are side by side in a tile of "simd"
  want <- oracle_paths(w)
  for (schedule in c("dynamic", "block", "cyclic1", "cyclic2", "cyclic7", "cyclic999999")) {
    for (algorithm in c("simd", "blocked", "recursive")) {
      for (block in list(NULL, 32)) {
        method <- match_paths_method(algorithm, block, "double", 2)
        method$schedule <- schedule_number(schedule)
        run <- run_paths(w, TRUE, method)
        expect_same(run$distance, want$distance, paste(schedule, algorithm))
        expect_same(run$via, want$via, paste(schedule, algorithm))
      }
    }
  }
})

test_that("fewer steps than vertices: paths over the first ones only", {
  set.seed(8)
  n <- 129L
  w <- graphs$zeros(n)
  for (steps in c(0, 1, 31, 32, 33, 100, 128)) {
    d <- weights_of(w)
    via <- matrix(NA_integer_, n, n)
    for (k in seq_len(steps)) {
      less <- outer(d[, k], d[k, ], "+") < d
      d[less] <- outer(d[, k], d[k, ], "+")[less]
      via[less] <- k
    }
    for (algorithm in path_algorithms) {
      for (block in list(NULL, 32)) {
        if (algorithm == "naive" && !is.null(block)) next
        run <- run_paths(w, TRUE, match_paths_method(algorithm, block, "double"), steps = steps)
        expect_same(run$distance, d, paste(steps, algorithm))
        expect_same(run$via, via, paste(steps, algorithm))
      }
    }
  }
})

# ---- the result ----

test_that("dimnames are those of w", {
  w <- matrix(c(0, 2, Inf, Inf, 0, 3, Inf, Inf, 0), 3, byrow = TRUE)
  w[1, 2] <- 2
  w[2, 3] <- 3
  own <- letters[1:3]
  for (names in list(list(own, own), list(own, NULL), list(NULL, own),
                     list(from = own, to = own))) {
    dimnames(w) <- names
    for (algorithm in path_algorithms) {
      result <- floyd_warshall(w, algorithm = algorithm)
      expect_identical(dimnames(result$distance), dimnames(w))
      expect_identical(dimnames(result$via), dimnames(w))
    }
    shown <- own
    expect_identical(shortest_path(result, 1, 3), stats::setNames(1:3, shown))
    expect_identical(shortest_path(result, 2, 2), stats::setNames(2L, shown[2]))
    expect_identical(names(shortest_path(result, shown[1], shown[3])), shown)
  }
  dimnames(w) <- list(own, rev(own))
  expect_match(outcome(floyd_warshall(w))$error, "same names for rows and columns")
  dimnames(w) <- list(c("a", "b", "a"), NULL)
  expect_match(outcome(shortest_path(floyd_warshall(w), "a", "b"))$error,
               "'from': several vertices have the name \"a\"", fixed = TRUE)
  result <- floyd_warshall(unname(w))
  expect_null(dimnames(result$distance))
  expect_null(dimnames(result$via))
  expect_null(names(shortest_path(result, 1, 3)))
  expect_s3_class(result, "shortest_paths", exact = TRUE)
  expect_identical(names(result), c("distance", "via", "precision"))
  expect_identical(result$precision, "double")
  expect_identical(floyd_warshall(matrix(0, 2, 2), precision = "single")$precision, "single")
  expect_identical(typeof(result$via), "integer")
  expect_null(floyd_warshall(w, traceback = FALSE)$via)
  expect_identical(floyd_warshall(w, traceback = FALSE)$distance, floyd_warshall(w)$distance)
})

test_that("w stays as it is", {
  set.seed(9)
  for (w in list(graphs$negative(40), graphs$integers(40), graphs$zeros(1))) {
    copy <- w + 0L
    for (algorithm in path_algorithms) {
      for (precision in c("double", "single")) {
        result <- floyd_warshall(w, algorithm = algorithm, precision = precision)
        expect_identical(w, copy)
      }
    }
  }
})

test_that("the diagonal counts as 0", {
  for (diagonal in list(0, 5, Inf, NA, c(1, 2, NA))) {
    w <- matrix(c(0, 1, 1, 1, 0, 1, 1, 1, 0), 3)
    diag(w) <- diagonal
    expect_graph(w, toString(diagonal), threads = 1)
    expect_identical(diag(floyd_warshall(w)$distance), c(0, 0, 0))
  }
})

cities <- function() {
  w <- as.matrix(datasets::eurodist)
  w[w > 800] <- Inf
  floyd_warshall(w)
}

test_that("vertices by number, by name and as factors", {
  routes <- cities()
  want <- shortest_path(routes, 4, 19)
  expect_identical(names(want)[c(1, length(want))], c("Calais", "Rome"))
  expect_identical(shortest_path(routes, "Calais", "Rome"), want)
  expect_identical(shortest_path(routes, factor("Calais", c("Rome", "Calais")), factor("Rome")),
                   want)
  expect_identical(shortest_path(routes, 4L, "Rome"), want)
  # a label that is a number is a name, and so is a factor of numbers
  numbers <- matrix(c(0, Inf, 1, 0), 2, dimnames = list(c("2", "1"), c("2", "1")))
  numbers <- floyd_warshall(numbers)
  expect_identical(shortest_path(numbers, "2", "1"), c("2" = 1L, "1" = 2L))
  expect_identical(shortest_path(numbers, factor("2"), factor("1")), c("2" = 1L, "1" = 2L))
  expect_identical(shortest_path(numbers, 1, 2), c("2" = 1L, "1" = 2L))
})

test_that("many pairs, one vertex against many, and no pairs", {
  routes <- cities()
  to <- c("Vienna", "Rome", "Athens", "Lyons")
  from <- c("Lyons", "Rome", "Rome", "Vienna")
  alone <- function(from, to) {
    mapply(function(a, b) shortest_path(routes, a, b), from, to, SIMPLIFY = FALSE,
           USE.NAMES = FALSE)
  }
  expect_identical(shortest_path(routes, from, to), alone(from, to))
  expect_identical(shortest_path(routes, "Rome", to), alone("Rome", to))
  expect_identical(shortest_path(routes, from, 3), alone(from, 3))
  expect_identical(unname(shortest_path(routes, "Rome", to)[[3]]), integer())
  expect_identical(unname(shortest_path(routes, "Rome", "Rome")), 19L)
  expect_identical(path_lengths(routes, from, to),
                   unname(routes$distance[cbind(from, to)]))
  expect_identical(path_lengths(routes, "Rome", to, "edges"),
                   stats::setNames(c(lengths(shortest_path(routes, "Rome", to[1:2])) - 1L, NA,
                                     length(shortest_path(routes, "Rome", "Lyons")) - 1L), to))
  expect_identical(path_lengths(routes, "Rome", "Athens"), Inf)
  expect_identical(path_lengths(routes, "Rome", "Athens", "edges"), NA_integer_)
  expect_identical(path_lengths(routes, "Rome", "Rome", "edges"), 0L)
  for (none in list(integer(), character(), numeric(), factor(), NULL)) {
    expect_identical(shortest_path(routes, none, none), list())
    expect_identical(shortest_path(routes, 1, none), list())
    expect_identical(path_lengths(routes, none, 1:3), numeric())
    expect_identical(path_lengths(routes, none, 1, "edges"), integer())
  }
  empty <- floyd_warshall(matrix(0, 0, 0))
  expect_identical(shortest_path(empty, integer(), integer()), list())
  expect_identical(path_lengths(empty, integer(), integer(), "edges"), integer())
  # more pairs than C walks without asking for interrupts
  all <- expand.grid(from = 1:21, to = 1:21)
  many <- shortest_path(routes, rep(all$from, 5), rep(all$to, 5))
  expect_identical(many, rep(shortest_path(routes, all$from, all$to), 5))
  expect_identical(wrong_paths(routes, ifelse(as.matrix(datasets::eurodist) > 800, Inf,
                                              as.matrix(datasets::eurodist))), "")
})

test_that("where there is no path, the path has no vertices and no names", {
  w <- matrix(c(0, Inf, 1, 0), 2, dimnames = list(c("a", "b"), c("a", "b")))
  expect_identical(shortest_path(floyd_warshall(w), c("b", "a"), c("a", "b")),
                   list(integer(0), c(a = 1L, b = 2L)))
})

test_that("distances only: lengths, but no paths", {
  routes <- floyd_warshall(datasets::eurodist, traceback = FALSE)
  expect_identical(path_lengths(routes, "Rome", "Vienna"), routes$distance["Rome", "Vienna"])
  for (code in expression(shortest_path(routes, 1, 2), path_lengths(routes, 1, 2, "edges"))) {
    expect_identical(outcome(eval(code))$error,
                     "'x' has no paths; call floyd_warshall() with traceback = TRUE")
  }
})

test_that("names that several vertices have, and results that have been changed", {
  w <- matrix(1, 3, 3, dimnames = rep(list(c("a", "b", "a")), 2))
  result <- floyd_warshall(w)
  expect_match(outcome(shortest_path(result, "b", "a"))$error,
               "^'to': several vertices have the name \"a\"; give their numbers$")
  expect_identical(shortest_path(result, "b", 3), c(b = 2L, a = 3L))
  part <- tampered(result, distance <- distance[1:2, ])
  other <- tampered(result, via <- via[1:2, 1:2])
  for (bad in list(part, other, structure(list(), class = "shortest_paths"))) {
    expect_match(outcome(shortest_path(bad, 1, 2))$error,
                 "changed after floyd_warshall\\(\\) returned it")
  }
  for (vertex in c(0L, -1L, 4L)) {
    changed <- tampered(result, via[1, 2] <- vertex)
    expect_match(outcome(shortest_path(changed, 1, 2))$error, "numbers that are not vertices")
  }
  result <- tampered(result, via[1, 2] <- 2L) # forever
  result <- structure(c(unclass(result), list(weights = w)), class = "shortest_paths")
  expect_identical(unname(shortest_path(result, 1, 2)), 1:2)
})

test_that("weights are kept where rounding may spoil the record", {
  w <- matrix(c(0, Inf, -0.5, 0), 2)
  expect_identical(floyd_warshall(w)$weights, w)
  expect_null(floyd_warshall(w, traceback = FALSE)$weights)
  expect_null(floyd_warshall(w * 2)$weights)
  expect_null(floyd_warshall(abs(w))$weights)
})

test_that("bad vertices are named", {
  routes <- cities()
  error <- function(...) outcome(shortest_path(routes, ...))$error
  range <- " must name vertices of the graph, or be numbers from 1 to 21, not "
  expect_identical(error("Paris", "Oslo"), paste0("'to'", range, "\"Oslo\""))
  expect_identical(error(c("Rome", "Oslo"), "Rome"), paste0("'from'", range, "\"Oslo\""))
  expect_identical(error(factor("Oslo"), 1), paste0("'from'", range, "Oslo"))
  for (bad in list(0, 22, -1, 1.5, NA, NA_character_, Inf, NaN, 2^31, TRUE, list(1), 1i)) {
    expect_match(error(bad, 1), "^'from' must name vertices of the graph", label = deparse(bad))
    expect_match(error(1, bad), "^'to' must name vertices of the graph", label = deparse(bad))
    expect_match(outcome(path_lengths(routes, 1, bad))$error, "^'to' must", label = deparse(bad))
  }
  expect_match(error(NA_character_, 1), "not \"NA\"$")
  expect_identical(error(1:2, 1:3), paste("'from' and 'to' must have the same length, or length 1,",
                                          "not 2 and 3"))
  expect_match(outcome(shortest_path(floyd_warshall(matrix(0)), "a", 1))$error, "from 1 to 1")
  for (f in list(shortest_path, path_lengths)) {
    expect_identical(outcome(f(matrix(1, 1, 1), 1, 1))$error,
                     "'x' must be a result of floyd_warshall(), not a double matrix")
    expect_match(outcome(f(list(), 1, 1))$error, "not an object of class list")
  }
  expect_match(outcome(path_lengths(routes, 1, 2, "km"))$error, "^'unit' must be one of")
})

test_that("print, summary and as.matrix", {
  routes <- cities()
  d <- routes$distance
  expect_identical(as.matrix(routes), d)
  shown <- utils::capture.output(expect_identical(withVisible(print(routes))$visible, FALSE))
  expect_identical(shown[1], "Shortest paths between 21 vertices")
  expect_identical(shown[length(shown)], "... (15 more rows and columns)")
  expect_identical(shown[2:8], utils::capture.output(print(d[1:6, 1:6])))
  small <- floyd_warshall(matrix(c(0, 1, 2, 0), 2), traceback = FALSE)
  expect_identical(utils::capture.output(print(small)),
                   c("Shortest paths between 2 vertices, distances only", "     [,1] [,2]",
                     "[1,]    0    2", "[2,]    1    0"))
  expect_identical(utils::capture.output(print(floyd_warshall(matrix(0))))[1],
                   "Shortest paths between 1 vertex")
  expect_identical(utils::capture.output(print(floyd_warshall(matrix(0, 0, 0)))),
                   "Shortest paths between 0 vertices")

  other <- d
  diag(other) <- NA
  other[is.infinite(other)] <- NA
  s <- summary(routes)
  expect_s3_class(s, "summary.shortest_paths", exact = TRUE)
  expect_identical(s$vertices, 21L)
  expect_identical(s$reachable, sum(!is.na(other)))
  longest <- apply(other[-1, ], 1, max, na.rm = TRUE) # but Athens, which is far from all
  expect_identical(s$eccentricity, c(Athens = NA, longest))
  expect_identical(s$diameter, max(longest))
  expect_identical(s$radius, min(longest))
  expect_identical(d[s$ends[1], s$ends[2]], s$diameter)
  expect_identical(names(s$ends), rownames(d)[s$ends])
  expect_equal(s$mean, mean(other, na.rm = TRUE))
  shown <- utils::capture.output(expect_identical(withVisible(print(s))$visible, FALSE))
  expect_identical(shown[1:2], c("Shortest paths between 21 vertices",
                                 "  reachable pairs: 380 of 420"))
  expect_match(shown[3], "diameter: +3760 \\(Stockholm to Gibraltar\\)")

  directed <- matrix(c(NA, NA, 4, NA), 2)
  s <- summary(floyd_warshall(directed))
  expect_identical(s[c("reachable", "eccentricity", "ends")],
                   list(reachable = 1L, eccentricity = c(4, NA), ends = 1:2))
  expect_output(print(s), "1 of 2\n.*4 \\(1 to 2\\)")
  for (n in 0:2) {
    s <- summary(floyd_warshall(matrix(Inf, n, n)))
    expect_identical(s$reachable, 0L)
    expect_identical(s$eccentricity, rep(NA_real_, n))
    expect_identical(s[c("diameter", "radius", "mean")],
                     list(diameter = NA_real_, radius = NA_real_, mean = NA_real_))
    expect_identical(s$ends, c(NA_integer_, NA_integer_))
    expect_identical(length(utils::capture.output(print(s))), 2L)
  }
})

# ---- arguments ----

test_that("bad arguments are named", {
  w <- matrix(0, 2, 2)
  error <- function(...) outcome(floyd_warshall(w, ...))$error
  for (bad in list(NA, 1, "yes", c(TRUE, TRUE), NULL)) {
    expect_starts(error(traceback = bad), "'traceback' must be TRUE or FALSE", label = deparse(bad))
    expect_starts(error(progress = bad), "'progress' must be TRUE or FALSE",
                  label = deparse(bad))
  }
  for (bad in list("fast", NA_character_, 1, NULL, c("simd", "naive"))) {
    expect_match(error(algorithm = bad),
                 "'algorithm' must be one of \"auto\", \"naive\", \"blocked\"",
                 label = deparse(bad))
  }
  blocks <- list(auto = "a multiple of 32", simd = "a multiple of 32", blocked = "a multiple of 16",
                 recursive = "a power of two from 32")
  for (algorithm in names(blocks)) {
    for (bad in list(0, -32, 40, 1024 + 32, NA, "64", c(32, 64), 2^40, Inf, 33.5, TRUE)) {
      expect_starts(error(algorithm = algorithm, block = bad),
                    paste0("'block' must be ", blocks[[algorithm]],
                           " up to 1024 for algorithm = \"",
                           algorithm, "\""), label = paste(algorithm, deparse(bad)))
    }
  }
  expect_match(error(algorithm = "simd", block = 16), "multiple of 32")
  expect_match(error(algorithm = "recursive", block = 96), "power of two")
  expect_null(error(algorithm = "blocked", block = 16))
  expect_null(error(algorithm = "simd", block = 96))
  expect_null(error(algorithm = "recursive", block = 1024))
  expect_identical(error(algorithm = "naive", block = 32),
                   "algorithm = \"naive\" has no 'block'")
  expect_match(error(precision = "half"), "^'precision' must be one of")
  for (bad in list(0, -1, 1.5, NA, "2", 1:2)) {
    expect_match(error(threads = bad), "'threads' must be a positive whole number")
  }
  expect_match(outcome(floyd_warshall())$error, "\"w\" is missing")
})

test_that("a result that does not fit is refused before it is allocated", {
  skip_if_not_installed("Matrix")
  skip_if(is.na(memory_available()), "the system does not say how much memory there is")
  huge <- Matrix::sparseMatrix(i = 1, j = 2, x = 1, dims = c(2^22, 2^22))
  expect_match(outcome(floyd_warshall(huge))$error, "the call needs .* of memory")
  room <- function(n, paths, ...) paths_room(n, paths, match_paths_method(...))
  expect_identical(room(1000, FALSE, "naive", NULL, "double"), 1e6)
  expect_identical(room(1000, TRUE, "naive", NULL, "double"), 1.5e6)
  expect_identical(room(1000, TRUE, "naive", NULL, "single"), 2e6)
  expect_identical(room(1000, FALSE, "simd", 64, "double"), 1e6 + 2 * 64 * 1000)
  expect_identical(room(1000, FALSE, "recursive", 128, "double"), 1e6 + 1024^2)
  expect_identical(room(1000, FALSE, "blocked", 32, "single"), 1.5e6 + 1024^2 / 2)
})

# ---- pictures ----

# What is drawn by code, to no file.
drawn <- function(code) {
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  grDevices::dev.control("enable")
  force(code)
  grDevices::recordPlot()
}

# The text that is drawn, of which a display list consists among other things.
texts_of <- function(drawing) {
  if (is.character(drawing)) {
    drawing
  } else if (is.list(drawing) || is.pairlist(drawing)) {
    unlist(lapply(as.list(drawing), texts_of), use.names = FALSE)
  }
}

test_that("a picture of the distances", {
  routes <- cities()
  shown <- NULL
  plot <- drawn(shown <- withVisible(plot(routes, type = "heatmap")))
  expect_identical(shown, list(value = routes, visible = FALSE))
  texts <- texts_of(plot)
  expect_true(all(c("Distances", "from", "to", rownames(routes$distance)) %in% texts))
  expect_true("Far" %in% texts_of(drawn(plot(routes, "heatmap", main = "Far"))))
  # rows downwards: the first one on top
  small <- floyd_warshall(matrix(c(0, 3, 1, 2, 0, 9, 4, 5, 0), 3))
  image <- NULL
  watched <- with_own(plot_paths_heatmap, draw_with = function(f, settings, ...) {
    image <<- settings
    draw_with(f, settings, ...)
  })
  drawn(watched(small))
  expect_identical(image$z[, 3], small$distance[1, ])
  expect_identical(image$z[, 1], small$distance[3, ])
})

test_that("pictures of little", {
  for (n in 1:2) {
    none <- floyd_warshall(matrix(Inf, n, n))
    expect_s3_class(drawn(plot(none, type = "heatmap")), "recordedplot")
  }
  only <- floyd_warshall(matrix(1, 60, 60), traceback = FALSE)
  expect_false("60" %in% texts_of(drawn(plot(only)))) # too many for names
  expect_error(drawn(plot(floyd_warshall(matrix(0, 0, 0)), type = "heatmap")),
               "'x' has no vertices to draw")
  expect_error(drawn(plot(only, type = "tree")), "^'type' must be one of")
})

test_that("a picture of the graph", {
  skip_if_not_installed("igraph")
  routes <- cities()
  path <- shortest_path(routes, "Calais", "Rome")
  texts <- texts_of(drawn(plot(routes, highlight = path)))
  expect_true(all(rownames(routes$distance) %in% texts))
  expect_identical(drawn(plot(routes, "graph", highlight = path, layout = cbind(1:21, 21:1)))[[1]],
                   drawn(plot(routes, highlight = names(path), layout = cbind(1:21, 21:1)))[[1]])
  colours <- texts_of(drawn(plot(routes, layout = cbind(1:21, 21:1))))
  expect_false("tomato" %in% colours)
  expect_true("tomato" %in% texts_of(drawn(plot(routes, highlight = path))))
  directed <- floyd_warshall(matrix(c(0, Inf, 1, 0), 2))
  expect_s3_class(drawn(plot(directed, vertex.size = 30)), "recordedplot")
  expect_s3_class(drawn(plot(floyd_warshall(matrix(0)))), "recordedplot")
  expect_error(drawn(plot(routes, highlight = "Oslo")), "'highlight' must name vertices")
  expect_error(drawn(plot(routes, highlight = shortest_path(routes, "Rome", c("Lyons", "Vienna")))),
               "'highlight' must be one path, a vector of its vertices, not a list of 2 paths;")
  for (names in list(list(c("a", "b"), NULL), list(NULL, c("a", "b")))) {
    half <- floyd_warshall(matrix(c(0, 1, 2, 0), 2, dimnames = names))
    texts <- texts_of(drawn(plot(half, highlight = c("a", "b"))))
    expect_true(all(c("a", "b", "tomato") %in% texts))
  }
  only <- floyd_warshall(matrix(1, 3, 3), traceback = FALSE)
  expect_error(drawn(plot(only, type = "graph")), "'x' has no paths; call floyd_warshall()",
               fixed = TRUE)
  expect_true("Distances" %in% texts_of(drawn(plot(only))))
})
