# Each byte of a store's files counts: whichever of them changes, reading gives the same result or
# an error. (tests/c/base/test_tile_file.c does the same with each byte of a tile's file.)

# Calls read() after each change of one byte of a file, and puts the file back. Counts how the calls
# end: "the same" as before, "an error" of the package, or "another result". `is_same` compares a
# result with the one before.
ends_of_changes <- function(file, read, is_same = identical) {
  whole <- readBin(file, "raw", file.size(file))
  on.exit(writeBin(whole, file))
  before <- read()
  ends <- vapply(seq_along(whole), function(at) {
    changed <- whole
    changed[at] <- xor(changed[at], as.raw(sample(255L, 1L)))
    writeBin(changed, file)
    result <- tryCatch(quietly(read()), manycore_error = identity)
    if (inherits(result, "manycore_error")) "an error" else
      if (is_same(result, before)) "the same" else paste("another result at", at)
  }, "")
  c(table(ends))
}

test_that("each byte of the manifest", {
  skip_on_cran()
  set.seed(1)
  stored <- quietly(cor_kendall(data_of_store(10, 20), store = new_store()))
  manifest <- file.path(stored$dir, "manifest")
  ends <- ends_of_changes(manifest, function() as.matrix(matrix_in(stored$dir)))
  expect_identical(setdiff(names(ends), c("the same", "an error")), character())
  expect_gt(ends[["an error"]], 0.95 * file.size(manifest))
})

test_that("each byte of the names: the numbers stay, and names are right or lost", {
  skip_on_cran()
  set.seed(2)
  stored <- quietly(cor_kendall(data_of_store(10, 20), store = new_store()))
  names <- file.path(stored$dir, "names")
  lost <- 0
  ends <- ends_of_changes(names, function() as.matrix(matrix_in(stored$dir)), function(x, before) {
    lost <<- lost + is.null(dimnames(x))
    identical(unname(x), unname(before)) &&
      (is.null(dimnames(x)) || identical(dimnames(x), dimnames(before)))
  })
  expect_identical(setdiff(names(ends), c("the same", "an error")), character())
  expect_gt(lost + sum(ends[names(ends) == "an error"]), 0.95 * file.size(names))
})

test_that("each byte of a panel, dense and sparse", {
  skip_on_cran()
  set.seed(3)
  x <- data_of_store(10, 20)
  x[, 1:16] <- ifelse(stats::runif(160) < 0.1, x[, 1:16], 0)
  store <- new_store()
  quietly(with_panels_in_files(cor_kendall(x, store = store)))
  panel <- function(k) manycore:::columns_panel(x, k, 16)
  plan <- list(dir = store$dir, tile = 16,
               inputs = list(x = manycore:::input_panels(dim(x), 2L, 16, panel)))
  expect_identical(is.na(plan$inputs$x$stored), c(FALSE, TRUE)) # NA: dense
  for (k in 1:2) {
    file <- file.path(store$dir, "x", "0000", k)
    ends <- ends_of_changes(file, function() manycore:::panel_read(plan, "x", k))
    expect_identical(names(ends), "an error", label = paste("panel", k))
    expect_identical(ends[[1]], as.integer(file.size(file)))
  }
})
