# Backends of BiocParallel: who starts their workers, hands out to them, and stops them.

# ---- a backend is a record ----

# What rounds (store_rounds.R) need of a backend, as functions of BPPARAM. The plainest one is what
# BiocParallel can do with any.
#
#   prepare   before a start: ends with an error if there can be none
#   start     starts the workers
#   seconds   how long a start may take; one that took longer and failed was late
#   is_there  do workers that are up, and idle, answer?
#   on_host   how many workers one host has; NULL if that is not known
#   hand_out  see hand_out() in store_rounds.R
#   drop      leaves workers of which one may be gone, or at work
#   stopped   after bpstop()
#   needs     packages
new_backend <- function(prepare = function(BPPARAM) NULL, start = BiocParallel::bpstart,
                        seconds = Inf, is_there = function(BPPARAM) TRUE,
                        on_host = workers_as_told, hand_out = hand_out_one_by_one,
                        drop = stop_backend, stopped = function(BPPARAM) NULL,
                        needs = character()) {
  list(prepare = prepare, start = start, seconds = seconds, is_there = is_there,
       on_host = on_host, hand_out = hand_out, drop = drop, stopped = stopped, needs = needs)
}

# Workers of MPI have the loop of the package snow, which forgets what bpiterate() sends but once;
# batchtools would queue a job for each batch; and foreach has no iteration.
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

# Evaluates `code` with the backend started; it is stopped afterwards unless it was up before.
with_backend <- function(BPPARAM, code) {
  if (is.null(BPPARAM)) {
    return(code)
  }
  if (!BiocParallel::bpisup(BPPARAM)) {
    on.exit(stop_backend(BPPARAM))
    start_backend(BPPARAM)
  } else if (!backend_of(BPPARAM)$is_there(BPPARAM)) {
    message("manycore: the workers of 'BPPARAM' do not answer, and are started anew")
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

# Starts it anew after something went wrong.
revive_backend <- function(BPPARAM) {
  drop_backend(BPPARAM)
  if (!BiocParallel::bpisup(BPPARAM)) {
    start_backend(BPPARAM)
  }
}

# ---- who is there ----

workers_of_host <- function(BPPARAM) backend_of(BPPARAM)$on_host(BPPARAM)

# All of them, unless they are named by hosts.
workers_as_told <- function(BPPARAM) {
  workers <- BiocParallel::bpworkers(BPPARAM)
  if (is.character(workers)) max(table(workers)) else as.numeric(workers)[1]
}

workers_in_all <- function(BPPARAM) {
  if (is.null(BPPARAM)) 1 else BiocParallel::bpnworkers(BPPARAM)
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

# A worker on another host may never connect. The package snow, by which BiocParallel starts workers
# with sockets, waits 30 days for it, unless its option says otherwise.
start_with_sockets <- function(BPPARAM) {
  limit <- of_snow("getClusterOption")("timeout")
  on.exit(of_snow("setDefaultClusterOptions")(timeout = limit))
  of_snow("setDefaultClusterOptions")(timeout = min(limit, start_seconds))
  with_free_port(BPPARAM, BiocParallel::bpstart(BPPARAM))
}

start_seconds <- 120

# Evaluates `code`, which starts workers that connect to a port here: another one than that of the
# backend, if somebody else has that. (A worker that forks would connect to a stranger.)
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

# bpstop() fails, or waits for ever, where a worker is gone. So the connections are closed, by which
# workers end when they are done with their task; and the backend is what it was before it was
# started.
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
# that: whoever then waits for a worker waits for ever. So the record and the communicator go, too,
# here after our own stop, and before a start where somebody else's workers do not answer.

# Functions of packages that none of this needs to know but here.
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
                  "session, which can have one. Give that one, or end it by bpstop()")
  }
  forget_mpi()
}

mpi_seconds <- 10

# Do all workers, which are idle if they are there, answer within so many seconds?
mpi_answers <- function(nodes, seconds = mpi_seconds) {
  question <- list(type = "EXEC", tag = NULL,
                   data = list(fun = "Sys.getpid", args = list(), return = TRUE, tag = NULL))
  for (node in nodes) of_mpi("mpi.send.Robj")(question, node$rank, node$SENDTAG, node$comm)
  silent <- seq_along(nodes)
  end <- Sys.time() + seconds
  while (length(silent) > 0 && Sys.time() < end) {
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
