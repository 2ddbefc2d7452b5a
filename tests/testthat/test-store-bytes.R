# Each byte of a store's files counts: whichever of them changes, reading is an error.
# (tests/c/base/test_tile_file.c does the same with each byte of a tile's file.)

# Calls read() after each change of one byte of a file, and puts the file back. Answers the places
# of the bytes whose change is no error of the package.
unnoticed <- function(file, read) {
  whole <- readBin(file, "raw", file.size(file))
  on.exit(writeBin(whole, file))
  read()
  changes <- expand.grid(at = seq_along(whole), by = c("any", "one bit"))
  noticed <- mapply(function(at, by) {
    changed <- whole
    bits <- if (by == "any") sample(255L, 1L) else 1L # one bit: a letter stays a letter
    changed[at] <- xor(whole[at], as.raw(bits))
    writeBin(changed, file)
    inherits(tryCatch(quietly(read()), manycore_error = identity), "manycore_error")
  }, changes$at, changes$by)
  changes$at[!noticed]
}

test_that("each byte of the manifest and of the names", {
  skip_on_cran()
  set.seed(1)
  stored <- quietly(cor_kendall(data_of_store(10, 20), store = new_store()))
  for (name in c("manifest", "names")) {
    file <- file.path(stored$dir, name)
    expect_identical(unnoticed(file, function() as.matrix(matrix_in(stored$dir))), integer(),
                     label = name)
  }
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
    expect_identical(unnoticed(file, function() manycore:::panel_read(plan, "x", k)), integer(),
                     label = paste("panel", k))
  }
})
