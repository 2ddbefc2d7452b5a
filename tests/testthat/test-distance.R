# dist_euclidean() against stats::dist() and a plain reference, on every target and
# 1 to 4 threads.

# Squared distances between the rows of x and of y, as stats::dist defines them.
oracle_squared <- function(x, y) {
  d <- ncol(x)
  result <- matrix(NA_real_, nrow(x), nrow(y))
  for (j in seq_len(nrow(y))) {
    difference <- x - rep(y[j, ], each = nrow(x))
    kept <- rowSums(!is.na(difference))
    result[, j] <- rowSums(difference^2, na.rm = TRUE) / (kept / d)
  }
  result[is.nan(result)] <- NA
  result
}

# Largest relative difference from `want`, in units of 2^-53; Inf and NA must agree.
units_off <- function(got, want) {
  same <- (is.na(got) & is.na(want)) | (!is.na(got) & !is.na(want) & got == want)
  if (all(same)) return(0)
  worst <- max(abs(got[!same] / want[!same] - 1) * 2^53)
  if (is.na(worst)) Inf else worst
}

# Numbers that floats hold, too.
points_of <- function(n, d, missing = 0, infinite = 0) {
  x <- matrix(round(stats::rnorm(n * d) * 2^17) / 2^17, n, d)
  x[stats::runif(length(x)) < missing] <- NA
  x[stats::runif(length(x)) < infinite] <- Inf
  x
}

# Every algorithm with every layout that it reads; of blocks several.
methods <- list(
  auto = list(),
  straightforward = list(algorithm = "straightforward"),
  "blockwise aos" = list(algorithm = "blockwise", layout = "aos", block = 32),
  "blockwise soa" = list(algorithm = "blockwise", layout = "soa", block = 24),
  "blockwise asa" = list(algorithm = "blockwise", layout = "asa", block = 8),
  "blockwise asa-512" = list(algorithm = "blockwise"),
  tile = list(algorithm = "tile", layout = "asa", block = 32),
  "fused straightforward" = list(algorithm = "straightforward", fused = TRUE),
  "fused blockwise" = list(algorithm = "blockwise", layout = "soa", block = 24, fused = TRUE),
  "fused tile" = list(algorithm = "tile", fused = TRUE),
  gemm = list(algorithm = "gemm")
)
# (A build without a BLAS has all but the last; see test-configure.R.)
has_gemm <- manycore_info()$blas
if (!has_gemm) methods$gemm <- NULL
skip_without_gemm <- function() skip_if_not(has_gemm, "this build has no BLAS")

# The help page's bound on the relative error of a squared distance, in units of 2^-53
# (2^-24 in single precision), and what the reference and a quotient may add.
bound_of <- function(d, name = "") (d + 7) * (if (name == "gemm") 16 else 1) + 6

# The same numbers by every method on every target, within the bound, and, to the bit,
# on 1 to 4 threads.
expect_distances <- function(x, y = NULL, label = "") {
  d <- ncol(x)
  want <- oracle_squared(x, if (is.null(y)) x else y)
  if (is.null(y)) want <- want[lower.tri(want)]
  wrong <- character()
  check <- function(good, ...) if (!good) wrong <<- c(wrong, paste(label, ...))
  for_each_target(function(isa) {
    for (name in names(methods)) {
      run <- function(...) {
        as.vector(do.call(dist_euclidean, c(list(x, y, ...), methods[[name]])))
      }
      got <- run(squared = TRUE, threads = 1)
      worst <- units_off(got, as.vector(want))
      check(worst <= bound_of(d, name), isa, name, "off by", worst)
      check(identical(is.nan(got), is.nan(as.vector(want))), isa, name, "NA, not NaN")
      check(identical(run(threads = 1), sqrt(got)), isa, name, "roots")
      for (threads in if (name == "auto") 2:4 else 3) {
        check(identical(run(squared = TRUE, threads = threads), got),
              isa, name, threads, "threads")
      }
    }
  })
  expect_identical(wrong, character())
}

test_that("shapes", {
  set.seed(1)
  for (d in c(0, 1, 2, 7, 8, 9, 15, 16, 17, 127, 128, 129, 513)) {
    for (n in c(0, 1, 2, 3, 31, 32, 33)) {
      if (d > 17 && n > 3) next
      x <- points_of(n, d)
      expect_distances(x, label = paste(n, "x", d))
      for (m in c(0, 1, 5)) {
        expect_distances(x, points_of(m, d), label = paste(n, "and", m, "x", d))
      }
    }
  }
})

test_that("several tiles and panels", {
  set.seed(2)
  for (n in c(127, 128, 129, 300)) {
    expect_distances(points_of(n, 3), label = n)
    expect_distances(points_of(n, 2), points_of(140, 2), label = n)
  }
})

test_that("missing and infinite values as in stats::dist", {
  set.seed(3)
  for (n in c(2, 5, 33, 70)) {
    for (d in c(1, 2, 9, 130)) {
      for (missing in c(0.05, 0.5, 0.95)) {
        expect_distances(points_of(n, d, missing), label = paste(n, d, missing))
        expect_distances(points_of(n, d, missing, 0.1), points_of(7, d, 0.2, 0.1),
                         label = paste(n, d, missing, "Inf"))
      }
    }
  }
  x <- points_of(40, 6, 0.3, 0.1)
  expect_equal(dist_euclidean(x), stats::dist(x), ignore_attr = "call", tolerance = 1e-14)
  expect_identical(is.nan(as.vector(dist_euclidean(x))), is.nan(as.vector(stats::dist(x))))
})

test_that("one missing value among many panels", {
  set.seed(8)
  for (d in c(12, 140)) {
    x <- points_of(200, d)
    for (point in if (d == 12) c(40, 70, 130, 199) else c(70, 199)) {
      holes <- x
      holes[point, 3] <- NA
      expect_distances(holes, label = paste(d, point))
      expect_distances(holes, x[1:150, ], label = paste(d, point, "and 150"))
      expect_distances(x[1:150, ], holes, label = paste(d, "150 and", point))
    }
  }
})

test_that("inner products of tiny and of huge values are not trusted", {
  skip_without_gemm()
  set.seed(9)
  for (scale in c(1e-162, 1e-160, 1e-156, 1e-150, 1e-100, 1e150, 1e153)) {
    x <- points_of(40, 5) * scale
    expect_equal(dist_euclidean(x, algorithm = "gemm"), dist_euclidean(x, algorithm = "tile"),
                 tolerance = 1e-14, ignore_attr = "call", label = scale)
  }
})

test_that("progress never fails, and never goes beyond the end", {
  for (n in c(0:40, 200)) {
    for (m in c(NA, 1, 7, 40)) {
      x <- points_of(n, 3)
      y <- if (!is.na(m)) points_of(m, 3)
      for (algorithm in setdiff(distance_algorithms, if (!has_gemm) "gemm")) {
        done <- numeric()
        run_distance(x, y, FALSE, match_method(algorithm, "auto", NULL, "double"), 1L,
                     function(share) done <<- c(done, share))
        expect_true(all(diff(done) >= 0) && all(done <= 1), label = paste(n, m, algorithm))
      }
    }
  }
  expect_s3_class(suppressMessages(dist_euclidean(points_of(5, 2), progress = TRUE)), "dist")
})

test_that("differences whose squares underflow", {
  x <- rbind(1e-30, 2e-30, 1)
  for_each_target(function(isa) {
    expect_equal(as.vector(dist_euclidean(x)), c(1e-30, 1, 1))
    expect_identical(as.vector(dist_euclidean(x, precision = "single")), c(0, 1, 1))
  })
})

test_that("R's own regression test with missing values", {
  x <- trees
  x[1, 2] <- NA
  expect_equal(dist_euclidean(x), stats::dist(x), ignore_attr = "call", tolerance = 1e-14)
  x <- t(trees)
  x[cbind(c(1, 2, 2, 3), c(1, 2, 4, 3))] <- NA
  for (method in methods) {
    got <- do.call(dist_euclidean, c(list(x), method))
    expect_equal(as.vector(got)[1:3], c(352.4365, 123.5503, 261.5802), tolerance = 1e-6)
  }
})

test_that("close points keep their digits, equal ones are 0 apart", {
  for (d in c(1, 1e6)) {
    x <- rbind(rep(1, d), rep(1 + 1e-8, d))
    exact <- sqrt(d) * ((1 + 1e-8) - 1)
    for_each_target(function(isa) {
      for (method in methods[if (d == 1) TRUE else c("auto", if (has_gemm) "gemm",
                                                     "blockwise soa")]) {
        run <- function(x) as.vector(do.call(dist_euclidean, c(list(x), method)))
        expect_lte(abs(run(x) - exact) / exact, 4 * d * 2^-53)
        expect_identical(run(x[c(1, 1, 2, 2), , drop = FALSE])[c(1, 6)], c(0, 0))
      }
    })
  }
})

test_that("attributes are those of stats::dist", {
  set.seed(4)
  named <- points_of(5, 3)
  rownames(named) <- letters[1:5]
  for (x in list(points_of(4, 2), named, points_of(1, 2), mtcars, data.frame(a = 1:3, b = 4:6))) {
    for (upper in c(FALSE, TRUE)) {
      got <- attributes(dist_euclidean(x, upper = upper, diag = !upper))
      want <- attributes(stats::dist(x, upper = upper, diag = !upper))
      expect_identical(names(got), names(want))
      expect_identical(got[names(got) != "call"], want[names(want) != "call"])
      expect_identical(as.list(got$call)[[1]], quote(dist_euclidean))
    }
  }
  expect_identical(attr(dist_euclidean(named, squared = TRUE), "method"),
                   "squared euclidean")
  d <- dist_euclidean(named)
  expect_identical(stats::hclust(d)$merge, stats::hclust(stats::dist(named))$merge)
  expect_identical(dim(as.matrix(d)), c(5L, 5L))
  expect_output(print(d), "a")
})

test_that("with y: a matrix with the row names", {
  x <- matrix(1:6, 2, dimnames = list(c("a", "b"), NULL))
  y <- matrix(c(TRUE, FALSE, TRUE), 1)
  got <- dist_euclidean(x, y)
  expect_identical(dimnames(got), list(c("a", "b"), NULL))
  expect_equal(got[[1, 1]], sqrt(sum((c(1, 3, 5) - c(1, 0, 1))^2)))
  expect_null(dimnames(dist_euclidean(unname(x), y)))
  expect_identical(dim(dist_euclidean(1:4, 1:2)), c(4L, 2L))
  expect_equal(as.vector(dist_euclidean(c(1L, NA, 4L))), c(NA, 3, NA))
})

test_that("every method in single precision, with missing values", {
  set.seed(6)
  for (n in c(3, 40)) {
    for (d in c(1, 9, 140)) {
      for (missing in c(0, 0.2)) {
        x <- points_of(n, d, missing)
        y <- points_of(50, d)
        want <- oracle_squared(x, y)
        for_each_target(function(isa) {
          for (name in grep("gemm|fused", names(methods), value = TRUE, invert = TRUE)) {
            method <- methods[[name]]
            if (!is.null(method$block)) method$block <- 32
            run <- function(...) {
              do.call(dist_euclidean, c(list(x, y, precision = "single", ...), method))
            }
            got <- run(squared = TRUE, threads = 1)
            label <- paste(n, d, missing, isa, name)
            expect_identical(is.na(got), is.na(want), label = label)
            expect_lte(units_off(got, want) * 2^-29, bound_of(d), label = label)
            expect_identical(run(squared = TRUE, threads = 3), got, label = label)
            expect_lte(units_off(run()^2, got) * 2^-29, 3, label = label) # a root, squared
          }
        })
      }
    }
  }
  x <- points_of(20, 5, 0.2, 0.05)
  expect_equal(dist_euclidean(x, precision = "single"), stats::dist(x),
               ignore_attr = "call", tolerance = 1e-6)
})

test_that("single precision rounds the coordinates", {
  x <- matrix(c(1, 1 + 2^-30, 3), 3)
  for_each_target(function(isa) {
    expect_identical(as.vector(dist_euclidean(x, precision = "single")), c(0, 2, 2))
    expect_identical(as.vector(dist_euclidean(x)), as.vector(stats::dist(x)))
  })
})

test_that("the block does not change a bit", {
  set.seed(7)
  x <- points_of(70, 21, 0.01)
  for_each_target(function(isa) {
    run <- function(...) {
      as.vector(dist_euclidean(x, algorithm = "blockwise", squared = TRUE, ...))
    }
    want <- run()
    for (block in c(8, 24, 64, 512)) {
      expect_identical(run(block = block), want)
      expect_identical(run(block = block, layout = "soa"), want)
    }
  })
})

test_that("the algorithm that was asked for is the one that runs", {
  x <- points_of(40, 9)
  took <- function(..., y = NULL) {
    run <- run_distance(x, y, FALSE, do.call(match_method, utils::modifyList(
      list(algorithm = "auto", layout = "auto", block = NULL, precision = "double"), list(...)
    )), 1L)
    paste(run$algorithm, run$layout, run$block)
  }
  expect_identical(took(), "tile asa 32")
  expect_identical(took(algorithm = "straightforward"), "straightforward aos 32")
  if (has_gemm) expect_identical(took(algorithm = "gemm"), "gemm aos 32")
  expect_identical(took(algorithm = "blockwise", block = 16), "blockwise asa 16")
  expect_identical(took(algorithm = "blockwise"), "blockwise asa 48") # all there are
  expect_identical(took(layout = "soa"), "blockwise soa 48")
  expect_identical(took(layout = "aos"), "straightforward aos 32")
  expect_identical(took(block = 8), "blockwise asa 8")
  x <- points_of(4, 200)
  expect_identical(took(), "straightforward soa 4") # where they are
  expect_identical(took(precision = "single"), "straightforward aos 4")
  expect_identical(took(algorithm = "straightforward"), "straightforward aos 4")
  x <- points_of(40, 8)
  expect_identical(took(), "blockwise asa 48")
})

test_that("bad arguments are named", {
  x <- matrix(1:6, 2)
  error <- function(code) outcome(code)$error
  expect_match(error(dist_euclidean(letters)), "'x' must be numeric")
  expect_match(error(dist_euclidean(x, matrix("a"))), "'y' must be numeric")
  expect_match(error(dist_euclidean(iris)), "'x' must be numeric: column 'Species' is not")
  expect_match(error(dist_euclidean(structure(1:3 + 0, class = "integer64"))), "not integer64")
  expect_match(error(dist_euclidean(x, x[, 1:2])), "same number of columns, not 3 and 2$")
  expect_identical(error(dist_euclidean(x, x[1, ])),
                   paste("'x' and 'y' must have the same number of columns, not 3 and 1: one row",
                         "of a matrix stays a row by m[i, , drop = FALSE]"))
  for (flag in c("squared", "diag", "upper", "fused")) {
    bad <- stats::setNames(list(x, NA), c("x", flag))
    expect_match(error(do.call(dist_euclidean, bad)), paste0("'", flag, "' must be TRUE"))
  }
  expect_match(error(dist_euclidean(x, threads = 0)), "threads")
  expect_match(error(dist_euclidean(x, precision = "half")), "^'precision' must be one of")
  expect_match(error(dist_euclidean(x, progress = 1)), "'progress' must be TRUE or FALSE")
  expect_match(error(dist_euclidean()), "\"x\" is missing")
  expect_match(error(dist_euclidean(x, algorithm = "fast")), "'algorithm' must be one of \"auto\"")
  expect_match(error(dist_euclidean(x, layout = NA)), "'layout' must be one of \"auto\"")
  expect_match(error(dist_euclidean(x, algorithm = "tile", layout = "aos")),
               "'layout' must be \"asa\" for algorithm = \"tile\"")
  for (block in list(0, -8, 12, NA, "8", c(8, 16), 2^40)) {
    expect_match(error(dist_euclidean(x, algorithm = "blockwise", block = block)),
                 "'block' must be a multiple of 8 ")
  }
  expect_match(error(dist_euclidean(x, algorithm = "blockwise", block = 8, precision = "single")),
               "'block' must be a multiple of 16 ")
  for (algorithm in c("straightforward", "gemm", "tile")) {
    expect_match(error(dist_euclidean(x, algorithm = algorithm, block = 64)),
                 "'block' must be NULL for")
  }
  expect_match(error(dist_euclidean(x, layout = "aos", block = 64)), "'block' must be NULL for")
  expect_match(error(dist_euclidean(x, algorithm = "straightforward", layout = "asa")),
               "'layout' must be \"aos\", \"soa\" for algorithm = \"straightforward\"")
  expect_match(error(dist_euclidean(x, algorithm = "straightforward", layout = "soa",
                                    precision = "single")), "no single precision")
  expect_match(error(dist_euclidean(x, algorithm = "gemm", precision = "single")),
               "\"gemm\" has no single precision")
})

test_that("what is not points is named", {
  error <- function(x) outcome(dist_euclidean(x))$error
  must <- "'x' must be numeric: a matrix, a data frame or a vector, not "
  expect_identical(error(NULL), paste0(must, "NULL"))
  expect_identical(error(mean), paste0(must, "of class function"))
  expect_identical(error(quote(a)), paste0(must, "of class name"))
  expect_identical(error(y ~ x), paste0(must, "of class formula"))
  expect_identical(error(globalenv()), paste0(must, "of class environment"))
  expect_identical(error(list(1, 2)), paste0(must, "of class list"))
  expect_identical(error(letters), paste0(must, "of class character"))
  expect_identical(error(cbind(letters)), paste0(must, "a character matrix"))
  expect_identical(error(matrix(1i)), paste0(must, "a complex matrix"))
  expect_identical(outcome(dist_euclidean(1:3, mean))$error,
                   "'y' must be numeric: a matrix, a data frame or a vector, not of class function")
})

test_that("the arguments of stats::dist are taken where they say the same", {
  x <- matrix(c(3, 1, 2, 4, 0, 5), 3)
  for (call in list(quote(dist(x, "euclidean")), quote(dist(x, "eu", TRUE)),
                    quote(dist(x, "euclidean", TRUE, TRUE, 2)), quote(dist(x, method = "euclid")),
                    quote(dist(x, "euclidian")), quote(dist(x, p = 2, method = "euclidean")),
                    quote(dist(x, upper = TRUE, diag = FALSE)))) {
    want <- eval(call)
    call[[1]] <- quote(dist_euclidean)
    got <- eval(call)
    expect_identical(attr(got, "call"), match.call(dist_euclidean, call))
    attr(got, "call") <- attr(want, "call")
    expect_identical(got, want, label = deparse(call))
  }
  y <- x[2:1, ]
  expect_identical(dist_euclidean(x, y, method = "euclidean", p = 2), dist_euclidean(x, y))
  error <- function(...) outcome(dist_euclidean(x, ...))$error
  not <- function(method) {
    paste0("'method' must be \"euclidean\", not \"", method, "\"; call stats::dist() for that")
  }
  expect_identical(error("manhattan"), not("manhattan"))
  expect_identical(error(method = "max"), not("max"))
  expect_identical(error("minkowski", p = 2), not("minkowski"))
  expect_identical(error("tile"), "'method' must be \"euclidean\", not \"tile\"")
  for (bad in list(c("euclidean", "a"), NA_character_, character())) {
    expect_starts(error(bad), "'method' must be \"euclidean\"")
  }
  expect_starts(error(method = NULL), "'method' must be \"euclidean\"")
  expect_identical(error("euclidean", method = "euclidean"),
                   "'y' must be points, not \"euclidean\"")
  for (bad in list(1, 3, NA, "2", 1:2, NULL)) {
    expect_match(error(p = bad), "^'p' must be 2, .* stats::dist\\(\\)")
  }
  expect_identical(names(formals(dist_euclidean))[c(1, 3:5)],
                   setdiff(names(formals(stats::dist)), "method"))
  expect_true(all(names(formals(stats::dist)) %in% names(formals(dist_euclidean))))
})

test_that("a result that does not fit is refused before it is allocated", {
  bytes <- 1e10
  expect_error(check_room(70000 * 69999 / 2, function() bytes),
               "the call needs 19.6 GB of memory, and 10 GB are available")
  expect_null(check_room(1.25e9, function() bytes))
  expect_null(check_room(1e12, function() NA_real_))
  answers <- c(1, 1e10) # less, and more after a collection of garbage
  more <- function() {
    now <- answers[1]
    answers <<- answers[-1]
    now
  }
  expect_null(check_room(1e9, more))
  expect_length(answers, 0)
  expect_null(check_room(1e6, function() stop("not asked")))
  expect_identical(memory_available(tempfile()), NA_real_)
})

test_that("the call of a result is what match.call() makes of it", {
  x <- matrix(1:6 + 0, 3)
  call_of <- function(d) attr(d, "call")
  of_dots <- function(...) dist_euclidean(...)
  expect_identical(call_of(dist_euclidean(x)), quote(dist_euclidean(x = x)))
  expect_identical(call_of(dist_euclidean(x = x)), quote(dist_euclidean(x = x)))
  expect_identical(call_of(dist_euclidean(x, up = TRUE)),
                   quote(dist_euclidean(x = x, upper = TRUE)))
  expect_identical(call_of(of_dots(x)), quote(dist_euclidean(x = ..1)))
  expect_identical(call_of(do.call("dist_euclidean", list(x))), as.call(list(
    quote(dist_euclidean), x = x
  )))
})
