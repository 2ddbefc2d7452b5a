# parenthesize() and what is made of it against definitions in plain R, on every target, by every
# algorithm, on 1 to 4 threads.

no_weight <- function(i, k, j) 0
fifty <- c(0, 1, 2, 3, 4, 5, 8, 31, 33, 50)

test_that("no weights: all sizes to 70 parts, and tables of several tiles", {
  set.seed(1)
  for (n in c(0:70, 130, 191)) {
    leaves <- as.double(sample(-5:20, n, TRUE))
    maximize <- n %% 3 == 0
    want <- oracle_parenthesis(leaves, no_weight, maximize)
    got <- parenthesize(leaves, maximize = maximize, progress = FALSE)
    expect_same(got$table, want$table, n)
    expect_identical(got$value, if (n == 0) 0 else want$table[1, n + 1])
    expect_identical(got$tree, if (n == 0) tree_by(matrix(NA, 1, 1)) else tree_by(want$split))
    if (n %in% c(fifty, 65, 130, 191)) {
      expect_parenthesis_everywhere(function(...) parenthesize(leaves, maximize = maximize, ...),
                                    got, n)
    }
  }
})

test_that("a matrix of weights, some forbidden", {
  set.seed(2)
  for (n in c(fifty, 64, 65, 129, 150)) {
    for (maximize in c(FALSE, TRUE)) {
      leaves <- sample(c(0, 1, 5, 2.5), n, TRUE)
      weight <- matrix(sample(c(0:9, if (maximize) -Inf else Inf), (n + 1)^2, TRUE), n + 1)
      weight[row(weight) + 2 > col(weight)] <- sample(c(NA, Inf, -Inf, NaN, 0), 1) # not read
      weight[1, n + 1] <- 3
      want <- oracle_parenthesis(leaves, function(i, k, j) weight[i, j], maximize)
      run <- function(...) parenthesize(leaves, weight, maximize = maximize, ...)
      got <- run(progress = FALSE)
      expect_same(got$table, want$table, n)
      if (n == 0) {
        expect_identical(got$value, 0)
      } else if (is.finite(got$value)) {
        # a split is that of the least sum without the weight
        expect_identical(cost_of_tree(got$tree, leaves, function(i, k, j) weight[i, j]),
                         got$value)
      } else {
        expect_null(got$tree)
      }
      expect_parenthesis_everywhere(run, got, n)
    }
  }
})

test_that("rounded weights and integers", {
  set.seed(3)
  n <- 140L
  leaves <- stats::runif(n)
  weight <- matrix(stats::rnorm((n + 1)^2), n + 1)
  got <- parenthesize(leaves, weight, progress = FALSE)
  expect_equal(got$table, oracle_parenthesis(leaves, function(i, k, j) weight[i, j])$table)
  expect_equal(cost_of_tree(got$tree, leaves, function(i, k, j) weight[i, j]), got$value)
  expect_parenthesis_everywhere(function(...) parenthesize(leaves, weight, ...), got, "rounded")
  whole <- matrix(sample(100L, (n + 1)^2, TRUE), n + 1)
  expect_identical(parenthesize(seq_len(n), whole), parenthesize(as.double(seq_len(n)), whole + 0))
})

test_that("of equal splits the smallest", {
  for (n in c(5L, 64L, 100L)) {
    for (algorithm in dynprog_names) {
      x <- parenthesize(numeric(n), algorithm = algorithm, threads = 2)
      expect_identical(unname(x$tree), cbind(seq_len(n - 1), seq_len(n - 1) + 1L, n + 1L))
    }
  }
})

test_that("everything forbidden, and parts of it", {
  for (algorithm in dynprog_names) {
    x <- parenthesize(c(1, Inf, 2), algorithm = algorithm)
    expect_identical(x$value, Inf)
    expect_null(x$tree)
    expect_output(print(x), "everything is forbidden")
    expect_identical(format(x), NA_character_)
    expect_identical(parenthesize(c(1, -Inf), maximize = TRUE, algorithm = algorithm)$value, -Inf)
    # only one way is left
    weight <- matrix(Inf, 5, 5)
    weight[cbind(c(1, 1, 1), 3:5)] <- 0
    expect_identical(format(parenthesize(numeric(4), weight, algorithm = algorithm)),
                     "(((1 2) 3) 4)")
  }
})

test_that("all parenthesizations of few parts, without a table", {
  set.seed(4)
  for (n in 1:8) {
    leaves <- stats::runif(n)
    w <- array(stats::runif((n + 1)^3), rep(n + 1, 3))
    for (maximize in c(FALSE, TRUE)) {
      x <- parenthesize(leaves, function(i, k, j) w[cbind(i, k, j)], maximize = maximize)
      expect_equal(x$value, best_of_all(leaves, function(i, k, j) w[i, k, j], maximize))
      expect_equal(cost_of_tree(x$tree, leaves, function(i, k, j) w[i, k, j]), x$value)
      flat <- parenthesize(leaves, w[, 1, ], maximize = maximize)
      expect_equal(flat$value, best_of_all(leaves, function(i, k, j) w[i, 1, j], maximize))
    }
  }
})

test_that("a function is asked in blocks, and gives what the kernels give", {
  set.seed(5)
  for (n in c(0, 1, 2, 3, 20, 70)) {
    leaves <- as.double(sample(10, n, TRUE))
    dims <- as.double(sample(9, n + 1, TRUE))
    most <- 0
    w <- function(i, k, j) {
      most <<- max(most, length(i))
      dims[i] * dims[k] * dims[j]
    }
    expect_identical(parenthesize(leaves, w), parenthesize(leaves, "matrix_chain", dims))
    expect_lt(most, 2e5)
    if (n > 3) expect_gt(most, n)
  }
  expect_null(parenthesize(c(1, 2, 3), function(i, k, j) ifelse(j - i == 3, Inf, 0))$tree)
  expect_error(parenthesize(1:3, function(i, k, j) 1), "returns 2 numbers for 2 triples",
               class = "manycore_error_argument")
  expect_error(parenthesize(1:3, function(i, k, j) NA * i), "i = 1, k = 2, j = 3",
               class = "manycore_error_data")
})

test_that("what overflows is forbidden, also where it would win", {
  for (sign in c(1, -1)) {
    most <- sign < 0
    for (algorithm in dynprog_names) {
      x <- parenthesize(sign * c(-1e308, -1e308, 1e308), maximize = most, algorithm = algorithm)
      expect_identical(x$value, sign * -1e308)
      expect_identical(format(x), "(1 (2 3))")
      expect_identical(x$table[1, 3], sign * Inf)
    }
    # only with the weight: of both splits, or of the one with the better sum
    weight <- matrix(0, 4, 4)
    weight[1, 4] <- sign * -1e308
    x <- parenthesize(sign * c(-1e308, 5, 1), weight, maximize = most)
    expect_null(x$tree)
    weight[2, 4] <- sign * -1e308
    x <- parenthesize(numeric(3), weight, maximize = most)
    expect_identical(x$value, sign * -1e308)
    expect_identical(format(x), "((1 2) 3)")
    by_function <- parenthesize(sign * c(-1e308, -1e308, 1e308), function(i, k, j) 0 * i,
                                maximize = most)
    expect_identical(by_function, parenthesize(sign * c(-1e308, -1e308, 1e308), maximize = most))
  }
  expect_identical(parenthesize(c(-1e308, -1e308))$value, Inf)
  set.seed(41)
  huge <- c(-1.7e308, -1e308, -4e307, -1e306, 0, 7, 4e307, 1e308, 1.7e308)
  for (n in c(2:12, 40, 70)) {
    for (most in c(FALSE, TRUE)) {
      leaves <- sample(huge, n, TRUE)
      weight <- matrix(sample(huge, (n + 1)^2, TRUE), n + 1)
      got <- parenthesize(leaves, weight, maximize = most)
      # the same weights by a function, with which all is computed in R
      asked <- parenthesize(leaves, function(i, k, j) weight[cbind(i, j)], maximize = most)
      expect_same(got$table, asked$table, n)
      expect_identical(is.null(got$tree), is.infinite(got$value))
      expect_false(any(got$table == (if (most) Inf else -Inf), na.rm = TRUE))
      if (n < 9) {
        expect_identical(got$value, best_of_all_allowed(leaves, weight, most))
      }
      if (n %in% c(3, 40)) {
        expect_parenthesis_everywhere(function(...) {
          parenthesize(leaves, weight, maximize = most, ...)
        }, got, n)
      }
    }
  }
  expect_error(parenthesize(NULL, "obst", list(c(1e308, 1e308), c(0, 0, 0))), "beyond",
               class = "manycore_error_data")
})

# ---- matrix chains ----

test_that("chains of the textbook", {
  x <- matrix_chain(c(30, 35, 15, 5, 10, 20, 25), table = TRUE)
  expect_identical(x$cost, 15125)
  expect_identical(x$order, "((A1 (A2 A3)) ((A4 A5) A6))")
  expect_identical(x$costs[1, ], c(0, 15750, 7875, 9375, 11875, 15125))
  expect_identical(x$splits[1, ], c(NA, 1L, 1L, 3L, 3L, 3L))
  expect_identical(x$left_to_right, 40500)
  expect_identical(matrix_chain(c(5, 10, 3, 12, 5, 50, 6))$cost, 2010)
  one <- matrix_chain(5:7)$tree # one product: the row has no name
  expect_identical(one, cbind(first = 1L, split = 1L, last = 2L))
  expect_identical(parenthesize(NULL, "matrix_chain", c(5, 10, 3, 12, 5, 50, 6))$value, 2010)
  expect_output(print(x), "15,125 multiplications, left to right 40,500")
  expect_output(print(matrix_chain(rep(1e100, 4))),
                ": 2e+300 multiplications, left to right 2e+300", fixed = TRUE)
  expect_output(print(matrix_chain(c(1e5, 1e5, 1e4))), " 100,000,000,000,000 multi", fixed = TRUE)
})

# Of the matrices i to j, of which single ones cost nothing.
as_costs <- function(table) table[-nrow(table), -1, drop = FALSE]

test_that("chains of all sizes", {
  set.seed(6)
  kinds <- list(function(n) as.double(sample(0:30, n, TRUE)), # products are exact
                function(n) stats::runif(n, 0, 5), # rounded
                function(n) as.double(sample(1e9, n, TRUE))) # whole, but rounded
  for (n in c(1:20, 40, 64, 65, 66, 70, 129, 160)) {
    for (kind in seq_along(kinds)) {
      dims <- kinds[[kind]](n)
      # (p[i] * p[j]) * p[k] added to the sum of the parts
      want <- oracle_parenthesis(numeric(n - 1), function(i, k, j) dims[i] * dims[j] * dims[k])
      got <- parenthesize(NULL, "matrix_chain", dims)
      expect_same(got$table, want$table, n)
      if (n > 1) expect_identical(got$tree, tree_by(want$split))
      if (n %in% c(1, 2, 20, 66, 129)) {
        expect_parenthesis_everywhere(function(...) parenthesize(NULL, "matrix_chain", dims, ...),
                                      got, paste(n, kind))
      }
      if (any(dims != round(dims))) next # of no matrices
      x <- matrix_chain(dims, table = TRUE)
      expect_identical(x$splits, want$split[-n, -1, drop = FALSE] - 1L)
      expect_same(x$costs, as_costs(want$table))
      if (n %in% c(1, 2, 20, 66, 129)) {
        expect_parenthesis_everywhere(function(...) matrix_chain(dims, table = TRUE, ...), x,
                                      paste("chain", n, kind))
      }
    }
  }
})

test_that("the order is one that costs so much", {
  set.seed(7)
  for (n in c(2, 3, 10, 40)) {
    dims <- sample(20, n + 1, TRUE)
    x <- matrix_chain(dims)
    spent <- 0
    times <- function(a, b) {
      force(a)
      force(b)
      spent <<- spent + a[1] * a[2] * b[2]
      stopifnot(a[2] == b[1])
      c(a[1], b[2])
    }
    code <- gsub(" ", "%by%", x$order)
    scope <- list2env(c(list("%by%" = times),
                        stats::setNames(lapply(seq_len(n), function(i) dims[i + 0:1]),
                                        paste0("A", seq_len(n)))))
    expect_identical(eval(parse(text = code), scope), dims[c(1, n + 1)])
    expect_identical(as.double(spent), x$cost)
    expect_lte(x$cost, x$left_to_right)
  }
})

test_that("products in that order", {
  set.seed(8)
  for (n in c(1, 2, 3, 5, 9)) {
    dims <- sample(7, n + 1, TRUE)
    matrices <- lapply(seq_len(n), function(i) {
      matrix(sample(-3:3, dims[i] * dims[i + 1], TRUE), dims[i])
    })
    rownames(matrices[[1]]) <- letters[seq_len(dims[1])]
    colnames(matrices[[n]]) <- LETTERS[seq_len(dims[n + 1])]
    expect_equal(matrix_chain_multiply(matrices), Reduce(`%*%`, matrices))
    expect_identical(matrix_chain(matrices)$cost, matrix_chain(dims)$cost)
  }
  expect_identical(matrix_chain_multiply(list(a = diag(2), b = matrix(1:4, 2))), matrix(1:4 + 0, 2))
  expect_identical(dim(matrix_chain_multiply(list(matrix(0, 2, 0), matrix(0, 0, 3)))), 2:3)
})

# ---- search trees ----

depths_cost <- function(x, p, q) {
  # depth of a place between keys: below the deeper one of its neighbours
  deep <- c(0, x$keys$depth, 0)
  sum(p * x$keys$depth) + sum(q * pmax(deep[-1], deep[-length(deep)]))
}

test_that("search trees", {
  p <- c(0.15, 0.10, 0.05, 0.10, 0.20)
  q <- c(0.05, 0.10, 0.05, 0.05, 0.05, 0.10)
  x <- optimal_bst(p, q)
  expect_equal(x$cost, 2.75)
  expect_identical(x$root, "2")
  expect_identical(x$keys$parent, c("2", NA, "4", "5", "2"))
  expect_identical(x$keys$side, c("left", NA, "left", "left", "right"))
  expect_identical(x$keys$depth, c(2L, 1L, 4L, 3L, 2L))
  expect_output(print(x), "Optimal search tree of 5 keys: 2.75")
  expect_identical(optimal_bst(numeric())$cost, 0)
  expect_identical(optimal_bst(numeric(), 3)$cost, 3)
  expect_identical(optimal_bst(numeric())$root, NA_character_)
  one <- optimal_bst(c(a = 2), c(1, 3))
  expect_identical(one$root, "a")
  # both places are below the key, which each of the three kinds of search meets first
  expect_identical(one$cost, 2 + 2 * (1 + 3))
  set.seed(9)
  for (n in c(1:9, 70, 131)) {
    p <- as.double(sample(9, n, TRUE))
    q <- as.double(sample(0:5, n + 1, TRUE))
    x <- optimal_bst(p, q)
    # every q once more: it is at the depth of the key above, and finding that nothing is there
    # counts as one
    expect_equal(x$cost, depths_cost(x, p, q) + sum(q), label = n)
    weight <- function(i, k, j) sum(p[seq_len(n) >= i & seq_len(n) <= j - 2], q[i:(j - 1)])
    if (n < 9) expect_equal(x$cost, best_of_all(q, weight))
    expect_parenthesis_everywhere(function(...) optimal_bst(p, q, ...), x, n)
  }
})

# ---- polygons ----

area <- function(points) {
  after <- c(seq_len(nrow(points))[-1], 1)
  sum(points[, 1] * points[after, 2] - points[after, 1] * points[, 2]) / 2
}

# Triangles that fill the polygon, by their area: n - 2 of them, turned as it is.
expect_triangulation <- function(x, points) {
  n <- nrow(points)
  expect_identical(dim(x$triangles), c(n - 2L, 3L))
  expect_identical(dim(x$diagonals), c(n - 3L, 2L))
  areas <- apply(x$triangles, 1, function(v) area(points[v, ]))
  expect_true(all(areas * area(points) > 0))
  expect_equal(sum(areas), area(points))
}

test_that("convex polygons, by all their triangulations", {
  set.seed(10)
  for (n in 3:9) {
    angle <- sort(stats::runif(n, 0, 2 * pi))
    points <- cbind(3 * cos(angle), sin(angle))
    if (n %% 2) points <- points[n:1, ]
    x <- triangulate_polygon(points)
    expect_triangulation(x, points)
    length_of <- function(i, j) sqrt(sum((points[i, ] - points[j, ])^2))
    inner <- function(i, k, j) if (j - i < n - 1) length_of(i, j) else 0
    expect_equal(x$length, best_of_all(numeric(n - 1), inner))
    # the triangles' perimeters count each diagonal twice
    whole <- best_of_all(numeric(n - 1), function(i, k, j) {
      length_of(i, k) + length_of(k, j) + length_of(i, j)
    })
    sides <- sum(vapply(seq_len(n), function(i) length_of(i, i %% n + 1), 0))
    expect_equal(whole, 2 * x$length + sides)
  }
  hexagon <- cbind(cos(1:6 * pi / 3), sin(1:6 * pi / 3))
  expect_equal(triangulate_polygon(hexagon)$length, 3 * sqrt(3)) # three of the shorter diagonals
})

test_that("polygons that are not convex", {
  set.seed(11)
  for (n in c(4, 5, 8, 20, 70)) {
    angle <- seq_len(n) / n * 2 * pi
    points <- stats::runif(n, 0.3, 1) * cbind(cos(angle), sin(angle)) + 5
    for (turned in list(points, points[n:1, ], points[c(3:n, 1:2), ])) {
      x <- triangulate_polygon(turned)
      expect_triangulation(x, turned)
    }
    expect_equal(x$length, triangulate_polygon(points)$length)
    if (n %in% c(4, 20)) {
      expect_parenthesis_everywhere(function(...) triangulate_polygon(points, ...),
                                    triangulate_polygon(points), n)
    }
  }
  arrow <- cbind(c(0, 4, 0, 1), c(0, 2, 4, 2)) # one diagonal is outside
  expect_identical(triangulate_polygon(arrow)$diagonals, cbind(2L, 4L))
  expect_identical(triangulate_polygon(list(x = arrow[, 1], y = arrow[, 2]))$diagonals,
                   cbind(2L, 4L))
  bow <- cbind(c(0, 1, 0, 1), c(0, 1, 1, 0)) # sides cross
  expect_error(triangulate_polygon(bow), "do not cross", class = "manycore_error_data")
  expect_output(print(x), "67 diagonals")
  grDevices::pdf(NULL)
  expect_invisible(plot(x, main = "star"))
  expect_error(plot(x, colour = 2), class = "manycore_error_argument")
  grDevices::dev.off()
})

# ---- RNA ----

expect_structure <- function(x, least) {
  base <- strsplit(chartr("T", "U", x$sequence), "")[[1]]
  symbol <- strsplit(x$structure, "")[[1]]
  open <- integer()
  pairs <- list()
  for (i in seq_along(symbol)) {
    if (symbol[i] == "(") open <- c(open, i)
    if (symbol[i] == ")") {
      pairs <- c(pairs, list(c(open[length(open)], i)))
      open <- open[-length(open)]
    }
  }
  expect_identical(length(open), 0L)
  pairs <- matrix(as.integer(unlist(pairs)), ncol = 2, byrow = TRUE)
  expect_identical(x$pairs, pairs[order(pairs[, 1]), , drop = FALSE])
  expect_true(all(paste0(base[pairs[, 1]], base[pairs[, 2]]) %in%
                    c("AU", "UA", "CG", "GC", "GU", "UG")))
  expect_true(all(pairs[, 2] - pairs[, 1] - 1 >= least))
}

test_that("the most pairs of all structures", {
  set.seed(12)
  for (n in c(0:13)) {
    for (least in c(0, 1, 3, 20)) {
      base <- sample(c("A", "C", "G", "U", "N"), n, TRUE, c(3, 3, 3, 3, 1))
      x <- fold_rna(base, least)
      expect_identical(as.double(nrow(x$pairs)), as.double(most_pairs(base, least)))
      expect_structure(x, least)
    }
  }
})

test_that("long sequences: structures that can be, and as many pairs everywhere", {
  set.seed(13)
  for (n in c(60:70, 127, 128, 129, 200)) {
    sequence <- paste(sample(c("A", "C", "G", "T"), n, TRUE), collapse = "")
    x <- fold_rna(sequence)
    expect_structure(x, 3)
    base <- strsplit(chartr("T", "U", sequence), "")[[1]]
    can <- outer(base, base, function(a, b) paste0(a, b) %in% c("AU", "UA", "CG", "GC", "GU", "UG"))
    best <- matrix(0, n + 1, n + 1) # by Nussinov's four cases
    for (d in seq_len(n - 1)) for (i in seq_len(n - d)) {
      j <- i + d
      best[i, j] <- max(best[i + 1, j], if (j > i) best[i, j - 1],
                        if (can[i, j] && d > 3) 1 + best[i + 1, j - 1],
                        if (n < 130 && d > 1) best[i, (i + 1):(j - 1)] + best[(i + 2):j, j],
                        if (n >= 130 && d > 1) best[i, (i + 1):(j - 1)] + best[(i + 2):j, j])
    }
    expect_identical(as.double(nrow(x$pairs)), best[1, n])
    expect_parenthesis_everywhere(function(...) fold_rna(sequence, ...), x, n)
  }
  expect_identical(fold_rna("ggggaaaacccc")$structure, "((((....))))")
  codes <- c("N", "R", "Y", "S", "W", "K", "M", "B", "D", "H", "V")
  for (code in c(codes, tolower(codes))) { # each pairs with nothing
    other <- paste0("G", code, "AAAUC", code)
    expect_identical(fold_rna(other)$pairs, fold_rna(gsub(code, "N", other))$pairs)
    expect_identical(fold_rna(paste0(other, "ACGU", code), 0)$structure,
                     fold_rna(gsub(code, "N", paste0(other, "ACGU", code)), 0)$structure)
    expect_identical(fold_rna(other)$sequence, toupper(other))
  }
  expect_identical(fold_rna(c("G", "C"), 0)$structure, "()")
  expect_identical(fold_rna("GC", 0)$pairs, cbind(1L, 2L))
  expect_output(print(fold_rna("GC", 0)), "RNA of 2 bases, 1 pair\nGC\n()", fixed = TRUE)
  expect_output(print(fold_rna("")), "RNA of 0 bases, 0 pairs")
})

# ---- arguments ----

test_that("what cannot be is named", {
  bad <- function(code, kind, pattern) {
    expect_error(code, pattern, class = paste0("manycore_error_", kind), fixed = TRUE)
  }
  bad(parenthesize("a"), "argument", "'leaves' must be a numeric vector, not \"a\"")
  bad(parenthesize(NULL), "argument", "'leaves' must be a numeric vector, not NULL")
  bad(parenthesize(c(1, NA)), "data", "'leaves[2]' is NA, which is not a cost; Inf forbids")
  bad(parenthesize(c(1, 2, NaN)), "data", "'leaves[3]' is NaN")
  bad(parenthesize(c(-Inf, 2)), "data", "'leaves[1]' is -Inf, which is not a cost; Inf forbids")
  bad(parenthesize(Inf, maximize = TRUE), "data", "which is not a value; -Inf forbids")
  bad(parenthesize(1:3, matrix(1, 3, 3)), "size", "must have 2 numbers for 3 points, not 3")
  bad(parenthesize(1:3, matrix(1, 2, 2)), "size", "must have 1 number for 2 points, not 3")
  bad(parenthesize(1:3, matrix(1, 0, 0)), "size", "must have 0 numbers for 0 points, not 3")
  bad(parenthesize(1:3, matrix(1, 4, 3)), "size", "square matrix, not 4 by 3")
  bad(parenthesize(1:3, matrix(c(1, NA), 4, 4)), "data", "'weight[2, 4]' is NA")
  bad(parenthesize(1:3, "chain"), "argument", "'weight' must be one of \"none\"")
  bad(parenthesize(1:3, 5), "argument", "'weight' must be a name, a numeric matrix, or a function")
  bad(parenthesize(1:3, numbers = 2), "argument",
      "unless 'weight' is one of \"matrix_chain\", \"polygon\", \"obst\"")
  bad(parenthesize(), "argument", "'leaves' must be a numeric vector, not NULL")
  bad(parenthesize(NULL, "matrix_chain", c(1, -2)), "data", "'numbers[2]' is -2")
  bad(parenthesize(NULL, "matrix_chain", 1:3, maximize = TRUE), "argument",
      "'maximize' must be FALSE")
  bad(parenthesize(NULL, "polygon", 1:3), "argument", "matrix of two columns")
  bad(parenthesize(NULL, "obst", 1:3), "argument", "list(p, q)")
  bad(parenthesize(1:3, traceback = NA), "argument", "'traceback' must be TRUE or FALSE")
  bad(parenthesize(1:3, maximise = TRUE), "argument", "'maximize' may be meant")
  bad(parenthesize(1:3, algorithm = "simd"), "argument", "one of \"auto\", \"loop\"")
  bad(parenthesize(1:3, threads = 0), "argument", "'threads'")
  bad(matrix_chain("a"), "argument", "'dims' must be a numeric vector of dimensions")
  bad(matrix_chain(c(3, NA)), "data", "'dims[2]' is NA")
  bad(matrix_chain(c(3, 1e200)), "data", "beyond the range of double precision")
  bad(matrix_chain(numeric()), "argument", "'dims' must have one dimension at least, not none")
  bad(matrix_chain_multiply(list(diag(2), diag(3))), "size",
      "'matrices[[2]]' must have 2 rows, as many as 'matrices[[1]]' has columns, not 3")
  bad(matrix_chain_multiply(list(diag(2), 1:2)), "argument", "'matrices[[2]]' must be a matrix")
  bad(matrix_chain_multiply(list()), "argument", "a list of one matrix or more")
  bad(optimal_bst(c(1, -1)), "data", "'p[2]' is -1, which is not a frequency")
  bad(optimal_bst(c(1, 1), c(1, 1)), "size", "'q' must have one number more than 'p': 3, not 2")
  bad(triangulate_polygon(cbind(diag(2), 1)), "argument",
      "'points' must be a numeric matrix of two columns, not of 3")
  bad(triangulate_polygon(diag(2)), "size", "'points' must have at least 3 rows, not 2")
  bad(triangulate_polygon(cbind(1:3, c(1, NA, 2))), "data", "'points[2, 2]' is NA")
  bad(fold_rna("ACGX"), "data", "'sequence' has \"X\" at 4")
  bad(fold_rna(NA_character_), "argument", "'sequence' must be a string of bases, not NA")
  bad(fold_rna(c("G", NA)), "argument", "sequence[2] is NA")
  bad(fold_rna(c(NA, "G", NA)), "argument", "sequence[1] is NA")
  bad(fold_rna(c("AC", "GU")), "argument",
      "'sequence' must be one string, or a vector of single characters: sequence[1] is \"AC\"")
  bad(fold_rna(c("A", "")), "argument", "single characters: sequence[2] is \"\"")
  bad(fold_rna("ACG", -1), "argument", "'min_loop' must be a whole number from 0 on")
  expect_error(format(parenthesize(1:3), labels = 1:2), "3 elements", class = "manycore_error_size")
})

test_that("of Biostrings' classes those of bases are folded", {
  skip_if_not_installed("Biostrings")
  for (class in c("RNAString", "DNAString", "BString")) {
    bases <- if (class == "RNAString") "GACGUUUUGUC" else "GACGTTTTGTC"
    sequence <- getExportedValue("Biostrings", class)(bases)
    expect_identical(fold_rna(sequence), fold_rna(bases))
  }
  expect_error(fold_rna(Biostrings::AAString("GACGTTTTGTC")), class = "manycore_error_argument",
               "^'sequence' must be a string of bases, not an object of class AAString")
  expect_error(fold_rna(Biostrings::RNAStringSet("GAC")), class = "manycore_error_argument",
               "'sequence' must be one string of bases; of a set take one: x[[1]]", fixed = TRUE)
})

test_that("no traceback, few parts, printing", {
  expect_null(parenthesize(1:5, traceback = FALSE)$tree)
  expect_identical(parenthesize(numeric())$value, 0)
  expect_identical(parenthesize(7)$value, 7)
  expect_identical(format(parenthesize(7)), "1")
  expect_identical(format(parenthesize(c(7, 8)), labels = c("a", "b")), "(a b)")
  expect_output(print(parenthesize(c(7, 8))), "Parenthesization of 2 parts: 15\n(1 2)",
                fixed = TRUE)
  expect_identical(matrix_chain(5)$order, "")
  expect_identical(matrix_chain(5)$cost, 0)
  expect_identical(matrix_chain(c(5, 6))$order, "A1")
  expect_output(print(parenthesize(numeric(3000))), " [.][.][.]$")
})

test_that("what does not fit in memory is refused before anything is allocated", {
  expect_error(parenthesize(numeric(1e6)), class = "manycore_error_memory")
  expect_error(fold_rna(rep("A", 1e6)), class = "manycore_error_memory")
  # with the tables of the textbook, before any work; and what R itself has no room for
  with_function("memory_available", function() 8e7, {
    expect_error(matrix_chain(rep(2, 2000), table = TRUE), class = "manycore_error_memory")
  })
  for (limit in c(200, 250, 300) * 1024) {
    said <- run_r(c("library(manycore)",
                    "chain <- function() matrix_chain(rep(2, 3000), table = TRUE, threads = 1)",
                    "cat(tryCatch({ chain(); 'fine' }, error = function(e) class(e)[1]))"),
                  limit = limit)$output
    expect_true(any(grepl("fine|manycore_error_memory|load|cannot", said)) &&
                  !any(grepl("simpleError", said)), label = paste(said, collapse = "; "))
  }
  expect_identical(parenthesis_room(100L, 0L), 100^2)
  expect_identical(parenthesis_room(100L, 2L), 100^2)
  expect_identical(parenthesis_room(100L, 4L), 100^2 + 3 * 64^2)
  expect_identical(parenthesis_room(100L, 1L), 100^2 + 100 * 116)
})

test_that("progress grows to 1, and every algorithm reports it", {
  problem <- parenthesis_problem(stats::runif(900), "none", NULL, FALSE)
  for (algorithm in 1:4) {
    shares <- numeric()
    run_parenthesis(problem, list(algorithm = algorithm, threads = 2L), FALSE,
                    function(share) shares <<- c(shares, share))
    expect_false(is.unsorted(shares))
    expect_equal(shares[length(shares)], 1, tolerance = 1e-6)
  }
})

# ---- what a user meets ----

test_that("a function of other arguments, and what is no number", {
  bad <- function(code, kind, pattern) {
    expect_error(code, pattern, fixed = TRUE, class = paste0("manycore_error_", kind))
  }
  bad(parenthesize(1:3, function(i, k) 1), "argument",
      "'weight' must be a function of three vectors, i, k and j, not of 2 arguments")
  bad(parenthesize(1:3, function() 1), "argument", "not of 0 arguments")
  expect_identical(parenthesize(1:3, function(...) 0 * ..1)$value, 6)
  expect_identical(parenthesize(1:3, function(i, k, j, more = 0) i * 0 + more)$value, 6)
  bad(parenthesize(1:3, function(i, k, j) rep(NA, length(i))), "data",
      "'weight' is NA for i = 1, k = 2, j = 3, which is not a cost")
  bad(parenthesize(1:3, function(i, k, j) i > 0), "argument",
      "'weight' must be a function that returns numbers, not a vector of class logical")
  bad(parenthesize(1:3, function(i, k, j) 1:3), "argument",
      "'weight' must be a function that returns 2 numbers for 2 triples, not 3")
  bad(parenthesize(1:2, function(i, k, j) 1:3), "argument", "returns 1 number for 1 triple, not 3")
  bad(parenthesize(1:3, function(i, k, j) structure(i + 0, class = "integer64")), "argument",
      "'weight' must be numeric, not integer64")
})

test_that("chains of nothing, of one matrix, of fractions, of what is no matrix", {
  bad <- function(code, kind, pattern) {
    expect_error(code, pattern, fixed = TRUE, class = paste0("manycore_error_", kind))
  }
  expect_output(print(matrix_chain(5)), "^Chain of 0 matrices: 0 multiplications")
  expect_output(print(matrix_chain(c(5, 3))), "^Chain of 1 matrix: 0 multiplications\nA1")
  expect_output(print(matrix_chain(c(5, 3, 1))), "^Chain of 2 matrices: 15 ")
  bad(matrix_chain(c(3, 2.5, 4)), "data", "'dims[2]' is 2.5, which is not a dimension")
  bad(matrix_chain_multiply(list()), "argument",
      "'matrices' must be a list of one matrix or more, not an empty list")
  bad(matrix_chain_multiply(list(diag(2), matrix(letters[1:4], 2))), "argument",
      "'matrices[[2]]' must be a matrix of numbers, not a character matrix")
  bad(matrix_chain_multiply(list(data.frame(a = 1:2), diag(1))), "argument",
      "'matrices[[1]]' must be a matrix of numbers, not an object of class data.frame")
  expect_identical(matrix_chain_multiply(list(diag(2) > 0, diag(2) * 1i)), diag(2) * 1i)
})

test_that("keys by a table, each once; a tree as lines and as a picture", {
  words <- c("to", "be", "or", "not", "to", "be")
  tree <- optimal_bst(table(words))
  expect_identical(tree, optimal_bst(c(be = 2, not = 1, or = 1, to = 2)))
  expect_error(optimal_bst(table(words, words)), "'p' must be a numeric vector",
               class = "manycore_error_argument")
  expect_error(optimal_bst(c(a = 1, b = 2, a = 3)), "has \"a\" more than once",
               class = "manycore_error_argument")
  expect_identical(optimal_bst(c(a = 1, 2, 3))$keys$key, c("a", "2", "3"))
  expect_identical(format(optimal_bst(c(1, 5, 1))), c("    1", "2", "    3"))
  expect_identical(utils::capture.output(print(optimal_bst(c(1, 5, 1)))),
                   c("Optimal search tree of 3 keys: 9", "    1", "2", "    3"))
  expect_identical(utils::capture.output(print(optimal_bst(numeric()))),
                   "Optimal search tree of 0 keys: 0")
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  for (x in list(tree, optimal_bst(numeric()), optimal_bst(c(0, 0)), optimal_bst(1:80))) {
    expect_silent(shown <- withVisible(plot(x, main = "tree", col = 2)))
    expect_identical(shown, list(value = x, visible = FALSE))
  }
  expect_error(plot(tree, lables = TRUE), "'labels' may be meant",
               class = "manycore_error_argument")
})

test_that("arcs of an RNA, and one base", {
  expect_output(print(fold_rna("A")), "^RNA of 1 base, 0 pairs")
  expect_output(print(fold_rna("GAAAC")), "^RNA of 5 bases, 1 pair\n")
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  for (bases in c("", "A", "AAAA", "GGGGAAAACCCC", strrep("GAC", 60))) {
    x <- fold_rna(bases)
    expect_silent(shown <- withVisible(plot(x, xlab = "bases", col = 2)))
    expect_identical(shown, list(value = x, visible = FALSE))
  }
  expect_error(plot(x, colour = 2), "there is no argument 'colour'",
               class = "manycore_error_argument")
  expect_error(fold_rna("AC\xff"), "'sequence' is not valid text", class = "manycore_error_data")
  expect_error(fold_rna(c("A", "\xff")), "'sequence[2]' is not", fixed = TRUE,
               class = "manycore_error_data")
})

test_that("the first corner once more, and colours of neighbouring triangles", {
  square <- cbind(c(0, 1, 1, 0, 0), c(0, 0, 1, 1, 0))
  expect_error(triangulate_polygon(list(x = c(0, 1, 1, 0), y = 0:1)), "as many y as x, 4, not 2",
               class = "manycore_error_size")
  expect_error(triangulate_polygon(square), "repeats its first corner in row 5",
               class = "manycore_error_data")
  set.seed(14)
  for (n in c(3:8, 40)) {
    angle <- seq_len(n) / n * 2 * pi
    x <- triangulate_polygon(stats::runif(n, 0.4, 1) * cbind(cos(angle), sin(angle)))$triangles
    shared <- function(a, b) sum(a %in% b) == 2
    side_by_side <- outer(seq_len(n - 2), seq_len(n - 2), Vectorize(function(a, b) {
      a != b && shared(x[a, ], x[b, ])
    }))
    expect_equal(sum(side_by_side), 2 * (n - 3))
    for (count in c(2L, 3L, 7L)) {
      colour <- colours_apart(x, count)
      expect_true(all(colour %in% seq_len(count)))
      expect_false(any(outer(colour, colour, `==`) & side_by_side))
    }
    expect_identical(colours_apart(x, 1L), rep(1L, n - 2))
  }
})
