# Columns of few distinct values: the algorithm "table", on every target and one to four threads,
# against other algorithms, which are compared with stats::cor and the oracle elsewhere.

# A column of up to `d` distinct values, one of which half of the rows have.
ordinal <- function(n, d, missing = 0) {
  values <- c(0, -3, 7, 0.5, Inf, -Inf, seq_len(d))[seq_len(d)]
  v <- ifelse(stats::runif(n) < 0.5, values[sample.int(d, 1)],
              values[sample.int(d, n, replace = TRUE)])
  v[v == 0 & stats::runif(n) < 0.5] <- -0
  with_missing(v, round(missing * n))
}

ordinal_matrix <- function(n, d, missing = 0) {
  columns <- vapply(d, function(k) ordinal(n, k, missing), numeric(n))
  matrix(columns, n, length(d))
}

expect_table <- function(x, y = NULL, use = "everything", other = "gse", threads = 1,
                         label = "") {
  want <- outcome(cor_kendall(x, y, use, algorithm = other))
  expect_same_everywhere(want, x, y, use, "table", threads, label)
}

test_that("1 to 300 distinct values", {
  set.seed(1)
  for (d in c(1:20, 31, 33, 62:66, 127, 129, 254:258, 300)) {
    n <- sample(c(63:65, 500, 511:513), 1)
    x <- ordinal_matrix(n, c(d, 2, d, 5), missing = 0.1 * (d %% 2))
    expect_table(x, use = "pairwise", label = paste(d, "values"))
  }
})

test_that("rows around words, vectors and what byte counters take", {
  set.seed(2)
  for (n in c(1:4, 31:33, 63:65, 127:129, 511:513, 1983:1985)) {
    d <- sample(c(1:6, 9, 17), 11, replace = TRUE)
    for (missing in c(0, 0.2)) {
      x <- ordinal_matrix(n, d, missing)
      use <- if (n %% 3 == 0) "everything" else "pairwise"
      expect_table(x, use = use, label = paste(n, "rows"))
    }
    expect_table(x[, 1:3, drop = FALSE], x[, 4:11], "pairwise", label = paste(n, "rows, two"))
  }
})

test_that("numbers of columns around groups of four and eight, threads", {
  set.seed(3)
  x <- ordinal_matrix(300, rep(c(3, 5, 2, 9, 3), 7), 0.05)
  for (m in c(1:9, 15:17, 23:25, 35)) {
    expect_table(x[, seq_len(m), drop = FALSE], use = "pairwise", threads = 1:4,
                 label = paste(m, "columns"))
    expect_table(x[, 35], x[, seq_len(m)], use = "pairwise", label = paste("one and", m))
  }
})

test_that("patterns of NA, constant columns, every use and coefficient", {
  set.seed(4)
  n <- 200
  x <- ordinal_matrix(n, c(3, 3, 4, 2, 2, 6, 3, 1, 5, 3))
  x[, 2] <- NA
  x[1:100, 3] <- NA
  x[101:200, 4] <- NA
  x[-(7:8), 5] <- NaN
  x[sample.int(n, 50), 6] <- NA
  for (use in c("everything", "pairwise.complete.obs", "na.or.complete")) {
    expect_table(x, use = use, label = use)
    expect_table(x[, c(1, 3, 6:10)], use = use, label = use)
    for (type in kendall_types) {
      want <- outcome(cor_kendall(x, use = use, type = type, algorithm = "naive"))
      got <- outcome(cor_kendall(x, use = use, type = type, algorithm = "table"))
      expect_true(same_bits(got, want), label = paste(use, type))
    }
  }
})

test_that("integers, logicals, factors' codes", {
  set.seed(5)
  genotypes <- matrix(sample(c(0:2, NA), 600, replace = TRUE), 100)
  expect_table(genotypes, use = "pairwise")
  expect_table(genotypes > 0, use = "pairwise")
  expect_table(cbind(.Machine$integer.max, -.Machine$integer.max, genotypes[, 1:3] * 1e8L),
               use = "pairwise")
})

test_that("several blocks of bits, 16- and 32-bit ranks", {
  skip_on_cran()
  set.seed(6)
  for (n in c(16384, 16385, 65535, 65536)) {
    x <- ordinal_matrix(n, c(3, 5, 3, 2, 9), missing = 0.01)
    expect_table(x, use = "pairwise", other = "radix", threads = 1:2, label = n)
  }
})

test_that("lists of pairs, tests and networks are those of other algorithms", {
  set.seed(7)
  x <- ordinal_matrix(400, rep(c(3, 4, 2), 8), 0.02)
  pairs <- cbind(sample.int(24, 40, replace = TRUE), sample.int(24, 40, replace = TRUE))

  for (type in c("b", "gamma")) {
    listed <- cor_kendall(x, use = "pairwise", type = type, pairs = pairs, algorithm = "table")
    whole <- cor_kendall(x, use = "pairwise", type = type, algorithm = "radix")
    expect_identical(listed, whole[pairs])
  }
  expect_identical(kendall_test(x, algorithm = "table"), kendall_test(x, algorithm = "radix"))
  edges <- function(algorithm) {
    as.data.frame(kendall_network(x, cutoff = 0.05, use = "pairwise", algorithm = algorithm))
  }
  expect_identical(edges("table"), edges("radix"))
  expect_identical(cov_kendall(x, algorithm = "table"), cov_kendall(x, algorithm = "radix"))

})
