# A store in the place of a matrix.

functions <- list(
  function(x) x == 0.1, function(x) 1 - x, function(x) x * x, function(x) -x, function(x) !x,
  function(x) x > rev(seq_len(nrow(x))), abs, function(x) round(x, 2), cumsum, max, min, range,
  function(x) range(x, 7, na.rm = TRUE), function(x) any(x > 0.5), t, as.vector, as.numeric,
  function(x) as.vector(x, "list"), function(x) cbind(x, 1), function(x) rbind(a = 1, x),
  function(x) matrix(x, 2), as.data.frame, function(x) utils::head(x, 3),
  function(x) utils::tail(x, 3), function(x) apply(x, 1, max), function(x) x[x > 0.2],
  function(x) stats::as.dist(1 - x[seq_len(ncol(x)), ])
)

expect_as_matrix <- function(store) {
  m <- as.matrix(store)
  for (f in functions) {
    expect_identical(try(f(store), TRUE), f(m), label = deparse(f)[1])
  }
  k <- seq_len(min(dim(m)))
  expect_identical(store[cbind(k, k)], unname(diag(m)))
  expect_error(diag(store), "is an array")
  expect_error(rowSums(store), "must be numeric")
  expect_equal(sum(store), sum(m))
  expect_equal(prod(store[1:2, ]), prod(m[1:2, ]))
  expect_equal(mean(store), mean(m))
  expect_output(print(summary(store)), "all there")
}

test_that("base R does with a store as with its matrix", {
  x <- data_of_store()
  expect_as_matrix(quietly(cor_kendall(x, store = new_store())))
  expect_as_matrix(quietly(cor_kendall(x, x[, 1:20] + 0, store = new_store())))
})

test_that("str() shows what a store is", {
  store <- new_store()
  expect_output(str(store), "dir")
  quietly(cor_kendall(data_of_store(), store = store))
  expect_output(str(store), "dir")
})

test_that("values that are missing", {
  x <- data_of_store()
  x[3, 40] <- NA
  stored <- quietly(cor_kendall(x, store = new_store()))
  m <- as.matrix(stored)
  expect_true(anyNA(m))
  expect_identical(max(stored), max(m))
  expect_identical(range(stored, na.rm = TRUE), range(m, na.rm = TRUE))
  expect_identical(mean(stored), mean(m))
  expect_equal(mean(stored, na.rm = TRUE), mean(m, na.rm = TRUE))
  expect_error(mean(stored, trim = 0.1), "there is no argument 'trim'", class = "manycore_error")
  expect_identical(stored + stored, m + m)
  # NA is no other NaN, in floats either
  single <- quietly(cor_kendall(x, store = new_store(precision = "single")))
  expect_identical(is.na(as.matrix(single)) & !is.nan(as.matrix(single)), is.na(m) & !is.nan(m))
})
