# cor_kendall(pairs = ) against the whole matrix and a loop, and cor_kendall(type = ) against tau-b.
#
#   Rscript bench/pairs.R [--quick] [--out FILE]
#
# All contenders' answers are compared before anything is timed. --quick takes smaller
# data only.

here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "common.R"))

library(manycore)
set.seed(20261122)

rounds <- 3
brief <- function(x) format(x, digits = 3)

# ---- pairs of columns ----

n <- 1000
genes <- size(2000, 400)
peaks <- 10 * genes
near <- 500 # peaks of a gene
x <- matrix(rnorm(n * genes), n)
y <- matrix(rnorm(n * peaks), n)
middle <- 10 * seq_len(genes)
i <- rep(seq_len(genes), each = near)
j <- pmin(peaks, pmax(1, rep(middle, each = near) + rep(seq_len(near) - near / 2, genes)))

# the same columns in random order
gene <- sample(genes)
peak <- sample(peaks)
lists <- list(
  "near the diagonal" = list(x, y, cbind(i, j)),
  "near the diagonal, columns shuffled" = list(x[, gene], y[, peak],
                                               cbind(order(gene)[i], order(peak)[j]))
)
for (share in c(0.0025, 0.025)) {
  at <- sample(genes * peaks, share * genes * peaks)
  pairs <- cbind((at - 1) %% genes + 1, (at - 1) %/% genes + 1)
  lists[[paste0("here and there, ", 100 * share, "% of all")]] <- list(x, y, pairs)
}

tau <- function(...) cor_kendall(..., threads = 2, progress = FALSE)
whole <- tau(x, y)
all <- time_in_turns(list(all = function() tau(x, y)), 2)
loop <- function(list, some) {
  vapply(some, function(k) {
    cor_kendall(list[[1]][, list[[3]][k, 1]], list[[2]][, list[[3]][k, 2]], progress = FALSE)
  }, 0)
}
rows <- list()
some <- 1:300
for (name in names(lists)) {
  list <- lists[[name]]
  mine <- function() tau(list[[1]], list[[2]], pairs = list[[3]])
  got <- mine()
  want <- if (identical(list[[1]], x)) whole[list[[3]]] else whole[cbind(i, j)]
  stopifnot(identical(got, want), identical(got[some], loop(list, some)))
  t <- time_in_turns(list(mine = mine, loop = function() loop(list, some)), rounds)
  each <- t[["loop"]] / length(some) * nrow(list[[3]])
  rows[[name]] <- data.frame(pairs = name, number = count(nrow(list[[3]])),
                             seconds = brief(t[["mine"]]), matrix = brief(all),
                             loop = brief(each), "matrix/pairs" = brief(all / t[["mine"]]),
                             "loop/pairs" = brief(each / t[["mine"]]), check.names = FALSE)
}
rm(whole, lists, x, y)
of_pairs <- do.call(rbind, rows)

# ---- genes and peaks of many cells ----

# Counts, nine tenths of them 0; each gene with the peaks around it. Measured once, as it takes
# minutes.
cells <- size(10000, 500)
genes <- size(4000, 100)
near <- size(2500, 100)
peaks <- 10 * genes
counts <- function(columns) {
  matrix(stats::rpois(cells * columns, rep(stats::rexp(columns, 10), each = cells)), cells)
}
x <- counts(genes)
y <- counts(peaks)
i <- rep(seq_len(genes), each = near)
j <- pmin(peaks, pmax(1, 10 * i + rep(seq_len(near) - near / 2, genes)))
invisible(gc())
start <- Sys.time()
got <- tau(x, y, pairs = cbind(i, j))
mine <- as.numeric(Sys.time() - start, units = "secs")
some <- sample(length(i), 300)
start <- Sys.time()
want <- vapply(some, function(k) cor_kendall(x[, i[k]], y[, j[k]], progress = FALSE), 0)
each <- as.numeric(Sys.time() - start, units = "secs") / length(some)
stopifnot(identical(got[some], want))
of_cells <- paste0(
  count(length(i)), " pairs of ", count(genes), " x ", count(peaks), " columns of counts in ",
  count(cells), " cells: ", brief(mine), " seconds; by a loop of cor_kendall() ",
  brief(each * length(i)), " (from ", length(some), " pairs).")
rm(x, y, got)

# ---- coefficients ----

z <- matrix(rnorm(353 * size(2000, 400)), 353)
tied <- round(z, 1)
holes <- tied
holes[sample(length(z), length(z) / 100)] <- NA
types <- c("b", "a", "c", "gamma", "somers")
rows <- lapply(types, function(type) {
  t <- time_in_turns(list(
    plain = function() tau(z, type = type), tied = function() tau(tied, type = type),
    holes = function() tau(holes, use = "pairwise", type = type)
  ), rounds)
  data.frame(type = type, "no ties" = brief(t[["plain"]]), ties = brief(t[["tied"]]),
             "ties, 1% missing pairwise" = brief(t[["holes"]]), check.names = FALSE)
})
of_types <- do.call(rbind, rows)

lines <- c("# cor_kendall(pairs = ) and cor_kendall(type = )", "",
           paste0("- ", machine_lines("cli")),
           paste0("- Instruction set: ", manycore_info()$isa, "; medians of ", rounds,
                  " rounds in which the contenders take turns, 2 of those of seconds; 2 threads",
                  if (quick) "; --quick" else ""), "",
           paste0("Pairs of ", count(genes), " x ", count(peaks), " columns of ", n,
                  " rows, in seconds; the loop is one of cor_kendall(), extrapolated from ",
                  length(some), " pairs:"), "",
           markdown(of_pairs), "", of_cells, "",
           paste0("All pairs of ", ncol(z), " columns of 353 rows, in seconds:"), "",
           markdown(of_types))
write_report(lines)
