# A matrix in a store, in the place of a matrix.

functions <- list(
  function(x) x == 0.1, function(x) 1 - x, function(x) x * x, function(x) -x, function(x) !x,
  function(x) x > rev(seq_len(nrow(x))), abs, function(x) round(x, 2), cumsum, max, min, range,
  function(x) range(x, 7, na.rm = TRUE), function(x) any(x > 0.5), t, as.vector,
  function(x) range(x, finite = TRUE), is.na, anyNA, unique, duplicated, sort,
  function(x) stats::quantile(x, na.rm = TRUE),
  stats::median, function(x) order(x, decreasing = TRUE), as.integer, as.logical,
  as.character, function(x) {
    v <- seq_len(nrow(x))
    cbind(x, v, 2)
  }, function(x) cbind(w = 1:2, x[1:2, ]), as.numeric,
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

test_that("base R does with a matrix in a store as with the matrix", {
  x <- data_of_store()
  expect_as_matrix(quietly(cor_kendall(x, store = new_store())))
  expect_as_matrix(quietly(cor_kendall(x, x[, 1:20] + 0, store = new_store())))
})

test_that("str() shows what a store is", {
  store <- new_store()
  expect_output(str(store), "dir")
  expect_output(str(quietly(cor_kendall(data_of_store(), store = store))), "dir")
})

test_that("infinite distances, and whole numbers", {
  w <- matrix(Inf, 7, 7)
  w[cbind(2:6, 1:5)] <- 1:5
  store <- floyd_warshall(w, traceback = TRUE, store = new_store(tile = 2))
  via <- path_via(store)
  for (s in list(store, via)) {
    m <- as.matrix(s)
    for (f in list(range, max, function(x) range(x, finite = TRUE),
                   function(x) max(x, na.rm = TRUE),
                   function(x) min(x, na.rm = TRUE), function(x) x[c(3, NA, 99)], anyNA,
                   function(x) x[c(1, NA), 3])) {
      expect_silent(found <- f(s))
      expect_identical(found, f(m))
    }
  }
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
  expect_identical(c(anyNA(stored), sum(is.na(stored))), c(TRUE, sum(is.na(m))))
  for (f in list(is.na, is.nan, is.finite, is.infinite)) expect_identical(f(stored), f(m))
  expect_true(all.equal(stored, m))
  expect_true(all.equal(stored, quietly(cor_kendall(x, store = new_store(tile = 7)))))
  expect_match(all.equal(stored, m + 1), "Mean relative difference")
  expect_identical(stats::quantile(stored, na.rm = TRUE), stats::quantile(m, na.rm = TRUE))
  expect_error(stored[is.na(stored)] <- 0, "is not assigned to", class = "manycore_error_argument")
  expect_error(diag(stored) <- 0, "is not assigned to|only replace matrix diagonals")
  expect_error(mean(stored, trim = 0.1), "there is no argument 'trim'", class = "manycore_error")
  expect_identical(stored + stored, m + m)
  # NA is no other NaN, in floats either
  single <- quietly(cor_kendall(x, store = new_store(precision = "single")))
  expect_identical(is.na(as.matrix(single)) & !is.nan(as.matrix(single)), is.na(m) & !is.nan(m))
})

test_that("the place is no array, the result is one, and `[` agrees", {
  x <- matrix(rnorm(60), 10)
  folder <- tempfile()
  on.exit(unlink(folder, recursive = TRUE))
  store <- tile_store(folder, tile = 4)
  expect_error(tile_matrix(store), "nothing in the store", class = "manycore_error_store")
  kendall_network(x, cutoff = 0.5, store = store)
  for (f in list(tile_matrix, as.matrix)) {
    expect_error(f(store), "holds the edges of a network", class = "manycore_error_store")
  }
  store <- tile_store(folder, overwrite = TRUE)
  taus <- cor_kendall(x, store = store)
  expect_identical(class(store), "tile_store")
  expect_false(is.array(store))
  expect_null(dim(store))
  expect_error(store[1, 2], "number of dimensions")
  expect_error(rowSums(store), "array")
  expect_identical(class(taus), "tile_matrix")
  expect_true(is.array(taus))
  expect_identical(dim(taus), c(6L, 6L))
  expect_identical(length(taus), 36L)
  expect_identical(taus[1, 2], cor_kendall(x)[1, 2])
  expect_identical(tile_matrix(tile_store(folder)), taus)
  expect_identical(as.matrix(store), as.matrix(taus))
  expect_error(tile_matrix(taus), "'store' must be a store", class = "manycore_error_argument")
  expect_error(cor_kendall(x, store = taus), "not an object of class tile_matrix",
               class = "manycore_error_argument")
  expect_error(tile_matrix(folder), class = "manycore_error_argument")
  expect_error(as.matrix(store, foo = 1), "no argument 'foo'", class = "manycore_error_argument")
  expect_error(print(taus, foo = 1), "no argument 'foo'", class = "manycore_error_argument")
  expect_output(print(taus), "A matrix in the store .*6 x 6, symmetric, in double precision")
  unlink(folder, recursive = TRUE)
  expect_output(print(taus), "cannot be read: there is nothing in the store")
})

test_that("parts of empty matrices, one index by name, indices that are none", {
  x <- data_of_store()
  m <- as.matrix(s <- quietly(cor_kendall(x, store = new_store())))
  expect_identical(s[j = 2], m[2])
  expect_identical(s[i = 2], m[2])
  expect_identical(s[j = cbind(1:2, 3:4)], m[cbind(1:2, 3:4)])
  for (y in list(list(x[, 0], NULL), list(x, x[, 0]), list(x[, 0], x))) {
    stored <- quietly(cor_kendall(y[[1]], y[[2]], store = new_store()))
    plain <- as.matrix(stored)
    for (f in list(function(m) m[, ], function(m) m[0, ], function(m) m[, 0],
                   function(m) m[seq_len(nrow(m)), ], utils::head, function(m) m[0])) {
      expect_identical(f(stored), f(plain))
    }
  }
  expect_error(s[1i, 1], "'i' must be numbers, names, or TRUE and FALSE",
               class = "manycore_error_argument")
  expect_error(s[1, list(1)], "'j' must be", class = "manycore_error_argument")
  expect_error(s[rep(TRUE, nrow(m) + 1), 1], "logical subscript too long",
               class = "manycore_error_argument")
  expect_error(s[1, 2, foo = 3], "'foo'", class = "manycore_error_argument")
  expect_error(s[1, 2, 3], "x\\[i, j\\]", class = "manycore_error_argument")
})

test_that("matrices of names with NA, as an index", {
  x <- data_of_store()
  colnames(x) <- paste0("c", seq_len(ncol(x)))
  m <- as.matrix(s <- quietly(cor_kendall(x, store = new_store())))
  i <- cbind(c("c1", NA, "c3"), c("c2", "c2", NA))
  expect_identical(s[i], m[i])
  expect_error(s[cbind("c1", "z")], "subscript out of bounds")
})

test_that("names, dim and dimnames are not assigned to", {
  s <- quietly(cor_kendall(data_of_store(), store = new_store()))
  expect_null(names(s))
  expect_error(dimnames(s) <- NULL, "not assigned to", class = "manycore_error_argument")
  expect_error(dim(s) <- 3, "not assigned to", class = "manycore_error_argument")
  expect_error(names(s) <- "a", "not assigned to", class = "manycore_error_argument")
})

test_that("functions of the package take a matrix in a store", {
  set.seed(3)
  s <- quietly(cor_kendall(matrix(stats::rnorm(300), 20), store = new_store(tile = 8)))
  m <- as.matrix(s)
  for (f in list(cor_kendall, cov_kendall, function(x) cor_kendall(m, x), kendall_test,
                 function(x) kendall_network(x, top = 3), dist_euclidean,
                 function(x) {
                   set.seed(1)
                   cor_xi(x)
                 },
                 function(x) kendall_partial(x, given = seq_len(nrow(m))),
                 function(x) knn_euclidean(x, 2))) {
    # the names of the arguments differ
    expect_equal(quietly(f(s)), quietly(f(m)), ignore_attr = c("data.name", "call"))
  }
})

test_that("parts that only results in memory have are errors", {
  s <- quietly(cor_kendall(data_of_store(), store = new_store()))
  for (code in list(quote(s$estimate), quote(s$p.value), quote(s[["estimate"]]), quote(s$di),
                    quote(s[[NA_character_]]))) {
    e <- tryCatch(eval(code), manycore_error_argument = identity)
    expect_s3_class(e, "manycore_error_argument")
    expect_match(conditionMessage(e),
                 "without a part '[a-zA.N]+': x\\[i, j\\] and as.matrix\\(x\\)")
  }
  expect_identical(conditionCall(tryCatch(s$estimate, error = identity)), quote(x$estimate))
  expect_s3_class(tryCatch(s[[""]], error = identity), "manycore_error_argument")
  expect_identical(s$dim, dim(s))
  expect_identical(s[["dir"]], unclass(s)$dir)
  expect_null(s$integers)
})

test_that("plot() says what to use, and hclust() takes as.dist(x)", {
  set.seed(5)
  x <- matrix(rnorm(40), 10)
  s <- quietly(dist_euclidean(x, store = new_store()))
  e <- tryCatch(plot(s), manycore_error_argument = identity)
  expect_identical(conditionCall(e), quote(plot(s)))
  expect_match(conditionMessage(e), "as.dist(x) read it into memory", fixed = TRUE)
  expect_identical(stats::hclust(stats::as.dist(s))$merge, stats::hclust(stats::dist(x))$merge)
})
