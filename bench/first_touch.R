# What the first access to fresh memory costs, by page faults and after calls that ask for all
# pages of 2 MiB (src/base/first_touch.c), in small and in large pages.
#
#   Rscript bench/first_touch.R [--quick] [--out FILE]

here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "common.R"))
library(manycore)
first_touch <- roofline(here, "first_touch")
if (is.null(first_touch)) stop("the benchmark needs a C compiler", call. = FALSE)
if (is.null(first_touch(2^20, FALSE, FALSE))) stop("the benchmark needs Linux", call. = FALSE)

for (mebibytes in c(2, 8, 32)) {
  for (large in c(FALSE, TRUE)) {
    one <- function(populate) {
      seconds <- first_touch(mebibytes * 2^20, populate, large)
      if (is.null(seconds)) NA_real_ else seconds / (mebibytes * 256)
    }
    both <- vapply(seq_len(size(6, 2)), function(round) {
      turns <- if (round %% 2) c(FALSE, TRUE) else c(TRUE, FALSE)
      vapply(turns, one, 0)[match(c(FALSE, TRUE), turns)]
    }, numeric(2))
    faults <- min(both[1, ])
    populated <- min(both[2, ])
    add_row(memory = paste(mebibytes, "MiB"), pages = if (large) "large" else "4 KiB",
            `by page faults` = format_seconds(faults),
            `one call for 2 MiB` = if (is.na(populated)) "" else format_seconds(populated),
            ratio = digits(faults / populated), check.names = FALSE)
  }
}
write_report(c(
  "# The first access to fresh memory", "",
  paste0("- ", c(machine_lines(character())[1:2], paste("Linux", Sys.info()[["release"]]))),
  paste0("- Time for each 4 KiB of memory that is aligned to large pages: the least of ",
         size(90, 30), " times,"),
  "  in turns. One thread. One call: MADV_POPULATE_WRITE for each 2 MiB, and the first access.", "",
  markdown(report_table())))
