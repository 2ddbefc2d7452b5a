# The simulator of bench/manycore.R: from a trace of one thread to the time of p processors.
#
#   plan_of(run, p)            what a traced call did: jobs, their steps or tasks, and the rest
#   median_plan(plans)         one plan of several traces of the same call
#   simulate(plan, p, wake)    seconds of the C code by p workers
#   losses(plan, p, wake)      the idle time of workers, by job and reason
#
# The schedule is the team's. A free worker takes the next step, or the next task in the order of
# src/base/tasks.h. A task that waits for others goes on when those are done. A step that needs
# levels (src/base/levels.h) begins its work when the steps that raise the levels are done. The
# first step of a helper begins `wake` seconds after the job does. One worker alone does what is
# outside of jobs.

# ---- from a trace of one thread to work that can be divided ----

end_of <- function(events) events$begin + events$seconds

# list(alone, parallel: seconds; jobs: each list(body, places, and steps: seconds and needs, or
# tasks))
plan_of <- function(run, p) {
  trace <- run$trace[run$trace$thread == 0, ]
  calls <- manycore:::outermost(trace[trace$kind == "call", ])
  jobs <- manycore:::outermost(trace[trace$kind == "job", ])
  jobs <- jobs[jobs$last > 1 | p == 1, ]
  of_job <- findInterval(trace$begin, jobs$begin)
  of_job[of_job > 0 & end_of(trace) > c(Inf, end_of(jobs))[of_job + 1]] <- 0
  parts <- lapply(seq_len(nrow(jobs)), function(k) {
    own <- trace[of_job == k, ]
    list(body = jobs$name[k], places = jobs$last[k],
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

# The time of a job between its steps is divided among the steps.
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

# The acts of each task, in order: a list by the tasks' numbers + 1 (the root is 0) of matrices. A
# column is c(1, seconds, 0) for work, c(2, number, waits) for a task that it adds (waits: does it
# wait for that task?), or c(3, 0, 0) for a wait. One thread did the tasks; it did a task whenever
# it would have waited. So tasks are nested intervals. The time to find and to end a task belongs to
# the task.
tasks_of <- function(events) {
  made <- events[events$kind == "add", ]
  steps <- events[events$kind == "step", ]
  part <- manycore:::outermost(events[events$kind == "part", ])[1, ]
  root <- steps[steps$first == 0 & steps$name == part$name, ][1, ]
  run <- rbind(root, steps[paste(steps$name, steps$first) %in% paste(made$name, made$first), ])
  wait <- events[events$kind == "wait", ]
  point <- function(at, what, number, waits) {
    if (length(at) > 0) data.frame(at = at, what = what, number = number, waits = waits)
  }
  points <- rbind(point(run$begin, "begin", run$first, 0), point(end_of(run), "end", run$first, 0),
                  point(made$begin, "make", made$first, made$last),
                  point(wait$begin, "wait", 0, 0), point(end_of(wait), "on", 0, 0))
  points <- points[order(points$at), ]
  at <- points$at
  what <- points$what
  number <- points$number
  items <- rep(list(list()), max(made$first) + 1)
  add <- function(task, item) items[[task + 1]][[length(items[[task + 1]]) + 1]] <<- item
  stack <- numeric()
  for (k in seq_along(at)) {
    if (k > 1 && at[k] > at[k - 1]) {
      between <- paste(what[k - 1], what[k])
      owner <- switch(between, "on begin" = number[k], "end wait" = number[k - 1], "wait on" = NULL,
                      stack[length(stack)])
      if (length(owner) > 0) add(owner, c(1, at[k] - at[k - 1], 0))
    }
    if (what[k] == "begin") stack <- c(stack, number[k])
    if (what[k] == "end") stack <- stack[-length(stack)]
    if (length(stack) == 0) next # the root has ended, and waits for all
    task <- stack[length(stack)]
    if (what[k] == "make") add(task, c(2, number[k], points$waits[k]))
    if (what[k] == "wait") add(task, c(3, 0, 0))
  }
  lapply(items, function(x) matrix(as.numeric(unlist(x)), 3))
}

# ---- the schedule ----

# The begin and end of each step, when p workers take steps in order. A worker that has taken a step
# waits for the steps that it needs; all of these come before it.
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

# The begin and end of each stretch of work of tasks. A worker keeps its task until the task waits
# or ends. A free worker takes the last task that another task waits for, or else the oldest task.
schedule_tasks <- function(tasks, p, wake) {
  at <- rep(1L, length(tasks))         # the next item of each task
  maker <- integer(length(tasks))      # who waits for it, or 0
  missing <- integer(length(tasks))    # tasks that it waits for
  waiting <- logical(length(tasks))
  grouped <- logical(length(tasks))    # some task waits for it
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
            grouped[m] <<- TRUE # it goes on before others begin
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
          grouped[made] <<- TRUE
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
      urgent <- which(grouped[ready])
      k <- if (length(urgent) > 0) urgent[length(urgent)] else 1
      task[w] <- ready[k]
      ready <- ready[-k]
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

# How long stretches of work take together, if each needs the share `demand` of the bandwidth (1:
# all).
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

# Checks that all work is done once, by at most that many workers.
check_schedule <- function(spans, work, q) {
  length <- max(spans[, 2])
  done <- sum(spans[, 2] - spans[, 1])
  if (!isTRUE(all.equal(done, work)) || length < work / q * (1 - 1e-9)) {
    stop("a schedule of ", work, " s of work has ", done, " s, in ", length, " s by ", q)
  }
}

# One plan from several plans of the same call: the median time of each step, so that interruptions
# of the machine do not count. If the plans differ in more than times (a pass has ended elsewhere),
# the plan of median work.
median_plan <- function(plans) {
  shape_of <- function(plan) {
    lapply(plan$jobs, function(job) {
      tasks <- lapply(job$tasks, function(items) {
        items[2, items[1, ] == 1] <- 0
        items
      })
      list(job$body, job$places, length(job$steps), job$needs, tasks)
    })
  }
  shapes <- lapply(plans, shape_of)
  if (!all(vapply(shapes, identical, NA, shapes[[1]]))) {
    work <- vapply(plans, function(plan) sum(vapply(plan$jobs, work_of, 0)), 0)
    return(plans[[order(work)[ceiling(length(plans) / 2)]]])
  }
  median_of <- function(vectors) apply(do.call(rbind, vectors), 2, stats::median)
  plan <- plans[[1]]
  plan$alone <- stats::median(vapply(plans, `[[`, 0, "alone"))
  for (k in seq_along(plan$jobs)) {
    if (is.null(plan$jobs[[k]]$tasks)) {
      plan$jobs[[k]]$steps <- median_of(lapply(plans, function(x) x$jobs[[k]]$steps))
    } else {
      for (t in seq_along(plan$jobs[[k]]$tasks)) {
        of_plans <- lapply(plans, function(x) as.vector(x$jobs[[k]]$tasks[[t]]))
        if (length(of_plans[[1]]) > 0) plan$jobs[[k]]$tasks[[t]][] <- median_of(of_plans)
      }
    }
  }
  plan$parallel <- sum(vapply(plan$jobs, work_of, 0))
  plan
}

# The begin and end of each stretch of a job's work by q workers.
schedule <- function(job, q, wake) {
  spans <- if (is.null(job$tasks)) schedule_steps(job$steps, q, wake, job$needs) else
    schedule_tasks(job$tasks, q, wake)
  check_schedule(spans, work_of(job), q)
  spans
}

# The seconds of the C code. bandwidth: bytes a second; Inf: no limit. fresh: the share of the
# machine's rate of fresh memory that one worker takes.
simulate <- function(plan, p, wake, bytes = 0, bandwidth = Inf, fresh = 0) {
  demand <- if (bytes > 0) bytes / plan$parallel / bandwidth else 0
  of_jobs <- vapply(plan$jobs, function(job) {
    wanted <- if (job$body == "touch") fresh else demand
    stretched(schedule(job, min(p, job$places), wake), min(1, wanted))
  }, 0)
  plan$alone + sum(of_jobs)
}

# The idle processor-seconds of p workers, a row for each job's body:
#   alone   one works outside of jobs while the others wait
#   places  the job has fewer places than there are workers
#   uneven  workers wait for the first step, for tasks, or for the last step of others
# With `seconds`, the time that the rows' jobs take.
losses <- function(plan, p, wake) {
  rows <- lapply(plan$jobs, function(job) {
    q <- min(p, job$places)
    seconds <- max(schedule(job, q, wake)[, 2])
    data.frame(body = job$body, seconds = seconds, alone = 0, places = (p - q) * seconds,
               uneven = q * seconds - work_of(job))
  })
  rows <- do.call(rbind, c(rows, list(data.frame(body = "(no job)", seconds = plan$alone,
                                                 alone = (p - 1) * plan$alone, places = 0,
                                                 uneven = 0))))
  stats::aggregate(cbind(seconds, alone, places, uneven) ~ body, rows, sum)
}
