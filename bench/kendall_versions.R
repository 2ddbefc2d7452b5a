# cor_kendall() against cor(method = "kendall") of several versions of R: same bits, and how many
# times as fast. R 4.7.0 counts the pairs of two columns of a matrix in O(n log n) time, earlier
# versions in O(n^2).
#
#   Rscript bench/kendall_versions.R [--with RSCRIPT,...] [--quick] [--out FILE.md]
#
# This R and those of --with run the same comparisons, each with manycore in its own library
# (R_LIBS, or .build/lib-VERSION of this checkout; scripts/r-devel.sh builds another R). One thread.
# Times are those of the processor, not of the clock, because other work of the machine adds less to
# them.

here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "common.R"))
own <- file.path(here, "..", ".build", paste0("lib-", getRversion()))
if (dir.exists(own)) .libPaths(c(own, .libPaths()))
library(manycore)
manycore_threads(1)
rounds <- size(5, 1)

# The result of a call, and its least processor time in seconds. Short calls are repeated, for a
# tenth of a second or more; calls of seconds run once.
cpu <- function(f) {
  one <- function(times) {
    before <- proc.time()[1:2]
    for (i in seq_len(times)) result <<- f()
    sum(proc.time()[1:2] - before) / times
  }
  result <- NULL
  times <- 1
  while ((first <- one(times)) * times < 0.1) times <- 4 * times
  again <- if (first > 1) 0 else rounds
  list(result = result, seconds = min(first, vapply(seq_len(again), function(r) one(times), 0)))
}

# `some`: so many columns for stats::cor() if it takes O(n^2) time; the time is scaled by the number
# of pairs, with those of a column with itself.
shape <- function(n, m, some, call, more = "", draw = rnorm) {
  set.seed(1)
  x <- matrix(draw(n * m), n)
  columns <- if (getRversion() >= "4.7.0") m else min(some, m)
  part <- x[, seq_len(columns), drop = FALSE]
  base <- switch(call,
    matrix = function() stats::cor(part, method = "kendall"),
    vectors = function() stats::cor(part[, 1], part[, 2], method = "kendall"),
    pairwise = function() stats::cor(part, method = "kendall", use = "pairwise"))
  ours_of <- function(x) {
    switch(call, matrix = cor_kendall(x), vectors = cor_kendall(x[, 1], x[, 2]),
           pairwise = cor_kendall(x, use = "pairwise"))
  }
  theirs <- cpu(base)
  same <- identical(theirs$result, ours_of(part))
  scale <- if (call == "vectors") 1 else m * (m + 1) / (columns * (columns + 1))
  theirs <- theirs$seconds * scale
  ours <- cpu(function() ours_of(x))$seconds
  data.frame(R = paste0(format(getRversion()),
                        if (R.version$status != "") paste0(" (r", R.version[["svn rev"]], ")")),
             work = paste0(m, if (call == "vectors") " vectors of " else " columns of ", count(n),
                           " rows", more),
             same = if (same) "yes" else "NO", manycore = format_seconds(ours),
             `stats::cor` = paste0(format_seconds(theirs), if (columns < m) " (*)"),
             ratio = digits(theirs / ours), check.names = FALSE)
}

missing_some <- function(n) {
  x <- rnorm(n)
  x[sample(n, n / 10)] <- NA
  x
}
tied <- function(n) sample(5, n, TRUE)
measure <- function() {
  rbind(
    shape(353, size(500, 50), 40, "matrix"),
    shape(353, size(500, 50), 40, "matrix", ", five values", tied),
    shape(size(5000, 500), 50, 6, "matrix"),
    shape(size(20000, 2000), 2, 2, "matrix"),
    shape(size(20000, 2000), 2, 2, "vectors"),
    shape(353, 100, 20, "pairwise", ", 10 % missing, pairwise", missing_some)
  )
}

if (has("--rows")) {
  saveRDS(list(rows = measure(), r = R.version.string), value_of("--rows"))
  quit(save = "no")
}

rows <- measure()
versions <- R.version.string
others <- value_of("--with")
for (rscript in if (is.null(others)) character() else strsplit(others, ",", fixed = TRUE)[[1]]) {
  answer <- tempfile(fileext = ".rds")
  script <- file.path(here, "kendall_versions.R")
  status <- system2(rscript, c(shQuote(script), "--rows", answer, if (quick) "--quick"),
                    env = "R_HOME=")
  if (status != 0) stop(rscript, " failed", call. = FALSE)
  answer <- readRDS(answer)
  rows <- rbind(rows, answer$rows)
  versions <- c(versions, answer$r)
}

machine <- machine_lines(character())
text <- c(
  "# cor_kendall() and cor(method = \"kendall\") of several versions of R", "",
  paste0("- ", machine[c(1, 2, 4)]),
  paste0("- Instruction set: ", manycore_info()$isa, ", 1 thread"),
  paste0("- R: ", paste(versions, collapse = "; ")),
  paste("- Times are those of the processor: the least of", rounds, "rounds, or one call of more",
        "than a second. Processor time counts no other work of the machine.", if (quick) "--quick"),
  "- same: are the results identical()? (On the columns that stats::cor() got.)",
  "- (\\*): stats::cor() got some of the columns; its time is scaled by the number of pairs.", "",
  markdown(rows)
)
writeLines(text)
if (!is.null(out)) writeLines(text, out)
if (any(rows$same != "yes")) stop("results differ", call. = FALSE)
