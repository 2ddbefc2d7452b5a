# The cost of a trace (manycore_trace()) while it is on, and while it is off.
#
#   Rscript bench/trace.R [--quick] [--before LIBRARY] [--out FILE]
#
# Short and long calls with one and two threads, without and with a trace. With --before the calls
# are also measured with an older version without traces in another LIBRARY. Each measurement is a
# process of its own; processes take turns. A time is the least of a process's repetitions. A ratio
# is that of a turn; the table has the median and the range of ratios.

here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "common.R"))
library(manycore)
before <- value_of("--before")
turns <- size(9, 2)

calls <- c(
  "cor_kendall(), 20 x 10" = "cor_kendall(small, threads = %d)",
  "sort_parallel(), n = 10,000" = "sort_parallel(numbers, threads = %d)",
  "floyd_warshall(), n = 256" = "floyd_warshall(weights, threads = %d)",
  "cor_kendall(), 353 x 1,000" = "cor_kendall(genes, threads = %d)",
  "dist_euclidean(), 2,048 x 64" = "dist_euclidean(points, threads = %d)"
)
data <- c(
  "set.seed(1)", "small <- matrix(rnorm(200), 20)", "numbers <- runif(1e4)",
  "weights <- matrix(runif(256^2), 256)", "genes <- matrix(rnorm(353000), 353)",
  "points <- matrix(rnorm(2048 * 64), 2048)"
)

# The least seconds of each call with one and two threads, and its number of events, in a new
# process.
measure <- function(library, traced) {
  answer <- tempfile(fileext = ".rds")
  script <- tempfile(fileext = ".R")
  code <- unlist(lapply(1:2, function(k) sprintf(calls, k)))
  writeLines(c(
    "suppressPackageStartupMessages(library(manycore))", data,
    "least <- function(f) {", "  f()", "  end <- Sys.time() + 0.5", "  best <- Inf",
    "  repeat {", if (traced) "    manycore_trace(file, events = 1e5)",
    "    start <- Sys.time()", "    for (k in 1:repeats) f()",
    "    took <- as.numeric(Sys.time() - start, units = 'secs') / repeats",
    if (traced) c("    events <<- nrow(manycore_trace(NULL)) / repeats"),
    "    best <- min(best, took)", "    if (Sys.time() > end) return(best)", "  }", "}",
    "file <- tempfile()", "events <- 0", "rows <- NULL",
    sprintf("repeats <- %d\nrows <- rbind(rows, c(least(function() %s), events))",
            rep(c(20, 20, 1, 1, 1), 2), code),
    sprintf("saveRDS(rows, '%s')", answer)
  ), script)
  status <- system2(file.path(R.home("bin"), "Rscript"), c("--vanilla", shQuote(script)),
                    env = paste0("R_LIBS=", paste(c(library, .libPaths()), collapse = ":")))
  if (status != 0) stop("a process failed", call. = FALSE)
  readRDS(answer)
}

contenders <- list(off = list(NULL, FALSE), on = list(NULL, TRUE))
if (!is.null(before)) contenders$before <- list(normalizePath(before), FALSE)
found <- lapply(seq_len(turns), function(turn) {
  order <- (seq_along(contenders) + turn) %% length(contenders) + 1
  lapply(contenders[order], function(how) measure(how[[1]], how[[2]]))
})

range_of <- function(ratios) {
  sprintf("%.3f (%.3f to %.3f)", stats::median(ratios), min(ratios), max(ratios))
}
rows <- lapply(seq_len(2 * length(calls)), function(k) {
  seconds <- function(who) vapply(found, function(turn) turn[[who]][k, 1], 0)
  events <- found[[1]]$on[k, 2]
  data.frame(call = rep(names(calls), 2)[k], threads = rep(1:2, each = length(calls))[k],
             off = format_seconds(stats::median(seconds("off"))),
             "off / before" = if (is.null(before)) "" else
               range_of(seconds("off") / seconds("before")),
             "on / off" = range_of(seconds("on") / seconds("off")),
             events = count(round(events)), check.names = FALSE)
})
write_report(c(
  "# What a trace costs", "",
  paste0("- ", machine_lines(character())),
  paste0("- ", turns, " turns; medians, and the range of ratios."),
  if (!is.null(before)) "- before: a build without traces.",
  "- 'on' is the call alone, without the begin of the trace and the writing of its file.", "",
  markdown(do.call(rbind, rows))
))
