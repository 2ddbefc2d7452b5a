# Panels of stores (R/store_panels.R): sparse where three of four numbers are 0.

# Numbers of which so many are not 0, with names.
numbers_of_panels <- function(n = 40, m = 50, share = 0.1) {
  set.seed(61)
  x <- matrix(0, n, m, dimnames = list(NULL, paste0("v", seq_len(m))))
  at <- sample(n * m, round(share * n * m))
  x[at] <- sample(c(1:4, -1, 0.5), length(at), TRUE)
  x
}

# Class dgCMatrix, with stored zeros.
sparse_of <- function(x) {
  zero <- which(x == 0)[c(1, 9, 17)]
  x[zero] <- 1
  sparse <- methods::as(x, "CsparseMatrix")
  sparse@x[cumsum(as.vector(x != 0 | is.na(x)))[zero]] <- 0
  sparse
}

panel_numbers <- function(panel) unname(as.matrix(panel))

test_that("a panel depends on the numbers alone, not on the class of the matrix", {
  skip_if_not_installed("Matrix")
  for (share in c(0, 0.1, 0.25, 0.26, 0.9)) {
    x <- numbers_of_panels(share = share)
    if (share < 0.2) x[x == 0.5] <- -0 # is a zero
    if (share > 0) x[which(x == 4)[1:2]] <- c(NA, NaN)
    source <- manycore:::as_source(sparse_of(x), "x")
    for (rows in list(NULL, c(3L, 1L, 40L, 17L), integer(), sample(40L))) {
      for (k in 1:4) {
        of <- function(x) manycore:::columns_panel(x, k, 16, rows)
        panel <- of(x)
        expect_identical(of(source), panel)
        numbers <- unname(x[if (is.null(rows)) 1:40 else rows, ((k - 1) * 16 + 1):min(k * 16, 50),
                            drop = FALSE])
        expect_identical(panel_numbers(panel), numbers)
        expect_identical(manycore:::is_source(panel),
                         sum(is.na(numbers) | numbers != 0) <= length(numbers) / 4)
      }
    }
  }
  x <- numbers_of_panels()
  x[x %% 1 != 0] <- 7
  storage.mode(x) <- "integer"
  expect_identical(manycore:::columns_panel(x, 2, 16),
                   manycore:::columns_panel(x + 0, 2, 16))
  expect_identical(manycore:::columns_panel(x != 0, 2, 16),
                   manycore:::columns_panel((x != 0) + 0, 2, 16))
})

test_that("files of panels: sparse and dense", {
  x <- cbind(numbers_of_panels(m = 48), numbers_of_panels(m = 16, share = 0.6),
             numbers_of_panels(m = 13))
  store <- new_store()
  quietly(with_panels_in_files(cor_kendall(x, store = store)))
  panel <- function(k) manycore:::columns_panel(x, k, 16)
  plan <- list(dir = store$dir, tile = 16,
               inputs = list(x = manycore:::input_panels(dim(x), 2L, 16, panel)))
  stored <- plan$inputs$x$stored
  expect_identical(is.na(stored), c(FALSE, FALSE, FALSE, TRUE, FALSE))
  for (k in 1:5) expect_identical(manycore:::panel_read(plan, "x", k), panel(k))
  files <- file.path(store$dir, "x", "0000", 1:5)
  starts <- c(16, 16, 16, 16, 13) + 1
  sizes <- 12 * (stored + starts) + 128 + 8 * 3 # numbers, integers, header, three checksums
  sizes[4] <- 8 * 40 * 16 + 128 + 8 * 2
  expect_identical(file.size(files), sizes)
  for (at in c(1, 9, 41, 130, sizes[1] - 100, sizes[1] - 30, sizes[1] - 1)) {
    change_byte(files[1], at)
    expect_error(manycore:::panel_read(plan, "x", 1),
                 "panel 1 of 'x' .* is (damaged|foreign|truncated)", class = "manycore_error_tile")
    unlink(tile_files(store)[1])
    quietly(with_panels_in_files(cor_kendall(x, store = store)))
    expect_identical(manycore:::panel_read(plan, "x", 1), panel(1))
  }
  expect_identical(as.matrix(tile_matrix(store)), quietly(cor_kendall(x)))
})

test_that("panels are kept up to the bytes that they take", {
  panel <- function(share) {
    x <- numbers_of_panels(400, 16, share)
    panel <- manycore:::columns_panel(x, 1, 16)
    bytes <- manycore:::panel_bytes(dim(panel), manycore:::stored_in_panel(panel))
    parts <- if (manycore:::is_source(panel)) unclass(panel)$sparse else list(panel)
    exact <- sum(lengths(parts) * ifelse(vapply(parts, is.double, NA), 8, 4))
    expect_identical(bytes, exact)
  }
  for (share in c(0, 0.1, 0.2, 0.5)) panel(share)
})

test_that("without workers the input in memory does not go into the store", {
  dense <- numbers_of_panels(share = 0.5)
  sparse <- numbers_of_panels()
  in_store <- function(store) list.files(file.path(store$dir, "x"), recursive = TRUE)
  calls <- list(function(x, ...) cor_kendall(x, ...), function(x, ...) cor_kendall(x, x + 1, ...),
                function(x, ...) dist_euclidean(x, ...),
                function(x, ...) cor_xi(x, ties = "first", ...),
                function(x, ...) kendall_partial(x, given = seq_len(nrow(x)), ...),
                function(x, ...) kendall_network(x, fdr = 0.5, ...),
                function(x, ...) kendall_network(x, top = 2, ...))
  for (call in calls) {
    for (x in list(dense, sparse)) {
      store <- new_store()
      other <- new_store()
      here <- quietly(call(x, store = store))
      by_files <- quietly(with_panels_in_files(call(x, store = other)))
      plain <- quietly(call(x))
      expect_identical(in_store(store), character())
      expect_gt(length(in_store(other)), 0)
      if (inherits(here, "tile_matrix")) {
        expect_identical(as.matrix(here), as.matrix(by_files))
        plain <- if (is.list(plain)) plain$estimate else as.matrix(plain)
        expect_identical(unname(as.matrix(here)), unname(plain))
      } else {
        expect_identical(here, by_files)
        expect_identical(here, plain)
      }
    }
  }
  expect_null(manycore:::place$read)
  expect_error(with_function("kendall_tile", function(...) stop("stopped"), {
    cor_kendall(dense, store = new_store())
  }), "stopped")
  expect_null(manycore:::place$read)
})

test_that("another class, or workers, go on with a store", {
  skip_if_not_installed("Matrix")
  skip_without_workers()
  x <- numbers_of_panels(share = 0.2)
  x[3, 4] <- NA
  inputs <- c(list(plain = x, sparse = sparse_of(x)),
              if (requireNamespace("DelayedArray", quietly = TRUE))
                list(delayed = DelayedArray::DelayedArray(x)))
  for (use in c("everything", "pairwise", "complete.obs")) {
    plain <- quietly(cor_kendall(x, use = use))
    store <- new_store()
    for (backend in list(NULL, BiocParallel::SerialParam(), NULL)) {
      for (class in names(inputs)) {
        stored <- quietly(cor_kendall(inputs[[class]], use = use, store = store,
                                      BPPARAM = backend))
        expect_identical(as.matrix(stored), plain, label = class)
        files <- tile_files(store)
        states <- states_of(files)
        unlink(files[2])
        quietly(cor_kendall(inputs[[class]], use = use, store = store, BPPARAM = backend))
        expect_identical(states_of(files)[-2], states[-2])
        expect_true(file.exists(files[2]))
      }
    }
  }
})

test_that("the default size of tiles goes by the memory of the columns, and by the workers", {
  tile <- function(dim, rows, workers) {
    manycore:::default_tile(dim, function(tile) 8 * rows * tile, workers)
  }
  expect_identical(tile(c(20000, 20000), 181, 0), 2048L)
  expect_identical(tile(c(3000, 3000), 181, 0), 1024L) # this process
  expect_identical(tile(c(3000, 3000), 181, 1), 512L)
  expect_identical(tile(c(3000, 3000), 181, 8), 256L)
  expect_identical(tile(c(20000, 20000), 50000, 0), 256L)
  skip_if_not_installed("Matrix")
  x <- cbind(numbers_of_panels(m = 64), numbers_of_panels(m = 16, share = 0.6),
             numbers_of_panels(m = 5, share = 0.2))
  sources <- list(sparse = sparse_of(x), numbers = x) # with stored zeros
  sources <- lapply(sources, manycore:::as_source, "x")
  sources$integers <- matrix(as.integer(x != 0), nrow(x))
  for (name in names(sources)) {
    source <- sources[[name]]
    bytes <- manycore:::largest_panel(source, 40, enough = 0)
    for (size in c(1, 2, 3, 8, 16, 17, 32, 64, 80, 85, 100)) {
      panels <- lapply(seq_len(ceiling(85 / size)), manycore:::columns_panel, x = source,
                       tile = size)
      expected <- vapply(panels, function(panel) {
        manycore:::panel_bytes(dim(panel), manycore:::stored_in_panel(panel))
      }, 0)
      expect_identical(bytes(size), max(expected), label = paste(name, size))
    }
  }
  expect_identical(manycore:::largest_panel(x, 40)(16), 8 * 40 * 16)
  expect_identical(manycore:::largest_panel(x[0, ], 0, enough = -1)(16), 4 * 17)
})

test_that("zeros of a plain matrix give larger tiles", {
  x <- diag(600)
  x[1, ] <- 2
  size_for <- function(x) { # of a hundred times as many rows
    bytes <- manycore:::largest_panel(x, 600, enough = 0)
    manycore:::default_tile(c(600, 600), function(tile) 100 * bytes(tile), 0)
  }
  expect_identical(size_for(x), 1024L)
  expect_identical(size_for(x + 1), 256L)
})

test_that("a store that is finished gets no copy of the data", {
  skip_if_not_installed("DelayedArray")
  x <- numbers_of_panels(m = 40, share = 0.5)
  delayed <- DelayedArray::DelayedArray(x)
  store <- new_store(tile = 16)
  quietly(cor_kendall(x, store = store))
  quietly(cor_kendall(delayed, store = store))
  expect_identical(intersect(c("x", "y"), list.files(store$dir)), character())
  change_byte(tile_files(store)[2], 300) # found when the tile is read
  expect_message(result <- cor_kendall(delayed, store = store, progress = FALSE), "damaged")
  expect_identical(as.matrix(result), cor_kendall(x))
  expect_true("x" %in% list.files(store$dir))
  skip_if_not_installed("BiocParallel")
  store <- new_store(tile = 16)
  backend <- BiocParallel::SerialParam()
  quietly(cor_kendall(x, store = store))
  quietly(cor_kendall(x, store = store, BPPARAM = backend))
  expect_identical(intersect(c("x", "y"), list.files(store$dir)), character())
  change_byte(tile_files(store)[2], 300)
  expect_identical(as.matrix(quietly(cor_kendall(x, store = store, BPPARAM = backend))),
                   cor_kendall(x))
})
