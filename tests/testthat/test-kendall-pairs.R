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

test_that("print() takes row.names", {
  data <- pairs_of()
  tests <- kendall_test(data$x, pairs = data$pairs)
  expect_output(print(tests, row.names = FALSE), "\n +from +to")
  expect_output(print(tests, row.names = FALSE), "\n +a +c ")
  expect_output(print(tests), "\n1 +a +c ")
  expect_output(print(kendall_test(data$x, pairs = data$pairs, groups = data$groups),
                      row.names = FALSE), "\n +a +c ")
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

test_that("print() says which tests, shows the first pairs, and keeps what it prints", {
  data <- pairs_of()
  tests <- kendall_test(data$x, pairs = data$pairs, p.adjust.method = "BH", alternative = "less")
  shown <- utils::capture.output(back <- withVisible(print(tests)))
  expect_identical(back, list(value = tests, visible = FALSE))
  expect_identical(shown[1:5], c(
    "Kendall's tests of 4 pairs of columns",
    "  alternative:  less",
    "  p-values:     exact, or by the normal approximation, adjusted (BH)",
    "  observations: 40",
    paste("  p < 0.05:    ", sum(tests$p.value < 0.05), "of 4")
  ))
  plain <- as.data.frame(tests)
  expect_identical(shown[-(1:5)], utils::capture.output(print(plain, digits = 3)))
  expect_identical(utils::capture.output(print(tests, digits = 7))[-(1:5)],
                   utils::capture.output(print(plain, digits = 7)))
  some <- utils::capture.output(print(tests, n = 1.5))
  expect_identical(some[-(1:5)], c(utils::capture.output(print(plain[1, ], digits = 3)),
                                   "... (3 more pairs)"))
  expect_identical(utils::capture.output(print(tests, n = 3))[10], "... (1 more pair)")
  expect_identical(utils::capture.output(print(tests, n = 0))[6], "... (4 more pairs)")
  expect_output(print(tests[0, ]), "^Kendall's tests of 0 pairs of columns\n.*p < 0.05: +0 of 0$")
  expect_output(print(tests[2, ]), "\n2 +b")
  many <- kendall_test(data$x_with_na, pairs = cbind(rep(1:4, 9), 5))
  shown <- utils::capture.output(many)
  expect_length(shown, 17)
  expect_identical(shown[17], "... (26 more pairs)")
  expect_match(shown[4], "observations: [0-9]+ to [0-9]+$")
  # what is no list of tests any more prints as a data frame
  changed <- `[[<-`(tests, "n", value = NULL)
  expect_identical(utils::capture.output(print(changed)),
                   utils::capture.output(print(plain[names(plain) != "n"], digits = 3)))
  for (bad in list(list(n = -1), list(n = NA), list(digits = 0), list(nn = 1))) {
    e <- tryCatch(do.call(print, c(list(tests), bad)), manycore_error_argument = identity)
    expect_identical(e$argument, names(bad))
  }
})

test_that("print() of pairs with groups shows each part as the tests of all pairs do", {
  data <- pairs_of()
  for (contrast in list(c("well", "ill"), NULL)) {
    groups <- if (is.null(contrast)) rep(c("a", "b", "c", "d"), 10) else data$groups
    tests <- kendall_test(data$x, pairs = data$pairs, groups = groups, contrast = contrast,
                          p.adjust.method = "holm")
    all <- kendall_test(data$x, groups = groups, contrast = contrast, p.adjust.method = "holm")
    shown <- utils::capture.output(tests)
    all <- utils::capture.output(all)
    expect_identical(shown[1], paste0("Kendall's tests of 4 pairs of columns, in ",
                                      length(unique(groups)), " levels"))
    expect_identical(shown[2:4], all[2:4])
    titles <- function(lines) sub(": p < .*", "", grep(": p < 0.05 in ", lines, value = TRUE))
    expect_identical(titles(shown), titles(all))
    level <- tests[c("from", "to", grep("[.]stratified$", names(tests), value = TRUE))]
    names(level) <- sub("[.]stratified$", "", names(level))
    expect_true(all(utils::capture.output(print(level, digits = 3)) %in% shown))
    expect_identical(sum(utils::capture.output(print(tests, n = 1)) == "... (3 more pairs)"),
                     length(titles(all)))
  }
})
