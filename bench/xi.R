# cor_xi() and xi_test() against XICOR::xicor() and the roofline.
#
#   Rscript bench/xi.R [--quick] [--out FILE]
#
# The contenders' answers are compared before anything is timed. XICOR::xicor() takes a pair of
# vectors, or all pairs of columns of a matrix. The roofline is the time of the loads alone: for
# each column of x the rows of a panel of 64 columns of y, in random order (bench/roofline_xi.c).
# It has no ranking and no results. --quick takes smaller data and fewer rounds.

here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "common.R"))

library(manycore)
need("XICOR")
set.seed(20261124)

rounds <- if (quick) 3 else 7
least <- 0.1
check_close <- function(a, b) stopifnot(isTRUE(all.equal(a, b, tolerance = 1e-13)))

data_of <- function(n, m) {
  list(continuous = matrix(rnorm(n * m), n), counts = matrix(rpois(n * m, 3), n))
}

# ---- the answers ----

for (x in data_of(181, 12)) {
  y <- round(x * 1.37, 1) + 1e-4 * row(x) # without ties
  check_close(cor_xi(y), XICOR::xicor(y))
  for (j in 1:12) {
    tied <- anyDuplicated(x[, j]) > 0
    theirs <- XICOR::xicor(y[, 1], x[, j], pvalue = TRUE, ties = tied)
    ours <- xi_test(y[, 1], x[, j])
    check_close(ours$estimate[["xi"]] + 1, theirs$xi + 1)
    check_close(ours$p.value, theirs$pval)
  }
}

# ---- all pairs of columns ----

run_roofline <- roofline(here, "roofline_xi")
for (n in c(181, 1000, 10000)) {
  m <- size(if (n <= 1000) 1000 else 300, 100)
  for (kind in c("continuous", "counts")) {
    x <- data_of(n, m)[[kind]]
    few <- x[, 1:size(12, 4)]
    contenders <- list(
      one = function() cor_xi(x, ties = "first", threads = 1, progress = FALSE),
      two = function() cor_xi(x, ties = "first", threads = 2, progress = FALSE),
      test = function() xi_test(x, ties = "first", threads = 2, progress = FALSE),
      pair = function() for (j in 2:ncol(few)) XICOR::xicor(few[, 1], few[, j]),
      matrix = function() XICOR::xicor(few),
      pvalue = function() for (j in 2:ncol(few)) XICOR::xicor(few[, 1], few[, j], pvalue = TRUE)
    )
    t <- in_turns(contenders)
    work <- paste0(kind, ", m = ", count(m), ", n = ", count(n))
    one <- t[["one"]] / m^2
    compare(paste0("cor_xi(), ", work, ", 1 thread, per pair"), "XICOR::xicor(x, y)", one,
            t[["pair"]] / (ncol(few) - 1), floor_of(200))
    compare(paste0("cor_xi(), ", work, ", 1 thread, per pair"), "XICOR::xicor(matrix)", one,
            t[["matrix"]] / (ncol(few) * (ncol(few) + 1)), floor_of(200))
    compare(paste0("cor_xi(), ", work, ", 2 threads, per pair"), "1 thread", t[["two"]] / m^2, one,
            NA)
    compare(paste0("xi_test(), ", work, ", 2 threads, per pair"),
            "XICOR::xicor(x, y, pvalue = TRUE)", t[["test"]] / m^2,
            t[["pvalue"]] / (ncol(few) - 1), floor_of(200))
    if (!is.null(run_roofline) && kind == "continuous") {
      loads <- min(Inf, unlist(lapply(1:5, function(turn) run_roofline(as.integer(n)))))
      compare(paste0("cor_xi(), ", work, ", 1 thread, per pair"),
              "roofline (loads of 64 columns, in the order of x)", one,
              if (is.finite(loads)) loads else NA, NA)
    }
  }
}

# ---- missing values ----

x <- data_of(181, size(1000, 100))$continuous
holes <- x
holes[sample(length(x), length(x) / 20)] <- NA
few <- holes[, 1:12]
t <- in_turns(list(
  ours = function() cor_xi(holes, use = "pairwise", threads = 1, progress = FALSE),
  loop = function() for (j in 2:12) XICOR::xicor(few[, 1], few[, j])
))
compare("cor_xi(), 5 % missing, pairwise, n = 181, 1 thread, per pair", "XICOR::xicor(x, y)",
        t[["ours"]] / ncol(x)^2, t[["loop"]] / 11, floor_of(200))

# ---- one column against many ----

y <- matrix(rnorm(181 * size(1e5, 1e4)), 181)
t <- in_turns(list(
  ours = function() cor_xi(x[, 1], y, threads = 1, progress = FALSE),
  turned = function() cor_xi(y, x[, 1], threads = 1, progress = FALSE),
  loop = function() for (j in 1:10) XICOR::xicor(x[, 1], y[, j])
))
work <- paste0("n = 181, 1 thread, per pair")
compare(paste("cor_xi(), one column against", count(ncol(y)), work), "XICOR::xicor(x, y)",
        t[["ours"]] / ncol(y), t[["loop"]] / 10, NA)
compare(paste("cor_xi(),", count(ncol(y)), "columns against one", work), "XICOR::xicor(x, y)",
        t[["turned"]] / ncol(y), t[["loop"]] / 10, NA)

write_report(c(report_head("cor_xi(), xi_test()", "XICOR", rounds), "", how_to_read, "",
               markdown(report_table())))
