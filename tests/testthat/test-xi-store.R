# xi in a store of tiles: what the plain call gives, to the bit.

# The value of a call of cor_xi() with this random state, its warnings or its error, and the state.
xi_told <- function(..., seed = 3) {
  set.seed(seed)
  told <- tryCatch(told_of(as.matrix(cor_xi(...))), error = conditionMessage)
  list(told = told, state = .Random.seed)
}

expect_stored_xi <- function(..., label = NULL) {
  expect_identical(xi_told(..., store = new_store()), xi_told(...), label = label)
}

test_that("xi in a store is that of the plain call, with its warnings, errors and random numbers", {
  x <- data_of_store()
  untied <- matrix(rnorm(30 * 20), 30)
  z <- x
  z[sample.int(length(z), 12)] <- NA
  for (use in use_modes) for (ties in c("random", "first")) {
    label <- paste(use, ties)
    for (data in list(x, z, untied)) expect_stored_xi(data, use = use, ties = ties, label = label)
    expect_stored_xi(z, x[, 1:35], use = use, ties = ties, label = label)
    expect_stored_xi(untied, z, use = use, ties = ties, label = label)
    expect_stored_xi(z[, 1:20], untied, use = use, ties = ties, label = label)
  }
  for (odd in list(x[0, ], x[1, , drop = FALSE], x[, 1, drop = FALSE], x[, 0], x > 6, z[1:2, ],
                   cbind(c(0, -0, 1, 2), c(Inf, Inf, NaN, NA)), as.data.frame(x), x[, 1] * NA)) {
    for (use in use_modes) expect_stored_xi(odd, use = use, label = paste(use, dim(odd)))
  }
  expect_stored_xi(x[, 0], x)
  expect_stored_xi(x, x[, 0])
  expect_stored_xi(c(1, 1, 2, 3, 5), c(2, 1, 3, 5, 4))
  expect_stored_xi(x, x[-1, ])
})

test_that("xi in a store has the same bits on every target, with any number of threads", {
  x <- data_of_store(40, 40)
  plain <- xi_told(x)
  for_each_target(function(isa) {
    for (threads in 1:4) {
      expect_identical(xi_told(x, threads = threads, store = new_store()), plain,
                       label = paste(isa, threads))
    }
  })
})

test_that("xi of inputs of other packages goes into a store", {
  x <- data_of_store(20, 30)
  x[x < 6] <- 0
  plain <- xi_told(x)
  inputs <- c(matrices_of(x), utils::head(containers_of(t(x)), 1))
  for (class in names(inputs)) {
    stored <- xi_told(inputs[[class]], store = new_store())
    expect_identical(unname(stored$told$value), unname(plain$told$value), label = class)
    expect_identical(stored$state, plain$state, label = class)
  }
})

test_that("a call goes on with the tiles of an earlier call that drew the same order", {
  x <- data_of_store()
  set.seed(1)
  store <- quietly(cor_xi(x, store = new_store()))
  whole <- as.matrix(store)
  files <- tile_files(store)
  expect_length(files, 16) # not symmetric
  unlink(files[c(2, 7, 16)])
  kept <- states_of(files[-c(2, 7, 16)])
  set.seed(1)
  again <- quietly(cor_xi(x, store = place_of(store), threads = 2))
  expect_identical(as.matrix(again), whole)
  expect_output(print(again), "\nuse = everything, ties = random\n", fixed = TRUE)
  expect_identical(states_of(files[-c(2, 7, 16)]), kept)
  # another order
  said <- tryCatch(cor_xi(x, store = place_of(store)), manycore_error_store = conditionMessage)
  expect_match(said, "what differs: 'order'; the random", fixed = TRUE)
  expect_match(said, "call set.seed() with the same number before each call", fixed = TRUE)
  said <- tryCatch(cor_xi(x, ties = "first", store = place_of(store)),
                   manycore_error_store = conditionMessage)
  expect_match(said, "'ties' (random there, first here), 'order'", fixed = TRUE)
  quietly(cor_xi(x, store = place_of(store, overwrite = TRUE), ties = "first"))
  expect_identical(as.matrix(store_of <- matrix_in(store$dir)),
                   suppressWarnings(cor_xi(x, ties = "first")))
  expect_output(print(store_of), "cor_xi(), 50 x 50, in double precision", fixed = TRUE)
  # without ties no order is drawn, so no seed is needed
  y <- matrix(rnorm(40 * 40), 40)
  store <- cor_xi(y, store = new_store())
  expect_identical(as.matrix(cor_xi(y, store = place_of(store))), cor_xi(y))
  expect_true(all(verify_store(store)$state == "whole"))
})

test_that("workers fill a store of xi", {
  skip_without_workers()
  x <- data_of_store()
  backend <- BiocParallel::SnowParam(2)
  on.exit(BiocParallel::bpstop(backend))
  set.seed(5)
  plain <- suppressWarnings(cor_xi(x))
  set.seed(5)
  expect_identical(as.matrix(quietly(cor_xi(x, store = new_store(), BPPARAM = backend))), plain)
})

test_that("arguments of a store of xi are checked", {
  x <- data_of_store(10, 8)
  argument <- function(argument, ...) {
    condition <- tryCatch(cor_xi(x, ...), manycore_error_argument = identity)
    expect_identical(condition$argument, argument)
  }
  argument("store", store = "folder")
  argument("BPPARAM", BPPARAM = 2)
  if (requireNamespace("BiocParallel", quietly = TRUE)) {
    argument("BPPARAM", BPPARAM = 2, store = new_store())
  }
  argument("retries", retries = -1)
  argument("timeout", timeout = 0)
  argument("use", use = "some", store = new_store())
})
