# The jobs of interrupts.R, and why other functions and methods have no job.

# ---- jobs ----

# A job: its arguments, the call that is interrupted, and code that runs before each turn. `small`
# names a small call of tests/testthat/helper-calls.R; most jobs have that of their function.
job <- function(arguments, call, small = NULL, before = NULL) as.list(match.call())[-1]

numbers <- function(rows, columns) matrix(rnorm(rows * columns), rows)
new_store <- function(...) tile_store(tempfile("store"), ...)

# Names begin with the name of the function or method.
jobs <- list(
  "cor_kendall" = job(x <- numbers(40000, 500), cor_kendall(x)),
  "cor_kendall, naive" = job(x <- numbers(20000, 100), cor_kendall(x, algorithm = "naive")),
  "cor_kendall, gse" = job(x <- numbers(40000, 1000), cor_kendall(x, algorithm = "gse")),
  "cor_kendall, vse" = job(x <- numbers(40000, 300), cor_kendall(x, algorithm = "vse")),
  "cor_kendall, radix" = job(x <- numbers(40000, 500), cor_kendall(x, algorithm = "radix")),
  "cor_kendall, table" = job(
    x <- matrix(rpois(20000 * 2000, 3), 20000), cor_kendall(x, algorithm = "table")),
  "cor_kendall, sparse" = job(
    x <- matrix(rbinom(20000 * 2000, 9, 0.01), 20000), cor_kendall(x, algorithm = "sparse")),
  "cor_kendall, few rows" = job(x <- numbers(50, 12000), cor_kendall(x)),
  "cor_kendall, long columns" = job(x <- numbers(4e6, 9), cor_kendall(x)),
  "cor_kendall, two long columns" = job(x <- numbers(2e7, 2), repeat cor_kendall(x)),
  "cor_kendall, missing values" = job({
    x <- numbers(4000, 1500)
    x[sample(length(x), 50000)] <- NA
  }, cor_kendall(x, use = "pairwise")),
  "cor_kendall, progress" = job(x <- numbers(40000, 500), cor_kendall(x, progress = TRUE)),
  "cor_kendall, pairs" = job({
    x <- numbers(20000, 1000)
    pairs <- cbind(sample(1000, 1e5, TRUE), sample(1000, 1e5, TRUE))
  }, cor_kendall(x, pairs = pairs)),
  "cor_kendall, dgCMatrix" = job(
    x <- Matrix::rsparsematrix(20000, 4000, 0.1), cor_kendall(x)),
  "cor_kendall, data frame" = job(
    x <- as.data.frame(numbers(40000, 500)), cor_kendall(x)),
  "cor_kendall, DelayedArray" = job(
    x <- DelayedArray::DelayedArray(numbers(40000, 500)) + 1, cor_kendall(x)),
  "cor_kendall, store" = job(
    x <- numbers(20000, 800), cor_kendall(x, store = new_store(tile = 100))),
  "cor_kendall, small tiles" = job(
    x <- numbers(20, 5000), cor_kendall(x, store = new_store(tile = 40))),
  "cor_kendall, workers" = job({
    x <- numbers(20000, 800)
    workers <- BiocParallel::SnowParam(2)
  }, cor_kendall(x, store = new_store(tile = 50), BPPARAM = workers),
  before = if (!BiocParallel::bpisup(workers)) BiocParallel::bpstart(workers)),
  "cor_kendall, workers that start" = job({
    x <- numbers(20000, 800)
    workers <- BiocParallel::SnowParam(2)
  }, cor_kendall(x, store = new_store(tile = 50), BPPARAM = workers)),
  "cov_kendall" = job(x <- numbers(40000, 500), cov_kendall(x)),
  "kendall_plan" = job(
    x <- matrix(rpois(20000 * 4000, 2), 20000), repeat kendall_plan(x)),
  "kendall_test" = job(x <- numbers(2000, 3000), kendall_test(x)),
  "kendall_test, ties" = job(
    x <- matrix(rpois(2000 * 3000, 2), 2000), kendall_test(x, p.adjust.method = "BY")),
  "kendall_test, exact" = job(x <- numbers(49, 5000), repeat kendall_test(x, exact = TRUE)),
  "kendall_test, pairs" = job({
    x <- numbers(10000, 1000)
    pairs <- cbind(sample(1000, 1e5, TRUE), sample(1000, 1e5, TRUE))
  }, repeat kendall_test(x, pairs = pairs)),
  "kendall_test, two long columns" = job({
    x <- rnorm(2e7)
    y <- rnorm(2e7)
  }, repeat kendall_test(x, y)),
  "kendall_test, adjusted" = job(
    x <- numbers(20, 4000), repeat kendall_test(x, p.adjust.method = "BH")),
  "kendall_test, groups" = job({
    x <- numbers(2000, 6000)
    level <- rep(c("a", "b", "c", "d"), 500)
  }, kendall_test(x, groups = level)),
  "kendall_test, permutations" = job({
    x <- numbers(500, 400)
    y <- numbers(500, 400)
  }, kendall_test(x, y, permutations = 9999)),
  "kendall_test, maxT" = job({
    x <- numbers(500, 400)
    y <- numbers(500, 400)
  }, kendall_test(x, y, permutations = 9999, p.adjust.method = "maxT")),
  "kendall_test, two columns" = job({
    x <- rnorm(5e4)
    y <- rnorm(5e4)
  }, kendall_test(x, y, permutations = 1e5)),
  "kendall_network, cutoff" = job(x <- numbers(2000, 5000), kendall_network(x, cutoff = 0.1)),
  "kendall_network, top" = job(x <- numbers(2000, 5000), kendall_network(x, top = 3)),
  "kendall_network, fdr" = job(x <- numbers(2000, 5000), kendall_network(x, fdr = 0.1)),
  "kendall_network, many edges" = job(
    x <- numbers(20, 6000), repeat kendall_network(x, cutoff = 0.3)),
  "kendall_network, groups" = job({
    x <- numbers(2000, 3000)
    level <- rep(c("a", "b"), 1000)
  }, kendall_network(x, cutoff = 0.1, groups = level, differential = TRUE)),
  "kendall_network, store" = job(
    x <- numbers(2000, 5000), kendall_network(x, cutoff = 0.1, store = new_store(tile = 200))),
  "kendall_network, fdr, store" = job(
    x <- numbers(2000, 5000), kendall_network(x, fdr = 0.1, store = new_store(tile = 200))),
  "kendall_partial" = job({
    x <- numbers(2000, 3000)
    z <- rnorm(2000)
  }, kendall_partial(x, given = z)),
  "kendall_partial, all" = job(x <- numbers(3000, 2500), kendall_partial(x)),
  "kendall_partial, all of many" = job(x <- numbers(200, 3000), repeat kendall_partial(x)),
  "kendall_partial, store" = job({
    x <- numbers(2000, 4000)
    z <- rnorm(2000)
  }, kendall_partial(x, given = z, store = new_store(tile = 200))),
  "kendall_trend" = job(x <- numbers(300, 1e5), kendall_trend(x)),
  "kendall_trend, one series" = job(x <- rnorm(2e5), kendall_trend(x)),
  "kendall_trend, seasons" = job({
    x <- numbers(480, 1e5)
    season <- rep(1:12, 40)
  }, repeat kendall_trend(x, season = season)),
  "kendall_trend, hamed_rao" = job(
    x <- numbers(300, 1e5), kendall_trend(x, correction = "hamed_rao")),
  "kendall_trend, yue_wang" = job(
    x <- numbers(300, 1e5), kendall_trend(x, correction = "yue_wang")),
  "kendall_trend, prewhiten" = job(
    x <- numbers(300, 1e5), kendall_trend(x, correction = "prewhiten")),
  "kendall_trend, hirsch_slack" = job({
    x <- numbers(480, 20000)
    season <- rep(1:12, 40)
    time <- rep(1981:2020, each = 12) + (season - 0.5) / 12
  }, repeat kendall_trend(x, time, season, correction = "hirsch_slack")),
  "kendall_trend.SpatRaster" = job(
    x <- terra::rast(array(rnorm(200 * 200 * 300), c(200, 200, 300))),
    repeat kendall_trend(x, time = 1:300), "kendall_trend"),
  "kendall_trend.stars" = job(
    x <- stars::st_as_stars(array(rnorm(200 * 200 * 300), c(x = 200, y = 200, time = 300))),
    repeat kendall_trend(x, time = 1:300), "kendall_trend"),
  "concordance_all" = job({
    x <- numbers(1000, 50000)
    time <- rexp(1000)
  }, repeat concordance_all(x, time)),
  "concordance_all, long columns" = job({
    x <- numbers(2e6, 40)
    time <- rexp(2e6)
  }, concordance_all(x, time)),
  "concordance_all, strata" = job({
    x <- numbers(20000, 1500)
    time <- rexp(20000)
    level <- rep(1:20, 1000)
    weight <- 1 + runif(20000)
  }, repeat concordance_all(x, time, strata = level, weights = weight)),
  "cor_xi" = job(x <- numbers(5000, 1200), repeat cor_xi(x)),
  "cor_xi, few rows" = job(x <- numbers(50, 8000), repeat cor_xi(x)),
  "cor_xi, long columns" = job(x <- numbers(2e7, 2), repeat cor_xi(x)),
  "cor_xi, store" = job(x <- numbers(5000, 4000), cor_xi(x, store = new_store(tile = 100))),
  "xi_test" = job(x <- numbers(5000, 1200), repeat xi_test(x)),
  "xi_test, ties" = job(x <- matrix(rpois(5000 * 1200, 2), 5000), repeat xi_test(x)),
  "dist_euclidean" = job(x <- numbers(12000, 2000), dist_euclidean(x)),
  "dist_euclidean, straightforward" = job(
    x <- numbers(8000, 2000), dist_euclidean(x, algorithm = "straightforward")),
  "dist_euclidean, blockwise" = job(
    x <- numbers(10000, 2000), dist_euclidean(x, algorithm = "blockwise")),
  "dist_euclidean, tile" = job(
    x <- numbers(10000, 2000), dist_euclidean(x, algorithm = "tile")),
  "dist_euclidean, gemm" = job(
    x <- numbers(12000, 4000), repeat dist_euclidean(x, algorithm = "gemm")),
  "dist_euclidean, many coordinates" = job(
    x <- numbers(150, 4e5), repeat dist_euclidean(x)),
  "dist_euclidean, two sets" = job({
    x <- numbers(8000, 2000)
    y <- numbers(9000, 2000)
  }, dist_euclidean(x, y, squared = TRUE)),
  "dist_euclidean, store" = job(
    x <- numbers(10000, 2000), dist_euclidean(x, store = new_store(tile = 500))),
  "knn_euclidean" = job(x <- numbers(50000, 50), knn_euclidean(x, 10)),
  "knn_euclidean, many coordinates" = job(
    x <- numbers(1000, 50000), repeat knn_euclidean(x, 10)),
  "knn_euclidean, many neighbours" = job(x <- numbers(20000, 20), knn_euclidean(x, 2000)),
  "neighbors_euclidean" = job(x <- numbers(50000, 50), neighbors_euclidean(x, 7)),
  "neighbors_euclidean, many coordinates" = job(
    x <- numbers(1000, 50000), repeat neighbors_euclidean(x, 300)),
  "neighbors_euclidean, matrix" = job(
    x <- numbers(50000, 50), neighbors_euclidean(x, 7, output = "matrix")),
  "sort_parallel" = job(x <- rnorm(8e7), repeat sort_parallel(x)),
  "sort_parallel, ppmq" = job(x <- rnorm(4e7), repeat sort_parallel(x, method = "ppmq")),
  "sort_parallel, pppmq" = job(x <- rnorm(4e7), repeat sort_parallel(x, method = "pppmq")),
  "sort_parallel, integers" = job(
    x <- sample.int(1e8L, 4e7L), repeat sort_parallel(x, decreasing = TRUE)),
  "sort_parallel, index" = job(x <- rnorm(3e7), repeat sort_parallel(x, index.return = TRUE)),
  "sort_parallel, places" = job({
    x <- rnorm(4e7)
    places <- sample.int(4e7L)
  }, repeat manycore:::numbers_at(x, places, 2L)),
  "order_parallel" = job(x <- rnorm(4e7), repeat order_parallel(x)),
  "order_parallel, two keys" = job({
    x <- sample.int(100L, 3e7L, TRUE)
    y <- rnorm(3e7)
  }, repeat order_parallel(x, y, decreasing = c(TRUE, FALSE))),
  "rank_parallel" = job(x <- rnorm(4e7), repeat rank_parallel(x)),
  "rank_parallel, random" = job(
    x <- sample.int(100L, 1e7L, TRUE), repeat rank_parallel(x, ties.method = "random")),
  "floyd_warshall" = job(
    w <- matrix(runif(4000^2), 4000), repeat floyd_warshall(w)),
  "floyd_warshall, naive" = job(
    w <- matrix(runif(2500^2), 2500), repeat floyd_warshall(w, algorithm = "naive")),
  "floyd_warshall, blocked" = job(
    w <- matrix(runif(3000^2), 3000), repeat floyd_warshall(w, algorithm = "blocked")),
  "floyd_warshall, simd" = job(
    w <- matrix(runif(3000^2), 3000), repeat floyd_warshall(w, algorithm = "simd")),
  "floyd_warshall, recursive" = job(
    w <- matrix(runif(3000^2), 3000), repeat floyd_warshall(w, algorithm = "recursive")),
  "floyd_warshall, edges" = job(
    edges <- data.frame(from = sample(3000, 1e6, TRUE), to = sample(3000, 1e6, TRUE),
                        weight = runif(1e6)), repeat floyd_warshall(edges)),
  "floyd_warshall, store" = job(
    w <- matrix(runif(3000^2), 3000), floyd_warshall(w, store = new_store(tile = 256))),
  "floyd_warshall, paths in a store" = job(
    w <- matrix(runif(3000^2), 3000),
    floyd_warshall(w, store = new_store(tile = 256), traceback = TRUE)),
  "floyd_warshall_tune" = job(NULL, floyd_warshall_tune(), "floyd_warshall"),
  "shortest_path" = job({
    w <- matrix(Inf, 3000, 3000)
    w[cbind(1:2999, 2:3000)] <- 1
    paths <- floyd_warshall(w)
  }, repeat shortest_path(paths, 1, 3000)),
  "path_lengths" = job({
    w <- matrix(Inf, 3000, 3000)
    w[cbind(1:2999, 2:3000)] <- 1
    paths <- floyd_warshall(w)
  }, repeat path_lengths(paths, rep(1:1000, 100), rep(3000, 1e5), unit = "edges")),
  "path_lengths, store" = job({
    w <- matrix(Inf, 600, 600)
    w[cbind(1:599, 2:600)] <- 1
    paths <- floyd_warshall(w, store = new_store(tile = 64), traceback = TRUE)
  }, repeat path_lengths(paths, rep(1:10, 10), rep(600, 100), unit = "edges")),
  "path_via" = job(
    paths <- floyd_warshall(matrix(runif(4000^2), 4000)), repeat path_via(paths)),
  "as.data.frame.shortest_paths" = job(
    paths <- floyd_warshall(matrix(runif(2000^2), 2000)),
    repeat as.data.frame(paths, edges = TRUE), "floyd_warshall"),
  "matrix_chain" = job(p <- sample(9, 4001, TRUE), repeat matrix_chain(p)),
  "matrix_chain, loop" = job(
    p <- sample(9, 2501, TRUE), repeat matrix_chain(p, algorithm = "loop")),
  "matrix_chain, recursive" = job(
    p <- sample(9, 3001, TRUE), repeat matrix_chain(p, algorithm = "recursive")),
  "matrix_chain, optimized" = job(
    p <- sample(9, 3001, TRUE), repeat matrix_chain(p, algorithm = "optimized")),
  "matrix_chain, zmorton" = job(
    p <- sample(9, 3001, TRUE), repeat matrix_chain(p, algorithm = "zmorton")),
  "matrix_chain_multiply" = job(
    m <- replicate(2500, matrix(1, 2, 2), FALSE), repeat matrix_chain_multiply(m)),
  "parenthesize" = job({
    leaves <- rep(0, 4000)
    p <- runif(4001)
  }, repeat parenthesize(leaves, "matrix_chain", numbers = p)),
  "parenthesize, a function" = job(
    leaves <- rep(0, 300), repeat parenthesize(leaves, function(i, j, k) i + j * k)),
  "triangulate_polygon" = job({
    turn <- 2 * pi * (1:3000) / 3000
    corners <- cbind(cos(turn), sin(turn))
  }, repeat triangulate_polygon(corners)),
  "fold_rna" = job(
    s <- paste(sample(c("A", "C", "G", "U"), 4000, TRUE), collapse = ""), repeat fold_rna(s)),
  "fold_accordion" = job(s <- sample(0:1, 14000, TRUE), repeat fold_accordion(s)),
  "align_gap" = job({
    x <- sample(letters, 5000, TRUE)
    y <- sample(letters, 4500, TRUE)
    gap <- 2 + log(1:5000)
  }, repeat align_gap(x, y, c(0, 1), gap)),
  "align_gap, loop" = job({
    x <- sample(letters, 3000, TRUE)
    y <- sample(letters, 2500, TRUE)
    gap <- 2 + log(1:3000)
  }, repeat align_gap(x, y, c(0, 1), gap, algorithm = "loop")),
  "optimal_bst" = job({
    p <- runif(4000)
    q <- runif(4001)
  }, repeat optimal_bst(p, q)),
  "haplotype_em" = job(
    geno <- matrix(rbinom(10000 * 12, 2, 0.4), 10000),
    repeat haplotype_em(geno, control = haplotype_control(starts = 1000))),
  "haplotype_em, many loci" = job({
    geno <- matrix(rbinom(5000 * 60, 2, 0.3), 5000)
    geno[sample(length(geno), 5000)] <- NA
  }, repeat haplotype_em(geno)),
  "haplotype_em, snphap" = job(
    geno <- matrix(rbinom(3000 * 14, 2, 0.4), 3000),
    repeat haplotype_em(geno, algorithm = "snphap")),
  "haplotype_em, vcf" = job(
    geno <- matrix(sample(c("0/0", "0/1", "1/1"), 2e6, TRUE), 2e5),
    repeat haplotype_em(geno, coding = "vcf")),
  "haplotype_test" = job(
    geno <- matrix(rbinom(2000 * 8, 2, 0.4), 2000),
    repeat haplotype_test(geno, permutations = 9999)),
  "haplotype_ld" = job({
    geno <- matrix(rbinom(3000 * 40, 2, 0.3), 3000)
    fit <- haplotype_em(geno)
  }, repeat haplotype_ld(fit)),
  "predict.haplotype_em" = job({
    geno <- matrix(rbinom(2e5 * 10, 2, 0.4), 2e5)
    fit <- haplotype_em(geno[1:1000, ])
  }, repeat predict(fit, geno, "posterior"), "impute_genotypes"),
  "impute_genotypes" = job({
    geno <- matrix(rbinom(2e5 * 10, 2, 0.4), 2e5)
    fit <- haplotype_em(geno[1:1000, ])
    geno[sample(length(geno), 1e5)] <- NA
  }, repeat impute_genotypes(fit, geno)),
  "impute_genotypes, draws" = job({
    geno <- matrix(rbinom(1e5 * 10, 2, 0.4), 1e5)
    fit <- haplotype_em(geno[1:1000, ])
    geno[sample(length(geno), 1e5)] <- NA
  }, repeat impute_genotypes(fit, geno, type = "draw", draws = 20)),
  "as_haplo_em" = job({
    geno <- matrix(rbinom(20000 * 10, 2, 0.4), 20000)
    fit <- haplotype_em(geno)
  }, repeat as_haplo_em(fit, geno)),
  "read_snphap" = job({
    file <- tempfile()
    writeLines(do.call(paste, c(list(1:1e5), replicate(20, sample(2, 1e5, TRUE), FALSE))), file)
  }, repeat read_snphap(file)),
  "manycore_trace" = job(x <- numbers(20, 200), repeat {
    manycore_trace(tempfile(), 1e6)
    vapply(1:9999, function(turn) cor_kendall(x)[1], 0)
    manycore_trace(NULL)
  }, "cor_kendall"),
  "verify_store" = job(
    x <- cor_kendall(numbers(20, 8000), store = new_store(tile = 100)), repeat verify_store(x),
    "cor_kendall"),
  "as.matrix.tile_store" = job({
    x <- new_store(tile = 100)
    cor_kendall(numbers(20, 6000), store = x)
  }, repeat as.matrix(x), "cor_kendall"),
  "as.matrix.tile_matrix" = job(
    x <- cor_kendall(numbers(20, 8000), store = new_store(tile = 2000)), repeat as.matrix(x),
    "cor_kendall"),
  "[.tile_matrix" = job({
    x <- cor_kendall(numbers(20, 8000), store = new_store(tile = 500))
    some <- sample(8000, 4000)
  }, repeat x[some, some], "cor_kendall"),
  "Summary.tile_matrix" = job(
    x <- cor_kendall(numbers(20, 8000), store = new_store(tile = 500)), repeat range(x),
    "cor_kendall"),
  "Summary.tile_matrix, large tiles" = job(
    x <- cor_kendall(numbers(20, 8000), store = new_store(tile = 2000)), repeat range(x),
    "cor_kendall"),
  "summary.tile_matrix" = job(
    x <- cor_kendall(numbers(20, 8000), store = new_store(tile = 500)), repeat summary(x),
    "cor_kendall"),
  "as.data.frame.kendall_test" = job(
    x <- kendall_test(numbers(30, 1500)), repeat as.data.frame(x), "kendall_test"),
  "as.data.frame.euclidean_neighbors" = job(
    x <- neighbors_euclidean(numbers(20000, 20), 4), repeat as.data.frame(x),
    "neighbors_euclidean")
)

planted <- list("planted" = job(x <- numbers(20, 5), local({
  end <- Sys.time() + 7
  suspendInterrupts(while (Sys.time() < end) cor_kendall(x))
  repeat cor_kendall(x)
}), "cor_kendall"))

# Jobs that may take longer to answer, as docs/TRUST.md says, and why.
one_column <- "a column is ranked in one piece: about a second for 1e7 rows"
of_r <- "functions of R on tens of millions of numbers, which hear no interrupt"
late_jobs <- c(
  "cor_kendall, two long columns" = one_column, "kendall_test, two long columns" = one_column,
  "cor_xi, long columns" = one_column, "concordance_all, long columns" = one_column,
  "kendall_partial, all of many" = "chol() and chol2inv() of thousands of columns",
  "as.data.frame.kendall_test" = of_r, "as.matrix.tile_store" = of_r,
  "as.matrix.tile_matrix" = of_r, "Summary.tile_matrix, large tiles" = of_r
)

# ---- what has no job ----

short_functions <- c(
  manycore_info = "describes the machine", manycore_threads = "keeps a number",
  haplotype_control = "makes a list", tile_store = "makes a list",
  tile_matrix = "reads a manifest", use_manycore = "changes the search path",
  unuse_manycore = "changes the search path"
)

# Methods of these generics take a result apart, by functions of base R, or show it.
shown <- "shows a result, or some numbers of it"
taken <- "functions of base R, on vectors of a result, as t() and order()"
counted <- "answers a few numbers"
refused <- "an error, or another class"
short_methods <- c(
  print = shown, format = shown, summary = shown, plot = shown, str = shown, glance = counted,
  dim = counted, dimnames = counted, length = counted, names = counted, is.matrix = counted,
  is.array = counted, is.numeric = counted, logLik = counted, nobs = counted,
  as.data.frame = taken, tidy = taken, as.matrix = taken, as.igraph = taken, "[" = taken, t = taken,
  head = taken, tail = taken, rev = taken, rep = taken, sort = taken, split = taken,
  "$" = refused, "$<-" = refused, "[[" = refused, "[[<-" = refused, "[<-" = refused,
  "dim<-" = refused, "dimnames<-" = refused, "names<-" = refused, "length<-" = refused
)
# All methods of these classes, but those with a job.
short_classes <- c(
  tile_matrix = "reads the matrix in the store, as as.matrix() and range() do",
  shortest_paths = refused, euclidean_neighbors = refused, kendall_test = refused
)
# Generics of the package that its functions call on their data.
inner_generics <- c("column_source", "columns_in_memory", "some_rows")

# What has neither a job nor a reason, and reasons and jobs without a function.
forgotten <- function() {
  done <- unique(sub(",.*", "", names(jobs)))
  exports <- grep("^[.]__", getNamespaceExports("manycore"), value = TRUE, invert = TRUE)
  methods <- getNamespaceInfo("manycore", "S3methods")
  generics <- sub(".*::", "", methods[, 1])
  methods <- data.frame(generic = generics, class = methods[, 2],
                        name = paste(generics, methods[, 2], sep = "."))
  known <- methods$generic %in% c(names(short_methods), inner_generics) |
    methods$class %in% names(short_classes) | methods$name %in% done |
    (methods$generic %in% done & methods$class %in% c("default", "formula"))
  c(sprintf("%s: neither a job nor a reason why it is short",
            c(setdiff(exports, c(done, names(short_functions))), methods$name[!known])),
    sprintf("%s: a reason, but no function", setdiff(names(short_functions), exports)),
    sprintf("%s: a reason, but no method", c(setdiff(names(short_methods), methods$generic),
                                             setdiff(names(short_classes), methods$class),
                                             setdiff(inner_generics, methods$generic))),
    sprintf("%s: a job, but no function", setdiff(done, c(exports, methods$name))),
    sprintf("%s: a bound, but no job", setdiff(names(late_jobs), names(jobs))))
}
