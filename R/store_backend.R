# Backends of BiocParallel: how their workers are started, get tasks, and are stopped.

# ---- a backend is a record ----

# A backend as rounds (store_rounds.R) need it: a record of functions of BPPARAM. The defaults work
# for every backend of BiocParallel.
#
#   prepare   called before a start; ends with an error if no start is possible
#   start     starts the workers
#   seconds   how long a start may take; a start that took longer and failed was late
#   is_there  do workers that are up and idle answer?
#   on_host   the number of workers of one host; NULL if it is not known
#   hand_out  see hand_out() in store_rounds.R
#   drop      abandons the workers; one of them may be gone, or at work
#   stopped   called after bpstop()
#   needs     packages
new_backend <- function(prepare = function(BPPARAM) NULL, start = BiocParallel::bpstart,
                        seconds = Inf, is_there = function(BPPARAM) TRUE,
                        on_host = workers_as_told, hand_out = hand_out_one_by_one,
                        drop = stop_backend, stopped = function(BPPARAM) NULL,
                        needs = character()) {
  list(prepare = prepare, start = start, seconds = seconds, is_there = is_there,
       on_host = on_host, hand_out = hand_out, drop = drop, stopped = stopped, needs = needs)
}

# Three backends get shares in place of batches: workers of MPI run the loop of package snow, which
# does not keep the data that bpiterate() sends only once; batchtools would queue a job for each
# batch; and foreach has no iteration.
backend_of <- function(BPPARAM) {
  if (is_mpi(BPPARAM)) {
    new_backend(prepare = make_room_for_mpi, hand_out = hand_out_shares,
                is_there = function(BPPARAM) mpi_answers(BiocParallel::bpbackend(BPPARAM)),
                stopped = forget_mpi, needs = c("snow", "Rmpi"))
  } else if (inherits(BPPARAM, "SnowParam")) { # workers with sockets, forked ones among them
    new_backend(start = start_with_sockets, seconds = start_seconds,
                hand_out = hand_out_in_time, drop = close_sockets)
  } else if (inherits(BPPARAM, "BatchtoolsParam")) {
    new_backend(on_host = function(BPPARAM) NULL, hand_out = hand_out_shares)
  } else if (inherits(BPPARAM, "DoparParam")) {
    new_backend(hand_out = hand_out_shares)
  } else {
    new_backend()
  }
}

is_mpi <- function(BPPARAM) {
  inherits(BPPARAM, "SnowParam") && identical(BPPARAM$.clusterargs$type, "MPI")
}

# ---- from the start to the end ----

# Evaluates `code` with the backend started. Afterwards a backend that was not up before is stopped.
with_backend <- function(BPPARAM, code) {
  if (is.null(BPPARAM)) {
    return(code)
  }
  if (!BiocParallel::bpisup(BPPARAM)) {
    on.exit(stop_backend(BPPARAM))
    start_backend(BPPARAM)
  } else if (!backend_of(BPPARAM)$is_there(BPPARAM)) {
    message("manycore: the workers of 'BPPARAM' do not answer, and are started again")
    revive_backend(BPPARAM)
  }
  code
}

start_backend <- function(BPPARAM) {
  backend <- backend_of(BPPARAM)
  backend$prepare(BPPARAM)
  start <- now()
  tryCatch(backend$start(BPPARAM), error = function(e) {
    late <- now() - start >= backend$seconds
    stop_manycore("worker", "'BPPARAM' cannot be started: ",
                  if (late) paste("a worker has not connected within", backend$seconds,
                                  "seconds") else conditionMessage(e))
  })
}

stop_backend <- function(BPPARAM) {
  if (tryCatch(BiocParallel::bpisup(BPPARAM), error = function(e) FALSE)) {
    backend <- backend_of(BPPARAM)
    tryCatch(suppressWarnings(BiocParallel::bpstop(BPPARAM)),
             error = function(e) backend$drop(BPPARAM))
    backend$stopped(BPPARAM)
  }
  invisible()
}

drop_backend <- function(BPPARAM) backend_of(BPPARAM)$drop(BPPARAM)

# Starts the backend again after a failure.
revive_backend <- function(BPPARAM) {
  drop_backend(BPPARAM)
  if (!BiocParallel::bpisup(BPPARAM)) {
    start_backend(BPPARAM)
  }
}

# ---- who is there ----

workers_of_host <- function(BPPARAM) backend_of(BPPARAM)$on_host(BPPARAM)

# All workers, unless they are named by hosts.
workers_as_told <- function(BPPARAM) {
  workers <- BiocParallel::bpworkers(BPPARAM)
  if (is.character(workers)) max(table(workers)) else as.numeric(workers)[1]
}

# 0: this process does the work.
workers_in_all <- function(BPPARAM) {
  if (is.null(BPPARAM)) 0 else BiocParallel::bpnworkers(BPPARAM)
}

# ---- ways of handing out ----

# One batch at a time to a worker.
hand_out_one_by_one <- function(following, answered, BPPARAM, patience, ...) {
  BiocParallel::bpiterate(following, remote_batch, ..., init = 0, BPPARAM = BPPARAM,
                          REDUCE = function(count, reply) {
                            answered(reply)
                            count + 1
                          })
}

hand_out_in_time <- function(following, answered, BPPARAM, patience, ...) {
  with_timeout(BPPARAM, patience,
               hand_out_one_by_one(following, answered, BPPARAM, patience, ...))
}

# A share of all to each worker.
hand_out_shares <- function(following, answered, BPPARAM, patience, ...) {
  items <- list()
  while (!is.null(item <- following())) {
    items[[length(items) + 1L]] <- item
  }
  workers <- min(BiocParallel::bpnworkers(BPPARAM), length(items))
  shares <- unname(split(items, (seq_along(items) - 1L) %% workers))
  replies <- BiocParallel::bplapply(shares, remote_share, remote_batch, ..., BPPARAM = BPPARAM)
  for (reply in unlist(replies, recursive = FALSE)) answered(reply)
}

# ---- sockets ----

# A worker on another host may never connect. BiocParallel starts workers with sockets by the
# package snow, which by default waits 30 days for the connection.
start_with_sockets <- function(BPPARAM) {
  limit <- of_snow("getClusterOption")("timeout")
  on.exit(of_snow("setDefaultClusterOptions")(timeout = limit))
  of_snow("setDefaultClusterOptions")(timeout = min(limit, start_seconds))
  with_free_port(BPPARAM, BiocParallel::bpstart(BPPARAM))
}

start_seconds <- 120

# Evaluates `code`, which starts workers that connect to a port of this process. If another program
# has the backend's port, another port is used. (A forked worker would connect to that program.)
with_free_port <- function(BPPARAM, code) {
  port <- BPPARAM$port
  if (length(port) != 1 || is.na(port) || is_free_port(port)) {
    return(code)
  }
  others <- setdiff(11000L + (port + 1:1000) %% 1000L, port) # BiocParallel's own range
  other <- Find(is_free_port, others)
  if (is.null(other)) {
    return(code)
  }
  message("manycore: port ", port, " of 'BPPARAM' is taken, and port ", other, " is used")
  BPPARAM$port <- other
  on.exit(BPPARAM$port <- port)
  code
}

is_free_port <- function(port) {
  tryCatch({
    close(serverSocket(port))
    TRUE
  }, error = function(e) FALSE, warning = function(w) FALSE)
}

# If a worker is gone, bpstop() fails or waits for ever. So the connections are closed, and workers
# end after their task. The backend is then as before its start.
close_sockets <- function(BPPARAM) {
  nodes <- BiocParallel::bpbackend(BPPARAM)
  for (k in seq_along(nodes)) {
    tryCatch(close(nodes[[k]]$con), error = identity, warning = identity)
  }
  unused <- BiocParallel::bpbackend(BiocParallel::SnowParam(1))
  BiocParallel::`bpbackend<-`(BPPARAM, value = unused)
  invisible()
}

# ---- MPI ----

# bpstop() ends the workers, but snow keeps its record of them, and the next bpstart() answers with
# that record: waiting for these workers would never end. So the record and the communicator are
# removed, too: after our own stop, and before a start if workers of others do not answer.

# Functions of packages that are needed for MPI only.
of_mpi <- function(name) getExportedValue("Rmpi", name)
of_snow <- function(name) getExportedValue("snow", name)

forget_mpi <- function(...) {
  cluster <- of_snow("getMPIcluster")()
  if (inherits(cluster, "spawnedMPIcluster")) {
    of_mpi("mpi.comm.free")(cluster[[1]]$comm)
    of_snow("setMPIcluster")(NULL)
  }
}

make_room_for_mpi <- function(...) {
  cluster <- of_snow("getMPIcluster")()
  if (is.null(cluster)) {
    return(invisible())
  }
  if (mpi_answers(cluster)) {
    stop_manycore("worker", "'BPPARAM' cannot be started: another backend of MPI is up in this ",
                  "session, which can have only one: use that backend, or end it by bpstop()")
  }
  forget_mpi()
}

mpi_seconds <- 10

# Do all workers, which should be idle, answer within so many seconds?
mpi_answers <- function(nodes, seconds = mpi_seconds) {
  question <- list(type = "EXEC", tag = NULL,
                   data = list(fun = "Sys.getpid", args = list(), return = TRUE, tag = NULL))
  for (node in nodes) of_mpi("mpi.send.Robj")(question, node$rank, node$SENDTAG, node$comm)
  silent <- seq_along(nodes)
  end <- now() + seconds
  while (length(silent) > 0 && now() < end) {
    for (k in silent) {
      node <- nodes[[k]]
      if (of_mpi("mpi.iprobe")(node$rank, node$RECVTAG, node$comm)) {
        of_mpi("mpi.recv.Robj")(node$rank, node$RECVTAG, node$comm)
        silent <- setdiff(silent, k)
      }
    }
    Sys.sleep(0.005)
  }
  length(silent) == 0
}

# ---- arguments ----

check_backend <- function(BPPARAM) {
  if (is.null(BPPARAM)) {
    return(NULL)
  }
  need_package("BiocParallel", "'BPPARAM'")
  if (!methods::is(BPPARAM, "BiocParallelParam")) {
    stop_argument("BPPARAM", "NULL or a backend of BiocParallel, such as SnowParam(2)", BPPARAM)
  }
  for (package in backend_of(BPPARAM)$needs) need_package(package, "workers of MPI")
  BPPARAM
}
