# The package in inst/examples, which vignette("c-code") shows, compiles and is right.

test_that("the example of a package with C code sorts as order() and sort() do", {
  skip_on_cran()
  cc <- system2(file.path(R.home("bin"), "R"), c("CMD", "config", "CC"), stdout = TRUE)[1]
  skip_if(Sys.which("make") == "" || Sys.which(strsplit(cc, " ")[[1]][1]) == "", "no compiler")
  folder <- tempfile("examples")
  library <- tempfile("library")
  dir.create(folder)
  dir.create(library)
  on.exit(unlink(c(folder, library), recursive = TRUE))
  file.copy(system.file("examples", "intervalsort", package = "manycore"), folder, recursive = TRUE)
  built <- with_environment(fresh_environment(), suppressWarnings(
    system2(file.path(R.home("bin"), "R"),
            c("CMD", "INSTALL", "-l", shQuote(library), shQuote(file.path(folder, "intervalsort"))),
            stdout = TRUE, stderr = TRUE)
  ))
  expect_null(attr(built, "status"), info = paste(built, collapse = "\n"))
  expect_false(any(grepl("warning", built, ignore.case = TRUE)),
               info = paste(built, collapse = "\n"))
  run <- run_r(c(
    paste0("library(intervalsort, lib.loc = ", deparse(library), ")"),
    "set.seed(1)",
    "good <- TRUE",
    "for (n in c(0, 1, 2, 5000)) for (threads in 0:3) {",
    "  at <- function(most) sample(most, n, replace = TRUE)",
    "  a <- at(5); b <- at(50); c <- at(9); z <- rnorm(n)",
    "  for (by in c('mc_qsort', 'qsort'))",
    "    good <- good && identical(order_intervals(a, b, c, threads, by), order(a, b, c))",
    "  good <- good && identical(sort_doubles(z, threads), sort(z))",
    "}",
    "named <- order_intervals(c('chr2', 'chr1'), 1:2, 3:4)",
    "cat(good, identical(named, 2:1), \"\\n\")"
  ))
  expect_match(paste(run[[1]], collapse = "\n"), "TRUE TRUE", fixed = TRUE)
})
