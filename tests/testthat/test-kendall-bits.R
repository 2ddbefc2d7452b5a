# cor_kendall() to the bit as stats::cor(method = "kendall"), by every algorithm and target.

columns_of_kind <- list(
  normal = function(n) stats::rnorm(n),
  counts = function(n) stats::rpois(n, 1.5),
  few = function(n) sample(c(-1.5, 0, 2), n, TRUE),
  integer = function(n) sample.int(max(2L, n %/% 3L), n, TRUE),
  logical = function(n) sample(c(TRUE, FALSE), n, TRUE),
  constant = function(n) rep(4, n),
  up = function(n) seq_len(n) / 3,
  down = function(n) -seq_len(n)^3,
  infinite = function(n) sample(c(-Inf, 0, -0, 1, Inf), n, TRUE)
)

# m columns of random kinds: doubles, integers or logicals, with a share of NA.
random_columns <- function(n, m) {
  kinds <- sample(c(names(columns_of_kind), "normal", "counts"), m, TRUE)
  if (stats::runif(1) < 0.1) kinds <- rep("logical", m)
  x <- vapply(kinds, function(kind) columns_of_kind[[kind]](n) + 0, numeric(n))
  x <- matrix(x, n, m)
  type <- if (all(kinds %in% c("integer", "logical"))) {
    if (all(kinds == "logical")) "logical" else "integer"
  } else {
    "double"
  }
  storage.mode(x) <- type
  if (stats::runif(1) < 0.5) {
    x[stats::runif(n * m) < sample(c(0.01, 0.1, 0.6), 1)] <- NA
    if (type == "double") x[stats::runif(n * m) < 0.01] <- NaN
  }
  x
}

uses <- c("everything", "complete.obs", "pairwise.complete.obs", "na.or.complete", "all.obs")

value_of <- function(code) tryCatch(suppressWarnings(code), error = function(e) "error")

test_that("the bits of stats::cor, whatever the data", {
  skip_unless_cor_is_as_of_4.2()
  set.seed(51)
  wrong <- character()
  for (round in 1:1000) {
    n <- sample(c(2:12, 20, 31, 33, 64, 100), 1)
    x <- random_columns(n, sample(2:9, 1))
    y <- if (round %% 2 == 0) random_columns(n, sample(1:9, 1))
    use <- uses[round %% 5 + 1]
    want <- value_of(stats::cor(x, y, use = use, method = "kendall"))
    if (identical(want, "error")) next
    for_each_target(function(isa) {
      for (algorithm in sample(algorithms, 3)) {
        got <- value_of(cor_kendall(x, y, use = use, algorithm = algorithm))
        if (!identical(got, want)) wrong <<- c(wrong, paste(round, use, isa, algorithm))
      }
    })
  }
  expect_identical(wrong, character())
})

test_that("the bits of stats::cor with hundreds of rows, and for two vectors", {
  skip_unless_cor_is_as_of_4.2()
  set.seed(52)
  for (n in c(150, 300, 700)) {
    for (round in 1:4) {
      x <- random_columns(n, 6)
      y <- random_columns(n, 2)
      use <- c("everything", "pairwise.complete.obs")[round %% 2 + 1]
      want <- value_of(stats::cor(x, use = use, method = "kendall"))
      across <- value_of(stats::cor(x, y, use = use, method = "kendall"))
      one <- value_of(stats::cor(x[, 1], y[, 1], use = use, method = "kendall"))
      for_each_target(function(isa) {
        label <- paste(n, round, isa)
        expect_identical(value_of(cor_kendall(x, use = use)), want, label = label)
        expect_identical(value_of(cor_kendall(x, y, use = use)), across, label = label)
        expect_identical(value_of(cor_kendall(x[, 1], y[, 1], use = use)), one, label = label)
      })
    }
  }
})

# Of 212 rows in groups of 49 and 163 twice 49 * 163 pairs are not tied, whose root is
# another one if it is rounded to a long double of 64 bits first.
test_that("roots of long doubles", {
  skip_unless_cor_is_as_of_4.2()
  set.seed(53)
  n <- 212
  x <- vapply(1:60, function(k) sample(rep(c(0, 1), c(k, n - k))), numeric(n))
  y <- x[, 60:1]
  want <- stats::cor(x, y, method = "kendall")
  # roots of doubles would not do
  pairs <- 1:60 * (n - 1:60)
  root <- sqrt(2 * pairs)
  s <- round(want * outer(root, rev(root)))
  expect_false(identical(s / outer(root, rev(root)), want))
  # the same rows, after others of which some column has none
  holes <- rbind(NA, x, NA)
  more <- rbind(1, y, NA)
  for_each_target(function(isa) {
    for (algorithm in c("bitset", "radix", "vse")) {
      label <- paste(isa, algorithm)
      expect_identical(cor_kendall(x, y, algorithm = algorithm), want, label = label)
      expect_identical(cor_kendall(holes, more, use = "pairwise", algorithm = algorithm), want,
                       label = label)
      expect_identical(cor_kendall(holes, more, use = "complete", algorithm = algorithm), want,
                       label = label)
    }
  })
})
