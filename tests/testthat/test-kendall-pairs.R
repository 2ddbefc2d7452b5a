# The methods of the tests of a list of pairs, kendall_test(pairs = ).

pairs_of <- function() {
  set.seed(21)
  x <- matrix(stats::rnorm(40 * 5), 40, dimnames = list(NULL, letters[1:5]))
  list(x = x, x_with_na = replace(x, sample(200, 30), NA), groups = rep(c("ill", "well"), 20),
       pairs = cbind(c("a", "b", "a", "d"), c("c", "e", "e", "a")))
}

test_that("tidy() and glance() of a list of pairs", {
  skip_if_not_installed("generics")
  data <- pairs_of()
  for (level in list(0.9, NULL)) {
    tests <- kendall_test(data$x_with_na, pairs = data$pairs, p.adjust.method = "BH",
                          alternative = "greater", conf.level = level)
    expect_s3_class(tests, c("kendall_pair_tests", "data.frame"), exact = TRUE)
    tidy <- generics::tidy(tests)
    expect_identical(class(tidy), "data.frame")
    expect_identical(names(attributes(tidy)), c("names", "row.names", "class"))
    expect_identical(as.list(tidy), lapply(stats::setNames(nm = names(tests)),
                                           function(name) tests[[name]]))
    expect_identical(names(tidy), names(generics::tidy(kendall_test(data$x, conf.level = level))))
  }
  glance <- generics::glance(tests)
  expect_identical(as.list(glance), list(
    pairs = 4L, tested = 4L, significant = sum(tests$p.value < 0.05),
    median = stats::median(tests$estimate), alternative = "greater", p.adjust.method = "BH",
    nobs = max(tests$n)
  ))
  # the columns of glance() of all pairs, but for the size of matrices and permutations
  all <- generics::glance(kendall_test(data$x))
  expect_identical(names(glance), setdiff(names(all), c("rows", "columns", "permutations")))
})

test_that("pairs without a test, and no pairs", {
  skip_if_not_installed("generics")
  x <- cbind(a = 1:6, b = 1, c = c(2, 1, 4, 3, 6, 5))
  tests <- suppressWarnings(kendall_test(x, pairs = cbind(c("a", "a"), c("b", "c"))))
  glance <- generics::glance(tests)
  expect_identical(c(glance$pairs, glance$tested), 2:1)
  expect_identical(glance$median, tests$estimate[2])
  none <- kendall_test(x, pairs = cbind(1, 1)[0, ])
  expect_identical(dim(generics::tidy(none)), c(0L, 8L))
  glance <- generics::glance(none)
  expect_identical(c(glance$pairs, glance$tested, glance$significant), c(0L, 0L, 0L))
  expect_identical(list(glance$median, glance$nobs), list(NA_real_, NA_integer_))
})

test_that("tidy() and glance() of a list of pairs with groups are those of all pairs", {
  skip_if_not_installed("generics")
  data <- pairs_of()
  groups <- rep(c("ill", "well", "low.ill", "n"), 10)
  for (contrast in list(NULL, c("well", "low.ill"))) for (level in list(0.95, NULL)) {
    run <- function(...) {
      kendall_test(data$x_with_na, groups = groups, contrast = contrast, conf.level = level, ...)
    }
    all <- run()
    tests <- run(pairs = data$pairs)
    expect_s3_class(tests, "kendall_pair_tests")
    tidy <- generics::tidy(tests)
    of_all <- generics::tidy(all)
    key <- function(table, turned = FALSE) {
      paste(table$part, if (turned) table$to else table$from, if (turned) table$from else table$to)
    }
    at <- match(key(tidy), key(of_all))
    at[is.na(at)] <- match(key(tidy, TRUE), key(of_all))[is.na(at)]
    want <- of_all[at, ]
    want[c("from", "to")] <- tidy[c("from", "to")]
    rownames(want) <- NULL
    expect_identical(tidy, want)
    glance <- generics::glance(tests)
    of_all <- generics::glance(all)
    expect_identical(names(glance), setdiff(names(of_all), c("rows", "columns")))
    same <- c("levels", "alternative", "p.adjust.method", "nobs")
    expect_identical(glance[same], of_all[same])
    expect_identical(glance$pairs, 4L)
    expect_identical(glance$stratified, sum(tests$p.value.stratified < 0.05))
    expect_identical(glance$difference, if (is.null(contrast)) NA_integer_ else
      sum(tests$p.value.difference < 0.05))
  }
})

test_that("tests of pairs work as a data frame", {
  data <- pairs_of()
  tests <- kendall_test(data$x, pairs = data$pairs)
  plain <- as.data.frame(tests)
  expect_identical(class(plain), "data.frame")
  expect_identical(names(attributes(plain)), c("names", "row.names", "class"))
  rows <- tests[tests$from == "a", ]
  expect_s3_class(rows, "kendall_pair_tests")
  expect_identical(as.data.frame(rows), plain[plain$from == "a", ])
  expect_identical(glance.kendall_pair_tests(rows)$pairs, 2L)
  expect_identical(tests[c("from", "p.value")], plain[c("from", "p.value")])
  expect_identical(tests[, "p.value"], plain$p.value)
  expect_identical(as.data.frame(head(tests, 2)), head(plain, 2))
  expect_identical(merge(tests, data.frame(to = "e", more = 1)),
                   merge(plain, data.frame(to = "e", more = 1)))
  expect_identical(as.data.frame(rbind(tests, tests)), rbind(plain, plain))
  expect_identical(cbind(tests, more = 1), cbind(plain, more = 1))
  expect_identical(utils::capture.output(print(tests)), utils::capture.output(print(plain)))
  expect_identical(subset(tests, n > 50)$to, character())
  for (changed in list(`[[<-`(tests, "n", value = NULL), structure(tests, settings = NULL))) {
    for (f in list(glance.kendall_pair_tests, tidy.kendall_pair_tests)) {
      e <- tryCatch(f(changed), manycore_error_argument = identity)
      expect_identical(e$argument, "x")
      expect_match(conditionMessage(e), "was changed after kendall_test() returned it",
                   fixed = TRUE)
    }
  }
  for (f in list(as.data.frame, glance.kendall_pair_tests, tidy.kendall_pair_tests)) {
    expect_identical(tryCatch(f(tests, foo = 1), error = identity)$argument, "foo")
  }
})
