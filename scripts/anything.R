# Calls every exported function with arguments that no function expects (tests/testthat:
# helper-anything.R), and prints what is wrong: unclear errors, changed arguments, hangs. If fewer
# than one of a hundred calls return a result, the calls test little but the checks of arguments,
# and the status is 1. The last line counts the calls.
#
#   Rscript scripts/anything.R [COUNT [SEED]]      COUNT calls (10,000); the first has this seed (1)

arguments <- as.numeric(commandArgs(trailingOnly = TRUE))
count <- if (length(arguments) > 0L) arguments[1L] else 1e4
seed <- if (length(arguments) > 1L) arguments[2L] else 1
library(manycore)
for (part in c("inputs", "calls", "odd", "anything")) {
  source(file.path("tests", "testthat", paste0("helper-", part, ".R")))
}
grDevices::pdf(NULL)
manycore_threads(2)
found <- odd_findings(count, seed)
writeLines(found)
cat(count, "calls,", odd_counts$returned, "of them returned a result,", length(found),
    "kinds of findings\n")
quit(status = length(found) > 0L || odd_counts$returned < count / 100)
