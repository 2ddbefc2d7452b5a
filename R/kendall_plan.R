#' The plan of a call of cor_kendall()
#'
#' Says, before anything is computed, how [cor_kendall()] would compute a result with the same
#' arguments: which algorithms for which pairs of columns, in which panels, on how many threads, in
#' how many seconds, and with how much memory.
#'
#' @inheritParams cor_kendall
#' @param object A plan.
#' @param x For `kendall_plan()` as of [cor_kendall()]; for `print()`, `format()`,
#'   `as.data.frame()`, `tidy()` and `glance()` a plan.
#' @param row.names,optional,stringsAsFactors As of [as.data.frame()].
#' @param ... `print()` takes the arguments of [print.default()], and `format()` those of
#'   [format.default()]; both ignore them. Any other argument is an error that names the argument.
#'
#' @details
#' The decisions are those of [cor_kendall()] itself: the planner is the same code, which the call
#' runs with the same arguments. Rows that `use` leaves out, the order of columns, sparse columns,
#' the size of panels, threads and scratch memory are exact. Where `"auto"` chooses an algorithm for
#' each panel when the panel's columns are ranked, the plan ranks a sample of columns instead: at
#' most 64 columns of each side, and at most two million values (beyond a million rows: of some of
#' the rows). The choice for all columns is that for columns like these, and may differ where
#' columns are of many kinds. Where the sample has columns of few and of many distinct values, how
#' many there are of each is estimated, too.
#'
#' The seconds follow from the costs that were measured for this instruction set on one machine, and
#' are rough: expect a factor of two, more on a machine that is busy. They do not include reading
#' columns from a file, nor counting distinct values for tau-c with
#' `use = "pairwise.complete.obs"`.
#'
#' **Time.** A plan reads a sample of each column (all values of the columns that seem sparse), and
#' with `use = "complete.obs"`, `"na.or.complete"` or `"all.obs"` all values once. No column is
#' ranked but those of the sample, and no pair is counted. For 100,000 columns that takes less
#' than a second per gigabyte of data. **Memory**: about 50 bytes a column, 4 bytes a row, and the
#' ranks of the sample. **Errors** are those of [cor_kendall()].
#'
#' A result for a [tile_store()] is computed tile by tile: the plan of a tile is that of its
#' columns.
#'
#' @return `kendall_plan()`: a list of class `kendall_plan` with
#'   * `parts`: a data frame with a row for each kind of pairs that one algorithm is expected to
#'     compute: `algorithm`; `x_columns` and `y_columns`, how many columns of `x` and of `y` (or
#'     again of `x`) meet, with `pairs` and without `y` how many columns the pairs name; `pairs` of
#'     columns; `panels`, and `panel_columns`, how many columns a
#'     panel has along a side, at most, as ranks of more columns would not fit into the scratch
#'     memory; `threads`; `seconds`.
#'   * `rows`: how many rows take part; `columns`: those of `x` and of `y`; `pairs` of columns that
#'     are counted: of `x` alone each pair once.
#'   * `use`, `type`, `algorithm`: as asked for.
#'   * `threads` and `seconds` of the whole.
#'   * `scratch` and `result`: bytes of working memory, at most, and of the result.
#'
#'   `as.data.frame()`, and `tidy()` of the package generics: `parts`. `glance()`: one row with
#'   `rows`, `x_columns`, `y_columns`, `pairs`, `threads`, `seconds`, `scratch` and `result`.
#'   `summary()`: a data frame with a row for each algorithm, with its
#'   `pairs`, `seconds`, and `share` of all seconds.
#' @family Kendall
#' @seealso [manycore_threads()]
#' @examples
#' x <- matrix(rnorm(200 * 300), 200)
#' kendall_plan(x)
#'
#' # answers on a scale beside measurements: more than one algorithm
#' answers <- matrix(sample(5, 200 * 100, replace = TRUE), 200)
#' plan <- kendall_plan(cbind(x, answers))
#' as.data.frame(plan)
#' summary(plan)
#'
#' # the result in MiB
#' plan$result / 2^20
#' @export
kendall_plan <- function(x, y = NULL, use = "everything",
                         type = c("b", "a", "c", "gamma", "somers"),
                         algorithm = c("auto", "naive", "gse", "vse", "radix", "bitset", "table",
                                       "sparse"),
                         pairs = NULL, assay = 1, threads = NULL, ...) {
  check_dots(...)
  if (missing(x)) stop_missing("x")
  type <- match_choice(type, kendall_types, "type", abbreviated = TRUE)
  if (!missing(assay)) check_assay(x, y)
  refuse_sample_names(y, "y", x)
  job <- pairs_job(FALSE, as_source(x, "x", assay), as_source(y, "y", assay), use, algorithm,
                   threads, pairs)
  found <- classed(.Call(C_kendall_plan, job$x, job$y, job$i, job$j, job$use_in_c, type,
                         job$algorithm, job$threads, scratch_bytes()))
  parts <- found[c("algorithm", "x_columns", "y_columns", "pairs", "panels", "panel_columns",
                   "threads", "seconds")]
  columns <- c(x = NCOL(job$x), y = NCOL(if (is.null(job$y)) job$x else job$y))
  structure(
    list(parts = as.data.frame(parts), rows = found$rows, columns = columns,
         pairs = sum(found$pairs), use = use_names[job$use], type = kendall_types[type + 1L],
         algorithm = kendall_algorithms[job$algorithm + 1L], threads = found$all_threads,
         seconds = found$all_seconds, scratch = found$scratch, result = 8 * job$pairs),
    class = "kendall_plan"
  )
}

# "12 ms", "2.2 min": two digits.
format_seconds <- function(seconds) {
  units <- c(h = 3600, min = 60, s = 1, ms = 1e-3)
  vapply(seconds, function(time) {
    unit <- c(which(time >= 2 * units), length(units))[1]
    paste(format_count(signif(time / units[[unit]], 2)), names(units)[unit])
  }, "")
}

#' @rdname kendall_plan
#' @export
format.kendall_plan <- function(x, ...) {
  check_dots(..., .also = format_arguments)
  parts <- x$parts
  whole <- paste0(
    "Plan of cor_kendall(): ", count_of(x$rows, "row"), ", ", count_of(x$columns[["x"]], "column"),
    if (x$columns[["y"]] != x$columns[["x"]]) paste0(" and ", format_count(x$columns[["y"]])),
    ", ", count_of(x$pairs, "pair"), ", algorithm ", x$algorithm
  )
  each <- sprintf(
    "  %s: %s x %s columns, %s%s, %s, about %s", parts$algorithm,
    vapply(parts$x_columns, format_count, ""), vapply(parts$y_columns, format_count, ""),
    vapply(parts$panels, count_of, "", what = "panel"),
    ifelse(parts$panels > 1, paste(" of up to", parts$panel_columns, "columns"), ""),
    vapply(parts$threads, count_of, "", what = "thread"), format_seconds(parts$seconds)
  )
  nothing <- paste0("  nothing to count: the result is ", if (x$result > 0) "NA" else "empty")
  c(whole, if (nrow(parts) > 0) each else nothing,
    paste0("Together about ", format_seconds(x$seconds), " on up to ",
           count_of(x$threads, "thread"), "; memory: result ", format_bytes(x$result),
           ", scratch up to ", format_bytes(x$scratch)))
}

#' @rdname kendall_plan
#' @export
print.kendall_plan <- function(x, ...) {
  check_dots(..., .also = print_arguments)
  cat(format(x), sep = "\n")
  invisible(x)
}

#' @rdname kendall_plan
#' @export
as.data.frame.kendall_plan <- function(x, row.names = NULL, optional = FALSE, ...,
                                       stringsAsFactors = FALSE) {
  check_dots(..., .also = table_arguments)
  as_table(x$parts, row.names, stringsAsFactors)
}

#' @export
as.matrix.kendall_plan <- function(x, ...) no_matrix(x, ...)

#' @rdname kendall_plan
#' @export
summary.kendall_plan <- function(object, ...) {
  check_dots(...)
  parts <- object$parts
  algorithms <- unique(parts$algorithm)
  sum_of <- function(column) {
    vapply(algorithms, function(a) sum(column[parts$algorithm == a]), 0, USE.NAMES = FALSE)
  }
  seconds <- sum_of(parts$seconds)
  data.frame(algorithm = algorithms, pairs = sum_of(parts$pairs), seconds = seconds,
             share = seconds / sum(seconds))
}

#' @rdname kendall_plan
#' @usage \method{tidy}{kendall_plan}(x, ...)
#' @exportS3Method generics::tidy
tidy.kendall_plan <- function(x, ...) {
  check_dots(...)
  x$parts
}

#' @rdname kendall_plan
#' @usage \method{glance}{kendall_plan}(x, ...)
#' @exportS3Method generics::glance
glance.kendall_plan <- function(x, ...) {
  check_dots(...)
  one_row(rows = x$rows, x_columns = x$columns[["x"]], y_columns = x$columns[["y"]],
          pairs = x$pairs, threads = x$threads, seconds = x$seconds, scratch = x$scratch,
          result = x$result)
}
