#' Mann-Kendall tests of trend with Sen's slope, for one or millions of series
#'
#' For each series the Mann-Kendall test, Sen's slope and the interval of the slope: for the columns
#' of a matrix or data frame, or for the cells of a raster. Tests may be seasonal, and may be
#' corrected for autocorrelation.
#'
#' @param x The series: a numeric or logical vector, a time series ([stats::ts()]), or a matrix or
#'   data frame with a series in each column; a matrix of another package, or a SummarizedExperiment
#'   and the like ([manycore_inputs]); or a raster, `SpatRaster` of terra or `stars`, whose cells
#'   are the series.
#' @param time The times of the rows: numbers, dates or date-times, not missing, in any order, equal
#'   times allowed. The difference of the last and the first time must be finite. `NULL`: those of a
#'   time series or raster, or else 1, 2, 3, ... The slope is a
#'   change for one unit of these times: a day for a `Date`, a second for a `POSIXct`.
#'   For a SummarizedExperiment or an ExpressionSet also the name of a column of its data on
#'   samples.
#' @param season The season of each row, such as `cycle(x)` or the month: a vector without missing
#'   values. Only rows of the same season are compared. `NULL` for no seasons. A name as for `time`.
#' @param formula `y ~ time` or `y ~ time | season`: the series, their times, and the seasons. `y`
#'   may be several series, as in `u + v ~ time`, a matrix, or `.`, all other columns of `data`.
#' @param data,subset The data frame, matrix or table in which the variables are looked for, and
#'   which of its rows are taken. A table has a row for each cell, and its counts are `Freq`.
#'   Missing values are kept.
#' @param correction The correction for autocorrelation, see below. `"hirsch_slack"` needs seasons,
#'   the others need `season = NULL`.
#' @param alternative `"two.sided"`, `"less"` (a falling trend) or `"greater"`; `alternative` may be
#'   abbreviated.
#' @param continuity Apply the continuity correction, `|S| - 1`?
#' @param conf.level The confidence level of the intervals of the slopes, between 0 and 1; `NULL`
#'   for no intervals.
#' @param p.adjust.method How p-values are adjusted for the number of series: one of
#'   [stats::p.adjust.methods]. `"BH"` controls the false discovery rate, which is the test of field
#'   significance that Wilks (2016) recommends for maps.
#' @param along For `stars`: the dimension of time, by name or number. `NULL`: the dimension named
#'   `"time"`, or else the last one.
#' @param assay,threads,progress As in [cor_kendall()].
#' @param ... Nothing: an unknown argument is an error that names the argument. For a raster and
#'   with a formula the other arguments.
#'
#' @details
#' In what follows `x_i` are the values of one series that are not missing, at times `t_i`. A pair
#' of rows is a pair `i`, `j` with `t_i < t_j`.
#'
#' **Test** (Mann 1945, Kendall 1970). `S` is the number of pairs with `x_i < x_j` less the number
#' of pairs with `x_i > x_j`. Its variance under no trend, given the ties, is `v` of
#' [kendall_test()], with the times as the other variable. Without equal times `v` is
#'
#' \preformatted{v = (n (n - 1) (2 n + 5) - sum u (u - 1) (2 u + 5)) / 18}
#'
#' over the groups of `u` equal values. `z = sign(S) (|S| - 1) / sqrt(v)`, without the 1 if
#' `continuity = FALSE` or `S = 0`. The p-value is that of the normal approximation. `tau = S / D`
#' is tau-b: `D = sqrt(n_0 - n_1) sqrt(n_0 - n_2)`, where `n_0 = n (n - 1) / 2`, `n_1` are the pairs
#' of equal values, and `n_2` the pairs of equal times.
#'
#' **Slope** (Sen 1968). The median of the slopes `(x_j - x_i) / (t_j - t_i)` of all `N` pairs. The
#' intercept is the median of `x_i - slope t_i`. With `C = q sqrt(v)`, where `q` is the quantile of
#' the normal distribution, the bounds of the interval are the slopes with the numbers `(N - C) / 2`
#' and `(N + C) / 2 + 1` in ascending order (Gilbert 1987, section 16.5), rounded to whole numbers
#' as by [round()]. A number below 1 or above `N` gives an infinite bound: such a short series does
#' not bound the slope at that level. A one-sided alternative has one bound; the other one is
#' infinite.
#'
#' **Seasons** (Hirsch, Slack and Smith 1982). `S`, `v` and `D` are sums over the seasons, the
#' slopes are those of pairs within a season, and `z`, tau and the interval follow as above. Seasons
#' are taken as independent, unless `correction = "hirsch_slack"`.
#'
#' **Corrections.** They need about equally spaced times: a lag is a number of observations, and
#' missing observations are not counted. `e_i = x_i - slope t_i`;
#' `r_k` is the autocorrelation of lag `k` as of [stats::acf()].
#' * `"hamed_rao"` (Hamed and Rao 1998): `v` is multiplied by
#'   `1 + 2 / (n (n - 1) (n - 2)) sum of (n - k) (n - k - 1) (n - k - 2) r_k`, where `r_k` are those
#'   of the ranks of `e_i`, over the lags `k < n` with `|r_k| > 1.96 / sqrt(n)`. This factor may be
#'   negative: then `z`, the p-value and the interval are `NA`.
#' * `"yue_wang"` (Yue and Wang 2004): `v` is multiplied by `1 + 2 sum of (1 - k / n) r_k`, where
#'   `r_k` are those of `e_i`, over all lags `k < n`. All autocorrelations of a series add up to
#'   -1/2. So this factor is often far below 1. This factor may be negative, too, with the same
#'   consequences.
#' * `"prewhiten"`, trend-free prewhitening (Yue, Pilon, Phinney and Cavadias 2002): the test is
#'   that of the `n - 1` values `e_(i + 1) - r_1 e_i + slope t_(i + 1)` at times `t_(i + 1)`. `tau`,
#'   `S`, `var`, `z` and `p.value` are those of these values. Slope, interval, intercept and `n` are
#'   those of `x_i`, the interval by the variance without a correction. The paper prewhitens only if
#'   `r_1` is significant. Here, as in `modifiedmk::tfpwmk()`, every series is prewhitened.
#'
#' * `"hirsch_slack"` (Hirsch and Slack 1984; Dietz and Killeen 1981) is for seasons that depend on
#'   each other, such as months of the same dry year. The variance of `S` is the sum of the
#'   variances of the seasons and of their covariances. For seasons `g` and `h` these are
#'   `(K + 4 sum R_ig R_ih - n (n_g + 1) (n_h + 1)) / 3`, where `n` is the number of years, `n_g`
#'   and `n_h` are the numbers of values, `R_ig` is the midrank of year `i` among the values of
#'   season `g` (of a missing value `(n_g + 1) / 2`), and `K` is the sum over the pairs of years of
#'   the products of the signs of the two differences. The year of a row is the whole part of its
#'   time, or the calendar year of a date or date-time; a season has one row in a year. The authors
#'   recommend at least ten years.
#'
#' With the first two and the last one, the interval is by the corrected variance. If all `e_i` are
#' equal, `r_k` is taken as 0. The `e_i` count as equal if they differ by rounding errors only: by
#' at most 4 times `.Machine$double.eps` times the largest `|x_i|` or `|slope t_i|`.
#'
#' **Missing values** are left out of their series. `n` is the number of values that are left.
#'
#' **Errors** are of the classes in [manycore_errors]: `"size"` for a `time` or `season` whose
#' length is not the number of rows; `"argument"` for times that are not finite, for seasons that
#' are missing, and for a `correction` that needs or excludes `season`.
#'
#' **Odd series.** Infinite values are the least and the greatest; the slope between two equal
#' infinities is 0, a median that would be the mean of `-Inf` and `Inf` is `NA`, and so is every
#' correction. A constant series has `S = 0`, the slope 0 with the interval from 0 to 0, and no
#' `tau`, `z` and p-value (`NA`). Without two observations at different times all but `S`, `var` and
#' `n` are `NA`.
#'
#' **Other packages.** `S`, `var`, tau, `z` and the p-value are those of `trend::mk.test()` and
#' `trend::smk.test()`. Slopes and intervals are those of `trend::sens.slope()`, and slopes those of
#' `trend::sea.sens.slope()`, for times 1, 2, 3, ...; slope and intercept are those of
#' `mblm::mblm(repeated = FALSE)`. Corrected variances and z are those of `modifiedmk::mmkh()` and
#' `mmky()`, and the prewhitened test is that of `tfpwmk()`. These differences remain:
#' * For a number of a slope beyond the ends `trend::sens.slope()` returns `NA`, or one bound only.
#'   Here the bound is infinite.
#' * For `S = 0` modifiedmk takes `z = 1 / sqrt(v)`, here `z` is 0. The tau of modifiedmk is tau-a.
#' * `Kendall::MannKendall()` computes in single precision. Its seasonal test has no continuity
#'   correction.
#'
#' **False trends.** Without a correction, positive autocorrelation makes p-values too small. The
#' corrections mend this in part only: `vignette("trends")` counts how often each finds a trend in
#' series without one. Prewhitening finds even more false trends there than no correction.
#'
#' **Time**: `O(n^2)` a series. A million series of 40 rows take seconds, and so does one series of
#' 20,000 rows (`bench/results/trend.md` in the sources). **Memory**: that of the result, 84 bytes a
#' series, and for each thread the slopes of one series; a raster is read into memory. Of a series
#' with more than 524,288 slopes (1,024 rows) the slopes are not kept but computed again, in several
#' passes by all threads, and memory is `O(n)`. The autocorrelations of `"hamed_rao"` and
#' `"yue_wang"` take `O(n^2)` time in one thread, and a series cannot be interrupted meanwhile.
#' `"hirsch_slack"` takes `O(years^2 seasons)` time more, and `8 years seasons` bytes more for each
#' thread. The result has the same bits with any number of threads, and on all instruction sets.
#'
#' @return A data frame of class `kendall_trend` with a row for each series and the columns
#'   * `term`: the name of the series, or its number;
#'   * `tau`, `S`, `var` (the variance of `S`), `statistic` (`z`), `p.value` (adjusted as asked);
#'   * `slope`, `conf.low`, `conf.high` (not with `conf.level = NULL`) and `intercept`;
#'   * `factor`, by which a correction has multiplied the variance (only with the first two
#'     corrections);
#'   * `n`, the number of observations.
#'
#'   Of a raster: a raster of the same class with a layer (for `stars` an attribute) for each of
#'   these columns but `term`.
#'
#' @references
#' Gilbert RO (1987). *Statistical Methods for Environmental Pollution Monitoring*. Van Nostrand
#' Reinhold.
#'
#' Hamed KH, Rao AR (1998). A modified Mann-Kendall trend test for autocorrelated data. *Journal of
#' Hydrology* **204**, 182-196.
#'
#' Dietz EJ, Killeen TJ (1981). A nonparametric multivariate test for monotone trend with
#' pharmaceutical applications. *Journal of the American Statistical Association* **76**, 169-174.
#'
#' Hirsch RM, Slack JR (1984). A nonparametric trend test for seasonal data with serial dependence.
#' *Water Resources Research* **20**, 727-732.
#'
#' Hirsch RM, Slack JR, Smith RA (1982). Techniques of trend analysis for monthly water quality
#' data. *Water Resources Research* **18**, 107-121.
#'
#' Kendall MG (1970). *Rank Correlation Methods*, 4th edition. Griffin.
#'
#' Mann HB (1945). Nonparametric tests against trend. *Econometrica* **13**, 245-259.
#'
#' Sen PK (1968). Estimates of the regression coefficient based on Kendall's tau. *Journal of the
#' American Statistical Association* **63**, 1379-1389.
#'
#' Wilks DS (2016). "The stippling shows statistically significant grid points". *Bulletin of the
#' American Meteorological Society* **97**, 2263-2273.
#'
#' Yue S, Pilon P, Phinney B, Cavadias G (2002). The influence of autocorrelation on the ability to
#' detect trend in hydrological series. *Hydrological Processes* **16**, 1807-1829.
#'
#' Yue S, Wang CY (2004). The Mann-Kendall test modified by effective sample size to detect trend in
#' serially correlated hydrological series. *Water Resources Management* **18**, 201-218.
#'
#' @family Kendall
#' @seealso [kendall_trends], the methods; [kendall_test()]
#' @examples
#' # the flow of the Nile falls by 2.6 units a year
#' kendall_trend(Nile)
#' kendall_trend(Nile, correction = "hamed_rao")
#'
#' kendall_trend(GNP + Employed ~ Year, data = longley)
#'
#' # monthly temperatures: months are compared with the same months of other years
#' kendall_trend(nottem, season = cycle(nottem))
#' kendall_trend(nottem, season = cycle(nottem), correction = "hirsch_slack")
#'
#' # many series, adjusted for their number
#' set.seed(1)
#' series <- matrix(rnorm(40 * 6), 40) + outer(1:40, c(0, 0, 0, 0, 0.05, 0.1))
#' kendall_trend(series, time = 1981:2020, p.adjust.method = "BH")
#' @export
kendall_trend <- function(x, ...) {
  if (missing(x)) stop_missing("x")
  if (isS4(x)) need_package_of(x, "x")
  UseMethod("kendall_trend")
}

#' @rdname kendall_trend
#' @export
kendall_trend.default <- function(x, time = NULL, season = NULL,
                                  correction = c("none", "hamed_rao", "yue_wang", "prewhiten",
                                                 "hirsch_slack"),
                                  alternative = c("two.sided", "less", "greater"),
                                  continuity = TRUE, conf.level = 0.95, p.adjust.method = "none",
                                  assay = 1, threads = NULL, progress = interactive(), ...) {
  check_dots(...)
  if (!missing(assay)) check_assay(x, NULL)
  if (is.null(time) && (stats::is.ts(x) || inherits(x, "zoo"))) {
    time <- stats::time(x) # of zoo and xts: the index
  }
  time <- sample_variable(time, "time", x)
  season <- sample_variable(season, "season", x)
  x <- trend_input(as_source(x, "x", assay))
  settings <- list(
    correction = match_word(correction, trend_corrections, "correction"),
    alternative = match_word(alternative, alternatives, "alternative"),
    continuity = check_flag(continuity, "continuity"),
    conf.level = if (!is.null(conf.level)) check_level(conf.level),
    p.adjust.method = check_adjustment(p.adjust.method)
  )
  rows <- trend_rows(time, season, observations(x))
  if (settings$correction == "hirsch_slack") {
    rows$year <- trend_years(time, season, rows)
  }
  settings$seasons <- length(rows$begin) - 1L
  settings$rows <- observations(x)
  if (!settings$correction %in% c("none", "hirsch_slack") && settings$seasons > 1) {
    stop_manycore("argument", "'correction' must be \"none\" or \"hirsch_slack\" with seasons, ",
                  "not ", describe(settings$correction), argument = "correction")
  }
  result <- run_trend(x, rows, settings, check_threads(threads), progress)
  if (settings$p.adjust.method != "none") {
    result$p.value <- stats::p.adjust(result$p.value, settings$p.adjust.method)
  }
  columns <- c(list(term = name_or_number(seq_len(NCOL(x)), colnames(x))),
               result[intersect(trend_columns, names(result))])
  structure(as_table(columns), class = c("kendall_trend", "data.frame"), settings = settings)
}

#' @rdname kendall_trend
#' @export
kendall_trend.formula <- function(formula, data, subset, ...) {
  form <- "y ~ time, or y ~ time | season"
  parts <- formula_parts(formula, form, c("left", "right"), c("left", "right", "given"))
  found <- formula_variables(parts, match.call(expand.dots = FALSE), formula, parent.frame(),
                             quote(stats::na.pass))
  time <- frame_vector(found$frame, found$right, "time", form)
  season <- if (!is.null(parts$given)) frame_vector(found$frame, found$given, "season", form)
  kendall_trend.default(frame_columns(found$frame, found$left), time = time, season = season, ...)
}

# In the order of mc_trend_correction in C.
trend_corrections <- c("none", "hamed_rao", "yue_wang", "prewhiten", "hirsch_slack")

trend_columns <- c("tau", "S", "var", "statistic", "p.value", "slope", "conf.low", "conf.high",
                   "intercept", "factor", "n")

# A lag of Hamed and Rao counts if it is significant at this level.
lag_level <- 0.95

# ---- arguments ----

# The series as a plain vector or matrix, or as a source.
trend_input <- function(x) {
  given <- x
  refuse_integer64(x, "x")
  if (is.data.frame(x)) {
    x <- as.matrix(x)
  }
  if (isS4(x) && !is_source(x)) {
    x <- as_columns(x)
  }
  if (!is_number_like(x)) {
    stop_argument("x", paste0("numeric", that_are_not(given, "dates of the rows are 'time'")))
  }
  if (length(dim(x)) > 2) {
    stop_manycore("argument", "'x' must be a vector or a matrix, not an array of ",
                  count_of(length(dim(x)), "dimension"), argument = "x")
  }
  if (is.object(x) && !is_source(x)) {
    x <- if (is.matrix(x)) matrix(as.vector(x), nrow(x), ncol(x), dimnames = dimnames(x)) else
      as.vector(x)
  }
  x
}

# list(time, row, begin) of n rows, as C takes them: the rows ordered by season and time.
trend_rows <- function(time, season, n) {
  if (is.null(time)) {
    time <- as.double(seq_len(n))
  } else {
    is_time <- is.numeric(time) || inherits(time, c("Date", "POSIXct"))
    if (!is_time || inherits(time, "integer64") || length(dim(time)) > 1) {
      stop_argument("time", "NULL, numbers, dates or date-times", time)
    }
    time <- check_rows(as.double(time), "time", n)
    if (!all(is.finite(time))) {
      stop_manycore("argument", "'time' must be finite, not ", describe(time[!is.finite(time)][1]),
                    " (row ", which(!is.finite(time))[1], ")", argument = "time")
    }
    if (n > 0 && !is.finite(diff(range(time)))) {
      stop_manycore("argument", "'time' must have a finite range, not from ", min(time), " to ",
                    max(time), argument = "time")
    }
  }
  if (is.null(season)) {
    code <- integer(n)
    begin <- c(0L, n)
  } else {
    if (!(is.atomic(season) || inherits(season, "POSIXlt")) || length(dim(season)) > 1) {
      stop_argument("season", "NULL or a vector with the season of each row", season)
    }
    season <- check_rows(as.vector(season), "season", n)
    if (anyNA(season)) {
      stop_manycore("argument", "'season' must not be missing (row ", which(is.na(season))[1], ")",
                    argument = "season")
    }
    code <- match(season, unique(season))
    begin <- c(0L, cumsum(tabulate(code, max(1L, code))))
  }
  row <- order(code, time)
  list(time = time[row], row = row - 1L, begin = as.integer(begin))
}

# The year of each place of `rows`, counted from 0: the whole part of its time, or the calendar year
# of its date.
trend_years <- function(time, season, rows) {
  refuse <- function(...) {
    stop_manycore("argument", "'correction' = \"hirsch_slack\" ", ..., argument = "correction")
  }
  if (is.null(season)) {
    refuse("is for series with seasons: give 'season'")
  }
  if (is.null(time)) {
    refuse("needs 'time', whose whole part is the year")
  }
  year <- if (inherits(time, "Date") || inherits(time, "POSIXct")) {
    as.POSIXlt(time)$year
  } else {
    floor(as.double(time) + 1e-6) # times of stats::ts() are rounded
  }
  year <- year[rows$row + 1L]
  code <- match(year, unique(year))
  group <- rep(seq_len(length(rows$begin) - 1L), diff(rows$begin))
  twice <- anyDuplicated(code + as.double(group) * length(code))
  if (twice > 0) {
    refuse("needs one row for each season of a year, and a season has several in the year ",
           format(year[twice] + if (inherits(time, c("Date", "POSIXct"))) 1900 else 0))
  }
  if (max(group, 0L) > 1L && !anyDuplicated(code)) {
    refuse("compares seasons of the same year, and no year has two seasons: the whole part of ",
           "'time' must be the year")
  }
  years <- as.double(max(code, 0L))
  seasons <- as.double(max(group, 0L))
  if (years^3 * seasons^2 >= 2^62) { # C's sums have 64 bits
    stop_manycore("size", "'correction' = \"hirsch_slack\" is for up to 2^62 = years^3 seasons^2, ",
                  "not for ", format_count(years), " years of ", format_count(seasons), " seasons",
                  argument = "correction")
  }
  check_room(years * seasons, what = "the matrix of years and seasons")
  code - 1L
}

check_rows <- function(values, argument, n) {
  if (length(values) != n) {
    stop_manycore("size", "'", argument, "' must have a value for each of ", count_of(n, "row"),
                  ", not ", format_count(length(values)), argument = argument)
  }
  values
}

# ---- the tests ----

run_trend <- function(x, rows, settings, threads, progress) {
  series <- as.double(NCOL(x))
  check_room(series * 12)
  tick <- progress_ticker(progress, "Trends")
  result <- classed(
    .Call(C_kendall_trend, x, rows$time, rows$row, rows$begin, rows$year,
          match(settings$alternative, alternatives) - 1L, as.integer(settings$continuity),
          interval_quantile(settings), match(settings$correction, trend_corrections) - 1L,
          stats::qnorm((1 + lag_level) / 2), threads, tick),
    is_source(x) || length(x) > small
  )
  result
}
