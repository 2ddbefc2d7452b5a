# How far each function would scale on many processors, by simulation.
#
#   Rscript bench/manycore.R [--quick] [--large] [--out FILE]
#
# --large: ten times the work (bench/works.R).
#
# 1. Traces. For each number of threads p the call is traced (manycore_trace()) with threads = p,
#    but by one thread (mc_threads_set_solo()): the code divides the work as for p threads, and one
#    thread does all of it.
# 2. Schedule. A simulator (bench/simulator.R) gives the steps of each job to p workers, as the team
#    does. What is outside of jobs stays as it is: R's code and collector, and what C does alone.
# 3. Bandwidth. All workers share the machine's. The work of a call moves `bytes`, which its row in
#    `works` states, evenly through the time of its steps. While the busy workers want more bytes a
#    second than there are, all of them slow down by the same factor. The first touch of fresh
#    memory has a limit, too: for two threads the system clears pages at less than twice the rate.
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
source(file.path(here, "works.R"))
library(manycore)

rounds <- if (quick || has("--large")) 3 else 5
workers <- if (has("--large")) c(1, 2, 16, 64, 256) else 2^(0:8)

works <- works_of(has("--large"))
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
  plans <- lapply(seq_along(workers), function(k) {
    median_plan(lapply(calls, function(x) plan_of(x$solo[[k]], workers[k])))
  })
  one <- vapply(calls, `[[`, 0, "one")
  two <- vapply(calls, `[[`, 0, "two")
  list(plans = plans, one = median(one), two = median(two), range = range(one / two),
       traced = median(vapply(calls, function(x) x$solo[[1]]$seconds, 0)),
       both = jobs_of(lapply(calls, function(x) x$both$trace)),
       r = median(unlist(lapply(calls, function(x) vapply(x$solo, r_of, 0)))),
       wake = median(vapply(calls, function(x) wake_of(x$both$trace), 0), na.rm = TRUE))
}

# What jobs of two threads take: the median over traces of the seconds of each body's jobs.
jobs_of <- function(traces) {
  seconds <- lapply(traces, function(trace) {
    jobs <- manycore:::outermost(trace[trace$kind == "job" & trace$thread == 0, ])
    tapply(jobs$seconds[jobs$last > 1], jobs$name[jobs$last > 1], sum)
  })
  bodies <- unique(unlist(lapply(seconds, names)))
  vapply(bodies, function(body) median(vapply(seconds, `[`, 0, body), na.rm = TRUE), 0)
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

# ---- this machine's memory ----

# The functions of stream.c, in a library of their own.
load_stream <- function() {
  dir <- tempfile()
  dir.create(dir)
  file.copy(file.path(here, "stream.c"), dir)
  writeLines(c("PKG_CFLAGS = $(SHLIB_OPENMP_CFLAGS) -O3", "PKG_LIBS = $(SHLIB_OPENMP_CFLAGS)"),
             file.path(dir, "Makevars"))
  owd <- setwd(dir)
  on.exit(setwd(owd))
  said <- system2(file.path(R.home("bin"), "R"), c("CMD", "SHLIB", "stream.c"), stdout = TRUE,
                  stderr = TRUE)
  library <- paste0("stream", .Platform$dynlib.ext)
  if (!file.exists(library)) stop(paste(said, collapse = "\n"))
  dyn.load(library)
}

# GB/s by one thread and by two: of the triad, which moves four words for each element (a line that
# is written is read first), and of the first touch of fresh memory. In turns, the medians.
memory_here <- function() {
  loaded <- load_stream()
  n <- 2^24
  rate_of <- function(name, size, bytes) {
    run <- getNativeSymbolInfo(name, loaded)
    seconds <- vapply(1:9, function(turn) {
      vapply(1:2, function(threads) min(.Call(run, size, threads, 3)), 0)
    }, numeric(2))
    bytes / apply(seconds, 1, median) / 1e9
  }
  list(triad = rate_of("stream_triad", n, 4 * 8 * n),
       fresh = rate_of("stream_fresh", 64 * 2^20, 64 * 2^20))
}

# ---- all functions ----

# The simulated team of two takes this machine's memory; others take theirs, or memory as fast as
# wanted, and fresh memory at the rate of one thread for each processor.
memory <- memory_here()
found <- lapply(names(works), function(name) {
  message(name)
  measured <- measure(works[[name]])
  at <- function(bandwidth, fresh = 0) {
    mapply(function(plan, p) {
      simulate(plan, p, measured$wake, works[[name]]$bytes, bandwidth, fresh)
    }, measured$plans, workers)
  }
  fresh <- memory$fresh[1] / memory$fresh[2]
  here <- at(memory$triad[2] * 1e9, if (is.na(fresh)) 0 else fresh)
  c(list(name = name, bytes = works[[name]]$bytes, free = at(Inf), here = here,
         machines = lapply(machines * 1e9, at)), measured)
})

speed_up <- function(seconds) seconds[1] / seconds
plan_by <- function(f, p) f$plans[[which(workers == p)]]
# of the whole call, by two threads
measured_by <- function(f) f$one / f$two
simulated_by <- function(f) speed_up(f$r + f$here)[workers == 2]
ratio_of <- function(f) simulated_by(f) / measured_by(f)
table <- do.call(rbind, lapply(found, function(f) {
  alone <- plan_by(f, 2)$alone
  data.frame("function" = f$name, "1 thread" = format_seconds(f$one),
             "traced" = sprintf("%+.1f %%", 100 * (f$traced / f$one - 1)),
             "R" = sprintf("%.1f %%", 100 * f$r / f$traced),
             "C alone, p = 2" = sprintf("%.1f %%", 100 * alone / f$traced),
             "wake-up" = format_seconds(f$wake),
             "2, measured" = sprintf("%s (%s to %s)", times(measured_by(f)), digits(f$range[1]),
                                     digits(f$range[2])),
             "2, simulated" = times(simulated_by(f)),
             "simulated / measured" = sprintf("%.2f", ratio_of(f)),
             check.names = FALSE)
}))
wrong <- names(works)[abs(vapply(found, ratio_of, 0) - 1) > 0.1]
# p processors cannot be more than p times as fast: the machine had other work in some traces.
too_fast <- names(works)[vapply(found, function(f) any(speed_up(f$free) > 1.05 * workers), NA)]

# Jobs of two threads that take a twentieth of the C code's time or more.
of_two <- do.call(rbind, lapply(found, function(f) {
  plan <- plan_by(f, 2)
  rows <- losses(plan, 2, f$wake)
  rows$work <- vapply(rows$body, function(body) {
    sum(vapply(plan$jobs, function(job) if (job$body == body) work_of(job) else 0, 0))
  }, 0)
  rows$both <- f$both[rows$body]
  rows <- rows[!is.na(rows$both) & rows$seconds > 0.05 * sum(rows$seconds), ]
  rows <- rows[order(-rows$work), ]
  data.frame("function" = f$name, job = rows$body, "1 thread" = format_seconds(rows$work),
             "2, measured" = times(rows$work / rows$both),
             "2, simulated, memory as fast as wanted" = times(rows$work / rows$seconds),
             check.names = FALSE)
}))

# Where the time of p workers goes that they do not work, in shares of all of it.
lost_by <- function(p) {
  do.call(rbind, lapply(found, function(f) {
    plan <- plan_by(f, p)
    rows <- losses(plan, p, f$wake)
    all <- p * sum(rows$seconds)
    rows$lost <- rows$alone + rows$places + rows$uneven
    worst <- rows[which.max(rows$lost), ]
    share <- function(x) sprintf("%.1f %%", 100 * x / all)
    data.frame("function" = f$name, "one works alone" = share(sum(rows$alone)),
               "fewer steps than workers" = share(sum(rows$places)),
               "workers wait in a job" = share(sum(rows$uneven)), "most is lost in" = worst$body,
               "there" = share(worst$lost), check.names = FALSE)
  }))
}

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
  paste0("# Many processors, simulated", if (has("--large")) ": ten times the work"), "",
  "**The curves are simulated**, from traces of this machine's one thread: nobody has run them on",
  "more processors than two. `bench/manycore.R` says how.", "",
  paste0("- ", machine_lines(character())),
  paste0("- Memory: ", digits(memory$triad[1]), " GB/s by one thread, ", digits(memory$triad[2]),
         " GB/s by two (triad); fresh memory ", digits(memory$fresh[1]), " and ",
         digits(memory$fresh[2]), " GB/s."),
  paste0("- The time of each step is the median of ", rounds, " traces. Where these have not the"),
  "  same steps (a pass has ended elsewhere), the times are those of the trace of median work.",
  "- traced: how much longer the call takes while it is traced.",
  "- R: what the call takes outside of C, the collector with it. C alone: outside of jobs, the",
  "  result's allocation (and the collector that this calls) with it.",
  "- wake-up: from the begin of a job to the begin of the helper's part, the median.", "",
  "## Two threads, measured and simulated", "", markdown(table), "",
  if (length(wrong) > 0) c(paste0(
    "More than 10 % apart, so that the curves below are wrong for these: ",
    paste(wrong, collapse = "; "), "."), ""),
  if (length(too_fast) > 0) c(paste0(
    "More than p times as fast by p processors, which cannot be (the machine was not quiet): ",
    paste(too_fast, collapse = "; "), "."), ""),
  "Jobs of two threads, and how many times as fast they are as by one:", "", markdown(of_two), "",
  "## Speed-up of the C code by p processors, memory as fast as wanted", "",
  markdown(curve_rows(function(f) speed_up(f$free))), "",
  "Where the time of 16 and of 64 workers goes that they do not work:", "", "16:", "",
  markdown(lost_by(16)), "", "64:", "", markdown(lost_by(64)), "",
  "## Speed-up of the whole call, with R's part", "",
  markdown(curve_rows(function(f) speed_up(f$r + f$free))), "",
  "## Where memory has a limit", "",
  "Speed-up of the C code by 16 and 64 processors of this machine's speed, with the memory of",
  paste0("others (", paste(names(machines), machines, "GB/s", collapse = "; "), ")."), "",
  markdown(of_machines), "",
  "## The papers", "", markdown(papers),
  if (!is.null(out)) c("", paste0("![](", basename(sub("[.]md$", ".png", out)), ")"))
))
