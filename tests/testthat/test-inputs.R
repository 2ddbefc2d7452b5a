# Matrices of other packages: what the plain matrix gives, to the bit.

skip_without <- function(...) {
  for (package in c(...)) skip_if_not_installed(package)
}

expect_as_plain <- function(f, x, plain, label) {
  expect_identical(outcome(f(x)), outcome(f(plain)), label = label)
}

# The same of those of `calls` that are numbered; `want` is what all give for the plain matrix.
expect_each_as_plain <- function(calls, x, want, label, numbers = seq_along(calls)) {
  for (k in numbers) {
    expect_identical(outcome(calls[[k]](x)), want[[k]], label = paste0(label, ", call ", k))
  }
}

# ---- classes of matrices ----

data_of_inputs <- function() {
  set.seed(1)
  list(sparse = `dimnames<-`(sparse_numbers(37, 23), list(NULL, paste0("v", 1:23))),
       rows = `dimnames<-`(sparse_numbers(20, 30, 0), list(paste0("r", 1:20), NULL)),
       nasty = unname(random_matrix(25, 12, c(complete_columns, missing_columns))),
       integers = matrix(c(NA, sample.int(9, 99, replace = TRUE)), 20),
       one_row = matrix(c(1, NA, 3), 1), one_column = cbind(a = c(2, 0, 0, 5)),
       no_column = matrix(0, 5, 0), no_row = matrix(0, 0, 4))
}

# Every class with all data; the uses of missing values in turn, so that every class meets every
# use, and all data do.
test_that("every class gives what the plain matrix does, as x and as y", {
  skip_without("Matrix")
  data <- data_of_inputs()
  for (d in seq_along(data)) {
    plain <- data[[d]]
    few <- plain[, seq_len(min(ncol(plain), 3)), drop = FALSE]
    calls <- c(
      lapply(use_modes, function(use) function(x) cor_kendall(x, use = use)),
      unlist(lapply(c("everything", "all.obs", "pairwise"), function(use) {
        list(function(x) cor_kendall(x, few, use), function(x) cor_kendall(few, x, use),
             function(x) cor_kendall(x, x, use), function(x) cor_kendall(x, few[, 1], use))
      })),
      list(function(x) cov_kendall(x), function(x) dist_euclidean(x),
           function(x) dist_euclidean(x, x),
           function(x) dist_euclidean(plain, x, squared = TRUE),
           function(x) dist_euclidean(x, plain, precision = "single"))
    )
    want <- lapply(calls, function(f) outcome(f(plain)))
    inputs <- matrices_of(plain)
    for (k in seq_along(inputs)) {
      numbers <- c(1 + (d + k + c(0, 2)) %% 5, 5 + 4 * ((d + k) %% 3) + 1:4, 17 + 1:5)
      expect_each_as_plain(calls, inputs[[k]], want, paste(names(inputs)[k], names(data)[d]),
                           numbers)
    }
  }
})

test_that("tests, networks and lists of pairs of every class", {
  skip_without("Matrix")
  set.seed(2)
  plain <- `colnames<-`(sparse_numbers(40, 15), paste0("g", 1:15))
  pairs <- cbind(paste0("g", sample.int(15, 40, TRUE)), paste0("g", sample.int(15, 40, TRUE)))
  traits <- cbind(age = stats::rnorm(40), stats::rnorm(40))
  calls <- list(
    function(x) cor_kendall(x, pairs = pairs, use = "pairwise"),
    function(x) cor_kendall(x, type = "somers", use = "pairwise"),
    function(x) kendall_test(x),
    function(x) kendall_test(x, traits, p.adjust.method = "BH"),
    function(x) kendall_test(traits, x, use = "complete"),
    function(x) kendall_test(x, pairs = pairs),
    function(x) xi_test(x, traits, ties = "first"),
    function(x) {
      set.seed(3)
      kendall_test(x, traits, permutations = 20, use = "everything", p.adjust.method = "maxT")
    },
    function(x) kendall_network(x, cutoff = 0.1),
    function(x) kendall_network(x, top = 2),
    function(x) kendall_network(traits, x, top = 2),
    function(x) kendall_network(x, fdr = 0.9)
  )
  want <- lapply(calls, function(f) outcome(f(plain)))
  inputs <- matrices_of(plain)
  for (class in names(inputs)) expect_each_as_plain(calls, inputs[[class]], want, class)
})

test_that("matrices of Matrix that are no general sparse matrices of numbers", {
  skip_without("Matrix")
  set.seed(3)
  m <- sparse_numbers(12, 12, 0)
  symmetric <- m + t(m)
  triangle <- m
  triangle[lower.tri(m)] <- 0
  dense <- methods::as(methods::as(m, "dMatrix"), "denseMatrix")
  inputs <- list(
    dsCMatrix = Matrix::forceSymmetric(methods::as(symmetric, "CsparseMatrix")),
    dsyMatrix = Matrix::forceSymmetric(methods::as(symmetric, "denseMatrix")),
    dtCMatrix = Matrix::triu(methods::as(triangle, "CsparseMatrix")),
    ddiMatrix = Matrix::Diagonal(12), unit = Matrix::Diagonal(12, 1:12 + 0),
    lgCMatrix = methods::as(m > 0, "CsparseMatrix"),
    ngCMatrix = methods::as(methods::as(m > 0, "nMatrix"), "CsparseMatrix"),
    lgeMatrix = dense > 0, pMatrix = methods::as(sample.int(12), "pMatrix")
  )
  for (class in names(inputs)) {
    x <- inputs[[class]]
    plain <- as.matrix(x)
    expect_as_plain(function(x) cor_kendall(x), x, plain, class)
    expect_as_plain(function(x) cor_kendall(m, x), x, plain, class)
    expect_as_plain(function(x) dist_euclidean(x), x, plain, class)
  }
})

test_that("a sparse matrix that is none", {
  skip_without("Matrix")
  x <- methods::as(matrix(c(1, 0, 0, 2, 0, 3), 3), "CsparseMatrix")
  x@i[1] <- 3L
  expect_error(cor_kendall(x), "the sparse matrix is not valid", class = "manycore_error_data")
  x@i[1] <- 0L
  x@p[2] <- 9L
  expect_error(dist_euclidean(x), "the sparse matrix is not valid", class = "manycore_error_data")
  x@p[2] <- 1L
  x@i[1] <- 300L
  for (f in list(cor_kendall, cov_kendall, kendall_plan, kendall_test, kendall_partial, cor_xi,
                 xi_test, kendall_trend, function(x) kendall_network(x, top = 1),
                 function(x) concordance_all(x, 1:3, c(1, 1, 1)), dist_euclidean,
                 function(x) knn_euclidean(x, 1), function(x) neighbors_euclidean(x, 1))) {
    expect_error(f(x), "'x': the sparse matrix is not valid", class = "manycore_error_data")
  }
  expect_error(cor_kendall(1:3, x), "'y': the sparse matrix is not valid")
})

# ---- blocks ----

test_that("a source in many blocks, and blocks of whole chunks", {
  skip_without("HDF5Array")
  set.seed(4)
  plain <- matrix(stats::rnorm(900 * 200), 900) # 1.4 MB
  x <- HDF5Array::writeHDF5Array(plain, tempfile(fileext = ".h5"), "m", chunkdim = c(300L, 30L))
  want <- list(cor_kendall(plain), cor_kendall(plain, plain[, 1:65]),
               as.vector(dist_euclidean(plain)), as.vector(dist_euclidean(t(plain))))
  old <- options(manycore.scratch = 1)
  on.exit(options(old))
  expect_identical(unclass(as_source(x, "x"))$size, 30L)
  expect_identical(unclass(column_source(x, TRUE, "x", 1))$size, 150L) # half a chunk
  got <- list(cor_kendall(x), cor_kendall(x, x[, 1:65]), as.vector(dist_euclidean(x)),
              as.vector(dist_euclidean(t(x))))
  expect_identical(got, want)
  expect_identical(block_size(100, 100, 7), 100L)
  expect_identical(block_size(100, 40, 7), 35L)
  expect_identical(block_size(100, 40, 50), 25L)
  expect_identical(block_size(100, 0.1, 1), 1L)
  expect_identical(block_size(0, 10, 1), 1L)
})

# A seed whose reads do something besides.
if (has_packages("DelayedArray")) {
  methods::setClass("watched_seed", representation(matrix = "matrix", on_read = "function"),
                    where = environment())
  methods::setMethod("dim", "watched_seed", function(x) dim(x@matrix), where = environment())
  methods::setMethod("dimnames", "watched_seed", function(x) dimnames(x@matrix),
                     where = environment())
  methods::setMethod(DelayedArray::extract_array, "watched_seed", function(x, index) {
    numbers <- x@matrix
    if (!is.null(index[[1]])) numbers <- numbers[index[[1]], , drop = FALSE]
    if (!is.null(index[[2]])) numbers <- numbers[, index[[2]], drop = FALSE]
    if (length(numbers)) x@on_read(index)
    unname(numbers)
  }, where = environment())
  watched <- function(matrix, on_read) {
    DelayedArray::DelayedArray(methods::new("watched_seed", matrix = matrix, on_read = on_read))
  }
}

test_that("each block is read once, in order", {
  skip_without("DelayedArray")
  old <- options(manycore.scratch = 1)
  on.exit(options(old))
  set.seed(5)
  plain <- matrix(stats::rnorm(1000 * 100), 1000)
  read <- integer()
  x <- watched(plain, function(index) read <<- c(read, index[[2]]))
  expect_identical(cor_kendall(x, algorithm = "naive", threads = 1),
                   cor_kendall(plain, algorithm = "naive"))
  expect_identical(read, 1:100)
  read <- integer()
  expect_identical(cor_kendall(x, plain[, 1], use = "complete"),
                   cor_kendall(plain, plain[, 1], use = "complete"))
  expect_identical(read, c(1:100, 1:100)) # which rows are complete, and ranks
  read <- integer()
  pairs <- cbind(c(90, 3, 41, 77), c(12, 90, 3, 60))
  expect_identical(cor_kendall(x, pairs = pairs), cor_kendall(plain, pairs = pairs))
  expect_setequal(read, pairs)
  expect_lte(length(read), length(pairs))
  read <- integer()
  across <- t(watched(t(plain), function(index) read <<- c(read, index[[1]])))
  expect_identical(cor_kendall(across, pairs = pairs), cor_kendall(plain, pairs = pairs))
  expect_setequal(read, pairs)
})

test_that("a source that fails, that is interrupted, or that calls us", {
  skip_without("DelayedArray")
  old <- options(manycore.scratch = 1)
  on.exit(options(old))
  set.seed(6)
  plain <- matrix(stats::rnorm(1000 * 80), 1000)
  want <- cor_kendall(plain)
  apart <- dist_euclidean(t(plain))
  reads <- 0
  fails <- watched(plain, function(index) {
    reads <<- reads + 1
    if (reads %% 3 == 0) stop("the file is gone")
  })
  for (turn in 1:3) {
    reads <- 0
    expect_error(cor_kendall(fails, threads = 2), "the file is gone")
    expect_identical(cor_kendall(plain, threads = 2), want)
    reads <- 0
    expect_error(dist_euclidean(t(fails)), "the file is gone")
    expect_identical(dist_euclidean(t(plain)), apart)
  }
  interrupt <- structure(class = c("interrupt", "condition"), list(message = "", call = NULL))
  stops <- watched(plain, function(index) signalCondition(interrupt))
  expect_identical(tryCatch(cor_kendall(stops), interrupt = function(e) "heard"), "heard")
  reads <- 0
  calls <- watched(plain, function(index) { # mostly with few columns, as there are many reads
    reads <<- reads + 1
    some <- if (reads %% 40 == 1) 1:80 else 1:8
    stopifnot(identical(cor_kendall(plain[, some]), want[some, some]))
  })
  expect_identical(cor_kendall(calls), want)
  warns <- watched(plain, function(index) warning("slow"))
  expect_identical(suppressWarnings(cor_kendall(warns)), want)
})

test_that("what is read has another type than was said", {
  skip_without("DelayedArray")
  plain <- matrix(c(3L, 1L, 2L, 5L, 4L, 6L), 3)
  x <- DelayedArray::DelayedArray(plain)
  source <- block_source(c(3, 2), NULL, FALSE, "integer", function(numbers) plain + 0)
  expect_error(.Call(C_cor_kendall, source, NULL, 4L, 0L, 0L, 1L, 1e6, NULL), "internal error")
  source <- block_source(c(3, 2), NULL, FALSE, "integer", function(numbers) plain[, 1])
  expect_error(.Call(C_cor_kendall, source, NULL, 4L, 0L, 0L, 1L, 1e6, NULL), "internal error")
  expect_identical(cor_kendall(x), cor_kendall(plain))
  x <- DelayedArray::DelayedArray(cbind(plain, c(9L, 7L, 8L)))
  expect_as_plain(function(x) cor_kendall(x), x == 2L, as.matrix(x) == 2L, "logical")
  expect_error(cor_kendall(DelayedArray::DelayedArray(matrix("a", 2, 2))), "'x' must be numeric")
  expect_error(cor_kendall(1:2, DelayedArray::DelayedArray(matrix("a", 2, 2))),
               "'y' must be numeric")
  cube <- DelayedArray::DelayedArray(array(1, c(2, 2, 2)))
  expect_error(cor_kendall(cube), "'x' must have two dimensions, not 3")
})

# ---- containers ----

test_that("features are variables, and samples points", {
  skip_without("SummarizedExperiment")
  set.seed(7)
  data <- list(sparse_numbers(14, 30), matrix(sample.int(9, 70, TRUE), 7),
               matrix(stats::rnorm(300), 60))
  for (d in seq_along(data)) {
    m <- data[[d]]
    dimnames(m) <- list(paste0("gene", seq_len(nrow(m))), paste0("sample", seq_len(ncol(m))))
    traits <- cbind(age = stats::rnorm(ncol(m)), dose = sample.int(3, ncol(m), TRUE))
    pairs <- cbind(c("gene1", "gene3"), c("gene2", "gene7"))
    calls <- c(
      lapply(use_modes, function(use) function(x) cor_kendall(x, use = use)),
      list(function(x) cor_kendall(x, traits, use = "pairwise"),
           function(x) cor_kendall(traits, x, use = "pairwise"),
           function(x) cor_kendall(x, x, use = "pairwise"),
           function(x) cor_kendall(x, traits[, 1]), function(x) cor_kendall(x, pairs = pairs),
           function(x) cov_kendall(x), function(x) kendall_test(x),
           function(x) kendall_test(x, traits[, "age"]), function(x) cor_xi(x, ties = "first"),
           function(x) xi_test(traits, x, ties = "first"), function(x) kendall_network(x, top = 2),
           function(x) kendall_network(traits, x, top = 2), function(x) dist_euclidean(x),
           function(x) dist_euclidean(x, x), function(x) dist_euclidean(x, t(m)[1:2, ]))
    )
    want <- lapply(calls, function(f) outcome(f(t(m))))
    containers <- containers_of(m)
    for (k in seq_along(containers)) {
      numbers <- c(1 + (d + k + c(0, 2)) %% 5, 5 + 1:13) # the uses in turn
      expect_each_as_plain(calls, containers[[k]], want, names(containers)[k], numbers)
    }
  }
})

test_that("`assay` is a name or a number, of x and of y", {
  skip_without("SummarizedExperiment", "Biobase")
  set.seed(8)
  m <- matrix(stats::rnorm(60), 6, dimnames = list(letters[1:6], LETTERS[1:10]))
  second <- m^2 * sign(sin(9 * m))
  experiments <- list(
    SummarizedExperiment::SummarizedExperiment(list(one = m, two = second)),
    Biobase::ExpressionSet(Biobase::assayDataNew("environment", exprs = m, two = second))
  )
  for (x in experiments) {
    first <- if (inherits(x, "ExpressionSet")) "exprs" else "one"
    expect_identical(cor_kendall(x), cor_kendall(t(m)))
    expect_identical(cor_kendall(x, assay = first), cor_kendall(t(m)))
    for (assay in list(2, 2L, "two")) {
      expect_identical(cor_kendall(x, assay = assay), cor_kendall(t(second)))
      expect_identical(cor_kendall(t(m), x, assay = assay), cor_kendall(t(m), t(second)))
      expect_identical(cov_kendall(x, assay = assay), cov_kendall(t(second)))
      expect_identical(cov_kendall(t(m), x, assay = assay), cov_kendall(t(m), t(second)))
      expect_identical(kendall_test(x, assay = assay), kendall_test(t(second)))
      expect_identical(cor_xi(x, assay = assay), cor_xi(t(second)))
      expect_identical(xi_test(t(m), x, assay = assay), xi_test(t(m), t(second)))
      expect_identical(kendall_network(x, top = 1, assay = assay),
                       kendall_network(t(second), top = 1))
      expect_identical(dist_euclidean(t(m), x, assay = assay),
                       dist_euclidean(t(m), t(second)))
    }
    for (bad in list(0, 3, 1.5, NA, "three", character(), 1:2, NULL, list(1))) {
      expect_error(cor_kendall(x, assay = bad), class = "manycore_error_argument", fixed = TRUE,
                   paste0("must be a number from 1 to 2, or one of \"", first, "\", \"two\""))
    }
  }
  for (f in list(cor_kendall, cov_kendall, kendall_test, cor_xi, xi_test, dist_euclidean,
                 function(...) kendall_network(..., top = 1))) {
    expect_error(f(t(m), assay = 1), "'assay' is for a SummarizedExperiment",
                 class = "manycore_error_argument")
  }
  none <- SummarizedExperiment::SummarizedExperiment()
  expect_error(cor_kendall(none), "'x' has no assay", class = "manycore_error_argument")
  unnamed <- SummarizedExperiment::SummarizedExperiment(unname(list(m)))
  expect_error(cor_kendall(unnamed, assay = 2), "'assay' must be 1, not 2")
  letters <- SummarizedExperiment::SummarizedExperiment(matrix("a", 2, 2))
  expect_error(cor_kendall(letters), "'x' must be numeric", class = "manycore_error_argument")
})

test_that("names of the samples' data as y say how the column is given", {
  skip_without("SummarizedExperiment", "Biobase")
  m <- matrix(sin(1:60), 6, dimnames = list(letters[1:6], LETTERS[1:10]))
  samples <- data.frame(time = 1:10, `my dose` = cos(1:10), sex = "m", row.names = LETTERS[1:10],
                        check.names = FALSE)
  experiment <- SummarizedExperiment::SummarizedExperiment(list(m), colData = samples)
  set <- Biobase::ExpressionSet(m, phenoData = Biobase::AnnotatedDataFrame(samples))
  functions <- list(cor_kendall, cov_kendall, kendall_test, kendall_partial, cor_xi, xi_test,
                    kendall_plan, function(x, y) kendall_network(x, y, top = 1))
  message_for <- function(code, argument = "y") {
    e <- tryCatch(code, manycore_error_argument = identity)
    expect_s3_class(e, "manycore_error_argument")
    expect_identical(e$argument, argument)
    conditionMessage(e)
  }
  right <- "'y' must be numeric, not the name of a column of the samples' data of 'x': y = "
  for (f in functions) {
    for (x in list(experiment, set)) {
      expect_identical(message_for(f(x, "time")), paste0(right, "x[[\"time\"]] is that column"))
      expect_identical(message_for(f(x, "my dose")),
                       paste0(right, "x[[\"my dose\"]] is that column"))
      expect_identical(message_for(f(x, c("time", "nosuch"))),
                       paste("'y' must be numeric, not \"nosuch\"; the samples' data of 'x' have",
                             "the columns \"time\", \"my dose\", \"sex\""))
    }
    expect_identical(message_for(f(experiment, c("time", "my dose"))),
                     paste0(right, "colData(x)[c(\"time\", \"my dose\")] has those columns"))
    expect_identical(message_for(f(set, c("time", "my dose"))),
                     paste0(right, "pData(x)[c(\"time\", \"my dose\")] has those columns"))
    expect_match(message_for(f(t(m), "time")), "^'y' must be numeric$")
  }
  # what the errors advise
  expect_identical(cor_kendall(experiment, experiment[["time"]]), cor_kendall(t(m), 1:10))
  expect_identical(cor_kendall(set, set[["my dose"]]), cor_kendall(t(m), cos(1:10)))
  two <- c("time", "my dose")
  want <- cor_kendall(t(m), samples[two])
  expect_identical(cor_kendall(experiment, SummarizedExperiment::colData(experiment)[two]), want)
  expect_identical(cor_kendall(set, Biobase::pData(set)[two]), want)
  bare <- SummarizedExperiment::SummarizedExperiment(list(unname(m)))
  expect_identical(message_for(cor_kendall(bare, "time")), "'y' must be numeric, not \"time\"")
  # names of features are those of columns
  expect_identical(quiet_partial(experiment, given = "a"), quiet_partial(t(m), given = "a"))
  expect_match(message_for(kendall_partial(experiment, given = "time"), "given"),
               "samples' data of 'x': given = x[[\"time\"]] is that column", fixed = TRUE)
  expect_match(message_for(kendall_partial(experiment, given = "nosuch"), "given"),
               "^'given' must name columns of 'x', one each, not \"nosuch\"")
})

# ---- generics ----

test_that("generics show the arguments of their default methods", {
  expect_identical(formals(cor_kendall), formals(cor_kendall.default))
  expect_identical(formals(cov_kendall), formals(cov_kendall.default))
  expect_identical(formals(kendall_network), formals(kendall_network.default))
  expect_identical(formals(dist_euclidean), formals(dist_euclidean.default))
})

test_that("others may have methods, and errors name the generic", {
  registerS3method("cor_kendall", "test_class", function(x, ...) cor_kendall(unclass(x)$of, ...),
                   envir = asNamespace("manycore"))
  x <- structure(list(of = longley), class = "test_class")
  expect_identical(cor_kendall(x), cor_kendall(longley))
  registerS3method("cov_kendall", "test_class", function(x, ...) cov_kendall(unclass(x)$of, ...),
                   envir = asNamespace("manycore"))
  expect_identical(cov_kendall(x), cov_kendall(longley))
  expect_identical(cov_kendall(x, algorithm = "naive"), cov_kendall(longley))
  calls <- list(quote(cor_kendall(longley, threads = 0)),
                quote(cov_kendall(longley, threads = 0)),
                quote(dist_euclidean(longley, threads = 0)),
                quote(kendall_network(longley, top = 1, threads = 0)),
                quote(kendall_test(longley, threads = 0)))
  for (call in calls) {
    expect_identical(conditionCall(tryCatch(eval(call), error = identity)), call)
  }
  expect_identical(attr(dist_euclidean(longley, upper = TRUE), "call"),
                   quote(dist_euclidean(x = longley, upper = TRUE)))
  expect_warning(cor_kendall(cbind(1:3, 1)), "the standard deviation is zero")
  warned <- tryCatch(cor_kendall(cbind(1:3, 1)), warning = identity)
  expect_identical(conditionCall(warned), quote(cor_kendall(cbind(1:3, 1))))
})

test_that("an object whose package is not loaded, or not there", {
  skip_without("Matrix")
  skip_on_cran()
  file <- tempfile(fileext = ".rds")
  x <- methods::as(matrix(c(1, 0, 0, 2, 0, 3), 3), "CsparseMatrix")
  saveRDS(x, file)
  got <- run_r(c(sprintf("x <- readRDS('%s')", file),
                 "stopifnot(!isNamespaceLoaded('Matrix'))",
                 "cat(manycore::cor_kendall(x))"))
  expect_identical(got$output, paste(format(cor_kendall(as.matrix(x)), digits = 7), collapse = " "))
  lost <- x
  class(lost) <- structure("lost_class", package = "no.such.package")
  expect_error(cor_kendall(lost), "the package no.such.package is needed for 'x', an object of",
               class = "manycore_error_missing_package")
})

test_that("columns of a DataFrame that are not numeric are named as those of a data frame", {
  skip_without("S4Vectors")
  frame <- data.frame(a = c(2, 1, 4, 3), b = letters[1:4], c = c(TRUE, FALSE, FALSE, TRUE),
                      d = factor(4:1, ordered = TRUE), e = c(1, NA, 2, 3))
  table <- S4Vectors::DataFrame(frame)
  several <- as.data.frame(matrix("u", 4, 7))
  calls <- list(
    cor_kendall, cov_kendall, kendall_test, function(x) kendall_network(x, cutoff = 0.1),
    function(x) cor_kendall(1:4, x), kendall_partial, kendall_trend, kendall_plan, cor_xi, xi_test,
    function(x) concordance_all(x, time = 1:4, status = rep(1, 4)), dist_euclidean,
    function(x) knn_euclidean(x, 2), function(x) neighbors_euclidean(x, 2),
    function(x) dist_euclidean(matrix(0, 2, 5), x)
  )
  message_of <- function(f, x) conditionMessage(tryCatch(f(x), manycore_error_argument = identity))
  for (f in calls) {
    expect_identical(message_of(f, table), message_of(f, frame))
    expect_match(message_of(f, table), "must be numeric: columns 'b', 'd' are not; as.integer()",
                 fixed = TRUE)
    expect_identical(message_of(f, table[c("a", "b")]), message_of(f, frame[c("a", "b")]))
    expect_identical(message_of(f, S4Vectors::DataFrame(several)), message_of(f, several))
  }
  # numbers and logicals go in as before
  expect_identical(cor_kendall(table[c("a", "c", "e")]), cor_kendall(frame[c("a", "c", "e")]))
})

test_that("a DataFrame with columns of runs is the data frame that it stands for", {
  skip_without("S4Vectors")
  frame <- data.frame(a = c(1, 1, 2, 2, 3), b = c(3L, 3L, 3L, 5L, 4L),
                      c = c(TRUE, TRUE, FALSE, FALSE, TRUE), d = c(2, 5, NA, 1, 0))
  runs <- S4Vectors::DataFrame(lapply(frame, S4Vectors::Rle))
  mixed <- S4Vectors::DataFrame(frame)
  mixed$b <- S4Vectors::Rle(frame$b)
  rows <- paste0("r", c(1, 1, 2, 3, 4)) # a DataFrame may have the name of a row twice
  named <- runs
  rownames(named) <- rows
  calls <- list(
    cor_kendall, cov_kendall, kendall_test, kendall_partial, kendall_trend, kendall_plan,
    function(x) kendall_network(x, cutoff = 0), function(x) xi_test(x, ties = "first"),
    function(x) cor_xi(x, ties = "first"), function(x) cor_kendall(x, use = "pairwise"),
    function(x) cor_kendall(c(2, 1, 3, 5, 4), x), function(x) cor_kendall(x, 1:5),
    function(x) kendall_test(x, 1:5), function(x) kendall_test(x, pairs = cbind("a", "d")),
    function(x) kendall_test(x, groups = c(1, 1, 1, 2, 2)),
    function(x) kendall_partial(x, given = "a"), function(x) kendall_partial(x, 5:1, 1:5),
    function(x) kendall_partial(1:5, c(2, 1, 4, 3, 5), given = x),
    function(x) concordance_all(x, time = 1:5), dist_euclidean, function(x) dist_euclidean(x, x),
    function(x) knn_euclidean(x, 2), function(x) neighbors_euclidean(x, 3, x)
  )
  for (k in seq_along(calls)) {
    want <- outcome(calls[[k]](frame))
    for (x in list(runs, mixed)) {
      got <- outcome(calls[[k]](x))
      attr(got$value, "call") <- attr(want$value, "call") <- NULL # of a dist
      expect_identical(got, want, label = paste("call", k))
    }
  }
  expect_identical(cor_kendall(named), cor_kendall(frame))
  matrix <- `rownames<-`(as.matrix(frame), rows)
  expect_identical(c(dist_euclidean(named)), c(dist_euclidean(matrix)))
  expect_identical(attr(dist_euclidean(named), "Labels"), rows)
  # a vector of runs
  run <- S4Vectors::Rle(frame$a)
  expect_identical(cor_kendall(run, frame$d), cor_kendall(frame$a, frame$d))
  expect_identical(cor_kendall(frame, run), cor_kendall(frame, frame$a))
  expect_identical(kendall_test(run, frame$b, exact = FALSE)$p.value,
                   kendall_test(frame$a, frame$b, exact = FALSE)$p.value)
  expect_identical(dist_euclidean(run)[1:10], dist_euclidean(frame$a)[1:10])
})

test_that("runs in the data of samples are written out", {
  skip_without("SummarizedExperiment")
  set.seed(4)
  m <- matrix(stats::rnorm(60), 12)
  samples <- data.frame(days = rep(c(5, 3, 8, 1), each = 3), dead = rep(c(1, 0, 1), 4),
                        g = rep(c("u", "v"), each = 6), w = rep(1:2, 6), season = rep(1:3, 4))
  experiment <- SummarizedExperiment::SummarizedExperiment(
    list(t(m)), colData = S4Vectors::DataFrame(lapply(samples, S4Vectors::Rle))
  )
  s <- samples
  want <- concordance_all(m, s$days, s$dead, strata = s$g, weights = s$w)
  expect_identical(concordance_all(experiment, "days", "dead", strata = "g", weights = "w"), want)
  runs <- lapply(samples, S4Vectors::Rle)
  expect_identical(concordance_all(m, runs$days, runs$dead, runs$g, runs$w), want)
  want <- kendall_trend(m, time = seq_len(12), season = s$season)
  expect_identical(kendall_trend(experiment, time = S4Vectors::Rle(1:12), season = "season"), want)
  expect_identical(kendall_trend(experiment, time = "days"), kendall_trend(m, time = s$days))
  want <- kendall_test(m, groups = s$g)
  expect_identical(kendall_test(experiment, groups = "g"), want)
  expect_identical(kendall_test(m, groups = runs$g), want)
  expect_identical(kendall_test(m[, 1], m[, 2], groups = runs$g),
                   kendall_test(m[, 1], m[, 2], groups = s$g))
})

test_that("columns of a DataFrame that are no numbers are named, and runs of numbers are not", {
  skip_without("S4Vectors")
  frame <- data.frame(a = c(1, 1, 2, 2), b = c("u", "u", "v", "w"),
                      c = factor(c("u", "u", "v", "w"), ordered = TRUE))
  runs <- S4Vectors::DataFrame(lapply(frame, S4Vectors::Rle))
  for (f in list(cor_kendall, kendall_test, kendall_partial, kendall_trend, dist_euclidean,
                 function(x) cor_kendall(1:4, x), function(x) concordance_all(x, 1:4))) {
    for (columns in list(1:3, 1:2, c(1, 3))) {
      expect_identical(outcome(f(runs[columns])), outcome(f(frame[columns])))
    }
  }
  nested <- S4Vectors::DataFrame(a = 1:3)
  nested$more <- S4Vectors::DataFrame(x = 1:3)
  nested$list <- methods::as(list(1, 2, 3), "List")
  e <- tryCatch(cor_kendall(1:3, nested), manycore_error_argument = identity)
  expect_identical(conditionMessage(e), "'y' must be numeric: columns 'more', 'list' are not")
  expect_error(cor_kendall(S4Vectors::Rle(c("a", "b")), 1:2), "'x' must be numeric",
               class = "manycore_error_argument")
  skip_without("SummarizedExperiment")
  # as an assay
  table <- S4Vectors::DataFrame(s1 = S4Vectors::Rle(c(1, 1, 2)), s2 = 3:1, s3 = c(2, 5, 4))
  experiment <- SummarizedExperiment::SummarizedExperiment(list(table))
  expect_identical(unname(cor_kendall(experiment)),
                   unname(cor_kendall(t(sapply(table, as.numeric)))))
})
