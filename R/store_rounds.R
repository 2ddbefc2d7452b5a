# The manager: hands out tasks, in this process or by BiocParallel, and what is lost again.

# Does fun(task, plan, threads) for each of `tasks`, a list, and sees to it that all are done. `fun`
# is the name of a function of the package, which leaves what it makes in the store and answers
# list(computed =, was =): whether it had to, and the state of what was there.
#
# In this process (BPPARAM = NULL) errors are the user's. Elsewhere a task may fail, and a worker
# die, with which BiocParallel ends its call. So there are rounds: after each one that did not do
# all, the backend is started anew, and what is neither answered for nor whole (`whole(task)`) is
# handed out again, until `retries` rounds in a row have done nothing.
#   before: called before each round
#   tick: as of progress_ticker()
# Answers list(computed, kept, rounds).
run_rounds <- function(tasks, plan, fun, BPPARAM = NULL, retries = 3, threads = 0L, tick = NULL,
                       whole = function(task) FALSE, before = NULL) {
  left <- seq_along(tasks)
  seen <- list(computed = 0, kept = 0, rounds = 0)
  note <- function(number, answer) {
    seen$computed <<- seen$computed + isTRUE(answer$computed)
    seen$kept <<- seen$kept + !isTRUE(answer$computed)
    left <<- left[left != number]
    tell_of_repair(answer, tasks[[number]])
    if (!is.null(tick)) tick(1 - length(left) / length(tasks))
  }
  if (is.null(BPPARAM)) {
    if (!is.null(before)) before()
    do_here(tasks, plan, fun, threads, tick, note)
    seen$rounds <- 1
    return(seen)
  }
  idle <- 0
  with_backend(BPPARAM, {
    while (length(left) > 0) {
      if (!is.null(before)) before()
      count <- length(left)
      problem <- one_round(tasks, left, plan, fun, BPPARAM, threads, note)
      seen$rounds <- seen$rounds + 1
      if (length(left) == 0) break
      left <- left[!vapply(tasks[left], whole, NA)]
      idle <- if (length(left) < count) 0 else idle + 1
      if (inherits(problem, "manycore_error_disk") || idle > retries) {
        stop_left(plan, tasks[left], problem, seen$rounds)
      }
      if (length(left) > 0) {
        message("manycore: ", problem_in_words(problem), "; ", count_of(length(left), "task"),
                " handed out again")
        revive_backend(BPPARAM)
      }
    }
  })
  seen
}

do_here <- function(tasks, plan, fun, threads, tick, note) {
  fun <- match.fun(fun)
  for (number in seq_along(tasks)) {
    within <- if (!is.null(tick)) function(done) tick((number - 1 + done) / length(tasks))
    note(number, fun(tasks[[number]], plan, threads, within))
  }
}

# A round of the tasks `left`: notes the answers as they come. NULL, or the first thing that went
# wrong, a condition.
one_round <- function(tasks, left, plan, fun, BPPARAM, threads, note) {
  problem <- NULL
  answered <- function(answer) {
    if (is.null(answer$error)) {
      note(answer$number, answer)
    } else if (is.null(problem)) {
      problem <<- answer$error
    }
  }
  at <- 0
  tasks_left <- left # `note` changes it
  following <- function() {
    if (at >= length(tasks_left) || inherits(problem, "manycore_error_disk")) {
      return(NULL)
    }
    at <<- at + 1
    list(number = tasks_left[at], task = tasks[[tasks_left[at]]])
  }
  share <- workers_of_host(BPPARAM)
  lost <- tryCatch({
    hand_out(following, answered, BPPARAM, plan = plan, fun = fun, threads = threads,
             share = share, libraries = .libPaths())
    NULL
  }, error = identity)
  if (is.null(problem)) lost else problem
}

# Calls run_task(item, ...) for all that `following()` answers until it is NULL, on the workers, and
# `answered()` here with each answer when it comes: one task at a time to a worker, where the
# backend can; else a share of all.
hand_out <- function(following, answered, BPPARAM, ...) {
  if (!takes_shares(BPPARAM)) {
    return(BiocParallel::bpiterate(following, remote_task, ..., init = 0, BPPARAM = BPPARAM,
                                   REDUCE = function(count, answer) {
                                     answered(answer)
                                     count + 1
                                   }))
  }
  items <- list()
  while (!is.null(item <- following())) {
    items[[length(items) + 1L]] <- item
  }
  if (length(items) == 0) {
    return(0)
  }
  workers <- min(BiocParallel::bpnworkers(BPPARAM), length(items))
  shares <- unname(split(items, (seq_along(items) - 1L) %% workers))
  answers <- BiocParallel::bplapply(shares, remote_tasks, remote_task, ..., BPPARAM = BPPARAM)
  for (answer in unlist(answers, recursive = FALSE)) answered(answer)
  length(items)
}

# Workers of MPI have the loop of the package snow, which forgets what bpiterate() sends but once;
# and batchtools would queue a job for each task.
takes_shares <- function(BPPARAM) {
  inherits(BPPARAM, "BatchtoolsParam") ||
    (inherits(BPPARAM, "SnowParam") && inherits(BiocParallel::bpbackend(BPPARAM), "MPIcluster"))
}

remote_tasks <- function(items, run, ...) lapply(items, run, ...)
environment(remote_tasks) <- baseenv()

# What is sent to workers: it knows nothing but base R.
remote_task <- function(item, plan, fun, threads, share, libraries) {
  tryCatch({
    if (!requireNamespace("manycore", quietly = TRUE)) {
      .libPaths(c(libraries, .libPaths()))
    }
    get("run_task", envir = asNamespace("manycore"))(item, plan, fun, threads, share)
  }, error = function(e) list(number = item$number, error = e))
}
environment(remote_task) <- baseenv()

# On a worker: errors are answers.
run_task <- function(item, plan, fun, threads, share) {
  tryCatch({
    answer <- get(fun, envir = topenv())(item$task, plan, threads_of_worker(threads, share), NULL)
    c(answer, list(number = item$number))
  }, error = function(e) {
    e$call <- NULL
    e$trace <- NULL
    list(number = item$number, error = e)
  })
}

# ---- threads ----

# Workers of a host: all of them, unless they are named by hosts. (NULL: not known here; each has
# the processors that it sees.)
workers_of_host <- function(BPPARAM) {
  workers <- BiocParallel::bpworkers(BPPARAM)
  if (inherits(BPPARAM, "BatchtoolsParam")) {
    return(NULL)
  }
  if (is.character(workers)) max(table(workers)) else as.numeric(workers)[1]
}

# As given, or this host's processors divided among its workers. (A forked child has one.)
threads_of_worker <- function(threads, share) {
  if (threads > 0L || is.null(share)) {
    return(threads)
  }
  as.integer(max(1, manycore_threads() %/% share))
}

# ---- the backend ----

# Evaluates `code` with the backend started; it is stopped afterwards unless it was up before.
with_backend <- function(BPPARAM, code) {
  if (is.null(BPPARAM)) {
    return(code)
  }
  if (!BiocParallel::bpisup(BPPARAM)) {
    on.exit(stop_backend(BPPARAM))
    BiocParallel::bpstart(BPPARAM)
  }
  code
}

stop_backend <- function(BPPARAM) {
  if (tryCatch(BiocParallel::bpisup(BPPARAM), error = function(e) FALSE)) {
    tryCatch(suppressWarnings(BiocParallel::bpstop(BPPARAM)),
             error = function(e) drop_backend(BPPARAM))
  }
  invisible()
}

# bpstop() fails, or waits for ever, where a worker is gone. So the connections are closed, by which
# workers end when they are done with their task; and the backend is what it was before it was
# started.
drop_backend <- function(BPPARAM) {
  nodes <- BiocParallel::bpbackend(BPPARAM)
  for (k in seq_along(nodes)) {
    tryCatch(close(nodes[[k]]$con), error = identity, warning = identity)
  }
  unused <- BiocParallel::bpbackend(BiocParallel::SnowParam(1))
  BiocParallel::`bpbackend<-`(BPPARAM, value = unused)
  invisible()
}

# Starts it anew after something went wrong.
revive_backend <- function(BPPARAM) {
  sockets <- inherits(BPPARAM, "SnowParam") && BPPARAM$.clusterargs$type != "MPI"
  if (sockets) drop_backend(BPPARAM) else stop_backend(BPPARAM)
  if (!BiocParallel::bpisup(BPPARAM)) {
    BiocParallel::bpstart(BPPARAM)
  }
}

check_backend <- function(BPPARAM) {
  if (is.null(BPPARAM)) {
    return(NULL)
  }
  need_package("BiocParallel", "'BPPARAM'")
  if (!methods::is(BPPARAM, "BiocParallelParam")) {
    stop_argument("BPPARAM", "NULL or a backend of BiocParallel, such as SnowParam(2)", BPPARAM)
  }
  BPPARAM
}

check_retries <- function(retries) {
  if (!is.numeric(retries) || length(retries) != 1 || is.na(retries) || retries < 0) {
    stop_argument("retries", "a number, 0 or more", retries)
  }
  retries
}

# ---- messages ----

tell_of_repair <- function(answer, task) {
  if (isTRUE(answer$was %in% c("damaged", "truncated", "foreign"))) {
    message("manycore: tile ", task[[1]], ", ", task[[2]], " of the store was ", answer$was,
            ", and is done again")
  }
}

problem_in_words <- function(problem) {
  if (is.null(problem)) {
    "not all tasks were answered for"
  } else if (inherits(problem, "manycore_error")) {
    paste0("a task failed (", conditionMessage(problem), ")")
  } else {
    paste0("a worker was lost, or failed (", conditionMessage(problem), ")")
  }
}

stop_left <- function(plan, tasks, problem, rounds) {
  first <- vapply(utils::head(tasks, 5), function(task) paste(unlist(task), collapse = ", "), "")
  stop_manycore("store", count_of(length(tasks), "task"), " of the store '", plan$dir,
                "' left after ", count_of(rounds, "round"), ": ", paste(first, collapse = "; "),
                if (length(tasks) > 5) "; ...", ". Last: ", problem_in_words(problem),
                ". What is done stays done: the same call goes on with the rest",
                class = if (inherits(problem, "manycore_error_disk")) "manycore_error_disk",
                left = tasks)
}
