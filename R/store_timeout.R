# Workers that do not answer, and managers that have ended.
#
# A worker that is stopped, or whose machine hangs, keeps its connection, and BiocParallel waits for
# ever. So while tasks are handed out, the backend's nodes have classes of this package. Their
# methods of parallel's generic functions sendData() and recvOneData() note when a node was sent
# data, and give up a node that is late, by a condition of class manycore_timeout. It is not an
# error, so handlers of errors do not catch it.

# The patience of a call with its workers, and what has happened so far:
#   retries: how many rounds in a row may do nothing
#   timeout: the user's limit in seconds, or NULL
#   longest: seconds of the longest batch
#   given_up: the number of workers that were given up
#   lost: the last worker whose connection failed (its host, and R's message), or NULL
new_patience <- function(retries = 3, timeout = NULL) {
  patience <- new.env(parent = emptyenv())
  list2env(list(retries = retries, timeout = timeout, longest = 0, given_up = 0, lost = NULL),
           patience)
}

# The seconds that a worker may take for a batch: `timeout`. If that is NULL: ten minutes, or twenty
# times the longest batch so far, and twice as long after each worker that was given up.
seconds_for_batch <- function(patience) {
  if (!is.null(patience$timeout)) {
    return(patience$timeout)
  }
  max(default_timeout, 20 * patience$longest) * 2^patience$given_up
}

default_timeout <- 600

# Evaluates `code`. Nodes of the backend, which has sockets, are given up if they are late.
with_timeout <- function(BPPARAM, patience, code) {
  register_timeouts()
  nodes <- BiocParallel::bpbackend(BPPARAM)
  clock <- new.env(parent = emptyenv())
  clock$sent <- rep(NA_real_, length(nodes))
  clock$seconds <- seconds_for_batch(patience)
  clock$patience <- patience
  clock$ended <- FALSE # is a worker given up?
  watched <- nodes
  for (k in seq_along(nodes)) {
    node <- unclass(nodes)[[k]]
    watched[[k]] <- structure(c(unclass(node), list(clock = clock, number = k)),
                              class = c("manycore_node", class(node)))
    limit_connection(node$con, clock$seconds)
  }
  class(watched) <- c("manycore_nodes", class(nodes))
  put_backend(BPPARAM, watched)
  on.exit({
    put_backend(BPPARAM, nodes)
    for (node in unclass(nodes)) limit_connection(node$con, idle_seconds)
  })
  code
}

put_backend <- function(BPPARAM, nodes) BiocParallel::`bpbackend<-`(BPPARAM, value = nodes)

# Limits reading and writing, so that they can end in the middle of a message. (BiocParallel's own
# limit is thirty days.)
idle_seconds <- 30 * 24 * 3600

limit_connection <- function(con, seconds) {
  seconds <- max(1, ceiling(min(seconds, idle_seconds)))
  tryCatch(socketTimeout(con, seconds), error = function(e) NULL)
}

register_timeouts <- function() {
  if (is.null(place$classes)) {
    # BiocParallel's S4 methods then take the nodes for a cluster
    place$classes <- new.env(parent = asNamespace("BiocParallel"))
    methods::setOldClass(c("manycore_nodes", "cluster"), where = place$classes)
    home <- asNamespace("parallel")
    registerS3method("sendData", "manycore_node", send_to_node, envir = home)
    registerS3method("recvOneData", "manycore_nodes", receive_from_nodes, envir = home)
  }
}

# A stopped worker reads nothing, so a long message to it cannot be written. After a worker was
# given up nothing more is sent. (BiocParallel would send messages when it ends.)
send_to_node <- function(node, data) {
  clock <- node$clock
  if (clock$ended) {
    return(invisible())
  }
  clock$sent[node$number] <- now()
  tryCatch(NextMethod(), error = function(e) {
    if (is_late(node)) give_up(node)
    clock$patience$lost <- list(host = node$host, why = conditionMessage(e))
    stop(e)
  })
}

late_nodes <- function(clock) which(now() - clock$sent >= clock$seconds)

is_late <- function(node) node$number %in% late_nodes(node$clock)

receive_from_nodes <- function(cl) {
  nodes <- unclass(cl)
  clock <- nodes[[1]]$clock
  connections <- lapply(nodes, `[[`, "con")
  repeat {
    ready <- which(socketSelect(connections, FALSE, timeout = 0))
    if (length(ready) == 0) { # a node with a reply is not late: this process may have slept
      late <- late_nodes(clock)
      if (length(late) > 0) give_up(nodes[[late[1]]])
      ready <- which(socketSelect(connections, FALSE, timeout = min(1, clock$seconds)))
    }
    if (length(ready) > 0) break
  }
  ready <- ready[order(clock$sent[ready])] # the longest waiting node first
  value <- tryCatch(unserialize(connections[[ready[1]]]), error = function(e) {
    if (is_late(nodes[[ready[1]]])) give_up(nodes[[ready[1]]])
    clock$patience$lost <- list(host = nodes[[ready[1]]]$host, why = conditionMessage(e))
    stop(e)
  })
  clock$sent[ready[1]] <- NA
  list(node = ready[1], value = value)
}

give_up <- function(node) {
  clock <- node$clock
  if (!clock$ended) clock$patience$given_up <- clock$patience$given_up + 1
  clock$ended <- TRUE
  signalCondition(structure(class = c("manycore_timeout", "condition"),
                            list(message = timeout_in_words(node$host, clock$seconds),
                                 call = NULL)))
}

timeout_in_words <- function(host, seconds) {
  paste0("a worker on '", host, "' has not answered for ",
         count_of(signif(seconds, 3), "second"), " ('timeout' sets how long), and is given up")
}

check_timeout <- function(timeout) {
  if (!is.null(timeout) && (!is_number(timeout, 0) || timeout == 0)) {
    stop_argument("timeout", "a number of seconds above 0, or NULL", timeout)
  }
}

# ---- on a worker: is the manager there? ----

# A function for the ticks of tasks. Every two seconds it looks whether the manager has closed the
# connection or ended. If so, it ends the task by an error, and the worker's loop ends, too, because
# its reply cannot be sent. While a worker computes, its manager sends nothing, so a connection with
# something to read has ended. Answers NULL if the connection is not known.
manager_watch <- function() {
  connection <- manager_connection()
  if (is.null(connection)) {
    return(NULL)
  }
  looked <- now()
  function(...) {
    if (now() - looked >= watch_seconds) {
      looked <<- now()
      if (isTRUE(tryCatch(socketSelect(list(connection), FALSE, 0), error = function(e) TRUE))) {
        stop_manycore("worker", "the process that handed out this task has ended", call = NULL)
      }
    }
  }
}

watch_seconds <- 2

# The connection to the manager: BiocParallel's loop has its node in a variable.
manager_connection <- function() {
  for (frame in sys.frames()) {
    node <- get0("worker", frame, inherits = FALSE)
    if (inherits(node, c("SOCKnode", "SOCK0node")) && inherits(node$con, "sockconn")) {
      return(node$con)
    }
  }
}
