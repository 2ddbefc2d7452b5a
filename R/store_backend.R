# Backends of BiocParallel: how many threads their workers take, how they are started and stopped.

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
  as.integer(max(1, threads_in_force() %/% share))
}

# ---- the backend ----

# Evaluates `code` with the backend started; it is stopped afterwards unless it was up before.
with_backend <- function(BPPARAM, code) {
  if (is.null(BPPARAM)) {
    return(code)
  }
  if (!BiocParallel::bpisup(BPPARAM)) {
    on.exit(stop_backend(BPPARAM))
    start_backend(BPPARAM)
  } else if (is_mpi(BPPARAM) && !mpi_answers(BiocParallel::bpbackend(BPPARAM))) {
    message("manycore: the workers of 'BPPARAM' do not answer, and are started anew")
    revive_backend(BPPARAM)
  }
  code
}

start_backend <- function(BPPARAM) {
  if (is_mpi(BPPARAM)) {
    make_room_for_mpi()
  }
  start <- now()
  tryCatch(with_limit_of_start(BPPARAM, with_free_port(BPPARAM, BiocParallel::bpstart(BPPARAM))),
           error = function(e) {
             late <- has_sockets(BPPARAM) && now() - start >= start_seconds
             stop_manycore("worker", "'BPPARAM' cannot be started: ",
                           if (late) paste("a worker has not connected within", start_seconds,
                                           "seconds") else conditionMessage(e))
           })
}

# A worker on another host may never connect. The package snow, by which BiocParallel starts workers
# with sockets, waits 30 days for it, unless its option says otherwise.
with_limit_of_start <- function(BPPARAM, code) {
  if (!has_sockets(BPPARAM)) {
    return(code)
  }
  limit <- of_snow("getClusterOption")("timeout")
  on.exit(of_snow("setDefaultClusterOptions")(timeout = limit))
  of_snow("setDefaultClusterOptions")(timeout = min(limit, start_seconds))
  code
}

start_seconds <- 120

# Evaluates `code`, which starts workers that connect to a port here: another one than that of the
# backend, if somebody else has that. (A worker that forks would connect to a stranger.)
with_free_port <- function(BPPARAM, code) {
  port <- if (has_sockets(BPPARAM)) BPPARAM$port
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

stop_backend <- function(BPPARAM) {
  if (tryCatch(BiocParallel::bpisup(BPPARAM), error = function(e) FALSE)) {
    mpi <- is_mpi(BPPARAM)
    tryCatch(suppressWarnings(BiocParallel::bpstop(BPPARAM)),
             error = function(e) drop_backend(BPPARAM))
    if (mpi) {
      forget_mpi()
    }
  }
  invisible()
}

# bpstop() fails, or waits for ever, where a worker is gone. So the connections are closed, by which
# workers end when they are done with their task; and the backend is what it was before it was
# started.
drop_backend <- function(BPPARAM) {
  if (!has_sockets(BPPARAM)) {
    return(stop_backend(BPPARAM))
  }
  nodes <- BiocParallel::bpbackend(BPPARAM)
  for (k in seq_along(nodes)) {
    tryCatch(close(nodes[[k]]$con), error = identity, warning = identity)
  }
  unused <- BiocParallel::bpbackend(BiocParallel::SnowParam(1))
  BiocParallel::`bpbackend<-`(BPPARAM, value = unused)
  invisible()
}

has_sockets <- function(BPPARAM) inherits(BPPARAM, "SnowParam") && !is_mpi(BPPARAM)

# Starts it anew after something went wrong.
revive_backend <- function(BPPARAM) {
  drop_backend(BPPARAM)
  if (!BiocParallel::bpisup(BPPARAM)) {
    start_backend(BPPARAM)
  }
}

# ---- MPI ----

# bpstop() ends the workers, but snow keeps its record of them, and the next bpstart() answers with
# that: whoever then waits for a worker waits for ever. So the record and the communicator go, too,
# here after our own stop, and before a start where somebody else's workers do not answer.

is_mpi <- function(BPPARAM) {
  inherits(BPPARAM, "SnowParam") && identical(BPPARAM$.clusterargs$type, "MPI")
}

# Functions of packages that none of this needs to know but here.
of_mpi <- function(name) getExportedValue("Rmpi", name)
of_snow <- function(name) getExportedValue("snow", name)

forget_mpi <- function() {
  cluster <- of_snow("getMPIcluster")()
  if (inherits(cluster, "spawnedMPIcluster")) {
    of_mpi("mpi.comm.free")(cluster[[1]]$comm)
    of_snow("setMPIcluster")(NULL)
  }
}

make_room_for_mpi <- function() {
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
  if (is_mpi(BPPARAM)) {
    for (package in c("snow", "Rmpi")) need_package(package, "workers of MPI")
  }
  BPPARAM
}

now <- function() proc.time()[["elapsed"]]
