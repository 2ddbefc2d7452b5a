# Arguments, shapes, names, conditions: as stats::cor, case by case.

# The outcome of cor_kendall() under each `use` is that of stats::cor: values,
# dim and dimnames, warnings, errors word for word, behind which a data frame's columns that are not
# numeric are named.
expect_like_stats_cor <- function(x, y, label) {
  for (use in use_modes) {
    got <- outcome(cor_kendall(x, y, use))
    if (is.data.frame(x) || is.data.frame(y)) {
      said <- if (!is.null(got$error)) sub(": columns? '.*' (is|are) not$", "", got$error)
      got["error"] <- list(said)
    }
    u <- if (is.data.frame(x)) as.matrix(x) else x
    v <- if (is.data.frame(y)) as.matrix(y) else y
    difference <- if (stats_cor_fails(u, v, use)) {
      against_oracle(got, u, v, use)
    } else {
      against_stats_cor(got, u, v, use)
    }
    expect_identical(difference, "", label = paste0(label, ", ", use))
  }
}

frame <- data.frame(a = c(2L, 1L, 4L, 3L), b = c(0.5, NA, 0.5, -1), c = c(TRUE, FALSE, TRUE, TRUE))
square <- matrix(c(3, 1, 2, 2, 3, 1, 1, 1, 2), 3)
named <- matrix(c(3, 1, 2, 2, 3, 1), 3, dimnames = list(NULL, c("u", "v")))
with_na <- cbind(a = c(1, NA, 3, 2), b = c(4, 1, 2, NA))
no_common_row <- cbind(a = c(1, 2, NA, NA), b = c(NA, NA, 2, 1))
one_common_row <- cbind(a = c(1, 2, 5, NA), b = c(NA, NA, 2, 1))

cases <- list(
  # types
  list("data frame", frame),
  list("data frame of one column", frame["a"]),
  list("data frames", frame, frame[c("c", "a")]),
  list("data frame and vector", frame, c(1, 3, 2, 4)),
  list("integer", matrix(c(3L, 1L, 2L, 2L, NA, 1L), 3)),
  list("logical", matrix(c(TRUE, FALSE, TRUE, TRUE, FALSE, NA), 3)),
  list("integer and double", 1:4, c(1, 3, 2, 2.5)),
  list("logical vectors", c(TRUE, FALSE, NA), c(FALSE, FALSE, TRUE)),
  list("factor column", data.frame(a = 1:3, f = factor(c("u", "v", "u")))),
  list("character column", data.frame(a = 1:3, f = c("u", "v", "u"))),
  list("factor column in y", 1:3, data.frame(f = factor(c("u", "v", "u")))),
  list("factor", factor(c("u", "v", "u")), 1:3),
  list("factor y", 1:3, factor(c("u", "v", "u"))),
  list("character", letters[1:3], 1:3),
  list("character y", 1:3, letters[1:3]),
  list("character matrix", matrix(letters[1:4], 2)),
  list("character matrices", matrix(letters[1:4], 2), matrix(letters[1:4], 2)),
  list("complex", 1:3 + 1i, 1:3),
  list("complex y", 1:3, 1:3 + 1i),
  list("raw", as.raw(1:3), 1:3),
  list("raw matrix", matrix(as.raw(1:4), 2)),
  list("list", list(1, 2, 3), 1:3),
  list("list y", 1:3, list(1, 2, 3)),
  list("list matrix", matrix(list(1, 2, 3, 4), 2)),
  list("function", mean, 1:3),
  list("vector alone", 1:3),
  list("list alone", list(1:3, 1:3)),
  list("character vector alone", letters),
  list("NULL"),
  list("NULL and vector", NULL, 1:3),
  list("NA", matrix(NA, 3, 2)),
  list("NA vectors", c(NA, NA), c(NA, NA)),
  # shapes and names
  list("vectors", c(1, 2, 3), c(3, 1, 2)),
  list("named vectors", c(a = 1, b = 2, c = 3), c(x = 3, y = 1, z = 2)),
  list("matrix", square),
  list("named matrix", named),
  list("row names", matrix(1:4, 2, dimnames = list(c("r", "s"), NULL))),
  list("names and no names", named, square),
  list("no names and names", square, named),
  list("matrix and vector", named, 1:3),
  list("vector and matrix", 3:1, named),
  list("vector and unnamed matrix", 3:1, square),
  list("one column and vector", cbind(a = 1:3), c(1, 3, 2)),
  list("one-column matrices", cbind(a = 1:3), cbind(b = c(1, 3, 2))),
  list("one column", cbind(a = c(2, 1, 3))),
  list("named dimnames", matrix(1:4, 2, dimnames = list(r = NULL, s = c("a", "b")))),
  list("array of 3 dimensions", array(1:8, c(2, 2, 2))),
  list("array of 3 dimensions and vector", array(c(3, 1, 2, 4), c(1, 2, 2)), 1:4),
  list("array of 1 dimension", array(c(2, 1, 3), 3), 1:3),
  list("ts", stats::ts(c(2, 1, 3, 3)), stats::ts(1:4)),
  list("mts", stats::ts(named)),
  list("tables", table(c(1, 1, 2, 3, 3, 3)), c(3, 1, 2)),
  list("two-way table", table(c(1, 1, 2), c(1, 2, 2))),
  list("Date", as.Date("2000-01-01") + c(3, 1, 2), 1:3),
  list("difftime", as.difftime(c(3, 1, 2), units = "secs"), 1:3),
  list("own class", structure(c(2, 1, 3), class = "own"), 1:3),
  list("own class of matrix", structure(square, class = "own")),
  # sizes
  list("0 x 0", matrix(0, 0, 0)),
  list("0 x 3", matrix(0, 0, 3)),
  list("3 x 0", matrix(0, 3, 0)),
  list("0 x 3 twice", matrix(0, 0, 3), matrix(0, 0, 2)),
  list("3 x 0 and 3 x 2", matrix(0, 3, 0), named),
  list("3 x 2 and 3 x 0", named, matrix(0, 3, 0)),
  list("3 x 0 and vector", matrix(0, 3, 0), 1:3),
  list("empty vectors", numeric(), numeric()),
  list("empty integer vectors", integer(), integer()),
  list("empty vector and 0 x 2", numeric(), matrix(0, 0, 2)),
  list("empty vector and vector", numeric(), 1:3),
  list("data frame without columns", data.frame()),
  list("data frame without rows", frame[0, ]),
  list("1 x 1", matrix(5)),
  list("1 x 1, NA", matrix(NA_real_)),
  list("1 x 3", matrix(c(5, NA, 6), 1)),
  list("1 x 2 twice", matrix(1:2, 1), matrix(3:5, 1)),
  list("1 x 2 and number", matrix(c(NA, 2), 1), 3),
  list("number and 1 x 2", NA_real_, matrix(1:2, 1)),
  list("numbers", 1, 2),
  list("number and NA", 1, NA_real_),
  list("2 x 2", matrix(c(1, 2, 2, 1), 2)),
  # values
  list("NA in a column", with_na),
  list("NA in a column of x", with_na, 1:4),
  list("NA in a column of y", 1:4, with_na),
  list("NA in another column", with_na[, 1], with_na[, 2]),
  list("NaN", cbind(c(1, NaN, 3, 2), c(4, 1, 2, 3))),
  list("Inf", cbind(c(1, Inf, -Inf, Inf), c(4, 1, -Inf, 3))),
  list("Inf vectors", c(1, Inf, -Inf, Inf), c(4, 1, -Inf, 3)),
  list("-0 and 0", cbind(c(-0, 0, 1, -1), c(4, 1, 2, 3))),
  list("neighbours of 1", cbind(c(1, 1 + 2^-52, 1), c(1, 2, 3))),
  list("constant column", cbind(square, 7)),
  list("constant columns only", matrix(1, 3, 3)),
  list("constant vector", c(1, 1, 1), 1:3),
  list("constant column and y", cbind(1:3, 7), square),
  list("constant and NA", cbind(c(7, 7, NA, 7), 1:4, NA)),
  list("column of NA", cbind(a = 1:4, b = NA, c = 4:1)),
  list("columns of NA", matrix(NA_real_, 3, 2)),
  list("row of NA", rbind(square, NA)),
  list("all rows have an NA", cbind(c(1, NA, 3), c(NA, 2, NA))),
  list("all rows have an NA, x and y", c(1, NA, 3), c(NA, 2, NA)),
  list("one complete row", cbind(c(1, NA, 3), c(2, 2, NA))),
  list("two complete rows", cbind(c(1, NA, 3, 4), c(2, 2, NA, 5))),
  list("constant on complete rows", cbind(c(1, 1, 3, 4), c(2, 3, NA, NA))),
  list("no common row", no_common_row),
  list("no common row, x and y", no_common_row[, 1], no_common_row[, 2]),
  list("one common row", one_common_row),
  list("one common row, x and y", one_common_row[, 1], one_common_row),
  list("two common rows", cbind(c(1, 2, 5, NA), c(NA, 7, 2, 1)))
)

test_that("everything is as in stats::cor, under every use", {
  for (case in cases) {
    x <- if (length(case) > 1) case[[2]]
    y <- if (length(case) > 2) case[[3]]
    expect_like_stats_cor(x, y, label = case[[1]])
  }
})

test_that("numbers of rows must agree", {
  # stats::cor says so too, but trips over them before under some uses
  for (use in use_modes) {
    for (y in list(1:4, 1:9, cbind(1:2, 1:2), 1)) {
      expect_identical(outcome(cor_kendall(square, y, use))$error, "incompatible dimensions")
      expect_identical(outcome(cor_kendall(y, square, use))$error, "incompatible dimensions")
    }
    expect_identical(outcome(cor_kendall(1:3, 1:4, use))$error, "incompatible dimensions")
  }
})

test_that("a data frame with a list column is refused", {
  x <- data.frame(a = 1:2)
  x$b <- list(1, 2)
  expect_error(cor_kendall(x), "'x' must be numeric", fixed = TRUE)
})

test_that("S4 objects that are no matrices are refused", {
  object <- methods::new(methods::getClass("classRepresentation"))
  expect_error(cor_kendall(object, 1:3), "'x' must be numeric", fixed = TRUE)
  expect_error(cor_kendall(1:3, object), "'y' must be numeric", fixed = TRUE)
})

test_that("integer64 is compared as numbers: vectors, matrices, columns of data frames", {
  skip_if_not_installed("bit64")
  numbers <- c(-3, 2, -1, 5, NA)
  long <- bit64::as.integer64(numbers)
  other <- c(2, 1, 3, 4, 5)
  tau <- cor_kendall(numbers, other, "complete")
  expect_identical(cor_kendall(long, other, "complete"), tau)
  expect_identical(cor_kendall(other, long, "complete"), tau)
  frame <- data.frame(u = long, v = other)
  want <- cor_kendall(data.frame(u = numbers, v = other), use = "pairwise")
  expect_identical(cor_kendall(frame, use = "pairwise"), want)
  expect_identical(cor_kendall(other, frame, "pairwise"), want["v", , drop = FALSE],
                   ignore_attr = "dimnames")
  matrix64 <- structure(c(long, rev(long)), dim = c(5L, 2L), class = "integer64")
  expect_identical(cor_kendall(matrix64, use = "pairwise"),
                   cor_kendall(cbind(numbers, rev(numbers)), use = "pairwise"),
                   ignore_attr = "dimnames")
  expect_identical(class(frame$u), "integer64")
  # not as doubles, of which the two are one
  close <- bit64::as.integer64(c("9007199254740993", "9007199254740992"))
  expect_identical(cor_kendall(close, 1:2), cor_kendall(2:1, 1:2))
  expect_lt(cor_kendall(close, 1:2), -0.99)
})

test_that("vectors with a class are compared as it does, and as fast", {
  set.seed(5)
  n <- 50000
  z <- stats::rnorm(n)
  w <- stats::rnorm(n)
  tau <- cor_kendall(z, w)
  plain <- min(replicate(3, system.time(cor_kendall(z, w))[["elapsed"]]))
  classed <- list(I(z), structure(z, class = "own"), stats::ts(z), structure(z, class = "zoo"))
  if (requireNamespace("bit64", quietly = TRUE)) {
    classed <- c(classed, list(bit64::as.integer64(z * 1e15)))
  }
  for (x in classed) {
    seconds <- system.time(got <- cor_kendall(x, w))[["elapsed"]]
    expect_identical(got, tau, label = class(x)[1])
    expect_lt(seconds, 20 * plain + 0.3, label = class(x)[1])
  }
})

# Runs code while these S3 methods are defined.
with_methods <- function(methods, code) {
  for (name in names(methods)) {
    assign(name, methods[[name]], envir = globalenv())
  }
  on.exit(rm(list = names(methods), envir = globalenv()))
  force(code)
}

test_that("a class with comparisons of its own is ranked by them", {
  x <- structure(c(1, 2, 4, 3), class = "mc_backwards")
  with_methods(list(
    Ops.mc_backwards = function(e1, e2) get(.Generic)(unclass(e2), unclass(e1)),
    `[.mc_backwards` = function(x, i) structure(unclass(x)[i], class = "mc_backwards")
  ), {
    expect_identical(cor_kendall(x, 1:4), -cor_kendall(c(1, 2, 4, 3), 1:4))
    expect_equal(cor_kendall(x, 1:4), stats::cor(x, 1:4, method = "kendall"))
  })
})

test_that("series whose elements cannot be compared one by one, as of zoo, have their numbers", {
  x <- structure(c(3, 1, 2, 5), class = "mc_series")
  with_methods(list(
    Ops.mc_series = function(e1, e2) logical(), # no time in common
    xtfrm.mc_series = function(x) unclass(x)
  ), {
    expect_identical(cor_kendall(x, 1:4), cor_kendall(c(3, 1, 2, 5), 1:4))
    expect_identical(cor_kendall(4:1, x), cor_kendall(4:1, c(3, 1, 2, 5)))
    expect_equal(c(dist_euclidean(x)), c(stats::dist(c(3, 1, 2, 5))))
  })
})

test_that("errors word for word", {
  expect_message_is <- function(code, message) {
    expect_identical(outcome(code)$error, message)
  }
  for (bad in list("ever", "", "e v", NA, NA_character_, "pearson", NULL, c("all", "every"))) {
    # "ever" abbreviates; the others do not
    message <- if (!identical(bad, "ever")) "invalid 'use' argument"
    expect_message_is(cor_kendall(square, use = bad), message)
  }
  expect_message_is(cor_kendall(1:3), "supply both 'x' and 'y' or a matrix-like 'x'")
  expect_message_is(cor_kendall(letters, 1), "'x' must be numeric")
  expect_message_is(cor_kendall(1, letters), "'y' must be numeric")
  expect_message_is(cor_kendall(1:2, 1:3), "incompatible dimensions")
  for (use in c("all.obs", "all")) {
    expect_message_is(cor_kendall(with_na, use = use), "missing observations in cov/cor")
    expect_message_is(cor_kendall(1:4, with_na, use), "missing observations in cov/cor")
  }
  expect_message_is(cor_kendall(no_common_row, use = "complete"), "no complete element pairs")
  expect_message_is(cor_kendall(matrix(0, 3, 0), use = "pairwise"), "'x' is empty")
  expect_message_is(cor_kendall(matrix(0, 3, 0), 1:3, "pairwise"),
                    "both 'x' and 'y' must be non-empty")
})

test_that("the arguments of stats::cor are taken where they say the same", {
  tau <- cor_kendall(with_na, use = "pairwise")
  expect_identical(cor_kendall(with_na, NULL, "pairwise", "kendall"), tau)
  expect_identical(cor_kendall(with_na, method = "k", use = "pairwise"), tau)
  for (other in c("pearson", "spearman", "p")) {
    expect_identical(outcome(cor_kendall(square, method = other))$error,
                     paste0("'method' must be \"kendall\", not \"", other,
                            "\"; call stats::cor() for that"))
  }
  expect_match(outcome(cor_kendall(square, method = c("pearson", "kendall", "spearman")))$error,
               "not \"pearson\"; call stats::cor()", fixed = TRUE)
  expect_identical(outcome(cor_kendall(square, NULL, "all", "bitset"))$error,
                   "'method' must be \"kendall\", not \"bitset\"")
  for (bad in list(NULL, 1, NA_character_, c("kendall", "kendall"))) {
    expect_starts(outcome(cor_kendall(square, method = bad))$error,
                  "'method' must be \"kendall\"")
  }
  expect_identical(names(formals(cor_kendall))[1:4], names(formals(stats::cor)))
  expect_identical(formals(cor_kendall)[c("y", "use")], formals(stats::cor)[c("y", "use")])
})

test_that("`use` may be abbreviated as in stats::cor", {
  for (use in c("e", "a", "all", "c", "comp", "p", "pair", "n", "na", "na.or")) {
    got <- outcome(cor_kendall(with_na, use = use))
    want <- outcome(stats::cor(with_na, use = use, method = "kendall"))
    expect_identical(got$error, want$error, label = use)
    expect_equal(got$value, want$value, tolerance = 1e-15, label = use)
  }
})

test_that("the algorithms are named in full", {
  names <- paste0("\"", algorithms, "\"", collapse = ", ")
  # also that the tests know all algorithms there are
  expected <- paste("'algorithm' must be one of", names)
  for (bad in list("bit", "", NA, NA_character_, NULL, 1, algorithms[1:2])) {
    expect_starts(outcome(cor_kendall(square, algorithm = bad))$error, expected)
  }
})

test_that("threads must be a number of threads", {
  for (bad in list(0, -1, 1.5, NA, NA_integer_, Inf, NaN, "2", 1:2, integer(), 2^31, TRUE)) {
    expect_match(outcome(cor_kendall(square, threads = bad))$error,
                 "^'threads' must be a positive whole number( up to 2147483647,)? or NULL, not ",
                 label = deparse(bad))
  }
  expect_identical(cor_kendall(square, threads = 1L), cor_kendall(square, threads = 2))
})

test_that("tau-b of the literature", {
  # Kendall (1970), Rank Correlation Methods: ties in both rankings
  x <- c(1, 2.5, 2.5, 4.5, 4.5, 6.5, 6.5, 8, 9.5, 9.5)
  y <- c(1, 2, 4.5, 4.5, 4.5, 4.5, 8, 8, 8, 10)
  # tau-b of 5 rows: 2 concordant, 6 discordant, x ties 2, y ties 1, both none
  u <- c(12, 2, 1, 12, 2)
  v <- c(1, 4, 7, 1, 0)
  for (algorithm in algorithms) {
    expect_lt(abs(cor_kendall(x, y, algorithm = algorithm) - 0.85895569), 5e-9)
    expect_lt(abs(cor_kendall(u, v, algorithm = algorithm) + 0.4714045208), 5e-11)
  }
})

test_that("values are compared, never rounded", {
  two <- 2 / (sqrt(2) * sqrt(2)) # a tau of 1 as stats::cor rounds it
  expect_identical(cor_kendall(c(1, 1 + 2^-52, 2), 1:3), min(1, 6 / (sqrt(6) * sqrt(6))))
  expect_identical(cor_kendall(c(1 + 2^-52, 1), 1:2), -two)
  expect_identical(cor_kendall(c(0, 5e-324), 1:2), two)
  expect_identical(cor_kendall(c(-5e-324, -0), 1:2), two)
  expect_identical(cor_kendall(c(-Inf, -.Machine$double.xmax, .Machine$double.xmax, Inf), 1:4),
                   min(1, 12 / (sqrt(12) * sqrt(12))))
  expect_identical(cor_kendall(c(-.Machine$integer.max, .Machine$integer.max), 1:2), two)
  expect_identical(cor_kendall(c(2^53, 2^53 + 2), 1:2), two)
  expect_warning(tau <- cor_kendall(c(-0, 0), 1:2), "standard deviation is zero")
  expect_identical(tau, NA_real_)
})

test_that("a missing column is NA off the diagonal and 1 on it", {
  x <- cbind(1:3, NA, c(2, NaN, 1))
  expect_silent(tau <- cor_kendall(x))
  expect_identical(tau, matrix(c(1, NA, NA, NA, 1, NA, NA, NA, 1), 3))
  # against a y there is no diagonal
  expect_identical(cor_kendall(x, x), matrix(c(1, rep(NA, 8)), 3))
})

test_that("the warning of a constant column", {
  constant <- cbind(1:3, 4, 3:1, 5)
  expect_warning(tau <- cor_kendall(constant), "^the standard deviation is zero$")
  expect_identical(diag(tau), rep(1, 4))
  expect_identical(tau[1, 2], NA_real_)
  # of 10 pairs with the diagonal 7 have a constant column
  expect_warning(tau <- cor_kendall(constant, use = "pairwise"),
                 "^the standard deviation is zero \\(in 7 pairs of columns\\)$")
  expect_identical(diag(tau), c(1, NA, 1, NA))
  expect_silent(cor_kendall(no_common_row, use = "pairwise"))
  expect_silent(cor_kendall(matrix(5, 1, 2), use = "pairwise"))
})

test_that("one row or none gives NA with the columns' names", {
  wide <- matrix(c(1, 2), 1, dimnames = list("r", c("a", "b")))
  for (use in use_modes) {
    expect_silent(tau <- cor_kendall(wide, use = use))
    expect_identical(tau, matrix(NA_real_, 2, 2, dimnames = list(c("a", "b"), c("a", "b"))))
  }
  expect_silent(tau <- cor_kendall(no_common_row, use = "na.or.complete"))
  expect_identical(tau, matrix(NA_real_, 2, 2, dimnames = list(c("a", "b"), c("a", "b"))))
})

test_that("arguments are not modified", {
  doubles <- matrix(c(3, NaN, -0, NA, 2, 1), 3, dimnames = list(NULL, c("a", "b")))
  integers <- matrix(c(3L, NA, 1L), 3)
  ascending <- 1:10
  before <- list(unserialize(serialize(doubles, NULL)),
                 unserialize(serialize(integers, NULL)))
  for_each_target(function(isa) {
    for (algorithm in algorithms) {
      for (use in setdiff(use_modes, "all.obs")) {
        outcome(cor_kendall(doubles, integers, use, algorithm = algorithm))
      }
      cor_kendall(ascending, rev(ascending), algorithm = algorithm)
    }
  })
  expect_true(same_bits(list(doubles, integers), before))
  expect_identical(1 / doubles[[3, 1]], -Inf)
  expect_identical(ascending, c(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L, 10L))
})

test_that("compact sequences are read", {
  expect_identical(cor_kendall(1:10, 10:1), -1)
  expect_identical(cor_kendall(1:100000, seq(1, 100000)), 1)
  expect_identical(cor_kendall(matrix(1:10), 1:10), matrix(1))
})

test_that("too many rows are refused before anything is allocated", {
  skip_on_cran()
  skip_on_os("windows")
  skip_if(.Machine$sizeof.pointer < 8)
  # a compact sequence of 2^31 doubles would take 16 GiB if it were spelled out
  run <- run_r(c(
    "library(manycore)",
    "message_of <- function(x, use) {",
    "  tryCatch(cor_kendall(x, x, use), manycore_error_size = conditionMessage)",
    "}",
    paste0("for (use in ", deparse(use_modes, width.cutoff = 500), ") {"),
    "  writeLines(message_of(seq_len(2^31), use))",
    "}"
  ), limit = 8 * 2^20)
  expect_identical(run$output, rep("at most 2147483647 observations are supported", 5))
})
