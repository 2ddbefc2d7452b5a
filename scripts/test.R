# Runs tests/testthat against the installed package and writes the numbers of
# expectations that passed, failed and were skipped to the file given.

counts_file <- commandArgs(trailingOnly = TRUE)[1L]
suppressPackageStartupMessages(library(testthat))
library(manycore)

cat("manycore ", format(packageVersion("manycore")), " from ", find.package("manycore"), ", ",
    R.version.string, "\n", sep = "")

# Not on CRAN here: skip_on_cran() and the like let everything run.
Sys.setenv(NOT_CRAN = "true")
# No dot for each of thousands of checks.
options(testthat.summary.omit_dots = TRUE)
files <- list.files("tests/testthat", pattern = "^test.*\\.[rR]$")
if (!length(files)) {
  cat("There are no tests in tests/testthat.\n")
  writeLines("0 0 0", counts_file)
  quit(save = "no", status = 1L)
}

results <- as.data.frame(test_dir(
  "tests/testthat", package = "manycore", load_package = "installed",
  reporter = SummaryReporter$new(show_praise = FALSE), stop_on_failure = FALSE
))
failed <- sum(results$failed) + sum(results$error)
skipped <- sum(results$skipped)
passed <- sum(results$passed)

# One line per file, so that a log shows what ran and how long it took.
for (file in unique(results$file)) {
  rows <- results[results$file == file, ]
  cat(sprintf("%-32s %6d checks %8.1f s%s\n", file, sum(rows$nb), sum(rows$real),
              if (sum(rows$failed) + sum(rows$error)) "  FAILED" else ""))
}
writeLines(paste(passed, failed, skipped), counts_file)
quit(save = "no", status = if (failed > 0L) 1L else 0L)
