# Runs tests/testthat against the installed package. Writes the numbers of passed, failed and
# skipped expectations to the file COUNTS, and adds a line for each failure to COUNTS.failures and a
# line for each test that was skipped to COUNTS.skips.
#
#   test.R COUNTS [timed | untimed | REGEXP]
#
# "timed": files whose tests demand an answer within seconds. "untimed": all others, which may share
# the processors with other work.

arguments <- commandArgs(trailingOnly = TRUE)
counts_file <- arguments[1L]
which <- if (length(arguments) > 1L) arguments[2L] else ""
timed <- "^test-(progress|interrupts|small-calls)\\.R$"

suppressPackageStartupMessages(library(testthat))
library(manycore)

cat("manycore ", format(packageVersion("manycore")), " from ", find.package("manycore"), ", ",
    R.version.string, "\n", sep = "")

# This is not CRAN: skip_on_cran() and the like skip nothing.
Sys.setenv(NOT_CRAN = "true")
# Without a dot for each of thousands of checks.
options(testthat.summary.omit_dots = TRUE)
files <- list.files("tests/testthat", pattern = "^test.*\\.[rR]$")
files <- switch(which,
  timed = grep(timed, files, value = TRUE),
  untimed = grep(timed, files, value = TRUE, invert = TRUE),
  grep(which, files, value = TRUE)
)
if (!length(files)) {
  cat("No test file in tests/testthat has such a name: ", which, "\n", sep = "")
  writeLines("0 0 0", counts_file)
  quit(save = "no", status = 1L)
}

# test_dir() takes a regular expression of names without "test-" and ".R".
names <- sub("\\.[rR]$", "", sub("^test-?", "", files))
results <- test_dir(
  "tests/testthat", filter = paste0("^(", paste(names, collapse = "|"), ")$"),
  package = "manycore", load_package = "installed",
  reporter = SummaryReporter$new(show_praise = FALSE), stop_on_failure = FALSE
)
# A message as one line of at most 800 characters, which shows the values that differ.
one_line <- function(message) {
  substr(gsub("[[:space:]]*\n[[:space:]]*", " | ", message), 1L, 800L)
}
# Lines of the expectations of these classes: file, test, message.
lines_of <- function(classes) {
  unlist(lapply(results, function(test) {
    found <- Filter(function(result) inherits(result, classes), test$results)
    sprintf("%s: %s: %s", test$file, test$test,
            vapply(found, function(result) one_line(conditionMessage(result)), ""))
  }))
}
problems <- lines_of(c("expectation_failure", "expectation_error"))
skips <- lines_of("expectation_skip")
results <- as.data.frame(results)
failed <- sum(results$failed) + sum(results$error)
skipped <- sum(results$skipped)
passed <- sum(results$passed)

# One line per file, so that a log shows what ran and how long it took.
for (file in unique(results$file)) {
  rows <- results[results$file == file, ]
  cat(sprintf("%-32s %6d checks %8.1f s%s\n", file, sum(rows$nb), sum(rows$real),
              if (sum(rows$failed) + sum(rows$error)) "  FAILED" else ""))
  if (!sum(rows$passed)) cat("Nothing passed in ", file, "\n", sep = "")
}
slow <- utils::head(results[order(-results$real), ], 8L)
cat("\nThe slowest:\n", sprintf("%8.1f s  %s: %s\n", slow$real, slow$file, slow$test), sep = "")
writeLines(paste(passed, failed, skipped), counts_file)
cat(sprintf("%s\n", problems), file = paste0(counts_file, ".failures"), sep = "", append = TRUE)
cat(sprintf("%s\n", skips), file = paste0(counts_file, ".skips"), sep = "", append = TRUE)
quit(save = "no", status = if (failed > 0L) 1L else 0L)
