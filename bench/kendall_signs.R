# cor_kendall(algorithm = "bitset") on a processor with tiles of bytes: the target amx, which may
# count by signs (src/kendall/signs.h), against avx512icl, which counts by bits. Results must be the
# same to the bit.
#
#   Rscript bench/kendall_signs.R [--quick] [--out FILE]
#
# A ratio says how many times as fast amx is. Without tiles the script ends with status 77.

here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "common.R"))
library(manycore)
if (!"amx" %in% manycore_info()$isa_runnable) {
  writeLines("no target amx on this machine")
  quit(status = 77)
}
set.seed(1)
rounds <- if (quick) 3 else 5
least <- 0.1

kinds <- list(
  "no ties" = function(x) x,
  "ties" = function(x) round(x, 1),
  "missing values" = function(x) replace(x, sample(length(x), length(x) / 100), NA),
  "ties and missing values" = function(x) {
    replace(round(x, 1), sample(length(x), length(x) / 100), NA)
  }
)

for (n in size(c(181, 353, 1000), 100)) {
  m <- size(if (n > 500) 1000 else 2000, 300)
  data <- matrix(rnorm(n * m), n)
  for (kind in names(kinds)) {
    x <- kinds[[kind]](data)
    use <- if (anyNA(x)) "pairwise" else "everything"
    call <- function() {
      cor_kendall(x, use = use, algorithm = "bitset", threads = 1, progress = FALSE)
    }
    stopifnot(identical(on_target("amx", call()), on_target("avx512icl", call())))
    t <- in_turns(list(amx = function() on_target("amx", call()),
                       avx512icl = function() on_target("avx512icl", call())))
    compare(sprintf("%s, %s columns of %s rows", kind, count(m), count(n)), "avx512icl",
            t[["amx"]], t[["avx512icl"]], NA)
  }
}

write_report(c(
  report_head("Kendall's tau by signs and by bits", character(), rounds), "",
  "- One thread. `amx` takes signs where its measured costs promise to save a fifth of the time,",
  "  else bits.",
  "- A ratio says how many times as fast `amx` is.", "",
  markdown(report_table())
))
