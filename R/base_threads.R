# Numbers of threads.

threads_in_force <- function() .Call(C_threads_explain, 0L)$threads

# The number of threads as an integer, 0 for NULL.
check_threads <- function(n, name = "threads", least = 1) {
  if (is.null(n)) {
    return(0L)
  }
  most <- .Machine$integer.max
  whole <- is_whole(n)
  if (!whole || n < least || n > most) {
    stop_argument(name, paste0("a ", if (least == 1) "positive ", "whole number",
                               if (least == 0) ", 0 or more,", if (whole && n > most)
                                 paste0(" up to ", most, ","), " or NULL"), n)
  }
  as.integer(n)
}

# Is this process a fork made by package parallel?
is_forked_child <- function() {
  "parallel" %in% loadedNamespaces() && .Platform$OS.type == "unix" &&
    isTRUE(get("isChild", envir = asNamespace("parallel"))())
}
