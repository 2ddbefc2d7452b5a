# order_parallel() against order(method = "radix"), which is stable, too.

test_that("doubles and integers of all shapes", {
  set.seed(1)
  for (name in names(sort_shapes)) {
    for (n in c(2, 3, 7, 30, 1000)) {
      x <- sort_shapes[[name]](n)
      expect_orders_as_base(x, label = paste(name, n))
      expect_orders_as_base(integers_of(x), label = paste(name, n, "integers"))
      expect_orders_as_base(draw(1:2, n), x, label = paste(name, n, "second key"))
    }
  }
})

test_that("several keys of all types, with a direction for each", {
  set.seed(2)
  date <- as.Date("2024-03-01")
  time <- as.POSIXct("2024-03-01", tz = "UTC")
  makers <- list(
    integer = function(i) i, double = function(i) i / 3, logical = function(i) i %% 2 == 0,
    zeros = function(i) c(-0, 0, 1)[i %% 3 + 1],
    factor = function(i) factor(letters[i %% 5 + 1], levels = letters[5:1]),
    ordered = function(i) factor(letters[i %% 3 + 1], ordered = TRUE),
    Date = function(i) date + i, integer_Date = function(i) structure(i, class = "Date"),
    POSIXct = function(i) time + i, difftime = function(i) as.difftime(i, units = "hours"),
    neighbours = function(i) 1 + i * 2^-52, outlier = function(i) c(1e300, i[-1] * 1e-300),
    large = function(i) rep(c(-.Machine$integer.max, .Machine$integer.max), length.out = length(i))
  )
  odd <- character()
  for (turn in 1:60) {
    n <- sample(c(1, 2, 10, 200, 2000), 1)
    keys <- lapply(sample(makers, sample(1:4, 1)), function(make) {
      key <- make(sample.int(sample(c(2, 6, 5000), 1), n, replace = TRUE))
      key[stats::runif(n) < sample(c(0, 0.1, 1), 1, prob = c(6, 6, 1))] <- NA
      key
    })
    if (turn %% 3 == 0) names(keys[[1]]) <- rep("a", n)
    label <- toString(names(keys))
    directions <- sample(c(FALSE, TRUE), length(keys), replace = TRUE)
    names(keys) <- NULL
    for (na.last in c(NA, TRUE, FALSE)) {
      for (decreasing in list(FALSE, TRUE, directions)) {
        more <- list(decreasing = decreasing, na.last = na.last)
        want <- do.call(order, c(keys, more, method = "radix"))
        threads <- if (n < 2000) 1 else turn %% 2 + 1
        got <- do.call(order_parallel, c(keys, more, threads = threads))
        if (!identical(got, want)) odd <- c(odd, paste(turn, label, n, "na.last", na.last))
      }
    }
  }
  expect_identical(odd, character())
})

test_that("every target and number of threads", {
  set.seed(3)
  n <- 90000
  keys <- list(ties = draw(1:100, n), double = stats::rnorm(n),
               missing = with_missing(round(stats::rnorm(n), 2), 500, c(NA, NaN)),
               tail = sort_shapes$heavy_tail(n), integers = integers_of(stats::rnorm(n)))
  want <- lapply(keys, order, method = "radix")
  two <- order(keys$ties, keys$missing, decreasing = c(TRUE, FALSE), method = "radix")
  odd <- character()
  for_each_target(function(isa) {
    for (threads in if (isa == isa_runnable()[1]) 1:4 else c(1, 3)) {
      for (name in names(keys)) {
        got <- order_parallel(keys[[name]], threads = threads)
        if (!identical(got, want[[name]])) odd <<- c(odd, paste(isa, name, threads))
      }
      got <- order_parallel(keys$ties, keys$missing, decreasing = c(TRUE, FALSE),
                            threads = threads)
      if (!identical(got, two)) odd <<- c(odd, paste(isa, "two keys", threads))
    }
  })
  expect_identical(odd, character())
})

test_that("stable: ties, and missing values of two kinds", {
  x <- c(0, -0, NaN, 1, NA, -0, 0, NaN, NA)
  expect_identical(order_parallel(x), c(1L, 2L, 6L, 7L, 4L, 3L, 5L, 8L, 9L))
  expect_identical(order_parallel(x, na.last = FALSE, decreasing = TRUE),
                   c(3L, 5L, 8L, 9L, 4L, 1L, 2L, 6L, 7L))
  expect_identical(order_parallel(x, na.last = NA), c(1L, 2L, 6L, 7L, 4L))
  for (n in c(1, 25, 1000, 100000)) {
    for (constant in list(rep(1L, n), rep(0.1, n), rep(c(0, -0), n)[seq_len(n)], rep(NA, n),
                          rep(TRUE, n))) {
      expect_identical(order_parallel(constant), seq_len(n))
      expect_identical(order_parallel(constant, decreasing = TRUE), seq_len(n))
      expect_identical(order_parallel(constant, constant, decreasing = c(TRUE, FALSE)),
                       seq_len(n))
    }
  }
})

test_that("doubles so close that the bits of an item do not tell them apart", {
  set.seed(4)
  # runs up to and beyond those that insertion puts right, in several chunks
  for (n in c(2, 24, 25, 26, 100, 20000)) {
    near <- 1 + sample.int(n) * 2^-52
    some <- 1 + sample.int(max(n %/% 3, 1), n, replace = TRUE) * 2^-52
    for (x in list(c(1e300, near), c(near, -1e300, 1e300), c(some, Inf), c(NA, some, -Inf, NaN),
                   c(1e300, -near, near, -1e300), c(1e300, near * 1e-300, 0, -0),
                   c(rep(1, n), near, 1e300), c(1e300, rep(near[1:2], n)))) {
      expect_orders_as_base(x, threads = if (n > 100) 2 else 1, label = n)
    }
    expect_orders_as_base(draw(1:3, n + 1), c(1e300, near), label = paste(n, "second"))
    expect_orders_as_base(c(1e300, some), sample.int(n + 1), label = paste(n, "first"))
  }
  # runs of 1 to 60 that share an image, with and without ties
  x <- unlist(lapply(1:60, function(run) run + sample.int(run, run, replace = TRUE) * 2^-46))
  x <- c(x, 1e17)[sample.int(length(x) + 1)]
  expect_orders_as_base(x)
  expect_orders_as_base(c(x, x, rev(x)))
})

test_that("integers of 64 bits that are far apart", {
  skip_if_not_installed("bit64")
  set.seed(5)
  base <- bit64::as.integer64("4000000000000000000")
  for (n in c(2, 30, 3000)) {
    near <- sample.int(n, n, replace = TRUE)
    x <- c(base, -base, bit64::as.integer64(near), bit64::NA_integer64_)
    key <- c(1e10, -1e10, near, NA)
    for (na.last in c(NA, TRUE, FALSE)) {
      for (decreasing in c(FALSE, TRUE)) {
        want <- order(key, decreasing = decreasing, na.last = na.last, method = "radix")
        expect_identical(order_parallel(x, decreasing = decreasing, na.last = na.last), want)
        got <- order_parallel(rep(1, n + 3), x, decreasing = decreasing, na.last = na.last)
        expect_identical(got, want)
      }
    }
  }
})

test_that("integers of 64 bits are in their order where order() does it", {
  skip_if_not_installed("bit64")
  numbers <- c(2, -1, 5, -7, NA)
  long <- bit64::as.integer64(numbers)
  expect_identical(order_parallel(long, letters[1:5]), c(4L, 2L, 1L, 3L, 5L))
  expect_identical(order_parallel(rep("a", 5), long), c(4L, 2L, 1L, 3L, 5L))
  odd <- failing_policies("radix", function(decreasing, na.last) {
    identical(order_parallel(long, method = "radix", decreasing = decreasing, na.last = na.last),
              order(numbers, decreasing = decreasing, na.last = na.last))
  })
  expect_identical(odd, character())
  close <- bit64::as.integer64(c("9007199254740993", "9007199254740992", "9007199254740993"))
  expect_identical(order_parallel(close, c("b", "a", "a")), c(2L, 3L, 1L))
  class(long) <- c("mine", class(long))
  expect_identical(order_parallel(long), c(4L, 2L, 1L, 3L, 5L))
})

test_that("random places of missing values in several keys", {
  set.seed(6)
  for (n in c(1, 2, 3, 50, 1000)) {
    for (turn in 1:8) {
      x <- draw(c(1:3, NA), n)
      y <- draw(c(stats::rnorm(3), NaN, NA), n)
      z <- draw(c(TRUE, FALSE, NA), n)
      expect_orders_as_base(x, y, z, label = n)
      expect_orders_as_base(y, x, label = n)
    }
    none <- rep(NA_integer_, n)
    expect_orders_as_base(none, seq_len(n), label = n)
    expect_orders_as_base(seq_len(n), none, label = n)
  }
})

test_that("keys that are left to order()", {
  set.seed(7)
  text <- sample(c("b", "B", "a", "A", NA, ""), 50, replace = TRUE)
  number <- sample.int(5, 50, replace = TRUE)
  expect_orders_as_base(text, by = "auto")
  expect_orders_as_base(number, text, by = "auto")
  expect_orders_as_base(complex(real = number, imaginary = 50:1), by = "auto")
  expect_orders_as_base(as.POSIXlt(as.Date("2024-03-01") + number), by = "auto")
  expect_orders_as_base(structure(number, class = "unknown"), number, by = "auto")
  expect_orders_as_base(stats::ts(number), by = "auto")
  expect_orders_as_base(matrix(number, 5))
  expect_orders_as_base(as.raw(number), by = "auto")
  expect_orders_as_base(list(2, 1), by = "auto")
  expect_orders_as_base(NULL, by = "auto")
  expect_orders_as_base(NULL, NULL, by = "auto")
  expect_orders_as_base(quote(a), by = "auto")
  expect_orders_as_base(quote(f(x)), by = "auto")
  # characters in the order of the C locale
  odd <- failing_policies("radix", function(decreasing, na.last) {
    identical(order_parallel(number, text, decreasing = decreasing, na.last = na.last,
                             method = "radix"),
              order(number, text, decreasing = decreasing, na.last = na.last, method = "radix"))
  })
  expect_identical(odd, character())
  expect_identical(order_parallel(number, text, decreasing = c(TRUE, FALSE), method = "radix"),
                   order(number, text, decreasing = c(TRUE, FALSE), method = "radix"))
  expect_identical(outcome(order_parallel(number, text, decreasing = c(TRUE, FALSE)))$error,
                   outcome(order(number, text, decreasing = c(TRUE, FALSE)))$error)
  expect_identical(order_parallel(x = c(2, 1), y = 1:2), 2:1)
})

test_that("empty keys, one element, and no key", {
  expect_identical(order_parallel(), integer())
  for (x in list(integer(), numeric(), logical(), factor(), as.Date(character()))) {
    expect_orders_as_base(x)
    expect_orders_as_base(x, x)
  }
  for (x in list(1L, 1, NA, NaN, -Inf, factor("a"))) {
    expect_orders_as_base(x)
    expect_orders_as_base(x, 1)
    expect_orders_as_base(1, x)
  }
})

test_that("arguments that are refused", {
  error <- function(...) outcome(order_parallel(...))$error
  expect_identical(error(1:2, 1:3),
                   "the vectors in '...' must have the same length, not 2 and 3")
  for (bad in list(NA, NULL, 1, "TRUE", c(TRUE, FALSE), c(TRUE, NA, TRUE), logical())) {
    expect_starts(error(1:2, 2:1, 1:2, decreasing = bad),
                  "'decreasing' must be TRUE or FALSE, or one of them for each vector")
  }
  for (bad in list(1, "last", NULL, c(TRUE, FALSE))) {
    expect_starts(error(1:2, na.last = bad), "'na.last' must be NA, TRUE or FALSE")
  }
  for (bad in list("quick", "ppmq", NA, NULL, 1)) {
    expect_starts(error(1:2, method = bad),
                  "'method' must be one of \"auto\", \"simd\", \"radix\", \"shell\", ")
  }
  for (bad in list(0, -1, NA, 1.5, "2", 1:2)) {
    expect_match(error(1:2, threads = bad), "^'threads' must be a positive whole number")
  }
  for (bad in list(NA, NULL, 1)) {
    expect_starts(error(1:2, progress = bad), "'progress' must be TRUE or FALSE")
  }
})

test_that("integers of a small span are counted, others sorted: both alike", {
  set.seed(9)
  n <- 40000
  for (span in c(0, 1, 2, 4094, 4095, 4096, 4097, 5001)) {
    x <- sample.int(span + 1, n, replace = TRUE) - 17L
    x[1:2] <- c(-16L, span - 16L) # the ends
    x[sample.int(n, 50)] <- NA
    keys <- list(x, as.double(x), factor(x))
    for (key in keys) for (last in c(NA, TRUE, FALSE)) for (down in c(TRUE, FALSE)) {
      expect_identical(order_parallel(key, decreasing = down, na.last = last, threads = 2),
                       order(key, decreasing = down, na.last = last), label = span)
    }
    expect_identical(order_parallel(x %% 5L, x, threads = 3), order(x %% 5L, x), label = span)
  }
})

test_that("a stop leaves the keys as they were", {
  set.seed(8)
  x <- stats::runif(3e5)
  y <- sample.int(10, 3e5, replace = TRUE)
  before <- list(x + 0, y + 0L)
  run <- function(tick, threads) {
    .Call(C_order, list(y, x), c(0L, 0L), c(0L, 1L), 1L, threads, tick)
  }
  want <- order(y, x, decreasing = c(FALSE, TRUE), method = "radix")
  for (threads in 1:2) {
    shares <- numeric()
    expect_identical(run(function(share) shares <<- c(shares, share), threads), want)
    # before the first key there may be polls at 0, for fresh memory
    expect_identical(shares[shares != 0], c(0.5, 1))
    expect_false(is.unsorted(shares))
    expect_error(run(function(share) stop("enough"), threads), "enough")
    expect_error(run(function(share) if (share > 0.7) stop("enough"), threads), "enough")
    expect_identical(list(x, y), before)
    expect_identical(run(NULL, threads), want)
  }
})
