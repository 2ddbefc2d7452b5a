# Two builds of manycore in turns: how many times as fast is the one as the other, with the same
# bits?
#
#   Rscript bench/two_builds.R --old LIBRARY [--new LIBRARY] [--only REGEX] [--threads 1,2]
#     [--restarts 5] [--rounds 5] [--what TEXT] [--out FILE]
#
# LIBRARY is a folder of R packages that holds a build of manycore; that of --new is .build/lib of
# this checkout by default. To build an earlier commit: clone the repository, check the commit out,
# and run scripts/build.sh there.
#
# Each build is loaded by an R process of its own. Both processes have the same data. Rounds ask
# them in turns, and each round swaps who is first. While one process works, the other waits. The
# first call of each process is not timed. All of this is done with new processes --restarts times,
# because two processes of one build differ, too. --only takes the works whose names match. --what
# is a line of the report: which builds these are.

here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "common.R"))
source(file.path(here, "works.R"))

libraries <- c(old = value_of("--old"), new = value_of("--new", file.path(here, "../.build/lib")))
if (length(libraries) < 2) stop("--old LIBRARY is missing", call. = FALSE)
libraries[] <- normalizePath(libraries, mustWork = TRUE)
threads <- as.integer(strsplit(value_of("--threads", "1,2"), ",", fixed = TRUE)[[1]])
restarts <- as.integer(value_of("--restarts", size(5, 1)))
rounds <- as.integer(value_of("--rounds", size(5, 3)))

# The works of bench/works.R, and others.
works <- works_of()
add_work <- function(name, data, call) works[[name]] <<- list(data = data, call = call)
for (n in c(512, 1000)) {
  add_work(paste0("floyd_warshall(), n = ", count(n)),
           sprintf("x <- matrix(runif(%d^2), %d)", n, n), "floyd_warshall(x, threads = t)")
}
for (n in c(2e5, 1e6)) {
  add_work(sprintf("sort_parallel(), %s doubles", count(n)), sprintf("x <- runif(%.0f)", n),
           "sort_parallel(x, threads = t)")
}
for (n in c(2e5, 1e6, 1e7)) {
  add_work(sprintf("sort_parallel(), %s integers", count(n)), sprintf("x <- sample.int(%.0f)", n),
           "sort_parallel(x, threads = t)")
}
add_work("parenthesize(), no weights, n = 4,096", "x <- runif(4095)",
         "parenthesize(x, threads = t)")
add_work("matrix_chain(), fractions, n = 2,048", "x <- runif(2049, 0, 1000)",
         "parenthesize(weight = 'matrix_chain', numbers = x, threads = t)")
add_work("align_gap(), costs by place, n = 2,048",
         "x <- strrep('A', 2048); y <- strrep('C', 2048); costs <- matrix(runif(2049^2), 2049)",
         "align_gap(x, y, c(0, 1), costs, threads = t)")
for (n in c(50, 4000, 2e5)) {
  add_work(paste0("cor_kendall(), two columns of ", count(n)),
           sprintf("x <- rnorm(%.0f); y <- rnorm(%.0f)", n, n), "cor_kendall(x, y, threads = t)")
}
add_work("cor_kendall(), two columns of 200,000, an outlier",
         "x <- c(rnorm(199999), 1e9); y <- c(1e9, rnorm(199999))", "cor_kendall(x, y, threads = t)")
add_work("cor_kendall(), two columns of 4,000, an outlier",
         "x <- c(rnorm(3999), 1e9); y <- c(1e9, rnorm(3999))", "cor_kendall(x, y, threads = t)")
add_work("cor_kendall(), 8 columns of 1,000,000", "x <- matrix(rnorm(8e6), 1e6)",
         "cor_kendall(x, threads = t)")
add_work("cor_kendall(), 2,000 x 353, five values",
         "x <- matrix(as.numeric(sample(5, 353 * 2000, TRUE)), 353)",
         "cor_kendall(x, threads = t)")
columns_of <- c("ties" = "round(rnorm(k), 1)",
                "1 % missing" = "replace(rnorm(k), sample(k, k / 100), NA)",
                "ties, 1 % missing" = "replace(round(rnorm(k), 1), sample(k, k / 100), NA)")
for (kind in names(columns_of)) {
  add_work(paste0("cor_kendall(), 2,000 x 353, ", kind),
           sprintf("k <- 353 * 2000; x <- matrix(%s, 353)", columns_of[[kind]]),
           "cor_kendall(x, use = 'pairwise', threads = t)")
}
for (n in c(100, 1000)) {
  add_work(sprintf("cor_kendall(), 500 x %s, ties, 1 %% missing", count(n)),
           sprintf("k <- %d * 500; x <- matrix(%s, %d)", n, columns_of[["ties, 1 % missing"]], n),
           "cor_kendall(x, use = 'pairwise', threads = t)")
}
add_work("cor_kendall(), 2,000 x 353, ties, 5 % missing",
         "k <- 353 * 2000; x <- matrix(replace(round(rnorm(k), 1), sample(k, k / 20), NA), 353)",
         "cor_kendall(x, use = 'pairwise', threads = t)")
for (size in list(c(30, 2000), c(181, 4000), c(181, 100), c(1000, 500), c(2000, 300), c(3000, 200),
                  c(5000, 200))) {
  add_work(sprintf("cor_kendall(), %s x %s", count(size[2]), count(size[1])),
           sprintf("x <- matrix(rnorm(%d * %d), %d)", size[1], size[2], size[1]),
           "cor_kendall(x, threads = t)")
}
for (d in c(5, 16, 256)) {
  add_work(paste0("dist_euclidean(), 4,096 x ", d),
           sprintf("x <- matrix(rnorm(4096 * %d), 4096)", d), "dist_euclidean(x, threads = t)")
}
add_work("sort_parallel(), 1e7 integers", "x <- sample.int(1e9, 1e7, TRUE)",
         "sort_parallel(x, threads = t)")
works <- works[grepl(value_of("--only", ""), names(works))]
if (!length(works)) stop("no work has a name that matches --only", call. = FALSE)

# A process for each build, that has made the data and called the function once.
start <- function(library, work, t) {
  process <- parallel::makePSOCKcluster(1)
  ask(process, paste0("library(manycore, lib.loc = ", deparse(library), ")"))
  ask(process, "
    seconds_of <- function(f, times) {
      gc()
      start <- Sys.time()
      for (i in seq_len(times)) f()
      as.numeric(Sys.time() - start, units = 'secs') / times
    }")
  ask(process, c("set.seed(1)", work$data, paste0("t <- ", t), "f <- function() ", work$call,
                 "first <- f(); NULL"))
  process
}
ask <- function(process, code) {
  parallel::clusterCall(process, function(code) eval(parse(text = code), globalenv()), code)[[1]]
}

isa <- NULL
for (name in names(works)) {
  for (t in threads) {
    seconds <- NULL
    same <- TRUE
    for (restart in seq_len(restarts)) {
      processes <- lapply(libraries, start, works[[name]], t)
      isa <- vapply(processes, ask, "", "manycore_info()$isa")
      same <- same && identical(ask(processes$old, "first"), ask(processes$new, "first"),
                                num.eq = FALSE, single.NA = FALSE)
      first <- vapply(processes, ask, 0, "seconds_of(f, 1)")
      repeats <- ceiling(0.02 / max(first, 1e-6))
      for (r in seq_len(rounds)) {
        order <- if (r %% 2) c("old", "new") else c("new", "old")
        one <- vapply(processes[order], ask, 0, sprintf("seconds_of(f, %d)", repeats))
        seconds <- cbind(seconds, one[c("old", "new")])
      }
      for (process in processes) parallel::stopCluster(process)
    }
    cell <- function(which) {
      format_timing(timing(median(seconds[which, ]), min(seconds[which, ]), max(seconds[which, ])))
    }
    add_row(work = name, threads = t, same = if (same) "yes" else "NO", old = cell("old"),
            new = cell("new"),
            `ratio of medians` = digits(median(seconds["old", ]) / median(seconds["new", ])),
            `ratio of least` = digits(min(seconds["old", ]) / min(seconds["new", ])),
            check.names = FALSE)
    message(paste(report_table()[nrow(report_table()), ], collapse = " | "))
  }
}

library(manycore, lib.loc = libraries[["new"]])
write_report(c(
  "# Two builds of manycore in turns", "", paste0("- ", machine_lines(character())),
  paste0("- Instruction set: ", isa[["old"]], " (old), ", isa[["new"]], " (new); medians of ",
         restarts, " times ", rounds, " rounds in which the builds take turns, with the least and ",
         "the greatest", if (quick) "; --quick"),
  if (!is.null(value_of("--only"))) paste0("- Works that match: ", value_of("--only")),
  if (!is.null(value_of("--what"))) paste0("- ", value_of("--what")),
  "- Ratios say how many times as fast the new build is. same: are the results the",
  "  same to the bit?", "",
  markdown(report_table())))
