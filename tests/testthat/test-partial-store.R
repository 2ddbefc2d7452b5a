# Partial taus in a store of tiles: the estimates of the plain call.

partial_told <- function(..., store = NULL) {
  tryCatch(told_of(if (is.null(store)) {
    kendall_partial(...)$estimate
  } else {
    as.matrix(kendall_partial(..., store = store))
  }), error = conditionMessage)
}

# With one variable held fixed the bits are the same.
expect_stored_partial <- function(..., tolerance = 0, label = NULL) {
  stored <- partial_told(..., store = new_store())
  plain <- partial_told(...)
  if (tolerance == 0) {
    expect_identical(stored, plain, label = label)
  } else {
    expect_equal(stored, plain, tolerance = tolerance, label = label)
  }
  invisible(plain)
}

test_that("estimates in a store are those of the plain call, with its warnings and errors", {
  x <- data_of_store()
  set.seed(4)
  z <- rnorm(30)
  holes <- x
  holes[sample.int(length(holes), 12)] <- NA
  three <- cbind(z, -x[, 1:2])
  for (use in use_modes) {
    expect_stored_partial(x, given = z, use = use, label = use)
    expect_stored_partial(holes, given = z, use = use, label = paste("holes", use))
    expect_stored_partial(x, given = replace(z, 3, NA), use = use, label = paste("given", use))
    expect_stored_partial(x[, 1:20], holes[, 5:40], given = z, use = use,
                          label = paste("y", use))
    expect_stored_partial(holes, given = three, use = use, tolerance = 1e-14,
                          label = paste("three", use))
  }
  told <- expect_stored_partial(x, given = z)
  expect_length(grep("deviation is zero", told$said), 1) # of column 7
  told <- expect_stored_partial(x, given = cbind(x[, 1] + z / 5, 1), tolerance = 1e-14)
  expect_match(told$said[1], "1 of 2 variables in 'given' is constant, and not held fixed",
               fixed = TRUE)
  expect_match(told$said[3], "1 of 50 columns depends on them", fixed = TRUE)
  expect_stored_partial(x, x, given = z) # the same variables
  expect_stored_partial(x, given = "v20")
  expect_stored_partial(x[, 1:9], x[, 10:30], given = c("v3", "v12"), tolerance = 1e-14)
  expect_stored_partial(x, given = rep(2, 30)) # a constant is not held fixed
  expect_stored_partial(x, given = exp(x[, 20])) # determines a column
  expect_stored_partial(x > 6, given = z > 0)
  expect_stored_partial(as.data.frame(x), given = z)
  expect_stored_partial(x[1:2, ], given = z[1:2])
  # errors
  expect_stored_partial(x, given = cbind(z, z))
  expect_stored_partial(x[, 1], given = z)
  expect_stored_partial(x, given = z[-1])
  # two vectors: the plain call is a test of class htest
  found <- quietly(kendall_partial(x[, 1], x[, 2], given = z, store = new_store()))
  expect_identical(as.matrix(found)[[1]],
                   quiet_partial(x[, 1], x[, 2], given = z)$estimate[["partial tau"]])
})

test_that("taus of no data are an error that says so, also in a tile", {
  odd <- NULL
  for (seed in 1:300) {
    set.seed(seed)
    few <- matrix(rnorm(24), 8)
    few[sample(24, 7)] <- NA
    odd <- c(odd, tryCatch({
      quietly(kendall_partial(few[, 1:2], given = few[, 3], use = "pairwise", store = new_store()))
      NULL
    }, manycore_error = conditionMessage))
  }
  expect_true(any(grepl("beyond 1, because pairwise deletion", odd)))
})

test_that("the same bits on every target, with any number of threads", {
  x <- data_of_store(40, 40)
  z <- rnorm(40)
  plain <- partial_told(x, given = z)
  for_each_target(function(isa) {
    for (threads in 1:4) {
      expect_identical(partial_told(x, given = z, threads = threads, store = new_store()), plain,
                       label = paste(isa, threads))
    }
  })
})

test_that("a call goes on with the tiles of an earlier call; other variables are another call", {
  x <- data_of_store()
  z <- cbind(1:30, rnorm(30))
  store <- quietly(kendall_partial(x, given = z, store = new_store()))
  whole <- as.matrix(store)
  files <- tile_files(store)
  expect_length(files, 10) # symmetric
  unlink(files[c(2, 7)])
  kept <- states_of(files[-c(2, 7)])
  again <- quietly(kendall_partial(x, given = z, store = place_of(store), threads = 2))
  expect_identical(as.matrix(again), whole)
  expect_identical(states_of(files[-c(2, 7)]), kept)
  expect_true(all(verify_store(store)$state == "whole"))
  expect_output(print(again), "kendall_partial(), 50 x 50, symmetric", fixed = TRUE)
  # nobody can read a fingerprint
  for (place in list(again, place_of(again))) {
    expect_output(print(place), "\nuse = complete.obs, rows = 30, variables held fixed = 2\n",
                  fixed = TRUE)
  }
  said <- tryCatch(kendall_partial(x, given = z[, 1], store = place_of(store)),
                   manycore_error_store = conditionMessage)
  expect_match(said, "what differs: 'given', 'held' (2 there, 1 here).", fixed = TRUE)
})

test_that("workers fill a store of partial taus", {
  skip_without_workers()
  x <- data_of_store()
  z <- rnorm(30)
  backend <- BiocParallel::SnowParam(2)
  on.exit(BiocParallel::bpstop(backend))
  store <- quietly(kendall_partial(x, x[, 1:30], given = z, store = new_store(),
                                   BPPARAM = backend))
  expect_identical(as.matrix(store), quiet_partial(x, x[, 1:30], given = z)$estimate)
})

test_that("arguments of a store of partial taus are checked", {
  x <- data_of_store(10, 8)
  argument <- function(argument, ..., given = 1:10) {
    condition <- tryCatch(kendall_partial(x, given = given, ...),
                          manycore_error_argument = identity)
    expect_identical(condition$argument, argument)
    expect_identical(as.character(conditionCall(condition)[[1]]), "kendall_partial")
  }
  argument("store", store = "folder")
  argument("store", store = new_store(), given = NULL)
  argument("alternative", store = new_store(), alternative = "less")
  argument("p.adjust.method", store = new_store(), p.adjust.method = "BH")
  argument("BPPARAM", BPPARAM = 2)
  if (requireNamespace("BiocParallel", quietly = TRUE)) {
    argument("BPPARAM", BPPARAM = 2, store = new_store())
  }
  argument("retries", retries = -1)
  argument("timeout", timeout = 0)
})
