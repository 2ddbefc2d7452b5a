# Data that are not a matrix in memory: their time and memory against those of the plain matrix.
#
#   Rscript bench/scale.R [--quick] [--out FILE]
#
# Answers are compared before anything is timed. --quick takes smaller data and fewer rounds. What
# needs a package that is missing is left out, and named.

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

# `x` in the place of `plain`, in turns.
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

# ---- memory ----

# `most` bytes of memory for a call on data that `make` makes, besides these and R itself.
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

write_report(c(report_head("Data that are not a matrix in memory", names(there)[there], rounds),
               left_out_line(names(there)[!there]), "", how_to_read, "",
               markdown(report_table())))
