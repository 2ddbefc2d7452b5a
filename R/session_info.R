# The active instruction set. Not exported: users set MANYCORE_ISA, and tests and benchmarks switch
# within a session.

# Makes the instruction set `name` active ("": the best one) and returns the previous one.
isa_choose <- function(name) {
  if (!is.character(name) || length(name) != 1 || is.na(name)) {
    stop_argument("name", "one string", name)
  }
  info <- .Call(C_system_info)
  if (!name %in% c("", "auto", info$built)) {
    stop_manycore("build", "this build of manycore has no instruction-set target '", name,
                  "'; it has ", paste(info$built, collapse = ", "))
  }
  if (!name %in% c("", "auto", info$built[info$runs])) {
    stop_manycore("build", "this machine cannot run the instruction-set target '", name,
                  "'; it can run ", paste(info$built[info$runs], collapse = ", "))
  }
  invisible(.Call(C_isa_choose, name))
}

# The instruction sets that this build has and this machine runs.
isa_runnable <- function() {
  info <- .Call(C_system_info)
  info$built[info$runs]
}

#' What a bug report needs
#'
#' The package's version, the instruction set, the number of threads and the reason for it, the
#' compiler, and whether threads and a BLAS are built in.
#'
#' @param x The result of `manycore_info()`.
#' @param row.names,optional,stringsAsFactors As in [as.data.frame()].
#' @param ... Nothing: an unknown argument is an error that names the argument.
#'
#' @return `as.data.frame()`: a data frame with a row for each element of the list: `field`, its
#'   name, and `value`, a string. Several values are separated by commas, those of `switch_hidden`
#'   as in `"cor: package stats"`; no value is `""`.
#'
#'   `manycore_info()`: a list of class `manycore_info`, with methods for `print()` and `format()`:
#'
#' * `version`, `r_version`, `platform`;
#' * `isa`: the active instruction set; `isa_built`: all instruction sets in this build;
#'   `isa_runnable`: those that this machine runs;
#' * `threads`: the number of threads; `threads_because`: the reason for it; `processors`: the
#'   number of processors that this process may use;
#' * `compiler`;
#' * `threading`: `FALSE` if the build has one thread only; `threads_kind`: `"posix"`, `"openmp"` or
#'   `"none"`, the choice of `configure --with-threads`; `threads_runtime`: with OpenMP, the library
#'   that starts the threads and the version of OpenMP, a date; otherwise `""`;
#' * `blas`: `FALSE` if R's BLAS could not be linked when the package was built. Then
#'   [dist_euclidean()] has no algorithm `"gemm"`;
#' * `switch`: the functions that [use_manycore()] has replaced; `switch_hidden`: those of them that
#'   your code does not see, because a function of the same name is earlier on the search path. The
#'   names are the functions, the values say whose function comes first.
#' @family session
#' @examples
#' manycore_info()
#' as.data.frame(manycore_info())
#' @export
manycore_info <- function() {
  system <- .Call(C_system_info)
  threads <- .Call(C_threads_explain, 0L)
  structure(
    list(
      version = as.character(utils::packageVersion("manycore")),
      r_version = R.version.string,
      platform = R.version$platform,
      isa = system$isa,
      isa_built = system$built,
      isa_runnable = system$built[system$runs],
      threads = threads$threads,
      threads_because = threads$because,
      processors = threads$processors,
      compiler = system$compiler,
      threading = system$threads,
      threads_kind = system$kind,
      threads_runtime = system$runtime,
      blas = system$blas,
      switch = masks_in_use(),
      switch_hidden = mask_hiders(masks_in_use())
    ),
    class = "manycore_info"
  )
}

#' @export
format.manycore_info <- function(x, ...) {
  check_dots(..., .also = format_arguments)
  c(
    paste0("manycore ", x$version, ", ", x$r_version, ", ", x$platform),
    paste0("instruction set: ", x$isa, " (built: ",
           paste(x$isa_built, collapse = ", "), "; this machine runs: ",
           paste(x$isa_runnable, collapse = ", "), ")"),
    paste0("threads:         ", x$threads, " (", x$threads_because, "; ",
           x$processors, if (x$processors == 1) " processor)" else " processors)"),
    paste0("compiler:        ", x$compiler),
    paste0("threads are:     ", switch(
      x$threads_kind,
      none = "none (built without threads)", posix = "POSIX threads",
      openmp = paste0("OpenMP's (", x$threads_runtime, ")")
    )),
    paste0("BLAS:            ", if (x$blas) "R's" else "no (without algorithm \"gemm\")"),
    paste0("switch:          ", paste(collapse = "; ", c(
      if (length(x$switch)) paste0(x$switch, "()", collapse = ", ") else "off (use_manycore())",
      if (length(x$switch_hidden)) {
        paste0(names(x$switch_hidden), "() is that of ", x$switch_hidden)
      }
    )))
  )
}

#' @export
print.manycore_info <- function(x, ...) {
  check_dots(..., .also = print_arguments)
  writeLines(format(x))
  invisible(x)
}

#' @rdname manycore_info
#' @export
as.data.frame.manycore_info <- function(x, row.names = NULL, optional = FALSE, ...,
                                        stringsAsFactors = FALSE) {
  check_dots(..., .also = table_arguments)
  value <- vapply(unclass(x), function(value) {
    paste0(if (length(value) > 0 && !is.null(names(value))) paste0(names(value), ": "), value,
           collapse = ", ")
  }, "")
  as_table(list(field = names(x), value = unname(value)), row.names, stringsAsFactors)
}
