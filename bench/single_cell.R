# Kendall's tau of counts of single cells: a dgCMatrix of 50,000 cells, most counts 0.
#
#   Rscript bench/single_cell.R [--quick] [--out FILE]
#
# The counts are negative binomial (size 0.5), with means by gene that are gamma distributed. Time
# is measured for some genes. From it the time for all pairs of 20,000 genes is computed, by the
# number of pairs. pcaPP::cor.fk() takes a pair of vectors that are already spread out; its answers
# are compared before. --quick takes fewer genes and cells.

here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "common.R"))

library(manycore)
need(c("Matrix", "pcaPP"))
set.seed(20261125)
rounds <- 3

cells <- size(50000, 5000)
all_genes <- 20000
pairs_of <- function(genes) genes * (genes - 1) / 2

# Counts of `genes` genes by columns, of which about this share is not 0.
counts_of <- function(genes, share) {
  mean <- rgamma(genes, 0.3)
  nonzero <- function(factor) mean(1 - (1 + 2 * factor * mean)^-0.5)
  factor <- uniroot(function(f) nonzero(exp(f)) - share, c(-12, 12))$root
  columns <- lapply(mean * exp(factor), function(u) {
    x <- rnbinom(cells, mu = u, size = 0.5)
    at <- which(x > 0)
    list(i = at, x = x[at])
  })
  Matrix::sparseMatrix(
    i = unlist(lapply(columns, `[[`, "i")),
    j = rep(seq_len(genes), vapply(columns, function(column) length(column$i), 0L)),
    x = as.double(unlist(lapply(columns, `[[`, "x"))), dims = c(cells, genes))
}

dense <- function(x, columns) as.matrix(x[, columns, drop = FALSE])

for (share in c(0.05, 0.1)) {
  genes <- size(2000, 200)
  x <- counts_of(genes, share)
  few <- order(Matrix::colSums(x), decreasing = TRUE)[round(seq(1, genes / 2, length.out = 4))]
  theirs <- pcaPP::cor.fk(dense(x, few))
  stopifnot(isTRUE(all.equal(cor_kendall(x[, few]), theirs, tolerance = 1e-12,
                             check.attributes = FALSE)))
  pair <- dense(x, few[1:2])
  ours <- function(threads, run) function() run(x, threads = threads, progress = FALSE)
  network <- function(x, ...) kendall_network(x, fdr = 0.01, ...)
  stored <- function(x, ..., read = dim) {
    dir <- tempfile("store")
    on.exit(unlink(dir, recursive = TRUE))
    read(cor_kendall(x, store = tile_store(dir), ...))
  }
  spread <- as.matrix(x)
  taus <- cor_kendall(x)
  for (form in list(x, spread)) {
    stopifnot(identical(stored(form, progress = FALSE, read = as.matrix), taus))
  }
  t <- time_in_turns(list(
    one = ours(1, cor_kendall), two = ours(2, cor_kendall), network = ours(2, network),
    store = ours(2, stored),
    store_spread = function() stored(spread, threads = 2, progress = FALSE),
    bitset = function() {
      cor_kendall(x[, 1:size(40, 20)], algorithm = "bitset", threads = 2, progress = FALSE)
    },
    pcapp = function() pcaPP::cor.fk(pair[, 1], pair[, 2])
  ), rounds)
  work <- sprintf("%s genes, %s cells, %.0f %% not 0", count(genes), count(cells),
                  100 * Matrix::nnzero(x) / length(x))
  per_pair <- function(name, genes_timed = genes) t[[name]] / pairs_of(genes_timed)
  whole <- function(seconds) {
    sprintf("%.2f h", bare(seconds) * pairs_of(all_genes) / 3600)
  }
  row <- function(what, seconds, against, theirs) {
    ratio <- bare(theirs) / bare(seconds)
    message(what, ": ", format_seconds(seconds), " a pair, ", whole(seconds))
    add_row(work = paste0(what, ", ", work), pair = format_timing(seconds),
            all = whole(seconds), against = against, theirs = format_timing(theirs),
            ratio = digits(ratio))
  }
  row("cor_kendall(), 1 thread", per_pair("one"), "pcaPP::cor.fk(x, y), spread out", t[["pcapp"]])
  row("cor_kendall(), 2 threads", per_pair("two"), "pcaPP::cor.fk(x, y), spread out", t[["pcapp"]])
  row("cor_kendall(), 2 threads", per_pair("two"), "algorithm = \"bitset\", 2 threads",
      per_pair("bitset", size(40, 20)))
  row("cor_kendall(store = ), 2 threads", per_pair("store"), "cor_kendall(), 2 threads",
      per_pair("two"))
  row("cor_kendall(as.matrix(x), store = ), 2 threads", per_pair("store_spread"),
      "cor_kendall(x), 2 threads", per_pair("two"))
  row("kendall_network(fdr = 0.01), 2 threads", per_pair("network"), "cor_kendall(), 2 threads",
      per_pair("two"))
}

table <- report_table()
names(table)[2:3] <- c("a pair", paste("all pairs of", count(all_genes), "genes (computed)"))
write_report(c(report_head("Counts of single cells", c("Matrix", "pcaPP"), rounds), "",
               "`ratio`: how many times as fast we are a pair.", "", markdown(table)))
