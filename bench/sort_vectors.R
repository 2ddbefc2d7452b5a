# mc_sort_u32(), mc_sort_u64() and mc_sort_f64(), called from C++, against the sorts by vectors of
# others: Highway's vqsort, which has one thread, and x86-simd-sort with OpenMP.
#
#   Rscript bench/sort_vectors.R [--quick] [--out FILE]
#
# vqsort is that of the installed Highway (Debian package libhwy-dev), or of another Highway, whose
# library LD_PRELOAD names: Highway 1.0.3 of Debian 12 has no path for Zen 4. The environment
# variable X86_SIMD_SORT names the folder of x86-simd-sort's sources. RIVALS_ARE says which versions
# these are, for the head of the report. Without these libraries their rows are left out.
#
# Each contender sorts a copy that was made before the clock starts. Each answer is checked each
# time (bench/sort_rivals.cpp). --quick takes less data.

here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "common.R"))
source(file.path(here, "sort_rivals.R"))

library(manycore)
rounds <- if (quick) 3 else 7
types <- c("u32", "u64", "f64")
vectors <- c("vqsort", "x86-simd-sort", "std::sort")

works <- function(data, type, threads) {
  contender <- function(name) by_c(data, name, threads, type = type)
  is_here <- function(name) {
    !is.null(by_c(make_data(type, "random", 1000), name, threads, type = type)())
  }
  rivals <- Filter(is_here, vectors)
  stats::setNames(lapply(c("mc_sort", rivals), contender), c("ours", rivals))
}

for (n in if (quick) 2e5 else c(2e5, 1e7)) {
  for (type in types) {
    data <- make_data(type, "random", n)
    for (threads in 1:2) {
      contenders <- works(data, type, threads)
      seconds <- vapply(seq_len(rounds), function(r) {
        vapply(contenders, function(f) stats::median(replicate(if (n < 1e6) 15 else 1, f())), 0)
      }, numeric(length(contenders)))
      t <- timing(apply(seconds, 1, stats::median), apply(seconds, 1, min), apply(seconds, 1, max))
      for (name in names(contenders)[-1]) {
        compare(sprintf("mc_sort_%s(), %s numbers, %s", type, count(n), plural(threads)), name,
                t[["ours"]], t[[name]], if (name == "std::sort" || quick) NA else 1)
      }
    }
  }
}

write_report(c(
  report_head("Sorts of numbers by vectors, called from C++", character(), rounds), "",
  paste("- Rivals:", Sys.getenv("RIVALS_ARE", "versions not named")),
  "- Uniform random numbers. vqsort and std::sort have one thread in all rows.",
  "- x86-simd-sort compresses vectors into memory, which Zen 4 does by microcode. On other",
  "  processors its ratios may be lower.",
  "- A ratio says how many times as fast we are.", "",
  markdown(report_table())
))
