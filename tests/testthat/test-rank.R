# rank_parallel() against rank().

ties_names <- c("average", "first", "last", "random", "max", "min")

# The labels of ties methods and places of NA where the ranks are not those of rank().
failing_ranks <- function(x, label = "", want_of = x, threads = NULL, ties = ties_names) {
  odd <- character()
  for (method in ties) for (na.last in list(NA, TRUE, FALSE, "keep")) {
    set.seed(3)
    want <- outcome(rank(want_of, na.last, method))
    after <- stats::runif(1)
    set.seed(3)
    got <- outcome(rank_parallel(x, na.last, method, threads = threads))
    if (!identical(got, want) || (method == "random" && stats::runif(1) != after)) {
      odd <- c(odd, paste(label, method, na.last))
    }
  }
  odd
}

expect_ranks_as_base <- function(...) {
  expect_identical(failing_ranks(...), character())
}

test_that("doubles and integers of all shapes", {
  set.seed(1)
  for (name in names(sort_shapes)) {
    for (n in c(2, 3, 30, 1000)) {
      x <- sort_shapes[[name]](n)
      expect_ranks_as_base(x, paste(name, n))
      expect_ranks_as_base(integers_of(x), paste(name, n, "integers"))
    }
  }
})

test_that("zeros of both signs, infinite and missing values of two kinds, names", {
  x <- c(0, -0, NaN, 1, NA, -Inf, Inf, -0, 0, NaN, NA, Inf)
  expect_ranks_as_base(x)
  expect_ranks_as_base(stats::setNames(x, c(letters[1:10], NA, "")))
  expect_ranks_as_base(matrix(x, 3, dimnames = list(NULL, letters[1:4])))
  expect_ranks_as_base(array(3:1, 3, list(c("u", "v", "w"))))
  expect_ranks_as_base(c(a = NA, b = NaN))
})

test_that("nothing, one element, and only missing ones", {
  for (x in list(numeric(), integer(), logical(), factor(), as.Date(character()), c(a = 1)[0],
                 1, 1L, TRUE, NA, NaN, NA_integer_, c(a = NA), c(NA, NA), rep(NaN, 5), -Inf)) {
    expect_ranks_as_base(x, deparse(x)[1])
  }
})

test_that("factors, dates and other vectors with a class", {
  day <- as.Date("2024-03-01")
  expect_ranks_as_base(factor(c("b", NA, "a", "b"), levels = c("b", "a")), "factor")
  expect_ranks_as_base(factor(c(u = "b", v = "a"), ordered = TRUE), "ordered")
  expect_ranks_as_base(day + c(b = 2, a = 0, c = 2, d = NA), "Date")
  expect_ranks_as_base(as.POSIXct(day) + c(3, 1, 3), "POSIXct")
  expect_ranks_as_base(as.difftime(c(3, 1, NA, 3), units = "hours"), "difftime")
  expect_ranks_as_base(I(c(b = 2, a = 1, c = 2)), "AsIs")
  expect_ranks_as_base(stats::ts(c(3, 1, 3, 2)), "ts")
  expect_ranks_as_base(structure(c(2, 1, NA, 2), class = "own"), "own")
  expect_ranks_as_base(c(TRUE, FALSE, NA, TRUE), "logical")
  for (turn in 1:3) {
    many <- factor(sample(letters, 3000, TRUE))
    expect_ranks_as_base(replace(many, turn * 100, NA), "many", threads = turn)
  }
})

test_that("what is left to rank()", {
  expect_ranks_as_base(c("b", "B", NA, "a", "b"))
  expect_ranks_as_base(c(b = 2i, a = 1i, c = NA))
  expect_ranks_as_base(NULL)
  expect_ranks_as_base(list(1, 2))
  expect_ranks_as_base(as.raw(3:1))
})

test_that("a vector of runs is written out", {
  skip_if_not_installed("S4Vectors")
  x <- c(2, 2, NA, 1, 1, 3)
  for (ties in c("average", "first", "max")) {
    expect_identical(rank_parallel(S4Vectors::Rle(x), ties.method = ties),
                     rank_parallel(x, ties.method = ties))
  }
})

test_that("integer64 in its order", {
  skip_if_not_installed("bit64")
  numbers <- c(b = 2, a = -1, c = NA, d = -7, e = 2, f = 0)
  long <- bit64::as.integer64(numbers)
  names(long) <- names(numbers)
  expect_ranks_as_base(long, want_of = numbers)
  close <- bit64::as.integer64(c("9007199254740993", "9007199254740992", "-9223372036854775807"))
  expect_identical(rank_parallel(close), c(3, 2, 1))
})

test_that("every target and number of threads, short and long runs of equal elements", {
  set.seed(2)
  n <- 70000
  cases <- list(
    different = stats::rnorm(n), ties = sample(stats::rnorm(500), n, TRUE), constant = rep(1.5, n),
    two = sample(c(0.1, 7), n, TRUE), counted = sample.int(300, n, TRUE),
    integers = sample.int(n, n, TRUE), missing = with_missing(round(stats::rnorm(n), 2), 900, NA),
    half = ifelse(stats::runif(n) < 0.5, NA, sample.int(9, n, TRUE)),
    close = c(1e300, 1 + sample.int(50, n - 1, TRUE) * 2^-52), sorted = sort(stats::rexp(n))
  )
  odd <- character()
  for_each_target(function(isa) {
    for (name in names(cases)) for (threads in if (isa == isa_runnable()[1]) 1:4 else 2) {
      ties <- if (threads == 2) c("average", "last") else sample(ties_names, 1)
      odd <<- c(odd, failing_ranks(cases[[name]], paste(isa, name, threads), threads = threads,
                                   ties = ties))
    }
  })
  expect_identical(odd, character())
})

test_that("arguments are those of rank(), and bad ones refused", {
  expect_identical(as.list(formals(rank_parallel)[1:3]), as.list(formals(rank)))
  expect_identical(rank_parallel(c(2, 1, 2), ties.method = "mi"), c(2L, 1L, 2L))
  error <- function(...) outcome(rank_parallel(...))$error
  for (bad in list("last", NULL, c(TRUE, FALSE), 1)) {
    expect_starts(error(1:2, na.last = bad), "'na.last' must be \"keep\", NA, TRUE or FALSE")
  }
  expect_match(error(1:2, ties.method = "dense"), "^'ties.method' must be one of")
  expect_match(error(1:2, threads = 0), "^'threads' must be a positive whole number")
  expect_starts(error(1:2, progress = NA), "'progress' must be TRUE or FALSE")
  expect_match(error(), "\"x\" is missing")
})

test_that("a stop leaves the vector as it was", {
  set.seed(8)
  x <- stats::runif(3e5)
  before <- x + 0
  run <- function(tick, threads) .Call(C_rank, x, 0L, 0L, 1L, threads, tick)
  want <- rank(x)
  for (threads in 1:2) {
    expect_identical(run(function(share) NULL, threads), want)
    expect_error(run(function(share) stop("enough"), threads), "enough")
    expect_identical(x, before)
    expect_identical(run(NULL, threads), want)
  }
})
