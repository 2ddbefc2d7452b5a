# kendall_test(groups = ): against tests of each level, definitions in plain R, and known values.

quietly <- function(code) suppressWarnings(code)

# Columns of n rows that a test may stumble over.
group_columns <- function(n, columns) {
  vapply(seq_len(columns), function(j) {
    v <- switch(sample(5, 1), stats::rnorm(n), as.numeric(sample.int(n)), as.numeric(draw(1:3, n)),
                rep(1, n), as.numeric(draw(c(0, 0, 0, 1), n)))
    if (n > 2 && stats::runif(1) < 0.3) with_missing(v, sample(n - 1, 1)) else v
  }, numeric(n))
}

matrices_of_test <- c("estimate", "statistic", "p.value", "n", "conf.low", "conf.high")

test_that("levels, strata and differences are those of the definitions, everywhere", {
  set.seed(1)
  sizes <- list(c(12, 9), c(30, 5), c(4, 20), c(1, 9, 10), c(5, 6, 2, 7), c(60, 70), c(2, 2),
                c(1, 1), c(8), c(15, 3, 1, 50))
  for (size in sizes) for (other in c(FALSE, TRUE)) {
    n <- sum(size)
    groups <- factor(sample(rep(letters[seq_along(size)], size)), letters[1:6])
    groups[sample(n, n %/% 8)] <- NA
    groups <- droplevels(groups)
    if (nlevels(groups) == 0) next
    x <- group_columns(n, 6)
    y <- if (other) group_columns(n, 3)
    alternative <- sample(c("two.sided", "less", "greater"), 1)
    continuity <- stats::runif(1) < 0.5
    conf <- if (stats::runif(1) < 0.7) 0.9
    contrast <- if (nlevels(groups) > 1) sample(levels(groups), 2)
    run <- function(...) {
      quietly(kendall_test(x, y, alternative, NULL, continuity, conf, groups = groups,
                           contrast = contrast, ...))
    }
    got <- run()
    label <- paste(toString(size), other, alternative, continuity)
    expect_s3_class(got, "kendall_group_tests")
    expect_identical(got$rows, c(table(groups)), label = label)
    for (level in levels(groups)) {
      rows <- which(groups == level)
      want <- quietly(kendall_test(x[rows, , drop = FALSE], if (other) y[rows, , drop = FALSE],
                                   alternative, NULL, continuity, conf))
      expect_identical(unclass(got$levels[[level]])[matrices_of_test],
                       unclass(want)[matrices_of_test], label = paste(label, level))
    }
    want <- reference_groups(x, y, groups, if (is.null(contrast)) c(1, 1) else contrast,
                             alternative, continuity)
    for (part in c("stratified", if (!is.null(contrast)) "difference")) {
      for (name in c("estimate", "statistic", "p.value")) {
        expect_lte(relative_difference(got[[part]][[name]], want[[part]][[name]],
                                       if (name == "p.value") 1e-300 else 0.01), 1e-11,
                   label = paste(label, part, name))
      }
      expect_s3_class(got[[part]], "kendall_test")
    }
    expect_true(all(got$stratified$n == want$n))
    expect_identical(is.null(got$difference), is.null(contrast))
    odd <- character()
    for_each_target(function(isa) {
      for (algorithm in algorithms) for (threads in c(1, 3)) {
        if (!identical(run(algorithm = algorithm, threads = threads), got)) {
          odd <<- c(odd, paste(isa, algorithm, threads))
        }
      }
    })
    expect_identical(odd, character(), label = label)
    # the list of all pairs, in the order of the matrices
    cells <- expand.grid(i = 1:6, j = seq_len(ncol(if (other) y else x)))
    listed <- run(pairs = cells)
    whole <- lapply(c(got$levels, list(stratified = got$stratified),
                      if (!is.null(contrast)) list(difference = got$difference)), unclass)
    for (part in names(whole)) {
      for (name in Filter(function(name) !is.null(whole[[part]][[name]]), matrices_of_test)) {
        expect_identical(listed[[paste0(name, ".", part)]], as.vector(whole[[part]][[name]]),
                         label = paste(label, part, name, "of the list"))
      }
    }
  }
})

test_that("the difference changes its sign with the levels, and a level with itself has none", {
  set.seed(2)
  x <- matrix(stats::rnorm(40 * 5), 40)
  x[sample(200, 12)] <- NA
  g <- rep(c("a", "b", "c"), c(15, 12, 13))
  one <- kendall_test(x, groups = g, contrast = c("c", "a"))$difference
  two <- kendall_test(x, groups = g, contrast = c("a", "c"))$difference
  expect_identical(one$estimate, -two$estimate)
  expect_identical(one$statistic, -two$statistic)
  expect_identical(one$p.value, two$p.value)
  expect_null(kendall_test(x, groups = g)$difference)
  twice <- kendall_test(rbind(x, x), groups = rep(1:2, each = 40))
  expect_true(all(twice$difference$statistic == 0) && all(twice$difference$p.value == 1))
  expect_equal(twice$stratified$estimate, twice$levels[[1]]$estimate, tolerance = 1e-14)
})

test_that("one level is the plain test", {
  set.seed(3)
  x <- matrix(draw(1:6, 60 * 4), 60)
  got <- kendall_test(x, groups = rep("all", 60))
  want <- kendall_test(x)
  expect_equal(got$stratified$estimate, want$estimate, tolerance = 1e-15)
  expect_equal(got$stratified$statistic, want$statistic, tolerance = 1e-15)
  expect_null(got$difference)
})

test_that("taus of 1 and -1 have a finite transform", {
  x <- cbind(c(1:10, 1:10), c(1:10, 10:1))
  got <- kendall_test(x, groups = rep(c("up", "down"), each = 10))
  # atanh(1 - 1 / 45) of both levels, in the order of the levels: down, up
  z <- -2 * atanh(1 - 1 / 45) / sqrt(2 * 0.437 / 6)
  expect_equal(got$difference$statistic[1, 2], z, tolerance = 1e-12)
  expect_equal(got$difference$p.value[1, 2], 2 * stats::pnorm(z), tolerance = 1e-10)
  expect_identical(got$difference$estimate[1, 2], -2)
  expect_identical(got$stratified$estimate[1, 2], 0)
  expect_identical(got$difference$statistic[1, 1], 0)
})

test_that("the stratified test is the seasonal Kendall test", {
  # Hirsch, Slack and Smith (1982): S and its variance are summed over seasons
  set.seed(4)
  years <- 1:12
  series <- matrix(stats::rnorm(12 * 4), 12) + 0.1 * years
  flat <- as.vector(t(series))
  got <- kendall_test(flat, rep(years, each = 4), groups = rep(1:4, 12))
  parts <- lapply(1:4, function(season) {
    stats::cor.test(series[, season], years, method = "kendall", exact = FALSE)
  })
  s <- sum(vapply(parts, function(test) unname(test$estimate) * 66, 0))
  expect_equal(got$stratified$estimate[1, 1], s / (4 * 66))
  expect_equal(got$stratified$statistic[1, 1], s / sqrt(4 * 12 * 11 * 29 / 18))
})

test_that("differences are those of DGCA's formula with Kendall's variance", {
  # diff(atanh) / sqrt(sum of variances): DGCA::dCorrs() has 1 / (n - 3) for Pearson's correlation
  set.seed(6)
  x <- matrix(stats::rnorm(70 * 4), 70)
  g <- rep(c("a", "b"), c(30, 40))
  got <- kendall_test(x, groups = g)
  r <- lapply(split(1:70, g), function(rows) cor_kendall(x[rows, ]))
  z <- (atanh(r$a) - atanh(r$b)) / sqrt(0.437 / 26 + 0.437 / 36)
  off <- upper.tri(z)
  expect_equal(got$difference$statistic[off], z[off], tolerance = 1e-12)
})

test_that("differences keep their level where the taus are equal", {
  set.seed(7)
  tests <- replicate(400, {
    u <- stats::rnorm(50)
    x <- cbind(u, u * 0.7 + stats::rnorm(50))
    kendall_test(x, groups = rep(1:2, 25))$difference$p.value[1, 2]
  })
  expect_lt(abs(mean(tests < 0.05) - 0.05), 0.035)
})

test_that("use leaves out rows of all levels at once", {
  set.seed(8)
  x <- matrix(stats::rnorm(30 * 4), 30)
  x[sample(120, 15)] <- NA
  g <- rep(c("a", "b"), 15)
  complete <- stats::complete.cases(x)
  for (use in c("complete.obs", "na.or.complete")) {
    got <- kendall_test(x, groups = g, use = use)
    want <- kendall_test(x[complete, ], groups = g[complete])
    expect_identical(got$use, want$use)
    expect_identical(got$difference$p.value, want$difference$p.value)
    expect_identical(got$levels$a$p.value, want$levels$a$p.value)
    expect_identical(got$levels$a$use, use)
    expect_identical(got$rows, want$rows)
  }
  everything <- kendall_test(x, groups = g, use = "everything")
  lacks <- colSums(is.na(x[g == "a", ])) > 0
  expect_identical(is.na(everything$levels$a$p.value[, 1]), lacks | lacks[1])
  expect_identical(outcome(kendall_test(x, groups = g, use = "all.obs"))$error,
                   "missing observations in cov/cor")
  # a level may lose all its rows
  x[g == "b", 1] <- NA
  lost <- kendall_test(x, groups = g, use = "complete.obs")
  expect_identical(lost$rows[["b"]], 0L)
  expect_true(all(is.na(lost$levels$b$p.value)) && all(is.na(lost$difference$p.value)))
  expect_false(anyNA(lost$stratified$p.value))
})

test_that("groups of every kind, and wrong ones", {
  set.seed(9)
  x <- matrix(stats::rnorm(20 * 3), 20)
  f <- factor(rep(c("b", "a"), 10), c("b", "unused", "a"))
  want <- kendall_test(x, groups = f)
  expect_identical(names(want$levels), c("b", "a"))
  expect_identical(kendall_test(x, groups = rep(1:2, 10))$difference$p.value,
                   want$difference$p.value)
  expect_identical(kendall_test(x, groups = rep(c(FALSE, TRUE), 10))$difference$p.value,
                   want$difference$p.value)
  expect_identical(kendall_test(x, groups = rep(c(3, 7), 10))$contrast, c("3", "7"))
  turned <- kendall_test(as.data.frame(x), groups = f, contrast = factor(c("a", "b")))
  expect_identical(turned$contrast, c("a", "b"))
  f[1:3] <- NA
  expect_identical(unclass(kendall_test(x, groups = f)$levels$a)[matrices_of_test],
                   unclass(kendall_test(x[which(f == "a"), ]))[matrices_of_test])
  failing <- function(...) outcome(kendall_test(x, ...))$error
  expect_match(failing(groups = 1:3), "a level for each of the 20 rows of 'x', not 3", fixed = TRUE)
  expect_match(failing(groups = list(1)), "'groups' must be NULL, or a factor")
  expect_match(failing(groups = rep(1.5, 20)), "'groups' must be NULL, or a factor")
  expect_match(failing(groups = rep(NA, 20)), "'groups' has no level")
  expect_match(failing(groups = f, contrast = c("a", "unused")), "must be levels of 'groups'")
  expect_match(failing(groups = f, contrast = c("a", "a")), "two different levels")
  expect_match(failing(groups = f, contrast = "a"), "or two levels of 'groups'")
  expect_match(failing(contrast = c("a", "b")), "'groups', which is not given")
  expect_match(outcome(kendall_test(x, x, groups = f, permutations = 10))$error,
               "they exclude 'groups'")
})

test_that("vectors, formulas and constant columns", {
  set.seed(10)
  u <- stats::rnorm(30)
  v <- u + stats::rnorm(30)
  g <- rep(c("a", "b", "b"), 10)
  got <- kendall_test(u, v, groups = g)
  expect_identical(dim(got), c(1L, 1L))
  expect_equal(got$levels$a$p.value[1, 1], kendall_test(u[g == "a"], v[g == "a"])$p.value)
  expect_identical(unname(kendall_test(~ u + v, groups = g)$difference$p.value),
                   got$difference$p.value)
  flat <- outcome(kendall_test(cbind(u, ifelse(g == "a", 1, v)), groups = g))
  expect_identical(flat$warnings,
                   "the standard deviation is zero (in 1 case of a pair of columns and a level)")
  expect_true(is.na(flat$value$difference$p.value[1, 2]))
  expect_equal(flat$value$stratified$p.value[1, 2],
               kendall_test(u[g == "b"], v[g == "b"], exact = FALSE)$p.value)
  expect_match(outcome(kendall_test(cbind(u, round(v)), groups = g, exact = TRUE))$warnings,
               "some pairs of columns and levels", fixed = TRUE)
})

test_that("p-values are adjusted within each part", {
  set.seed(11)
  x <- matrix(stats::rnorm(40 * 6), 40)
  g <- rep(1:2, 20)
  plain <- kendall_test(x, groups = g)
  adjusted <- kendall_test(x, groups = g, p.adjust.method = "BH")
  above <- upper.tri(plain$stratified$p.value)
  for (part in c("stratified", "difference")) {
    expect_equal(adjusted[[part]]$p.value[above],
                 stats::p.adjust(plain[[part]]$p.value[above], "BH"))
  }
  expect_equal(adjusted$levels[["1"]]$p.value[above],
               stats::p.adjust(plain$levels[["1"]]$p.value[above], "BH"))
  pairs <- cbind(c(1, 2, 2), c(2, 1, 3))
  listed <- kendall_test(x, groups = g, pairs = pairs, p.adjust.method = "bonferroni")
  expect_equal(listed$p.value.difference,
               pmin(1, 2 * plain$difference$p.value[pairs]))
})

test_that("methods", {
  set.seed(12)
  x <- matrix(stats::rnorm(40 * 4), 40, dimnames = list(NULL, letters[1:4]))
  g <- rep(c("ill", "well"), 20)
  tests <- kendall_test(x, groups = g)
  expect_output(print(tests), "level ill: p < 0.05 in", fixed = TRUE)
  expect_output(print(tests), "difference: ill minus well", fixed = TRUE)
  expect_match(format(tests), "Stratified Kendall's tests of 4 columns, 6 pairs, in 2 levels")
  table <- as.data.frame(tests)
  expect_identical(dim(table), c(6L, 2L + 2L * 6L + 2L * 4L))
  expect_identical(table$estimate.difference, table$estimate.ill - table$estimate.well)
  tidy <- tidy.kendall_group_tests(tests)
  expect_identical(unique(tidy$part), c("ill", "well", "stratified", "difference"))
  expect_identical(tidy$p.value[tidy$part == "ill"], table$p.value.ill)
  glance <- glance.kendall_group_tests(tests)
  expect_identical(glance$nobs, 40L)
  expect_identical(glance$levels, 2L)
  part <- tests["a", 2:3]
  expect_identical(part$difference$p.value, tests$difference$p.value["a", 2:3, drop = FALSE])
  expect_identical(dim(t(part)), c(2L, 1L))
  expect_identical(dimnames(tests), list(letters[1:4], letters[1:4]))
  expect_match(format(tests$difference), "Tests of the difference of two taus")
  expect_output(print(tests$difference), "difference of taus:", fixed = TRUE)
  file <- tempfile(fileext = ".pdf")
  grDevices::pdf(file)
  on.exit(unlink(file))
  on.exit(grDevices::dev.off(), add = TRUE, after = FALSE)
  expect_identical(plot(tests), tests)
  plot(tests, "ill", type = "volcano")
  expect_match(outcome(plot(tests, "other"))$error, "'which' must be one of")
  tests$stratified <- NULL
  expect_output(print(tests), "changed after kendall_test() returned them", fixed = TRUE)
  expect_match(outcome(as.data.frame(tests))$error, "was changed")
})

test_that("sources give the results of the plain matrix", {
  skip_if_not_installed("Matrix")
  set.seed(13)
  m <- matrix(stats::rpois(40 * 7, 0.7), 40)
  g <- sample(c("a", "b", NA), 40, replace = TRUE)
  want <- quietly(kendall_test(m, groups = g))
  for (class in c("CsparseMatrix", "RsparseMatrix")) {
    expect_identical(quietly(kendall_test(methods::as(Matrix::Matrix(m, sparse = TRUE), class),
                                          groups = g)), want)
  }
  if (requireNamespace("DelayedArray", quietly = TRUE)) {
    expect_identical(quietly(kendall_test(DelayedArray::DelayedArray(m), groups = g)), want)
  }
  if (requireNamespace("SummarizedExperiment", quietly = TRUE)) {
    experiment <- SummarizedExperiment::SummarizedExperiment(
      list(counts = t(m)), colData = data.frame(status = g)
    )
    expect_identical(quietly(kendall_test(experiment, groups = "status"))$difference$p.value,
                     want$difference$p.value)
    expect_identical(quietly(kendall_test(experiment, groups = g))$difference$p.value,
                     want$difference$p.value)
    expect_match(outcome(kendall_test(experiment, groups = "stat"))$error, "one of \"status\"",
                 fixed = TRUE)
  }
})

test_that("groups of a formula are looked up in its data, and lose the same rows", {
  d <- data.frame(u = c(1:9, NA, 3, 7), v = c(4, 1, 3, 8, 2, 9, 5, 7, 6, 10, 2, 1),
                  arm = rep(c("a", "b"), 6))
  want <- kendall_test(d["u"], d["v"], groups = d$arm)$levels
  found <- kendall_test(~ u + v, data = d, groups = arm)
  expect_identical(found$levels$a$p.value, want$a$p.value)
  expect_identical(dimnames(found$levels$a$estimate), list("u", "v"))
  some <- kendall_test(~ u + v, data = d, groups = arm, subset = v < 9)
  expect_identical(sum(some$rows), sum(d$v < 9 & !is.na(d$u)))
  expect_identical(class(quietly(kendall_test(~ u + v, data = d))), "htest")
})

test_that("levels: time series and dates are levels, NaN and names of parts are not", {
  x <- matrix(stats::rnorm(48), 24)
  quarter <- stats::cycle(stats::ts(1:24, frequency = 4))
  expect_identical(kendall_test(x, groups = quarter), kendall_test(x, groups = as.integer(quarter)))
  day <- as.Date("2026-01-01") + rep(0:1, 12)
  expect_identical(names(kendall_test(x, groups = day)$levels), c("2026-01-01", "2026-01-02"))
  lost <- c(NaN, rep(1:2, 11), NA)
  expect_identical(kendall_test(x, groups = lost), kendall_test(x[2:23, ], groups = rep(1:2, 11)))
  expect_match(outcome(kendall_test(x, groups = rep(c("difference", "a"), 12)))$error,
               "'groups' must have no level \"difference\"")
  expect_match(outcome(kendall_test(x, groups = rep(1:2, 12), permutations = 10))$error,
               "exclude 'groups'")
  tests <- kendall_test(x, groups = rep(1:2, 12))
  expect_error(as.matrix(tests), "as.matrix(x$stratified)", fixed = TRUE,
               class = "manycore_error_argument")
  expect_identical(as.matrix(tests$stratified), tests$stratified$estimate)
})
