#' Number of threads
#'
#' Gets or sets the number of threads that functions of this package use when their argument
#' `threads` is `NULL`.
#'
#' By default the number of threads is the number of processors that the process may use (by its
#' affinity mask and the processor quota of its cgroups), or less if the environment variable
#' `OMP_NUM_THREADS` or `R_MANYCORE_NUM_THREADS` says so. A number set here, or given to a function,
#' replaces the default. Four limits always hold: four threads for each processor;
#' `OMP_THREAD_LIMIT`; two threads if `_R_CHECK_LIMIT_CORES_` is set (R CMD check); and one thread
#' in a forked process, as in [parallel::mclapply()], because other forked processes use the other
#' processors. Small work stays on one thread unless the call itself asks for more.
#'
#' Results do not depend on the number of threads.
#'
#' Threads are started when they are first needed. They are kept, and sleep while there is no work.
#' If the system refuses to start more threads (a limit of the user, short memory), fewer threads do
#' the work. Threads get along with other programs: a call does not wait for a thread that has not
#' yet begun, and a waiting thread spins for at most 50 microseconds before it gives up its
#' processor.
#'
#' Threads are POSIX threads, or those of OpenMP if the package was built with
#' `--configure-args="--with-threads=openmp"`; [manycore_info()] says which. All of the above holds
#' for both kinds, with the same results. OpenMP's threads also follow other environment variables
#' of OpenMP. `OMP_PROC_BIND` and `OMP_PLACES` bind them to processors (`MANYCORE_AFFINITY` then has
#' no effect). With `OMP_WAIT_POLICY=passive` they do not spin, with `active` they spin a hundred
#' times as long. `OMP_STACKSIZE` is the size of their stacks. OpenMP ends the process if it cannot
#' start a thread. So the needed threads and one more are first started as a trial, to see whether
#' the system allows them.
#'
#' @param n `NULL` to ask, a positive whole number to set, `0` to return to the default.
#' @return The number of threads in force. After setting, invisibly, the number that was in force
#'   before.
#' @family session
#' @examples
#' manycore_threads()
#' old <- manycore_threads(1)
#' manycore_threads()
#' manycore_threads(old)
#' @export
manycore_threads <- function(n = NULL) {
  before <- threads_in_force()
  if (is.null(n)) {
    return(before)
  }
  .Call(C_threads_set, check_threads(n, "n", least = 0))
  invisible(before)
}
