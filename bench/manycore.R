# How far each function would scale on many processors, by simulation.
#
#   Rscript bench/manycore.R [--quick] [--out FILE]
#
# 1. Traces. For each number of threads p the call is traced (manycore_trace()) with threads = p,
#    but by one thread (mc_threads_set_solo()): the code divides the work as for p threads, and one
#    thread does all of it.
# 2. Schedule. A simulator gives the steps of each job to p workers, as the team does: a free worker
#    takes the next step, the last task that was made first; a task that waits for others goes on
#    when those are done; the first step of a helper begins `wake` after the job does. What is
#    outside of jobs stays as it is: R's code and collector, and what C does alone.
# 3. Bandwidth. All workers share the machine's. The work of a call moves `bytes`, which its row in
#    `works` states, evenly through the time of its steps; while the workers that are busy want more
#    bytes a second than there are, all of them slow down by the same factor.
#
#   seconds(p) = R + alone + sum over jobs of the time at which the last of p workers is done
#
# R's part is the median over all traces of the call, as the collector runs in some of them.
#
# Left out: NUMA, the clock rate that falls when more processors work, caches that processors share,
# and the time in which processors take the counter of a job from each other.
#
# The simulator is checked at p = 2, where its answer is beside the measured one. And the script
# stops where a schedule has another amount of work than the trace.

here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "common.R"))
source(file.path(here, "simulator.R"))
library(manycore)

rounds <- size(5, 3)
workers <- 2^(0:8)

# data, call: R code; the call has the number of threads t.
# bytes: what its steps move between caches and memory, at least.
work <- function(data, call, bytes) list(data = data, call = call, bytes = bytes)
works <- list(
  # the result is written, which fetches its lines first
  "cor_kendall(), 2,000 x 353" =
    work("x <- matrix(rnorm(353 * 2000), 353)", "cor_kendall(x, threads = t)", 16 * 2000^2),
  "kendall_test(), 2,000 x 353" =
    work("x <- matrix(rnorm(353 * 2000), 353)", "kendall_test(x, threads = t)", 4 * 16 * 2000^2),
  "kendall_network(), 6,000 x 100" =
    work("x <- matrix(rnorm(100 * 6000), 100)", "kendall_network(x, cutoff = 0.3, threads = t)", 0),
  "dist_euclidean(), 4,096 x 64" =
    work("x <- matrix(rnorm(4096 * 64), 4096)", "dist_euclidean(x, threads = t)", 8 * 4096^2),
  "knn_euclidean(), 20,000 x 32" =
    work("x <- matrix(rnorm(20000 * 32), 20000)", "knn_euclidean(x, 10, threads = t)", 0),
  # 2 MiB stay in a cache
  "floyd_warshall(), n = 512" =
    work("x <- matrix(runif(512^2), 512)", "floyd_warshall(x, threads = t)", 0),
  # each phase, of a block of 128 vertices (mc_paths_simd_block()), reads and writes the matrix
  "floyd_warshall(), n = 2,048" =
    work("x <- matrix(runif(2048^2), 2048)", "floyd_warshall(x, threads = t)",
         2048 / 128 * 16 * 2048^2),
  # a partition reads and writes all until a range fits into a cache of 1 MiB
  "sort_parallel(), 1e7 doubles" =
    work("x <- runif(1e7)", "sort_parallel(x, threads = t)", (log2(1e7 / 2^17) + 2) * 16 * 1e7),
  "order_parallel(), 1e7 doubles" =
    work("x <- runif(1e7)", "order_parallel(x, threads = t)", (log2(1e7 / 2^16) + 2) * 32 * 1e7),
  "matrix_chain(), n = 2,048" =
    work("x <- sample(1:1000, 2049, TRUE)", "matrix_chain(x, threads = t)", 16 * 2048^2),
  "haplotype_em(), 10,000 x 21" =
    work(c("f <- matrix(rbinom(12 * 21, 1, 0.4), 12)",
           "x <- f[sample(12, 1e4, TRUE), ] + f[sample(12, 1e4, TRUE), ]"),
         "haplotype_em(x, threads = t)", 0)
)
if (quick) works <- works[c(1, 4, 6, 8)]

# What the papers report: the speed-up over one thread by p threads of which machine.
papers <- data.frame(
  "function" = c("Kendall's tau, all pairs (VSE)", "Euclidean distances (blockwise), square",
                 "Euclidean distances (blockwise), rectangular", "Floyd-Warshall (blocked, SIMD)",
                 "EM haplotypes, 151 loci", "EM haplotypes, 151 loci", "EM haplotypes, 151 loci",
                 "parenthesization, Floyd-Warshall (CORDAC)"),
  machine = c("2 E5-2650, 16 cores", "Phi KNC, 60 cores", "Phi KNC, 60 cores", "Phi KNC, 61 cores",
              "Xeon E5405", "Xeon E5520", "Opteron 8356", "16 cores"),
  threads = c(16, 240, 240, 244, 8, 32, 16, 16),
  "speed-up" = c("13.8", "up to 200", "up to 160", "40", "3.16", "4.10", "4.88", "\"linear\""),
  check.names = FALSE
)

# GB/s of memory: this machine's is measured, the others' are their makers'.
machines <- c("2 EPYC 9654" = 921, "Xeon 8480+" = 307, "Phi 5110P" = 320, "E5-2650" = 51)

# ---- traces ----

solo <- function(on) .Call(manycore:::C_threads_solo, on)

# The median of so many calls of one(): a list that has `seconds`.
median_call <- function(calls) {
  seconds <- vapply(calls, `[[`, 0, "seconds")
  calls[[order(seconds)[ceiling(length(calls) / 2)]]]
}

environment_of <- function(work) {
  set.seed(1)
  env <- new.env()
  for (line in work$data) eval(str2lang(line), env)
  env
}

timed_call <- function(work, env, threads, before = NULL) {
  env$t <- threads
  eval(str2lang(work$call), env) # so that nobody pays for memory that went back to the system
  if (!is.null(before)) before()
  gc()
  start <- Sys.time()
  eval(str2lang(work$call), env)
  as.numeric(Sys.time() - start, units = "secs")
}

traced_call <- function(work, env, threads, alone) {
  file <- tempfile()
  on.exit({
    solo(FALSE)
    unlink(file)
  })
  solo(alone)
  begin <- function() manycore_trace(file, events = 2e6)
  seconds <- timed_call(work, env, threads, begin)
  list(seconds = seconds, trace = as.data.frame(unclass(manycore_trace(NULL))))
}

# What a call takes outside of C.
r_of <- function(run) {
  trace <- run$trace[run$trace$thread == 0 & run$trace$kind %in% c("call", "job"), ]
  max(0, run$seconds - sum(manycore:::outermost(trace)$seconds))
}

# list(plans: one for each of `workers`; one, two: measured seconds; wake)
measure <- function(work) {
  env <- environment_of(work)
  # in turns, so that a slow spell of the machine hits all
  calls <- lapply(seq_len(rounds), function(round) {
    list(one = timed_call(work, env, 1), two = timed_call(work, env, 2),
         solo = lapply(workers, function(p) traced_call(work, env, p, TRUE)),
         both = traced_call(work, env, 2, FALSE))
  })
  by_p <- lapply(seq_along(workers), function(k) {
    median_call(lapply(calls, function(x) x$solo[[k]]))
  })
  one <- vapply(calls, `[[`, 0, "one")
  two <- vapply(calls, `[[`, 0, "two")
  list(plans = Map(plan_of, by_p, workers), one = median(one), two = median(two),
       range = range(one / two), traced = by_p[[1]]$seconds,
       r = median(unlist(lapply(calls, function(x) vapply(x$solo, r_of, 0)))),
       wake = median(vapply(calls, function(x) wake_of(x$both$trace), 0), na.rm = TRUE))
}

# The median time from the begin of a job to its helper's part. The first part of a helper that has
# just been started is left out.
wake_of <- function(trace) {
  jobs <- manycore:::outermost(trace[trace$kind == "job" & trace$thread == 0, ])
  parts <- trace[trace$kind == "part" & trace$thread > 0, ]
  if (nrow(jobs) == 0 || nrow(parts) == 0) {
    return(NA)
  }
  job <- findInterval(parts$begin, jobs$begin)
  stats::median((parts$begin - jobs$begin[pmax(job, 1)])[job > 0])
}

# ---- bandwidth of this machine ----

# GB/s of the triad, which moves four words for each element (a line that is written is read first).
bandwidth_here <- function(threads) {
  dir <- tempfile()
  dir.create(dir)
  on.exit(unlink(dir, recursive = TRUE))
  file.copy(file.path(here, "stream.c"), dir)
  writeLines(c("PKG_CFLAGS = $(SHLIB_OPENMP_CFLAGS) -O3", "PKG_LIBS = $(SHLIB_OPENMP_CFLAGS)"),
             file.path(dir, "Makevars"))
  owd <- setwd(dir)
  on.exit(setwd(owd), add = TRUE, after = FALSE)
  said <- system2(file.path(R.home("bin"), "R"), c("CMD", "SHLIB", "stream.c"), stdout = TRUE,
                  stderr = TRUE)
  library <- paste0("stream", .Platform$dynlib.ext)
  if (!file.exists(library)) stop(paste(said, collapse = "\n"))
  loaded <- dyn.load(library)
  n <- 2^24
  triad <- getNativeSymbolInfo("stream_triad", loaded)
  4 * 8 * n / min(.Call(triad, n, threads, 10)) / 1e9
}

# ---- all functions ----

stream <- c(bandwidth_here(1), bandwidth_here(2))
found <- lapply(names(works), function(name) {
  message(name)
  measured <- measure(works[[name]])
  at <- function(bandwidth) {
    mapply(function(plan, p) {
      simulate(plan, p, measured$wake, works[[name]]$bytes, bandwidth)
    }, measured$plans, workers)
  }
  c(list(name = name, bytes = works[[name]]$bytes, free = at(Inf), here = at(stream[2] * 1e9),
         machines = lapply(machines * 1e9, at)), measured)
})

speed_up <- function(seconds) seconds[1] / seconds
# of the whole call, by two threads
measured_by <- function(f) f$one / f$two
simulated_by <- function(f) speed_up(f$r + f$here)[2]
ratio_of <- function(f) simulated_by(f) / measured_by(f)
table <- do.call(rbind, lapply(found, function(f) {
  data.frame("function" = f$name, "1 thread" = format_seconds(f$one),
             "traced" = sprintf("%+.1f %%", 100 * (f$traced / f$one - 1)),
             "R" = sprintf("%.1f %%", 100 * f$r / f$traced),
             "C alone, p = 2" = sprintf("%.1f %%", 100 * f$plans[[2]]$alone / f$traced),
             "wake-up" = format_seconds(f$wake),
             "2, measured" = sprintf("%s (%s to %s)", times(measured_by(f)), digits(f$range[1]),
                                     digits(f$range[2])),
             "2, simulated" = times(simulated_by(f)),
             "simulated / measured" = sprintf("%.2f", ratio_of(f)),
             check.names = FALSE)
}))
wrong <- names(works)[abs(vapply(found, ratio_of, 0) - 1) > 0.1]
curve_rows <- function(of) {
  do.call(rbind, lapply(found, function(f) {
    cells <- as.list(digits(of(f)))
    names(cells) <- workers
    data.frame("function" = f$name, cells, check.names = FALSE)
  }))
}
of_machines <- do.call(rbind, lapply(found[vapply(found, `[[`, 0, "bytes") > 0], function(f) {
  cells <- unlist(lapply(f$machines, function(seconds) {
    speed <- speed_up(seconds)
    paste(digits(speed[workers == 16]), digits(speed[workers == 64]), sep = ", ")
  }))
  rate <- f$bytes / f$plans[[1]]$parallel / 1e9
  data.frame("function" = f$name, "GB/s by 1 thread" = digits(rate), as.list(cells),
             check.names = FALSE)
}))

picture <- function(file) {
  grDevices::png(file, 1000, 760, res = 110)
  on.exit(grDevices::dev.off())
  colours <- grDevices::hcl.colors(length(found), "Dark 3")
  graphics::par(mar = c(4.5, 4.5, 3, 1))
  plot(workers, workers, type = "l", lty = 2, log = "xy", xlab = "processors (simulated)",
       ylab = "speed-up of the C code over 1 thread", main = "Simulated, memory as fast as wanted",
       xaxt = "n", yaxt = "n", col = "grey50")
  graphics::axis(1, workers)
  graphics::axis(2, workers, las = 1)
  for (k in seq_along(found)) {
    graphics::lines(workers, speed_up(found[[k]]$free), type = "b", pch = k,
                    col = colours[k])
  }
  numbers <- suppressWarnings(as.numeric(sub("up to ", "", papers[["speed-up"]])))
  graphics::points(papers$threads, numbers, pch = 8)
  graphics::legend("topleft", c(vapply(found, `[[`, "", "name"), "the papers, on their machines"),
                   col = c(colours, "black"), pch = c(seq_along(found), 8), bty = "n", cex = 0.75)
}
if (!is.null(out)) picture(sub("[.]md$", ".png", out))

write_report(c(
  "# Many processors, simulated", "",
  "**The curves are simulated**, from traces of this machine's one thread: nobody has run them on",
  "more processors than two. `bench/manycore.R` says how.", "",
  paste0("- ", machine_lines(character())),
  paste0("- Memory: ", digits(stream[1]), " GB/s by one thread, ", digits(stream[2]),
         " GB/s by two (triad)."),
  paste0("- Each trace is that of the call of median length of ", rounds, "."),
  "- traced: how much longer the call takes while it is traced.",
  "- R: what the call takes outside of C, the collector with it. C alone: outside of jobs, the",
  "  result's allocation (and the collector that this calls) with it.",
  "- wake-up: from the begin of a job to the helper's first step, the median.", "",
  "## Two threads, measured and simulated", "", markdown(table), "",
  if (length(wrong) > 0) c(paste0(
    "More than 10 % apart, so that the curves below are wrong for these: ",
    paste(wrong, collapse = "; "), "."), ""),
  "## Speed-up of the C code by p processors, memory as fast as wanted", "",
  markdown(curve_rows(function(f) speed_up(f$free))), "",
  "## Speed-up of the whole call, with R's part", "",
  markdown(curve_rows(function(f) speed_up(f$r + f$free))), "",
  "## Where memory has a limit", "",
  "Speed-up of the C code by 16 and 64 processors of this machine's speed, with the memory of",
  paste0("others (", paste(names(machines), machines, "GB/s", collapse = "; "), ")."), "",
  markdown(of_machines), "",
  "## The papers", "", markdown(papers),
  if (!is.null(out)) c("", paste0("![](", basename(sub("[.]md$", ".png", out)), ")"))
))
