#' Concordance of all columns with censored survival
#'
#' Harrell's C and Somers' D of each column of a matrix against one censored outcome, with standard
#' errors, tests and intervals: the numbers of [survival::concordance()], for thousands of columns.
#'
#' @param x A numeric or logical matrix, data frame or vector, a matrix of another package, or a
#'   SummarizedExperiment and the like, whose features are the columns ([manycore_inputs]). Rows are
#'   observations. Or a formula.
#' @param time The times, one for each row of `x`; or an object of class `Surv` (right-censored),
#'   which has the status, too. For a container: also the name of one of its variables of samples.
#' @param status 1 or `TRUE` for a death, 0 or `FALSE` for a censored time. If the largest number is
#'   2, then 2 is a death and 1 a censored time, as in `survival::Surv()`. `NULL`: all are deaths.
#'   For a container also a name.
#' @param strata `NULL`, or a vector or factor: only rows of the same stratum are compared. For a
#'   container also a name.
#' @param weights `NULL`, or a weight for each row: finite numbers, 0 or more.
#' @param reverse `TRUE` if larger values of `x` go with shorter survival, as for risks: concordant
#'   and discordant pairs change places, and C becomes `1 - C`.
#' @param conf.level The confidence level of the intervals, between 0 and 1; `NULL` for no
#'   intervals.
#' @param p.adjust.method How p-values are adjusted for the number of columns: one of
#'   [stats::p.adjust.methods].
#' @param timefix Should times that differ by rounding alone count as tied? See details.
#' @param assay,threads,progress As in [cor_kendall()].
#' @param data A data frame with the variables of the formula, whose right side names the columns.
#'   `strata` and `weights` may be expressions of variables in `data`, too, as in `strata = sex`.
#' @param ... With a formula the other arguments. Otherwise nothing: an unknown argument is an error
#'   that names the argument.
#'
#' @details
#' **Definition.** Two rows of a stratum are comparable if one row, `i`, is a death, and
#' the other row, `j`, lived longer: `time[j] > time[i]`, or `j` was censored at `time[i]`. A
#' comparable pair is concordant if `x[j] > x[i]`, discordant if `x[j] < x[i]`, and else tied in x.
#' Deaths of the same time are not comparable. A pair of such deaths is tied in y, or tied in both
#' if `x` is tied, too. Let `c`, `d` and `t` be the numbers of concordant and discordant pairs and
#' of pairs tied in x (with weights: the sums of the products of two weights). Then
#'
#' \preformatted{D = (c - d) / (c + d + t)        Somers' D
#' C = (D + 1) / 2                  Harrell's C}
#'
#' Larger values of `x` go with longer survival if C is above 1/2.
#'
#' **Standard error.** The standard error is that of the infinitesimal jackknife. For row `k` let
#' `w` be its weight, `b` the weight of all rows that are comparable with row `k`, and `a` the
#' weight of those concordant with row `k` less the weight of those discordant with row `k`. Then
#'
#' \preformatted{dfbeta[k] = w (a - b D) / (2 (c + d + t))
#' se = sqrt(sum(dfbeta^2))}
#'
#' The test is that of C = 1/2: `z = (C - 1/2) / std.error`, with a two-sided p-value by the normal
#' approximation. The confidence interval is `C` minus and plus the normal quantile times
#' `std.error`, cut at 0 and 1. If the standard error is 0, there is no test: `statistic` and
#' `p.value` are `NA`. So it is for a constant column (whose C is 1/2), and for a C of 0 or 1. With
#' weights, a standard error within the bound of rounding errors counts as 0.
#'
#' **Few deaths.** With few deaths the standard error is too small, and p-values are too small.
#' These are the shares of 20,000 random columns whose p-value is below a level
#' (`bench/concordance.R` in the sources, with its table in `bench/results/concordance.md`):
#'
#' | rows | deaths | p < 0.05 | p < 0.001 |
#' |-----:|-------:|---------:|----------:|
#' | 50 | 10 | 0.101 | 0.018 |
#' | 100 | 20 | 0.080 | 0.0085 |
#' | 100 | 80 | 0.055 | 0.0023 |
#' | 200 | 40 | 0.061 | 0.0032 |
#' | 500 | 100 | 0.053 | 0.0021 |
#' | 500 | 400 | 0.054 | 0.0010 |
#'
#' **Agreement with survival.** Counts, C, D and standard errors are those of
#' [survival::concordance()] with `timewt = "n"` (the default there), to 12 digits; without weights
#' the counts are exact. Other time weights, clusters, and times with an entry (`Surv(start, stop,
#' status)`) are not supported. `timefix` is that of survival: of the sorted times, neighbours count
#' as tied if they differ by less than `1.5e-8`, or by less than that times the mean absolute time.
#'
#' **Missing values.** A row with a missing time, status, stratum or weight is left out for all
#' columns, as `na.omit()` does. A row with a missing value in a column of `x` is left out for that
#' column alone: `n` is the number of rows that are left. A column without comparable pairs has
#' `NA`.
#'
#' **Errors** are of the classes in [manycore_errors]: `"size"` for a `time`, `status`, `strata` or
#' `weights` whose length is not the number of rows; `"argument"` for a `status` of other values,
#' and for weights that are negative or infinite.
#'
#' **Time.** Columns are ranked once, in `O(n)` time for `n` rows. Then there are two algorithms.
#' The first compares all comparable pairs, 16 or 32 columns at a time in the lanes of vectors. The
#' second divides the rows by time, again and again, and counts concordant pairs between the halves
#' in the order of `x`: `O(n log n)`. The second is taken for some 8,000 rows or more, for weights
#' and for columns with missing values. The results are the same bits for both algorithms, every
#' target and any number of threads. **Memory**: the result, 112 bytes a column, and as many while
#' the result is made; some 4 MiB for ranks, and for each thread up to 200 bytes a row.
#'
#' @return A data frame of class `concordance_all` with a row for each column of `x`:
#'   * `term`: the name of the column, or else its number;
#'   * `concordance`, `std.error`, `somers_d`: C, the standard error of C, and D;
#'   * `statistic` (`z`), `p.value`: the test of C = 1/2; the p-value is adjusted as asked;
#'   * `conf.low`, `conf.high`: the interval of C, unless `conf.level` is `NULL`;
#'   * `concordant`, `discordant`, `tied.x`, `tied.y`, `tied.xy`: numbers of pairs, or their
#'     weights;
#'   * `n`: the number of rows.
#'
#'   For the methods see [concordance_tables].
#'
#' @references
#' Harrell FE, Califf RM, Pryor DB, Lee KL, Rosati RA (1982). Evaluating the yield of medical tests.
#' *JAMA* **247**, 2543-2546.
#'
#' Harrell FE, Lee KL, Mark DB (1996). Multivariable prognostic models. *Statistics in Medicine*
#' **15**, 361-387.
#'
#' Somers RH (1962). A new asymmetric measure of association for ordinal variables. *American
#' Sociological Review* **27**, 799-811.
#'
#' Therneau TM, Atkinson E. Concordance. Vignette of the package survival.
#' (Ties, strata, weights, and the infinitesimal jackknife.)
#'
#' @family Kendall
#' @seealso [concordance_tables], the methods; [survival::concordance()];
#'   `vignette("survival", package = "manycore")`
#' @examples
#' set.seed(1)
#' genes <- matrix(rnorm(200 * 50), 200, dimnames = list(NULL, paste0("gene", 1:50)))
#' time <- rexp(200, exp(genes[, 1]))
#' status <- rbinom(200, 1, 0.6)
#' found <- concordance_all(genes, time, status, p.adjust.method = "BH")
#' found
#'
#' if (requireNamespace("survival", quietly = TRUE)) {
#'   lung <- survival::lung
#'   print(concordance_all(lung[c("age", "ph.karno", "wt.loss")], lung$time, lung$status,
#'                         strata = lung$sex))
#'   print(survival::concordance(survival::Surv(time, status) ~ age, lung))
#'   print(concordance_all(survival::Surv(time, status) ~ age + ph.karno, lung))
#' }
#' @export
concordance_all <- function(x, ...) {
  if (missing(x)) stop_missing("x")
  if (isS4(x)) need_package_of(x, "x")
  UseMethod("concordance_all")
}

#' @rdname concordance_all
#' @export
concordance_all.default <- function(x, time, status = NULL, strata = NULL, weights = NULL,
                                    reverse = FALSE, conf.level = 0.95, p.adjust.method = "none",
                                    timefix = TRUE, assay = 1, threads = NULL,
                                    progress = interactive(), ...) {
  check_dots(...)
  if (missing(time)) stop_missing("time")
  settings <- list(
    reverse = check_flag(reverse, "reverse"),
    conf.level = if (!is.null(conf.level)) check_level(conf.level),
    p.adjust.method = check_adjustment(p.adjust.method)
  )
  check_flag(timefix, "timefix")
  if (!missing(assay)) check_assay(x, NULL)
  given <- list(time = time, status = status, strata = strata, weights = weights)
  given <- lapply(stats::setNames(nm = names(given)), function(name) {
    sample_variable(given[[name]], name, x) # Map() would evaluate an x that is a call
  })
  columns <- concordance_columns(as_source(x, "x", assay))
  outcome <- concordance_outcome(given$time, given$status, given$strata, given$weights,
                                 observations(columns), timefix)
  check_room(28 * as.double(ncol(columns)))
  tick <- progress_ticker(progress, "Concordance")
  found <- concordance_in_c(columns, outcome, check_threads(threads), tick)
  concordance_table(found, colnames(columns), c(settings, list(
    rows = length(outcome$row), deaths = sum(outcome$death),
    strata = length(unique(outcome$stratum))
  )))
}

#' @rdname concordance_all
#' @export
concordance_all.formula <- function(x, data, strata = NULL, weights = NULL, ...) {
  if (length(x) != 3L) {
    stop_manycore("argument", "'x' must be a formula with an outcome, as in Surv(time, status) ~ .",
                  argument = "x")
  }
  if (any(grepl("(^|[^[:alnum:]._])strata\\(", deparse(x[[3L]])))) {
    stop_manycore("argument", "'x' must not have strata(): give 'strata' as an argument",
                  argument = "x")
  }
  data <- frame_data(if (!missing(data)) data)
  where <- parent.frame()
  # `expression` is evaluated where it has variables of `data`; else `value`, its promise, is
  in_data <- function(expression, value, argument) {
    used <- variables_in(expression)
    code <- function() if (any(used %in% names(data))) eval(expression, data, where) else value
    frame_of_model(code(), stats::setNames(list(used), argument), data, where,
                   "where the function was called")
  }
  strata <- in_data(substitute(strata), strata, "strata")
  weights <- in_data(substitute(weights), weights, "weights")
  frame <- frame_of_model(stats::model.frame(x, data, na.action = stats::na.pass),
                          list(x = variables_in(x)), data, environment(x))
  concordance_all.default(frame[columns_of_terms(frame)], stats::model.response(frame),
                          strata = strata, weights = weights, ...)
}

# The names of the variables on the right of a formula that `frame` was made of.
columns_of_terms <- function(frame) {
  terms <- attr(frame, "terms")
  if (any(attr(terms, "order") > 1L) || !is.null(attr(terms, "offset"))) {
    stop_manycore("argument", "'x' must have single variables on its right, as in ",
                  "Surv(time, status) ~ age + sex, without interactions and offset()",
                  argument = "x")
  }
  used <- attr(terms, "factors")
  if (length(used) == 0L) character() else rownames(used)[rowSums(used) > 0]
}

# ---- arguments ----

# x as a matrix or source.
concordance_columns <- function(x) {
  columns <- as_columns(x)
  if (!is_number_like(columns)) {
    stop_argument("x", paste0("numeric", that_are_not(x)))
  }
  if (is.matrix(columns)) columns else as.matrix(columns)
}

# The outcome as C takes it: the rows that take part, ordered by stratum, time (the latest first)
# and status (the censored first).
concordance_outcome <- function(time, status, strata, weights, rows, timefix) {
  if (inherits(time, "Surv")) {
    if (!is.null(status)) {
      stop_manycore("argument", "'status' must be NULL where 'time' is of class Surv",
                    argument = "status")
    }
    if (!identical(attr(time, "type"), "right")) {
      stop_manycore("argument", "'time' must be right-censored, not of type ",
                    quoted(attr(time, "type")), argument = "time")
    }
    status <- as.integer(unclass(time)[, "status"])
    time <- as.double(unclass(time)[, "time"])
  } else {
    status <- check_status(status, length(time))
    refuse_integer64(time, "time")
    if (!(is.numeric(time) || inherits(time, "difftime")) || is.matrix(time)) {
      stop_argument("time", "a numeric vector or an object of class Surv", time)
    }
    time <- as.double(time)
  }
  check_length <- function(value, argument) {
    if (length(value) != rows) {
      stop_manycore("size", "'", argument, "' must have ", count_of(rows, "value"),
                    ", one for each row of 'x', not ", format_count(length(value)),
                    argument = argument)
    }
  }
  check_length(time, "time")
  check_length(status, "status")
  kept <- !is.na(time) & !is.na(status)
  if (!is.null(strata)) {
    if (!is.atomic(strata) || is.matrix(strata)) {
      stop_argument("strata", "NULL, a vector or a factor", strata)
    }
    check_length(strata, "strata")
    strata <- match(strata, unique(strata[!is.na(strata)]))
    kept <- kept & !is.na(strata)
  }
  if (!is.null(weights)) {
    if (!is.numeric(weights) || is.object(weights) || is.matrix(weights) ||
          !all(is.na(weights) | (weights >= 0 & weights < Inf))) {
      stop_argument("weights", "NULL or finite numbers, 0 or more")
    }
    check_length(weights, "weights")
    kept <- kept & !is.na(weights)
  }
  row <- which(kept)
  time <- time[row]
  if (timefix) time <- without_rounding(time)
  stratum <- if (is.null(strata)) rep(1L, length(row)) else strata[row]
  order <- order(stratum, -time, status[row], method = "radix")
  row <- row[order]
  weights <- if (!is.null(weights) && any(weights[row] != 1)) as.double(weights[row])
  list(row = row, stratum = stratum[order], time = time[order], death = status[row],
       weight = weights)
}

# 1 for a death, 0 for a censored time, NA.
check_status <- function(status, rows) {
  if (is.null(status)) {
    return(rep(1L, rows))
  }
  if (is.logical(status)) {
    return(as.integer(status))
  }
  right <- "logical, or numbers 0 and 1, or 1 and 2"
  if (!is.numeric(status) || is.object(status) || is.matrix(status)) {
    stop_argument("status", right, status)
  }
  known <- status[!is.na(status)]
  if (length(known) > 0 && max(known) == 2) {
    status <- status - 1
    known <- known - 1
  }
  if (!all(known == 0 | known == 1)) {
    stop_argument("status", right)
  }
  as.integer(status)
}

# Times that differ by rounding alone become the least of them, by the rule of survival::aeqSurv().
without_rounding <- function(time, tolerance = sqrt(.Machine$double.eps)) {
  distinct <- sort(unique(time[is.finite(time)]))
  if (length(distinct) < 2) {
    return(time)
  }
  step <- diff(distinct)
  close <- step <= tolerance | step / mean(abs(distinct)) <= tolerance
  if (!any(close)) {
    return(time)
  }
  first <- distinct[c(TRUE, !close)]
  finite <- is.finite(time)
  time[finite] <- first[findInterval(time[finite], first)]
  time
}

# ---- C ----

# In the order of mc_concordance_way.
concordance_ways <- c("auto", "pairs", "tree")

# The numbers that C answers for each column.
concordance_fields <- c("concordance", "std", "concordant", "discordant", "tied.x", "tied.y",
                        "tied.xy", "n")

# `way` is for tests.
concordance_in_c <- function(x, outcome, threads = 0L, tick = NULL, way = "auto") {
  classed(.Call(C_concordance, x, outcome$row, outcome$stratum, outcome$time, outcome$death,
                outcome$weight, match(way, concordance_ways) - 1L, threads, tick))
}

concordance_table <- function(found, names, settings) {
  concordant <- found$concordant
  discordant <- found$discordant
  concordance <- found$concordance
  if (settings$reverse) {
    concordant <- found$discordant
    discordant <- found$concordant
    concordance <- 1 - concordance
  }
  se <- found$std
  z <- (concordance - 0.5) / ifelse(se > 0, se, NA)
  columns <- list(
    term = name_or_number(seq_along(se), names), concordance = concordance, std.error = se,
    somers_d = ifelse(is.na(se), NA_real_, 2 * concordance - 1), statistic = z,
    p.value = stats::p.adjust(2 * stats::pnorm(-abs(z)), settings$p.adjust.method)
  )
  if (!is.null(settings$conf.level)) {
    width <- stats::qnorm((1 + settings$conf.level) / 2) * se
    columns$conf.low <- pmax(concordance - width, 0)
    columns$conf.high <- pmin(concordance + width, 1)
  }
  table <- as_table(c(columns, list(concordant = concordant, discordant = discordant),
                      found[c("tied.x", "tied.y", "tied.xy", "n")]))
  structure(table, settings = settings, class = c("concordance_all", "data.frame"))
}
