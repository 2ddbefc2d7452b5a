# What the first access to fresh memory costs, by page faults and after one call that asks for all
# pages (src/base/first_touch.c), in small and in large pages.
#
#   Rscript bench/first_touch.R [--quick] [--out FILE]

here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "common.R"))
library(manycore)
first_touch <- roofline(here, "first_touch")
if (is.null(first_touch)) stop("the benchmark needs a C compiler", call. = FALSE)

for (mebibytes in c(2, 8, 32)) {
  for (large in c(FALSE, TRUE)) {
    one <- function(populate) {
      seconds <- first_touch(mebibytes * 2^20, populate, large)
      if (is.null(seconds)) NA else seconds / (mebibytes * 256)
    }
    both <- replicate(size(5, 1), c(one(FALSE), one(TRUE)))
    faults <- min(both[1, ])
    populated <- min(both[2, ])
    add_row(memory = paste(mebibytes, "MiB"), pages = if (large) "large" else "4 KiB",
            `by page faults` = format_seconds(faults),
            `all in one call` = if (is.na(populated)) "" else format_seconds(populated),
            ratio = digits(faults / populated), check.names = FALSE)
  }
}
write_report(c(
  "# The first access to fresh memory", "",
  paste0("- ", c(machine_lines(character())[1:2], paste("Linux", Sys.info()[["release"]]))),
  paste0("- Time for each 4 KiB of memory that is aligned to large pages: the least of ",
         size(75, 15), " times,"),
  "  in turns. One thread. All in one call: MADV_POPULATE_WRITE, and the first access.", "",
  markdown(report_table())))
