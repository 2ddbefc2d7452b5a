# Against loops over cor() and the textbook's procedure, by the same random numbers.

far_out <- function(alternative) {
  switch(alternative, two.sided = abs, greater = identity, less = function(s) -s)
}

# S of all pairs of columns, of which no row is missing.
scores <- function(x, y) {
  s <- matrix(0, ncol(x), ncol(y))
  for (k in seq_len(nrow(x) - 1)) {
    later <- seq_len(nrow(x)) > k
    s <- s + crossprod(sign(x[later, , drop = FALSE] - x[rep(k, sum(later)), , drop = FALSE]),
                       sign(y[later, , drop = FALSE] - y[rep(k, sum(later)), , drop = FALSE]))
  }
  s
}

# The standard deviation of S, as cor.test() has it.
sd_of_score <- function(x, y) {
  n <- length(x)
  t <- as.numeric(table(x))
  u <- as.numeric(table(y))
  v <- (n * (n - 1) * (2 * n + 5) - sum(t * (t - 1) * (2 * t + 5)) -
          sum(u * (u - 1) * (2 * u + 5))) / 18 +
    sum(t * (t - 1)) * sum(u * (u - 1)) / (2 * n * (n - 1))
  if (n > 2) {
    v <- v + sum(t * (t - 1) * (t - 2)) * sum(u * (u - 1) * (u - 2)) /
      (9 * n * (n - 1) * (n - 2))
  }
  sqrt(max(v, 0))
}

# p-values by cor(), one permutation after the other.
oracle_permutation <- function(x, y, alternative, permutations) {
  far <- far_out(alternative)
  tau <- function(y) suppressWarnings(stats::cor(x, y, method = "kendall"))
  first <- far(tau(y))
  b <- 0 * first
  for (r in seq_len(permutations)) {
    b <- b + (far(tau(y[sample.int(nrow(y)), , drop = FALSE])) >= first)
  }
  (b + 1) / (permutations + 1)
}

# Westfall and Young's (1993) algorithm 4.1, in the words of multtest's mt.maxT().
oracle_max_t <- function(x, y, alternative, permutations) {
  far <- far_out(alternative)
  x <- apply(x, 2, rank) # Inf - Inf is no number
  y <- apply(y, 2, rank)
  several <- function(v) any(v != v[1])
  varies <- which(outer(apply(x, 2, several), apply(y, 2, several), "&"))
  sd <- matrix(0, ncol(x), ncol(y))
  sd[] <- mapply(function(i, j) sd_of_score(x[, i], y[, j]), row(sd), col(sd))
  z <- function(y) (far(scores(x, y)) / sd)[varies]
  first <- z(y)
  order <- order(-first)
  reached <- first[order] - abs(first[order]) * 1e-12
  count <- 0 * first
  for (r in seq_len(permutations)) {
    u <- rev(cummax(rev(z(y[sample.int(nrow(y)), , drop = FALSE])[order])))
    count <- count + (u >= reached)
  }
  adjusted <- matrix(NA_real_, ncol(x), ncol(y))
  adjusted[varies[order]] <- cummax((count + 1) / (permutations + 1))
  adjusted
}

# Both answers for the same random numbers, by algorithm, threads, and size of batches.
expect_permutation <- function(x, y, permutations, label, alternative = "two.sided",
                               ways = list(list())) {
  force(permutations) # which may be drawn
  seed <- sample.int(1e6, 1)
  set.seed(seed)
  p <- oracle_permutation(x, y, alternative, permutations)
  after <- stats::runif(1)
  set.seed(seed)
  p_max <- oracle_max_t(x, y, alternative, permutations)
  dimnames(p_max) <- dimnames(p)
  for (way in ways) {
    set.seed(seed)
    got <- do.call(permutation_p, c(list(x, y, alternative, permutations, TRUE), way))
    what <- paste(c(label, alternative, unlist(way)), collapse = " ")
    expect_identical(got$p.value, p, label = what)
    expect_identical(got$p.max, p_max, label = what)
    expect_identical(stats::runif(1), after, label = what)
    set.seed(seed)
    got <- do.call(permutation_p, c(list(x, y, alternative, permutations, FALSE), way))
    expect_identical(got, list(p.value = p, p.max = NULL), label = what)
  }
}

# Batches of one permutation, of some, and of all.
ways <- list(list(), list(buffer = 1), list(buffer = 3000, threads = 3L), list(threads = 2L))

test_that("p-values are those of loops over cor() and of Westfall and Young's procedure", {
  set.seed(1)
  for (n in c(2:7, 12, 31:34, 60)) {
    for (alternative in alternatives) {
      x <- random_matrix(n, sample(1:6, 1), complete_columns)
      y <- random_matrix(n, sample(1:6, 1), complete_columns)
      expect_permutation(x, y, sample(1:40, 1), paste(n, "rows"), alternative, ways)
    }
  }
})

test_that("every algorithm, instruction set and number of threads", {
  set.seed(2)
  x <- cbind(grouped_matrix("pt", 40), constant = 1)
  y <- cbind(grouped_matrix("tp", 40, last = 1), 3:42 %% 2)
  some <- unlist(lapply(seq_along(algorithms) - 1L, function(k) {
    lapply(1:4, function(threads) list(algorithm = k, threads = threads, buffer = 5000 * threads))
  }), recursive = FALSE)
  for (target in manycore_info()$isa_runnable) {
    before <- isa_choose(target)
    expect_permutation(x, y, 25, target, "two.sided", some)
    isa_choose(before)
  }
})

test_that("bits of several blocks", {
  set.seed(3)
  x <- cbind(matrix(stats::rnorm(400 * 9), 400), draw(1:5, 400))
  y <- cbind(matrix(stats::rnorm(400 * 6), 400), draw(1:3, 400))
  expect_permutation(x, y, 9, "blocks", "greater", list(list(), list(algorithm = 4L)))
})

test_that("many columns of x against a column of y, and the other way round", {
  set.seed(5)
  x <- matrix(sample(1:9, 20 * 1100, TRUE), 20)
  y <- matrix(1:20)
  expect_permutation(x, y, 5, "wide x", ways = list(list(), list(threads = 2L, buffer = 30000)))
  expect_permutation(y, x, 5, "wide y", ways = list(list(), list(threads = 2L, buffer = 30000)))
})

test_that("p.max is right where all permutations are few", {
  # two rows: S is 1 or -1, and every z is the same
  set.seed(6)
  got <- permutation_p(matrix(1:2), cbind(1:2, 2:1, 5), "two.sided", 50, TRUE)
  expect_identical(got, list(p.value = matrix(c(1, 1, NA), 1), p.max = matrix(c(1, 1, NA), 1)))
  # a true relation among many that are not
  x <- matrix(stats::rnorm(30 * 20), 30)
  y <- cbind(x[, 3], matrix(stats::rnorm(30 * 20), 30))
  got <- permutation_p(x, y, "two.sided", 199, TRUE)
  expect_identical(got$p.max[3, 1], 1 / 200)
  expect_true(all(got$p.max >= got$p.value))
  expect_true(all(got$p.max[-3, ] > 0.05))
})

test_that("permutations draw as sample.int() does, and uniformly", {
  # the exact distribution of S among 4 rows: P(|S| = 6) = 2 / 24
  set.seed(7)
  p <- permutation_p(matrix(1:4), matrix(1:4), "two.sided", 9999)$p.value
  expect_lt(abs(p - 1 / 12), 0.01)
})

test_that("no rows, one row, no columns", {
  none <- function(rows, columns) matrix(NA_real_, rows, columns)
  for (n in 0:1) {
    x <- matrix(numeric(), n, 3, dimnames = list(NULL, c("a", "b", "c")))[, , drop = FALSE]
    x[] <- 1
    y <- matrix(1, n, 2)
    got <- permutation_p(x, y, "less", 5, TRUE)
    want <- none(3, 2)
    dimnames(want) <- list(c("a", "b", "c"), NULL)
    expect_identical(got, list(p.value = want, p.max = want))
  }
  got <- permutation_p(matrix(1, 5, 0), matrix(1:5), "two.sided", 5, TRUE)
  expect_identical(got, list(p.value = none(0, 1), p.max = none(0, 1)))
  got <- permutation_p(matrix(1:5), matrix(1, 5, 0), "two.sided", 5, FALSE)
  expect_identical(got, list(p.value = none(1, 0), p.max = NULL))
})

test_that("missing values are refused", {
  x <- matrix(c(1, NA, 3), 3)
  for (job in list(list(x, matrix(1:3)), list(matrix(1:3), x))) {
    expect_error(permutation_p(job[[1]], job[[2]], "less", 5), "missing observations",
                 class = "manycore_error_data")
  }
})

test_that("progress grows to 1, an error within it ends the call", {
  set.seed(8)
  x <- matrix(stats::rnorm(200 * 30), 200)
  shares <- numeric()
  permutation_p(x, x, "two.sided", 2000, TRUE, tick = function(share) shares <<- c(shares, share),
                buffer = 2e6)
  expect_false(is.unsorted(shares))
  expect_true(all(shares >= 0))
  expect_gt(shares[length(shares)], 1 - 1e-9)
  expect_gt(length(shares), 3)
  expect_error(permutation_p(x, x, "two.sided", 2000, tick = function(share) stop("enough")),
               "enough")
})

# ---- kendall_test() ----

test_that("kendall_test() has the p-values of permutations", {
  set.seed(9)
  x <- as.matrix(longley)[, 1:3]
  y <- as.matrix(longley)[, 4:7]
  for (method in c("none", "maxT", "BH")) {
    set.seed(1)
    tests <- kendall_test(x, y, "greater", permutations = 200, p.adjust.method = method)
    set.seed(1)
    p <- permutation_p(x, y, "greater", 200, method == "maxT")
    expect_identical(tests$p.value, switch(method, none = p$p.value, maxT = p$p.max, BH = {
      p$p.value[] <- stats::p.adjust(p$p.value, "BH")
      p$p.value
    }))
    expect_identical(tests$statistic, kendall_test(x, y)$statistic)
    expect_identical(tests$permutations, 200L)
  }
  set.seed(1)
  p <- oracle_permutation(x[, 1, drop = FALSE], y[, 1, drop = FALSE], "two.sided", 100)
  for (method in c("none", "maxT")) {
    set.seed(1)
    test <- kendall_test(x[, 1], y[, 1], permutations = 100, p.adjust.method = method)
    expect_identical(test$p.value, p[[1]])
  }
})

test_that("kendall_test() permutes what `use` leaves", {
  set.seed(10)
  x <- as.matrix(airquality[1:40, 1:3])
  y <- as.matrix(airquality[1:40, 3:4])
  y[3, 2] <- NA
  complete <- rowSums(is.na(cbind(x, y))) == 0
  for (method in c("none", "maxT")) {
    of <- function(x, y, use = "everything") {
      set.seed(2)
      kendall_test(x, y, use = use, permutations = 60, p.adjust.method = method)$p.value
    }
    for (use in c("complete.obs", "na.or.complete")) {
      expect_identical(of(x, y, use), of(x[complete, ], y[complete, ]))
    }
    expect_identical(of(x, y)[3, 1], of(x[, 3, drop = FALSE], y[, 1, drop = FALSE])[1, 1])
    expect_true(all(is.na(of(x, y)[-3, ])) && all(is.na(of(x, y)[, 2])))
    expect_identical(of(x[, 1], y[, 2], "pairwise"),
                     of(x[, 1], y[, 2], "complete"))
    error <- expect_error(of(x, y, "pairwise"), class = "manycore_error_argument")
    expect_identical(error$argument, "use")
    expect_match(conditionMessage(error), "'use' must be \"complete.obs\"", fixed = TRUE)
  }
})
