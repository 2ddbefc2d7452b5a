# Data that are not a matrix in memory, and results that go into a store: their time and memory
# against those of the plain matrix.
#
#   Rscript bench/scale.R [--quick] [--data FILE] [--out FILE]
#
# Answers are compared before anything is timed. --quick takes smaller data and fewer rounds. --data
# names gordon.RData, 12,533 genes of 181 samples; without it numbers are simulated. Works that need
# a missing package are left out and named.

here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "common.R"))

suppressPackageStartupMessages({
  library(manycore)
  there <- vapply(c("Matrix", "HDF5Array", "SummarizedExperiment"), requireNamespace, NA,
                  quietly = TRUE)
})
set.seed(20261122)
threads <- 2
rounds <- if (quick) 3 else 5
shape <- function(columns, rows) paste(count(columns), "x", rows)

# ---- time: matrices of other packages, and containers ----

genes <- size(20000, 4000)
samples <- 353
plain <- matrix(rnorm(samples * genes), samples)
counts <- matrix(rpois(samples * genes, 0.05) + 0, samples)

# Times the call on `x` and on `plain`, in turns.
against_plain <- function(work, f, x, plain, floor = NA) {
  stopifnot(identical(as.vector(f(x)), as.vector(f(plain))))
  t <- time_in_turns(list(ours = function() f(x), theirs = function() f(plain)), rounds)
  compare(paste0(shape(genes, samples), ": ", work), "the plain matrix", t[["ours"]],
          t[["theirs"]], floor)
}
kendall <- function(x) cor_kendall(x, threads = threads, progress = FALSE)
distance <- function(x) dist_euclidean(x, threads = threads, progress = FALSE)
file <- function() tempfile(fileext = ".h5")

if (there[["HDF5Array"]]) {
  x <- HDF5Array::writeHDF5Array(plain, file(), "x")
  against_plain("cor_kendall() of an HDF5Matrix", kendall, x, plain, 1 / 1.3)
  against_plain("dist_euclidean() of an HDF5Matrix", distance, x, plain)
}
if (there[["Matrix"]]) {
  x <- methods::as(methods::as(counts, "dMatrix"), "CsparseMatrix")
  against_plain("cor_kendall() of a dgCMatrix", kendall, x, counts)
}
if (there[["SummarizedExperiment"]]) {
  x <- SummarizedExperiment::SummarizedExperiment(t(plain))
  against_plain("cor_kendall() of a SummarizedExperiment", kendall, x, plain)
  against_plain("dist_euclidean() of a SummarizedExperiment", distance, x, plain)
  if (there[["HDF5Array"]]) {
    x <- SummarizedExperiment::SummarizedExperiment(
      HDF5Array::writeHDF5Array(t(plain), file(), "x")
    )
    against_plain("cor_kendall() of a SummarizedExperiment in HDF5", kendall, x, plain, 1 / 1.3)
  }
}

# ---- shortest paths in a store ----

# Seconds in these functions of the package while `code` runs.
seconds_within <- function(functions, code) {
  space <- asNamespace("manycore")
  spent <- 0
  before <- mget(functions, space)
  put <- function(name, f) {
    unlockBinding(name, space)
    assign(name, f, space)
    lockBinding(name, space)
  }
  on.exit(for (name in functions) put(name, before[[name]]))
  for (name in functions) {
    local({
      f <- before[[name]]
      put(name, function(...) {
        start <- Sys.time()
        on.exit(spent <<- spent + as.numeric(Sys.time() - start, units = "secs"))
        f(...)
      })
    })
  }
  force(code)
  spent
}

vertices <- size(4096, 1024)
tile <- size(1024, 256)
w <- matrix(runif(vertices^2), vertices)
paths <- FALSE
in_store <- function() {
  folder <- tempfile("store")
  on.exit(unlink(folder, recursive = TRUE))
  store <- floyd_warshall(w, traceback = paths, store = tile_store(folder, tile), threads = threads,
                          progress = FALSE)
  if (check) {
    stopifnot(identical(as.matrix(store), want$distance),
              !paths || identical(as.matrix(path_via(store)), want$via))
  }
}
in_memory <- function() floyd_warshall(w, traceback = paths, threads = threads, progress = FALSE)
for (paths in c(TRUE, FALSE)) {
  want <- in_memory()
  check <- TRUE
  in_store()
  check <- FALSE
  t <- time_in_turns(list(ours = in_store, theirs = in_memory), rounds)
  work <- paste0("floyd_warshall() into a store, ", format(vertices, big.mark = ","),
                 " vertices, tile ", format(tile, big.mark = ","))
  compare(work, if (paths) "in memory, with paths" else "in memory, distances only",
          t[["ours"]], t[["theirs"]], 0.5)
}
functions <- c("read_tile_file", "write_tile_file")
total <- system.time(files <- seconds_within(functions, in_store()))[[3]]
add_row(work = paste0(work, ": reading and writing tiles"), ours = format_seconds(files),
        against = "all of it", theirs = format_seconds(total),
        ratio = sprintf("%.0f %%", 100 * files / total), floor = "", met = "")
rm(w, want)

# ---- memory ----

# A call on data that `make` makes may take at most `most` bytes of memory besides the data and R
# itself.
compare_peak <- function(work, make, call, most, limit) {
  beside <- in_process(
    make, "; invisible(gc()); writeLines('5', '/proc/self/clear_refs');", # the peak begins anew
    "before <- memory('VmRSS'); result <-", call, "; cat(memory('VmHWM') - before)"
  )
  add_row(work = work, ours = sprintf("%.2f GB", beside / 1e9), against = limit,
          theirs = sprintf("%.2f GB", most / 1e9), ratio = sprintf("%.2f", most / beside),
          floor = "1", met = if (beside <= most) "yes" else "NO")
  message(sprintf("%-60s %.2f GB of %.2f GB", work, beside / 1e9, most / 1e9))
}
cells <- size(5000, 4000)
dense <- 8 * cells * genes
scratch <- 256 * 2^20
make_sparse <- sprintf("set.seed(1); x <- Matrix::rsparsematrix(%d, %d, 0.05)", cells, genes)
call <- sprintf("cor_kendall(x, seq_len(%d), threads = %d, progress = FALSE)", cells, threads)
work <- paste0(shape(genes, cells), " of ")
if (file.exists("/proc/self/clear_refs")) {
  if (there[["Matrix"]]) {
    compare_peak(paste0(work, "a dgCMatrix against a vector, peak memory beside it"),
                 make_sparse, call, dense, "the dense matrix")
  }
  if (there[["Matrix"]] && there[["HDF5Array"]]) {
    h5 <- file()
    make <- paste0(make_sparse, "; x <- HDF5Array::writeHDF5Array(x, '", h5, "', 'x', level = 1)")
    compare_peak(paste0(work, "an HDF5Matrix against a vector, peak memory beside it"), make, call,
                 scratch + 8 * genes, "the working memory, and the result")
  }
}

# ---- stores ----

# A store may take at most `most` times as long; each call writes a new store.
into_store <- function(f, ...) {
  dir <- tempfile("store")
  on.exit(unlink(dir, recursive = TRUE))
  f(..., store = tile_store(dir), progress = FALSE)
}

file_of_genes <- value_of("--data")
genes <- if (is.null(file_of_genes)) {
  matrix(rnorm(181 * 12533), 181)
} else {
  gordon <- new.env()
  load(file_of_genes, gordon)
  gordon$gordon$x
}
if (quick) genes <- genes[, 1:4000]
t <- time_in_turns(list(ours = function() into_store(cor_kendall, genes, threads = threads),
                        theirs = function() kendall(genes)), rounds)
compare(paste0(shape(ncol(genes), nrow(genes)), if (!is.null(file_of_genes)) " (gordon)",
               ": a store"),
        "the plain call", t[["ours"]], t[["theirs"]], 1 / 1.25)

if (requireNamespace("BiocParallel", quietly = TRUE)) {
  backend <- BiocParallel::SnowParam(2)
  BiocParallel::bpstart(backend)
  t <- time_in_turns(list(
    ours = function() into_store(cor_kendall, plain, threads = 1, BPPARAM = backend),
    theirs = function() into_store(cor_kendall, plain, threads = 2)
  ), rounds)
  BiocParallel::bpstop(backend)
  compare(paste0(shape(ncol(plain), samples), ": a store by 2 loopback workers x 1 thread"),
          "1 process x 2 threads", t[["ours"]], t[["theirs"]], 1 / 1.15)
} else {
  there["BiocParallel"] <- FALSE
}

# All memory of a process, including R itself and the data.
columns <- size(60000, 8000)
result <- in_process(
  sprintf("set.seed(1); x <- matrix(rnorm(100 * %d), 100); dir <- tempfile('store');", columns),
  "seconds <- system.time(cor_kendall(x, store = tile_store(dir, precision = 'single'),",
  sprintf("threads = %d, progress = FALSE))[[3]];", threads), "unlink(dir, recursive = TRUE);",
  "cat(memory('VmHWM'), seconds)"
)
add_row(work = paste0(shape(columns, 100), " into a store in single precision, ",
                      format_seconds(result[2]), ": peak memory of the process"),
        ours = sprintf("%.2f GB", result[1] / 1e9), against = "2 GB", theirs = "2.00 GB",
        ratio = sprintf("%.2f", 2e9 / result[1]), floor = "1",
        met = if (result[1] <= 2e9) "yes" else "NO")

write_report(c(report_head("Data and results that are not a matrix in memory",
                           names(there)[there], rounds),
               left_out_line(names(there)[!there]), "", how_to_read, "",
               markdown(report_table())))
