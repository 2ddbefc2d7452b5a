# The one resolver of indices (base_index.R), against base R's `[`.

test_that("names and numbers mean the places that base R finds", {
  names <- c("a", "b", "b", NA, "")
  found <- index_places(c("b", "a", "z", NA), 5, names)
  expect_identical(found$places, match(c("b", "a", "z", NA), names))
  expect_identical(found$several, 1L)
  expect_identical(index_places(factor(c("b", "a"), c("b", "a")), 5, names)$places, c(2L, 1L))
  expect_identical(index_places("a", 5)$places, NA_integer_)
  numbers <- c(1, 5, 0, -1, 6, 1.5, NA, NaN, Inf, -Inf, 2^40)
  expect_identical(index_places(numbers, 5)$places, c(1L, 5L, rep(NA, 9)))
  expect_identical(index_places(3:6, 5)$places, c(3:5, NA))
  for (odd in list(TRUE, NULL, list(1), 1i)) {
    expect_identical(index_places(odd, 5)$places, rep(NA_integer_, length(odd)))
  }
})

test_that("a subset is what base R chooses", {
  set.seed(1)
  for (turn in 1:200) {
    count <- sample(0:6, 1)
    x <- seq_len(count)
    index <- switch(sample(4, 1), sample(c(TRUE, FALSE, NA), sample(0:count, 1), TRUE),
                    sample(c(0, 1:9, NA), 4, TRUE), -sample(0:9, 3, TRUE), runif(3, 0, 7))
    expect_identical(index_places(index, count, subset = TRUE)$places, x[index])
  }
  expect_error(index_places(c(-1, 1), 3, subset = TRUE), "mix")
})
