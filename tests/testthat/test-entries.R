# The boundary to R: entries of the C code refuse arguments that no R function of the package
# passes. scripts/trust/entries.R makes such arguments at random, and found these.

entry <- function(name) get(paste0("C_", name), asNamespace("manycore"))

test_that("a source of columns has a size of 0 or more", {
  skip_on_cran()
  for (size in c("-1L, 4L", "4L, -1L", "NA, 4L")) { # -1 rows ended R: a division by zero
    answer <- run_r(c(
      "library(manycore)",
      paste0("dim <- as.integer(c(", size, "))"),
      "x <- structure(list(dim = dim, read = function(...) 1,",
      "                    place = new.env(), size = 1L, across = 0L, double = 1L),",
      "               class = 'column_source')",
      "outcome <- tryCatch(",
      "  .Call(manycore:::C_distances, x, NULL, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, NULL),",
      "  error = conditionMessage)",
      "cat('alive:', outcome)"
    ))
    expect_match(paste(answer$output, collapse = " "),
                 "alive: internal error: bad source of columns")
  }
})

test_that("a trace has room for a number of events", {
  for (room in list(NaN, NA_real_, -1, 1e300, Inf, "1", NULL, c(1, 2))) {
    expect_error(.Call(entry("trace_begin"), room), "internal error")
  }
})

test_that("bins of a network are counts", {
  bins <- .Call(entry("network_bin_counts"))
  p <- as.double(seq_len(bins[1]) == 3)
  strength <- as.double(seq_len(bins[2]) == 3)
  bound <- function(p, strength) {
    .Call(entry("network_bound"), p, rep(0.5, bins[1]), strength, 0.1, 1e6)
  }
  expect_type(bound(p, strength), "list")
  for (odd in c(NaN, NA, -1, Inf, 1e308, 0.5)) {
    expect_error(bound(replace(p, 2, odd), strength), "internal error: bad bins")
    expect_error(bound(p, replace(strength, 2, odd)), "internal error: bad bins")
  }
  expect_error(bound(rep(9e14, bins[1]), strength), "internal error: bad bins") # the sum overflows
})

test_that("a tile of a network has a place", {
  x <- matrix(stats::rnorm(40), 10)
  edges <- function(place) {
    .Call(entry("network_edges"), x, NULL, 3L, 0L, 1L, 1e6, NULL, NULL, NULL, place, 0L, 0.5, -1L,
          100)
  }
  expect_type(edges(c(0, 0, 1)), "list")
  expect_error(edges(c(0, 0, NaN)), "internal error: bad place")
  for (odd in c(NaN, -1, Inf, 1e308, 0.5)) {
    expect_error(edges(c(odd, 0, 1)), "internal error: bad place")
    expect_error(edges(c(0, odd, 1)), "internal error: bad place")
  }
})

test_that("alleles of new genotypes are fewer than the greatest integer", {
  pairs <- function(alleles) {
    .Call(entry("predict_pairs"), matrix(c(1L, 2L), 2, 2), alleles, matrix(1:2, 2), c(0.5, 0.5),
          0.01, 1L, NULL)
  }
  expect_type(pairs(2L), "list")
  for (alleles in c(.Machine$integer.max, 0L, NA)) expect_error(pairs(alleles), "internal error")
})

test_that("seeds of haplotypes are whole numbers from 0 to below 2^53", {
  settings <- unclass(haplotype_control(starts = 1))
  settings$order <- 0:1
  settings$algorithm <- 0L
  settings$memory <- 1e9
  fit <- function(seed) {
    settings$seeds <- seed
    .Call(entry("haplotype_em"), matrix(rep(1:2, 20), 10), c(2L, 2L), NULL, settings, 1L, NULL)
  }
  expect_type(fit(7), "list")
  for (seed in c(-1, NaN, 2^53, Inf, 0.5)) expect_error(fit(seed), "internal error")
})

test_that("columns of a tile are checked without overflow", {
  label <- c(1, 1, 0, .Machine$integer.max, 0, 0) # no rows, so the file is small
  read <- function(first, last) {
    .Call(entry("tile_read"), c(tempdir(), "none"), label, "0123456789abcdef", first, last, 0L, 0L)
  }
  expect_identical(read(0L, .Machine$integer.max)$state, "missing")
  expect_error(read(3L, 1L), "bad columns of a tile")
})
