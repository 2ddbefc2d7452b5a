#' Tables of trends
#'
#' The methods for the table of tests that [kendall_trend()] returns.
#'
#' @param x,object The result of [kendall_trend()] for series.
#' @param n How many series to print.
#' @param level The p-value below which a trend counts as significant.
#' @param type `"slope"`: the slopes with their intervals, in ascending order (of more than 200
#'   series, only the slopes). `"histogram"`: the p-values. `"volcano"`: `-log10(p)` against the
#'   slope.
#' @param row.names,optional,stringsAsFactors As in [as.data.frame()].
#' @param ... Nothing; for `print()` arguments of [print.data.frame()], for `plot()` arguments of
#'   [graphics::plot.default()] or [graphics::hist()]. An unknown argument is an error that names
#'   the argument.
#'
#' @return
#' `as.data.frame()` and `tidy()`: a plain data frame. `tidy()` names the columns as broom does:
#' `estimate` is the slope.
#'
#' `glance()`: a data frame of one row: the numbers of `series`, of those `tested`, of `rising` and
#' `falling` significant trends (p-values as adjusted, below 0.05), the median slope, the settings,
#' and `nobs`, the number of rows.
#'
#' `summary()`: a list of class `summary.kendall_trend` with these numbers, and the quartiles of
#' `slope` and `tau`.
#'
#' `plot()`: `x`, invisibly.
#'
#' Some of the rows are a table of the same class; some of the columns are a plain data frame.
#' `tidy()` and `glance()` are generic functions of the package generics (and of broom).
#' @family Kendall
#' @seealso [kendall_trend()]
#' @examples
#' trends <- kendall_trend(longley, time = longley$Year)
#' summary(trends)
#' trends[trends$p.value < 0.01, ]
#' plot(trends)
#' @name kendall_trends
NULL

#' @rdname kendall_trends
#' @export
as.data.frame.kendall_trend <- function(x, row.names = NULL, optional = FALSE, ...,
                                        stringsAsFactors = FALSE) {
  check_dots(..., .also = table_arguments)
  whole_table(x, row.names, stringsAsFactors)
}

#' @export
`[.kendall_trend` <- function(x, ...) part_of_table(x, ...)

# tidy() and glance() are registered when the package generics is loaded.
#' @rdname kendall_trends
#' @usage \method{tidy}{kendall_trend}(x, ...)
#' @exportS3Method generics::tidy
tidy.kendall_trend <- function(x, ...) {
  check_dots(...)
  columns <- unclass(check_trends(x))[seq_along(x)]
  first <- c("term", "slope", "statistic", "p.value", "n", "conf.low", "conf.high")
  columns <- columns[c(intersect(first, names(columns)), setdiff(names(columns), first))]
  names(columns)[match("slope", names(columns))] <- "estimate"
  as_table(columns)
}

#' @rdname kendall_trends
#' @usage \method{glance}{kendall_trend}(x, ...)
#' @exportS3Method generics::glance
glance.kendall_trend <- function(x, ...) {
  check_dots(...)
  s <- summary.kendall_trend(x)
  one_row(series = s$series, tested = s$tested, rising = s$rising, falling = s$falling,
          median = s$slope[["50%"]], alternative = s$alternative, correction = s$correction,
          p.adjust.method = s$p.adjust.method, seasons = s$seasons, nobs = s$rows)
}

#' @rdname kendall_trends
#' @export
summary.kendall_trend <- function(object, level = 0.05, ...) {
  check_dots(...)
  check_trends(object)
  if (!is_number(level, 0, 1)) {
    stop_argument("level", "a number from 0 to 1", level)
  }
  significant <- object$p.value < level
  settings <- attr(object, "settings")
  structure(class = "summary.kendall_trend", c(list(
    series = nrow(object), tested = sum(!is.na(object$p.value)), level = level,
    rising = sum(significant & object$S > 0, na.rm = TRUE),
    falling = sum(significant & object$S < 0, na.rm = TRUE),
    slope = stats::quantile(object$slope, na.rm = TRUE),
    tau = stats::quantile(object$tau, na.rm = TRUE),
    n = if (nrow(object) > 0) range(object$n) else c(NA_integer_, NA_integer_)
  ), settings))
}

#' @rdname kendall_trends
#' @export
print.summary.kendall_trend <- function(x, ...) {
  check_dots(..., .also = print_arguments)
  print_fields(paste0("Mann-Kendall tests of ", trends_in_words(x$series, x)), list(
    alternative = x$alternative,
    "p-values" = paste0("by the normal approximation", if (x$p.adjust.method != "none")
      paste0(", adjusted (", x$p.adjust.method, ")")),
    observations = if (x$series > 0) {
      paste(unique(format_count(x$n)), collapse = " to ")
    },
    significant = paste0(format_count(x$rising), " rising and ", format_count(x$falling),
                         " falling of ", format_count(x$tested), " (p < ", format(x$level), ")")
  ))
  if (!anyNA(x$slope)) {
    print(rbind(slope = x$slope, tau = x$tau), digits = 3)
  }
  invisible(x)
}

#' @rdname kendall_trends
#' @export
print.kendall_trend <- function(x, n = 10, ...) {
  check_dots(..., .also = print_arguments)
  n <- check_number_from(n, "n", 0)
  if (!is_trends(x)) {
    print(as.data.frame(x), ...)
    return(invisible(x))
  }
  cat("Mann-Kendall tests of ", trends_in_words(nrow(x), attr(x, "settings")), "\n", sep = "")
  if (nrow(x) > 0) {
    print(utils::head(as.data.frame(x), floor(n)), ...)
  }
  if (nrow(x) > n) {
    cat("... (", format_count(nrow(x) - floor(n)), " more series)\n", sep = "")
  }
  invisible(x)
}

trends_in_words <- function(series, settings) {
  correction <- c(hamed_rao = "Hamed and Rao's variance", yue_wang = "Yue and Wang's variance",
                  prewhiten = "prewhitened",
                  hirsch_slack = "Hirsch and Slack's variance")[settings$correction]
  paste0(format_count(series), " series of ", count_of(settings$rows, "row"),
         if (settings$seasons > 1) paste(" in", count_of(settings$seasons, "season")),
         if (!is.na(correction)) paste0(", ", correction))
}

#' @rdname kendall_trends
#' @export
plot.kendall_trend <- function(x, type = c("slope", "histogram", "volcano"), level = 0.05, ...) {
  check_trends(x)
  type <- match_word(type, c("slope", "histogram", "volcano"), "type")
  check_drawn_level(level)
  check_dots(..., .also = p_plot_arguments(type))
  drawn <- if (type == "slope") is.finite(x$slope) else !is.na(x$p.value)
  if (!any(drawn)) {
    stop_manycore("argument", "'x' has no ", if (type == "slope") "slopes" else "p-values",
                  " to draw", argument = "x")
  }
  if (type == "slope") {
    plot_slopes(x[which(drawn), ], level, ...)
  } else {
    plot_p_values(type, x$slope, x$p.value, level, attr(x, "settings")$p.adjust.method, "slope",
                  "Mann-Kendall tests", ...)
  }
  invisible(x)
}

plot_slopes <- function(x, level, ...) {
  x <- as.data.frame(x)[order(x$slope), ]
  colour <- ifelse(!is.na(x$p.value) & x$p.value < level, "tomato", "grey60")
  bounded <- nrow(x) <= 200 && !is.null(x$conf.low)
  bounds <- if (bounded) c(x$conf.low, x$conf.high)
  settings <- list(x = seq_len(nrow(x)), y = x$slope, xlab = "series, by slope", ylab = "slope",
                   ylim = range(x$slope, bounds[is.finite(bounds)]), main = "Sen's slopes",
                   pch = 20, col = colour)
  given <- list(...)
  named <- nrow(x) <= 30 && is.null(given$xaxt) && !isFALSE(given$axes)
  if (named) {
    settings$xaxt <- "n"
  }
  draw_with(graphics::plot, settings, ...)
  if (named) {
    of_text <- intersect(names(given), c("las", "cex.axis", "col.axis", "font.axis"))
    name_series(x$term, given[of_text])
  }
  graphics::abline(h = 0, lty = 3)
  if (bounded) {
    area <- graphics::par("usr")
    graphics::segments(seq_len(nrow(x)), pmax(x$conf.low, area[3]), seq_len(nrow(x)),
                       pmin(x$conf.high, area[4]), col = colour)
  }
}

# The x axis of slopes: the names of the series if all names fit, otherwise numbers. `settings`:
# those of the text of the axis that the user gave.
name_series <- function(names, settings) {
  set <- function(name) if (is.null(settings[[name]])) graphics::par(name) else settings[[name]]
  extent <- if (set("las") %in% 2:3) graphics::strheight else graphics::strwidth
  inches <- extent(c("m", names), "inches", cex = set("cex.axis"), font = set("font.axis"))
  most <- graphics::par("pin")[1] / diff(graphics::par("usr")[1:2])
  size <- inches[-1]
  gap <- if (set("las") %in% 2:3) 0 else inches[1]
  fit <- all((size[-1] + size[-length(size)]) / 2 + gap <= most)
  at <- if (fit) seq_along(names) else unique(round(graphics::axTicks(1)))
  do.call(graphics::axis, c(list(1, at, if (fit) names else at), settings))
}

# ---- parts ----

is_trends <- function(x) {
  inherits(x, "kendall_trend") && is.list(attr(x, "settings")) &&
    all(c("term", "S", "tau", "statistic", "p.value", "slope", "n") %in% names(x))
}

check_trends <- function(x) {
  if (!is_trends(x)) {
    stop_argument("x", "a result of kendall_trend()", x)
  }
  x
}
