# The table that kendall_test(pairs = ) makes, and its methods.

#' Kendall's tests of a list of pairs
#'
#' The methods for the data frame that [kendall_test()] returns with `pairs`.
#'
#' @param x The result of [kendall_test()] with `pairs`.
#' @param row.names,optional,stringsAsFactors As in [as.data.frame()].
#' @param ... Nothing: an unknown argument is an error that names the argument.
#'
#' @details
#' The result is a data frame, and works as any other data frame. Some of its rows are tests of a
#' list of pairs, too. Some of its columns are a plain data frame. Its attribute `settings` has the
#' settings of the tests, which `glance()` shows.
#'
#' `tidy()` and `glance()` are generic functions of the package generics (and of broom).
#'
#' @return
#' `as.data.frame()`: a plain data frame, with the same rows and columns.
#'
#' `tidy()`: without `groups` the same. With `groups` a row for each part and pair: `part` is the
#' level, `"stratified"` or `"difference"`, and the other columns are those of [kendall_tests].
#'
#' `glance()`: a data frame of one row: the number of `pairs` in the list; `tested`, those with a
#' p-value; `significant`, the number of p-values (as adjusted) below 0.05; `median`, the median of
#' the estimates; the settings `alternative` and `p.adjust.method`; and `nobs`, the largest number
#' of observations. With `groups` the columns of [kendall_group_tests] except `rows` and `columns`.
#' @family Kendall
#' @seealso [kendall_test()], [kendall_tests]
#' @examples
#' pairs <- cbind("CONT", c("INTG", "DMNR", "DILG"))
#' tests <- kendall_test(USJudgeRatings, pairs = pairs, p.adjust.method = "holm")
#' tests
#' if (requireNamespace("generics", quietly = TRUE)) {
#'   print(generics::glance(tests))
#'   generics::tidy(tests[tests$p.value < 0.05, ])
#' }
#' @name kendall_pair_tests
NULL

# `table`: the tests as a plain data frame. `rows`: with groups the numbers of rows of the levels.
pair_tests <- function(table, job, settings, parts = NULL, rows = NULL) {
  attr(table, "settings") <- c(
    settings[c("alternative", "exact", "continuity", "conf.level", "p.adjust.method")],
    list(use = use_names[job$use], parts = parts, rows = rows)
  )
  class(table) <- c("kendall_pair_tests", "data.frame")
  table
}

# The columns that a part has in any case. `part`: the name of a part, or NULL without groups.
columns_of_part <- function(part = NULL, matrices = c("estimate", "statistic", "p.value", "n")) {
  paste0(matrices, if (!is.null(part)) paste0(".", part))
}

check_pair_tests <- function(x) {
  settings <- attr(x, "settings")
  parts <- if (is.null(settings$parts)) list(NULL) else settings$parts
  needed <- c("from", "to", unlist(lapply(parts, columns_of_part)))
  if (!is.list(settings) || !all(needed %in% names(x))) {
    stop_manycore("argument", "'x' was changed after kendall_test() returned it: only rows may be ",
                  "dropped", argument = "x")
  }
  settings
}

#' @rdname kendall_pair_tests
#' @export
as.data.frame.kendall_pair_tests <- function(x, row.names = NULL, optional = FALSE, ...,
                                             stringsAsFactors = FALSE) {
  check_dots(..., .also = table_arguments)
  whole_table(x, row.names, stringsAsFactors)
}

#' @export
`[.kendall_pair_tests` <- function(x, ...) part_of_table(x, ...)

# tidy() and glance() are registered when the package generics is loaded.
#' @rdname kendall_pair_tests
#' @usage \method{tidy}{kendall_pair_tests}(x, ...)
#' @exportS3Method generics::tidy
tidy.kendall_pair_tests <- function(x, ...) {
  check_dots(...)
  parts <- check_pair_tests(x)$parts
  if (is.null(parts)) {
    return(as.data.frame.kendall_pair_tests(x))
  }
  x <- unclass(x)
  has <- function(matrix) any(columns_of_part(parts, matrix) %in% names(x))
  matrices <- Filter(has, test_matrices)
  rows <- length(x$from)
  as_table(c(list(part = rep(parts, each = rows), from = rep(x$from, length(parts)),
                  to = rep(x$to, length(parts))),
             lapply(stats::setNames(nm = matrices), function(matrix) {
               unlist(lapply(parts, function(part) {
                 column <- x[[columns_of_part(part, matrix)]]
                 if (is.null(column)) rep(NA_real_, rows) else column
               }))
             })))
}

#' @rdname kendall_pair_tests
#' @usage \method{glance}{kendall_pair_tests}(x, ...)
#' @exportS3Method generics::glance
glance.kendall_pair_tests <- function(x, ...) {
  check_dots(...)
  settings <- check_pair_tests(x)
  significant <- function(p) sum(p < 0.05, na.rm = TRUE)
  if (is.null(settings$parts)) {
    return(one_row(pairs = nrow(x), tested = sum(!is.na(x$p.value)),
                   significant = significant(x$p.value),
                   median = stats::median(x$estimate, na.rm = TRUE),
                   alternative = settings$alternative, p.adjust.method = settings$p.adjust.method,
                   nobs = if (nrow(x) > 0) max(x$n) else NA_integer_))
  }
  difference <- x[["p.value.difference"]]
  one_row(levels = length(settings$rows), pairs = nrow(x),
          stratified = significant(x[["p.value.stratified"]]),
          difference = if (is.null(difference)) NA_integer_ else significant(difference),
          alternative = settings$alternative, p.adjust.method = settings$p.adjust.method,
          nobs = sum(settings$rows))
}
