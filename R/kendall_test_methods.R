#' Matrices of Kendall's tests
#'
#' The methods for the tests of all pairs of columns, which [kendall_test()] and [xi_test()] return:
#' tables, parts, summaries.
#'
#' @param x,object The tests that [kendall_test()] or [xi_test()] returned for columns.
#' @param row.names Names of the rows, one for each pair, or `NULL` for numbers.
#' @param optional Has no effect.
#' @param stringsAsFactors Should names of columns become factors?
#' @param i,j Rows and columns (those of `x` and of `y`), by number, name or logicals.
#' @param drop Has no effect: a part is a matrix of tests, too.
#' @param n,strongest How many pairs to list: those with the largest `|tau|`.
#' @param digits How many digits to print.
#' @param ... Nothing; for `print()` arguments of [print.data.frame()] and [print.default()]. An
#'   unknown argument is an error that names the argument.
#'
#' @details
#' The table has a row for each distinct pair of different variables. For a matrix with itself these
#' are the pairs above the diagonal, column by column. If a part of that matrix, or `x` and `y` that
#' share variables (see [kendall_test()], multiple tests), contain a pair twice, the table has the
#' pair once. A pair of a variable with itself is left out. For the tests of [xi_test()] the pairs
#' are ordered: the table has `x, y` and `y, x`. Their summary has `xi` instead of `tau`, and the
#' strongest pairs are those with the largest xi.
#'
#' `tidy()` and `glance()` are generic functions of the package generics (and of broom).
#'
#' @return
#' `as.data.frame()` and `tidy()`: a data frame with the columns `from` and `to` (the names, or else
#' the numbers, of a column of `x` and of one of `y`), `estimate`, `statistic`, `p.value`, `n`, and
#' with intervals `conf.low` and `conf.high`.
#'
#' `glance()`: a data frame of one row: `rows` and `columns` of the matrices; `pairs`, `tested` and
#' `significant` as of `summary()`; `median`, the median of the estimates; the settings
#' `alternative`, `p.adjust.method` and `permutations`; and `nobs`, the largest number of
#' observations.
#'
#' `as.matrix()`: the taus, `x$estimate`. Functions of vectors and matrices of numbers, such as
#' `range()`, `sort()`, `rep()`, `c()` and `x + 1`, are errors: they take one of the matrices.
#'
#' `x[i, j]` and `t(x)`: an object of class `kendall_test`. Its p-values stay as they were adjusted
#' over all of `x`.
#'
#' `format()`: one line of text.
#'
#' `summary()`: a list of class `summary.kendall_test`, which `print()` shows for `x`, too:
#' * `dim`: the numbers of rows and columns;
#' * `pairs`: the number of distinct pairs; `tested`: the number of pairs with a p-value;
#' * `significant`: the number of p-values (as adjusted) below 0.05;
#' * `tau`: the quartiles of the estimates;
#' * `n`: the smallest and the largest number of observations;
#' * `strongest`: the pairs with the largest `|tau|`, as a data frame;
#' * `symmetric`: were columns tested against each other?
#' * `alternative`, `p.adjust.method`, `permutations`: the settings;
#' * `kind`: with `groups` `"stratified"` or `"difference"` (see [kendall_group_tests]).
#' @family Kendall
#' @seealso [kendall_test()], [plot.kendall_test()]
#' @examples
#' tests <- kendall_test(USJudgeRatings, p.adjust.method = "holm")
#' summary(tests)
#' tests["CONT", 2:4]$p.value
#' as.data.frame(tests[1:3, 1:3])
#' dim(tests)
#' @name kendall_tests
NULL

#' @rdname kendall_tests
#' @export
as.data.frame.kendall_test <- function(x, row.names = NULL, optional = FALSE, ...,
                                       stringsAsFactors = FALSE) {
  check_dots(..., .also = table_arguments)
  check_tests(x)
  check_room(11 * as.double(length(x$estimate)))
  table_of(x, distinct_cells(x), row.names, stringsAsFactors)
}

#' @rdname kendall_tests
#' @export
as.matrix.kendall_test <- function(x, ...) {
  check_dots(...)
  check_tests(x)
  unclass(x)$estimate
}

# tidy() and glance() are registered when the package generics is loaded.
#' @rdname kendall_tests
#' @usage \method{tidy}{kendall_test}(x, ...)
#' @exportS3Method generics::tidy
tidy.kendall_test <- function(x, ...) {
  check_dots(...)
  as.data.frame.kendall_test(x)
}

#' @rdname kendall_tests
#' @usage \method{glance}{kendall_test}(x, ...)
#' @exportS3Method generics::glance
glance.kendall_test <- function(x, ...) {
  check_dots(...)
  s <- summary.kendall_test(x, strongest = 0)
  one_row(rows = s$dim[1], columns = s$dim[2], pairs = s$pairs, tested = s$tested,
          significant = s$significant, median = s[[words_of_tests(x)$element]][["50%"]],
          alternative = s$alternative, p.adjust.method = s$p.adjust.method,
          permutations = s$permutations, nobs = s$n[2])
}

#' @rdname kendall_tests
#' @export
`[.kendall_test` <- function(x, i, j, ..., drop = FALSE) {
  check_tests(x)
  if (...length() > 0 || nargs() - 1 - as.integer(!missing(drop)) != 2) {
    stop_manycore("argument", "'x' has rows and columns, as in x[i, j], and matrices, as in ",
                  "x$p.value", argument = "x")
  }
  names <- dimnames(x$estimate)
  rows <- if (missing(i)) seq_len(nrow(x$estimate)) else
    chosen_places(i, nrow(x$estimate), names[[1]], "i")
  columns <- if (missing(j)) seq_len(ncol(x$estimate)) else
    chosen_places(j, ncol(x$estimate), names[[2]], "j")
  for (name in matrices_of(x)) {
    x[[name]] <- x[[name]][rows, columns, drop = FALSE]
  }
  if (!is.null(x$origin)) {
    x$origin <- list(rows = x$origin$rows[rows], columns = x$origin$columns[columns])
  }
  x
}

# ---- functions of vectors that have no meaning for tests ----

# The default methods would take the parts of x for the elements of a vector. (Where R would have
# the object itself in the call, `call` is a call of x.)
stop_no_numbers <- function(what, call = user_call(), parentheses = "()") {
  stop_manycore("argument", "'x' has matrices: ", what, parentheses, " takes one of them, as ",
                "x$estimate; as.data.frame(x) is a table of the pairs", argument = "x",
                call = call)
}

#' @export
median.kendall_test <- function(x, na.rm = FALSE, ...) {
  stop_no_numbers("median")
}

#' @export
quantile.kendall_test <- function(x, ...) {
  stop_no_numbers("quantile")
}

#' @export
mean.kendall_test <- function(x, ...) {
  stop_no_numbers("mean")
}

#' @export
Summary.kendall_test <- function(..., na.rm = FALSE) {
  stop_no_numbers(.Generic, call(.Generic, quote(x)))
}

#' @export
Math.kendall_test <- function(x, ...) {
  stop_no_numbers(.Generic, call(.Generic, quote(x)))
}

#' @export
Ops.kendall_test <- function(e1, e2) {
  stop_no_numbers(.Generic, if (missing(e2)) call(.Generic, quote(x)) else
    call(.Generic, quote(x), quote(y)), "")
}

#' @export
sort.kendall_test <- function(x, decreasing = FALSE, ...) {
  stop_no_numbers("sort")
}

# order() calls xtfrm().
#' @export
xtfrm.kendall_test <- function(x) {
  stop_no_numbers("order", quote(xtfrm(x)))
}

#' @export
rev.kendall_test <- function(x) {
  stop_no_numbers("rev")
}

#' @export
rep.kendall_test <- function(x, ...) {
  stop_no_numbers("rep")
}

#' @export
unique.kendall_test <- function(x, incomparables = FALSE, ...) {
  stop_no_numbers("unique")
}

#' @export
duplicated.kendall_test <- function(x, incomparables = FALSE, ...) {
  stop_no_numbers("duplicated")
}

#' @export
anyDuplicated.kendall_test <- function(x, incomparables = FALSE, ...) {
  stop_no_numbers("anyDuplicated")
}

#' @export
c.kendall_test <- function(...) {
  stop_no_numbers("c")
}

#' @export
cbind.kendall_test <- function(...) {
  stop_no_numbers("cbind", quote(cbind(x)))
}

#' @export
rbind.kendall_test <- function(...) {
  stop_no_numbers("rbind", quote(rbind(x)))
}

#' @rdname kendall_tests
#' @export
t.kendall_test <- function(x) {
  check_tests(x)
  for (name in matrices_of(x)) {
    x[[name]] <- t(x[[name]])
  }
  if (!is.null(x$origin)) {
    x$origin <- list(rows = x$origin$columns, columns = x$origin$rows)
  }
  x
}

#' @rdname kendall_tests
#' @export
dim.kendall_test <- function(x) {
  dim(unclass(x)$estimate)
}

#' @export
dimnames.kendall_test <- function(x) {
  dimnames(unclass(x)$estimate)
}

#' @rdname kendall_tests
#' @export
summary.kendall_test <- function(object, strongest = 5, ...) {
  check_dots(...)
  check_tests(object)
  if (!is_number(strongest, 0)) {
    stop_argument("strongest", "a number, 0 or more", strongest)
  }
  cells <- distinct_cells(object)
  estimate <- object$estimate[cells]
  p <- object$p.value[cells]
  n <- object$n[cells]
  xi <- inherits(object, "xi_test")
  # equal estimates stay in their order, pairs without an estimate come last
  first <- utils::head(order_parallel(if (xi) estimate else abs(estimate), decreasing = TRUE),
                       min(strongest, sum(!is.na(estimate))))
  quartiles <- stats::setNames(list(stats::quantile(estimate, na.rm = TRUE)),
                               if (xi) "xi" else "tau")
  structure(class = c(if (xi) "summary.xi_test", "summary.kendall_test"), c(list(
    dim = dim(object), pairs = length(cells), tested = sum(!is.na(p)),
    significant = sum(p < 0.05, na.rm = TRUE)
  ), quartiles, list(
    n = if (length(n) > 0) range(n) else c(NA_integer_, NA_integer_),
    strongest = table_of(object, cells[first]),
    symmetric = is_symmetric(object$origin), alternative = object$alternative,
    p.adjust.method = object$p.adjust.method, permutations = object$permutations,
    kind = object$kind
  )))
}

#' @rdname kendall_tests
#' @export
print.summary.kendall_test <- function(x, digits = 3, ...) {
  check_dots(..., .also = print_arguments)
  check_digits(digits)
  words <- words_of_tests(x)
  print_fields(tests_in_words(words, x$dim, x$symmetric, x$pairs), list(
    alternative = x$alternative,
    "p-values" = paste0(if (x$permutations > 0) {
      paste("of", count_of(x$permutations, "permutation"))
    } else {
      words$p
    }, if (x$p.adjust.method != "none") paste0(", adjusted (", x$p.adjust.method, ")")),
    observations = if (x$pairs > 0) {
      paste(unique(format_count(x$n)), collapse = " to ")
    },
    "p < 0.05" = paste(format_count(x$significant), "of", format_count(x$tested))
  ))
  if (!anyNA(x[[words$element]])) {
    cat("  ", words$of, ":\n", sep = "")
    print(x[[words$element]], digits = digits)
  }
  if (nrow(x$strongest) > 0) {
    cat("  strongest:\n")
    print(x$strongest, digits = digits, row.names = FALSE, ...)
  }
  invisible(x)
}

#' @rdname kendall_tests
#' @export
print.kendall_test <- function(x, n = 5, ...) {
  check_dots(..., .also = print_arguments)
  if (!is_intact_test(x)) {
    words <- words_of_tests(x)
    cat(words$title, " that were changed after ", words$maker, " returned them:\n", sep = "")
    utils::str(unclass(x))
    return(invisible(x))
  }
  print(summary.kendall_test(x, check_number_from(n, "n", 0)), ...)
  invisible(x)
}

#' @rdname kendall_tests
#' @export
format.kendall_test <- function(x, ...) {
  check_dots(..., .also = format_arguments)
  check_tests(x)
  tests_in_words(words_of_tests(x), dim(x), is_symmetric(x$origin), length(distinct_cells(x)))
}

# The words for tests, or for their summary:
#   element: the name of the quartiles in the summary; of: the estimate; title: of which tests;
#   maker: the function that made them; p: the distribution of the p-values
words_of_tests <- function(x) {
  if (inherits(x, c("xi_test", "summary.xi_test"))) {
    return(list(element = "xi", of = "xi", title = "Tests of Chatterjee's xi", maker = "xi_test()",
                p = "by the normal approximation"))
  }
  kind <- if (is.null(x$kind)) "plain" else x$kind # kendall_groups.R, kendall_partial.R
  list(element = "tau", of = if (kind == "difference") "difference of taus" else "tau",
       title = switch(kind, plain = "Kendall's tests", partial = "Kendall's partial taus",
                      stratified = "Stratified Kendall's tests",
                      difference = "Tests of the difference of two taus"),
       maker = if (kind == "partial") "kendall_partial()" else "kendall_test()",
       p = paste0(if (kind == "plain") "exact, or ", "by the normal approximation"))
}

tests_in_words <- function(words, dim, symmetric, pairs) {
  paste0(words$title, if (words$of == "xi") ", " else " of ", if (symmetric && dim[1] == dim[2]) {
    count_of(dim[1], "column")
  } else {
    paste(format_count(dim[1]), "x", format_count(dim[2]), "columns")
  }, ", ", count_of(pairs, "pair"))
}

#' Pictures of Kendall's tests
#'
#' A histogram of the p-values, or the p-values against the taus.
#'
#' @param x The tests that [kendall_test()] or [xi_test()] returned for columns.
#' @param type `"histogram"`: the p-values. If all pairs are independent and p-values are not
#'   adjusted, all bars have about the same height. `"volcano"`: `-log10(p)` against tau; pairs with
#'   a p-value below `level` are coloured.
#' @param level The p-value at which a line is drawn.
#' @param ... Arguments of [graphics::hist()] or [graphics::plot.default()]. An unknown argument is
#'   an error that names the argument.
#' @details
#' Each distinct pair is one case. Of more than 100,000 points of a volcano, points that would hide
#' each other are drawn once. A p-value of 0 is drawn as the smallest normal number.
#' @return `x`, invisibly.
#' @family Kendall
#' @seealso [kendall_test()], [kendall_tests]
#' @examples
#' tests <- kendall_test(USJudgeRatings)
#' plot(tests)
#' plot(tests, type = "volcano")
#' @export
plot.kendall_test <- function(x, type = c("histogram", "volcano"), level = 0.05, ...) {
  check_tests(x)
  type <- match_word(type, c("histogram", "volcano"), "type")
  check_drawn_level(level)
  check_dots(..., .also = p_plot_arguments(type))
  cells <- distinct_cells(x)
  p <- x$p.value[cells]
  if (all(is.na(p))) {
    stop_manycore("argument", "'x' has no p-values to draw", argument = "x")
  }
  words <- words_of_tests(x)
  plot_p_values(type, x$estimate[cells], p, level, x$p.adjust.method, words$of, words$title, ...)
  invisible(x)
}

# ---- parts ----

check_tests <- function(x) {
  if (!inherits(x, "kendall_test")) {
    stop_argument("x", "a result of kendall_test() for columns", x)
  }
  if (!is_intact_test(x)) {
    stop_manycore("argument", "'x' was changed after ", words_of_tests(x)$maker, " returned it",
                  argument = "x")
  }
}

is_intact_test <- function(x) {
  if (!is.list(x) || !is.matrix(x$estimate)) {
    return(FALSE)
  }
  size <- dim(x$estimate)
  needed <- setdiff(test_matrices, c("conf.low", "conf.high"))
  alike <- function(name) {
    is.numeric(x[[name]]) && identical(dim(x[[name]]), size)
  }
  all(vapply(union(needed, matrices_of(x)), alike, NA)) &&
    is.null(x$conf.low) == is.null(x$conf.high) &&
    (is.null(x$origin) || identical(lengths(x$origin, use.names = FALSE), size)) &&
    is.character(x$alternative) && is.character(x$p.adjust.method) && is.numeric(x$permutations)
}

matrices_of <- function(x) {
  Filter(function(name) !is.null(x[[name]]), test_matrices)
}

# Do the rows stand for the same variables as the columns?
is_symmetric <- function(origin) {
  !is.null(origin) && setequal(origin$rows, origin$columns)
}

# The places in the matrices of each distinct pair of different variables, once. `origin` says which
# variables rows and columns are; it is NULL if no variable is both a row and a column. Pairs of xi
# are ordered.
distinct_cells <- function(x) {
  rows <- x$origin$rows
  columns <- x$origin$columns
  if (is.null(x$origin)) {
    seq_along(x$estimate)
  } else if (inherits(x, "xi_test")) {
    cells <- which(outer(rows, columns, "!="))
    a <- rows[(cells - 1L) %% length(rows) + 1L]
    b <- columns[(cells - 1L) %/% length(rows) + 1L]
    cells[!duplicated(a * 2^31 + b)]
  } else if (identical(rows, columns) && !anyDuplicated(rows)) {
    which(upper.tri(x$estimate))
  } else {
    here_twice <- outer(rows %in% columns, columns %in% rows, "&")
    cells <- which(outer(rows, columns, "<") | (!here_twice & outer(rows, columns, ">")))
    a <- rows[(cells - 1L) %% length(rows) + 1L]
    b <- columns[(cells - 1L) %/% length(rows) + 1L]
    cells[!duplicated(pmin(a, b) * 2^31 + pmax(a, b))]
  }
}

table_of <- function(x, cells, row.names = NULL, stringsAsFactors = FALSE) {
  names <- dimnames(x$estimate)
  size <- dim(x$estimate)
  columns <- list(from = name_or_number((cells - 1L) %% size[1] + 1L, names[[1]]),
                  to = name_or_number((cells - 1L) %/% size[1] + 1L, names[[2]]))
  columns[matrices_of(x)] <- lapply(matrices_of(x), function(name) x[[name]][cells])
  as_table(columns, row.names, stringsAsFactors)
}
