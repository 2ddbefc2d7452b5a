# Kendall's tau between all pairs of variables of a real data set.
#
#   Rscript scripts/demo.R [FILE]
#
# Without FILE: NCI60, the expression of 6,830 genes in 64 tumour cell lines; or simulated data of
# the same size if CRAN does not have it.

library(manycore)
source("scripts/demo-data.R")
source("scripts/demo-strongest.R")
source("scripts/demo-plot.R")

big <- function(n) format(n, big.mark = ",", scientific = FALSE, trim = TRUE)
count <- function(n, what) paste0(big(n), " ", what, if (n != 1) "s")
seconds <- function(t) {
  if (t < 0.00095) sprintf("%.0f us", 1e6 * t)
  else if (t < 0.095) sprintf("%.3g ms", 1000 * t)
  else sprintf("%.2f s", t)
}
pairs_of <- function(columns) columns * (columns + 1) / 2

# The value of a function, and the time of a call: the median of three means over enough calls to be
# measurable. A long call is made once.
clock <- function(run) {
  time <- system.time(value <- run())[["elapsed"]]
  calls <- if (time < 0.05) ceiling(0.1 / max(time, 0.0002)) else 1
  if (time < 2) {
    time <- stats::median(replicate(3L, {
      system.time(for (call in seq_len(calls)) run())[["elapsed"]] / calls
    }))
  }
  list(value = value, time = time)
}

# ---- data ---------------------------------------------------------------------

file <- commandArgs(trailingOnly = TRUE)[1L]
data <- if (is.na(file) || !nzchar(file)) demo_data() else read_data(file)
x <- data$x
m <- ncol(x)
n <- nrow(x)
gaps <- anyNA(x)
use <- if (gaps) "pairwise.complete.obs" else "everything"

cat("Data:      ", data$what, "\n", sep = "")
cat("           ", count(n, "observation"), " of ", count(m, "variable"), ", ",
    count(m * (m - 1) / 2, "pair"), "\n", sep = "")
if (gaps) {
  cat("           Missing: ", count(sum(is.na(x)), "value"), "; use = \"", use, "\"\n", sep = "")
}
result_size <- 8 * m^2 / 2^30
if (result_size >= 1) {
  cat(sprintf("           The matrix of coefficients takes %.1f GiB.\n", result_size))
}
cat("\n")
print(manycore_info())
cat("\n")

# ---- agreement with stats::cor and its time, on a slice -------------------------

kendall_of_stats <- function(columns) {
  suppressWarnings(stats::cor(x[, columns, drop = FALSE], use = use, method = "kendall"))
}
spread <- function(columns) unique(round(seq(1, m, length.out = min(m, columns))))

# Grow the slice until stats::cor needs long enough to be measured.
slice <- 8L
repeat {
  columns <- spread(slice)
  time_stats <- system.time(kendall_of_stats(columns))[["elapsed"]]
  if (time_stats >= 0.7 || slice >= m) break
  growth <- sqrt(1.5 / max(time_stats, 0.02))
  slice <- as.integer(min(m, ceiling(slice * max(1.5, min(growth, 8)))))
}
by_stats <- clock(function() kendall_of_stats(columns))
expected <- by_stats$value
time_stats <- by_stats$time
part <- suppressWarnings(cor_kendall(x[, columns, drop = FALSE], use = use, progress = FALSE))
difference <- max(abs(part - expected), 0, na.rm = TRUE)
if (!identical(is.na(part), is.na(expected)) || difference > 1e-12) {
  stop("cor_kendall() and stats::cor() differ by ", format(difference), " on a slice of ",
       length(columns), " columns.", call. = FALSE)
}

# ---- all pairs ------------------------------------------------------------------

by_manycore <- clock(function() suppressWarnings(cor_kendall(x, use = use)))
tau <- by_manycore$value
time <- by_manycore$time
per_pair <- time / pairs_of(m)
per_pair_stats <- time_stats / pairs_of(length(columns))

timing <- function(call, time, columns) {
  cat(sprintf("%-36s %8s for %s variables\n", call, seconds(time), big(columns)))
}
timing("cor_kendall(x):", time, m)
timing("stats::cor(x, method = \"kendall\"):", time_stats, length(columns))
if (m > length(columns)) {
  all <- per_pair_stats * pairs_of(m)
  cat(strrep(" ", 37L), "(all of them would take about ",
      if (all < 90) paste(round(all), "seconds")
      else if (all < 5400) paste(round(all / 60), "minutes")
      else paste(round(all / 3600, 1), "hours"), ")\n", sep = "")
}
cat("The answers on these columns agree to ", if (difference == 0) "the last bit"
    else format(difference, digits = 2), "; per pair, cor_kendall is ",
    big(signif(per_pair_stats / per_pair, 3)), " times as fast.\n\n", sep = "")

# ---- the strongest pairs ----------------------------------------------------------

candidates <- strongest_pairs(tau, 1000L)
best <- utils::head(candidates, 10L)
if (!nrow(best)) {
  cat("No pair has a coefficient, or one other than zero.\n")
  quit(save = "no")
}
names <- colnames(x)
cat("Strongest pairs:\n")
width <- max(nchar(names[c(best$i, best$j)]))
cat(sprintf("  %2d.  %-*s  %-*s  %7.4f\n", seq_len(nrow(best)), width, names[best$i],
            width, names[best$j], best$tau), sep = "")
cat("\n")

# ---- the picture ------------------------------------------------------------------

group <- around_pairs(tau, candidates)
if (length(group) < 3L) {
  cat("Too few variables for a picture.\n")
} else {
  what <- group_title(length(group), m)
  path <- draw_group(tau[group, group], names[group], paste0(data$title, ": ", what), n)
  cat("Picture of ", what, ": ", path, "\n", sep = "")
}
