# kendall_test() as stats::cor.test(method = "kendall") has it, for vectors and pairs of columns.

test_of <- utils::getS3method("kendall_test", "default", envir = asNamespace("manycore"))

# Columns of n rows that a test may stumble over.
test_column <- function(n) {
  v <- switch(sample(6, 1), stats::rnorm(n), as.numeric(sample.int(n)), draw(1:3, n),
              draw(c(-Inf, 0, Inf, 1), n), sample.int(max(1, n %/% 2), n, replace = TRUE),
              draw(c(0, 1), n))
  if (n > 2 && stats::runif(1) < 0.3) with_missing(as.numeric(v), sample(n - 1, 1)) else v
}

# What differs between a test of ours and cor.test()'s, as one string; "" if nothing.
htest_difference <- function(got, want) {
  if (!identical(got$error, want$error)) {
    return(paste("error", got$error))
  } else if (!identical(got$warnings, want$warnings)) {
    return(paste("warnings:", toString(got$warnings), "not", toString(want$warnings)))
  } else if (!is.null(want$error)) {
    return("")
  }
  ours <- unclass(got$value)
  theirs <- unclass(want$value)
  ours$conf.int <- NULL
  exactly <- setdiff(names(theirs), c("statistic", "p.value", "estimate"))
  if (!identical(class(got$value), class(want$value)) || !identical(names(ours), names(theirs)) ||
      !identical(ours[exactly], theirs[exactly])) {
    return("components")
  }
  if (!identical(names(ours$statistic), names(theirs$statistic)) ||
      !identical(names(ours$estimate), names(theirs$estimate))) {
    return("names of numbers")
  }
  # cor.test() has 1 - (1 - p) of p-values in the upper tail of the exact distribution
  smallest <- if (identical(names(theirs$statistic), "T")) 1e-2 else 1e-300
  # with S = 0 as r sqrt(v), or |S| - 1 of it
  if (!(relative_difference(ours$statistic, theirs$statistic, 0.01) <= 1e-12)) return("statistic")
  if (!(relative_difference(ours$p.value, theirs$p.value, smallest) <= 1e-12)) return("p-value")
  if (!(relative_difference(ours$estimate, theirs$estimate, 0.01) <= 1e-14)) return("estimate")
  ""
}

test_that("thousands of small tests are those of cor.test()", {
  set.seed(1)
  odd <- character()
  seen <- character()
  for (turn in 1:3000) {
    n <- if (turn %% 10 == 0) sample(45:60, 1) else sample(0:14, 1)
    x <- test_column(n)
    y <- test_column(n)
    if (turn %% 3 == 0) y <- x * sample(c(-1, 1), 1)
    alternative <- sample(c("two.sided", "less", "greater"), 1)
    exact <- list(NULL, TRUE, FALSE)[[sample(3, 1)]]
    continuity <- stats::runif(1) < 0.5
    if (isFALSE(exact) && sum(!is.na(x) & !is.na(y)) == 2) next # NaN there
    want <- outcome(stats::cor.test(x, y, alternative, "kendall", exact, continuity = continuity))
    got <- outcome(kendall_test(x, y, alternative, exact, continuity, method = "kendall"))
    difference <- htest_difference(got, want)
    seen <- c(seen, names(want$value$statistic), want$warnings, want$error)
    if (nzchar(difference)) {
      odd <- c(odd, paste(turn, difference, alternative, deparse1(exact), continuity))
    }
  }
  expect_identical(odd, character())
  expect_true(all(table(seen)[c("T", "z", said_of_ties(),
                                "the standard deviation is zero",
                                "not enough finite observations")] > 50))
})

test_that("many rows", {
  set.seed(2)
  for (n in c(49, 50, 100, 170, 3000)) {
    x <- stats::rnorm(n)
    y <- x + 3 * stats::rnorm(n)
    for (tied in c(FALSE, TRUE)) {
      if (tied) y <- round(y)
      for (alternative in alternatives) {
        want <- outcome(stats::cor.test(x, y, alternative, "kendall"))
        got <- outcome(kendall_test(x, y, alternative))
        expect_identical(htest_difference(got, want), "", label = paste(n, tied, alternative))
      }
    }
  }
})

test_that("matrices are as a loop over cor.test(), on every target and any number of threads", {
  set.seed(3)
  cases <- list(list(n = 12, exact = NULL), list(n = 12, exact = TRUE), list(n = 9, exact = FALSE),
                list(n = 2, exact = NULL), list(n = 2, exact = FALSE), list(n = 70, exact = NULL),
                list(n = 70, exact = TRUE), list(n = 4, exact = NULL), list(n = 5, exact = NULL))
  for (case in cases) for (alternative in alternatives) for (other in c(FALSE, TRUE)) {
    n <- case$n
    x <- vapply(1:7, function(j) as.numeric(test_column(n)), numeric(n))
    y <- if (other) vapply(1:3, function(j) as.numeric(test_column(n)), numeric(n))
    if (n %% 2) colnames(x) <- letters[1:7]
    continuity <- stats::runif(1) < 0.5
    level <- if (other) 0.9 else 0.3
    method <- sample(c("none", "BH", "holm", "bonferroni", "hommel"), 1)
    want <- suppressWarnings(reference_kendall_test(x, y, alternative, case$exact, continuity,
                                                    level, method))
    run <- function(...) {
      suppressWarnings(kendall_test(x, y, alternative, case$exact, continuity, level,
                                    p.adjust.method = method, ...))
    }
    got <- run()
    label <- paste(n, deparse1(case$exact), alternative, other, method)
    for (name in names(want)) {
      expect_lte(relative_difference(got[[name]], want[[name]], if (name == "p.value") 1e-300 else
        0.01), 1e-12, label = paste(label, name))
      expect_identical(dimnames(got[[name]]), dimnames(want[[name]]), label = paste(label, name))
    }
    expect_identical(got$estimate,
                     suppressWarnings(cor_kendall(x, y, "pairwise.complete.obs")))
    odd <- character()
    for_each_target(function(isa) {
      for (algorithm in algorithms) for (threads in c(1, 4)) {
        if (!identical(run(algorithm = algorithm, threads = threads), got)) {
          odd <<- c(odd, paste(isa, algorithm, threads))
        }
      }
    })
    expect_identical(odd, character())
  }
})

test_that("known values", {
  expect_equal(unname(kendall_test(1:10, 10:1)$estimate), -1)
  expect_equal(kendall_test(1:10, 10:1)$p.value, 2 / factorial(10), tolerance = 1e-14)
  expect_equal(kendall_test(1:10, 10:1)$p.value, 5.511463844797e-07, tolerance = 1e-12)
  expect_equal(kendall_test(1:10, 1:10, "greater")$p.value, 1 / factorial(10), tolerance = 1e-14)
  tied <- outcome(kendall_test(c(12, 2, 1, 12, 2), c(1, 4, 7, 1, 0)))
  expect_equal(tied$value$p.value, 0.28274546, tolerance = 1e-7)
  expect_identical(tied$warnings, said_of_ties())
  # Hollander and Wolfe (1973), pages 187 f.
  x <- c(44.4, 45.9, 41.9, 53.3, 44.7, 44.1, 50.7, 45.2, 60.1)
  y <- c(2.6, 3.1, 2.5, 5.0, 3.6, 4.0, 5.2, 2.8, 3.8)
  tuna <- kendall_test(x, y, alternative = "greater")
  expect_identical(tuna$statistic, c(T = 26))
  expect_equal(round(tuna$p.value, 5), 0.05972)
  expect_identical(tuna$data.name, "x and y")
  expect_identical(attr(tuna$conf.int, "conf.level"), 0.95)
  expect_identical(tuna$conf.int[2], 1)
})

test_that("messages are those of cor.test() of this R", {
  theirs <- utils::getS3method("cor.test", "formula")
  expect_identical(words_of_cor_test(), list(ties = said_of_ties(),
                                             formula = outcome(theirs("~ a"))$error))
  expect_identical(words_of_cor_test(package_version("4.5.2"))$ties,
                   "Cannot compute exact p-value with ties")
  expect_identical(words_of_cor_test(package_version("4.6.0"))$ties,
                   "cannot compute exact p-value with ties")
  expect_identical(words_of_cor_test(package_version("4.7.0"))$formula,
                   "'formula' missing or incorrect")
})

test_that("p-values are finite for any number of rows", {
  set.seed(4)
  for (n in c(171, 400, 401, 5000)) {
    x <- stats::rnorm(n)
    y <- x + 5 * stats::rnorm(n)
    got <- outcome(kendall_test(x, y, exact = TRUE))
    limit <- kendall_test(x, y, exact = FALSE, continuity = TRUE)$p.value
    expect_equal(got$value$p.value, limit, tolerance = 0.05)
    expect_identical(names(got$value$statistic), if (n <= 400) "T" else "z")
    expect_identical(got$warnings, if (n <= 400) character() else
      "Exact p-values need up to 400 observations: taking the normal approximation")
  }
  # as small as numbers get
  expect_equal(log(kendall_test(1:150, 1:150, exact = TRUE)$p.value), log(2) - lfactorial(150))
  p <- kendall_test(1:171, 1:171, exact = TRUE)$p.value # 2 / 171! is less
  expect_true(p >= 0 && p < 1e-300)
  got <- outcome(kendall_test(cbind(x, y), exact = TRUE))
  expect_match(got$warnings, "some pairs of columns", fixed = TRUE)
})

test_that("intervals", {
  set.seed(5)
  x <- stats::rnorm(30)
  y <- x + stats::rnorm(30)
  test <- function(...) kendall_test(x, y, ...)$conf.int
  tau <- cor_kendall(x, y)
  expect_equal(as.vector(test()), tanh(atanh(tau) + c(-1, 1) * stats::qnorm(0.975) *
                                         sqrt(0.437 / 26)))
  expect_equal(test(alternative = "less")[2], test(conf.level = 0.9)[2])
  expect_equal(test(alternative = "greater")[1], test(conf.level = 0.9)[1])
  expect_identical(test(alternative = "less")[1], -1)
  # one bound of a level below a half is on the other side of tau
  expect_gt(test(alternative = "greater", conf.level = 0.2)[1], tau)
  expect_equal(test(alternative = "greater", conf.level = 0.5)[1], tau)
  expect_null(kendall_test(x, y, conf.level = NULL)$conf.int)
  expect_null(kendall_test(1:4, 4:1)$conf.int)
  expect_identical(as.vector(kendall_test(1:9, 1:9)$conf.int), c(1, 1))
  tests <- kendall_test(cbind(x, y), conf.level = NULL)
  expect_null(tests$conf.low)
  expect_false(any(c("conf.low", "conf.high") %in% names(as.data.frame(tests))))
  expect_s3_class(tests[1, ], "kendall_test")
})

test_that("missing values under every use", {
  x <- c(3, 1, 2, NA, 5, 9, 7)
  y <- c(1, 2, NA, 4, 3, 8, 6)
  complete <- kendall_test(x[c(1, 2, 5, 6, 7)], y[c(1, 2, 5, 6, 7)])
  for (use in c("complete.obs", "na.or.complete", "pairwise.complete.obs", "pair")) {
    got <- kendall_test(x, y, use = use)
    expect_identical(got[names(got) != "data.name"], complete[names(complete) != "data.name"])
  }
  lost <- kendall_test(x, y, use = "everything")
  expect_identical(lost$statistic, c(T = NA))
  expect_identical(c(lost$p.value, lost$estimate), c(NA, tau = NA_real_))
  expect_identical(outcome(kendall_test(x, y, use = "all.obs"))$error,
                   "missing observations in cov/cor")
  columns <- cbind(x, y, z = 7:1)
  rows <- stats::complete.cases(columns)
  expect_identical(kendall_test(columns, use = "complete.obs")$statistic,
                   kendall_test(columns[rows, ])$statistic)
  everything <- kendall_test(columns, use = "everything")
  expect_identical(everything$use, "everything")
  expect_true(all(is.na(everything$p.value[-3, ])) && !is.na(everything$p.value[3, 3]))
})

test_that("fewer than two rows give NA within a matrix", {
  one <- kendall_test(matrix(1:3, 1))
  expect_true(all(is.na(one$p.value)) && all(is.na(one$statistic)) && all(one$n == 1))
  # `n` is what is there also where nothing is counted
  for (use in c("pairwise", "everything")) {
    here <- c(1L, 0L, 1L)
    row <- matrix(c(1, NA, 3), 1)
    expect_identical(kendall_test(row, use = use)$n, outer(here, here, pmin))
    expect_identical(kendall_test(row, matrix(c(NA, 2), 1), use = use)$n,
                     outer(here, 0:1, pmin))
    expect_identical(kendall_test(row, pairs = cbind(c(1, 2, 3), c(3, 3, 3)), use = use)$n,
                     c(1L, 0L, 1L))
    expect_identical(kendall_test(row, matrix(c(NA, 2), 1), pairs = cbind(1, 2:1), use = use)$n,
                     1:0)
    expect_identical(kendall_test(rbind(row, c(2, 3, NA)), use = use)$n[1, ], c(2L, 1L, 1L))
  }
  expect_true(all(kendall_test(rbind(row, 1), use = "na.or.complete")$n == 1L))
  apart <- kendall_test(cbind(c(1, 2, 3, NA), c(NA, NA, 3, 4), 1:4))
  expect_identical(apart$n[1, ], c(3L, 1L, 3L))
  expect_true(is.na(apart$p.value[1, 2]) && !anyNA(apart$p.value[3, ]))
  none <- kendall_test(matrix(numeric(), 0, 2))
  expect_true(all(is.na(none$p.value)))
  expect_output(print(apart), "p < 0.05:     0 of 2", fixed = TRUE)
  expect_output(print(none), "0 of 0")
})

test_that("p-values are adjusted over distinct pairs", {
  set.seed(6)
  x <- matrix(stats::rnorm(20 * 9), 20)
  x[, 5] <- 1
  p <- suppressWarnings(kendall_test(x))$p.value
  upper <- upper.tri(p)
  for (method in stats::p.adjust.methods) {
    got <- suppressWarnings(kendall_test(x, p.adjust.method = method))$p.value
    expect_identical(got[upper], stats::p.adjust(p[upper], method), label = method)
    expect_identical(got, t(got), label = method)
    expect_identical(diag(got), diag(p), label = method)
    two <- kendall_test(x[, 1:4], x[, 6:8], p.adjust.method = method)$p.value
    expect_identical(two, matrix(stats::p.adjust(p[1:4, 6:8], method), 4), label = method)
  }
  expect_identical(kendall_test(x[, 1], x[, 2], p.adjust.method = "holm")$p.value, p[1, 2])
})

test_that("ties make intervals wider", {
  set.seed(7)
  x <- sample(3, 60, replace = TRUE)
  y <- sample(1:2, 60, replace = TRUE)
  got <- kendall_test(x, y, exact = FALSE)
  # the standard deviation of tau-b under independence is tau / z, and that without ties is known
  spread <- unname(got$estimate / got$statistic) / sqrt(2 * 125 / (9 * 60 * 59))
  expect_gt(spread, 1.1)
  expect_equal(as.vector(got$conf.int), tanh(atanh(unname(got$estimate)) + c(-1, 1) * spread *
                                               stats::qnorm(0.975) * sqrt(0.437 / 56)))
})

test_that("permutations", {
  set.seed(8)
  x <- matrix(stats::rnorm(12 * 4), 12, dimnames = list(NULL, letters[1:4]))
  y <- cbind(u = x[, 1] + stats::rnorm(12), v = draw(1:3, 12))
  plain <- kendall_test(x, y)
  run <- function(...) {
    set.seed(9)
    kendall_test(x, y, permutations = 199, ...)
  }
  got <- run()
  same <- setdiff(names(got), c("p.value", "permutations"))
  expect_identical(unclass(got)[same], unclass(plain)[same])
  expect_identical(dimnames(got$p.value), dimnames(plain$p.value))
  expect_identical(got$permutations, 199L)
  # the loop over permutations of rows
  set.seed(9)
  observed <- cov_kendall(x, y)
  count <- 1 + 0 * observed
  for (turn in 1:199) count <- count + (abs(cov_kendall(x, y[sample.int(12), ])) >= abs(observed))
  expect_equal(got$p.value, count / 200)
  expect_identical(run(p.adjust.method = "BH")$p.value,
                   matrix(stats::p.adjust(got$p.value, "BH"), 4, dimnames = dimnames(got$p.value)))
  most <- run(p.adjust.method = "maxT")
  expect_true(all(most$p.value >= got$p.value) && any(most$p.value > got$p.value))
  expect_output(print(most), "of 199 permutations, adjusted (maxT)", fixed = TRUE)
  set.seed(9)
  two <- kendall_test(x[, 1], y[, 1], permutations = 199)
  expect_identical(two$p.value, got$p.value[[1]])
  expect_identical(two$method, "Kendall's rank correlation tau (p-value of 199 permutations)")
  # no warning of ties where p-values are not exact by choice
  expect_identical(outcome(kendall_test(x, y, exact = TRUE, permutations = 9))$warnings,
                   character())
  # rows are permuted as a whole
  x[3, 2] <- NA
  condition <- tryCatch(run(), manycore_error_argument = identity)
  expect_identical(condition$argument, "use")
  left <- run(use = "complete.obs")
  x <- x[-3, ]
  y <- y[-3, ]
  expect_identical(left$p.value, run()$p.value)
  set.seed(9)
  gap <- replace(x[, 1], 5, NA) # two vectors lose the row, as ever
  lost <- kendall_test(gap, y[, 1], permutations = 19)$p.value
  set.seed(9)
  expect_identical(lost, kendall_test(x[-5, 1], y[-5, 1], permutations = 19)$p.value)
})

test_that("formulas as in cor.test()", {
  frame <- data.frame(u = c(3, 1, NA, 4, 1.5, 9), v = c(2, 7, 1, 8, 2.5, 8.5),
                      g = c(1, 1, 1, 1, 2, 2))
  same <- function(got, want) {
    got$conf.int <- NULL
    expect_equal(got, want, tolerance = 1e-12)
  }
  theirs <- function(...) { # which does not take its arguments from another's `...`
    call <- sys.call()
    call[[1]] <- quote(stats::cor.test)
    call$method <- "kendall"
    eval(call, parent.frame())
  }
  same(kendall_test(~ u + v, frame), theirs(~ u + v, frame))
  same(kendall_test(~ u + v, frame, alternative = "less"),
       theirs(~ u + v, frame, alternative = "less"))
  same(kendall_test(~ u + log(v), data = frame, subset = g == 1),
       theirs(~ u + log(v), data = frame, subset = g == 1))
  same(kendall_test(~ u + v, as.matrix(frame)), theirs(~ u + v, as.matrix(frame)))
  same(kendall_test(~ u + v, frame, na.action = stats::na.pass),
       theirs(~ u + v, frame, na.action = stats::na.pass))
  u <- 1:5
  v <- c(2, 1, 4, 3, 5)
  same(kendall_test(~ u + v), theirs(~ u + v))
  same(kendall_test(formula = ~ u + v, data = frame), theirs(~ u + v, frame))
  # data are those of the caller, wherever the formula comes from
  model <- ~ u + v
  here <- function(...) {
    mine <- frame[c(1, 2, 4, 5), ]
    c(kendall_test(model, mine)$estimate, kendall_test(...)$estimate)
  }
  tau <- kendall_test(model, frame[c(1, 2, 4, 5), ])$estimate
  expect_identical(here(model, frame[c(1, 2, 4, 5), ]), c(tau, tau))
  expect_identical(outcome(kendall_test(u ~ v, frame))$error,
                   paste0(outcome(theirs(u ~ v, frame))$error, ": 'formula' must be of the form ",
                          "~ u + v, without a left side"))
  for (bad in list(~ u, ~ u + v + g)) {
    expect_identical(outcome(kendall_test(bad, frame))$error,
                     paste0(outcome(theirs(bad, frame))$error, ": 'formula' must be of the form ",
                            "~ u + v, with two different variables"))
  }
  expect_s3_class(kendall_test(~ cbind(u, v) + u), "kendall_test")
})

test_that("the call's matrices are not turned into text", {
  x <- matrix(stats::rnorm(2e6), 10)
  time <- stats::rnorm(10)
  seconds <- function(...) {
    min(vapply(1:3, function(k) system.time(do.call(kendall_test, list(...)))[[3]], 0))
  }
  direct <- min(vapply(1:3, function(k) system.time(kendall_test(x, time))[[3]], 0))
  expect_lt(seconds(x, time), 0.5 + 3 * direct)
  expect_identical(do.call(kendall_test, list(1:4, c(2, 1, 3, 4)))$data.name,
                   "1:4 and c(2, 1, 3, 4)")
})

test_that("long columns that are nearly all tied", {
  x <- integer(1e6)
  x[1] <- 1L
  expect_equal(kendall_test(x, x, exact = FALSE)$statistic[["z"]], sqrt(1e6 - 1),
               tolerance = 1e-14)
})

test_that("classes of vectors and columns", {
  x <- stats::ts(c(5, 1, 2, 4))
  expect_identical(kendall_test(x, 1:4)$p.value, kendall_test(as.vector(x), 1:4)$p.value)
  frame <- data.frame(a = I(c(3, 1, 2)), b = c(TRUE, FALSE, TRUE), c = 3:1)
  plain <- data.frame(a = c(3, 1, 2), b = c(1, 0, 1), c = c(3, 2, 1))
  expect_identical(kendall_test(frame), kendall_test(plain))
  expect_identical(kendall_test(frame, x[1:3])$p.value, kendall_test(plain, c(5, 1, 2))$p.value)
  of <- function(y) {
    kendall_test(c(3, 1, 2, 5), y, exact = FALSE)[c("statistic", "p.value", "estimate")]
  }
  expect_identical(of(c(TRUE, FALSE, NA, TRUE)), of(c(1, 0, NA, 1)))
  backwards <- structure(c(1, 3, 2), class = "backwards") # numbers that are not in their order
  local_backwards <- function(x) -unclass(x)
  registerS3method("xtfrm", "backwards", local_backwards, envir = asNamespace("base"))
  expect_identical(kendall_test(frame, backwards)$estimate, cor_kendall(plain, c(3, 1, 2)))
  # as for cor.test(), these are none
  for (odd in list(as.Date("2026-01-01") + 1:3, factor(1:3))) {
    expect_identical(outcome(kendall_test(frame, odd))$error, "'y' must be numeric")
  }
  hint <- "; as.integer() makes numbers of an ordered factor"
  expect_identical(outcome(kendall_test(frame, ordered(1:3)))$error,
                   paste0("'y' must be numeric", hint))
  expect_identical(outcome(cor_kendall(data.frame(a = 1:3, b = ordered(1:3))))$error,
                   paste0("'x' must be numeric: column 'b' is not", hint))
  expect_identical(dim(kendall_test(cbind(1:3), c(1, 3, 2))), c(1L, 1L))
  skip_if_not_installed("bit64")
  big <- bit64::as.integer64("9007199254740992") + c(3, 1, 2, NA)
  expect_identical(kendall_test(big, 1:4)$statistic, kendall_test(c(3, 1, 2), 1:3)$statistic)
})

test_that("what is refused", {
  error <- function(...) tryCatch(kendall_test(...), manycore_error = identity)
  x <- cbind(a = c(3, 1, 2), b = 1:3)
  argument <- function(argument, ...) {
    condition <- error(...)
    expect_s3_class(condition, "manycore_error_argument")
    expect_identical(condition$argument, argument)
    expect_identical(deparse1(conditionCall(condition)[[1]]), "kendall_test")
  }
  for (level in list(0, 1, -1, NA, 95, "0.9", c(0.9, 0.95))) {
    argument("conf.level", x, conf.level = level)
  }
  argument("permutations", x, permutations = 10)
  for (count in list(-1, 1.5, NA, "a", 1:2, Inf)) {
    argument("permutations", x, 1:3, permutations = count)
  }
  argument("p.adjust.method", x, p.adjust.method = "best")
  argument("p.adjust.method", x, 1:3, p.adjust.method = "maxT")
  argument("alternative", x, alternative = "more")
  argument("exact", x, exact = NA)
  argument("continuity", x, continuity = NA)
  argument("method", x, method = "pearson")
  argument("use", x, use = "some")
  argument("algorithm", x, algorithm = "best")
  argument("threads", x, threads = 0)
  argument("progress", x, progress = NA)
  argument("treads", x, treads = 2)
  argument("treads", ~ a + b, x, treads = 2)
  argument("formula", ~ a, x)
  argument("x", matrix("a"))
  argument("x", "a", "b")
  argument("y", 1:3)
  argument("x", factor(1:3), 1:3)
  argument("y", 1:3, Sys.Date() + 1:3)
  expect_identical(conditionMessage(error(x, 1:3, permutations = 1e10)),
                   "'permutations' must be a whole number from 0 to 2147483647, not 1e+10")
  expect_error(kendall_test(), "\"x\" is missing")
  twice <- `colnames<-`(cbind(x, 3:1), c("a", "b", "a"))
  argument("pairs", twice, pairs = cbind("a", "b"))
  expect_s3_class(error(x, 1:4), "manycore_error_size")
  expect_s3_class(error(1:3, 1:4), "manycore_error_size")
  expect_s3_class(error(1, 1), "manycore_error_data")
  expect_s3_class(error(rbind(x, NA), use = "all.obs"), "manycore_error_data")
  expect_identical(names(formals(test_of))[1:4], c("x", "y", "alternative", "exact"))
  expect_identical(eval(formals(test_of)$algorithm), kendall_algorithms)
  condition <- tryCatch(kendall_test(1:3, c(1, 1, 1)), warning = identity)
  expect_identical(conditionCall(condition), quote(kendall_test(1:3, c(1, 1, 1))))
  condition <- tryCatch(kendall_test(x, x[, "b"] > 5), warning = identity)
  expect_identical(conditionMessage(condition),
                   "the standard deviation is zero (in 2 pairs of columns)")
})

test_that("a constant column with itself is no test", {
  x <- cbind(a = 1:6, b = 1, c = c(2, 1, 3, 5, 4, 6))
  said <- "the standard deviation is zero (in 2 pairs of columns)"
  for (f in list(kendall_test, function(x) kendall_network(x, cutoff = 0.1))) {
    condition <- tryCatch(f(x), warning = identity)
    expect_identical(conditionMessage(condition), said)
  }
})

test_that("all matrices together have to fit into memory", {
  room <- function(numbers) stop("asked for ", numbers)
  run <- with_own(run_tests, check_room = room)
  test <- with_own(test_of_columns, run_tests = run)
  asked <- function(...) {
    outcome(test(x, NULL, test_settings("two.sided", NULL, FALSE, ...), "pair", "auto", NULL,
                 FALSE))$error
  }
  x <- matrix(1:20, 2)
  expect_identical(asked(0.95, "none", 0), "asked for 550")
  expect_identical(asked(NULL, "none", 0), "asked for 350")
  expect_identical(asked(NULL, "BH", 0), "asked for 950")
  skip_if(is.na(memory_available()), "the system does not say how much memory there is")
  expect_match(outcome(kendall_test(matrix(0, 1, 6e5)))$error, "^the call needs [0-9.]+ TB")
})

test_that("pairs of columns have the tests of the matrix, in their order", {
  set.seed(12)
  x <- cbind(matrix(round(rnorm(30 * 9), 1), 30), 1)
  y <- matrix(rnorm(30 * 7), 30, dimnames = list(NULL, letters[1:7]))
  x[sample(length(x), 20)] <- NA
  of_pair <- function(tests, at) {
    parts <- c("estimate", "statistic", "p.value", "n", "conf.low", "conf.high")
    lapply(unclass(tests)[parts], `[`, at)
  }
  for_each_target(function(isa) {
    for (algorithm in algorithms) for (use in c("pairwise", "everything", "na.or.complete")) {
      at <- cbind(sample(10, 40, TRUE), sample(7, 40, TRUE))
      tests <- suppressWarnings(kendall_test(x, y, use = use, algorithm = algorithm, threads = 1))
      listed <- suppressWarnings(kendall_test(x, y, use = use, algorithm = algorithm, threads = 2,
                                              pairs = at))
      expect_identical(as.list(as.data.frame(listed)),
                       c(list(from = at[, 1], to = letters[at[, 2]]), of_pair(tests, at)))
      at <- cbind(sample(10, 40, TRUE), sample(10, 40, TRUE))
      tests <- suppressWarnings(kendall_test(x, use = use, conf.level = NULL))
      listed <- suppressWarnings(kendall_test(x, use = use, conf.level = NULL, pairs = at,
                                              algorithm = algorithm))
      parts <- setdiff(names(listed), c("from", "to"))
      expect_identical(as.list(listed)[parts], lapply(unclass(tests)[parts], `[`, at))
    }
  })
  adjusted <- kendall_test(y, pairs = cbind(c("a", "b"), c("c", "d")), p.adjust.method = "holm")
  expect_identical(adjusted$from, c("a", "b"))
  expect_identical(adjusted$p.value,
                   p.adjust(kendall_test(y)$p.value[cbind(c("a", "b"), c("c", "d"))], "holm"))
  expect_identical(nrow(kendall_test(y, pairs = cbind(1, 1)[0, ])), 0L)
  expect_identical(kendall_test(y[1, , drop = FALSE], pairs = cbind(1, 2))$n, 1L)
  # none of the pairs that are not asked for is counted
  exact <- cbind(c(1, 1, 2), 1:3, c(3, 1, 2))
  expect_silent(kendall_test(exact, pairs = cbind(2, 3), exact = TRUE))
  expect_warning(kendall_test(exact, pairs = cbind(1, 3), exact = TRUE), "with ties")
  e <- tryCatch(kendall_test(x, y, pairs = cbind(1, 8)), manycore_error_argument = identity)
  expect_identical(e$argument, "pairs")
  e <- tryCatch(kendall_test(x, y, pairs = cbind(1, 1), permutations = 9),
                manycore_error_argument = identity)
  expect_identical(e$argument, "permutations")
})
