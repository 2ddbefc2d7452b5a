# cor_kendall(pairs = ): the elements of the matrix, bit for bit.

types <- c("b", "a", "c", "gamma", "somers")

# Pairs of columns of x and y (or again of x): some of them, some twice, some mirrored.
random_pairs <- function(count, x, y = x) {
  i <- sample.int(ncol(x), count, TRUE)
  j <- sample.int(ncol(y), count, TRUE)
  again <- sample.int(count, count %/% 5)
  if (identical(x, y)) {
    cbind(c(i, j[again]), c(j, i[again]))
  } else {
    cbind(c(i, i[again]), c(j, j[again]))
  }
}

test_that("elements of the matrix, with every `use`, type and algorithm", {
  set.seed(1)
  odd <- character()
  found <- list(numbers = 0, none = 0, errors = 0)
  for (turn in 1:40) {
    n <- sample(c(1, 2, 3, 20, 70), 1)
    kinds <- function(some) c(complete_columns, if (n > 1 && some) missing_columns)
    x <- random_matrix(n, sample(1:30, 1), kinds(turn %% 2 == 0))
    y <- random_matrix(n, sample(1:30, 1), kinds(turn %% 3 == 0))
    for (use in use_modes) for (type in types) {
      algorithm <- sample(algorithms, 1)
      for (other in list(NULL, y)) {
        pairs <- random_pairs(sample(c(1, 5, 100), 1), x, if (is.null(other)) x else other)
        want <- outcome(cor_kendall(x, other, use, type = type)[pairs])
        got <- outcome(cor_kendall(x, other, use, type = type, algorithm = algorithm,
                                   pairs = pairs))
        found$numbers <- found$numbers + sum(!is.na(want$value))
        found$none <- found$none + sum(is.na(want$value))
        found$errors <- found$errors + !is.null(want$error)
        if (!same_bits(got$value, want$value) || !identical(got$error, want$error)) {
          odd <- c(odd, paste(turn, use, type, algorithm, is.null(other)))
        }
      }
    }
  }
  expect_identical(odd, character())
  expect_true(all(unlist(found) > c(20000, 5000, 100))) # of each kind there are some
})

test_that("every target and number of threads gives the same bits", {
  set.seed(2)
  n <- 90
  x <- cbind(grouped_matrix("ptmbptmb", n, 3), grouped_matrix("tbpm", n))
  y <- grouped_matrix("bmtp", n, 2)
  own <- random_pairs(60, x)
  both <- random_pairs(60, x, y)
  odd <- character()
  for (type in c("b", "c", "somers")) for (use in c("everything", "pairwise.complete.obs")) {
    want <- suppressWarnings(list(cor_kendall(x, NULL, use, type = type)[own],
                                  cor_kendall(x, y, use, type = type)[both]))
    for_each_target(function(isa) {
      for (algorithm in algorithms) for (threads in 1:4) {
        got <- suppressWarnings(list(
          cor_kendall(x, NULL, use, type = type, algorithm = algorithm, threads = threads,
                      pairs = own),
          cor_kendall(x, y, use, type = type, algorithm = algorithm, threads = threads,
                      pairs = both)
        ))
        if (!identical(got, want)) odd <<- c(odd, paste(type, use, isa, algorithm, threads))
      }
    })
  }
  expect_identical(odd, character())
})

test_that("panels, super-tiles and blocks that are left out", {
  set.seed(3)
  x <- matrix(sample(50, 400 * 120, TRUE), 400)
  y <- matrix(stats::rnorm(400 * 150), 400)
  x[sample(length(x), 50)] <- NA
  whole <- list(cor_kendall(x, NULL, "pairwise"), cor_kendall(x, y, "pairwise"))
  on.exit(options(manycore.scratch = NULL))
  options(manycore.scratch = 1)
  for (count in c(1, 30, 3000)) for (algorithm in c("bitset", "radix", "vse")) {
    own <- random_pairs(count, x)
    both <- random_pairs(count, x, y)
    expect_identical(cor_kendall(x, NULL, "pairwise", algorithm = algorithm, pairs = own),
                     whole[[1]][own])
    expect_identical(cor_kendall(x, y, "pairwise", algorithm = algorithm, pairs = both),
                     whole[[2]][both])
  }
  options(manycore.scratch = NULL)
  # more than a super-tile either way, near the diagonal and far from it
  x <- matrix(sample(9, 40 * 1500, TRUE), 40)
  whole <- cor_kendall(x)
  near <- cbind(rep(1:1400, each = 3), rep(1:1400, each = 3) + c(0, 7, 100))
  far <- cbind(c(1, 1500, 700), c(1500, 1, 701))
  for (pairs in list(near, far, rbind(near, far)[sample(nrow(near) + 3), ])) {
    expect_identical(cor_kendall(x, pairs = pairs, algorithm = "bitset"), whole[pairs])
  }
})

test_that("the naive kernel in blocks of rows", {
  set.seed(4)
  x <- matrix(stats::rnorm(15000 * 10), 15000)
  pairs <- cbind(c(1, 9, 3, 10), c(9, 9, 1, 10))
  whole <- cor_kendall(x)
  expect_identical(cor_kendall(x, pairs = pairs, algorithm = "naive"), whole[pairs])
})

test_that("rows are those that `use` leaves of all columns, not of those that occur", {
  x <- cbind(c(1, 2, 3, 4, 5), c(2, 1, 4, 3, 5), c(NA, 1, 2, 3, 4))
  expect_identical(cor_kendall(x, use = "complete.obs", pairs = cbind(1, 2)),
                   cor_kendall(x[-1, 1], x[-1, 2]))
  expect_identical(cor_kendall(x, pairs = cbind(1, 2)), cor_kendall(x[, 1:2])[[1, 2]])
  expect_identical(cor_kendall(x, pairs = cbind(3, 3)), 1)
  expect_identical(cor_kendall(x, pairs = cbind(3, 3), type = "gamma"), NA_real_)
  got <- outcome(cor_kendall(x, use = "all.obs", pairs = cbind(1, 2)))
  expect_identical(got$error, "missing observations in cov/cor")
})

test_that("names, data frames, integers, vectors, mirrored pairs, none", {
  x <- as.matrix(longley)
  y <- x[, 3:5]
  whole <- cor_kendall(x)
  names <- cbind(c("GNP", "Year"), c("Employed", "GNP"))
  want <- c(whole["GNP", "Employed"], whole["Year", "GNP"])
  expect_identical(cor_kendall(x, pairs = names), want)
  expect_identical(cor_kendall(longley, pairs = as.data.frame(names)), want)
  expect_identical(cor_kendall(longley, pairs = data.frame(factor(names[, 1]), names[, 2])), want)
  expect_identical(cor_kendall(x, pairs = data.frame(names[, 1], match(names[, 2], colnames(x)))),
                   want)
  expect_identical(cor_kendall(x, y, pairs = cbind("GNP", "Population")),
                   whole["GNP", "Population"])
  expect_identical(cor_kendall(x, pairs = cbind(1:3, 4L)), unname(whole[1:3, 4]))
  expect_identical(cor_kendall(x[, 1], x[, 2], pairs = cbind(c(1, 1), 1)), rep(whole[[1, 2]], 2))
  expect_identical(cor_kendall(x[, 1], x, pairs = cbind(1, 7:1)),
                   unname(cor_kendall(x[, 1], x)[1, 7:1]))
  expect_identical(cor_kendall(x, pairs = cbind(integer(), integer())), double())
  expect_identical(cor_kendall(x, pairs = matrix("", 0, 2)), double())
  somers <- suppressWarnings(cor_kendall(round(x, -2), type = "somers"))
  both <- cbind(c(1, 5, 2, 2), c(5, 1, 2, 1))
  expect_identical(suppressWarnings(cor_kendall(round(x, -2), type = "somers", pairs = both)),
                   somers[both])
  expect_false(isSymmetric(unname(somers)))
})

test_that("the warning is about the pairs that were asked for", {
  x <- cbind(c(3, 3, 3), 1:3, c(1, 3, 2))
  warnings <- function(...) outcome(cor_kendall(x, ...))$warnings
  zero <- "the standard deviation is zero"
  expect_identical(warnings(pairs = cbind(2, 3)), character())
  expect_identical(warnings(pairs = cbind(2, 1)), zero)
  expect_identical(warnings(use = "pairwise", pairs = cbind(c(2, 2, 1), c(1, 3, 3))),
                   paste(zero, "(in 2 pairs of columns)"))
  expect_identical(warnings(use = "pairwise", pairs = cbind(c(2, 1), c(3, 3))),
                   paste(zero, "(in 1 pair of columns)"))
  expect_identical(warnings(type = "a", pairs = cbind(2, 1)), character())
  x[1, 2] <- NA # which of two columns comes first is not the user's to know
  expect_identical(warnings(pairs = cbind(c(1, 2), c(2, 1))), character())
})

test_that("what is refused", {
  x <- matrix(1:12, 3, dimnames = list(NULL, letters[1:4]))
  y <- matrix(1:6, 3)
  refused <- function(pairs, starts, x_ = x, y_ = NULL) {
    got <- tryCatch(cor_kendall(x_, y_, pairs = pairs), manycore_error_argument = identity)
    expect_identical(got$argument, "pairs")
    expect_identical(conditionCall(got)[[1]], quote(cor_kendall))
    expect_identical(conditionMessage(got), paste0("'pairs' must ", starts))
  }
  right <- "be NULL, or a matrix or data frame of two columns, of numbers or names of columns, not "
  refused(1:2, paste0(right, "a vector of class integer and length 2"))
  refused("a", paste0(right, "\"a\""))
  refused(list(1, 2), paste0(right, "an object of class list"))
  refused(matrix(TRUE, 1, 2), paste0(right, "a logical matrix"))
  refused(cbind(1, 2, 3), paste0(right, "of 3 columns"))
  refused(data.frame(i = 1), paste0(right, "of 1 column"))
  twice <- `colnames<-`(x, c("a", "b", "a", "c"))
  several <- "have numbers, or names that one column of '%s' has, in column %d, not \"a\" (row %d)"
  refused(cbind(c("c", "a"), "b"), sprintf(several, "x", 1, 2), twice)
  refused(cbind("b", "a"), sprintf(several, "y", 2, 1), x, twice)
  range <- "have whole numbers from 1 to 4, columns of 'x', in column "
  refused(cbind(c(1, 5), 1), paste0(range, "1, not 5 (row 2)"))
  refused(cbind(1, c(1, 2, 0)), paste0(range, "2, not 0 (row 3)"))
  refused(cbind(1, -1L), paste0(range, "2, not -1 (row 1)"))
  refused(cbind(1.5, 1), paste0(range, "1, not 1.5 (row 1)"))
  refused(cbind(NA, 1), paste0(range, "1, not NA (row 1)"))
  refused(cbind(NA_integer_, 1L), paste0(range, "1, not NA (row 1)"))
  refused(cbind(1, NaN), paste0(range, "2, not NaN (row 1)"))
  refused(cbind(1, Inf), paste0(range, "2, not Inf (row 1)"))
  refused(cbind(1, 3), "have whole numbers from 1 to 2, columns of 'y', in column 2, not 3 (row 1)",
          y_ = y)
  refused(cbind(c("a", "z"), "b"), "have names of columns of 'x' in column 1, not \"z\" (row 2)")
  refused(cbind("a", NA), "have names of columns of 'x' in column 2, not NA (row 1)")
  refused(cbind("a", "b"), y_ = y,
          "have numbers, as 'y' has no column names, in column 2, not \"b\" (row 1)")
  refused(data.frame(TRUE, 1),
          "have numbers or names of columns in column 1, not TRUE")
  refused(data.frame(Sys.Date(), 1),
          "have numbers or names of columns in column 1, not an object of class Date")
  expect_starts(outcome(cov_kendall(x, pairs = cbind(1, 2)))$error, "there is no argument 'pairs'")
})
