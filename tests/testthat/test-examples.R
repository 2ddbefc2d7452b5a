# The packages in inst/examples, which vignette("c-code") shows, compile and are right.

# Installs an example into a library, whose path is returned. Skips the test without a compiler.
install_example <- function(package, env = parent.frame()) {
  cc <- system2(file.path(R.home("bin"), "R"), c("CMD", "config", "CC"), stdout = TRUE)[1]
  skip_if(Sys.which("make") == "" || Sys.which(strsplit(cc, " ")[[1]][1]) == "", "no compiler")
  folder <- tempfile("examples")
  library <- tempfile("library")
  dir.create(folder)
  dir.create(library)
  do.call(on.exit, list(bquote(unlink(.(c(folder, library)), recursive = TRUE)), add = TRUE),
          envir = env)
  file.copy(system.file("examples", package, package = "manycore"), folder, recursive = TRUE)
  built <- with_environment(fresh_environment(), suppressWarnings(
    system2(file.path(R.home("bin"), "R"),
            c("CMD", "INSTALL", "-l", shQuote(library), shQuote(file.path(folder, package))),
            stdout = TRUE, stderr = TRUE)
  ))
  expect_null(attr(built, "status"), info = paste(built, collapse = "\n"))
  expect_false(any(grepl("warning", built, ignore.case = TRUE)),
               info = paste(built, collapse = "\n"))
  library
}

test_that("the example of a package with C code sorts as order() and sort() do", {
  skip_on_cran()
  library <- install_example("intervalsort")
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

test_that("the example of a package that counts pairs has the taus of cor_kendall()", {
  skip_on_cran()
  library <- install_example("pairsign")
  run <- run_r(c(
    paste0("library(pairsign, lib.loc = ", deparse(library), ")"),
    "library(manycore)",
    "by_definition <- function(x, y) {",
    "  here <- !is.na(x) & !is.na(y)",
    "  if (sum(here) < 2) return(NA)",
    "  a <- outer(x[here], x[here], '-'); b <- outer(y[here], y[here], '-')",
    "  sum(sign(a) * sign(b) < 0) / (sum(here) * (sum(here) - 1))",
    "}",
    "of_all <- function(x, y) outer(seq_len(ncol(x)), seq_len(ncol(y)),",
    "  Vectorize(function(i, j) by_definition(x[, i], y[, j])))",
    "rows_of <- function(x, y) crossprod(!is.na(x), !is.na(y))",
    "set.seed(1)",
    "good <- TRUE",
    "for (n in c(2, 3, 40, 120)) for (kind in 1:4) for (threads in 1:3) {",
    "  x <- matrix(switch(kind, rnorm(n * 11), rpois(n * 11, 2), rnorm(n * 11), rpois(n * 11, 1)),",
    "              n)",
    "  y <- matrix(rnorm(n * 5), n)",
    "  if (kind > 2) x[sample(length(x), n)] <- NA",
    "  xx <- kendall_distance(x, threads = threads)",
    "  xy <- kendall_distance(x, y, threads = threads)",
    "  same <- function(d, y) isTRUE(all.equal(c(d), c(of_all(x, y)), tolerance = 1e-15)) &&",
    "    all(attr(d, 'rows') == rows_of(x, y))",
    "  good <- good && same(xx, x) && same(xy, y)",
    "  if (kind == 1) good <- good && isTRUE(all.equal(1 - 2 * c(xx), c(cor_kendall(x))))",
    "}",
    "few <- kendall_distance(matrix(1, 1, 3))",
    "none <- kendall_distance(matrix(0, 5, 0))",
    "said <- tryCatch(kendall_distance(cbind(c(1, NA, 2)), pairwise = FALSE),",
    "                 error = conditionMessage)",
    "watched <- function(...) .Call(pairsign:::C_watched, ...)",
    "x <- matrix(rnorm(2000 * 400), 2000)",
    "stopped <- watched(x, 1L, 0L)",
    "done <- watched(x, 0L, 0L)",
    "bad <- vapply(1:5, function(k) watched(x, 0L, k)[1], 0L)",
    "cat(good, all(is.na(few)), identical(dim(none), c(0L, 0L)), said, '\\n')",
    "cat(stopped[1:3], done[1:2], done[3] > 0, bad, watched(cbind(c(1, NA)), 0L, 0L)[1], '\\n')",
    "cat('wrong:', done[5], '\\n')",
    # a jump frees the memory of the call, without a garbage collection
    "megabytes <- function() {",
    "  lines <- if (file.exists('/proc/self/status')) readLines('/proc/self/status')",
    "  line <- grep('^VmData:', lines, value = TRUE)",
    "  if (length(line)) as.numeric(gsub('[^0-9]', '', line)) / 1024 else 0",
    "}",
    "jump <- function(k) tryCatch(watched(x, 0L, k), error = conditionMessage)",
    "said <- c(jump(6L), jump(7L))",
    "invisible(gc())",
    "before <- megabytes()",
    "for (turn in 1:20) for (k in 6:7) jump(k)",
    "cat(said, megabytes() - before < 20, identical(watched(x, 0L, 0L)[1:2], done[1:2]))"
  ))
  said <- paste(run[[1]], collapse = "\n")
  expect_match(said, "TRUE TRUE TRUE missing values: give pairwise = TRUE", fixed = TRUE)
  expect_match(said, "1 1 1 0 1 TRUE 5 5 5 5 3 4", fixed = TRUE)
  expect_match(said, "wrong: 0", fixed = TRUE)
  expect_match(said, "begin() jumps poll() jumps TRUE TRUE", fixed = TRUE)
})
