# dist_euclidean() against stats::dist, parallelDist, fields, amap, Rfast, the
# BLAS formula, itself and the roofline.
#
#   Rscript bench/distance.R [--quick] [--out FILE]
#
# Every ratio comes from one run in which the contenders take turns (medians).
# Every rival's answer is compared with stats::dist before it is timed; one that
# is wrong, or is not to be had, is left out, and said so. --quick takes smaller
# data and fewer rounds.

here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "common.R"))
quick <- has("--quick")
out <- value_of("--out")

library(manycore)
set.seed(20240607)
rounds <- if (quick) 3 else 5
n <- if (quick) 1000 else 4096
threads <- 2

# ---- rivals ----

rivals <- list(
  "stats::dist" = function(x) stats::dist(x),
  "parallelDist::parDist" = function(x) parallelDist::parDist(x, threads = threads),
  "fields::rdist" = function(x) fields::rdist(x),
  "amap::Dist" = function(x) amap::Dist(x, nbproc = threads),
  "Rfast::Dist" = function(x) Rfast::Dist(x),
  "tcrossprod" = function(x) {
    s <- rowSums(x^2)
    sqrt(pmax(outer(s, s, "+") - 2 * tcrossprod(x), 0))
  }
)
package_of <- function(name) if (grepl("::", name)) sub("::.*", "", name) else "base"

left_out <- character()
right <- function(name) {
  x <- matrix(rnorm(60 * 7), 60)
  got <- tryCatch(as.matrix(rivals[[name]](x)), error = function(e) conditionMessage(e))
  good <- is.numeric(got) && identical(dim(got), c(60L, 60L)) &&
    max(abs(got - as.matrix(stats::dist(x)))) < 1e-6
  if (!good) left_out <<- c(left_out, name)
  good
}
for (package in setdiff(unique(vapply(names(rivals), package_of, "")), c("base", "stats"))) {
  tryCatch(need(package), error = function(e) NULL)
}
rivals <- rivals[vapply(names(rivals), right, TRUE)]

# ---- what is measured ----

ours <- function(...) function() dist_euclidean(..., progress = FALSE)

loop <- roofline(here, "roofline_distance")

floors <- list("5" = c(4, NA), "16" = c(8, NA), "64" = c(15, 0.65), "256" = c(12, 0.70))
for (d in names(floors)) {
  x <- matrix(rnorm(n * as.integer(d)), n)
  contenders <- c(list(ours = ours(x, threads = threads), one = ours(x, threads = 1)),
                  lapply(rivals, function(rival) function() rival(x)))
  if (!is.null(loop)) contenders$roof <- loop
  t <- time_in_turns(contenders, rounds)
  theirs <- t[names(rivals)]
  work <- sprintf("n = %d, d = %s, %d threads", n, d, threads)
  for (name in names(theirs)) {
    fastest <- theirs[[name]] == min(theirs)
    compare(work, paste0(name, if (fastest) " (the fastest)"), t[["ours"]], theirs[[name]],
            if (fastest) floors[[d]][1] else NA)
  }
  compare(work, "1 thread", t[["ours"]], t[["one"]], if (d == "256") 1.9 else NA)
  if (!is.null(loop)) {
    steps <- n * (n - 1) / 2 * as.integer(d)
    each <- t[["roof"]] / (1e5 * 16 * 16 * 8)
    compare(paste0(work, ": 1 thread"), "roofline (subtract, multiply-add in registers)",
            t[["one"]], steps * each, floors[[d]][2])
  }
}

table <- report_table()
lines <- c("# dist_euclidean()", "",
           paste0("- ", machine_lines(setdiff(unique(vapply(names(rivals), package_of, "")),
                                              c("base", "stats")))),
           paste0("- BLAS: ", basename(extSoftVersion()[["BLAS"]])),
           paste0("- Instruction set: ", manycore_info()$isa, "; medians of ", rounds,
                  " rounds in which the contenders take turns", if (quick) "; --quick" else ""),
           if (length(left_out)) {
             paste0("- left out, as wrong or not to be had: ", paste(left_out, collapse = ", "))
           }, "", markdown(table))
writeLines(lines)
if (!is.null(out)) writeLines(lines, out)
