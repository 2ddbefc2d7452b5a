# sort_parallel() against sort(), on every target, by every method and on 1 to 4 threads.

test_that("doubles and integers of all shapes and small sizes", {
  set.seed(1)
  for (name in names(sort_shapes)) {
    for (n in c(2, 3, 17, 64, 300, 10000)) {
      x <- sort_shapes[[name]](n)
      expect_sorts_as_base(x, paste(name, n))
      if (n < 10000) expect_sorts_as_base(integers_of(x), paste(name, n, "integers"))
    }
  }
})

test_that("every size up to a few hundred, on every target", {
  set.seed(2)
  sizes <- c(0:70, seq(71, 260, 7), 255:258, 511:514, 700)
  odd <- character()
  for_each_target(function(isa) {
    for (n in sizes) {
      x <- stats::rnorm(n)
      y <- round(x)
      i <- integers_of(x)
      same <- c(same_bits(sort_parallel(x), sort(x)), same_bits(sort_parallel(y), sort(y)),
                same_bits(sort_parallel(i, TRUE), sort(i, TRUE)),
                same_bits(sort_parallel(c(x, NaN), na.last = TRUE), c(sort(x), NaN)))
      if (!all(same)) odd <<- c(odd, paste(isa, n, toString(same)))
    }
  })
  expect_identical(odd, character())
})

test_that("64-bit integers of every size, on every target", {
  # their bits are those of the doubles, which are compared as doubles would be
  set.seed(3)
  odd <- character()
  for_each_target(function(isa) {
    for (n in c(0:40, 63:66, 127:130, 255:257, 1000, 5000)) {
      high <- sample(c(-2^31 + 1, 2^31 - 1, -3:3), n, replace = TRUE)
      low <- sample(0:3, n, replace = TRUE)
      bits <- as.vector(rbind(as.integer(low), as.integer(high)))
      x <- readBin(writeBin(bits, raw(), endian = "little"), "double", n, endian = "little")
      at <- order(high, low)
      for (decreasing in c(FALSE, TRUE)) {
        if (decreasing) at <- rev(at)
        for (method in 1:4) {
          threads <- if (n < 1000) 1L else 2L
          got <- .Call(C_sort, x, 1L, as.integer(decreasing), 1L, method, 0, threads, NULL)
          if (!same_bits(got, x[at])) odd <<- c(odd, paste(isa, n, decreasing, method))
        }
      }
    }
  })
  expect_identical(odd, character())
})

test_that("all methods, cutoffs and threads on every target", {
  set.seed(4)
  for (name in c("normal", "three_values", "zeros_and_missing", "organ_pipe", "one_outlier")) {
    x <- sort_shapes[[name]](30000)
    expect_sorts_everywhere(x, name, cutoffs = list(1024))
    expect_sorts_everywhere(integers_of(x), paste(name, "integers"), c(1, 4), list(NULL))
  }
  for (name in c("infinite", "nearly_sorted", "sawtooth", "heavy_tail", "sorted", "reversed",
                 "constant", "binary", "constant_but_last", "powers", "constant_but_first",
                 "nan_and_na", "all_missing", "nearly_reversed")) {
    expect_sorts_everywhere(sort_shapes[[name]](20000), name, c(1, 2), list(1024))
  }
  x <- stats::rnorm(100000)
  expect_sorts_everywhere(x, "large", c(1, 3), list(NULL, 1500, 5000, 1e9))
})

test_that("permutations that make medians bad", {
  # the greatest come where a median of three of first, middle and last finds them
  killer <- function(n) {
    k <- n %/% 2
    odd <- seq(1, k, 2)
    x <- numeric(2 * k)
    x[odd] <- odd
    x[odd + 1] <- k + odd
    x[k + seq_len(k)] <- 2 * seq_len(k)
    x
  }
  for (n in c(100, 1000, 10000, 40000)) {
    expect_sorts_everywhere(c(killer(n), rev(killer(n))), n, c(1, 2), list(1024))
  }
})

test_that("types, classes and attributes", {
  set.seed(5)
  date <- as.Date("2024-03-01")
  time <- as.POSIXct("2024-03-01 12:00:00", tz = "Europe/Berlin")
  for (n in c(0, 1, 2, 100, 1500)) {
    i <- sample.int(max(n %/% 2, 1), n, replace = TRUE)
    letter <- letters[i %% 26 + 1]
    all <- list(
      integer = i, double = i / 3, logical = i %% 2 == 0, factor = factor(letter),
      reversed_levels = factor(letter, levels = rev(letters)),
      ordered = factor(letter, levels = rev(letters), ordered = TRUE),
      Date = date + i, integer_Date = structure(i, class = "Date"), POSIXct = time + i,
      no_tzone = structure(i + 0.5, class = c("POSIXct", "POSIXt")),
      integer_POSIXct = structure(i, class = c("POSIXct", "POSIXt"), tzone = "UTC"),
      difftime = as.difftime(i, units = "mins"), character = letter,
      complex = complex(real = i %% 5, imaginary = i %% 3), raw = as.raw(i %% 256),
      attributes = structure(i / 3, extra = "x", comment = "y", units = "mins", levels = "a"),
      extra_Date = structure(i, class = "Date", extra = 1, units = "mins", tzone = "UTC"),
      extra_factor = structure(factor(letter), extra = 1), one_dimension = array(i, length(i)),
      unknown = structure(i, class = "unknown"),
      derived = structure(date + i, class = c("derived", "Date"))
    )
    if (n > 1) {
      all$matrix <- matrix(i, 1)
      all$matrix_of_dates <- structure(i, class = "Date", dim = c(n, 1L))
      all$ts <- stats::ts(i, start = 2000, frequency = 4)
      all$one_named_dimension <- array(i, n, list(paste(seq_len(n))))
    }
    for (name in names(all)) {
      x <- all[[name]]
      expect_sorts_as_base(x, paste(name, n))
      if (!grepl("matrix|dimension", name)) {
        expect_sorts_as_base(with_names(x), paste(name, n, "names"))
      }
      if (n > 1 && name != "raw") {
        x[c(2, n)] <- NA
        expect_sorts_as_base(x, paste(name, n, "NA"))
        if (!grepl("matrix|dimension", name)) {
          expect_sorts_as_base(with_names(x), paste(name, n, "NA, names"))
        }
        x[] <- NA
        expect_sorts_as_base(x, paste(name, n, "all NA"))
      }
    }
  }
})

test_that("attributes that `[` keeps", {
  x <- factor(c("b", "a", NA, "c", "a"))
  stats::contrasts(x) <- "contr.sum"
  expect_sorts_as_base(x)
  expect_sorts_as_base(with_names(x))
  expect_sorts_as_base(factor(c("b", NA, "a"), exclude = NULL))
  expect_sorts_as_base(addNA(x))
})

test_that("what sort() refuses is refused alike", {
  for (x in list(NULL, list(2, 1), quote(a), quote(f(x)), expression(a, b), sum, new.env(),
                 data.frame(a = 2:1), pairlist(2, 1))) {
    expect_sorts_as_base(x, class(x)[1])
    expect_identical(outcome(sort_parallel(x, method = "radix"))$error,
                     outcome(sort(x, method = "radix"))$error)
  }
  expect_sorts_as_base(as.POSIXlt(as.Date("2024-03-01") - c(2, 1, 3)))
  expect_sorts_as_base(table(c(1, 1, 2, 3, 3, 3)))
})

test_that("classes that are derived or unknown keep their own methods", {
  # a class whose order is the opposite one
  xtfrm_opposite <- function(x) -as.numeric(unclass(x))
  base::registerS3method("xtfrm", "opposite", xtfrm_opposite)
  for (class in list("opposite", c("opposite", "Date"), c("opposite", "difftime"),
                     c("opposite", "factor"))) {
    x <- structure(c(2L, 1L, 3L), class = class, levels = c("a", "b", "c"), units = "mins")
    expect_identical(order(x), c(3L, 1L, 2L))
    expect_sorts_as_base(x, toString(class))
    expect_orders_as_base(x, label = toString(class), by = "auto")
  }
  Number <- methods::setClass("ManycoreTestNumber", contains = "numeric",
                              where = environment())
  expect_sorts_as_base(Number(c(3, 1, NA, 2)), "S4")
})

test_that("integer64", {
  skip_if_not_installed("bit64")
  set.seed(6)
  for (n in c(0, 1, 2, 50, 3000)) {
    x <- bit64::as.integer64(sprintf("%d000000000000007", sample(-999:999, n, replace = TRUE)))
    if (n > 2) x[c(1, n)] <- bit64::NA_integer64_
    if (n > 3) x[5:6] <- bit64::as.integer64(c("9223372036854775807", "-9223372036854775807"))
    plain <- x
    for (named in c(FALSE, TRUE)) {
      if (named) names(x) <- as.character(seq_len(n))
      odd <- failing_policies(n, function(decreasing, na.last) {
        # that of bit64 is not stable
        want <- plain[bit64::order(plain, decreasing = decreasing, na.last = na.last)]
        at <- order_parallel(x, decreasing = decreasing, na.last = na.last)
        value <- match(as.character(want), as.character(plain))
        same_bits(plain[at], want) && all(diff(at) > 0 | diff(value) != 0) &&
          same_bits(sort_parallel(x, decreasing, na.last), if (named) x[at] else want)
      })
      expect_identical(odd, character())
    }
  }
})

test_that("ALTREP vectors", {
  for (n in c(0, 1, 2, 1000, 1e5)) {
    for (x in list(seq_len(n), rev(seq_len(n)), seq_len(n) + 0, sort(stats::runif(n)))) {
      expect_sorts_as_base(x, n)
      expect_sorts_as_base(rev(x), n)
    }
  }
  expect_sorts_as_base(as.character(1:100))
  expect_sorts_as_base(1:10 / 1L)
  wrapped <- sort(c(3, 1, 2), decreasing = TRUE)
  expect_sorts_as_base(wrapped)
})

test_that("zeros, NaN and NA keep their order", {
  x <- c(0, -0, NaN, 1, NA, -0, 0, NaN, -1, -0)
  got <- sort_parallel(x, na.last = FALSE)
  expect_identical(is.nan(got[1:3]), c(TRUE, FALSE, TRUE))
  expect_identical(1 / got[5:9], c(Inf, -Inf, -Inf, Inf, -Inf))
  got <- sort_parallel(x, decreasing = TRUE, na.last = TRUE)
  expect_identical(1 / got[2:6], c(Inf, -Inf, -Inf, Inf, -Inf))
  expect_identical(is.nan(got[8:10]), c(TRUE, FALSE, TRUE))
  for (n in c(2, 100, 10000, 50000)) {
    expect_sorts_everywhere(draw(c(0, -0), n), n, c(1, 2), list(1024))
  }
})

test_that("two million numbers", {
  set.seed(7)
  n <- 2100000
  x <- stats::rnorm(n)
  x[sample.int(n, 1000)] <- NA
  want <- sort(x, na.last = TRUE)
  for (method in c("simd", "ppmq", "pppmq")) {
    expect_true(same_bits(sort_parallel(x, na.last = TRUE, threads = 2, method = method), want),
                label = method)
  }
  i <- sample.int(n)
  expect_identical(sort_parallel(i, threads = 2), seq_len(n))
  expect_identical(order_parallel(i, threads = 2), order(i))
})

test_that("further arguments of sort()", {
  x <- c(5, 3, NA, 9, 1, 7)
  for (method in c("auto", "simd", "ppmq")) {
    expect_identical(sort_parallel(x, partial = 2, method = method), sort(x, partial = 2))
    expect_identical(sort_parallel(x, index.return = TRUE, method = method),
                     sort(x, index.return = TRUE))
  }
  alike <- function(...) {
    want <- outcome(sort(...))
    expect_true(same_bits(outcome(sort_parallel(...)), want))
    want$error
  }
  expect_null(alike(x, index.return = TRUE, na.last = TRUE))
  expect_null(alike(x, index.return = TRUE, decreasing = TRUE))
  expect_null(alike(x, partial = 1:3))
  expect_null(alike(c(b = 2, a = 1), partial = 1))
  expect_match(alike(x, partial = 2, decreasing = TRUE), "unsupported options")
  expect_match(alike(x, partial = 2, method = "radix"), "not supported by radix")
  expect_match(alike(x, partial = NA), "non-finite")
  expect_match(alike(x, partial = 99), "index 99 outside bounds")
  expect_match(outcome(sort_parallel(x, nonsense = 1))$error, "^there is no argument 'nonsense'")
  expect_null(alike(factor(x), partial = NULL))
})

test_that("places are returned, also with the methods that sort() has", {
  set.seed(11)
  odd <- character()
  for (x in list(c(5, 3, NA, 9, 1, 7), c(b = 2L, a = NA, c = 1L, d = 2L), c(TRUE, FALSE, NA),
                 numeric(), NA_real_, matrix(c(3, 1, NA, 2), 2), sample.int(40, 200, TRUE) / 4,
                 stats::rnorm(5000))) {
    odd <- c(odd, failing_policies(length(x), function(decreasing, na.last) {
      want <- outcome(sort(x, decreasing = decreasing, na.last = na.last, index.return = TRUE))
      got <- lapply(c("auto", "quick", "shell", "simd", "radix"), function(method) {
        outcome(sort_parallel(x, decreasing, na.last, method = method, index.return = TRUE))
      })
      all(vapply(got, same_bits, NA, want))
    }))
  }
  expect_identical(odd, character())
  long <- c(stats::rnorm(150000), NA, 0, -0, Inf, NaN)
  for (x in list(long, as.integer(long * 100), long > 0)) {
    for (threads in 1:3) {
      expect_true(same_bits(sort_parallel(x, index.return = TRUE, threads = threads),
                            sort(x, index.return = TRUE, method = "radix")))
    }
  }
  x <- stats::rnorm(100) # limma's call
  expect_identical(sort_parallel(x, method = "quick", index.return = TRUE),
                   sort(x, method = "quick", index.return = TRUE))
  for (method in c("quick", "shell")) {
    expect_identical(sort_parallel(x, method = method), sort(x, method = method))
    expect_identical(sort_parallel(c("b", "a"), method = method), c("a", "b"))
  }
  day <- as.Date("2024-03-01") - 0:2
  expect_identical(sort_parallel(day, index.return = TRUE), sort(day, index.return = TRUE))
  for (bad in list(NA, NULL, 1)) {
    expect_starts(outcome(sort_parallel(1:2, index.return = bad))$error,
                  "'index.return' must be TRUE or FALSE")
  }
})

test_that("arguments have the names and places that they have in base R", {
  leading <- function(f, g) names(formals(f))[seq_along(formals(g))]
  expect_identical(leading(sort_parallel, sort.default)[1:3], names(formals(sort.default))[1:3])
  expect_identical(leading(order_parallel, order), names(formals(order)))
  expect_identical(leading(rank_parallel, rank), names(formals(rank)))
  ours <- formals(sort_parallel)
  for (base in list(formals(sort.int), formals(sort.default))) {
    expect_identical(setdiff(names(base), names(ours)), character())
    for (name in setdiff(names(base), c("x", "method", "..."))) {
      expect_identical(ours[[name]], base[[name]], label = name)
    }
  }
  for (name in c("na.last", "decreasing")) {
    expect_identical(formals(order_parallel)[[name]], formals(order)[[name]])
  }
  # what base R calls its methods
  for (method in eval(formals(sort.int)$method)) {
    expect_identical(sort_parallel(c(2, 1), method = method), c(1, 2))
  }
  for (method in eval(formals(order)$method)) {
    expect_identical(order_parallel(c(2, 1), method = method), 2:1)
    expect_identical(order_parallel(c("b", "a"), method = method), 2:1)
  }
})

test_that("method radix is sort()'s", {
  for (x in list(c(3, 1, NaN, NA, -0, 0), c(b = 2L, a = 1L), c("b", "B", "a", NA), c(TRUE, FALSE),
                 factor(c("b", "a")), as.Date("2024-03-01") - 0:2)) {
    odd <- failing_policies("radix", function(decreasing, na.last) {
      want <- if (is.object(x)) {
        sort(x, decreasing = decreasing, na.last = na.last)
      } else {
        sort(x, decreasing = decreasing, na.last = na.last, method = "radix")
      }
      same_bits(sort_parallel(x, decreasing, na.last, method = "radix"), want)
    })
    expect_identical(odd, character())
  }
})

test_that("arguments that are refused", {
  error <- function(...) outcome(sort_parallel(c(3, 1, 2), ...))$error
  for (bad in list("bad", "sh", NA, NULL, 1, c("simd", "ppmq"), character())) {
    expect_match(error(method = bad), "^'method' must be one of \"auto\", \"ppmq\", .*\"radix\", ")
  }
  for (bad in list(NA, NULL, 1, "TRUE", c(TRUE, FALSE))) {
    expect_starts(error(decreasing = bad), "'decreasing' must be TRUE or FALSE")
    expect_starts(error(progress = bad), "'progress' must be TRUE or FALSE")
  }
  for (bad in list(1, "last", NULL, c(TRUE, FALSE))) {
    expect_starts(error(na.last = bad), "'na.last' must be NA, TRUE or FALSE")
  }
  expect_identical(sort_parallel(c(2, NA, 1), na.last = NA_integer_), c(1, 2))
  stack <- structure(new.env(), class = "some_stack") # which no vector is made of
  expect_identical(outcome(sort_parallel(stack))$error, outcome(sort(stack))$error)
  for (bad in list(5, 1023, NA, "1024", -1, 1e300, Inf, NaN, c(2000, 3000))) {
    expect_starts(error(cutoff = bad),
                  "'cutoff' must be a number of elements from 1024 to 2^52")
  }
  for (bad in list(0, -1, NA, 1.5, "2", 1:2, Inf)) {
    expect_match(error(threads = bad), "^'threads' must be a positive whole number")
  }
  expect_match(outcome(sort_parallel("a", threads = 0))$error, "'threads'")
  expect_match(outcome(sort_parallel())$error, "\"x\" is missing")
})

test_that("x is not changed", {
  set.seed(8)
  x <- with_missing(stats::rnorm(50000), 100)
  for (v in list(x, integers_of(x), with_names(x[1:5000]), rev(seq_len(50000)),
                 as.Date("2024-03-01") + x, numeric(), 1)) {
    before <- copy_of(v)
    for (method in sort_methods) {
      for (threads in 1:2) {
        sort_parallel(v, threads = threads, method = method)
        sort_parallel(v, TRUE, TRUE, threads = threads, method = method)
      }
    }
    order_parallel(v)
    order_parallel(v, v, decreasing = TRUE, na.last = NA)
    expect_true(same_bits(v, before))
  }
  # nor is the result the same vector as x where nothing was to do
  for (x in list(c(1, 2, 3), 1:3 + 0L, 5, c(TRUE, TRUE))) {
    y <- sort_parallel(x)
    before <- copy_of(x)
    y[1] <- y[1]
    y[length(y)] <- 0
    expect_identical(x, before)
  }
})

test_that("the share of the work done grows, and a stop leaves x as it was", {
  set.seed(9)
  n <- 2^22 + 1000
  x <- stats::runif(n)
  before <- x + 0
  for (method in c("ppmq", "pppmq")) {
    number <- match_choice(method, sort_methods, "method")
    shares <- numeric()
    got <- .Call(C_sort, x, 0L, 0L, 1L, number, 0, 1L, function(share) {
      shares <<- c(shares, share)
    })
    expect_false(is.unsorted(got))
    expect_gt(length(shares), 1)
    expect_false(is.unsorted(shares))
    expect_true(all(shares >= 0 & shares <= 1))
    for (threads in 1:2) {
      expect_error(.Call(C_sort, x, 0L, 0L, 1L, number, 0, threads,
                         function(share) stop("enough")), "enough")
      expect_true(same_bits(x, before))
    }
  }
  expect_identical(sort_parallel(x[1:1000]), sort(x[1:1000]))
})

# A package whose C code calls the routines of manycore.h.
write_client <- function(folder) {
  dir.create(file.path(folder, "src"), recursive = TRUE)
  writeLines(c("Package: sortclient", "Version: 0.1", "Title: Calls Routines of Manycore",
               "Description: Calls them.", "License: GPL-2", "Author: Nobody",
               "Maintainer: Nobody <nobody@example.org>", "LinkingTo: manycore",
               "Imports: manycore"), file.path(folder, "DESCRIPTION"))
  writeLines(c("useDynLib(sortclient)", "import(manycore)"), file.path(folder, "NAMESPACE"))
  writeLines(c(
    "#include <math.h>",
    "#include <stdlib.h>",
    "#include <string.h>",
    "#include <Rinternals.h>",
    "#include <manycore.h>",
    "static uint64_t seed = 1;",
    "static uint64_t draw(void) {",
    "  seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);",
    "  return seed ^ seed >> 29;",
    "}",
    "#define TEST(T, type)                                                          \\",
    "  static int compare_##T(const void *x_, const void *y_) {                     \\",
    "    const type x = *(const type *) x_, y = *(const type *) y_;                 \\",
    "    return (x > y) - (x < y);                                                  \\",
    "  }                                                                            \\",
    "  static int test_##T(size_t n, int threads, size_t cutoff) {                  \\",
    "    type *a = malloc((n + 1) * sizeof *a), *b = malloc((n + 1) * sizeof *b);   \\",
    "    type *c = malloc((n + 1) * sizeof *c);                                     \\",
    "    for (size_t i = 0; i < n; i++)                                             \\",
    "      a[i] = b[i] = c[i] = (type) (i % 3 ? draw() : draw() % 5);               \\",
    "    mc_sort_##T(a, n, threads, cutoff);                                        \\",
    "    qsort(b, n, sizeof *b, compare_##T);                                       \\",
    "    mc_qsort(c, n, sizeof *c, compare_##T, threads, cutoff);                   \\",
    "    const int same = memcmp(a, b, n * sizeof *a) == 0 &&                       \\",
    "                     memcmp(c, b, n * sizeof *c) == 0;                         \\",
    "    free(a); free(b); free(c);                                                 \\",
    "    return same;                                                               \\",
    "  }",
    "TEST(i32, int32_t)",
    "TEST(u32, uint32_t)",
    "TEST(i64, int64_t)",
    "TEST(u64, uint64_t)",
    "TEST(f32, float)",
    "TEST(f64, double)",
    "#define SIZED(size)                                                            \\",
    "  static int test_size##size(size_t n, int threads, size_t cutoff) {           \\",
    "    unsigned char *a = malloc((n + 1) * size), *b = malloc((n + 1) * size);    \\",
    "    for (size_t i = 0; i < n * size; i++) a[i] = b[i] = draw() & 255;          \\",
    "    mc_qsort(a, n, size, compare_bytes##size, threads, cutoff);                \\",
    "    qsort(b, n, size, compare_bytes##size);                                    \\",
    "    const int same = memcmp(a, b, n * size) == 0;                              \\",
    "    free(a); free(b);                                                          \\",
    "    return same;                                                               \\",
    "  }",
    "#define BYTES(size)                                                            \\",
    "  static int compare_bytes##size(const void *x, const void *y) {               \\",
    "    return memcmp(x, y, size);                                                 \\",
    "  }                                                                            \\",
    "  SIZED(size)",
    "BYTES(1)", "BYTES(3)", "BYTES(12)", "BYTES(16)", "BYTES(300)",
    "#define TRY(T) if (!test_##T(n, threads, cutoff)) return Rf_mkString(#T)",
    "SEXP all_types(SEXP n_, SEXP threads_, SEXP cutoff_) {",
    "  const size_t n = Rf_asInteger(n_), cutoff = Rf_asInteger(cutoff_);",
    "  const int threads = Rf_asInteger(threads_);",
    "  TRY(i32); TRY(u32); TRY(i64); TRY(u64); TRY(f32); TRY(f64);",
    "  TRY(size1); TRY(size3); TRY(size12); TRY(size16); TRY(size300);",
    "  return Rf_mkString(\"\");",
    "}",
    "SEXP f64(SEXP x, SEXP threads) {",
    "  x = PROTECT(Rf_duplicate(x));",
    "  mc_sort_f64(REAL(x), Rf_xlength(x), Rf_asInteger(threads), 0);",
    "  UNPROTECT(1);",
    "  return x;",
    "}",
    "SEXP f32(SEXP x, SEXP threads) {",
    "  x = PROTECT(Rf_duplicate(x));",
    "  const size_t n = Rf_xlength(x);",
    "  float *a = (float *) R_alloc(n + 1, sizeof *a);",
    "  for (size_t i = 0; i < n; i++) a[i] = (float) REAL(x)[i];",
    "  mc_sort_f32(a, n, Rf_asInteger(threads), 0);",
    "  for (size_t i = 0; i < n; i++) REAL(x)[i] = a[i];",
    "  UNPROTECT(1);",
    "  return x;",
    "}"
  ), file.path(folder, "src", "client.c"))
}

test_that("C code of other packages sorts by the routines of manycore.h", {
  skip_on_cran()
  skip_if(Sys.which("make") == "" || Sys.which(strsplit(
    system2(file.path(R.home("bin"), "R"), c("CMD", "config", "CC"), stdout = TRUE)[1],
    " ")[[1]][1]) == "", "no compiler")
  folder <- tempfile("client")
  library <- tempfile("library")
  dir.create(library)
  on.exit(unlink(c(folder, library), recursive = TRUE))
  write_client(folder)
  built <- with_environment(fresh_environment(), suppressWarnings(
    system2(file.path(R.home("bin"), "R"),
            c("CMD", "INSTALL", "--no-test-load", "-l", shQuote(library), shQuote(folder)),
            stdout = TRUE, stderr = TRUE)
  ))
  expect_null(attr(built, "status"), info = paste(built, collapse = "\n"))
  lines <- run_r(c(
    paste0("library(sortclient, lib.loc = ", deparse(library), ")"),
    "set.seed(1)",
    "bad <- character()",
    "check <- function(good, ...) if (!isTRUE(good)) bad <<- c(bad, paste(...))",
    "for (isa in manycore:::isa_runnable()) {",
    "  manycore:::isa_choose(isa)",
    "  for (threads in c(0, 1, 3)) for (n in c(0, 1, 2, 13, 5001)) {",
    "    for (cutoff in c(0, 100)) {",
    "      wrong <- .Call('all_types', n, threads, cutoff, PACKAGE = 'sortclient')",
    "      check(wrong == '', isa, threads, n, cutoff, wrong)",
    "    }",
    "    values <- c(0, -0, NaN, NA, Inf, -Inf, 1:20)",
    "    x <- sample(values, n, replace = TRUE)",
    "    for (routine in c('f64', 'f32')) {",
    "      got <- .Call(routine, x, threads, PACKAGE = 'sortclient')",
    "      want <- sort(x)",
    "      negative <- sum(x == 0 & 1 / x < 0, na.rm = TRUE)",
    "      want[want == 0] <- rep(c(-0, 0), c(negative, sum(want == 0) - negative))",
    "      kept <- seq_along(want)",
    "      check(identical(got[kept], want, num.eq = FALSE) &&",
    "            all(is.na(got[-kept])) && length(got) == n, isa, threads, n, routine)",
    "    }",
    "  }",
    "}",
    "writeLines(c('wrong:', bad))"
  ))
  expect_identical(lines$status, 0L, info = paste(lines$output, collapse = "\n"))
  expect_identical(lines$output[length(lines$output)], "wrong:",
                   info = paste(lines$output, collapse = "\n"))
})

test_that("integer64 keeps NA unless told otherwise, as in bit64", {
  skip_if_not_installed("bit64")
  x <- bit64::as.integer64(c(2, NA, 1))
  expect_identical(as.character(sort_parallel(x)), c("1", "2", NA))
  expect_identical(as.character(sort_parallel(x, na.last = NA)), c("1", "2"))
  expect_identical(sort_parallel(x), sort(x)) # by bit64's method, which bit64 need not export
})
