test_that("a target can be chosen and is then active", {
  for_each_target(function(isa) {
    expect_identical(manycore_info()$isa, isa)
    expect_identical(isa_choose(isa), isa)
  })
  best <- manycore_info()$isa
  expect_identical(isa_choose("portable"), best)
  expect_identical(isa_choose(""), "portable")
  expect_identical(manycore_info()$isa, utils::tail(setdiff(isa_runnable(), "knc"), 1))
  isa_choose(best)
  expect_identical(manycore_info()$isa, best)
})

test_that("portable code is always there, and what runs has been built", {
  info <- manycore_info()
  expect_true("portable" %in% info$isa_runnable)
  expect_true(all(info$isa_runnable %in% info$isa_built))
  expect_true(info$isa %in% info$isa_runnable)
  expect_false(anyDuplicated(info$isa_built) > 0)
})

test_that("a target that is unknown, not built or not runnable is an error", {
  before <- manycore_info()$isa
  expect_error(isa_choose("mmx"), "no instruction-set target 'mmx'; it has portable", fixed = TRUE)
  known <- c("portable", "knc", "neon", "avx2", "avx512", "avx512icl", "amx")
  info <- manycore_info()
  for (isa in setdiff(known, info$isa_built)) {
    expect_error(isa_choose(isa), "has no", fixed = TRUE)
  }
  for (isa in setdiff(info$isa_built, info$isa_runnable)) {
    expect_error(isa_choose(isa), "cannot run", fixed = TRUE)
  }
  for (bad in list(NULL, NA_character_, 1, c("avx2", "knc"))) {
    expect_error(isa_choose(bad), "one string")
  }
  expect_identical(manycore_info()$isa, before)
})

test_that("MANYCORE_ISA forces each target", {
  skip_on_cran()
  set.seed(1)
  x <- matrix(draw(1:20, 60 * 9), 60)
  file <- tempfile(fileext = ".rds")
  saveRDS(list(x, cor_kendall(x)), file)
  for (isa in isa_runnable()) {
    run <- run_r(c(
      "library(manycore)",
      "cat(manycore_info()$isa, '\\n')",
      paste0("saved <- readRDS(", deparse(file), ")"),
      "cat(identical(cor_kendall(saved[[1]]), saved[[2]]))"
    ), c(MANYCORE_ISA = isa))
    expect_identical(trimws(run$output), c(isa, "TRUE"))
    expect_identical(run$status, 0L)
  }
})

test_that("without MANYCORE_ISA the best target is chosen, never the emulated one", {
  skip_on_cran()
  run <- run_r("cat(manycore::manycore_info()$isa)", c(MANYCORE_ISA = ""))
  default <- run_r("cat(manycore::manycore_info()$isa)")
  # they are listed from the least to the best
  expect_identical(default$output, utils::tail(setdiff(isa_runnable(), "knc"), 1))
  expect_identical(run, default)
})

test_that("with a MANYCORE_ISA that cannot be had a warning says so and the best target is taken", {
  skip_on_cran()
  best <- run_r("cat(manycore::manycore_info()$isa)")$output
  # unknown, or of another node of a cluster
  for (isa in c("mmx", "AVX2", "avx512 ", setdiff(c("avx2", "avx512icl", "amx"), isa_runnable()))) {
    run <- run_r(c(
      "heard <- NULL",
      "withCallingHandlers(library(manycore), warning = function(w) {",
      "  heard <<- c(heard, conditionMessage(w))",
      "  invokeRestart('muffleWarning')",
      "})",
      "cat(length(heard), heard, manycore_info()$isa, sep = '\\n')"
    ), c(MANYCORE_ISA = isa))
    expect_identical(run$status, 0L)
    expect_identical(run$output[1], "1", label = isa)
    expect_match(run$output[2], paste0("^MANYCORE_ISA: .*'", isa, "'.*; using ", best, "$"))
    expect_identical(run$output[3], best)
  }
  run <- run_r("library(manycore)", c(MANYCORE_ISA = "mmx"))
  expect_identical(run$status, 0L)
  expect_match(paste(run$output, collapse = " "), "mmx")
  run <- run_r("cat(manycore::manycore_info()$isa)", c(MANYCORE_ISA = "auto"))
  expect_identical(run$output, best)
})

test_that("the information prints", {
  info <- manycore_info()
  text <- format(info)
  expect_output(expect_identical(print(info), info), info$isa, fixed = TRUE)
  expect_identical(utils::capture.output(print(info)), text)
  for (part in c(info$version, info$isa_built, info$threads_because, info$compiler)) {
    expect_match(paste(text, collapse = "\n"), part, fixed = TRUE)
  }
  info$processors <- 1L
  expect_match(format(info), "; 1 processor)", fixed = TRUE, all = FALSE)
  info$threads_kind <- "none"
  expect_match(format(info), "built without threads", fixed = TRUE, all = FALSE)
  info$threads_kind <- "posix"
  expect_match(format(info), "threads are: +POSIX threads$", all = FALSE)
  info$threads_kind <- "openmp"
  info$threads_runtime <- "libgomp.so.1"
  expect_match(format(info), "threads are: +OpenMP's \\(libgomp.so.1\\)$", all = FALSE)
  info$blas <- TRUE
  expect_match(format(info), "BLAS: +R's$", all = FALSE)
  info$blas <- FALSE
  expect_match(format(info), "BLAS: +no .*gemm", all = FALSE)
})

test_that("what a signature offers is what C knows, in its order", {
  choices <- .Call(C_choices)
  offered <- function(f, argument) eval(formals(f)[[argument]])
  expect_identical(offered(cor_kendall, "algorithm"), choices$kendall)
  expect_identical(offered(cor_kendall, "type"), choices$coefficient)
  expect_identical(offered(cov_kendall, "algorithm"), choices$kendall)
  expect_identical(kendall_algorithms, choices$kendall)
  expect_identical(offered(dist_euclidean, "algorithm"), choices$distance)
  expect_identical(distance_algorithms, choices$distance)
  expect_identical(offered(dist_euclidean, "layout"), choices$layout)
  expect_identical(distance_layouts, choices$layout)
  expect_identical(offered(floyd_warshall, "algorithm"), choices$paths)
  expect_identical(paths_algorithms, choices$paths)
  for (f in list(parenthesize, matrix_chain, matrix_chain_multiply, optimal_bst,
                 triangulate_polygon, fold_rna, fold_accordion)) {
    expect_identical(offered(f, "algorithm"), choices$dynprog)
  }
  expect_identical(dynprog_algorithms, choices$dynprog)
  expect_identical(offered(haplotype_em, "algorithm"), choices$haplotype)
  expect_identical(haplotype_algorithms, choices$haplotype)
  expect_identical(setdiff(sort_methods, "radix"), choices$sort)
})
