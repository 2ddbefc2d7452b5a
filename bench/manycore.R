# How far each function would scale on many processors, by simulation.
#
#   Rscript bench/manycore.R [--quick] [--out FILE]
#
# 1. Traces. For each number of threads p the call is traced (manycore_trace()) with threads = p,
#    but by one thread (mc_threads_set_solo()): the code divides the work as for p threads, and one
#    thread does all of it.
# 2. Schedule. A simulator gives the steps of each job to p workers, as the team does: a free worker
#    takes the next step, the last task that was made first; a task that waits for others goes on
#    when those are done; a step that needs levels (src/base/levels.h) begins its work when the
#    steps that raise them are done; the first step of a helper begins `wake` after the job does.
#    What is outside of jobs stays as it is: R's code and collector, and what C does alone.
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

# ---- from a trace of one thread to work that can be divided ----

end_of <- function(events) events$begin + events$seconds

# What a call takes outside of C.
r_of <- function(run) {
  trace <- run$trace[run$trace$thread == 0 & run$trace$kind %in% c("call", "job"), ]
  max(0, run$seconds - sum(manycore:::outermost(trace)$seconds))
}

# list(alone, parallel: seconds; jobs: each list(places, steps: seconds, needs) or
# list(places, tasks))
plan_of <- function(run, p) {
  trace <- run$trace[run$trace$thread == 0, ]
  calls <- manycore:::outermost(trace[trace$kind == "call", ])
  jobs <- manycore:::outermost(trace[trace$kind == "job", ])
  jobs <- jobs[jobs$last > 1 | p == 1, ]
  of_job <- findInterval(trace$begin, jobs$begin)
  of_job[of_job > 0 & end_of(trace) > c(Inf, end_of(jobs))[of_job + 1]] <- 0
  parts <- lapply(seq_len(nrow(jobs)), function(k) {
    own <- trace[of_job == k, ]
    list(places = jobs$last[k],
         tasks = if (any(own$kind == "add")) tasks_of(own),
         steps = if (!any(own$kind == "add")) steps_of(own, jobs$seconds[k]),
         needs = if (any(own$kind == "need")) needs_of(own))
  })
  work <- sum(vapply(parts, work_of, 0))
  if (work < 0.9 * sum(jobs$seconds)) {
    stop("the jobs of a trace take ", sum(jobs$seconds), " s, of which ", work, " s are in steps")
  }
  within <- manycore:::place_within(jobs, calls) > 0
  list(alone = max(0, sum(calls$seconds) - sum(jobs$seconds[within])),
       parallel = sum(jobs$seconds), jobs = parts)
}

# The job's time between steps is divided among them.
steps_of <- function(events, seconds) {
  steps <- manycore:::outermost(events[events$kind == "step", ])$seconds
  if (length(steps) == 0) { # a task that made no others
    return(seconds)
  }
  steps + (seconds - sum(steps)) / length(steps)
}

# For each step the steps of the job that raise the levels that it needs.
needs_of <- function(events) {
  steps <- manycore:::outermost(events[events$kind == "step", ])
  step_of <- function(e) findInterval(e$begin, steps$begin)
  needed <- events[events$kind == "need" & events$last > 0, ]
  raised <- events[events$kind == "raise", ]
  by <- step_of(raised)[match(paste(needed$first, needed$last), paste(raised$first, raised$last))]
  found <- !is.na(by) # others were raised in a job before
  who <- factor(step_of(needed)[found], seq_len(nrow(steps)))
  unname(split(by[found], who))
}

# What each task does, in order: a list by the tasks' numbers + 1 (the root is 0) of data frames
# what = "work" (value: seconds), "make" (value: number of the task; waits: whether the maker waits
# for it) or "join". One thread did a task wherever there was something to wait for, so the tasks
# are intervals within each other.
tasks_of <- function(events) {
  made <- events[events$kind == "add", ]
  root <- manycore:::outermost(events[events$kind == "part", ])[1, ]
  run <- events[events$kind == "step" & paste(events$name, events$first) %in%
                  paste(made$name, made$first), ]
  wait <- events[events$kind == "wait", ]
  points <- rbind(
    data.frame(at = root$begin, what = "begin", number = 0, waits = 0),
    data.frame(at = made$begin, what = "make", number = made$first, waits = made$last),
    data.frame(at = run$begin, what = "begin", number = run$first, waits = 0),
    data.frame(at = end_of(run), what = "end", number = run$first, waits = 0),
    if (nrow(wait) > 0) rbind(data.frame(at = wait$begin, what = "join", number = 0, waits = 0),
                              data.frame(at = end_of(wait), what = "on", number = 0, waits = 0)),
    data.frame(at = end_of(root), what = "end", number = 0, waits = 0)
  )
  points <- points[order(points$at), ]
  items <- rep(list(list()), max(made$first) + 1)
  stack <- numeric()
  last <- root$begin
  add <- function(what, value, waits = 0) {
    k <- stack[length(stack)] + 1
    items[[k]][[length(items[[k]]) + 1]] <<- c(what, value, waits)
  }
  for (k in seq_len(nrow(points))) {
    at <- points$at[k]
    what <- points$what[k]
    if (length(stack) > 0 && what != "on" && at > last) add(1, at - last)
    last <- at
    if (what == "begin") stack <- c(stack, points$number[k])
    if (what == "end") stack <- stack[-length(stack)]
    if (length(stack) == 0) next
    if (what == "make") add(2, points$number[k], points$waits[k])
    if (what == "join") add(3, 0)
  }
  lapply(items, function(x) matrix(as.numeric(unlist(x)), 3))
}

# ---- the schedule ----

# Of steps that p workers take in turn: begin and end of each. A worker that has taken a step
# waits for the steps that this one needs, all of which come before it.
schedule_steps <- function(steps, p, wake, needs = NULL) {
  free <- c(0, rep(wake, max(0, min(p, length(steps)) - 1)))
  begin <- numeric(length(steps))
  for (s in seq_along(steps)) {
    k <- which.min(free)
    begin[s] <- max(free[k], begin[needs[[s]]] + steps[needs[[s]]])
    free[k] <- begin[s] + steps[s]
  }
  cbind(begin, begin + steps)
}

# Of tasks: begin and end of each stretch of work. A worker keeps its task until the task waits or
# ends; a free worker takes the task that was made ready last.
schedule_tasks <- function(tasks, p, wake) {
  at <- rep(1L, length(tasks))         # the next item of each task
  maker <- integer(length(tasks))      # who waits for it, or 0
  missing <- integer(length(tasks))    # tasks that it waits for
  waiting <- logical(length(tasks))
  ready <- integer()
  task <- c(1L, rep(0L, p - 1))        # of each worker
  free <- c(0, rep(Inf, p - 1))        # when its work is done
  done <- list()
  now <- 0
  advance <- function(w) { # until the task of worker w has work, waits or ends
    repeat {
      k <- task[w]
      if (at[k] > ncol(tasks[[k]])) {
        task[w] <<- 0L
        free[w] <<- Inf
        m <- maker[k]
        if (m > 0) {
          missing[m] <<- missing[m] - 1L
          if (waiting[m] && missing[m] == 0) {
            waiting[m] <<- FALSE
            ready <<- c(ready, m)
          }
        }
        return()
      }
      item <- tasks[[k]][, at[k]]
      at[k] <<- at[k] + 1L
      if (item[1] == 1) {
        free[w] <<- now + item[2]
        done[[length(done) + 1]] <<- c(now, free[w])
        return()
      }
      if (item[1] == 2) {
        made <- item[2] + 1
        if (item[3] == 1) {
          maker[made] <<- k
          missing[k] <<- missing[k] + 1L
        }
        ready <<- c(ready, made)
      } else if (missing[k] > 0) {
        waiting[k] <<- TRUE
        task[w] <<- 0L
        free[w] <<- Inf
        return()
      }
    }
  }
  advance(1)
  repeat {
    while (length(ready) > 0 && length(idle <- which(task == 0L)) > 0) {
      if (now < wake) idle <- idle[idle == 1]
      if (length(idle) == 0) break
      w <- idle[1]
      task[w] <- ready[length(ready)]
      ready <- ready[-length(ready)]
      advance(w)
    }
    following <- min(free)
    if (now < wake && length(ready) > 0 && p > 1 && wake < following) {
      now <- wake
      next
    }
    if (!is.finite(following)) break
    now <- following
    advance(which.min(free))
  }
  do.call(rbind, done)
}

# How long stretches of work take together, where each wants `demand` of the bandwidth while it
# lasts (1 is all of it).
stretched <- function(spans, demand) {
  times <- c(spans[, 1], spans[, 2])
  change <- rep(c(1, -1), each = nrow(spans))
  o <- order(times)
  busy <- cumsum(change[o])[-length(o)]
  sum(diff(times[o]) * pmax(1, busy * demand)) + min(times)
}

work_of <- function(job) {
  if (is.null(job$tasks)) {
    return(sum(job$steps))
  }
  sum(vapply(job$tasks, function(items) sum(items[2, items[1, ] == 1]), 0))
}

# All work is done once, by as many workers as there are.
check_schedule <- function(spans, work, q) {
  length <- max(spans[, 2])
  done <- sum(spans[, 2] - spans[, 1])
  if (!isTRUE(all.equal(done, work)) || length < work / q * (1 - 1e-9)) {
    stop("a schedule of ", work, " s of work has ", done, " s, in ", length, " s by ", q)
  }
}

# Seconds of the C code. bandwidth: bytes a second; Inf for no limit.
simulate <- function(plan, p, wake, bytes = 0, bandwidth = Inf) {
  demand <- if (bytes > 0) bytes / plan$parallel / bandwidth else 0
  of_jobs <- vapply(plan$jobs, function(job) {
    q <- min(p, job$places)
    spans <- if (is.null(job$tasks)) schedule_steps(job$steps, q, wake, job$needs) else
      schedule_tasks(job$tasks, q, wake)
    check_schedule(spans, work_of(job), q)
    stretched(spans, min(1, demand))
  }, 0)
  plan$alone + sum(of_jobs)
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
