# The manager: hands out tasks, in this process or by BiocParallel, and lost tasks again.

# Does fun(task, plan, threads) for each of `tasks`, a list. `fun` is the name of a function of the
# package, which writes its result into the store and answers list(computed =, was =): did it have
# to compute, and the state of the tile before.
#
# In this process (BPPARAM = NULL) an error ends the call. On a backend a task may fail, and a
# worker may die, and then BiocParallel ends its call. So there are rounds. After a round that did
# not finish all tasks the backend is started again. Tasks without an answer that are not whole
# (`whole(task)`) are handed out again, until `patience$retries` rounds in a row have finished no
# task. A worker that takes longer than `patience$timeout` for a batch counts as dead
# (store_timeout.R).
#   before: called before each round of workers
#   tick: as of progress_ticker()
# Answers list(computed, kept, rounds).
run_rounds <- function(tasks, plan, fun, BPPARAM = NULL, patience = new_patience(),
                       threads = 0L, tick = NULL, whole = function(task) FALSE, before = NULL) {
  left <- seq_along(tasks)
  seen <- list(computed = 0, kept = 0, rounds = 0)
  repairs <- new_repairs()
  on.exit(repairs$tell_rest())
  note <- function(number, answer) {
    seen$computed <<- seen$computed + isTRUE(answer$computed)
    seen$kept <<- seen$kept + !isTRUE(answer$computed)
    left <<- left[left != number]
    repairs$tell(answer, tasks[[number]])
    if (!is.null(tick)) tick(1 - length(left) / length(tasks))
  }
  if (is.null(BPPARAM)) {
    do_here(tasks, plan, fun, threads, tick, note)
    seen$rounds <- 1
    return(seen)
  }
  idle <- 0
  kept <- BiocParallel::bpisup(BPPARAM)
  with_backend(BPPARAM, {
    while (length(left) > 0) {
      if (!is.null(before)) before()
      count <- length(left)
      problem <- one_round(tasks, left, plan, fun, BPPARAM, patience, threads, note)
      seen$rounds <- seen$rounds + 1
      if (is.null(problem) && length(left) < count) next # all done, or early ends
      left <- left[!vapply(tasks[left], whole, NA)]
      if (length(left) == 0) {
        end_after_loss(BPPARAM, problem, kept)
        break
      }
      # a default limit grows until it fits
      grows <- is.null(patience$timeout) && inherits(problem, "manycore_timeout")
      idle <- if (length(left) < count) 0 else idle + !grows
      if (inherits(problem, "manycore_error_worker")) stop(problem)
      if (is_hopeless(problem) || idle > patience$retries) {
        stop_left(plan, tasks[left], problem, seen$rounds)
      }
      message("manycore: ", problem_in_words(problem), "; ", count_of(length(left), "task"),
              " handed out again")
      idle <- revive_patiently(BPPARAM, idle, patience$retries)
    }
  })
  seen
}

# Starts the backend again. A failed start (a worker may die before it connects) counts as a round
# that did nothing. Answers how many rounds in a row did nothing.
revive_patiently <- function(BPPARAM, idle, retries) {
  repeat {
    problem <- tryCatch({
      revive_backend(BPPARAM)
      NULL
    }, manycore_error_worker = identity)
    if (is.null(problem)) {
      return(idle)
    }
    idle <- idle + 1
    if (idle > retries) stop(problem)
    message("manycore: ", conditionMessage(problem), "; the backend is started again")
  }
}

# All tasks are done. If a problem stopped the backend, a message says so, and a backend that was up
# before is started again. If the start fails, a message says so; it is not an error.
end_after_loss <- function(BPPARAM, problem, kept) {
  if (BiocParallel::bpisup(BPPARAM)) {
    return()
  }
  message("manycore: ", problem_in_words(problem), "; all tasks are done")
  if (kept) {
    tryCatch(revive_backend(BPPARAM), manycore_error_worker = function(e) {
      message("manycore: ", conditionMessage(e))
    })
  }
}

do_here <- function(tasks, plan, fun, threads, tick, note) {
  fun <- match.fun(fun)
  for (number in seq_along(tasks)) {
    within <- if (!is.null(tick)) function(done) tick((number - 1 + done) / length(tasks))
    note(number, fun(tasks[[number]], plan, threads, within))
  }
}

# A round of the tasks `left`: notes the answers as they come. Answers NULL, or the condition of the
# first problem.
one_round <- function(tasks, left, plan, fun, BPPARAM, patience, threads, note) {
  problem <- NULL
  queue <- new_queue(left, BiocParallel::bpnworkers(BPPARAM))
  place$rounds <- place$rounds + 1
  round <- c(Sys.getpid(), place$rounds)
  answered <- function(reply) {
    if (!identical(reply$round, round)) { # of a round that was interrupted
      return()
    }
    if (!is.null(reply$unfit)) {
      problem <<- worker_error(reply$unfit, reply$host)
    }
    for (answer in reply$answers) {
      if (is.null(answer$error)) {
        note(answer$number, answer)
      } else if (is.null(problem)) {
        problem <<- error_of(answer$error)
      }
    }
    queue$take_back(reply)
    patience$longest <- max(patience$longest, reply$seconds)
  }
  following <- function() {
    numbers <- if (!is_hopeless(problem)) queue$batch()
    if (length(numbers) > 0) list(round = round, numbers = numbers, tasks = tasks[numbers])
  }
  lost <- tryCatch({
    hand_out(following, answered, BPPARAM, patience, plan = plan, fun = fun,
             threads = threads, share = workers_of_host(BPPARAM), libraries = .libPaths(),
             version = version_here(), seconds = 2 * batch_seconds)
    NULL
  }, error = function(e) lost_worker(e, patience), manycore_timeout = identity)
  if (is.null(problem)) lost else problem
}

# The error of a round. If a worker's connection failed, the error names the worker's host.
# (BiocParallel's own error would name its internals.)
lost_worker <- function(e, patience) {
  lost <- patience$lost
  patience$lost <- NULL
  if (is.null(lost)) {
    return(e)
  }
  structure(list(message = paste0("a worker on '", lost$host, "' was lost: ", lost$why),
                 call = NULL),
            class = c("manycore_lost", "error", "condition"))
}

# Is it an error that would occur again in another round?
is_hopeless <- function(problem) {
  inherits(problem, c("manycore_error_disk", "manycore_error_worker", "manycore_error_file"))
}

place$rounds <- 0

# ---- batches ----

# A queue that makes batches of the tasks `left`. At first a batch is one task. Batches grow by the
# times in the replies. If few tasks are left, each worker gets at least two batches of them. A
# worker gives back the rest of a batch that took twice as long as planned.
new_queue <- function(left, workers) {
  size <- 1
  batch <- function() {
    count <- min(size, ceiling(length(left) / (2 * max(workers, 1))))
    taken <- utils::head(left, count)
    left <<- utils::tail(left, -count)
    taken
  }
  take_back <- function(reply) {
    left <<- c(reply$rest, left)
    count <- length(reply$answers)
    if (count > 0) {
      size <<- max(1, floor(min(4 * size, count * batch_seconds / max(reply$seconds, 1e-4))))
    }
  }
  list(batch = batch, take_back = take_back)
}

# Calls remote_batch(item, ...) on the workers for each item of `following()`, until that is NULL,
# and answered(reply) here when a reply comes. A worker gets one batch at a time, or, if the backend
# cannot do that, a share of all. A worker that takes longer for a batch than `patience` allows is
# given up, and a condition of class manycore_timeout ends the round. After this condition, an error
# or an interrupt the backend is stopped, because late replies would be taken for replies to the
# next call.
hand_out <- function(following, answered, BPPARAM, patience, ...) {
  ended <- FALSE
  on.exit(if (!ended) drop_backend(BPPARAM))
  # each of our tasks would advance the random numbers of the user's own tasks, and be written into
  # the user's folder of results
  before <- list(RNGstream = BPPARAM$RNGstream, resultdir = BPPARAM$resultdir)
  BPPARAM$resultdir <- NA_character_
  on.exit(for (field in names(before)) BPPARAM$field(field, before[[field]]), add = TRUE)
  backend_of(BPPARAM)$hand_out(following, answered, BPPARAM, patience, ...)
  ended <- TRUE
}

# The condition of a task's error (run_task()), with the classes of this package only.
error_of <- function(answer) {
  class <- intersect(answer$class, c("manycore_error_tile", "manycore_error_file",
                                     paste0("manycore_error_", c("store", "disk", "worker",
                                                                 "memory", "data")),
                                     "manycore_error"))
  structure(list(message = paste(as.character(answer$message), collapse = " "), call = NULL,
                 path = answer$path), class = c(class, "error", "condition"))
}

worker_error <- function(unfit, host) {
  tryCatch(stop_manycore("worker", "a worker on '", host, "' cannot do tasks of manycore: ",
                         unfit, ". Install the same version where the workers are",
                         host = host),
           manycore_error_worker = identity)
}

# ---- messages ----

# Messages about tiles that are done again because they were not whole. tell(answer, task) names a
# tile, if fewer than `most` tiles were named before. tell_rest() says how many others there were.
new_repairs <- function(most = 5) {
  count <- 0
  tell <- function(answer, task) {
    if (isTRUE(answer$was %in% c("damaged", "truncated", "foreign"))) {
      count <<- count + 1
      if (count <= most) {
        message("manycore: tile ", task[[1]], ", ", task[[2]], " of the store was ", answer$was,
                ", and is done again")
      }
    }
  }
  tell_rest <- function() {
    if (count > most) {
      message("manycore: ", count_of(count - most, "more tile"),
              " of the store had to be done again")
    }
  }
  list(tell = tell, tell_rest = tell_rest)
}

problem_in_words <- function(problem) {
  if (is.null(problem)) {
    "some tasks have no answer"
  } else if (inherits(problem, c("manycore_timeout", "manycore_lost"))) {
    conditionMessage(problem)
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
                ". Finished tasks stay: the same call goes on with the others",
                if (inherits(problem, "manycore_timeout"))
                  "; give it a longer 'timeout', or the store smaller tiles",
                class = grep("^manycore_error_(disk|file)$", class(problem), value = TRUE),
                left = tasks)
}
