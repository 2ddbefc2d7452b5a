#' Tables of concordances
#'
#' The methods for the result of [concordance_all()]: parts, summaries, pictures.
#'
#' @param x,object The result of [concordance_all()]; for `print()` of a summary the summary.
#' @param n How many columns to print, in the order of `x`. If `x` has more, those of the smallest
#'   p-values are printed, in the order of their p-values.
#' @param strongest How many columns to list in the summary.
#' @param digits How many digits to print.
#' @param row.names,optional,stringsAsFactors As for [as.data.frame()].
#' @param type `"volcano"`: `-log10(p)` against C; columns with a p-value below `level` are
#'   coloured. `"histogram"`: the p-values. If no column has to do with survival and p-values are
#'   not adjusted, all bars have about the same height.
#' @param level The p-value at which a line is drawn.
#' @param ... Nothing; for `print()` arguments of [print.data.frame()] and [print.default()], for
#'   `plot()` those of [graphics::hist()] or [graphics::plot.default()]. An unknown argument is an
#'   error that names the argument.
#'
#' @details
#' `tidy()` and `glance()` are generic functions of the package generics (and of broom). Some rows
#' of a table, `x[rows, ]`, are a table of concordances again; their p-values stay as they were
#' adjusted over all of `x`. Some of its columns are a data frame.
#'
#' @return
#' `as.data.frame()`: the table as a plain data frame.
#'
#' `tidy()`: a data frame with the columns `term`, `estimate` (C), `std.error`, `statistic`,
#' `p.value`, `n`, and with intervals `conf.low` and `conf.high`.
#'
#' `glance()`: a data frame of one row: the number of `columns`; `tested`, with a p-value;
#' `significant`, with a p-value (as adjusted) below 0.05; `median`, the median of C; the settings
#' `p.adjust.method`, `reverse`, `strata` and `deaths`; and `nobs`, the largest number of rows.
#'
#' `summary()`: a list of class `summary.concordance_all` with `columns`, `tested` and
#' `significant`; `concordance`, the quartiles of C; `n`, the smallest and the largest number of
#' rows; `strongest`, the columns with the smallest p-values; and `settings`.
#'
#' `format()`: one line of text. `plot()` and `print()`: `x`, invisibly.
#' @family Kendall
#' @seealso [concordance_all()]
#' @examples
#' set.seed(1)
#' genes <- matrix(rnorm(200 * 50), 200)
#' found <- concordance_all(genes, time = rexp(200, exp(genes[, 1])))
#' summary(found)
#' found[found$p.value < 0.01, ]
#' plot(found)
#' @name concordance_tables
NULL

#' @rdname concordance_tables
#' @export
as.data.frame.concordance_all <- function(x, row.names = NULL, optional = FALSE, ...,
                                          stringsAsFactors = FALSE) {
  check_dots(..., .also = table_arguments)
  whole_table(x, row.names, stringsAsFactors)
}

#' @export
`[.concordance_all` <- function(x, ...) part_of_table(x, ...)

# tidy() and glance() are registered when the package generics is loaded.
#' @rdname concordance_tables
#' @usage \method{tidy}{concordance_all}(x, ...)
#' @exportS3Method generics::tidy
tidy.concordance_all <- function(x, ...) {
  check_dots(...)
  check_concordances(x)
  wanted <- c("term", "concordance", "std.error", "statistic", "p.value", "n", "conf.low",
              "conf.high")
  columns <- unclass(x)[intersect(wanted, names(x))]
  names(columns)[2L] <- "estimate"
  as_table(columns)
}

#' @rdname concordance_tables
#' @usage \method{glance}{concordance_all}(x, ...)
#' @exportS3Method generics::glance
glance.concordance_all <- function(x, ...) {
  check_dots(...)
  s <- summary.concordance_all(x, strongest = 0)
  one_row(columns = s$columns, tested = s$tested, significant = s$significant,
          median = s$concordance[["50%"]], p.adjust.method = s$settings$p.adjust.method,
          reverse = s$settings$reverse, strata = s$settings$strata, deaths = s$settings$deaths,
          nobs = s$n[2])
}

#' @rdname concordance_tables
#' @export
summary.concordance_all <- function(object, strongest = 5, ...) {
  check_dots(...)
  check_concordances(object)
  check_number_from(strongest, "strongest", 0)
  structure(class = "summary.concordance_all", list(
    columns = nrow(object), tested = sum(!is.na(object$p.value)),
    significant = sum(object$p.value < 0.05, na.rm = TRUE),
    concordance = stats::quantile(object$concordance, na.rm = TRUE),
    n = if (nrow(object) > 0) range(object$n) else c(NA_integer_, NA_integer_),
    strongest = first_concordances(object, strongest), settings = attr(object, "settings"),
    title = format.concordance_all(object)
  ))
}

#' @rdname concordance_tables
#' @export
print.summary.concordance_all <- function(x, digits = 3, ...) {
  check_dots(..., .also = print_arguments)
  check_digits(digits)
  adjusted <- x$settings$p.adjust.method
  print_fields(x$title, list(
    "p < 0.05" = paste0(format_count(x$significant), " of ", format_count(x$tested),
                        if (adjusted != "none") paste0(", adjusted (", adjusted, ")")),
    rows = if (x$columns > 0) paste(unique(format_count(x$n)), collapse = " to "),
    "quartiles of C" = if (!anyNA(x$concordance)) {
      paste(format(x$concordance, digits = digits), collapse = " ")
    }
  ))
  if (nrow(x$strongest) > 0) {
    cat("  smallest p-values:\n")
    print(x$strongest, digits = digits, row.names = FALSE, ...)
  }
  invisible(x)
}

#' @rdname concordance_tables
#' @export
print.concordance_all <- function(x, n = 10, digits = 3, ...) {
  check_dots(..., .also = print_arguments)
  check_digits(digits)
  n <- floor(check_number_from(n, "n", 0))
  if (!is_concordances(x)) {
    print(as.data.frame(x), ...)
    return(invisible(x))
  }
  cat(format.concordance_all(x), "\n", sep = "")
  if (min(n, nrow(x)) > 0) {
    shown <- if (nrow(x) > n) first_concordances(x, n) else shown_concordances(x, seq_len(nrow(x)))
    print(shown, digits = digits, row.names = FALSE, ...)
  }
  if (nrow(x) > n) {
    cat("... (", count_of(nrow(x) - n, "more column"),
        if (n > 0) "; those above have the smallest p-values", ")\n", sep = "")
  }
  invisible(x)
}

#' @rdname concordance_tables
#' @export
format.concordance_all <- function(x, ...) {
  check_dots(..., .also = format_arguments)
  check_concordances(x)
  settings <- attr(x, "settings")
  paste0("Concordance of ", count_of(nrow(x), "column"), " with survival: ",
         count_of(settings$rows, "row"), ", ", count_of(settings$deaths, "death"),
         if (settings$strata > 1) paste(",", format_count(settings$strata), "strata"))
}

#' @rdname concordance_tables
#' @export
plot.concordance_all <- function(x, type = c("volcano", "histogram"), level = 0.05, ...) {
  check_concordances(x)
  type <- match_word(type, c("volcano", "histogram"), "type")
  check_drawn_level(level)
  check_dots(..., .also = p_plot_arguments(type))
  if (all(is.na(x$p.value))) {
    stop_manycore("argument", "'x' has no p-values to draw", argument = "x")
  }
  plot_p_values(type, x$concordance, x$p.value, level, attr(x, "settings")$p.adjust.method, "C",
                "Concordance with survival", ..., middle = 0.5)
  invisible(x)
}

# ---- parts ----

# The first rows by p-value; of equal p-values the larger |z| first.
first_concordances <- function(x, most) {
  order <- order(x$p.value, -abs(x$statistic), -abs(x$concordance - 0.5))
  shown_concordances(x, utils::head(order, floor(most)))
}

# Some rows as a plain data frame, without the counts of pairs.
shown_concordances <- function(x, rows) {
  shown <- intersect(c("term", "concordance", "std.error", "statistic", "p.value", "n", "conf.low",
                       "conf.high"),
                     names(x))
  table <- as.data.frame(x)[rows, shown]
  attr(table, "row.names") <- .set_row_names(nrow(table))
  table
}

is_concordances <- function(x) {
  needed <- c("term", "concordance", "std.error", "statistic", "p.value", "n")
  is.list(attr(x, "settings")) && all(needed %in% names(x)) && is.numeric(x$concordance)
}

check_concordances <- function(x) {
  if (!inherits(x, "concordance_all")) {
    stop_argument("x", "a result of concordance_all()", x)
  }
  if (!is_concordances(x)) {
    stop_manycore("argument", "'x' was changed after concordance_all() returned it: only rows may ",
                  "be dropped", argument = "x")
  }
}
