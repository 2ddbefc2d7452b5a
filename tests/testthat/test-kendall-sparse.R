# Columns that are mostly one value: the algorithm "sparse" on every target and one to four
# threads, of plain and of compressed columns, against other algorithms, which are compared with
# stats::cor and the oracle elsewhere.

# A column with `base` in all but a share of rows, which have up to `d` other values (Inf: any):
# above the base, below it, or both.
mostly <- function(n, share, d = 3, base = 0, side = sample(c("above", "below", "both"), 1)) {
  v <- rep(base, n)
  other <- which(stats::runif(n) < share)
  k <- length(other)
  values <- if (is.finite(d)) sample.int(d, k, replace = TRUE) else stats::rexp(k)
  sign <- switch(side, above = 1, below = -1, both = sample(c(-1, 1), k, replace = TRUE))
  v[other] <- base + sign * values
  v[v == 0 & stats::runif(n) < 0.5] <- -0
  v
}

mostly_matrix <- function(n, share, d = 3, base = 0) {
  m <- max(length(share), length(d), length(base))
  matrix(mapply(mostly, n, rep_len(share, m), rep_len(d, m), rep_len(base, m)), n)
}

expect_sparse <- function(x, y = NULL, use = "everything", threads = 1, label = "",
                          other = "gse") {
  want <- outcome(cor_kendall(x, y, use, algorithm = other))
  expect_same_everywhere(want, x, y, use, "sparse", threads, label)
  if (!requireNamespace("Matrix", quietly = TRUE)) {
    return(invisible())
  }
  compressed <- function(m) if (is.null(m)) NULL else Matrix::Matrix(m, sparse = TRUE)
  expect_same_everywhere(want, compressed(x), compressed(y), use, "sparse", threads,
                         paste(label, "compressed"))
}

test_that("shares of other values from none to all, 1 to 300 of them", {
  set.seed(1)
  for (d in c(1:5, 20, 64, 300, Inf)) {
    n <- sample(c(63:65, 500, 511:513), 1)
    x <- mostly_matrix(n, c(0, 0.01, 0.05, 0.2, 0.5, 0.9, 1), d, c(0, 0, 3, -2))
    expect_sparse(x, label = paste(d, "values"))
    expect_sparse(x[, 1:3], x[, 3:7], label = paste(d, "values, two matrices"))
  }
})

test_that("rows around words and vectors, columns around tiles, threads", {
  set.seed(2)
  for (n in c(2:4, 31:33, 63:65, 127:129, 511:513)) {
    x <- mostly_matrix(n, c(0.02, 0.1, 0.3, 0.6), sample(c(1:4, Inf), 9, replace = TRUE))
    expect_sparse(x, label = paste(n, "rows"))
  }
  x <- mostly_matrix(200, c(0.05, 0.2), rep(c(2, 5, Inf), 12))
  for (m in c(1:9, 15:17, 33)) {
    expect_sparse(x[, seq_len(m), drop = FALSE], threads = 1:4, label = paste(m, "columns"))
  }
})

test_that("negative zeros, infinities, stored zeros, constant columns", {
  skip_if_not_installed("Matrix")
  set.seed(3)
  x <- mostly_matrix(150, 0.1, c(2, 4, Inf, 9, 1, 1))
  x[sample.int(150, 5), 1] <- Inf
  x[sample.int(150, 5), 2] <- -Inf
  x[, 5] <- 0
  x[, 6] <- 7
  expect_sparse(x)
  stored <- Matrix::Matrix(x, sparse = TRUE)
  stored@x[sample.int(length(stored@x), 20)] <- 0
  stored@x[sample.int(length(stored@x), 20)] <- -0
  expect_same_everywhere(outcome(cor_kendall(as.matrix(stored), algorithm = "naive")), stored, NULL,
                         "everything", c("sparse", "auto"), 1, "stored zeros")
})

test_that("NA, every use and coefficient", {
  skip_if_not_installed("Matrix")
  set.seed(4)
  n <- 120
  x <- mostly_matrix(n, c(0.05, 0.3, 0.1), rep(c(1, 3, Inf), 3))
  holes <- x
  holes[sample.int(n, 3), 2] <- NA
  holes[sample.int(n, 9), 7] <- NaN
  holes[5, 8] <- NA
  for (use in c("everything", "complete.obs", "na.or.complete", "pairwise.complete.obs")) {
    expect_sparse(holes, use = use, label = use)
    expect_sparse(holes[, 1:4], x[, 2:9], use = use, label = use)
    for (type in kendall_types) {
      want <- outcome(cor_kendall(holes, use = use, type = type, algorithm = "naive"))
      for (input in list(holes, Matrix::Matrix(holes, sparse = TRUE))) {
        got <- outcome(cor_kendall(input, use = use, type = type, algorithm = "sparse"))
        expect_true(same_bits(got, want), label = paste(use, type))
      }
    }
  }
  expect_error(cor_kendall(Matrix::Matrix(holes, sparse = TRUE), use = "all.obs",
                           algorithm = "sparse"), "missing")
})

test_that("columns of all kinds in one call of auto", {
  skip_if_not_installed("Matrix")
  set.seed(5)
  for (round in 1:6) {
    n <- sample(c(700, 1500, 2048), 1)
    m <- 24
    share <- sample(c(0.005, 0.02, 0.2, 0.8, 1), m, replace = TRUE)
    x <- mostly_matrix(n, share, sample(c(1, 4, 70, Inf), m, replace = TRUE))
    if (round %% 3 == 0) x[sample(length(x), 4)] <- NA
    for (use in c("pairwise.complete.obs", "everything")) {
      for (type in c("b", "gamma", "somers")) {
        want <- outcome(cor_kendall(x, use = use, type = type, algorithm = "gse"))
        for (input in list(x, Matrix::Matrix(x, sparse = TRUE))) {
          got <- outcome(cor_kendall(input, use = use, type = type))
          expect_true(same_bits(got, want), label = paste("round", round, use, type))
          got <- outcome(cor_kendall(input, x[, 1:5], use = use, type = type))
          want_two <- outcome(cor_kendall(x, x[, 1:5], use = use, type = type, algorithm = "gse"))
          expect_true(same_bits(got, want_two), label = paste("two", round, use, type))
        }
      }
    }
  }
})

test_that("lists of pairs, tests, networks and covariances are those of other algorithms", {
  skip_if_not_installed("Matrix")
  set.seed(6)
  x <- mostly_matrix(400, c(0.02, 0.05, 0.1), rep(c(1, 4, Inf), 8))
  compressed <- Matrix::Matrix(x, sparse = TRUE)
  pairs <- cbind(sample.int(24, 40, replace = TRUE), sample.int(24, 40, replace = TRUE))
  for (type in c("b", "gamma")) {
    listed <- cor_kendall(compressed, type = type, pairs = pairs, algorithm = "sparse")
    expect_identical(listed, cor_kendall(x, type = type, algorithm = "radix")[pairs])
  }
  expect_identical(kendall_test(x, algorithm = "sparse"), kendall_test(x, algorithm = "radix"))
  expect_identical(kendall_test(compressed), kendall_test(x, algorithm = "radix"))
  edges <- function(x, algorithm) {
    as.data.frame(kendall_network(x, cutoff = 0.05, algorithm = algorithm))
  }
  expect_gt(nrow(edges(x, "radix")), 10)
  expect_identical(edges(x, "sparse"), edges(x, "radix"))
  expect_identical(edges(compressed, "auto"), edges(x, "radix"))
  expect_identical(cov_kendall(compressed, algorithm = "sparse"),
                   cov_kendall(x, algorithm = "radix"))
})

test_that("two long vectors, more rows off the base than are counted", {
  set.seed(7)
  n <- 1e5
  x <- mostly(n, 0.02, 5)
  y <- mostly(n, 0.3, Inf, side = "both")
  z <- stats::rnorm(n) # all of them
  for (other in list(y, z)) {
    want <- cor_kendall(x, other, algorithm = "radix")
    expect_identical(cor_kendall(x, other, algorithm = "sparse"), want)
    expect_identical(cor_kendall(x, other), want)
  }
})
