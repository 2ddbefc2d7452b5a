# kendall_network() against the matrix of all taus and a search in it.
#
#   Rscript bench/network.R [--quick] [--out FILE] [--data FILE]
#
# Every ratio comes from one run in which the contenders take turns (medians). Their answers are
# compared before. Peak memory is measured in a process of its own. --data names gordon.RData,
# 12,533 genes of 181 samples; without it data of that shape are simulated. --quick takes smaller
# data and fewer rounds.

here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "common.R"))

library(manycore)
set.seed(20261122)
threads <- 2
rounds <- 3

# ---- data; another process can run the same code to make them ----

file <- value_of("--data")
genes_code <- if (!is.null(file)) {
  sprintf("load('%s'); x <- gordon$x", normalizePath(file))
} else {
  paste("set.seed(1); x <- matrix(rnorm(181 * 12533), 181);",
        "x <- x + outer(rnorm(181), rnorm(12533) * (runif(12533) < 0.2))")
}
if (quick) genes_code <- paste0(genes_code, "; x <- x[, 1:2000]")
genes_name <- sprintf("%s genes x 181%s", count(size(12533, 2000)),
                      if (is.null(file)) ", made up" else " (gordon)")
simulated_code <- sprintf("set.seed(2); x <- matrix(rnorm(100 * %d), 100)", size(20000, 3000))
simulated_name <- sprintf("%s x 100, simulated", count(size(20000, 3000)))
data_of <- function(code) {
  place <- new.env()
  eval(parse(text = code), place)
  place$x
}

# ---- the answers ----

# Edges of a matrix: rows, columns and taus, in the order of the network.
edges_of <- function(tau, where) {
  at <- which(where & upper.tri(tau), arr.ind = TRUE)
  at <- at[order(-abs(tau[at]), at[, 1], at[, 2]), , drop = FALSE]
  list(as.integer(at[, 1]), as.integer(at[, 2]), tau[at])
}
agree <- function(net, edges) {
  stopifnot(identical(list(net$from, net$to, net$tau), edges))
}
x <- unname(data_of(genes_code)[, 1:800])
tau <- cor_kendall(x, use = "pairwise")
agree(kendall_network(x, cutoff = 0.4), edges_of(tau, abs(tau) >= 0.4))
strong <- abs(tau)
diag(strong) <- -1
top <- apply(-strong, 2, function(column) rank(column, ties.method = "first") <= 10)
agree(kendall_network(x, top = 10), edges_of(tau, top | t(top)))
p <- kendall_test(x, conf.level = NULL)$p.value
adjusted <- matrix(1, ncol(x), ncol(x))
adjusted[upper.tri(p)] <- p.adjust(p[upper.tri(p)], "BH")
agree(kendall_network(x, fdr = 1e-6), edges_of(tau, adjusted <= 1e-6))

# ---- time ----

network <- function(x, ...) {
  function() kendall_network(x, ..., threads = threads, progress = FALSE)
}
matrix_of <- function(x) function() cor_kendall(x, threads = threads, progress = FALSE)

x <- data_of(genes_code)
few <- x[, seq_len(size(6000, 1000))]
t <- time_in_turns(list(
  cutoff = network(x, cutoff = 0.7), top = network(x, top = 10), fdr = network(few, fdr = 1e-20),
  few = matrix_of(few), matrix = matrix_of(x),
  which = function() {
    tau <- matrix_of(x)()
    which(abs(tau) >= 0.7, arr.ind = TRUE)
  }
), rounds)
compare(paste0(genes_name, ": cutoff = 0.7"), "cor_kendall() + which()", t[["cutoff"]],
        t[["which"]], 1.2)
compare(paste0(genes_name, ": cutoff = 0.7"), "cor_kendall() alone", t[["cutoff"]], t[["matrix"]],
        NA)
compare(paste0(genes_name, ": top = 10"), "cor_kendall() alone", t[["top"]], t[["matrix"]], NA)
compare(paste0(count(ncol(few)), " of these genes: fdr = 1e-20"),
        "cor_kendall() alone", t[["fdr"]], t[["few"]], NA)

x <- data_of(simulated_code)
t <- time_in_turns(list(
  cutoff = network(x, cutoff = 0.35), top = network(x, top = 10),
  query = network(x[, 1:20], x, top = 10), matrix = matrix_of(x),
  rows = function() cor_kendall(x[, 1:20], x, threads = threads, progress = FALSE)
), rounds)
compare(paste0(simulated_name, ": top = 10"), "cor_kendall() alone", t[["top"]], t[["matrix"]], 1)
compare(paste0(simulated_name, ": cutoff = 0.35"), "cor_kendall() alone", t[["cutoff"]],
        t[["matrix"]], NA)
compare(paste0(simulated_name, ": 20 queries, top = 10"), "cor_kendall() of these 20 alone",
        t[["query"]], t[["rows"]], NA)
rm(x)

# ---- memory ----

# The peak memory of a process that does nothing else.
compare_memory <- function(work, data, call, columns, most) {
  ours <- in_process(data, "; result <-", call, "; cat(memory('VmHWM'))")
  theirs <- 8 * columns^2
  add_row(work = paste0(work, ", peak memory"), ours = sprintf("%.2f GB", ours / 1e9),
          against = paste0("a matrix alone; at most ", format(most), " GB"),
          theirs = sprintf("%.2f GB", theirs / 1e9), ratio = sprintf("%.2f", theirs / ours),
          floor = "", met = if (ours < most * 1e9) "yes" else "NO")
  message(sprintf("%-60s %.2f GB, matrix %.2f GB", work, ours / 1e9, theirs / 1e9))
}
if (file.exists("/proc/self/status")) {
  compare_memory(paste0(genes_name, ": cutoff = 0.7"), genes_code,
                 "kendall_network(x, cutoff = 0.7, threads = 2)", size(12533, 2000), 0.4)
  top <- "kendall_network(x, top = 10, threads = 2)"
  compare_memory(paste0(simulated_name, ": top = 10"), simulated_code, top, size(20000, 3000), 1)
  many <- size(60000, 6000)
  compare_memory(sprintf("%s x 50, simulated: top = 10", count(many)),
                 sprintf("set.seed(3); x <- matrix(rnorm(50 * %d), 50)", many), top, many, 1)
}

write_report(c(report_head("kendall_network()", character(), rounds, ", 2 of those of seconds"), "",
               "A ratio says how many times as fast we are, or what share of the memory we take;",
               "where it should be at least the floor, `met` says whether it is.", "",
               markdown(report_table())))
