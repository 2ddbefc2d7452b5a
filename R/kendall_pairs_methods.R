# The table that kendall_test(pairs = ) makes, and its methods.

#' Kendall's tests of a list of pairs
#'
#' The methods for the data frame that [kendall_test()] returns with `pairs`.
#'
#' @param x The result of [kendall_test()] with `pairs`.
#' @param row.names,optional,stringsAsFactors As in [as.data.frame()].
#' @param n How many pairs to print, those at the head of the list.
#' @param digits How many digits to print.
#' @param ... Nothing; for `print()` arguments of [print.data.frame()] and [print.default()]. An
#'   unknown argument is an error that names the argument.
#'
#' @details
#' The result is a data frame, and works as any other data frame. Some of its rows are tests of a
#' list of pairs, too. Some of its columns are a plain data frame. Its attribute `settings` has the
#' settings of the tests, which `glance()` shows.
#'
#' `tidy()` and `glance()` are generic functions of the package generics (and of broom).
#'
#' @return
#' `print()`: `x`, invisibly. It shows the settings, the number of p-values (as adjusted) below
#' 0.05, and the first pairs. With `groups`, `print()` shows the number of small p-values and the
#' first pairs for each part.
#'
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

# `table`: the tests as a plain data frame. With groups `parts` are the names of the parts, `rows`
# the numbers of rows of the levels, and `contrast` the two levels of the difference, or none.
pair_tests <- function(table, job, settings, parts = NULL, rows = NULL, contrast = NULL) {
  attr(table, "settings") <- c(
    settings[c("alternative", "exact", "continuity", "conf.level", "p.adjust.method")],
    list(use = use_names[job$use], parts = parts, rows = rows, contrast = contrast)
  )
  class(table) <- c("kendall_pair_tests", "data.frame")
  table
}

# The columns that a part has in any case. `part`: the name of a part, or NULL without groups.
columns_of_part <- function(part = NULL, matrices = c("estimate", "statistic", "p.value", "n")) {
  paste0(matrices, if (!is.null(part)) paste0(".", part))
}

check_pair_tests <- function(x) {
  if (!is_pair_tests(x)) {
    stop_manycore("argument", "'x' was changed after kendall_test() returned it: only rows may be ",
                  "dropped", argument = "x")
  }
  attr(x, "settings")
}

is_pair_tests <- function(x) {
  settings <- attr(x, "settings")
  is.list(settings) && is.data.frame(x) &&
    all(c("from", "to", unlist(lapply(parts_of_pairs(settings), columns_of_part))) %in% names(x))
}

# The names of the parts; without groups NULL is the only one.
parts_of_pairs <- function(settings) {
  if (is.null(settings$parts)) list(NULL) else as.list(settings$parts)
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

#' @rdname kendall_pair_tests
#' @export
print.kendall_pair_tests <- function(x, n = 10, digits = 3, ...) {
  check_dots(..., .also = c(print_arguments, "row.names"))
  check_digits(digits)
  n <- floor(check_number_from(n, "n", 0))
  table <- as.data.frame.kendall_pair_tests(x)
  if (!is_pair_tests(x)) {
    print(table, digits = digits, ...)
    return(invisible(x))
  }
  settings <- attr(x, "settings")
  print_head_of_pairs(table, settings)
  titles <- titles_of_parts(settings)
  parts <- parts_of_pairs(settings)
  for (k in seq_along(parts)) {
    part <- part_of_pairs(table, parts[[k]])
    if (length(titles) > 0) {
      cat("\n", titles[k], ": p < 0.05 in ", share_below(part$p.value), "\n", sep = "")
    }
    if (min(n, nrow(part)) > 0) {
      print(utils::head(part, n), digits = digits, ...)
    }
    if (nrow(part) > n) {
      cat("... (", count_of(nrow(part) - n, "more pair"), ")\n", sep = "")
    }
  }
  invisible(x)
}

# What print() shows before the pairs.
print_head_of_pairs <- function(table, settings) {
  grouped <- !is.null(settings$parts)
  adjusted <- if (settings$p.adjust.method != "none") {
    paste0("adjusted ", if (grouped) "within each part ", "(", settings$p.adjust.method, ")")
  }
  print_fields(paste0("Kendall's tests of ", count_of(nrow(table), "pair"), " of columns",
                      if (grouped) paste0(", in ", count_of(length(settings$rows), "level"))), list(
    rows = if (grouped) {
      paste0(names(settings$rows), ": ", format_count(settings$rows), collapse = ", ")
    },
    alternative = settings$alternative,
    "p-values" = if (grouped) adjusted else paste(c(words_of_tests(list())$p, adjusted),
                                                  collapse = ", "),
    observations = if (!grouped && nrow(table) > 0) {
      paste(unique(format_count(range(table$n))), collapse = " to ")
    },
    "p < 0.05" = if (!grouped) share_below(table$p.value)
  ))
}

# "2 of 5": how many p-values that are known are below 0.05.
share_below <- function(p) {
  paste(format_count(sum(p < 0.05, na.rm = TRUE)), "of", format_count(sum(!is.na(p))))
}

# The titles of the parts in their order, none without groups.
titles_of_parts <- function(settings) {
  levels <- names(settings$rows)
  difference <- "difference"
  if (length(settings$contrast) > 0) {
    difference <- paste0("difference: ", paste(settings$contrast, collapse = " minus "))
  }
  if (length(levels) > 0) c(paste("level", levels), "stratified", difference)
}

# The tests of one part, with the columns that they have without groups.
part_of_pairs <- function(table, part) {
  if (is.null(part)) {
    return(table)
  }
  columns <- columns_of_part(part, test_matrices)
  there <- columns %in% names(table)
  stats::setNames(table[c("from", "to", columns[there])], c("from", "to", test_matrices[there]))
}

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
