# What is sent to workers of a backend, and what they do with it: batches of tasks.

# Handing out takes some milliseconds, and tiles may take less. So workers get batches, of as many
# tasks as take this long: little to lose with a worker, or to wait for at the end.
batch_seconds <- 0.2

# ---- what is sent: it knows nothing but base R ----

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

# The tasks of a batch, until `seconds` have gone by. Answers list(answers, rest,
# seconds): an answer to each that was done, the numbers of those that were not, and the time.
run_batch <- function(item, plan, fun, threads, share, seconds) {
  start <- proc.time()[["elapsed"]]
  spent <- function() proc.time()[["elapsed"]] - start
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

# As given, or this host's processors divided among its workers. (A forked child has one.)
threads_of_worker <- function(threads, share) {
  if (threads > 0L || is.null(share)) {
    return(threads)
  }
  as.integer(max(1, threads_in_force() %/% share))
}
