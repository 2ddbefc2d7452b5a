# How far each function would scale on many processors, by simulation.
#
#   Rscript bench/manycore.R [--quick] [--out FILE]
#
# Each function is traced (manycore_trace()) by one thread. A simulator then schedules the steps of
# the trace on p = 1, 2, 4, ..., 256 workers as the team does: the jobs of a call come one after
# another; a free worker takes the next step of the job; the job is over when its last step is done;
# a helper's first step begins `wake` after the job does. What is outside of jobs stays as it is:
# R's own code and collector, and what C does alone.
#
#   seconds(p) = R + alone + sum over jobs of the time at which the last of p workers is free
#
# A loop over a range that one thread does at once (mc_ranges()) is divided into equal pieces of
# 10 microseconds or more. Of tasks that make tasks (PPMQSort) the trace of one thread has no
# dependences: their leaves are scheduled as if there were none, which is a bound.
#
# The simulator knows no bandwidth and no NUMA: its processors disturb each other in nothing. What
# that leaves out is seen at p = 2, which is measured, too: `inflation` is how much longer the steps
# take, in sum, when two threads do them, than when one does.

here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "common.R"))
library(manycore)

works <- list(
  "cor_kendall(), 2,000 x 353" = c("x <- matrix(rnorm(353 * 2000), 353)",
                                   "cor_kendall(x, threads = t)"),
  "kendall_test(), 2,000 x 353" = c("x <- matrix(rnorm(353 * 2000), 353)",
                                    "kendall_test(x, threads = t)"),
  "kendall_network(), 6,000 x 100" = c("x <- matrix(rnorm(100 * 6000), 100)",
                                       "kendall_network(x, cutoff = 0.3, threads = t)"),
  "dist_euclidean(), 4,096 x 64" = c("x <- matrix(rnorm(4096 * 64), 4096)",
                                     "dist_euclidean(x, threads = t)"),
  "knn_euclidean(), 20,000 x 32" = c("x <- matrix(rnorm(20000 * 32), 20000)",
                                     "knn_euclidean(x, 10, threads = t)"),
  "floyd_warshall(), n = 512" = c("x <- matrix(runif(512^2), 512)",
                                  "floyd_warshall(x, threads = t)"),
  "floyd_warshall(), n = 2,048" = c("x <- matrix(runif(2048^2), 2048)",
                                    "floyd_warshall(x, threads = t)"),
  "sort_parallel(), 1e7 doubles" = c("x <- runif(1e7)", "sort_parallel(x, threads = t)"),
  "order_parallel(), 1e7 doubles" = c("x <- runif(1e7)", "order_parallel(x, threads = t)"),
  "matrix_chain(), n = 2,048" = c("x <- sample(1:1000, 2049, TRUE)",
                                  "matrix_chain(x, threads = t)"),
  "haplotype_em(), 10,000 x 21" = c(
    "f <- matrix(rbinom(12 * 21, 1, 0.4), 12)",
    "x <- f[sample(12, 1e4, TRUE), ] + f[sample(12, 1e4, TRUE), ]",
    "haplotype_em(x, threads = t)")
)
if (quick) works <- works[c(1, 4, 6)]
rounds <- size(5, 3)
workers <- 2^(0:8)

# ---- traces ----

# By each number of threads: seconds of a call, and its trace, of the call of median length.
traces_of <- function(code) {
  set.seed(1)
  env <- new.env()
  for (line in code[-length(code)]) eval(str2lang(line), env)
  call <- str2lang(code[length(code)])
  file <- tempfile()
  one <- function(threads) {
    env$t <- threads
    gc()
    manycore_trace(file, events = 4e6)
    start <- Sys.time()
    eval(call, env)
    seconds <- as.numeric(Sys.time() - start, units = "secs")
    list(seconds = seconds, trace = as.data.frame(unclass(manycore_trace(NULL))))
  }
  for (threads in 2:1) one(threads)
  found <- lapply(seq_len(rounds), function(round) lapply(1:2, one))
  lapply(1:2, function(threads) {
    own <- lapply(found, `[[`, threads)
    seconds <- vapply(own, `[[`, 0, "seconds")
    own[[order(seconds)[ceiling(rounds / 2)]]]
  })
}

# Events that are within no other one of the same thread.
outermost <- function(events) {
  events <- events[order(events$begin, -events$seconds), ]
  before <- c(-Inf, utils::head(cummax(events$begin + events$seconds), -1))
  events[events$begin >= before - 1e-9, ]
}

# Events that have no other one within, and what the others take themselves.
leaves <- function(events) {
  events <- events[order(events$begin, -events$seconds), ]
  follows <- c(events$begin[-1], Inf)
  leaf <- follows >= events$begin + events$seconds - 1e-9
  list(seconds = events$seconds[leaf])
}

is_within <- function(events, outer) {
  events$begin >= outer$begin - 1e-9 &
    events$begin + events$seconds <= outer$begin + outer$seconds + 1e-9
}

# What the simulator needs of a trace of one thread: list(r, alone, jobs, divisible).
plan_of_trace <- function(run) {
  trace <- run$trace
  calls <- outermost(trace[trace$kind == "call", ])
  jobs <- outermost(trace[trace$kind == "job", ])
  steps <- trace[trace$kind == "step", ]
  top <- outermost(steps)
  job_of <- findInterval(top$begin + 1e-9, jobs$begin)
  inside <- job_of > 0 & top$begin + top$seconds <=
    c(-Inf, jobs$begin + jobs$seconds)[job_of + 1] + 1e-9
  in_jobs <- lapply(seq_len(nrow(jobs)), function(k) {
    own <- top[inside & job_of == k, ]
    rest <- jobs$seconds[k] - sum(own$seconds)
    tasks <- rest > 0.1 * jobs$seconds[k] || nrow(own) == 1
    if (tasks) own <- leaves(steps[is_within(steps, jobs[k, ]), ])
    list(steps = own$seconds, rest = max(0, jobs$seconds[k] - sum(own$seconds)), tasks = tasks)
  })
  divisible <- top$seconds[!inside]
  list(r = run$seconds - sum(calls$seconds),
       alone = sum(calls$seconds) - sum(jobs$seconds) - sum(divisible),
       jobs = in_jobs, divisible = divisible)
}

# When the last of p workers is free, who take steps in turn.
makespan <- function(steps, p, wake) {
  if (p == 1 || length(steps) <= 1) {
    return(sum(steps))
  }
  free <- c(0, rep(wake, min(p, length(steps)) - 1))
  for (s in steps) {
    k <- which.min(free)
    free[k] <- free[k] + s
  }
  max(free[1], free[-1][free[-1] > wake])
}

pieces_of <- function(seconds, p) {
  pieces <- max(1, min(8 * p, floor(seconds / 1e-5)))
  rep(seconds / pieces, pieces)
}

simulate <- function(plan, p, wake) {
  of_jobs <- vapply(plan$jobs, function(job) job$rest + makespan(job$steps, p, wake), 0)
  of_ranges <- vapply(plan$divisible, function(s) makespan(pieces_of(s, p), p, wake), 0)
  plan$r + plan$alone + sum(of_jobs) + sum(of_ranges)
}

# From a trace of two threads: the median time from the begin of a job to its helper's part.
wake_of <- function(trace) {
  jobs <- outermost(trace[trace$kind == "job" & trace$thread == 0, ])
  parts <- trace[trace$kind == "part" & trace$thread == 1, ]
  if (nrow(jobs) == 0 || nrow(parts) == 0) {
    return(NA)
  }
  job <- findInterval(parts$begin, jobs$begin)
  stats::median((parts$begin - jobs$begin[pmax(job, 1)])[job > 0])
}

# ---- all functions ----

analyse <- function(name) {
  runs <- traces_of(works[[name]])
  plan <- plan_of_trace(runs[[1]])
  wake <- wake_of(runs[[2]]$trace)
  if (is.na(wake)) wake <- 0
  seconds <- vapply(workers, function(p) simulate(plan, p, wake), 0)
  steps_of <- function(run) {
    trace <- run$trace
    sum(vapply(unique(trace$thread), function(k) {
      sum(outermost(trace[trace$kind == "step" & trace$thread == k, ])$seconds)
    }, 0))
  }
  list(name = name, plan = plan, wake = wake, seconds = seconds, measured = runs[[2]]$seconds,
       one = runs[[1]]$seconds, inflation = steps_of(runs[[2]]) / steps_of(runs[[1]]))
}
found <- lapply(names(works), analyse)

table <- do.call(rbind, lapply(found, function(f) {
  one <- f$one
  data.frame("function" = f$name, "1 thread" = format_seconds(one),
             "R" = sprintf("%.1f %%", 100 * f$plan$r / one),
             "C alone" = sprintf("%.1f %%", 100 * f$plan$alone / one),
             "2 measured" = times(one / f$measured),
             "2 simulated" = times(f$seconds[1] / f$seconds[2]),
             inflation = sprintf("%.2f", f$inflation),
             "2 with inflation" = times(one / ((f$seconds[2] - f$plan$r - f$plan$alone) *
                                                 f$inflation + f$plan$r + f$plan$alone)),
             check.names = FALSE)
}))
curves <- do.call(rbind, lapply(found, function(f) {
  ups <- f$seconds[1] / f$seconds
  inner <- (f$seconds[1] - f$plan$r) / (f$seconds - f$plan$r)
  row <- function(what, values) {
    cells <- as.list(digits(values))
    names(cells) <- workers
    data.frame("function" = f$name, of = what, cells, check.names = FALSE)
  }
  rbind(row("whole call", ups), row("C only", inner))
}))

picture <- function(file) {
  grDevices::png(file, 900, 700, res = 110)
  on.exit(grDevices::dev.off())
  colours <- grDevices::hcl.colors(length(found), "Dark 3")
  graphics::par(mar = c(4.5, 4.5, 3, 1))
  plot(workers, workers, type = "l", lty = 2, log = "xy", xlab = "processors (simulated)",
       ylab = "speed-up of the C code over 1 thread", main = "Simulated, without bandwidth",
       xaxt = "n", yaxt = "n", col = "grey50")
  graphics::axis(1, workers)
  graphics::axis(2, workers, las = 1)
  for (k in seq_along(found)) {
    f <- found[[k]]
    graphics::lines(workers, (f$seconds[1] - f$plan$r) / (f$seconds - f$plan$r), type = "b",
                    pch = k, col = colours[k])
  }
  graphics::legend("topleft", vapply(found, `[[`, "", "name"), col = colours,
                   pch = seq_along(found), bty = "n", cex = 0.75)
}
if (!is.null(out)) picture(sub("[.]md$", ".png", out))

write_report(c(
  "# Many processors, simulated", "",
  paste0("- ", machine_lines(character())),
  "- The curves are simulated, from traces of one thread on this machine: nobody has run them on",
  "  more processors.",
  paste0("- Each trace is that of the call of median length of ", rounds, "."),
  "- The helpers' wake-up is the median of a trace by two threads.",
  "- The simulator has no bandwidth. `inflation`: the sum of all steps by two threads over that by",
  "  one.",
  "- R: what the call takes outside of C, the collector with it; C alone: outside of jobs.", "",
  "## One and two threads", "", markdown(table), "",
  "## Speed-up by p processors, simulated", "", markdown(curves),
  if (!is.null(out)) c("", paste0("![](", basename(sub("[.]md$", ".png", out)), ")"))
))
