test_that("one variable held fixed: Kendall's formula", {
  set.seed(1)
  for (n in c(6, 25, 80)) {
    x <- matrix(round(rnorm(n * 5), if (n == 25) 0 else 3), n, dimnames = list(NULL, letters[1:5]))
    tau <- cor(x, method = "kendall")
    found <- quiet_partial(x[, -5], given = x[, 5])
    expected <- tau[-5, -5]
    for (i in 1:4) for (j in 1:4) {
      expected[i, j] <- (tau[i, j] - tau[i, 5] * tau[j, 5]) /
        sqrt((1 - tau[i, 5]^2) * (1 - tau[j, 5]^2))
    }
    diag(expected) <- 1
    expect_equal(found$estimate, expected, tolerance = 1e-13)
    expect_identical(found$estimate, t(found$estimate))
    expect_identical(quiet_partial(x, given = "e")$estimate, found$estimate)
  }
})

test_that("several variables, and all others", {
  set.seed(2)
  x <- matrix(rnorm(240), 40) + rnorm(40)
  tau <- cor(x, method = "kendall")
  found <- quiet_partial(x[, 1:3], given = x[, 4:6])$estimate
  others <- quiet_partial(x)$estimate
  for (i in 1:2) for (j in (i + 1):3) {
    expect_equal(found[i, j], partial_reference(tau, i, j, 4:6), tolerance = 1e-12)
    expect_equal(others[i, j], partial_reference(tau, i, j, setdiff(1:6, c(i, j))),
                 tolerance = 1e-12)
  }
  # more columns than rows
  wide <- matrix(rnorm(8 * 12), 8)
  expect_equal(quiet_partial(wide)$estimate[2, 7],
               partial_reference(cor(wide, method = "kendall"), 2, 7, setdiff(1:12, c(2, 7))),
               tolerance = 1e-10)
})

test_that("ppcor agrees, p-values included", {
  skip_if_not_installed("ppcor")
  set.seed(3)
  x <- matrix(rnorm(300), 50) + rnorm(50) / 2
  theirs <- ppcor::pcor(x, method = "kendall")
  ours <- quiet_partial(x)
  expect_equal(ours$estimate, theirs$estimate, tolerance = 1e-12)
  off <- row(x[1:6, ]) != col(x[1:6, ])
  expect_equal(ours$statistic[off], theirs$statistic[off], tolerance = 1e-12)
  expect_equal(ours$p.value[off], theirs$p.value[off], tolerance = 1e-12)
  one <- ppcor::pcor.test(x[, 1], x[, 2], x[, 3:4], method = "kendall")
  given <- quiet_partial(x[, 1:2], given = x[, 3:4])
  expect_equal(given$estimate[1, 2], one$estimate, tolerance = 1e-12)
  expect_equal(given$p.value[1, 2], one$p.value, tolerance = 1e-12)
})

test_that("alternatives and adjusted p-values", {
  set.seed(4)
  x <- matrix(rnorm(120), 30)
  two <- quiet_partial(x)
  less <- quiet_partial(x, alternative = "less")
  more <- quiet_partial(x, alternative = "greater")
  off <- upper.tri(two$p.value)
  expect_equal(less$p.value[off] + more$p.value[off], rep(1, 6))
  expect_equal(two$p.value[off], 2 * pmin(less$p.value, more$p.value)[off])
  holm <- quiet_partial(x, p.adjust.method = "holm")
  expect_equal(holm$p.value[off], p.adjust(two$p.value[off], "holm"))
  expect_identical(holm$p.value, t(holm$p.value))
})

test_that("missing values", {
  x <- as.matrix(airquality[, 1:4])
  complete <- stats::complete.cases(x)
  expect_equal(quiet_partial(x[, 1:3], given = x[, 4])$estimate,
               quiet_partial(x[complete, 1:3], given = x[complete, 4])$estimate)
  expect_true(all(quiet_partial(x[, 1:3], given = x[, 4])$n == sum(complete)))
  expect_error(kendall_partial(x, use = "all.obs"), "missing observations in cov/cor",
               class = "manycore_error_data")

  # everything: a column that lacks rows has no partial tau
  some <- quiet_partial(x[, 1:3], given = x[, 4], use = "everything")$estimate
  expect_true(is.na(some["Ozone", "Wind"]))
  expect_true(all(is.na(quiet_partial(x, use = "everything")$estimate)))
  expect_true(all(is.na(quiet_partial(x[, 3:4], given = x[, 1], use = "everything")$estimate)))

  # pairwise deletion can make taus of no data
  odd <- NULL
  for (seed in 1:300) {
    set.seed(seed)
    few <- matrix(rnorm(24), 8)
    few[sample(24, 7)] <- NA
    pair <- few[, 1:2]
    outcome <- tryCatch(quiet_partial(pair, given = few[, 3], use = "pairwise")$estimate[1, 2],
                        manycore_error_data = conditionMessage)
    if (is.character(outcome)) odd <- c(odd, outcome) else
      expect_true(is.na(outcome) || abs(outcome) <= 1)
  }
  expect_true(any(grepl("beyond 1, because pairwise deletion", odd)))

  # pairwise: taus of different rows; n is the least number
  pairs <- quiet_partial(x[, 1:3], given = x[, 4], use = "pairwise")
  tau <- cor(x, method = "kendall", use = "pairwise")
  expect_equal(pairs$estimate[1, 2], partial_reference(tau, 1, 2, 4), tolerance = 1e-12)
  n <- crossprod(!is.na(x))
  expect_identical(pairs$n["Ozone", "Solar.R"], as.integer(n["Ozone", "Solar.R"]))
  expect_identical(pairs$n["Ozone", "Wind"], as.integer(n["Ozone", "Wind"]))
  expect_true(all(quiet_partial(x, use = "pairwise")$n == min(n)))
})

test_that("constant columns, and columns that others determine", {
  set.seed(5)
  x <- cbind(a = rnorm(20), b = rnorm(20), c = 1, d = rnorm(20))
  expect_warning(found <- kendall_partial(x), "standard deviation is zero")
  expect_true(all(is.na(found$estimate[3, ])) && all(is.na(found$estimate[, 3])))
  expect_equal(found$estimate[-3, -3], quiet_partial(x[, -3])$estimate)
  # a constant is not held fixed
  expect_equal(quiet_partial(x[, c("a", "b")], given = cbind(1, x[, "d"]))$estimate,
               quiet_partial(x[, c("a", "b")], given = x[, "d"])$estimate)
  expect_equal(quiet_partial(x[, c("a", "b")], given = rep(1, 20))$estimate,
               cor(x[, c("a", "b")], method = "kendall"))
  # the order of `given`
  same <- quiet_partial(x[, c("a", "b")], given = exp(x[, "a"]))
  expect_true(is.na(same$estimate["a", "b"]))
  expect_error(kendall_partial(cbind(x[, 1:2], exp(x[, 1]))), "is not positive definite",
               class = "manycore_error_data")
  expect_error(kendall_partial(x[, 1:2], given = cbind(x[, 4], x[, 4])),
               "taus of 'given' is not positive definite")
})

test_that("the warning: only if columns depend on the variables held fixed", {
  set.seed(6)
  z <- rnorm(100)
  free <- matrix(rnorm(400), 100)
  expect_silent(kendall_partial(free, given = z))
  expect_warning(kendall_partial(cbind(free, z + rnorm(100) / 4), given = z),
                 "1 of 5 columns depends on them: see \\?kendall_partial")
})

test_that("p-values are honest for independent columns, and only for these", {
  set.seed(7)
  n <- 40
  rejected <- function(weight) {
    mean(vapply(seq_len(400), function(k) {
      z <- rnorm(n)
      x <- matrix(rnorm(2 * n), n) + weight * z
      quiet_partial(x, given = z)$p.value[1, 2] < 0.05
    }, NA))
  }
  expect_lt(abs(rejected(0) - 0.05), 0.035)
  expect_gt(rejected(2), 0.15)
})

test_that("vectors, names, few rows, containers, methods", {
  x <- as.matrix(longley[, 1:3])
  found <- quiet_partial(longley[, 1:3], given = longley$Year)
  expect_identical(found, quiet_partial(x, given = longley$Year))
  expect_identical(dimnames(found$estimate), list(colnames(x), colnames(x)))
  expect_identical(found$given, 1L)
  expect_identical(quiet_partial(longley[, 1:4], given = c("Unemployed"))$given, "Unemployed")
  expect_s3_class(found, "kendall_test")
  expect_identical(nrow(as.data.frame(found)), 3L)
  expect_output(print(found),
                "Kendall's partial taus of 3 columns, 3 pairs.*held fixed: 1 variable")
  expect_output(print(quiet_partial(x)), "held fixed: all other columns")
  for (n in 0:1) {
    few <- quiet_partial(matrix(rnorm(3 * n), n, 3), use = "everything")
    expect_true(all(is.na(few$p.value)))
  }
  expect_error(quiet_partial(matrix(c(1:4, 6:5), 2)), # each tau is 1 or -1
               "is not positive definite")
  skip_if_not_installed("Matrix")
  sparse <- Matrix::Matrix(x, sparse = TRUE)
  expect_identical(quiet_partial(sparse, given = longley$Year), found)
})

test_that("wrong arguments", {
  x <- as.matrix(longley)
  expect_argument <- function(call, message, class = "manycore_error_argument") {
    expect_error(call, message, class = class)
  }
  expect_argument(kendall_partial(x, given = "Yaer"),
                  "'given' must name columns of 'x', one each, not")
  expect_argument(kendall_partial(x, given = c("Year", "Year")),
                  "'given' must be different names of columns of 'x', or numeric, or NULL")
  expect_argument(kendall_partial(x, given = factor(1:16)),
                  "'given' must be NULL, numeric, or names")
  expect_argument(kendall_partial(x, given = list(1)), "'given' must be NULL, numeric, or names")
  expect_argument(kendall_partial(x, given = 1:3),
                  "'given' must have as many rows as 'x', 16, not 3", "manycore_error_size")
  expect_argument(kendall_partial(x, given = matrix(0, 16, 0)),
                  "'given' must have a column or more", "manycore_error_size")
  expect_argument(kendall_partial(x[, 1]), "'x' must have two columns", "manycore_error_size")
  expect_argument(kendall_partial("a"), "'x' must be numeric")
  expect_argument(kendall_partial(x, use = "nothing"), "invalid 'use'")
  expect_argument(kendall_partial(x, adjust = "BH"), "adjust")
})

test_that("columns of x against columns of y", {
  set.seed(31)
  for (turn in 1:6) {
    x <- matrix(sample(8, 40 * 4, TRUE) + rnorm(40), 40, dimnames = list(NULL, letters[1:4]))
    y <- matrix(rnorm(40 * 3) + x[, 1], 40, dimnames = list(NULL, c("u", "v", "w")))
    z <- matrix(rnorm(40 * turn), 40)
    all <- quiet_partial(cbind(x, y), given = z)
    found <- quiet_partial(x, y, z)
    for (part in c("estimate", "statistic", "p.value", "n")) {
      expect_equal(found[[part]], all[[part]][1:4, 5:7], tolerance = 1e-12)
    }
    expect_null(found$origin)
    expect_identical(nrow(as.data.frame(found)), 12L)
    # the others: all other columns of x and y
    expect_equal(quiet_partial(x, y)$estimate, quiet_partial(cbind(x, y))$estimate[1:4, 5:7])
    # held by name, wherever the column is
    expect_equal(quiet_partial(x, y, c("v", "b"))$estimate,
                 quiet_partial(x[, -2], y[, -2], cbind(y[, "v"], x[, "b"]))$estimate)
    holes <- x
    holes[sample(160, 9)] <- NA
    for (use in c("complete.obs", "na.or.complete")) {
      expect_equal(quiet_partial(holes, y, z, use = use)$p.value,
                   quiet_partial(cbind(holes, y), given = z, use = use)$p.value[1:4, 5:7])
    }
    pairwise <- quiet_partial(cbind(holes, y), given = z[, 1], use = "pairwise")
    found <- quiet_partial(holes, y, z[, 1], use = "pairwise")
    expect_equal(found$estimate, pairwise$estimate[1:4, 5:7])
    expect_identical(found$n, pairwise$n[1:4, 5:7])
  }
  # shared variables: one on their diagonal, each pair adjusted once
  shared <- quiet_partial(x, x[, 3:1], z[, 1], p.adjust.method = "BH")
  whole <- quiet_partial(x, given = z[, 1])
  expect_identical(unname(shared$estimate[cbind(3:1, 1:3)]), c(1, 1, 1))
  expect_equal(shared$estimate, whole$estimate[, 3:1], tolerance = 1e-12)
  expect_identical(nrow(as.data.frame(shared)), 6L)
  # two vectors
  two <- quiet_partial(x[, 1], y[, 1], z[, 1:2], alternative = "less")
  expect_s3_class(two, "htest")
  expect_equal(two$p.value,
               quiet_partial(x, y, z[, 1:2], alternative = "less")$p.value[["a", "u"]])
  expect_equal(two$parameter[[1]], 2)
  expect_identical(two$data.name, "x[, 1] and y[, 1] given z[, 1:2]")
  expect_output(print(two), "Kendall's partial tau")
  skip_if_not_installed("ppcor")
  theirs <- ppcor::pcor.test(x[, 1], y[, 1], z[, 1:2], method = "kendall")
  expect_equal(c(two$estimate[[1]], two$statistic[[1]]), c(theirs$estimate, theirs$statistic))
})

test_that("wrong columns of y", {
  x <- as.matrix(longley)
  refused <- function(argument, ...) {
    condition <- tryCatch(kendall_partial(...), manycore_error = identity)
    expect_identical(condition$argument, argument)
  }
  refused("y", x, x[-1, ], x[, 1])
  refused("y", x, "a", x[, 1])
  refused("y", x, x[, 0], x[, 1])
  refused("x", x[, 0], x, x[, 1])
  refused("given", x[, 1:2], x[, 3:4], "Yaer")
  refused("y", x[, 1:2], x[, 3, drop = FALSE], colnames(x)[3])
  refused("x", x[, 1, drop = FALSE], x[, 3:4], colnames(x)[1])
  expect_identical(dim(quiet_partial(x[, 1, drop = FALSE], x[, 3], x[, 5])), c(1L, 1L))
})

test_that("a name in `given` leaves columns of y that have no names", {
  x <- as.matrix(stats::na.omit(airquality))[, 1:4]
  want <- quiet_partial(x[, 1:2], x[, 4], given = x[, 3])
  found <- quiet_partial(x[, 1:3], x[, 4], given = "Wind")
  expect_equal(as.vector(found$estimate), as.vector(want$estimate))
  expect_equal(dim(found$estimate), c(2L, 1L))
})

test_that("arguments are checked before the data, and memory by all matrices", {
  x <- matrix(1:20 + 0, 5)
  expect_error(kendall_partial(x, use = "never", given = stop("was read")), "invalid 'use'")
  expect_error(kendall_partial(x, threads = -1, given = stop("was read")), "'threads'")
  sizes <- function(p, q, g) {
    numbers_of_partial(list(x = matrix(0, 2, p), y = if (q > 0) matrix(0, 2, q),
                            given = if (g > 0) matrix(0, 2, g)))
  }
  expect_identical(sizes(10, 0, 0), 650)
  expect_identical(sizes(10, 90, 0), 65000)
  expect_identical(sizes(10, 90, 2), 6.5 * 900 + 12 + 400)
})
