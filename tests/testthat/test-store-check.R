# verify_store(): the table, its methods, and what it is of. (Each status is tested where files are
# damaged: test-store.R, test-store-misuse.R, test-store-strangers.R.)

checked <- function() {
  store <- new_store(tile = 3)
  taus <- cor_kendall(matrix(stats::rnorm(70), 10), store = store)
  unlink(file.path(store$dir, "tiles", "0000", "1-2"))
  change_byte(file.path(store$dir, "tiles", "0000", "3-3"), 140)
  list(store = store, taus = taus, check = verify_store(store, progress = FALSE))
}

test_that("a check is a table with a row for each tile, of the place or of the result", {
  it <- checked()
  check <- it$check
  expect_identical(class(check), c("tile_store_check", "data.frame"))
  expect_identical(names(check), c("row", "column", "status", "file", "bytes"))
  expect_identical(check$status, c("whole", "missing", "whole", "whole", "whole", "damaged"))
  expect_identical(verify_store(it$taus), check)
  for (bad in list("folder", 7, NULL)) {
    e <- expect_error(verify_store(bad), class = "manycore_error_argument")
    expect_identical(e$argument, "x")
  }
  e <- expect_error(verify_store(it$store, progress = 1), class = "manycore_error_argument")
  expect_identical(e$argument, "progress")
  expect_error(verify_store(new_store()), "nothing in the store", class = "manycore_error_store")
})

test_that("print(), format(), and some of the tiles", {
  check <- checked()$check
  expect_output(print(check), "4 whole, 1 missing, 1 damaged.*tiles/0000/1-2")
  expect_identical(class(check[1:2, ]), "data.frame")
  expect_null(attr(check[1:2, ], "dir"))
  expect_output(print(head(check, 1)), "tiles/0000/1-1")
  expect_output(print(check[["file"]]), "tiles/0000/1-1")
  expect_output(print(check, right = FALSE), "tiles/0000/1-2")
  e <- expect_error(print(check, foo = 1), class = "manycore_error_argument")
  expect_identical(e$argument, "foo")
  expect_match(format(check)$status[2], "missing")
})

test_that("summary(), as.data.frame(), tidy() and glance()", {
  check <- checked()$check
  s <- summary(check)
  expect_s3_class(s, "summary.tile_store_check")
  expect_identical(s$tiles, 6L)
  expect_identical(s$status[["whole"]], 4L)
  expect_identical(sum(s$status), 6L)
  expect_equal(s$bytes, sum(check$bytes, na.rm = TRUE))
  expect_output(print(s), "Check of 6 tiles.*whole: +4\n.*missing: +1\n.*damaged: +1")
  table <- as.data.frame(check)
  expect_identical(class(table), "data.frame")
  expect_identical(as.list(table), as.list(unclass(check)[names(check)]))
  expect_identical(data.frame(check), table)
  expect_identical(names(attributes(table)), c("names", "row.names", "class"))
  for (f in list(summary, as.data.frame, function(...) print(s, ...))) {
    e <- expect_error(f(check, foo = 1), class = "manycore_error_argument")
    expect_identical(e$argument, "foo")
  }
  skip_if_not_installed("generics")
  expect_identical(generics::tidy(check), table)
  g <- generics::glance(check)
  expect_identical(names(g), c("tiles", "whole", "unfinished", "missing", "other", "bytes", "dir"))
  expect_identical(unname(unlist(g[1:5])), c(6L, 4L, 0L, 1L, 1L))
  expect_identical(g$dir, attr(check, "dir"))
})

test_that("a picture", {
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  check <- checked()$check
  expect_identical(withVisible(plot(check)), list(value = check, visible = FALSE))
  expect_identical(plot(check, main = "Tiles"), check)
  e <- expect_error(plot(check, mian = ""), class = "manycore_error_argument")
  expect_identical(e$argument, "mian")
  empty <- verify_store(cor_kendall(matrix(0, 5, 0), store = new_store()))
  expect_error(plot(empty), "no tiles", class = "manycore_error_argument")
})

test_that("dimnames that are lost or damaged are told", {
  x <- data_of_store()
  colnames(x) <- paste0("c", seq_len(ncol(x)))
  store <- new_store()
  m <- quietly(cor_kendall(x, store = store))
  expect_false(attr(verify_store(m), "names_lost"))
  names <- file.path(store$dir, "names")
  change_byte(names, 20)
  for (lost in c("damaged", "missing")) {
    check <- verify_store(m)
    expect_true(attr(check, "names_lost"), label = lost)
    expect_output(print(check), "The dimnames are damaged or missing: cor_kendall\\(\\)")
    expect_output(print(summary(check)), "The dimnames are damaged or missing")
    unlink(names)
  }
  quietly(cor_kendall(x, store = store))
  expect_false(attr(verify_store(m), "names_lost"))
  expect_false(attr(verify_store(quietly(cor_kendall(unname(x), store = new_store()))),
                    "names_lost"))
})
