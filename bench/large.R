# The larger data of vignettes, too large for pages that are built with the package.
#
#   Rscript bench/large.R [--quick] [--busy] [--out FILE.csv]
#
# Writes inst/extdata/large.csv, which the vignettes read: a name, a value, its unit. Needs ISLR2
# and Bioconductor's HDF5Array and SummarizedExperiment; numbers whose packages are missing keep the
# value of the earlier file. --busy says that the machine had other work.

here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "common.R"))

library(manycore)
file <- if (is.null(out)) file.path(here, "..", "inst", "extdata", "large.csv") else out
has_package <- function(name) requireNamespace(name, quietly = TRUE)
seconds <- function(call) system.time(call)[["elapsed"]]
manycore_threads(2)
set.seed(1)
rows <- NULL
keep <- function(what, value, unit) {
  rows <<- rbind(rows, data.frame(what, value = signif(value, 3), unit))
}

# ordinal-and-sparse-data: answers from 1 to 5
people <- 10000
items <- size(5000, 500)
trait <- matrix(rnorm(people * 100), people)
answers <- vapply(seq_len(items), function(j) {
  findInterval(trait[, j %% 100 + 1] + rnorm(people, sd = 2), c(-3, -1, 1, 3)) + 1L
}, integer(people))
keep("survey", seconds(cor_kendall(answers)), "s")
rm(answers, trait)

# haplotypes: sixteen founders, twenty loci
founders <- matrix(rbinom(16 * 20, 1, 0.5), 16)
gamete <- function(n) {
  a <- founders[sample(16, n, TRUE), ]
  b <- founders[sample(16, n, TRUE), ]
  from <- ifelse(runif(n) < 0.3, sample(20, n, TRUE), 20)
  a[col(a) > from] <- b[col(a) > from]
  a
}
people <- size(1e5, 1e4)
geno <- gamete(people) + gamete(people)
keep("haplotype_fit", seconds(fit <- haplotype_em(geno)), "s")
keep("haplotype_pairs", seconds(predict(fit, geno)), "s")
rm(geno, fit)

# network: all genes of NCI60
if (has_package("ISLR2")) {
  expression <- ISLR2::NCI60$data
  keep("network_taus", seconds(cor_kendall(expression[, seq_len(size(6830, 1000))])), "s")
}

# bioconductor: the most memory, in MB, that a fresh R needed for data and work, beyond what the
# packages take
peak_of <- function(data, work) {
  script <- tempfile(fileext = ".R")
  hwm <- paste0("hwm <- function() as.numeric(gsub('[^0-9]', '', ",
                "grep('VmHWM', readLines('/proc/self/status'), value = TRUE))) / 1024")
  writeLines(c("suppressMessages({library(manycore); library(HDF5Array)",
               "library(SummarizedExperiment)})", "manycore_threads(2)", hwm,
               "invisible(cor_kendall(longley))", "at_start <- hwm()", data, work,
               "cat(hwm() - at_start)"), script)
  as.numeric(system2(file.path(R.home("bin"), "Rscript"), c("--vanilla", script), stdout = TRUE))
}
if (has_package("HDF5Array") && has_package("SummarizedExperiment") &&
    file.exists("/proc/self/status")) {
  big <- tempfile(fileext = ".h5")
  features <- size(40000L, 4000L)
  sink <- HDF5Array::HDF5RealizationSink(c(features, 1000L), filepath = big, name = "x",
                                         chunkdim = c(250L, 1000L), level = 0L)
  for (part in 0:7) {
    at <- IRanges::IRanges(c(part * (features %/% 8L) + 1L, 1L), width = c(features %/% 8L, 1000L))
    sink <- DelayedArray::write_block(sink, DelayedArray::ArrayViewport(dim(sink), at),
                                      matrix(rnorm(features / 8 * 1000), features / 8))
  }
  DelayedArray::close(sink)
  read <- function(how) {
    c(paste0("x <- HDF5Array::HDF5Array(", deparse(big), ", 'x')"),
      paste0("se <- SummarizedExperiment(", how, ")"))
  }
  work <- "invisible(cor_kendall(se, rnorm(1000)))"
  keep("memory_on_disk", peak_of(read("x"), work), "MB")
  keep("memory_in_memory", peak_of(read("as.matrix(x)"), work), "MB")
  unlink(big)
}

if (file.exists(file)) {
  before <- utils::read.csv(file, comment.char = "#")
  rows <- rbind(rows, before[!before$what %in% rows$what, ])
}
machine <- machine_lines(character())
about <- paste0(sub("^Machine: ", "", machine[2]), ", 2 threads, ", manycore_info()$isa, ", ",
                sub("^Date: ", "", machine[1]), if (has("--busy")) ", beside much other work")
writeLines(c(paste("#", about), paste("#", machine[3:4])), file)
suppressWarnings(utils::write.table(rows, file, append = TRUE, sep = ",", row.names = FALSE))
print(rows, row.names = FALSE)
