# The measurements behind the automatic choice of an algorithm for distances (src/distance/plan.c).
# The tile algorithm against the blockwise one for few coordinates, and against the straightforward
# one, which reads the points in place, for few points; on every target, with 1 and 2 threads.
#
#   Rscript bench/distance_choice.R [--quick] [--out FILE]
#
# A number says how many times as fast as the tile algorithm the other one is; bold where auto takes
# the other one. --quick takes fewer sizes and rounds.

here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "common.R"))

library(manycore)
set.seed(20261122)
rounds <- if (quick) 3 else 5

points_of <- function(n, d) matrix(rnorm(n * d), n)

# How many times as fast as "tile" `algorithm` is for these points.
gain <- function(algorithm, threads, x, y = NULL) {
  ours <- function(algorithm) {
    layout <- if (algorithm == "straightforward") "soa" else "auto"
    function() {
      dist_euclidean(x, y, algorithm = algorithm, layout = layout, threads = threads,
                     progress = FALSE)
    }
  }
  t <- time_in_turns(list(tile = ours("tile"), other = ours(algorithm)), rounds, least = 0.02)
  t[["tile"]] / t[["other"]]
}

# A row for each target and number of threads, a column for each entry of `cases`. An entry has x,
# y, and whether auto takes `algorithm`.
grid <- function(algorithm, cases) {
  cell <- function(case, threads) {
    times <- sprintf("%.2f", gain(algorithm, threads, case$x, case$y))
    if (case$taken) paste0("**", times, "**") else times
  }
  targets <- setdiff(manycore_info()$isa_runnable, "knc")
  stopifnot(length(targets) > 0)
  rows <- lapply(targets, function(target) {
    lapply(1:2, function(threads) {
      message(algorithm, ", ", target, ", ", threads, " threads")
      values <- on_target(target, vapply(cases, cell, "", threads = threads))
      data.frame(target, threads, t(values), check.names = FALSE)
    })
  })
  do.call(rbind, unlist(rows, recursive = FALSE))
}

# ---- few coordinates ----

few_coordinates <- if (quick) c(2, 8, 16) else c(2, 4, 6, 8, 10, 12, 16, 24)
shapes <- list("2,000 points" = c(2000, 0), "4,000 x 1,000" = c(4000, 1000),
               "1,000 x 4,000" = c(1000, 4000))
few <- lapply(shapes, function(shape) {
  grid("blockwise", stats::setNames(lapply(few_coordinates, function(d) {
    list(x = points_of(shape[1], d), y = if (shape[2] > 0) points_of(shape[2], d),
         taken = d <= 8 && shape[2] <= shape[1])
  }), paste("d =", few_coordinates)))
})

# ---- few points ----

many_coordinates <- if (quick) c(128, 2000) else c(32, 128, 1000, 20000)
counts <- list("2" = c(2, 0), "4" = c(4, 0), "8" = c(8, 0), "9" = c(9, 0), "12" = c(12, 0),
               "16" = c(16, 0), "32" = c(32, 0), "1 x 16" = c(1, 16), "1 x 32" = c(1, 32),
               "1 x 200" = c(1, 200), "8 x 8" = c(8, 8), "12 x 12" = c(12, 12))
points <- lapply(stats::setNames(many_coordinates, paste("d =", many_coordinates)), function(d) {
  grid("straightforward", lapply(counts, function(count) {
    pairs <- if (count[2] > 0) prod(count) else count[1] * (count[1] - 1) / 2
    list(x = points_of(count[1], d), y = if (count[2] > 0) points_of(count[2], d),
         taken = d >= 128 && max(count) <= 16 && pairs <= if (count[2] > 0) 64 else 32)
  }))
})

section <- function(name, table) c("", paste("##", name), "", markdown(table))
text <- c("# The choice of an algorithm for distances", "", machine_lines(character()), "",
          paste("How many times as fast as the tile algorithm another one is, double precision;",
                "bold where auto takes it."),
          unlist(Map(section, paste("blockwise,", names(few)), few)),
          unlist(Map(section, paste("straightforward,", names(points)), points)))
writeLines(text)
if (!is.null(out)) writeLines(text, out)
