# Methods of what kendall_test() returns for columns.

set.seed(1)
x <- matrix(stats::rnorm(30 * 6), 30, dimnames = list(NULL, letters[1:6]))
x[4, 2] <- NA
y <- matrix(round(stats::rnorm(30 * 2), 1), 30)
tests <- kendall_test(x, p.adjust.method = "BH")
two <- kendall_test(x, y)

# The table, cell by cell.
table_by_loop <- function(tests, cells) {
  rows <- lapply(seq_len(nrow(cells)), function(k) {
    i <- cells[k, 1]
    j <- cells[k, 2]
    name <- function(names, index) if (is.null(names)) index else names[index]
    data.frame(from = name(rownames(tests$estimate), i), to = name(colnames(tests$estimate), j),
               estimate = tests$estimate[i, j], statistic = tests$statistic[i, j],
               p.value = tests$p.value[i, j], n = tests$n[i, j],
               conf.low = tests$conf.low[i, j], conf.high = tests$conf.high[i, j])
  })
  table <- do.call(rbind, rows)
  row.names(table) <- NULL
  table
}

test_that("the table has a row for each distinct pair", {
  cells <- which(upper.tri(tests$estimate), arr.ind = TRUE)
  expect_identical(as.data.frame(tests), table_by_loop(tests, unname(cells)))
  expect_identical(nrow(as.data.frame(tests)), 15L)
  cells <- as.matrix(expand.grid(1:6, 1:2))
  expect_identical(as.data.frame(two), table_by_loop(two, unname(cells)))
  expect_identical(data.frame(tests), as.data.frame(tests))
  expect_identical(levels(as.data.frame(tests, stringsAsFactors = TRUE)$from), letters[1:5])
  expect_identical(row.names(as.data.frame(tests, row.names = LETTERS[1:15])), LETTERS[1:15])
  for (bad in list(LETTERS[1:14], rep("a", 15), c(NA, LETTERS[1:14]), list(1), LETTERS[1:16])) {
    condition <- tryCatch(as.data.frame(tests, row.names = bad), error = identity)
    expect_s3_class(condition, "manycore_error_argument")
    expect_starts(conditionMessage(condition),
                  "'row.names' must be NULL or a name for each of 15 rows")
  }
  plain <- as.data.frame(kendall_test(unname(x)))
  expect_identical(plain$to, c(2L, 3L, 3L, 4L, 4L, 4L, 5L, 5L, 5L, 5L, rep(6L, 5)))
  expect_identical(nrow(as.data.frame(kendall_test(x[, 1, drop = FALSE]))), 0L)
})

test_that("parts, in which each pair is once", {
  pairs <- function(part) {
    table <- as.data.frame(part)
    sort(paste0(pmin(table$from, table$to), pmax(table$from, table$to)))
  }
  pairs_of_part <- function(rows, columns) {
    all <- expand.grid(x = letters[rows], y = letters[columns], stringsAsFactors = FALSE)
    all <- all[all$x != all$y, ]
    sort(unique(paste0(pmin(all$x, all$y), pmax(all$x, all$y))))
  }
  parts <- list(list(1:3, 1:3), list(3:1, 3:1), list(1:4, 3:6), list(3:6, 1:4), list(2, 1:6),
                list(1:6, 2), list(5:6, 1:2), list(c(1, 3, 5), 6:1), list(1, 1), list(4:2, 2:4),
                list(c(1, 1), 2), list(c(2, 1, 2), c(2, 1, 1)), list(c(3, 3), c(3, 4, 4)),
                list(2, c(1, 1)))
  for (part in parts) {
    got <- tests[part[[1]], part[[2]]]
    expect_identical(pairs(got), pairs_of_part(part[[1]], part[[2]]), label = deparse1(part))
    expect_identical(pairs(t(got)), pairs(got), label = deparse1(part))
    expect_identical(got$p.value, tests$p.value[part[[1]], part[[2]], drop = FALSE])
    expect_identical(got$conf.high, tests$conf.high[part[[1]], part[[2]], drop = FALSE])
  }
  expect_identical(tests[, ], tests)
  expect_identical(tests[TRUE, -1], tests[1:6, 2:6])
  expect_identical(tests[c("b", "a"), c(TRUE, FALSE)], tests[2:1, c(1, 3, 5)])
  expect_identical(tests[factor("b"), , drop = TRUE], tests[2, ])
  expect_identical(tests[1:4, 2:5][2:3, 1], tests[2:3, 2])
  expect_identical(dim(tests[0, ]), c(0L, 6L))
  expect_identical(t(t(two)), two)
  expect_identical(t(two)$n, t(two$n))
  expect_identical(dim(two), c(6L, 2L))
  expect_identical(ncol(tests), 6L)
  expect_identical(dimnames(tests), dimnames(tests$estimate))
  expect_identical(colnames(tests), letters[1:6])
  expect_identical(utils::head(tests, 2), tests[1:2, ])
})

test_that("columns that x and y share are no pairs with themselves, and make none twice", {
  both <- kendall_test(x, x)
  expect_identical(as.data.frame(both), as.data.frame(kendall_test(x)))
  expect_identical(summary(both), summary(kendall_test(x)))
  expect_output(print(both), "Kendall's tests of 6 columns, 15 pairs")
  expect_identical(as.data.frame(kendall_test(unname(x), unname(x))),
                   as.data.frame(kendall_test(unname(x))))
  once <- function(a, b) { # in the order of the table, or mirrored
    all <- expand.grid(from = a, to = b, stringsAsFactors = FALSE)
    all <- all[all$from != all$to, ]
    all[!duplicated(paste(pmin(all$from, all$to), pmax(all$from, all$to))), ]
  }
  for (columns in list(list(1:4, 3:6), list(c(6, 2, 1), 1:5), list(3, 1:6), list(1:6, 3))) {
    a <- x[, columns[[1]], drop = FALSE]
    b <- x[, columns[[2]], drop = FALSE]
    some <- kendall_test(a, b)
    got <- as.data.frame(some)
    want <- once(colnames(a), colnames(b))
    key <- function(t) sort(paste(pmin(t$from, t$to), pmax(t$from, t$to)))
    expect_identical(key(got), key(want))
    expect_identical(key(as.data.frame(t(some))), key(want))
    expect_identical(summary(some)$pairs, nrow(want))
    expect_identical(got$p.value, both$p.value[cbind(got$from, got$to)])
    expect_identical(as.data.frame(some[, ]), got)
  }
  # other values by the same names are other variables
  expect_identical(summary(kendall_test(x, x[30:1, ]))$pairs, 36L)
  expect_false(summary(kendall_test(x[, 1:3], x[, 3:5]))$symmetric)
  expect_output(print(kendall_test(x[, 1:3], x[, 3:5])), "3 x 3 columns, 8 pairs")
  expect_output(print(kendall_test(x, y[, 1])), "6 x 1 columns, 6 pairs")
})

test_that("what is no part", {
  refused <- function(code, argument) {
    condition <- tryCatch(code, error = identity)
    expect_s3_class(condition, "manycore_error_argument")
    expect_identical(condition$argument, argument)
    expect_identical(conditionCall(condition)[[1]], quote(`[`))
  }
  refused(tests[1], "x")
  refused(tests[1, 2, 3], "x")
  refused(tests[7, ], "i")
  refused(tests[, "z"], "j")
  refused(tests[NA, ], "i")
  refused(tests[c(1, NA), ], "i")
  refused(tests[c(-1, 2), ], "i")
  refused(tests[, rep(TRUE, 7)], "j")
  refused(tests[list(1), ], "i")
  twice <- kendall_test(x[, c(1, 2, 1)])
  refused(twice["b", "a"], "j")
  expect_identical(dim(twice["b", 3]), c(1L, 1L))
  expect_identical(dim(twice[TRUE, "b"]), c(3L, 1L))
})

test_that("functions of vectors ask for one of the matrices", {
  expect_error(median(kendall_test(longley)), "median() takes one of them, as x$estimate",
               fixed = TRUE, class = "manycore_error_argument")
  partial <- quiet_partial(longley[1:3])
  for (x in list(tests, two, tests[1:2, ], partial, xi_test(longley[1:3], ties = "first"))) {
    for (f in list(
      function(x) c(x, x), function(x) append(x, x), function(x) union(x, x), function(x) rbind(x),
      function(x) cbind(x, 1), function(x) rep(x, 2), unique, duplicated, anyDuplicated, sort,
      order, xtfrm, rev, median, mean, stats::quantile, range, max, sum, sqrt, function(x) x + 1,
      function(x) 1 - x, function(x) -x, function(x) x == x
    )) {
      e <- tryCatch(f(x), manycore_error_argument = identity)
      expect_s3_class(e, "manycore_error_argument")
      expect_identical(e$argument, "x")
      expect_match(conditionMessage(e), "takes one of them, as x$estimate; as.data.frame(x) is a",
                   fixed = TRUE)
    }
  }
  call_of <- function(code) conditionCall(tryCatch(code, manycore_error_argument = identity))
  expect_identical(call_of(sort(two)), quote(sort(two)))
  expect_identical(call_of(range(two, 1)), quote(range(x)))
  expect_identical(call_of(rbind(two, 1)), quote(rbind(x)))
  expect_identical(call_of(two + 1), quote(x + y))
  expect_identical(call_of(do.call(xtfrm, list(two))), quote(xtfrm(x)))
  # as a list they have parts
  expect_identical(class(lapply(two, class)$p.value), "character")
})

test_that("as a matrix they are the taus", {
  expect_identical(as.matrix(tests), tests$estimate)
  expect_identical(as.matrix(two), cor_kendall(x, y, use = "pairwise"))
  expect_identical(tryCatch(as.matrix(tests, foo = 1), error = identity)$argument, "foo")
})

test_that("summary and print", {
  table <- as.data.frame(tests)
  s <- summary(tests)
  expect_s3_class(s, "summary.kendall_test")
  expect_identical(s$dim, c(6L, 6L))
  expect_identical(s$pairs, 15L)
  expect_identical(s$significant, sum(table$p.value < 0.05))
  expect_identical(s$tau, stats::quantile(table$estimate))
  expect_identical(s$n, c(29L, 30L))
  first <- order(-abs(table$estimate))[1:5]
  expect_equal(s$strongest, table[first, ], ignore_attr = "row.names")
  expect_identical(nrow(summary(tests, strongest = 2)$strongest), 2L)
  expect_output(print(tests), "Kendall's tests of 6 columns, 15 pairs\n.*adjusted \\(BH\\)")
  expect_length(capture.output(print(tests, n = 2)), length(capture.output(tests)) - 3)
  none <- capture.output(print(tests, n = 0))
  expect_true("  tau:" %in% none && !"  strongest:" %in% none)
  expect_output(print(tests, right = FALSE, quote = TRUE), "\"a\"")
  for (f in list(function(...) print(tests, ...), function(...) print(summary(tests), ...))) {
    expect_output(condition <- tryCatch(f(most = 3), error = identity), NA)
    expect_s3_class(condition, "manycore_error_argument")
    expect_identical(condition$argument, "most")
  }
  expect_output(print(two), "6 x 2 columns, 12 pairs")
  concordances <- concordance_all(cbind(1:9, c(3, 1, 2, 9:4)), 1:9)
  of_groups <- kendall_test(iris[1:2], groups = iris$Species)
  ld <- summary(haplotype_ld(haplotype_em(cbind(c(0, 1, 2, 1), c(2, 1, 0, 0)))))
  for (x in list(tests, summary(tests), concordances, summary(concordances), of_groups, ld)) {
    for (bad in list("a", NA, 0, -1, 1:2, 2.5, 23)) {
      printed <- capture.output(error <- tryCatch(print(x, digits = bad), error = identity))
      expect_identical(list(printed, error$argument), list(character(), "digits"))
    }
    for (good in list(NULL, 1, 22)) expect_output(print(x, digits = good))
  }
  expect_output(print(tests, digits = 7), format(s$strongest$estimate[1], digits = 7), fixed = TRUE)
  expect_output(visible <- withVisible(print(two))$visible)
  expect_false(visible)
  broken <- tests
  broken$n <- NULL
  expect_output(print(broken), "changed after kendall_test() returned them", fixed = TRUE)
  for (f in list(summary, as.data.frame, t, plot, function(x) x[1, 1])) {
    expect_s3_class(tryCatch(f(broken), error = identity), "manycore_error_argument")
  }
  for (f in list(summary, as.data.frame)) {
    expect_identical(tryCatch(f(tests, strongst = 1), manycore_error = function(e) e$argument),
                     "strongst")
  }
})

test_that("tidy() and glance() of generics and broom", {
  skip_if_not_installed("generics")
  got <- generics::tidy(tests)
  expect_identical(names(got), c("from", "to", "estimate", "statistic", "p.value", "n",
                                 "conf.low", "conf.high"))
  expect_identical(got, as.data.frame(tests))
  g <- generics::glance(tests)
  expect_identical(dim(g), c(1L, 10L))
  s <- summary(tests)
  expect_identical(as.list(g), list(
    rows = 6L, columns = 6L, pairs = 15L, tested = 15L, significant = s$significant,
    median = s$tau[["50%"]], alternative = "two.sided", p.adjust.method = "BH", permutations = 0L,
    nobs = 30L
  ))
  expect_identical(generics::glance(tests[1, 1])$median, NA_real_)
  for (f in list(generics::glance, generics::tidy, format)) {
    expect_identical(tryCatch(f(tests, foo = 1), error = identity)$argument, "foo")
  }
})

test_that("format() is one line", {
  expect_identical(format(tests), "Kendall's tests of 6 columns, 15 pairs")
  expect_identical(format(two), "Kendall's tests of 6 x 2 columns, 12 pairs")
})

test_that("pictures", {
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  expect_identical(withVisible(plot(tests)), list(value = tests, visible = FALSE))
  expect_identical(plot(two, "volcano", level = 0.3, main = "Two", cex.lab = 2), two)
  expect_identical(plot(two, breaks = 10, col = "red", level = 0.3), two)
  expect_identical(tryCatch(plot(two, mian = ""), manycore_error = function(e) e$argument), "mian")
  expect_starts(tryCatch(plot(two, foo = 3), error = conditionMessage),
                "there is no argument 'foo': the arguments are 'x', 'type', 'level'")
  expect_identical(tryCatch(plot(two, "tree"), manycore_error = function(e) e$argument), "type")
  expect_identical(tryCatch(plot(two, level = 2), manycore_error = function(e) e$argument), "level")
  expect_identical(tryCatch(plot(tests[1, 1]), manycore_error = function(e) e$argument), "x")
  # p-values of 0, and more points than there are places
  x <- seq_len(3000) + 0
  far <- kendall_test(cbind(x, -x, x))
  expect_true(0 %in% far$p.value)
  expect_identical(plot(far, "volcano"), far)
  set.seed(2)
  many <- kendall_test(matrix(stats::rnorm(20 * 500), 20))
  expect_identical(plot(many, "volcano"), many)
})

test_that("pictures do not turn all their numbers into text", {
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  calls <- list()
  spy <- function(x, ...) calls <<- c(calls, list(sys.call()))
  numbers <- as.double(1:1e5)
  draw_with(spy, list(x = numbers, y = numbers, main = "a"), main = "b", col = numbers)
  expect_identical(calls[[1]][-1], quote(f(x = x, y = y, main = main, col = col))[-1])
  got <- NULL
  keep <- function(x, ...) got <<- list(x, ...)
  draw_with(keep, list(x = 1, main = "a", f = 2), main = "b", y = NULL)
  expect_identical(got, list(1, main = "b", f = 2))
  # as hist() finds its argument's name, and would find the numbers
  label <- function(x, ...) got <<- deparse1(substitute(x))
  draw_with(label, list(x = numbers))
  expect_identical(got, "x")
  taken <- function(code) min(vapply(1:3, function(k) system.time(code())[[1]], 0))
  many <- kendall_test(matrix(stats::rnorm(5 * 900), 5), conf.level = NULL)
  plain <- as.vector(many$p.value)
  expect_lt(taken(function() plot(many)), 1 + 20 * taken(function() graphics::hist(plain)))
})
