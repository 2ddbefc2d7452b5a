# The sorts of a column of Kendall's tau (src/kendall/column_sort.h) on each target: by keys, by
# buckets, by digits.
#
#   Rscript bench/column_sort.R [--out FILE]

here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "common.R"))
library(manycore)
printed <- system2("sh", c(shQuote(file.path(here, "kendall_scans.sh")), "column_sort"),
                   stdout = TRUE)
if (!is.null(attr(printed, "status"))) stop("kendall_scans.sh failed", call. = FALSE)
times <- utils::read.table(text = printed, na.strings = "-",
                           col.names = c("target", "values", "rows", "prefers", "keys", "buckets",
                                         "digits"))
say <- c(normal = "normal", rounded = "normal, rounded to 0.02",
         outlier = "normal, and one outlier", tail = "a long tail: exp(2 z)",
         tails = "two long tails: Cauchy",
         zeros = "nine of ten are 0, the others exp(z)")
shown <- function(x) ifelse(is.na(x), "", sprintf("%.2f", x))
for (i in seq_len(nrow(times))) {
  t <- times[i, ]
  add_row(target = t$target, values = say[[t$values]], rows = count(t$rows),
          `by keys` = shown(t$keys), `by buckets` = shown(t$buckets),
          `by digits` = shown(t$digits), `the target takes` = t$prefers, check.names = FALSE)
}
write_report(c(
  "# Sorts of a column", "",
  paste0("- ", machine_lines(character())),
  "- Nanoseconds for a row: the least of nine runs, warm, one thread, called from C. If a sort",
  "  gives up, its time and those of the sorts that follow are in the number.", "",
  markdown(report_table())))
