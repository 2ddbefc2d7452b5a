#' Kendall's tests of groups
#'
#' The methods for the tests within levels, over levels and of the difference of two levels, which
#' [kendall_test()] returns with `groups`.
#'
#' @param x,object The tests that [kendall_test()] returned with `groups`.
#' @param row.names Names of the rows, one for each pair, or `NULL` for numbers.
#' @param optional Has no effect.
#' @param stringsAsFactors Should names of columns become factors?
#' @param i,j Rows and columns (those of `x` and of `y`), by number, name or logicals.
#' @param drop Has no effect: a part has matrices, too.
#' @param n,strongest How many pairs to list of each part.
#' @param which The part to draw: `"difference"` (the default if there is one), `"stratified"`, or
#'   the name of a level.
#' @param type,level As in [plot.kendall_test()].
#' @param digits How many digits to print.
#' @param ... Nothing; for `print()` arguments of [print.data.frame()] and [print.default()], for
#'   `plot()` those of [plot.kendall_test()]. An unknown argument is an error that names the
#'   argument.
#'
#' @details
#' `x$levels`, `x$stratified` and `x$difference` are objects of class `kendall_test`, for which
#' [kendall_tests] has more methods. `x$difference` has differences of taus in the place of taus.
#'
#' @return
#' `as.data.frame()`: a data frame with a row for each distinct pair of different variables: `from`
#' and `to`, and the columns of [kendall_tests] for each part. The name of the part is at the end of
#' a column's name: `estimate.a` is tau at the level `a`, `p.value.stratified` the p-value of the
#' stratified test, and `estimate.difference` the difference of the two levels.
#'
#' `tidy()`: the same in rows: the column `part` has the level, `"stratified"` or `"difference"`,
#' and the other columns are those of [kendall_tests].
#'
#' `glance()`: a data frame of one row: `rows` and `columns` of the matrices, `levels` (their
#' number), `pairs`; `stratified` and `difference`, the numbers of p-values (as adjusted) below
#' 0.05; the settings `alternative` and `p.adjust.method`; and `nobs`, the number of rows in levels.
#'
#' `x[i, j]` and `t(x)`: an object of class `kendall_group_tests`. Its p-values stay as they were
#' adjusted over all of `x`.
#'
#' `summary()`: a list of class `summary.kendall_group_tests`: `rows`, the number of rows of each
#' level; `contrast`, the two levels of the difference; and `parts`, the summary of each part (see
#' [kendall_tests]).
#' @family Kendall
#' @seealso [kendall_test()], [kendall_tests]
#' @examples
#' tests <- kendall_test(iris[1:4], groups = iris$Species, contrast = c("setosa", "virginica"))
#' tests
#' head(as.data.frame(tests), 2)
#' tests$difference["Sepal.Length", "Petal.Length"]$p.value
#' @name kendall_group_tests
NULL

# The parts, a list of objects of class kendall_test.
group_parts <- function(x) {
  check_group_tests(x)
  x <- unclass(x)
  c(x$levels, list(stratified = x$stratified),
    if (!is.null(x$difference)) list(difference = x$difference))
}

check_group_tests <- function(x) {
  if (!inherits(x, "kendall_group_tests")) {
    stop_argument("x", "a result of kendall_test() with groups", x)
  }
  if (!are_intact_groups(x)) {
    stop_manycore("argument", "'x' was changed after kendall_test() returned it", argument = "x")
  }
}

are_intact_groups <- function(x) {
  x <- unclass(x)
  intact <- function(part) {
    inherits(part, "kendall_test") && is_intact_test(part) &&
      identical(dim(part$estimate), dim(x$stratified$estimate))
  }
  is.list(x) && is.list(x$levels) && length(x$levels) > 0L && is.character(names(x$levels)) &&
    identical(names(x$rows), names(x$levels)) && intact(x$stratified) &&
    all(vapply(x$levels, intact, NA)) && (is.null(x$difference) || intact(x$difference))
}

each_part <- function(x, f) {
  group_parts(x) # checks
  x$levels <- lapply(x$levels, f)
  x$stratified <- f(x$stratified)
  x["difference"] <- list(if (!is.null(x$difference)) f(x$difference))
  x
}

#' @rdname kendall_group_tests
#' @export
as.data.frame.kendall_group_tests <- function(x, row.names = NULL, optional = FALSE, ...,
                                              stringsAsFactors = FALSE) {
  check_dots(..., .also = table_arguments)
  parts <- group_parts(x)
  check_room(11 * as.double(length(parts[[1]]$estimate)) * length(parts))
  cells <- distinct_cells(parts[[1]])
  tables <- lapply(parts, function(part) unclass(table_of(part, cells)))
  ends <- c("from", "to")
  wide_table(tables[[1]][ends], lapply(tables, function(table) {
    table[setdiff(names(table), ends)]
  }), row.names, stringsAsFactors)
}

# Without this method as.matrix() would return a matrix of lists.
#' @export
as.matrix.kendall_group_tests <- function(x, ...) {
  stop_manycore("argument", "'x' has tests of several parts: as.matrix(x$stratified) has the taus ",
                "over all levels, as.matrix(x$levels[[1]]) those within the first level",
                argument = "x")
}

#' @rdname kendall_group_tests
#' @usage \method{tidy}{kendall_group_tests}(x, ...)
#' @exportS3Method generics::tidy
tidy.kendall_group_tests <- function(x, ...) {
  check_dots(...)
  parts <- group_parts(x)
  cells <- distinct_cells(parts[[1]])
  columns <- Reduce(union, lapply(parts, matrices_of))
  tables <- Map(function(part, name) {
    table <- as.list(table_of(part, cells))
    table[setdiff(columns, names(table))] <- list(rep(NA_real_, length(cells)))
    c(list(part = rep(name, length(cells))), table)[c("part", "from", "to", columns)]
  }, parts, names(parts))
  as_table(do.call(Map, c(list(c), unname(tables))))
}

#' @rdname kendall_group_tests
#' @usage \method{glance}{kendall_group_tests}(x, ...)
#' @exportS3Method generics::glance
glance.kendall_group_tests <- function(x, ...) {
  check_dots(...)
  s <- summary.kendall_group_tests(x, strongest = 0)
  stratified <- s$parts$stratified
  one_row(rows = stratified$dim[1], columns = stratified$dim[2], levels = length(s$rows),
          pairs = stratified$pairs, stratified = stratified$significant,
          difference = if (!is.null(s$contrast)) s$parts$difference$significant else NA_integer_,
          alternative = stratified$alternative, p.adjust.method = stratified$p.adjust.method,
          nobs = sum(s$rows))
}

#' @rdname kendall_group_tests
#' @export
`[.kendall_group_tests` <- function(x, i, j, ..., drop = FALSE) {
  check_group_tests(x)
  if (...length() > 0 || nargs() - 1 - as.integer(!missing(drop)) != 2) {
    stop_manycore("argument", "'x' has rows and columns, as in x[i, j], and parts, as in ",
                  "x$difference", argument = "x")
  }
  rows <- if (missing(i)) TRUE else i
  columns <- if (missing(j)) TRUE else j
  each_part(x, function(part) part[rows, columns])
}

#' @rdname kendall_group_tests
#' @export
t.kendall_group_tests <- function(x) {
  each_part(x, t)
}

#' @rdname kendall_group_tests
#' @export
dim.kendall_group_tests <- function(x) {
  dim(unclass(x)$stratified)
}

#' @export
dimnames.kendall_group_tests <- function(x) {
  dimnames(unclass(x)$stratified)
}

#' @rdname kendall_group_tests
#' @export
summary.kendall_group_tests <- function(object, strongest = 3, ...) {
  check_dots(...)
  parts <- group_parts(object)
  object <- unclass(object)
  structure(class = "summary.kendall_group_tests", list(
    rows = object$rows, contrast = if (!is.null(object$difference)) object$contrast,
    parts = lapply(parts, summary.kendall_test, strongest = strongest)
  ))
}

#' @rdname kendall_group_tests
#' @export
print.summary.kendall_group_tests <- function(x, digits = 3, ...) {
  check_dots(..., .also = print_arguments)
  check_digits(digits)
  all <- x$parts$stratified
  words <- tests_in_words(words_of_tests(list()), all$dim, all$symmetric, all$pairs)
  print_fields(paste0(words, ", in ", count_of(length(x$rows), "level")), list(
    rows = paste0(names(x$rows), ": ", format_count(x$rows), collapse = ", "),
    alternative = all$alternative,
    "p-values" = if (all$p.adjust.method != "none") {
      paste0("adjusted within each part (", all$p.adjust.method, ")")
    }
  ))
  titles <- c(paste("level", names(x$rows)), "stratified", if (!is.null(x$contrast)) {
    paste("difference:", paste(x$contrast, collapse = " minus "))
  })
  for (k in seq_along(x$parts)) {
    part <- x$parts[[k]]
    cat("\n", titles[k], ": p < 0.05 in ", format_count(part$significant), " of ",
        format_count(part$tested), "\n", sep = "")
    if (nrow(part$strongest) > 0) {
      print(part$strongest, digits = digits, row.names = FALSE, ...)
    }
  }
  invisible(x)
}

#' @rdname kendall_group_tests
#' @export
print.kendall_group_tests <- function(x, n = 3, ...) {
  check_dots(..., .also = print_arguments)
  if (!are_intact_groups(x)) {
    cat("Kendall's tests of groups that were changed after kendall_test() returned them:\n")
    utils::str(unclass(x), max.level = 2)
    return(invisible(x))
  }
  print(summary.kendall_group_tests(x, check_number_from(n, "n", 0)), ...)
  invisible(x)
}

#' @rdname kendall_group_tests
#' @export
format.kendall_group_tests <- function(x, ...) {
  check_dots(..., .also = format_arguments)
  group_parts(x)
  paste0(format.kendall_test(x$stratified), ", in ", count_of(length(x$levels), "level"))
}

#' @rdname kendall_group_tests
#' @export
plot.kendall_group_tests <- function(x, which = NULL, type = c("histogram", "volcano"),
                                     level = 0.05, ...) {
  parts <- group_parts(x)
  if (is.null(which)) {
    which <- utils::tail(names(parts), 1L)
  }
  known <- is.character(which) && length(which) == 1L && which %in% names(parts)
  if (!known) {
    stop_argument("which", paste("one of", quoted(rev(names(parts)))), which)
  }
  plot.kendall_test(parts[[which]], type, level, ...)
  invisible(x)
}
