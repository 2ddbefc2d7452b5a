# The cost of more threads than processors.
#
#   Rscript bench/crowded.R [--quick] [--load K] [--out FILE]
#
# Each call runs with as many threads as processors, and with 4, 16, 64 and 256 threads, in turns:
# on the quiet machine, and beside K busy processes (by default one less than processors), which the
# script starts and ends. The bar: the median of the rounds' ratios is at most 1.10. (A call gets at
# most four threads for each processor, see ?manycore_threads.) Nothing else may run meanwhile.

here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "common.R"))
source(file.path(here, "works.R"))
library(manycore)

processors <- manycore_info()$processors
wanted <- unique(c(processors, 4, 16, 64, 256))
rounds <- size(15, 5)
most <- 1.10

works <- works_of()
if (quick) works <- works[c(1, 4, 6, 8)]

# The seconds of the call with each number of threads, a column for each round. Short calls are
# repeated.
seconds_by_threads <- function(work) {
  env <- environment_of(work)
  call <- str2lang(work$call)
  run <- function(threads, times) {
    env$t <- threads
    start <- Sys.time()
    for (i in seq_len(times)) eval(call, env)
    as.numeric(Sys.time() - start, units = "secs") / times
  }
  for (threads in rep(wanted, 2)) once <- run(threads, 1)
  times <- max(1, ceiling(0.03 / once))
  vapply(seq_len(rounds), function(round) {
    order <- if (round %% 2) seq_along(wanted) else rev(seq_along(wanted))
    seconds <- numeric(length(wanted))
    for (k in order) {
      gc()
      seconds[k] <- run(wanted[k], times)
    }
    seconds
  }, numeric(length(wanted)))
}

load <- as.integer(value_of("--load", max(1, processors - 1)))
rows <- do.call(rbind, lapply(c(0, load), function(busy) {
  pids <- start_busy(busy)
  on.exit(tools::pskill(pids))
  do.call(rbind, lapply(names(works), function(name) {
    message(name, ", ", busy, " busy")
    seconds <- seconds_by_threads(works[[name]])
    ratios <- sweep(seconds, 2, seconds[1, ], "/")[-1, , drop = FALSE]
    medians <- apply(ratios, 1, median)
    cells <- as.list(sprintf("%.2f (%.2f to %.2f)", medians, apply(ratios, 1, min),
                             apply(ratios, 1, max)))
    names(cells) <- paste(wanted[-1], "threads")
    first <- list(format_seconds(median(seconds[1, ])))
    names(first) <- paste(processors, "threads")
    data.frame(beside = if (busy == 0) "nothing" else paste(busy, "busy"), "function" = name, first,
               cells, met = if (all(medians <= most)) "yes" else "NO", check.names = FALSE)
  }))
}))

write_report(c(
  "# More threads than processors", "", paste0("- ", machine_lines(character())),
  paste0("- Ratios of times to those by ", processors, " threads: median (and range) of ", rounds,
         " rounds, in which the numbers of threads take turns. Bar: ", most, "."),
  paste0("- The numbers of threads are those that a call asks for; it gets ", 4 * processors,
         " at most, four for each processor."), "",
  markdown(rows)))
