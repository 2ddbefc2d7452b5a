#' Number of threads
#'
#' Gets or sets the number of threads that the functions of this package use
#' when their argument `threads` is `NULL`.
#'
#' By default that is every processor that the process may use (its affinity
#' mask and its control groups' quota, not the machine's count), or fewer if the
#' environment variables `OMP_NUM_THREADS` or `R_MANYCORE_NUM_THREADS` say so. A
#' number set here, or given to a function, replaces that default. Four limits
#' hold even then: four threads for each processor; `OMP_THREAD_LIMIT`; two
#' threads where `_R_CHECK_LIMIT_CORES_` is set (R CMD check); and one thread in a
#' forked process, as in [parallel::mclapply()], whose siblings have the other
#' processors. Small work stays on one thread unless the call itself asks for more.
#'
#' Results do not depend on the number of threads.
#'
#' Threads are started when they are first needed and kept; while nothing is to be
#' done they sleep. Where the system allows no more of them (a limit of the user's, no
#' memory) there are fewer, and the work is done all the same. They get along with other
#' programs: a call does not wait for a thread that has not yet begun, and one that waits
#' spins for 50 microseconds at most before it leaves its processor to others.
#'
#' They are POSIX threads, or those of OpenMP where the package was built with
#' `--configure-args="--with-threads=openmp"`; [manycore_info()] says which. All of the above
#' holds for both kinds, and results are the same. OpenMP's threads heed OpenMP's other
#' environment variables, too: they are bound to processors by `OMP_PROC_BIND` and `OMP_PLACES`
#' (`MANYCORE_AFFINITY` has no say then), with `OMP_WAIT_POLICY=passive` they do not spin, with
#' `active` for a hundred times as long, and `OMP_STACKSIZE` is the size of their stacks. As
#' OpenMP ends the process where it cannot start a thread, the threads that it will need and one
#' more are started beforehand to see whether the system allows them.
#'
#' @param n `NULL` to ask; a positive whole number to set; `0` to go back to the
#'   default.
#' @return The number of threads in force: when setting, invisibly, the number
#'   that was in force before.
#' @examples
#' manycore_threads()
#' old <- manycore_threads(1)
#' manycore_threads()
#' manycore_threads(0)
#' @export
manycore_threads <- function(n = NULL) {
  before <- threads_in_force()
  if (is.null(n)) {
    return(before)
  }
  .Call(C_threads_set, check_threads(n, "n", least = 0))
  invisible(before)
}
