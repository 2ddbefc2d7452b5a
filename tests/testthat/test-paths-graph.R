# What floyd_warshall() takes as a graph, negative cycles, and cycles of length 0 that are
# negative by rounding.

distances <- function(w, ...) floyd_warshall(w, traceback = FALSE, ...)$distance

expect_same_graph <- function(got, want) {
  expect_identical(distances(got), distances(want))
  expect_same(floyd_warshall(got)$via, floyd_warshall(want)$via)
}

test_that("zeros that may mean no edge have a message", {
  adjacency <- matrix(0, 50, 50)
  adjacency[cbind(1:49, 2:50)] <- 1
  said <- "most weights of 'w' are 0, which are edges of weight 0: no edge is Inf or NA"
  expect_message(floyd_warshall(adjacency), said, fixed = TRUE)
  expect_message(floyd_warshall(stats::as.dist(adjacency + t(adjacency))), said, fixed = TRUE)
  adjacency[adjacency == 0] <- Inf
  expect_silent(floyd_warshall(adjacency))
  half <- matrix(c(1, 0, 0, 1), 4, 4)
  expect_silent(floyd_warshall(half))
  some <- matrix(1, 200, 200)
  some[, unique(round(seq(1, 200, length.out = 32)))] <- 0 # the columns that are counted first
  expect_silent(floyd_warshall(some))
  expect_silent(floyd_warshall(matrix(0, 2, 2)))
  expect_silent(floyd_warshall(matrix(0, 0, 0)))
  expect_silent(floyd_warshall(matrix(NA_real_, 5, 5)))
})

test_that("a network of taus is no graph with lengths", {
  net <- kendall_network(longley, cutoff = 0.8)
  expect_error(floyd_warshall(net), "'w' must have lengths", class = "manycore_error_argument")
  expect_error(floyd_warshall(kendall_network(longley[1:3], longley[4:7], cutoff = 0.5)),
               "'w' must have lengths, but a network has taus$")
  differences <- kendall_network(longley, groups = rep(1:2, 8), differential = TRUE, top = 2)
  expect_error(floyd_warshall(differences),
               "'w' must have lengths, but a network has differences of taus$")
  tau <- as.matrix(net)
  paths <- floyd_warshall(ifelse(tau == 0, Inf, 1 - abs(tau)))
  edge <- paths$distance[cbind(net$from, net$to)]
  expect_true(all(edge <= 1 - abs(net$tau) & edge > 0))
})

# ---- data frames ----

test_that("numbers of vertices that may be names have a message", {
  edges <- data.frame(from = c(7, 672), to = c(672, 101))
  expect_message(paths <- floyd_warshall(edges), paste(
    "'w' has 672 vertices, as many as its largest number; 3 have edges: as.character() makes names"
  ), fixed = TRUE)
  expect_identical(dim(paths), c(672L, 672L))
  expect_silent(floyd_warshall(data.frame(from = as.character(edges$from), to = c("a", "b"))))
  expect_silent(floyd_warshall(data.frame(from = c(1, 99), to = c(99, 3))))
  expect_silent(floyd_warshall(data.frame(from = 1:150, to = 2:151)))
})

test_that("a data frame of edges between numbers", {
  edges <- data.frame(from = c(1, 2, 4), to = c(2, 4, 1), weight = c(3, -1, 5))
  want <- edges_matrix(4, 1, 2, 3, 2, 4, -1, 4, 1, 5)
  expect_identical(as_weights(edges), want)
  expect_same_graph(edges, want)
  expect_same_graph(edges[3:1, 3:1], want) # by the names of columns
  expect_same_graph(cbind(colour = "red", edges, weights = 7), want) # others are not looked at
  expect_same_graph(stats::setNames(edges, c("a", "b", "c")), want) # as they stand
  expect_same_graph(transform(edges, from = as.integer(from), weight = as.integer(weight)), want)
  expect_identical(as_weights(edges[0, ]), matrix(0, 0, 0))
  expect_identical(distances(edges[0, ]), matrix(0, 0, 0))
})

test_that("edges between names, in the order in which they come", {
  edges <- data.frame(from = c("c", "a", "b"), to = c("a", "d", "c"), weight = 1:3)
  want <- edges_matrix(4, 1, 2, 1, 2, 4, 2, 3, 1, 3, names = c("c", "a", "b", "d"))
  expect_same_graph(edges, want)
  factors <- data.frame(from = factor(edges$from, letters), to = factor(edges$to), weight = 1:3)
  expect_same_graph(factors, want)
  expect_identical(rownames(distances(data.frame(from = 2:1, to = c("1", "x")))), c("2", "1", "x"))
  expect_identical(dimnames(floyd_warshall(edges)$via), dimnames(want))
})

test_that("of parallel edges the shortest counts, none without a weight", {
  edges <- data.frame(from = c(1, 1, 1, 2), to = c(2, 2, 2, 3), weight = c(4, 2, 9, NA))
  for (order in list(1:4, 4:1, c(2, 1, 3, 4), c(3, 1, 4, 2))) {
    expect_same_graph(edges[order, ], edges_matrix(3, 1, 2, 2))
  }
  edges$weight[1] <- NA
  expect_same_graph(edges, edges_matrix(3, 1, 2, 2))
  edges$weight[1] <- Inf
  expect_same_graph(edges, edges_matrix(3, 1, 2, 2))
})

test_that("without weights edges are 1 long", {
  edges <- data.frame(from = c(1, 2), to = c(2, 3))
  expect_same_graph(edges, edges_matrix(3, 1, 2, 1, 2, 3, 1))
  expect_same_graph(stats::setNames(edges, c("u", "v")), edges_matrix(3, 1, 2, 1, 2, 3, 1))
})

test_that("bad edges are named", {
  error <- function(...) outcome(floyd_warshall(data.frame(...)))$error
  columns <- paste("'w' must have the columns 'from' and 'to' (and 'weight', if edges have",
                   "weights), or two or three columns in this order; for a matrix of weights see",
                   "as.matrix()")
  expect_identical(error(from = 1), columns)
  expect_identical(error(a = 1, b = 2, c = 3, d = 4), columns)
  expect_identical(error(from = 1, to = 2, length = 3), # meant as the weight or not?
                   paste("'w' has no column 'weight', but a column 'length': rename 'length', or",
                         "leave it out"))
  expect_null(error(from = 1, to = 2, colour = "red"))
  expect_identical(outcome(floyd_warshall(as.data.frame(diag(4))))$error, columns)
  expect_identical(error(from = c(1, NA), to = 2), "'w' has an edge without a vertex (NA) in row 2")
  expect_match(error(from = "a", to = c("b", "c", NA)), "(NA) in row 3", fixed = TRUE)
  vertices <- "'w' must have vertices that are positive whole numbers, or names"
  for (bad in list(0, -1, 1.5, Inf)) {
    expect_identical(error(from = 1, to = bad), paste0(vertices, ", not ", bad))
    expect_identical(error(from = bad, to = 1), paste0(vertices, ", not ", bad))
  }
  for (bad in list(70000, 2^31, 1e300)) {
    expect_match(error(from = 1, to = bad), "^'w' has vertices numbered up to ")
  }
  expect_null(error(from = 1:700, to = 2:701))
  odd <- function(column, what) {
    paste0("'w' must have a positive whole number, or a name, for each edge in column '", column,
           "', not ", what)
  }
  expect_identical(error(from = TRUE, to = FALSE), odd("from", "logical"))
  expect_identical(error(from = "a", to = 1i), odd("to", "complex"))
  expect_identical(error(from = I(list(1)), to = 2), odd("from", "a list"))
  long <- structure(1, class = "integer64") # which data.frame() does not take
  of_list <- function(...) {
    outcome(floyd_warshall(structure(list(...), row.names = 1L, class = "data.frame")))$error
  }
  expect_match(of_list(from = long, to = 2), "vertices that are numbers or names, not integer64;")
  expect_match(of_list(from = 1, to = long), "not integer64; see as.double()", fixed = TRUE)
  expect_identical(of_list(from = 1, to = 2, weight = long),
                   "'w' must have numeric weights, not integer64")
  # columns that are more, or less, than a vector: never recycled
  for (bad in list(list(I(matrix(1:4, 2)), "a 2 x 2 matrix"),
                   list(I(array(1:8, c(2, 2, 2))), "a 2 x 2 x 2 array"),
                   list(I(matrix(1:2, 2)), "a 2 x 1 matrix"), list(I(list(1, 2:3)), "a list"),
                   list(I(data.frame(a = 1:2, b = 3:4)), "a data frame"),
                   list(I(matrix(letters[1:4], 2)), "a 2 x 2 matrix"))) {
    expect_identical(error(from = bad[[1]], to = 1:2), odd("from", bad[[2]]))
    expect_identical(error(from = 1:2, to = bad[[1]], weight = 1), odd("to", bad[[2]]))
    expect_identical(error(from = 1:2, to = 2:1, weight = bad[[1]]),
                     paste0("'w' must have a number for each edge in column 'weight', not ",
                            bad[[2]]))
  }
  pairs <- data.frame(u = 1:2)
  pairs$v <- matrix(1:4, 2)
  expect_identical(outcome(floyd_warshall(pairs))$error, odd("v", "a 2 x 2 matrix"))
  expect_identical(of_list(from = 1:3, to = 2), odd("from", "3 values for 1 edges"))
  expect_match(of_list(from = as.POSIXlt("2020-01-01"), to = 2), "column 'from', not POSIXlt")
  arrays <- data.frame(from = 1:2, to = 2:3)
  arrays$weight <- array(c(4, 5), 2)
  expect_same_graph(arrays, edges_matrix(3, 1, 2, 4, 2, 3, 5))
  expect_identical(error(from = 1, to = 2, weight = "3"),
                   "'w' must have numeric weights, not character")
  expect_match(error(from = 1, to = 2, weight = TRUE), "not logical$")
  expect_match(error(from = 1, to = 2, weight = factor(3)), "not factor$")
  expect_identical(error(from = "a", to = c("b", "c"), weight = c(1, NaN)),
                   paste("'w' has NaN from a to c, which is not a weight; NA or Inf means that",
                         "there is no edge"))
  expect_match(error(from = 1, to = 2, weight = c(NaN, 1)), "NaN from 1 to 2")
})

# ---- matrices ----

test_that("dist objects, tables and integer matrices are matrices", {
  expect_same_graph(datasets::eurodist, as.matrix(datasets::eurodist))
  expect_identical(distances(stats::dist(c(0, 3, 4)))[1, 3], 4)
  expect_identical(distances(table(1:2, 1:2))[1, 2], 0)
  w <- matrix(c(0L, NA, 2L, -1L, NA, 7L, NA, 1L, 0L), 3)
  expect_identical(typeof(distances(w)), "double")
  expect_same_graph(w, matrix(c(0, Inf, 2, -1, 0, 7, Inf, 1, 0), 3))
  w <- matrix(c(NA, .Machine$integer.max, -.Machine$integer.max, NA), 2)
  expect_identical(distances(w), matrix(c(0, 2^31 - 1, 1 - 2^31, 0), 2))
})

test_that("what is no matrix of weights is named", {
  error <- function(w, ...) outcome(floyd_warshall(w, ...))$error
  what <- paste("'w' must be a square numeric matrix, a sparse matrix, a data frame of edges, or",
                "an igraph graph, not ")
  expect_identical(error(matrix(TRUE, 2, 2)), paste0(what, "a logical matrix: weights are numbers"))
  expect_identical(error(matrix("1", 2, 2)), paste0(what, "a character matrix"))
  expect_identical(error(matrix(1i, 2, 2)), paste0(what, "a complex matrix"))
  expect_identical(error(matrix(list(1), 1, 1)), paste0(what, "a list matrix"))
  expect_identical(error(list(1)), paste0(what, "an object of class list"))
  expect_identical(error(1:4), paste0(what, "an object of class integer"))
  expect_identical(error(NULL), paste0(what, "NULL"))
  expect_identical(error(array(0, c(2, 2, 1))), paste0(what, "an object of class array"))
  expect_identical(error(matrix(0, 2, 4)), "'w' must be square, not 2 x 4")
  expect_identical(error(matrix(0, 0, 3)),
                   paste("'w' must be square, not 0 x 3; a table of edges must be a data frame:",
                         "as.data.frame()"))
  expect_identical(error(matrix(0, 2, 2, dimnames = list(1:2, 2:1))),
                   "'w' must have the same names for rows and columns, as both are the vertices")
  expect_identical(error(structure(c(0, 0, 0, 0), dim = c(2, 2), class = "integer64")),
                   "'w' must be numeric, not integer64; see as.double()")
})

test_that("NaN, -Inf, and negative weights whose sums are no numbers, wherever they are", {
  set.seed(1)
  for (algorithm in path_algorithms) {
    error <- function(w, ...) outcome(floyd_warshall(w, algorithm = algorithm, ...))$error
    for (n in c(1, 33, 150)) {
      w <- matrix(1, n, n)
      at <- c(sample.int(n, 1), sample.int(n, 1))
      here <- paste(" from", at[1], "to", at[2])
      w[at[1], at[2]] <- NaN
      expect_identical(error(w), paste0("'w' has NaN", here, ", which is not a weight; NA or ",
                                        "Inf means that there is no edge"))
      expect_match(error(w, precision = "single"), "'w' has NaN")
      w[at[1], at[2]] <- -Inf
      expect_identical(error(w), paste0("'w' has -Inf", here, ", which is not a weight"))
      w[at[1], at[2]] <- -1.79e308
      if (n > 1) {
        expect_identical(error(w), paste0("'w' has -1.79e+308", here, ": lengths of paths may be ",
                                          "beyond the range of double precision"))
      }
      w[at[1], at[2]] <- NA
      expect_null(error(w))
    }
    # the first one, column by column, by its names
    w <- matrix(1, 40, 40, dimnames = list(NULL, paste0("v", 1:40)))
    w[39, 5] <- w[3, 36] <- NaN
    expect_match(error(w), "NaN from v39 to v5,")
    expect_match(error(unname(w), block = if (algorithm == "naive") NULL else 32),
                 "NaN from 39 to 5,")
  }
  w <- matrix(c(0, -8.9e307, Inf, 0), 2)
  expect_identical(distances(w), w)
})

# ---- Matrix ----

test_that("sparse matrices: stored entries are edges", {
  skip_if_not_installed("Matrix")
  want <- edges_matrix(3, 1, 2, 4, 2, 3, 5, 3, 1, 6)
  made <- function(...) Matrix::sparseMatrix(i = c(1, 2, 3), j = c(2, 3, 1), ...)
  w <- made(x = c(4, 5, 6))
  expect_s4_class(w, "dgCMatrix")
  for (class in c("CsparseMatrix", "TsparseMatrix", "RsparseMatrix")) {
    expect_same_graph(methods::as(w, class), want)
  }
  expect_same_graph(as.matrix(want), want)
  expect_same_graph(made(), edges_matrix(3, 1, 2, 1, 2, 3, 1, 3, 1, 1)) # a pattern
  expect_s4_class(made(), "ngCMatrix")
  expect_identical(outcome(floyd_warshall(methods::as(w, "lMatrix")))$error,
                   "'w' must have numeric weights, not logical")
  # a stored 0 is an edge, a stored NA or Inf is none
  expect_same_graph(made(x = c(0, NA, Inf)), edges_matrix(3, 1, 2, 0))
  # both halves of a symmetric one, one of a triangular one
  both <- Matrix::sparseMatrix(i = c(1, 2), j = c(2, 3), x = c(2, 3), symmetric = TRUE)
  expect_s4_class(both, "dsCMatrix")
  expect_same_graph(both, edges_matrix(3, 1, 2, 2, 2, 1, 2, 2, 3, 3, 3, 2, 3))
  expect_same_graph(Matrix::sparseMatrix(i = c(1, 2), j = c(2, 3), x = c(2, 3), triangular = TRUE,
                                         dims = c(3, 3)), edges_matrix(3, 1, 2, 2, 2, 3, 3))
  # entries at the same place are added, as Matrix does
  twice <- methods::new("dgTMatrix", i = c(0L, 0L, 1L), j = c(1L, 1L, 0L), x = c(1, 2, 5),
                        Dim = c(2L, 2L))
  expect_same_graph(twice, edges_matrix(2, 1, 2, 3, 2, 1, 5))
  expect_same_graph(Matrix::Diagonal(3), matrix(Inf, 3, 3))
  expect_same_graph(Matrix::Diagonal(2, c(4, 5)), matrix(Inf, 2, 2))
  expect_same_graph(methods::as(c(2L, 3L, 1L), "pMatrix"),
                    edges_matrix(3, 1, 2, 1, 2, 3, 1, 3, 1, 1))
  expect_identical(distances(Matrix::sparseMatrix(i = integer(), j = integer(), x = numeric(),
                                                  dims = c(0, 0))), matrix(0, 0, 0))
  # a matrix of Matrix that is not sparse
  dense <- Matrix::Matrix(c(0, 1, 2, 0), 2, sparse = FALSE)
  expect_same_graph(dense, matrix(c(0, 1, 2, 0), 2))
  # names
  expect_identical(dimnames(distances(made(x = 1:3, dimnames = list(letters[1:3], letters[1:3])))),
                   list(letters[1:3], letters[1:3]))
  expect_match(outcome(floyd_warshall(made(x = 1:3,
                                           dimnames = list(letters[1:3], LETTERS[1:3]))))$error,
               "the same names for rows and columns")
  expect_identical(dimnames(distances(made(x = 1:3, dimnames = list(NULL, LETTERS[1:3])))),
                   list(NULL, LETTERS[1:3]))
  expect_null(dimnames(distances(made(x = 1:3))))
  expect_identical(outcome(floyd_warshall(made(x = 1:3, dims = c(3, 4))))$error,
                   "'w' must be square, not 3 x 4")
  expect_match(outcome(floyd_warshall(made(x = c(1, NaN, 2))))$error, "NaN from 2 to 3")
  expect_s3_class(tryCatch(floyd_warshall(Matrix::Diagonal(2, c(1, -1))), error = identity),
                  "negative_cycle")
})

# ---- igraph ----

test_that("graphs of igraph", {
  skip_if_not_installed("igraph")
  ends <- c(1, 2, 2, 3, 4, 2)
  directed <- igraph::make_graph(ends, n = 5)
  expect_same_graph(directed, edges_matrix(5, 1, 2, 1, 2, 3, 1, 4, 2, 1))
  weighted <- igraph::set_edge_attr(directed, "weight", value = c(2, -1, 4))
  expect_same_graph(weighted, edges_matrix(5, 1, 2, 2, 2, 3, -1, 4, 2, 4))
  undirected <- igraph::set_edge_attr(igraph::make_graph(ends, directed = FALSE), "weight",
                                      value = c(2, 0, 4))
  want <- edges_matrix(4, 1, 2, 2, 2, 1, 2, 2, 3, 0, 3, 2, 0, 4, 2, 4, 2, 4, 4)
  expect_same_graph(undirected, want)
  named <- igraph::set_vertex_attr(undirected, "name", value = c("d", "c", "b", "a"))
  dimnames(want) <- list(c("d", "c", "b", "a"), c("d", "c", "b", "a"))
  expect_same_graph(named, want)
  expect_identical(names(shortest_path(floyd_warshall(named), "d", "a")), c("d", "c", "a"))
  # loops, and the shortest of parallel edges
  loops <- igraph::set_edge_attr(igraph::make_graph(c(1, 2, 1, 2, 1, 1)), "weight",
                                 value = c(5, 3, 1))
  expect_same_graph(loops, edges_matrix(2, 1, 2, 3))
  loops <- igraph::set_edge_attr(loops, "weight", value = c(5, NA, 1))
  expect_same_graph(loops, edges_matrix(2, 1, 2, 5))
  expect_identical(distances(igraph::make_empty_graph(0)), matrix(0, 0, 0))
  expect_identical(distances(igraph::make_empty_graph(2)), matrix(c(0, Inf, Inf, 0), 2))
  word <- igraph::set_edge_attr(directed, "weight", value = letters[1:3])
  expect_identical(outcome(floyd_warshall(word))$error,
                   "'w' must have numeric weights, not character")
  back <- igraph::set_edge_attr(undirected, "weight", value = c(2, -1, 4))
  expect_s3_class(tryCatch(floyd_warshall(back), error = identity), "negative_cycle")
  set.seed(2)
  random <- igraph::sample_gnm(60, 300, directed = TRUE)
  random <- igraph::set_edge_attr(random, "weight", value = sample(100, 300, replace = TRUE))
  expect_same(distances(random), unname(igraph::distances(random, mode = "out")))
})

# ---- negative cycles ----

# The condition that floyd_warshall() signals, with what is wrong about its cycle, if anything.
cycle_of <- function(w, ...) {
  tryCatch(floyd_warshall(w, ...), error = identity)
}

wrong_cycle <- function(condition, w) {
  if (!identical(class(condition), c("negative_cycle", "manycore_error_negative_cycle",
                                          "manycore_error", "error", "condition"))) {
    return(paste("class", toString(class(condition))))
  }
  cycle <- condition$cycle
  edges <- w[cbind(cycle[-length(cycle)], cycle[-1])]
  if (!is.integer(cycle)) {
    "type"
  } else if (length(cycle) < 2 || cycle[1] != cycle[length(cycle)]) {
    "not closed"
  } else if (anyDuplicated(cycle[-1])) {
    "not simple"
  } else if (anyNA(edges) || any(edges == Inf)) {
    "not of edges"
  } else if (sum(edges) >= 0) {
    "not negative"
  } else if (!endsWith(conditionMessage(condition),
                       paste0(" (length ", format(sum(edges)), ")"))) {
    "the message's length"
  } else {
    ""
  }
}

test_that("a negative cycle is named, by every algorithm, in both precisions, paths or not", {
  w <- edges_matrix(4, 1, 2, 1, 2, 3, -2, 3, 1, 0.5, 3, 4, 1, names = c("a", "b", "c", "d"))
  message <- paste("'w' has a cycle of negative length, so there are no shortest paths:",
                   "c -> a -> b -> c (length -0.5)")
  for_each_target(function(isa) {
    for (algorithm in path_algorithms) {
      for (precision in c("double", "single")) {
        for (paths in c(TRUE, FALSE)) {
          condition <- cycle_of(w, paths, algorithm, precision = precision)
          expect_identical(conditionMessage(condition), message)
          expect_identical(condition$cycle, c(c = 3L, a = 1L, b = 2L, c = 3L))
          expect_identical(as.list(conditionCall(condition))[[1]], quote(floyd_warshall))
          expect_identical(wrong_cycle(condition, w), "")
        }
      }
    }
  })
  expect_error(floyd_warshall(unname(w)), "3 -> 1 -> 2 -> 3 (length -0.5)", fixed = TRUE,
               class = "negative_cycle")
  half <- w
  rownames(half) <- NULL
  expect_error(floyd_warshall(half), "c -> a -> b -> c", class = "negative_cycle")
  expect_identical(wrong_cycle(cycle_of(w * 2L), w * 2), "")
  integers <- edges_matrix(3, 1, 2, -2e9, 2, 3, -2e9, 3, 1, -2e9)
  integers[integers == Inf] <- NA
  storage.mode(integers) <- "integer"
  expect_identical(wrong_cycle(cycle_of(integers), integers), "")
})

test_that("a cycle of one edge, and of two", {
  for (algorithm in path_algorithms) {
    for (n in c(1, 2, 33, 100)) {
      for (at in unique(c(1, n))) {
        w <- matrix(1, n, n)
        w[at, at] <- -0.25
        condition <- cycle_of(w, algorithm = algorithm)
        expect_equal(condition$cycle, stats::setNames(c(at, at), c(at, at)))
        expect_match(conditionMessage(condition), paste0(": ", at, " -> ", at, " (length -0.25)"),
                     fixed = TRUE)
      }
    }
  }
  w <- matrix(c(0, 1, -2, 0), 2)
  expect_identical(unname(cycle_of(w)$cycle), c(2L, 1L, 2L))
})

test_that("a long cycle is shortened in the message only", {
  for (n in c(19, 20, 21, 121, 130)) {
    w <- matrix(Inf, n, n)
    w[cbind(1:n, c(2:n, 1))] <- c(rep(1, n - 1), -n)
    condition <- cycle_of(w)
    expect_identical(wrong_cycle(condition, w), "")
    expect_length(condition$cycle, n + 1)
    shown <- strsplit(sub(" \\(.*", "", sub(".*: ", "", conditionMessage(condition))), " -> ")[[1]]
    if (n + 1 <= 20) {
      expect_identical(shown, names(condition$cycle))
    } else {
      expect_identical(shown, c(names(condition$cycle)[1:18], "...", names(condition$cycle)[n + 1]))
    }
  }
})

test_that("some cycle is named whatever the graph", {
  set.seed(4)
  seen <- 0
  for (turn in 1:400) {
    n <- sample.int(if (turn <= 300) 20 else 200, 1)
    w <- matrix(as.double(sample(-3:9, n * n, replace = TRUE)), n)
    w[stats::runif(n * n) < 1 - 3 / n] <- Inf
    if (turn %% 4 == 0) w[w == Inf] <- 100
    condition <- cycle_of(w)
    if (inherits(condition, "shortest_paths")) {
      expect_same(condition$distance, bellman_ford(w))
    } else {
      seen <- seen + 1
      expect_identical(wrong_cycle(condition, w), "", label = paste(turn, n))
    }
  }
  expect_gt(seen, 100)
})

test_that("closed walks fall into their cycles", {
  w <- edges_matrix(4, 1, 2, 1, 2, 3, -3, 3, 2, 1, 2, 1, 1, 1, 4, 1, 4, 1, -1.5)
  expect_identical(most_negative_cycle(c(1L, 2L, 3L, 2L, 1L), w), c(2L, 3L, 2L))
  expect_identical(most_negative_cycle(c(1L, 2L, 3L, 2L, 1L, 4L, 1L), w), c(2L, 3L, 2L))
  expect_identical(most_negative_cycle(c(1L, 4L, 1L, 2L, 1L), w), c(1L, 4L, 1L))
  expect_identical(most_negative_cycle(c(1L, 4L, 1L, 2L, 3L, 2L, 1L), w), c(2L, 3L, 2L))
  expect_identical(most_negative_cycle(c(2L, 3L, 2L), w), c(2L, 3L, 2L))
  expect_null(most_negative_cycle(1:3, w))
})

# ---- rounding ----

test_that("paths are found among the edges", {
  set.seed(3)
  w <- matrix(sample(20, 40^2, replace = TRUE) + 0.5, 40)
  w[stats::runif(40^2) < 0.8] <- Inf
  result <- floyd_warshall(w)
  expect_null(result$weights)
  search <- function(from, to, distance = result$distance) {
    .Call(C_search_paths, result$via, distance, w, 0L, from, to)
  }
  for (to in c(1L, 17L, 40L)) {
    from <- setdiff(which(is.finite(result$distance[, to])), to)
    paths <- search(from, to)
    # without weights along the edges that are shortest paths themselves
    unweighted <- .Call(C_search_paths, result$via, result$distance, NULL, 0L, from, to)
    expect_identical(lengths(unweighted), lengths(paths))
    for (at in seq_along(from)) {
      path <- paths[[at]]
      expect_identical(path[c(1, length(path))], c(from[at], to))
      expect_identical(anyDuplicated(path), 0L)
      expect_identical(sum(w[cbind(path[-length(path)], path[-1])]), result$distance[from[at], to])
    }
  }
  expect_identical(search(5L, 5L), list(5L))
  changed <- result$distance
  changed[1, 2] <- changed[1, 2] - 0.25
  expect_identical(search(1L, 2L, changed), list(NULL))
  changed[1, 2] <- Inf
  expect_identical(search(1L, 2L, changed), list(NULL))
})

test_that("a walk that rounding leads into itself forever is no path", {
  set.seed(5)
  seen <- 0
  while (seen < 8) {
    x <- stats::runif(1) + stats::runif(1) * 2^-30
    if ((x + 0.1) - 0.1 >= x) next
    seen <- seen + 1
    w <- edges_matrix(4, 1, 2, x, 2, 3, 0.1, 3, 2, -0.1, 2, 4, 1)
    for (algorithm in path_algorithms) {
      result <- floyd_warshall(w, algorithm = algorithm)
      expect_identical(wrong_paths(result, w, slack = 1e-15), "")
    }
    expect_identical(shortest_path(result, 1, 2), 1:2)
    expect_identical(shortest_path(result, 1, 3), 1:3)
    expect_identical(path_lengths(result, 1, 2:4, "edges"), c(1L, 2L, 2L))
  }
})

test_that("nor is a walk that comes back once", {
  # (x + a) + (y - a) < x + y, though (x + a) - a is x, and a + (y - a) is y
  x <- 0x1.4eacafba11d44p+0
  a <- 0x1.542ac0191d002p-2
  y <- 0x1.2a8ef1aeec6f7p+0
  w <- edges_matrix(6, 3, 1, x, 1, 2, a, 2, 1, -a, 1, 4, y)
  result <- floyd_warshall(w)
  expect_identical(shortest_path(result, 3, 4), c(3L, 1L, 4L))
  expect_identical(path_lengths(result, 3, 4, "edges"), 2L)
})

test_that("cycles of length 0, by rounding, in random graphs", {
  set.seed(6)
  seen <- 0
  for (turn in 1:300) {
    n <- sample(3:12, 1)
    w <- matrix(Inf, n, n)
    for (edge in seq_len(n)) { # to and fro: 0 exactly
      ends <- sample.int(n, 2)
      w[ends[1], ends[2]] <- stats::runif(1) + stats::runif(1) * 2^-30
      w[ends[2], ends[1]] <- -w[ends[1], ends[2]]
    }
    others <- cbind(sample.int(n, n, replace = TRUE), sample.int(n, n, replace = TRUE))
    w[others] <- stats::runif(n, 1, 2)
    result <- cycle_of(w)
    if (inherits(result, "negative_cycle")) next
    seen <- seen + 1
    expect_identical(wrong_paths(result, w, slack = 2 * n * 2^-53), "", label = turn)
  }
  expect_gt(seen, 50)
})
