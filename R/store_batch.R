# Batches of tasks: functions that are sent to workers, and functions that workers run.

# Handing out a task takes some milliseconds, and a tile may take less. So workers get batches of
# tasks that take this many seconds. That is short enough to lose with a worker, or to wait for.
batch_seconds <- 0.2

# ---- sent to workers: functions that need only base R ----

remote_share <- function(items, run, ...) lapply(items, run, ...)
environment(remote_share) <- baseenv()

remote_batch <- function(item, plan, fun, threads, share, libraries, version, seconds) {
  reply <- list(round = item$round, host = Sys.info()[["nodename"]])
  if (!requireNamespace("manycore", quietly = TRUE)) {
    .libPaths(c(libraries, .libPaths()))
  }
  reply$unfit <- tryCatch({
    there <- as.character(getNamespaceVersion(loadNamespace("manycore")))
    if (there != version) paste0("it has version ", there, ", and here is ", version)
  }, error = function(e) {
    paste0(conditionMessage(e), "; its libraries are '", paste(.libPaths(), collapse = "', '"), "'")
  })
  if (!is.null(reply$unfit)) {
    return(reply)
  }
  c(reply, get("run_batch", envir = asNamespace("manycore"))(item, plan, fun, threads, share,
                                                             seconds))
}
environment(remote_batch) <- baseenv()

# ---- on a worker ----

# Does the tasks of a batch until `seconds` have passed. Answers list(answers, rest, seconds): the
# answers of the finished tasks, the numbers of the other tasks, and the time.
run_batch <- function(item, plan, fun, threads, share, seconds) {
  start <- now()
  spent <- function() now() - start
  threads <- threads_of_worker(threads, share)
  watch <- manager_watch()
  answers <- list()
  while (length(answers) < length(item$tasks) && (length(answers) == 0 || spent() < seconds)) {
    at <- length(answers) + 1L
    answers[[at]] <- c(run_task(item$tasks[[at]], plan, fun, threads, watch),
                       list(number = item$numbers[at]))
  }
  list(answers = answers, rest = utils::tail(item$numbers, -length(answers)), seconds = spent())
}

# Errors are answers, as text and classes: list(error = list(message, class, path)).
run_task <- function(task, plan, fun, threads, watch = NULL) {
  tryCatch(get(fun, envir = topenv())(task, plan, threads, watch), error = function(e) {
    list(error = list(message = conditionMessage(e), class = class(e),
                      path = if (is.character(e$path)) e$path))
  })
}

version_here <- function() as.character(getNamespaceVersion("manycore"))

# The threads that are given, or this host's processors divided by its workers. (A forked process
# has one thread.)
threads_of_worker <- function(threads, share) {
  if (threads > 0L || is.null(share)) {
    return(threads)
  }
  as.integer(max(1, threads_in_force() %/% share))
}
