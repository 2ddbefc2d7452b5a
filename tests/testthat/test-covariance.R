# cov_kendall() as stats::cov(method = "kendall"), with the same bits.

# A value, warnings and error, where the latter may have other words.
expect_like_stats_cov <- function(x, y, use, label, ...) {
  want <- outcome(stats::cov(x, y, use, "kendall"))
  got <- outcome(cov_kendall(x, y, use, ...))
  label <- paste0(label, ", ", use)
  if (is.matrix(want$value) && all(is.na(want$value)) && is.null(dimnames(want$value))) {
    dimnames(got$value) <- NULL # of a single row stats::cov loses the names
  }
  expect_identical(is.null(got$error), is.null(want$error), label = label)
  if (is.null(want$error)) {
    expect_identical(got, want, label = label)
  } else if (!grepl("is not TRUE|stopifnot|dimension|length|subscript", want$error)) {
    expect_identical(got$error, want$error, label = label)
  }
}

test_that("matrices, vectors and data frames with ties and missing values, under every use", {
  set.seed(1)
  for (turn in 1:15) {
    n <- sample(c(2, 3, 10, 64, 65, 200), 1)
    m <- sample(1:9, 1)
    x <- matrix(draw(sample(c(2, 5, 1000), 1), n * m), n,
                dimnames = if (turn %% 2) list(NULL, letters[1:m]))
    y <- matrix(round(stats::rnorm(n * 3), turn %% 4), n)
    if (turn %% 3 == 0) x[sample(n * m, 2)] <- NA
    if (turn %% 5 == 0) y[1, 2] <- NaN
    if (turn %% 4 == 0) x[, 1] <- 7
    for (use in use_modes) {
      expect_like_stats_cov(x, NULL, use, paste(turn, "x"))
      expect_like_stats_cov(x, y, use, paste(turn, "x y"))
      expect_like_stats_cov(x[, 1], y, use, paste(turn, "vector y"))
      expect_like_stats_cov(x[, 1], y[, 1], use, paste(turn, "vectors"))
      expect_like_stats_cov(as.data.frame(x), y[, 2], use, paste(turn, "data frame"))
    }
  }
})

test_that("every algorithm, target and number of threads", {
  set.seed(2)
  x <- matrix(round(stats::rnorm(300 * 21), 1), 300)
  y <- matrix(stats::rnorm(300 * 5), 300)
  want <- list(stats::cov(x, method = "kendall"), stats::cov(x, y, method = "kendall"),
               stats::cov(y, method = "kendall"))
  missing <- replace(x, cbind(7, 3), NA)
  gap <- stats::cov(missing, method = "kendall")
  odd <- character()
  for_each_target(function(isa) {
    for (algorithm in algorithms) for (threads in c(1, 3)) {
      got <- list(cov_kendall(x, algorithm = algorithm, threads = threads),
                  cov_kendall(x, y, algorithm = algorithm, threads = threads),
                  cov_kendall(y, algorithm = algorithm, threads = threads))
      if (!identical(got, want)) odd <<- c(odd, paste(isa, algorithm, threads))
      if (!identical(cov_kendall(missing, algorithm = algorithm, threads = threads), gap)) {
        odd <<- c(odd, paste(isa, algorithm, threads, "missing"))
      }
    }
  })
  expect_identical(odd, character())
})

test_that("odd shapes and values", {
  for (use in setdiff(use_modes, "pairwise.complete.obs")) {
    for (x in list(matrix(c(5, NA, 6), 1), matrix(5), matrix(NA_real_, 3, 2), matrix(1, 3, 3),
                   cbind(c(1, Inf, -Inf), c(-0, 0, 1)), matrix(c(TRUE, FALSE, TRUE, TRUE), 2),
                   matrix(1:4, 2, dimnames = list(c("r", "s"), NULL)), cbind(a = c(2, 1, 3)),
                   cbind(c(1, NA, 3), c(NA, 2, NA)))) {
      expect_like_stats_cov(x, NULL, use, deparse(x)[1])
    }
    expect_like_stats_cov(1, 2, use, "numbers")
    expect_like_stats_cov(c(1, NA, 3), c(NA, 2, NA), use, "no common row")
    expect_like_stats_cov(1:4, cbind(b = 4:1), use, "integers")
  }
  set.seed(3)
  x <- stats::rnorm(3e5) # counts beyond 32 bits
  expect_identical(cov_kendall(x, x), 3e5 * (3e5 - 1))
  expect_identical(cov_kendall(x, -x), -3e5 * (3e5 - 1))
})

test_that("what is refused", {
  error <- function(...) outcome(cov_kendall(...))$error
  expect_identical(error(1:3), "supply both 'x' and 'y' or a matrix-like 'x'")
  expect_identical(error(letters, 1), "'x' must be numeric")
  expect_identical(error(1:3, use = "ever", y = letters[1:3]), "'y' must be numeric")
  expect_identical(error(1:3, 1:2), "incompatible dimensions")
  expect_identical(error(matrix(1:4, 2), use = "pair"), "cannot handle 'pairwise.complete.obs'")
  expect_identical(error(matrix(1:4, 2), method = "pearson"),
                   "'method' must be \"kendall\", not \"pearson\"; call stats::cov() for that")
  expect_identical(names(formals(cov_kendall))[1:4], names(formals(stats::cov)))
})

test_that("errors and warnings name the call", {
  condition <- tryCatch(cov_kendall(1:3), error = identity)
  expect_identical(conditionCall(condition), quote(cov_kendall(1:3)))
  condition <- tryCatch(cor_kendall(1:3, c(1, 1, 1)), warning = identity)
  expect_identical(conditionCall(condition), quote(cor_kendall(1:3, c(1, 1, 1))))
})
