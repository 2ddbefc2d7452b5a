# Errors: their classes, what they name, and that none is made in another way.

condition_of <- function(code) tryCatch(code, error = identity)

expect_error_of <- function(code, kind, argument = NULL, call = NULL) {
  label <- deparse1(substitute(code))
  condition <- condition_of(code)
  expect_true(inherits(condition, "manycore_error"), label = label)
  expect_true(inherits(condition, paste0("manycore_error_", kind)), label = label)
  expect_true(inherits(condition, "error"), label = label)
  if (!is.null(argument)) {
    expect_identical(condition$argument, argument, label = label)
  }
  if (!is.null(call)) {
    expect_identical(deparse1(conditionCall(condition)[[1]]), call, label = label)
  }
  invisible(condition)
}

x <- matrix(c(3, 1, 2, 4, 6, 5), 3)
ring <- data.frame(from = 1:3, to = c(2, 3, 1), weight = c(1, 1, 1))
routes <- floyd_warshall(ring)

test_that("every class, with the argument and the user's call", {
  expect_error_of(cor_kendall(x, threads = 0), "argument", "threads", "cor_kendall")
  expect_error_of(cor_kendall(x, algorithm = "best"), "argument", "algorithm", "cor_kendall")
  expect_error_of(cov_kendall(x, use = "none"), "argument", "use", "cov_kendall")
  expect_error_of(cov_kendall("a", x), "argument", "x", "cov_kendall")
  expect_error_of(cor_kendall(x, "a"), "argument", "y", "cor_kendall")
  expect_error_of(cor_kendall(x, progress = NA), "argument", "progress", "cor_kendall")
  expect_error_of(cor_kendall(x, method = "pearson"), "argument", "method", "cor_kendall")
  expect_error_of(dist_euclidean("a"), "argument", "x", "dist_euclidean")
  expect_error_of(dist_euclidean(x, p = 3), "argument", "p", "dist_euclidean")
  expect_error_of(dist_euclidean(x, layout = "row"), "argument", "layout", "dist_euclidean")
  expect_error_of(dist_euclidean(x, fused = 1), "argument", "fused", "dist_euclidean")
  expect_error_of(dist_euclidean(x, precision = "half"), "argument", "precision", "dist_euclidean")
  expect_error_of(floyd_warshall("a"), "argument", "w", "floyd_warshall")
  expect_error_of(floyd_warshall(ring, block = 5), "argument", "block", "floyd_warshall")
  expect_error_of(floyd_warshall(data.frame(from = 1)), "argument", "w", "floyd_warshall")
  expect_error_of(floyd_warshall_tune(n = -1), "argument", "n", "floyd_warshall_tune")
  expect_error_of(shortest_path(routes, 9, 1), "argument", "from", "shortest_path")
  expect_error_of(path_lengths(routes, 1, 2, "km"), "argument", "unit", "path_lengths")
  expect_error_of(shortest_path(1, 9, 1), "argument", "x", "shortest_path")
  expect_error_of(sort_parallel(3:1, cutoff = 1), "argument", "cutoff", "sort_parallel")
  expect_error_of(order_parallel(3:1, method = "quick"), "argument", "method", "order_parallel")
  expect_error_of(rank_parallel(3:1, ties.method = "dense"), "argument", "ties.method",
                  "rank_parallel")
  expect_error_of(manycore_threads(-1), "argument", "n", "manycore_threads")
  expect_error_of(plot(routes, type = "tree"), "argument", "type", "plot")
  expect_error_of(routes[1, 2, 3], "argument", "...", "[")

  expect_error_of(cor_kendall(x, 1:2), "size", call = "cor_kendall")
  expect_error_of(cor_kendall(matrix(0, 0, 0), use = "pairwise"), "size", call = "cor_kendall")
  expect_error_of(dist_euclidean(x, cbind(x, 1)), "size", call = "dist_euclidean")
  expect_error_of(floyd_warshall(x), "size", call = "floyd_warshall")
  expect_error_of(shortest_path(routes, 1:3, 1:2), "size", call = "shortest_path")
  expect_error_of(order_parallel(1:3, 1:2), "size", call = "order_parallel")

  expect_error_of(cor_kendall(rbind(x, NA), use = "all.obs"), "data", call = "cor_kendall")
  expect_error_of(floyd_warshall(matrix(NaN, 1, 1)), "data", call = "floyd_warshall")

  condition <- expect_error_of(floyd_warshall(transform(ring, weight = -1)), "negative_cycle",
                               call = "floyd_warshall")
  expect_true(inherits(condition, "negative_cycle"))
  expect_length(condition$cycle, 4)

  expect_error_of(check_room(1e12, function() 5), "memory")
  condition <- expect_error_of(need_package("no.such.package", "this test"), "missing_package")
  expect_identical(condition$package, "no.such.package")
  expect_error_of(isa_choose("mmx"), "build")

  old <- options(manycore.scratch = "much", manycore.floyd_warshall = 3)
  on.exit(options(old))
  condition <- expect_error_of(cor_kendall(x), "option", call = "cor_kendall")
  expect_identical(condition$option, "manycore.scratch")
  condition <- expect_error_of(floyd_warshall(ring), "option", call = "floyd_warshall")
  expect_identical(condition$option, "manycore.floyd_warshall")
})

test_that("numbers in errors are short under options(scipen = 999)", {
  old <- options(scipen = 999)
  on.exit(options(old))
  expect_error(manycore_threads(1e308), ", not 1e+308", fixed = TRUE)
  expect_error(floyd_warshall(matrix(c(0, -1.79e308, 1, 0), 2)), "'w' has -1.79e+308 from",
               fixed = TRUE)
})

test_that("the classes that need more: of rounding, and of another process", {
  w <- matrix(c(0, 5, -1, 1.5, 0, 2, 3, 1, 0), 3)
  spoilt <- tampered(floyd_warshall(w), {
    distance[1, 2] <- distance[1, 2] - 2^-40
    via[1, 2] <- NA
  })
  expect_error_of(shortest_path(spoilt, 1, 2), "rounding", call = "shortest_path")
  skip_on_cran()
  bad <- data.frame(n = 30, block = 32, threads = 1, schedule = "none such")
  expect_error_of(time_elsewhere(bad, FALSE, "double", "close"), "process")
})

test_that("errors of C that users can meet have a class, and the user's call", {
  lost <- rbind(c(1, NA), c(NA, 2))
  expect_error_of(cor_kendall(lost, use = "complete.obs"), "data", call = "cor_kendall")
  expect_identical(condition_of(cor_kendall(lost, use = "complete.obs"))$message,
                   condition_of(stats::cor(lost, use = "complete.obs"))$message)
  changed <- tampered(routes, via[1, 3] <- 77L)
  expect_error_of(shortest_path(changed, 1, 3), "argument", "x", "shortest_path")
  expect_error_of(classed(numeric(2^50)), "memory") # R's own words, in the session's language
  # ... whatever its words are: the class is C's
  of_c <- function(x) .Call(C_cov_kendall, x, NULL, 2L, 0L, 1L, 2^20, NULL)
  for (bare in list(condition_of(of_c(lost)), condition_of(of_c("a")))) {
    expect_s3_class(bare, c("manycore_error", "error", "condition"))
    expect_null(conditionCall(bare))
    named <- condition_of(classed(stop(bare)))
    expect_identical(class(named), class(bare))
    expect_identical(named[names(named) != "call"], bare[names(bare) != "call"])
  }
  expect_s3_class(condition_of(of_c(lost)), "manycore_error_data")
  expect_identical(condition_of(of_c("a"))$argument, "x")
  words <- "missing observations in cov/cor" # of somebody else
  expect_s3_class(condition_of(classed(stop(words))), "simpleError")
  # what has a class, or is not ours, goes through as it is
  other <- structure(class = c("mine", "error", "condition"), list(message = "m", call = NULL))
  expect_identical(condition_of(classed(stop(other))), other)
  classed_already <- condition_of(classed(check_flag(1, "flag")))
  expect_identical(classed_already$argument, "flag")
})

test_that("R's words for memory that is short are known, whatever they begin with", {
  for (message in c("cannot allocate vector of size 7.5 Gb", "cannot allocate vector of size 12 Kb",
                    "cannot allocate memory block of size 16 Tb",
                    "vector memory exhausted (limit reached?)",
                    "cons memory exhausted (limit reached?)",
                    "vector memory limit of 16.0 Gb reached, see mem.maxVSize()")) {
    expect_error_of(classed(stop(message)), "memory")
  }
  # as in Turkish: what is said after the number
  expect_true(is_out_of_memory("7.5 Gb is too much", "%0.1f Gb is too much"))
  expect_false(is_out_of_memory("7.5 Gb is enough", "%0.1f Gb is too much"))
})

test_that("memory that is short has its class for a small x, too", {
  skip_on_cran()
  skip_on_os(c("windows", "mac"))
  skip_if(.Machine$sizeof.pointer < 8)
  run <- run_r(c(
    "library(manycore)",
    "class_and_call <- function(code) tryCatch(cat(dim(code), \"\\n\"), error = function(e) {",
    "  cat(class(e)[1], deparse(conditionCall(e)[[1]])[1], \"\\n\") })",
    "x <- matrix(0, 100, 1)",
    "y <- matrix(0, 2e6, 1)",
    "class_and_call(dist_euclidean(x, y))",
    "x <- matrix(c(1, 2), 2, 5000)",
    "y <- matrix(c(1, 2), 2, 4e4)",
    "class_and_call(cor_kendall(x, y))",
    "class_and_call(cov_kendall(x, y))",
    "x <- numeric(8e7)",
    "class(x) <- \"integer64\"",
    "class_and_call(cor_kendall(x, x))"
  ), limit = 1200 * 1024)
  expect_identical(trimws(run$output), paste("manycore_error_memory", c(
    "dist_euclidean", "cor_kendall", "cov_kendall", "cor_kendall"
  )))
})

test_that("the call is the user's, from wherever it comes", {
  mine <- function(...) cor_kendall(...)
  expect_identical(conditionCall(condition_of(mine(x, threads = 0))),
                   quote(cor_kendall(...)))
  expect_identical(conditionCall(condition_of(sapply(0, function(n) {
    dist_euclidean(x, threads = n)
  }))), quote(dist_euclidean(x, threads = n)))
  # a call within an argument is that call, not the one around it
  expect_identical(conditionCall(condition_of(cor_kendall(dist_euclidean(x, threads = 0)))),
                   quote(dist_euclidean(x, threads = 0)))
  # internal calls of other exported functions are the user's
  expect_identical(conditionCall(condition_of(sort_parallel(c(a = 1), threads = 0))),
                   quote(sort_parallel(c(a = 1), threads = 0)))
  # as stats::cor() has it
  theirs <- condition_of(stats::cor("a", 1))
  ours <- condition_of(cor_kendall("a", 1))
  expect_identical(ours$message, theirs$message)
  expect_identical(as.list(conditionCall(ours))[-1], as.list(conditionCall(theirs))[-1])
})

test_that("a method is called by the name of its generic function", {
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  fit <- haplotype_em(cbind(a = c(0, 1, 2, 1), b = c(2, 1, 0, 0)))
  ld <- haplotype_ld(fit)
  path <- align_gap("AC", "GC", c(0, 1), 1:2)
  for (bad in list(
    quote(ld[1]), quote(as.matrix(ld, "D")), quote(plot(ld, measure = "D")),
    quote(plot(fit, foo = 1)), quote(predict(fit, foo = 1)), quote(impute_genotypes(fit, foo = 1)),
    quote(plot(path, foo = 1)), quote(plot(fold_rna("AC"), foo = 1)),
    quote(plot(optimal_bst(1:2), foo = 1)), quote(plot(fold_accordion("AC"), foo = 1)),
    quote(plot(triangulate_polygon(cbind(c(0, 1, 0), c(0, 0, 1))), foo = 1)),
    quote(head(knn_euclidean(x, 1), foo = 1)), quote(as.data.frame(knn_euclidean(x, 1), foo = 1)),
    quote(print(summary(kendall_test(x)), foo = 1)), quote(routes[1, 2, 3]), quote(mean(routes)),
    quote(kendall_test(x ~ y + z)), quote(kendall_network(x, fdr = 2))
  )) {
    condition <- condition_of(eval(bad))
    expect_true(inherits(condition, "manycore_error"), label = deparse1(bad))
    expect_identical(conditionCall(condition)[[1]], bad[[1]], label = deparse1(bad))
  }
  other <- floyd_warshall(matrix(1, 2, 2))
  expect_identical(conditionCall(condition_of(routes + other)), quote(routes + other))
})

test_that("messages say what was given", {
  given <- list("NULL" = NULL, "\"a\"" = "a", "NA" = NA, "2.5" = 2.5, "a function" = mean,
                "a vector of class integer and length 3" = 1:3, "a double matrix" = x,
                "an object of class table" = table(1:2, 1:2),
                "an integer matrix" = cbind(1:3), "a logical matrix" = cbind(TRUE),
                "an object of class data.frame" = ring, "an object of class list" = list(1),
                "an object of class array" = array(1, c(1, 1, 1)), "1e+300" = 1e300)
  for (words in names(given)) {
    expect_identical(describe(given[[words]]), words)
  }
  expect_lt(nchar(describe(strrep("x", 1e4))), 60)
  expect_match(condition_of(cor_kendall(x, threads = 1e10))$message,
               "^'threads' must be a positive whole number up to 2147483647, or NULL, not 1e[+]10$")
  expect_match(condition_of(manycore_threads(1e10))$message, "up to 2147483647")
  expect_match(condition_of(dist_euclidean(x, algorithm = "blockwise", block = 2^31))$message,
               "at most 2\\^30, not 2147483648$")
  expect_match(condition_of(floyd_warshall(ring, block = 2^31))$message,
               "up to 1024 for algorithm = \"auto\", not 2147483648$")
})

test_that("columns of data frames that are not numeric are named", {
  said <- "'x' must be numeric: column 'Species' is not"
  for (f in list(cor_kendall, cov_kendall, kendall_test, cor_xi, xi_test, dist_euclidean)) {
    expect_identical(condition_of(f(iris))$message, said)
  }
  expect_identical(condition_of(cor_kendall(iris[1:4], iris))$message, sub("x", "y", said))
  many <- data.frame(a = 1:2, b = "u", c = "v", d = Sys.Date(), e = TRUE)
  expect_identical(condition_of(cor_kendall(many))$message,
                   paste0("'x' must be numeric: columns 'b', 'c', 'd' are not; as.numeric() makes ",
                          "numbers of dates and times"))
  names <- paste0("'V", 1:5, "'", collapse = ", ")
  expect_identical(condition_of(cor_kendall(as.data.frame(matrix("a", 2, 9))))$message,
                   paste0("'x' must be numeric: columns ", names, " and others are not"))
})

test_that("strings of bytes and invalid strings are no paths", {
  bytes <- "\xff\xfe"
  if (l10n_info()$`UTF-8`) { # elsewhere the bytes may be letters
    expect_error(tile_store(bytes), "'dir' must be the path of a folder, not",
                 class = "manycore_error_argument")
  }
  Encoding(bytes) <- "bytes"
  expect_error(tile_store(bytes), "'dir' must be the path of a folder, not",
               class = "manycore_error_argument")
  expect_error(manycore_trace(bytes), "'file' must be", class = "manycore_error_argument")
})

test_that("objects that R's own functions refuse have an error with the argument", {
  argument_of <- function(code) {
    e <- condition_of(code)
    if (inherits(e, "manycore_error_argument")) e$argument else conditionMessage(e)
  }
  invalid <- "\xff\xfe"
  Encoding(invalid) <- "UTF-8" # invalid in every locale: the C locale takes any native bytes
  geno <- cbind(c(0, 1, 2, 1), c(2, 1, NA, 0))
  fit <- haplotype_em(geno)
  expect_identical(argument_of(impute_genotypes(fit, invalid)), "newdata")
  expect_identical(argument_of(impute_genotypes(fit, geno, coding = invalid)), "coding")
  expect_identical(argument_of(haplotype_em(data.frame(a = I(list()), b = I(list())))), "geno")
  letters_of <- matrix(c("A", "G", paste0("a", invalid), "A"), 4, 4)
  expect_identical(argument_of(haplotype_em(letters_of)), "geno")
  bytes <- "\xff\xfe" # of no encoding: R translates the name of an argument that has one
  unused <- stats::setNames(list(geno, 1), c("geno", bytes))
  expect_identical(argument_of(do.call(haplotype_test, unused)), bytes)
  bad_levels <- structure(1:2, class = "factor")
  expect_identical(argument_of(kendall_test(cbind(1:2, 3:4), groups = bad_levels)), "groups")
  if (requireNamespace("Matrix", quietly = TRUE)) { # deparse() fails
    no_definition <- structure(Matrix::Diagonal(3), class = c("unknown_class", "ddiMatrix"))
    given <- list(no_definition, 1:3)
    expect_identical(argument_of(do.call(kendall_test, given, quote = TRUE)), "x")
    expect_identical(argument_of(do.call(xi_test, given, quote = TRUE)), "x")
    expect_identical(argument_of(do.call(haplotype_test, given, quote = TRUE)), "permutations")
  }
  no_size <- structure(c(1, 2, 3), class = "dist")
  expect_identical(argument_of(floyd_warshall(no_size)), "w")
  for (sorts in list(order_parallel, rank_parallel)) {
    expect_identical(argument_of(sorts(3:1, na.last = data.frame(a = NA)[0L, , drop = FALSE])),
                     "na.last")
  }
})

test_that("results without a matrix say so", {
  ring <- cbind(c(0, 1, 1, 0), c(0, 0, 1, 1))
  results <- list(fold_rna("GGGAAACCC"), fold_accordion("HPHPH"), matrix_chain(2:5),
                  optimal_bst(c(0.5, 0.5)), triangulate_polygon(ring), parenthesize(1:3),
                  align_gap("AC", "GT", c(0, 1), 1:2), knn_euclidean(mtcars, 2),
                  kendall_plan(longley), haplotype_em(matrix(c(0, 1, 2, 0, 1, 2, 1, 1, 0), 3)))
  for (result in results) {
    expect_error_of(as.matrix(result), "argument", "x", "as.matrix")
    expect_s3_class(as.data.frame(result), "data.frame")
  }
})

test_that("integer64 is refused where its bits would be read", {
  skip_if_not_installed("bit64")
  long <- bit64::as.integer64(c(0, 1, 1, 0))
  for (points in list(data.frame(x = long, y = c(0, 0, 1, 1)), list(x = 0:3, y = long))) {
    expect_error_of(triangulate_polygon(points), "argument", "points")
  }
  expect_error_of(haplotype_em(data.frame(a = long, b = 0:3)), "argument", "geno")
  expect_error_of(haplotype_em(structure(long, dim = c(2L, 2L))), "argument", "geno")
})

test_that("a required argument is missing", {
  needs_first <- Filter(function(name) {
    arguments <- formals(get(name))
    length(arguments) > 0 && names(arguments)[1] != "..." && is.name(arguments[[1]]) &&
      !nzchar(arguments[[1]])
  }, ls("package:manycore"))
  expect_gt(length(needs_first), 25)
  first <- lapply(needs_first, function(name) as.call(list(as.name(name))))
  names(first) <- vapply(needs_first, function(name) names(formals(get(name)))[1], "")
  calls <- c(first, list(
    k = quote(knn_euclidean(matrix(1:4, 2))), radius = quote(neighbors_euclidean(matrix(1:4, 2))),
    time = quote(concordance_all(1:3)), y = quote(align_gap("AC")),
    substitution = quote(align_gap("AC", "GT", gap = 1)),
    gap = quote(align_gap("AC", "GT", c(0, 1))), from = quote(shortest_path(ring, to = 1)),
    to = quote(shortest_path(ring, 1)), from = quote(path_lengths(ring, to = 1)),
    to = quote(path_lengths(ring, 1))
  ))
  for (k in seq_along(calls)) {
    condition <- tryCatch(eval(calls[[k]]), error = identity)
    expect_s3_class(condition, "manycore_error_argument")
    expect_identical(conditionMessage(condition),
                     paste0("argument \"", names(calls)[k], "\" is missing, with no default"))
    expect_identical(conditionCall(condition), calls[[k]])
  }
})

test_that("names of arguments that no function has", {
  for (f in list(cor_kendall, cov_kendall, dist_euclidean)) {
    expect_error_of(f(x, kernel = "naive"), "argument", "kernel")
  }
  expect_error_of(floyd_warshall(ring, kernel = "naive"), "argument", "kernel", "floyd_warshall")
  expect_match(expect_error_of(cor_kendall(x, treads = 2), "argument", "treads")$message,
               "'threads' may be meant", fixed = TRUE)
  expect_match(expect_error_of(cor_kendall(x, zzzzzzzz = 2), "argument", "zzzzzzzz")$message,
               paste("there is no argument 'zzzzzzzz': the arguments are 'x', 'y', 'use',",
                     "'method', 'algorithm', 'type', 'pairs', 'assay'"), fixed = TRUE)
  expect_false(grepl("...", condition_of(cor_kendall(x, zzzzzzzz = 2))$message, fixed = TRUE))
  # a hint is for a name that is near, and the nearest one
  for (name in c("foo", "abc", "tau")) {
    more <- stats::setNames(list(1), name)
    message <- condition_of(do.call(cor_kendall, c(list(x), more)))$message
    expect_starts(message, paste0("there is no argument '", name, "': the arguments are 'x', 'y'"))
  }
  expect_identical(close_names("fdr", c("top", "for", "fdr2", "cutoff")), c("for", "fdr2"))
  expect_identical(close_names("mian", c("maid", "main", "mean")), c("mean", "main"))
  expect_identical(close_names("treads", c("t", "thread", "threads"))[1], "threads")
  expect_identical(close_names("x", character()), character())
  # one too many, which is not evaluated
  expect_error_of(cor_kendall(x, NULL, "everything", "kendall", "auto", "b", NULL, 1, NULL, NULL,
                              3, NULL, 1, FALSE, stop("no")),
                  "argument", "...")
  expect_error_of(sort_parallel(3:1, kernel = "simd"), "argument", "kernel", "sort_parallel")
  # arguments may be abbreviated as always
  expect_identical(cor_kendall(x, algo = "naive"), cor_kendall(x))
})

test_that("one check of `...`", {
  f <- function(x, first = 1, ...) check_dots(...)
  expect_silent(f(1, 2))
  expect_match(expect_error_of(f(1, frist = 2), "argument", "frist")$message, "'first' may be")
  expect_match(expect_error_of(f(1, zzz = 2), "argument", "zzz")$message, "are 'x', 'first'$")
  expect_match(expect_error_of(f(1, 2, stop("no")), "argument", "...")$message,
               "too many arguments: 2 are known")
  # names that go on to another function
  g <- function(x, ...) check_dots(..., .also = c("digits", "right"), .pattern = "^edge[.]")
  expect_silent(g(1, digits = 3, right = TRUE, edge.color = 2))
  expect_match(expect_error_of(g(1, digit = 3), "argument", "digit")$message, "'digits' may be")
  expect_match(expect_error_of(g(1, digits = 3, foo = 3), "argument", "foo")$message, "are 'x'$")
  expect_match(expect_error_of(g(1, digits = 3, 4), "argument", "...")$message,
               "too many arguments: only 'x' is known")
  # ... which are not looked for if there is nothing in `...`
  expect_silent((function(...) check_dots(..., .also = stop("no")))())
})

test_that("`threads` and `progress` are the last arguments, and a store's come just before", {
  space <- asNamespace("manycore")
  exports <- Filter(is.function, mget(getNamespaceExports("manycore"), space))
  methods <- getNamespaceInfo("manycore", "S3methods")[, 3]
  own <- c(exports, mget(methods[grepl("^(cor_|kendall_|dist_|haplotype)", methods)], space))
  for (name in names(own)) {
    arguments <- setdiff(names(formals(own[[name]])), "...")
    last <- intersect(c("store", "BPPARAM", "retries", "timeout", "threads", "progress"), arguments)
    if (!"threads" %in% arguments) next
    expect_identical(utils::tail(arguments, length(last)), last, label = name)
    expect_null(formals(own[[name]])$threads, label = name)
  }
})

test_that("every function and method that has `...` checks it, or hands it on", {
  space <- asNamespace("manycore")
  methods <- getNamespaceInfo("manycore", "S3methods")
  for (name in c(getNamespaceExports("manycore"), methods[, 3])) {
    f <- get0(name, space, mode = "function")
    if (is.null(f) || !"..." %in% names(formals(f))) next
    words <- all.names(body(f))
    hands_on <- any(c("...", "UseMethod", "NextMethod", ".Generic", "nargs") %in% words)
    refuses_all <- length(body(f)) == 2 && startsWith(words[2], "stop_")
    expect_true(hands_on || refuses_all, label = name)
  }
})

test_that("choices stand in the signature", {
  choices <- function(f, argument = "algorithm") eval(formals(f)[[argument]])
  expect_identical(choices(cor_kendall), kendall_algorithms)
  expect_identical(choices(cor_kendall, "type"), kendall_types)
  expect_identical(choices(cov_kendall), kendall_algorithms)
  expect_identical(choices(dist_euclidean), distance_algorithms)
  expect_identical(choices(dist_euclidean, "layout"), distance_layouts)
  expect_identical(choices(floyd_warshall), paths_algorithms)
  expect_identical(choices(sort_parallel, "method"), sort_methods)
  expect_identical(choices(order_parallel, "method"), order_methods)
  # all of them stand for the first one, also where a wrapper hands them on
  expect_identical(cor_kendall(x, algorithm = kendall_algorithms), cor_kendall(x))
  expect_identical(as.vector(dist_euclidean(x, algorithm = distance_algorithms,
                                            layout = distance_layouts)),
                   as.vector(dist_euclidean(x)))
  expect_identical(floyd_warshall(ring, algorithm = paths_algorithms), routes)
  # and those of the functions that are replaced
  y <- c(3, 1, NA, 2)
  for (method in list(eval(formals(sort.int)$method), c("auto", "shell", "quick", "radix"))) {
    expect_identical(sort_parallel(y, method = method), sort(y))
  }
  expect_identical(order_parallel(y, method = eval(formals(order)$method)), order(y))
  expect_identical(order_parallel(y, method = order_methods), order(y))
})

test_that("no error in R/ is made but by the helper", {
  skip_without_sources()
  files <- list.files(file.path(sources, "R"), pattern = "[.]R$", full.names = TRUE)
  makers <- c("stop", "stopifnot", "simpleError", "errorCondition", "match.arg", "abort",
              "cli_abort", "try")
  calls_of <- function(file) {
    tokens <- utils::getParseData(parse(file, keep.source = TRUE))
    tokens[tokens$token == "SYMBOL_FUNCTION_CALL" & tokens$text %in% makers, "text"]
  }
  expect_gt(length(files), 10)
  # (These calls are allowed: functions that replace R's functions make the errors of R's functions.
  # An error of C is signalled again with the user's call, or with the user's name of the argument,
  # or with the part of the work that failed.
  # An error of a worker is signalled again unchanged. A warning of a function that writes a file
  # becomes the error of that file.)
  allowed <- list(base_errors.R = c("errorCondition", rep("stop", 4)),
                  session_switch.R = rep("match.arg", 4), paths_store.R = rep("stop", 2),
                  store_rounds.R = rep("stop", 2), store_timeout.R = rep("stop", 2))
  for (file in files) {
    expect_identical(sort(calls_of(file)), as.character(allowed[[basename(file)]]),
                     label = basename(file))
  }
})

test_that("every kind of error is in the help page, and no other", {
  skip_without_sources()
  files <- list.files(file.path(sources, "R"), pattern = "[.]R$", full.names = TRUE)
  text <- unlist(lapply(files, readLines))
  code <- paste(grep("^#", text, invert = TRUE, value = TRUE), collapse = "\n")
  used <- regmatches(code, gregexpr("stop_manycore[(]\"[a-z_]+\"", code))[[1]]
  used <- gsub("stop_manycore[(]\"|\"$", "", used)
  page <- paste(grep("^#'", text, value = TRUE), collapse = "\n")
  listed <- regmatches(page, gregexpr("manycore_error_[a-z_]+", page))[[1]]
  # (The first two are made in C; the last ones are kinds of "store".)
  expect_setequal(c(used, "size", "data", "tile", "file", "damaged_manifest"),
                  sub("^manycore_error_", "", listed))
})

test_that("results of floyd_warshall() compute as their matrix of distances", {
  d <- as.matrix(routes)
  expect_identical(t(routes), t(d))
  expect_identical(routes * 2, d * 2)
  expect_identical(2 - routes, 2 - d)
  expect_identical(-routes, -d)
  expect_identical(routes + routes, d + d)
  expect_identical(routes == routes, d == d)
  expect_identical(routes > 1, d > 1)
  expect_identical(!routes, !d)
  expect_identical(sqrt(routes), sqrt(d))
  expect_identical(round(routes / 3, 1), round(d / 3, 1))
  expect_identical(cumsum(routes), cumsum(d))
  expect_identical(max(routes), max(d))
  expect_identical(range(routes, 99), range(d, 99))
  expect_identical(sum(routes, na.rm = TRUE), sum(d))
  expect_identical(apply(routes, 1, max), apply(d, 1, max))
  other <- floyd_warshall(matrix(1, 2, 2))
  expect_match(expect_error_of(routes + other, "size")$message, "as.matrix()", fixed = TRUE)
  expect_match(expect_error_of(mean(routes), "argument", "x", "mean")$message, "as.matrix",
               fixed = TRUE)
  broken <- tampered(routes, distance <- "none")
  for (f in list(t, sqrt, max, function(x) x + 1, as.matrix, summary, as.data.frame)) {
    expect_error_of(f(broken), "argument", "x")
  }
})

test_that("results of floyd_warshall() are not assigned to", {
  before <- routes
  expect_error_of(routes[["distance"]] <- 1, "argument", "x", "<-")
  expect_error_of(routes$distance <- 1, "argument", "x", "<-")
  expect_error_of(routes$distance[1, 2] <- 1, "argument", "x", "<-")
  expect_error_of(routes[[1]][2, 2] <- 1, "argument", "x", "<-")
  expect_error_of(routes[1, 2] <- 1, "argument", "x", "<-")
  expect_error_of(routes$mine <- 1, "argument", "x", "<-")
  expect_match(condition_of(routes$distance <- 1)$message, "as.matrix(x)", fixed = TRUE)
  expect_identical(routes, before)
})

test_that("whatever was done to a result, it prints", {
  bad <- list(tampered(routes, distance <- NULL), tampered(routes, distance <- "a"),
              tampered(routes, distance <- distance[1:2, ]), tampered(routes, via <- 1.5),
              structure(list(), class = "shortest_paths"), structure(1, class = "shortest_paths"),
              structure("a", class = "shortest_paths"), structure(mean, class = "shortest_paths"))
  for (one in bad) {
    expect_output(print(one), "changed after floyd_warshall() returned them", fixed = TRUE)
    expect_error_of(shortest_path(one, 1, 2), "argument", "x")
    expect_error_of(one[1, 2], "argument", "x")
  }
})

test_that("misspelt arguments of methods are errors", {
  condition <- expect_error_of(as.data.frame(routes, edge = TRUE), "argument", "edge",
                               "as.data.frame")
  expect_match(condition$message, "'edges' may be meant", fixed = TRUE)
  expect_error_of(as.data.frame(routes, unreachabel = TRUE), "argument", "unreachabel")
  named <- floyd_warshall(data.frame(from = c("a", "b"), to = c("b", "a")))
  expect_identical(levels(as.data.frame(named, stringsAsFactors = TRUE)$from), c("a", "b"))
  expect_identical(data.frame(routes), as.data.frame(routes))
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  expect_error_of(plot(routes, type = "heatmap", mian = "Far"), "argument", "mian", "plot")
  expect_identical(plot(routes, type = "heatmap", main = "Far", cex.main = 2, las = 1), routes)
  skip_if_not_installed("igraph")
  expect_error_of(plot(routes, type = "graph", hilight = 1:2), "argument", "hilight", "plot")
  expect_identical(plot(routes, type = "graph", layout = igraph::layout_in_circle,
                        vertex.size = 3, edge.curved = TRUE, main = "Ring", margin = 0.1), routes)
})

test_that("a MANYCORE_AFFINITY that means nothing is a warning, once, at load", {
  skip_on_cran()
  code <- c("heard <- character()",
            "withCallingHandlers(library(manycore), warning = function(w) {",
            "  heard <<- c(heard, conditionMessage(w)); invokeRestart('muffleWarning') })",
            "invisible(cor_kendall(matrix(runif(1e4), 100)))", "cat(heard, sep = '\\n')")
  run <- run_r(code, c(MANYCORE_AFFINITY = "scatter"))
  expect_identical(run$status, 0L)
  expect_identical(sum(grepl("^MANYCORE_AFFINITY: it must be .*, not \"scatter\"", run$output)), 1L)
  for (right in c("close", "spread", "none", "")) {
    run <- run_r(code, c(MANYCORE_AFFINITY = right))
    expect_false(any(grepl("AFFINITY", run$output)), label = right)
  }
})
