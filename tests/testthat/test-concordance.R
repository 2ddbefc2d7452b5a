# concordance_all() against the definition and against survival::concordance().

test_that("the numbers are those of the definition", {
  set.seed(1)
  for (turn in 1:80) {
    s <- random_survival(turn, sample(c(1:12, 30), 1))
    expected <- apply(s$x, 2, oracle_concordance, s$time, s$status, s$strata, s$weights)
    for (reverse in c(FALSE, TRUE)) {
      found <- concordance_all(s$x, s$time, s$status, s$strata, s$weights, reverse = reverse)
      expect_s3_class(found, "concordance_all")
      expect_concordances(found, expected, info = turn)
      expected[1, ] <- 1 - expected[1, ]
      expected[3:4, ] <- expected[4:3, ]
    }
  }
})

# The counts of pairs over all strata. (keepstrata = FALSE is an error in survival 3.8.12.)
count_of_strata <- function(f) if (is.matrix(f$count)) colSums(f$count) else f$count

test_that("the numbers are those of survival::concordance()", {
  skip_if_not_installed("survival")
  of_survival <- function(v, s) {
    data <- data.frame(v, time = s$time, status = s$status)
    data$strata <- if (is.null(s$strata)) 1 else s$strata
    data$w <- if (is.null(s$weights)) 1 else s$weights
    data <- stats::na.omit(data)
    f <- survival::concordancefit(survival::Surv(data$time, data$status), data$v,
                                  data$strata, data$w, keepstrata = TRUE)
    f <- c(f$concordance, sqrt(f$var), count_of_strata(f), f$n)
    stats::setNames(ifelse(is.nan(f), NA, f), concordance_numbers)
  }
  set.seed(2)
  for (turn in 1:120) {
    s <- random_survival(turn, sample(c(5:20, 60, 300), 1), columns = 3)
    expect_concordances(concordance_all(s$x, s$time, s$status, s$strata, s$weights),
                        apply(s$x, 2, of_survival, s), info = turn)
  }
})

test_that("survival's own data: lung, ties, a factor of strata, an object of class Surv", {
  skip_if_not_installed("survival")
  lung <- survival::lung
  columns <- c("age", "ph.ecog", "ph.karno", "pat.karno", "meal.cal", "wt.loss")
  y <- survival::Surv(lung$time, lung$status)
  found <- concordance_all(lung[columns], y, strata = factor(lung$inst))
  expect_identical(found$term, columns)
  for (k in seq_along(columns)) {
    some <- !is.na(lung[[columns[k]]]) & !is.na(lung$inst)
    f <- survival::concordancefit(y[some], lung[some, columns[k]], factor(lung$inst[some]),
                                  keepstrata = TRUE)
    expect_equal(found$concordance[k], f$concordance, tolerance = 1e-13)
    expect_equal(found$std.error[k], sqrt(f$var), tolerance = 1e-13, ignore_attr = TRUE)
    expect_equal(found$n[k], f$n)
    expect_equal(unlist(as.data.frame(found)[k, 9:13]), count_of_strata(f), ignore_attr = TRUE)
  }
  expect_identical(concordance_all(lung[columns], lung$time, lung$status, lung$inst), found)
  expect_identical(concordance_all(lung[columns], lung$time, lung$status == 2, lung$inst), found)
  expect_identical(
    concordance_all(survival::Surv(time, status) ~ age + wt.loss, lung),
    concordance_all(lung[c("age", "wt.loss")], lung$time, lung$status)
  )
})

test_that("times that differ by rounding alone are tied, as in survival", {
  time <- c(0.3, 0.1 + 0.2, 1, 2, Inf)
  x <- matrix(c(1, 2, 3, 4, 5))
  expect_equal(concordance_all(x, time)$concordant, 9)
  expect_equal(concordance_all(x, time)$tied.y, 1)
  expect_equal(concordance_all(x, time, timefix = FALSE)$tied.y, 0)
  skip_if_not_installed("survival")
  set.seed(3)
  time <- round(stats::rexp(60), 1) * (1 + stats::rnorm(60) * 1e-9)
  x <- matrix(stats::rnorm(60))
  f <- survival::concordance(survival::Surv(time) ~ x)
  expect_equal(unlist(as.data.frame(concordance_all(x, time))[9:13]), f$count, ignore_attr = TRUE)
  y <- survival::Surv(time)
  expect_equal(without_rounding(time), unclass(survival::aeqSurv(y))[, 1], tolerance = 0)
})

test_that("all algorithms, targets and numbers of threads give the same bits", {
  set.seed(4)
  for (turn in c(1:8, 15, 34)) {
    n <- sample(c(3, 20, 150, 600), 1)
    s <- random_survival(turn, n, columns = 70)
    s$weights <- NULL
    outcome <- concordance_outcome(s$time, s$status, s$strata, NULL, n, TRUE)
    first <- concordance_in_c(s$x, outcome, 1L, way = "tree")[concordance_fields]
    for_each_target(function(isa) {
      for (threads in 1:4) for (way in concordance_ways) {
        found <- concordance_in_c(s$x, outcome, threads, way = way)
        expect_identical(found[concordance_fields], first, info = paste(turn, threads, way))
        if (way == "tree") expect_equal(found$by_pairs, 0)
        if (way == "pairs") expect_equal(found$by_pairs, sum(colSums(is.na(s$x)) == 0))
      }
    })
  }
  weights <- stats::runif(n)
  outcome <- concordance_outcome(s$time, s$status, s$strata, weights, n, TRUE)
  first <- concordance_in_c(s$x, outcome, 1L)[concordance_fields]
  for_each_target(function(isa) {
    for (threads in 1:4) {
      expect_identical(concordance_in_c(s$x, outcome, threads)[concordance_fields], first)
    }
  })
  # weights of 2 are rows that are there twice
  s$x <- s$x[, 1:3]
  twice <- rep(1:n, 2)
  a <- concordance_all(s$x, s$time, s$status, s$strata, rep(2, n))
  b <- concordance_all(s$x[twice, ], s$time[twice], s$status[twice], s$strata[twice])
  expect_equal(a$concordance, b$concordance)
  expect_equal(a$concordant, b$concordant)
})

test_that("small and degenerate data", {
  one <- concordance_all(matrix(3), 1, 1)
  expect_identical(one$concordance, NA_real_)
  expect_identical(one$std.error, NA_real_)
  expect_identical(one$n, 1L)
  expect_identical(nrow(concordance_all(matrix(0, 5, 0), 1:5)), 0L)
  none <- concordance_all(matrix(0, 0, 2), numeric())
  expect_identical(none$n, c(0L, 0L))
  expect_identical(none$p.value, c(NA_real_, NA_real_))
  two <- concordance_all(cbind(1:2, 2:1, 1), 1:2, c(1, 0))
  expect_identical(two$concordance, c(1, 0, 0.5))
  expect_identical(two$std.error, c(0, 0, 0))
  expect_identical(two$p.value, rep(NA_real_, 3))
  expect_identical(two$conf.low, two$concordance)
  # censored at the time of a death: lived longer; a later censored row does not compare
  expect_equal(concordance_all(matrix(1:2), c(5, 5), c(1, 0))$concordant, 1)
  expect_equal(concordance_all(matrix(1:2), c(5, 5), c(0, 0))$concordance, NA_real_)
  expect_equal(concordance_all(matrix(1:2), c(5, 5), c(1, 1))$tied.y, 1)
  expect_equal(concordance_all(matrix(c(1, 1)), c(5, 5), c(1, 1))$tied.xy, 1)
  censored <- concordance_all(matrix(rnorm(20), 10), 1:10, 0 * 1:10)
  expect_true(all(is.na(censored$concordance)))
  expect_true(all(censored$concordant == 0))
  missing <- concordance_all(cbind(NA, c(1, NA, 3)), 1:3)
  expect_identical(missing$n, c(0L, 2L))
  expect_identical(missing$concordance, c(NA, 1))
  alone <- concordance_all(matrix(c(1:4, 9)), c(1:4, 0), strata = c(1, 1, 1, 1, 2))
  expect_equal(alone$concordant, 6)
})

test_that("with weights, too, there is no test of a perfect order and of a constant column", {
  set.seed(9)
  found <- do.call(rbind, lapply(1:200, function(turn) {
    n <- sample(c(2:40, 300), 1)
    x <- sort(stats::rnorm(n))
    order <- sample(n)
    status <- stats::rbinom(n, 1, 0.5)
    status[1] <- 1
    strata <- if (turn %% 3 == 0) sample(3, n, TRUE)
    as.data.frame(concordance_all(cbind(x, -x, 1)[order, ], x[order] + (turn %% 2) * 1e3,
                                  status[order], strata, stats::runif(n) * 10^(turn %% 5 - 2),
                                  timefix = FALSE))
  }))
  found <- found[!is.na(found$concordance), ]
  expect_gt(nrow(found), 500)
  expect_identical(found$concordance, c("x" = 1, " " = 0, "1" = 0.5)[rep(1:3, nrow(found) / 3)],
                   ignore_attr = TRUE)
  expect_true(all(found$std.error == 0))
  expect_true(all(is.na(found$statistic) & is.na(found$p.value)))
  # one pair of 200 rows out of order has a test
  x <- c(2, 1, 3:200)
  w <- stats::runif(200)
  near <- concordance_all(x, 1:200, weights = w)
  expect_equal(near$std.error, oracle_concordance(x, 1:200, rep(1, 200), NULL, w)[["std.error"]])
  expect_false(is.na(near$statistic))
})

test_that("missing times, status, strata and weights leave rows out of all columns", {
  set.seed(5)
  x <- matrix(stats::rnorm(60), 20, dimnames = list(NULL, c("a", "b", "c")))
  s <- list(time = stats::rexp(20), status = rep(1:0, 10), strata = rep(1:2, 10),
            weights = stats::runif(20))
  s$time[1] <- NA
  s$status[2] <- NA
  s$strata[3] <- NA
  s$weights[4] <- NA
  found <- concordance_all(x, s$time, s$status, s$strata, s$weights)
  kept <- 5:20
  expect_identical(as.list(found), as.list(concordance_all(
    x[kept, ], s$time[kept], s$status[kept], s$strata[kept], s$weights[kept]
  )))
  expect_identical(found$n, rep(16L, 3))
})

test_that("tests, intervals and adjusted p-values", {
  set.seed(6)
  x <- matrix(stats::rnorm(400), 40)
  found <- concordance_all(x, stats::rexp(40), p.adjust.method = "BH", conf.level = 0.9)
  z <- (found$concordance - 0.5) / found$std.error
  expect_identical(found$statistic, z)
  expect_equal(found$p.value, stats::p.adjust(2 * stats::pnorm(-abs(z)), "BH"))
  expect_equal(found$conf.high - found$conf.low, 2 * stats::qnorm(0.95) * found$std.error)
  expect_equal(found$somers_d, 2 * found$concordance - 1)
  expect_null(concordance_all(x, 1:40, conf.level = NULL)$conf.low)
  expect_identical(found$term, 1:10)
})

test_that("inputs: vectors, integers, logicals, sparse matrices, containers", {
  set.seed(7)
  time <- stats::rexp(30)
  status <- rep(c(TRUE, FALSE, TRUE), 10)
  x <- matrix(stats::rpois(120, 1), 30, dimnames = list(NULL, letters[1:4]))
  found <- concordance_all(x, time, status)
  expect_identical(concordance_all(x + 0, time, status), found)
  expect_identical(concordance_all(as.data.frame(x), time, status), found)
  expect_identical(concordance_all(x[, 2], time, status)$concordance, found$concordance[2])
  expect_identical(concordance_all(x > 0, time, status)$concordant,
                   concordance_all((x > 0) + 0, time, status)$concordant)
  if (requireNamespace("Matrix", quietly = TRUE)) {
    expect_identical(concordance_all(methods::as(x + 0, "CsparseMatrix"), time, status), found)
  }
  skip_if_not_installed("SummarizedExperiment")
  experiment <- SummarizedExperiment::SummarizedExperiment(
    list(counts = t(x), other = t(x) + 1), colData = data.frame(days = time, dead = status)
  )
  expect_identical(concordance_all(experiment, time, status), found)
  expect_identical(concordance_all(experiment, "days", "dead"), found)
  expect_identical(concordance_all(experiment, "days", "dead", assay = "other"), found)
  found <- concordance_all(experiment, "days", "dead", strata = "dead", weights = "days")
  expect_identical(found, concordance_all(x, time, status, status, time))
  given <- list(time = "days", status = "dead", strata = "dead", weights = "days")
  for (argument in names(given)) {
    given_wrong <- given
    given_wrong[[argument]] <- "day"
    said <- expect_error(do.call(concordance_all, c(list(experiment), given_wrong)),
                         "must be a column of the samples' data of 'x', one of \"days\"",
                         class = "manycore_error_argument")
    expect_identical(said$argument, argument)
  }
  said <- expect_error(kendall_test(experiment, groups = "day"),
                       "'groups' must be a column of the samples' data of 'x', one of \"days\"")
  expect_identical(said$argument, "groups")
})

test_that("strata and weights of a formula are variables of data", {
  set.seed(10)
  data <- data.frame(time = stats::rexp(20), age = stats::rnorm(20), sex = rep(1:2, 10),
                     w = stats::runif(20))
  outside <- rev(data$w)
  expected <- concordance_all(data["age"], data$time, strata = data$sex, weights = data$w)
  expect_identical(concordance_all(time ~ age, data, strata = sex, weights = w), expected)
  expect_identical(concordance_all(time ~ age, data, strata = data$sex, weights = data$w), expected)
  expected <- concordance_all(data["age"], data$time, weights = outside)
  expect_identical(concordance_all(time ~ age, data, weights = outside), expected)
  with_weights <- function(...) concordance_all(time ~ age, data, ...)
  in_function <- function(v) with_weights(weights = v)
  expect_identical(in_function(outside), expected)
  attach_less <- concordance_all(data$time ~ age, data, weights = rev(w))
  expect_identical(attach_less, expected)
  expect_identical(concordance_all(time ~ age, data), concordance_all(data["age"], data$time))
  refused <- function(code, argument) {
    e <- tryCatch(code, manycore_error_argument = identity)
    expect_s3_class(e, "manycore_error_argument")
    expect_identical(e$argument, argument)
    conditionMessage(e)
  }
  place <- "', which is not in 'data', nor where the function was called"
  expect_identical(refused(concordance_all(time ~ age, data, weights = nowhere), "weights"),
                   paste0("'weights' has the variable 'nowhere", place))
  expect_identical(refused(concordance_all(time ~ age, data, strata = sex + nowhere), "strata"),
                   paste0("'strata' has the variable 'nowhere", place))
  expect_match(refused(concordance_all(time ~ age, c(y = 1), strata = y), "data"),
               "^'data' must be a data frame")
  # a matrix as data
  expect_identical(concordance_all(time ~ age, as.matrix(data), strata = sex, weights = w),
                   concordance_all(time ~ age, data, strata = sex, weights = w))
  expect_match(refused(concordance_all(time ~ age + nowhere, as.matrix(data)), "x"),
               "'x' has the variable 'nowhere'")
  said <- expect_error(concordance_all(time ~ age + strata(sex), data),
                       "give 'strata' as an argument", class = "manycore_error_argument")
  expect_identical(said$argument, "x")
  expect_error(concordance_all(time ~ age + survival::strata(sex), data),
               "give 'strata' as an argument", fixed = TRUE)
  data$strata <- data$age
  expect_identical(concordance_all(time ~ strata, data)$term, "strata")
})

test_that("methods", {
  set.seed(8)
  x <- matrix(stats::rnorm(600), 30, dimnames = list(NULL, paste0("g", 1:20)))
  found <- concordance_all(x, stats::rexp(30), rep(1:0, 15), strata = rep(1:3, 10))
  expect_identical(format(found),
                   "Concordance of 20 columns with survival: 30 rows, 15 deaths, 3 strata")
  shown <- capture.output(print(found, n = 3))
  expect_length(shown, 6)
  expect_match(shown[6], "17 more columns; those above have the smallest p-values", fixed = TRUE)
  expect_match(shown[3], found$term[which.min(found$p.value)], fixed = TRUE)
  # all columns, or none of them: in the order of the table
  turned <- found[20:1, ]
  lines <- capture.output(print(turned, n = 20))
  expect_identical(sub(" *([^ ]+) .*", "\\1", lines[3:22]), turned$term)
  expect_match(capture.output(print(found, n = 0))[2], "(20 more columns)", fixed = TRUE)
  s <- summary(found)
  expect_identical(s$columns, 20L)
  expect_identical(s$strongest$term[1], found$term[which.min(found$p.value)])
  expect_output(print(s), "smallest p-values")
  part <- found[found$p.value < 0.5, ]
  expect_s3_class(part, "concordance_all")
  expect_identical(class(found[c("term", "n")]), "data.frame")
  expect_identical(class(as.data.frame(found)), "data.frame")
  expect_error(summary(structure(list(), class = "concordance_all")), "was changed")
  skip_if_not_installed("generics")
  expect_identical(names(generics::tidy(found)),
                   c("term", "estimate", "std.error", "statistic", "p.value", "n", "conf.low",
                     "conf.high"))
  g <- generics::glance(found)
  expect_identical(nrow(g), 1L)
  expect_identical(g$deaths, 15L)
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  expect_identical(plot(found), found)
  expect_identical(plot(found, "histogram", level = 0.1), found)
})

test_that("errors name the argument", {
  x <- matrix(1:10, 5)
  expect_error(concordance_all(x), "argument \"time\" is missing")
  expect_error(concordance_all(), "argument \"x\" is missing", class = "manycore_error_argument")
  expect_error(concordance_all(time = 1:5), "argument \"x\" is missing")
  expect_error(concordance_all(x, structure(1:5 + 0, class = "integer64")),
               "'time' must be numeric, not integer64; see as.double()", fixed = TRUE)
  given <- list(time = 1:5, status = rep(1, 5), strata = 1:5, weights = 1:5)
  for (argument in names(given)) {
    given_wrong <- given
    given_wrong[[argument]] <- rep(1, 4)
    said <- expect_error(do.call(concordance_all, c(list(x), given_wrong)), "must have 5 values",
                         class = "manycore_error_size")
    expect_identical(said$argument, argument)
  }
  expect_error(concordance_all(x, 1:4), "'time' must have 5 values")
  expect_error(concordance_all(x, 1:5, 1:4 > 2), "'status' must have 5 values")
  expect_error(concordance_all(x, 1:5, 1:5), "'status' must be logical, or numbers 0 and 1, or 1")
  expect_error(concordance_all(x, 1:5, factor(1:5)), "'status' must be logical")
  expect_error(concordance_all(x, letters[1:5]), "'time' must be a numeric vector or")
  expect_error(concordance_all(x, 1:5, weights = -1:3), "'weights' must be NULL or finite")
  expect_error(concordance_all(x, 1:5, strata = 1:3), "'strata' must have 5 values")
  expect_error(concordance_all(letters, 1:5), "'x' must be numeric")
  expect_error(concordance_all(x, 1:5, p.adjust.method = "maxT"), "'p.adjust.method' must be one")
  expect_error(concordance_all(x, 1:5, satus = 1), "'status' may be meant")
  expect_error(concordance_all(x, 1:5, assay = 2), "'assay' is for")
  expect_error(concordance_all(~ x), "formula with an outcome")
  skip_if_not_installed("survival")
  expect_error(concordance_all(x, survival::Surv(1:5, 2:6, rep(1, 5))), "right-censored")
  expect_error(concordance_all(x, survival::Surv(1:5), status = rep(1, 5)), "'status' must be NULL")
})

test_that("operators of a formula", {
  skip_if_not_installed("survival")
  Surv <- survival::Surv
  lung <- survival::lung
  expect_identical(concordance_all(Surv(time, status) ~ age - sex, lung)$term, "age")
  expect_identical(setdiff(names(lung), concordance_all(Surv(time, status) ~ . - inst, lung)$term),
                   c("inst", "time", "status"))
  for (bad in list(Surv(time, status) ~ age * sex, Surv(time, status) ~ age + offset(sex))) {
    expect_error(concordance_all(bad, lung), "without interactions and offset",
                 class = "manycore_error_argument")
  }
})

test_that("an x that is a call is not evaluated", {
  expect_error(concordance_all(quote(stop("evaluated")), 1:3, c(1, 1, 1)), "'x' must be",
               class = "manycore_error_argument")
})
