# kendall_test(groups = ) and kendall_network(differential = TRUE) against the plain calls, loops
# over stats::cor.test, and DGCA.
#
#   Rscript bench/groups.R [--quick] [--out FILE]
#
# The contenders' answers are compared before anything is timed. DGCA does Pearson's and Spearman's
# correlation only. So the loop has Kendall's test of each pair at both levels, and DGCA's formula
# of the difference with Kendall's variance, 0.437 / (n - 4) for 1.06 / (n - 3) of Spearman. DGCA's
# own function, with Spearman, is measured beside it if DGCA is installed (CRAN has archived it);
# its answers are another statistic and are not compared. --quick takes smaller data and fewer
# rounds.

here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "common.R"))

library(manycore)
set.seed(20261124)

rounds <- if (quick) 3 else 7
check_close <- function(a, b) stopifnot(isTRUE(all.equal(a, b, tolerance = 1e-10)))

# ---- the answers ----

# tau, z and p of a pair's difference, first level less second.
difference_by_loop <- function(x, groups, pairs) {
  rows <- split(seq_len(nrow(x)), groups)
  t(vapply(seq_len(nrow(pairs)), function(k) {
    tau <- vapply(rows, function(of) {
      suppressWarnings(cor.test(x[of, pairs[k, 1]], x[of, pairs[k, 2]],
                                method = "kendall"))$estimate
    }, 0)
    n <- lengths(rows)
    z <- (atanh(tau[[1]]) - atanh(tau[[2]])) / sqrt(sum(0.437 / (n - 4)))
    c(tau[[1]] - tau[[2]], z, 2 * pnorm(-abs(z)))
  }, numeric(3)))
}

n <- 100
m <- size(300, 60)
x <- matrix(rnorm(2 * n * m), 2 * n)
status <- rep(c("ill", "well"), n)
pairs <- t(combn(m, 2))
pairs <- pairs[sample(nrow(pairs), 200), ]
tests <- kendall_test(x, groups = status, conf.level = NULL)
want <- difference_by_loop(x, status, pairs)
check_close(tests$difference$estimate[pairs], want[, 1])
check_close(tests$difference$statistic[pairs], want[, 2])
check_close(tests$difference$p.value[pairs], want[, 3])
net <- kendall_network(x, cutoff = 0.1, groups = status, differential = TRUE)
check_close(net$difference, tests$difference$estimate[cbind(net$from, net$to)])
check_close(net$p.value, tests$difference$p.value[cbind(net$from, net$to)])

# ---- two groups against the two plain calls ----

two_calls <- function(rows, columns, conf.level) {
  x <- matrix(rnorm(2 * rows * columns), 2 * rows)
  status <- rep(1:2, rows)
  a <- x[status == 1, ]
  b <- x[status == 2, ]
  t <- time_in_turns(list(
    groups = function() {
      kendall_test(x, groups = status, conf.level = conf.level, threads = 2, progress = FALSE)
    },
    plain = function() {
      kendall_test(a, conf.level = conf.level, threads = 2, progress = FALSE)
      kendall_test(b, conf.level = conf.level, threads = 2, progress = FALSE)
    }
  ), rounds)
  compare(paste0("kendall_test(), two groups of ", rows, " rows, m = ", columns, ", ",
                 if (is.null(conf.level)) "no" else "with", " intervals, 2 threads"),
          "the two plain calls, at most 1.3x", t[["groups"]], t[["plain"]], floor_of(1 / 1.3))
}
for (rows in c(176, 353, 1000)) {
  two_calls(rows, size(2000, 300), 0.95)
  two_calls(rows, size(2000, 300), NULL)
}

# ---- against DGCA's loop ----

some <- utils::head(pairs, 50)
contenders <- list(
  ours = function() {
    kendall_test(x, groups = status, conf.level = NULL, threads = 2, progress = FALSE)
  },
  loop = function() difference_by_loop(x, status, some)
)
rivals <- character()
if (requireNamespace("DGCA", quietly = TRUE)) {
  suppressMessages(suppressWarnings(loadNamespace("DGCA")))
  rivals <- "DGCA"
  genes <- t(x)
  rownames(genes) <- paste0("gene", seq_len(m))
  colnames(genes) <- paste0("sample", seq_len(2 * n))
  design <- DGCA::makeDesign(status)
  contenders$dgca <- function() {
    utils::capture.output(suppressMessages(DGCA::ddcorAll(
      inputMat = genes, design = design, compare = c("ill", "well"), adjust = "none",
      heatmapPlot = FALSE, nPerms = 0, corrType = "spearman"
    )))
  }
}
t <- time_in_turns(contenders, rounds)
each <- t[["ours"]] / choose(m, 2)
work <- paste0("differences of all pairs, m = ", m, ", 2 x ", n, " rows, 2 threads, per pair")
compare(work, "a loop over cor.test and DGCA's formula", each, t[["loop"]] / nrow(some),
        floor_of(10000))
if (length(rivals) > 0) {
  compare(work, "DGCA::ddcorAll (Spearman: not compared)", each, t[["dgca"]] / choose(m, 2), NA)
}

# ---- the network ----

wide <- matrix(rnorm(353 * size(4000, 500)), 353)
halves <- rep(1:2, length.out = 353)
t <- time_in_turns(list(
  differences = function() {
    kendall_network(wide, fdr = 0.05, groups = halves, differential = TRUE, threads = 2,
                    progress = FALSE)
  },
  plain = function() {
    for (level in 1:2) {
      kendall_network(wide[halves == level, ], fdr = 0.05, threads = 2, progress = FALSE)
    }
  },
  matrix = function() {
    kendall_test(wide, groups = halves, conf.level = NULL, p.adjust.method = "BH", threads = 2,
                 progress = FALSE)
  }
), rounds)
work <- paste0("differential network, fdr = 0.05, m = ", ncol(wide), ", 353 rows, 2 threads")
compare(work, "the networks of both levels", t[["differences"]], t[["plain"]], NA)
compare(work, "all tests and their matrices", t[["differences"]], t[["matrix"]], NA)

# ---- 12,533 genes ----

if (!quick) {
  genes <- matrix(rnorm(353 * 12533), 353)
  seconds <- seconds_of(function() {
    kendall_network(genes, fdr = 0.05, groups = halves, differential = TRUE, threads = 2,
                    progress = FALSE)
  })
  add_row(work = "differential network, fdr = 0.05, 12,533 genes, 353 samples, 2 threads",
          ours = format_timing(seconds), against = "", theirs = "", ratio = "", floor = "",
          met = "")
}

# ---- how often the test of the difference rejects equal taus ----

# Pairs of normal columns with the same correlation at both levels. Values are rounded to multiples
# of `unit`, unless it is 0.
rejected <- function(rows, rho, unit, replicates = if (quick) 1000 else 20000) {
  columns <- 500
  status <- rep(1:2, each = rows)
  pairs <- cbind(seq_len(columns), seq_len(columns))
  p <- unlist(lapply(seq_len(replicates / columns), function(turn) {
    x <- matrix(rnorm(2 * rows * columns), 2 * rows)
    y <- rho * x + sqrt(1 - rho^2) * rnorm(length(x))
    if (unit > 0) {
      x <- round(x / unit)
      y <- round(y / unit)
    }
    suppressWarnings(kendall_test(x, y, groups = status, pairs = pairs))$p.value.difference
  }))
  c(mean(p < 0.05, na.rm = TRUE), mean(p < 0.001, na.rm = TRUE))
}
levels <- expand.grid(unit = c(0, 0.5, 1), rho = c(0, 0.6, 0.9), rows = c(10, 30, 100))[3:1]
shares <- t(mapply(rejected, levels$rows, levels$rho, levels$unit))
rejections <- data.frame("rows a level" = levels$rows, correlation = levels$rho,
                         values = c("continuous", "rounded to 0.5", "rounded to 1")[
                           match(levels$unit, c(0, 0.5, 1))],
                         "p < 0.05" = sprintf("%.3f", shares[, 1]),
                         "p < 0.001" = sprintf("%.4f", shares[, 2]), check.names = FALSE)

write_report(c(report_head("Groups: kendall_test() and kendall_network()", rivals, rounds,
                           ", 2 of those of seconds"), "",
               how_to_read, "", markdown(report_table()), "",
               paste("How often the test of the difference rejects equal taus: shares of",
                     if (quick) "1,000" else "20,000", "pairs of normal columns with the same"),
               "correlation at both levels:", "", markdown(rejections)))
