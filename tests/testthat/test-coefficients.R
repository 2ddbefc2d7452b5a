# cor_kendall(type = ): against all comparisons written down, and DescTools where it is.

types <- c("b", "a", "c", "gamma", "somers")

# The coefficient of two vectors, of x given y, over the rows that both have, by its definition.
plain_coefficient <- function(x, y, type) {
  both <- !is.na(x) & !is.na(y)
  x <- x[both]
  y <- y[both]
  n <- length(x)
  if (n < 2) {
    return(NA_real_)
  }
  gx <- outer(x, x, ">") - outer(x, x, "<")
  gy <- outer(y, y, ">") - outer(y, y, "<")
  s <- sum(gx * gy) / 2
  m <- min(length(unique(x)), length(unique(y)))
  below <- switch(type,
    b = sqrt(sum(gx != 0) / 2 * sum(gy != 0) / 2),
    a = n * (n - 1) / 2,
    c = n^2 * (m - 1) / (2 * m),
    gamma = sum(gx != 0 & gy != 0) / 2,
    somers = sum(gy != 0) / 2
  )
  if (below == 0) NA_real_ else s / below
}

# cor_kendall(x, y, use, type = type): list(value, constant) with the number of pairs of columns
# that deserve the warning. No rows are left out but by pairs.
plain_coefficients <- function(x, y, use, type) {
  symmetric <- is.null(y)
  if (symmetric) y <- x
  constant <- 0
  value <- matrix(NA_real_, ncol(x), ncol(y))
  for (i in seq_len(ncol(x))) for (j in seq_len(ncol(y))) {
    if (use == "pairwise.complete.obs" || !(anyNA(x[, i]) || anyNA(y[, j]))) {
      value[i, j] <- plain_coefficient(x[, i], y[, j], type)
      none <- is.na(value[i, j]) ||
        (symmetric && is.na(plain_coefficient(y[, j], x[, i], type)))
      counted <- sum(!is.na(x[, i] + y[, j])) > 1 && (!symmetric || i <= j)
      constant <- constant + (none && counted)
    }
  }
  list(value = value, constant = constant)
}

differs <- function(got, want, use, tolerance = 4e-16) {
  outcome_difference(got, want$value, as.character(constant_warnings(want$constant, use)), NULL,
                     tolerance)
}

test_that("each coefficient is what its definition says", {
  set.seed(1)
  odd <- character()
  for (turn in 1:60) {
    n <- sample(c(2, 3, 5, 20, 40), 1)
    x <- random_matrix(n, sample(1:9, 1), c(complete_columns, if (turn %% 2) missing_columns))
    y <- random_matrix(n, sample(1:6, 1), c(complete_columns, if (turn %% 3) missing_columns))
    dimnames(x) <- dimnames(y) <- NULL
    x[is.infinite(x)] <- 1e9 # x + y is to be missing where one is
    y[is.infinite(y)] <- 1e9
    for (type in types[-1]) for (use in c("everything", "pairwise.complete.obs")) {
      algorithm <- sample(algorithms, 1)
      label <- paste(turn, type, use, algorithm)
      got <- outcome(cor_kendall(x, y, use, type = type, algorithm = algorithm))
      odd <- c(odd, paste(label, differs(got, plain_coefficients(x, y, use, type), use)))
      got <- outcome(cor_kendall(x, NULL, use, type = type, algorithm = algorithm))
      odd <- c(odd, paste(label, differs(got, plain_coefficients(x, NULL, use, type), use)))
    }
  }
  expect_length(odd, 60 * 16)
  expect_identical(odd[!endsWith(odd, " ")], character())
})

test_that("rows left out of all columns, names, vectors and data frames", {
  x <- cbind(u = c(1, 2, 2, NA, 5, 1), v = c(3, 1, 2, 2, NA, 3), w = c(2, 2, 1, 7, 1, 4))
  complete <- x[stats::complete.cases(x), ]
  for (type in types) {
    want <- cor_kendall(complete, type = type)
    expect_identical(dimnames(want), list(colnames(x), colnames(x)))
    expect_identical(cor_kendall(x, use = "complete.obs", type = type), want)
    expect_identical(cor_kendall(as.data.frame(x), use = "na.or.complete", type = type), want)
    expect_identical(cor_kendall(complete[, 1], complete[, 3], type = type), want[[1, 3]])
    expect_identical(cor_kendall(complete[, 1, drop = FALSE], complete[, 2:3], type = type),
                     want[1, 2:3, drop = FALSE])
    expect_identical(outcome(cor_kendall(x, use = "all.obs", type = type))$error,
                     "missing observations in cov/cor")
    lost <- unname(is.na(cor_kendall(x, type = type)))
    diag <- type != "b" # stats::cor has 1 there
    expect_identical(lost, matrix(c(diag, TRUE, TRUE, TRUE, diag, TRUE, TRUE, TRUE, FALSE), 3))
    one_row <- outcome(cor_kendall(x[1, , drop = FALSE], type = type))
    expect_true(all(is.na(one_row$value)) && length(one_row$warnings) == 0)
  }
})

test_that("values by hand", {
  # of 6 pairs of rows 3 are concordant, 1 is discordant, 1 tied in x, 1 in y
  x <- c(1, 1, 2, 3)
  y <- c(2, 1, 1, 3)
  expect_identical(vapply(types, function(type) cor_kendall(x, y, type = type), 0),
                   c(b = 4 / (sqrt(10) * sqrt(10)), a = 2 / 6, c = 2 * 2 * 3 / (16 * 2),
                     gamma = 2 / 4, somers = 2 / 5))
  expect_identical(cor_kendall(x, 1:4, type = "a"), 5 / 6)
  expect_identical(cor_kendall(x, 1:4, type = "somers"), 5 / 6)
  expect_identical(cor_kendall(1:4, x, type = "somers"), 1)
  expect_identical(cor_kendall(x, 1:4, type = "c"), 5 * 2 * 3 / (16 * 2))
  # a column with itself
  self <- vapply(types, function(type) cor_kendall(cbind(x), type = type)[[1]], 0)
  expect_identical(self, c(b = 1, a = 5 / 6, c = 5 * 2 * 3 / (16 * 2), gamma = 1, somers = 1))
})

test_that("constant columns: tau-a is 0, as is Somers' D of one given another", {
  x <- cbind(c(4, 4, 4), 1:3)
  silent <- outcome(cor_kendall(x, type = "a"))
  expect_identical(silent$value, matrix(c(0, 0, 0, 1), 2))
  expect_identical(silent$warnings, character())
  for (type in c("c", "gamma")) {
    got <- outcome(cor_kendall(x, type = type))
    expect_identical(got$value, matrix(c(NA, NA, NA, 1), 2))
    expect_identical(got$warnings, "the standard deviation is zero")
  }
  got <- outcome(cor_kendall(x, type = "somers"))
  expect_identical(got$value, matrix(c(NA, NA, 0, 1), 2)) # [1, 2] is the constant given 1:3
  expect_identical(got$warnings, "the standard deviation is zero")
  got <- outcome(cor_kendall(x, use = "pairwise", type = "gamma"))
  expect_identical(got$warnings, "the standard deviation is zero (in 2 pairs of columns)")
  expect_identical(outcome(cor_kendall(x[, 1], x[, 2], type = "somers")),
                   list(value = 0, warnings = character(), error = NULL))
})

test_that("every algorithm, target and number of threads gives the same bits", {
  set.seed(2)
  n <- 90
  x <- cbind(grouped_matrix("ptmbptmb", n, 3), grouped_matrix("tb", n))
  y <- grouped_matrix("bmtp", n, 2)
  odd <- character()
  for (type in types) for (use in c("everything", "pairwise.complete.obs")) {
    want <- suppressWarnings(list(cor_kendall(x, NULL, use, type = type, algorithm = "naive",
                                              threads = 1),
                                  cor_kendall(x, y, use, type = type, algorithm = "naive",
                                              threads = 1)))
    for_each_target(function(isa) {
      for (algorithm in algorithms) for (threads in 1:4) {
        got <- suppressWarnings(list(
          cor_kendall(x, NULL, use, type = type, algorithm = algorithm, threads = threads),
          cor_kendall(x, y, use, type = type, algorithm = algorithm, threads = threads)
        ))
        if (!identical(got, want)) odd <<- c(odd, paste(type, use, isa, algorithm, threads))
      }
    })
  }
  expect_identical(odd, character())
})

test_that("several panels of columns, and blocks of bits", {
  set.seed(3)
  x <- matrix(sample(9, 400 * 45, TRUE), 400)
  x[sample(length(x), 300)] <- NA
  for (type in types[-1]) {
    want <- plain_coefficients(x[, c(1, 44)], NULL, "pairwise.complete.obs", type)$value
    whole <- cor_kendall(x, use = "pairwise", type = type)
    expect_lte(max(abs(whole[c(1, 44), c(1, 44)] - want)), 4e-16)
    for (algorithm in c("bitset", "radix", "naive")) {
      options(manycore.scratch = 1)
      again <- cor_kendall(x, use = "pairwise", type = type, algorithm = algorithm)
      options(manycore.scratch = NULL)
      expect_identical(again, whole)
    }
  }
})

test_that("distinct values beyond 65,536, of rows that two columns have", {
  n <- 140001
  x <- c(seq_len(n - 2), 5, NA) # one tie
  y <- c(NA, rev(seq_len(n - 2)), 7)
  both <- which(!is.na(x) & !is.na(y))
  m <- min(length(unique(x[both])), length(unique(y[both])))
  s <- cov_kendall(x[both], y[both]) / 2
  expect_identical(cor_kendall(x, y, use = "pairwise", type = "c"),
                   2 * m * s / (length(both)^2 * (m - 1)))
})

test_that("the coefficients of DescTools", {
  skip_if_not_installed("DescTools")
  theirs <- function(name) getExportedValue("DescTools", name)
  set.seed(4)
  of <- list(
    a = theirs("KendallTauA"), c = theirs("StuartTauC"), gamma = theirs("GoodmanKruskalGamma"),
    somers = function(x, y) theirs("SomersDelta")(x, y, direction = "row")
  )
  for (turn in 1:40) {
    n <- sample(c(3, 8, 25), 1)
    x <- sample(c(1:3, if (turn %% 2) NA), n, TRUE)
    y <- sample(c(1:5, if (turn %% 3) NA), n, TRUE)
    if (turn %% 5 == 0) x[] <- 1
    if (turn %% 7 == 0) y[!is.na(y)] <- 1
    both <- !is.na(x) & !is.na(y) # tau-c of DescTools counts values of other rows, too
    if (sum(both) < 2) next
    for (type in names(of)) {
      want <- as.vector(suppressWarnings(of[[type]](x[both], y[both])))
      got <- suppressWarnings(cor_kendall(x, y, use = "pairwise", type = type))
      expect_identical(is.na(got), is.na(want), label = paste(turn, type))
      expect_equal(got, if (is.na(want)) NA_real_ else want, tolerance = 1e-14,
                   label = paste(turn, type))
    }
  }
})

test_that("what is refused", {
  for (bad in list(NULL, 1, "d", NA_character_, c("a", "b"), "tau-b", character())) {
    got <- tryCatch(cor_kendall(1:3, 1:3, type = bad), manycore_error_argument = identity)
    expect_identical(got$argument, "type")
    expect_starts(conditionMessage(got),
                  "'type' must be one of \"b\", \"a\", \"c\", \"gamma\", \"somers\"")
  }
  expect_starts(outcome(cov_kendall(1:3, 1:3, type = "a"))$error, "there is no argument 'type'")
})

test_that("the name of a coefficient may be abbreviated", {
  x <- as.matrix(mtcars[, c("cyl", "gear", "carb")])
  expect_identical(cor_kendall(x, type = "som"), cor_kendall(x, type = "somers"))
  expect_identical(cor_kendall(x, type = "g"), cor_kendall(x, type = "gamma"))
  expect_error(cor_kendall(x, type = "somersd"), "'type' must be one of", fixed = TRUE)
  expect_error(cor_kendall(x, type = ""), "'type' must be one of", fixed = TRUE)
})
