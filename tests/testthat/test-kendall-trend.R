# kendall_trend() against its definitions in plain R (helper-trend.R) and against other packages.

# Values that a test may stumble over. `plain`: finite and without ties.
trend_values <- function(n, plain = FALSE) {
  if (plain) {
    return(stats::rnorm(n) + seq_len(n) * stats::runif(1, -0.1, 0.1))
  }
  x <- switch(sample(8, 1), stats::rnorm(n), draw(1:5, n), sample.int(100L, n, replace = TRUE),
              draw(c(0, 1), n), rep(3, n), draw(c(-Inf, 0, Inf, 1, 1e308, -1e308), n),
              draw(c(TRUE, FALSE), n), draw(c(5e-324, 0, -5e-324, 1e-310), n))
  if (stats::runif(1) < 0.3) x[sample.int(max(n, 1), n %/% 3)] <- NA
  x
}

trend_times <- function(n) {
  switch(sample(4, 1), as.double(seq_len(n)), cumsum(stats::rexp(n)),
         sample.int(max(n, 1), n, replace = TRUE) / 2, sample(seq_len(n)) * 1e9)
}

test_that("thousands of small series are those of the definitions", {
  set.seed(1)
  odd <- character()
  for (turn in 1:2500) {
    n <- if (turn %% 100 == 0) sample(100:200, 1) else sample(0:30, 1)
    correction <- sample(c("none", "none", "hamed_rao", "yue_wang", "prewhiten"), 1)
    x <- trend_values(n, plain = correction == "prewhiten")
    time <- trend_times(n)
    season <- if (correction == "none" && stats::runif(1) < 0.4) draw(c("a", "b", "c"), n)
    alternative <- sample(c("two.sided", "less", "greater"), 1)
    continuity <- stats::runif(1) < 0.5
    level <- sample(c(0.2, 0.5, 0.9, 0.95), 1)
    got <- kendall_trend(x, time, season, correction, alternative, continuity, level)
    want <- trend_oracle(x, time, if (is.null(season)) rep(1, n) else season, correction,
                         alternative, continuity, level)
    # the autocorrelations of huge and of tiny values are rounded otherwise
    if (correction == "yue_wang" && any(abs(log10(abs(x[x != 0]))) > 100, na.rm = TRUE)) next
    # sums of autocorrelations cancel
    tolerance <- if (correction == "yue_wang") 1e-8 else 1e-12
    differs <- trend_differences(got, want, if (correction == "yue_wang") c("S", "n") else
      c("S", "n", "conf.low", "conf.high"), tolerance)
    if (length(differs) > 0) odd <- c(odd, paste(turn, n, correction, toString(differs)))
  }
  expect_identical(odd, character())
})

test_that("corrections do not depend on the unit of x, however large or small", {
  set.seed(11)
  for (correction in c("hamed_rao", "yue_wang", "prewhiten")) {
    for (n in c(5, 40, 700)) {
      x <- as.double(stats::filter(stats::rnorm(n), 0.6, "recursive"))
      want <- kendall_trend(x, correction = correction)
      for (power in c(-1000, -600, 10, 600, 1000)) { # of two: nothing is rounded
        got <- kendall_trend(x * 2^power, correction = correction)
        scaled <- c("slope", "intercept", "conf.low", "conf.high")
        want_now <- want
        want_now[scaled] <- lapply(want[scaled], `*`, 2^power)
        expect_identical(as.list(got), as.list(want_now), label = paste(correction, n, power))
      }
    }
  }
  # sums that overflow are no numbers, which a sort must not meet
  x <- stats::runif(3000, -1, 1) * 1.7e308
  for (correction in c("hamed_rao", "yue_wang", "prewhiten")) {
    got <- kendall_trend(x, correction = correction)
    expect_identical(got$n, 3000L)
    expect_true(got$p.value > 0 && got$p.value <= 1, label = correction)
  }
  x <- rep(c(1, -1, 1), each = 1000) * 1.7e308
  expect_identical(kendall_trend(x, correction = "prewhiten")$p.value, NA_real_)
})

test_that("a matrix is its columns, with any number of threads", {
  set.seed(2)
  for (turn in 1:6) {
    n <- sample(c(1, 2, 13, 40), 1)
    x <- matrix(stats::rnorm(n * 700), n)
    x[sample(length(x), length(x) %/% 5)] <- NA
    if (turn %% 2 == 0) x <- round(x)
    if (turn %% 3 == 0) storage.mode(x) <- "integer"
    colnames(x) <- paste0("s", seq_len(ncol(x)))
    time <- if (turn > 3) sample(n) else NULL
    got <- kendall_trend(x, time, threads = 1)
    expect_identical(got, kendall_trend(x, time, threads = 3))
    expect_identical(got, kendall_trend(as.data.frame(x), time))
    expect_identical(got$term, colnames(x))
    for (k in c(1, 2, 350, 700)) {
      one <- kendall_trend(x[, k], time)
      expect_identical(lapply(as.list(as.data.frame(got))[-1], `[`, k),
                       as.list(as.data.frame(one))[-1])
    }
  }
})

test_that("long series, whose slopes are not kept, are those of the definitions", {
  set.seed(3)
  n <- 1500
  season <- rep(1:2, n / 2)
  series <- list(stats::rnorm(n), draw(c(0, 1), n), draw(1:10, n), rep(1, n),
                 stats::rnorm(n)^9, as.double(seq_len(n)))
  for (x in series) {
    if (stats::runif(1) < 0.5) x[sample(n, 20)] <- NA
    expect_identical(trend_differences(kendall_trend(x), trend_oracle(x)), character())
  }
  x <- stats::rnorm(n)
  time <- sample.int(n, replace = TRUE) / 8
  expect_identical(trend_differences(kendall_trend(x, time, threads = 3), trend_oracle(x, time)),
                   character())
  expect_identical(trend_differences(kendall_trend(x, season = season, threads = 1),
                                     trend_oracle(x, season = season)), character())
  expect_identical(trend_differences(kendall_trend(x, correction = "hamed_rao"),
                                     trend_oracle(x, correction = "hamed_rao"),
                                     tolerance = 1e-10), character())
})

test_that("times whose range overflows are refused", {
  half <- 50
  time <- c(-1.7e308 + (1:half) * 1e300, 1.6e308 + (1:half) * 1e300)
  expect_error(kendall_trend(rep(c(-Inf, Inf), each = half), time = time),
               "'time' must have a finite range", class = "manycore_error_argument")
  expect_identical(kendall_trend(1:2, time = c(-8e307, 8e307))$slope, 1 / 1.6e308)
})

test_that("long series may have almost no slopes", {
  set.seed(10)
  k <- 1100
  time <- c(rep(1, k), 1, 2)
  season <- c(rep("a", k), "b", "b")
  x <- stats::rnorm(k + 2)
  expect_identical(kendall_trend(x, time, season)$slope, x[k + 2] - x[k + 1])
  expect_identical(kendall_trend(x, rep(1, k + 2))$slope, NA_real_)
  x <- stats::rnorm(k + 1) # without seasons
  expect_identical(trend_differences(kendall_trend(x, time[-1]), trend_oracle(x, time[-1])),
                   character())
})

test_that("residuals that are rounding errors correct nothing", {
  series <- list(0.1 * (1:20) + 0.3, 1e6 + (1:40) / 3, -0.7 * (1:15), 1e-310 * (1:12),
                 0.1 * (1:30) - 1.55)
  for (x in series) {
    expect_identical(kendall_trend(x, correction = "hamed_rao")$factor, 1)
    expect_identical(kendall_trend(x, correction = "yue_wang")$factor, 1)
    n <- length(x)
    expect_identical(kendall_trend(x, correction = "prewhiten")$S,
                     sign(x[2] - x[1]) * (n - 1) * (n - 2) / 2)
  }
  x <- 1:20 + rep(c(0, 1e-9), 10) # small, but not rounding errors
  expect_true(kendall_trend(x, correction = "hamed_rao")$factor < 1)
})

test_that("prewhitened values have their own times", {
  set.seed(11)
  x <- c(5, 1, 4, 2, 8, 3, 9, 7, 6, 12)
  time <- c(1, 2, 4, 8, 16, 17, 19, 40, 41, 50)
  e <- x - kendall_trend(x, time)$slope * time
  r <- stats::acf(e, 1, plot = FALSE)$acf[2]
  white <- e[-1] - r * e[-10] + kendall_trend(x, time)$slope * time[-1]
  expect_identical(kendall_trend(x, time, correction = "prewhiten")$S,
                   kendall_trend(white, time[-1])$S)
  time <- c(1, 1.5, 1.75, 40, 41, 41.5, 80, 80.25, 80.5, 120)
  x <- x + 3 * time
  slope <- kendall_trend(x, time)$slope
  e <- x - slope * time
  r <- stats::acf(e, 1, plot = FALSE)$acf[2]
  white <- e[-1] - r * e[-10] + slope * time[-1]
  got <- kendall_trend(x, time, correction = "prewhiten")
  expect_identical(got$S, kendall_trend(white, time[-1])$S)
})

test_that("tests, slopes and intervals are those of package trend", {
  skip_if_not_installed("trend")
  set.seed(4)
  for (turn in 1:40) {
    n <- sample(10:60, 1)
    x <- if (turn %% 2 == 0) stats::rnorm(n) else as.double(sample.int(20, n, replace = TRUE))
    alternative <- c("two.sided", "less", "greater")[turn %% 3 + 1]
    got <- kendall_trend(x, alternative = alternative, continuity = turn > 20)
    mk <- trend::mk.test(x, alternative = alternative, continuity = turn > 20)
    expect_equal(got$S, mk$estimates[["S"]], tolerance = 0)
    expect_equal(c(got$var, got$tau, got$statistic, got$p.value),
                 unname(c(mk$estimates[c("varS", "tau")], mk$statistic, mk$p.value)),
                 tolerance = 1e-12)
    sen <- trend::sens.slope(x)
    got <- kendall_trend(x)
    expect_identical(c(got$slope, got$conf.low, got$conf.high),
                     as.vector(c(sen$estimates, sen$conf.int)))
  }
  months <- kendall_trend(nottem, time = seq_along(nottem) / 12, season = stats::cycle(nottem))
  smk <- trend::smk.test(nottem)
  expect_equal(c(months$S, months$var, months$statistic, months$p.value),
               unname(c(smk$estimates, smk$statistic, smk$p.value)), tolerance = 1e-12)
  expect_equal(months$slope, trend::sea.sens.slope(nottem), tolerance = 1e-12)
})

test_that("corrections are those of package modifiedmk", {
  skip_if_not_installed("modifiedmk")
  old <- options("scipen") # which modifiedmk changes
  on.exit(options(old))
  set.seed(5)
  for (turn in 1:30) {
    x <- as.vector(stats::arima.sim(list(ar = stats::runif(1, -0.5, 0.8)), sample(20:80, 1)))
    if (turn %% 2 == 0) x <- x + 0.05 * seq_along(x)
    got <- kendall_trend(x, correction = "hamed_rao")
    want <- suppressWarnings(modifiedmk::mmkh(x)) # of negative variances
    if (got$S == 0) next # z is not 0 there
    expect_equal(c(got$statistic, got$p.value, got$factor, got$var),
                 unname(want[c("Corrected Zc", "new P-value", "N/N*", "new.variance")]),
                 tolerance = 1e-12)
    got <- kendall_trend(x, correction = "yue_wang")
    want <- suppressWarnings(modifiedmk::mmky(x))
    expect_equal(c(got$factor, got$var), unname(want[c("N/N*", "new.variance")]),
                 tolerance = 1e-10)
    got <- kendall_trend(x, correction = "prewhiten")
    want <- modifiedmk::tfpwmk(x)
    expect_equal(c(got$S, got$var, got$slope), unname(want[c("S", "Var(S)", "Old Sen's Slope")]),
                 tolerance = 1e-12)
  }
})

test_that("times are those of the series, dates or date-times", {
  nile <- kendall_trend(Nile)
  expect_identical(nile, kendall_trend(as.vector(Nile), time = 1871:1970))
  days <- as.Date("2000-01-01") + seq_along(Nile)
  expect_identical(kendall_trend(Nile, days)$slope, nile$slope)
  seconds <- as.POSIXct("2000-01-01", tz = "UTC") + seq_along(Nile)
  expect_identical(kendall_trend(Nile, seconds)$slope, nile$slope)
  both <- kendall_trend(EuStockMarkets)
  expect_identical(both$term, colnames(EuStockMarkets))
  expect_identical(both$slope[2], kendall_trend(EuStockMarkets[, 2],
                                                stats::time(EuStockMarkets))$slope)
})

test_that("p-values are adjusted over the series", {
  set.seed(6)
  x <- matrix(stats::rnorm(20 * 50), 20) + outer(1:20, seq(0, 0.2, length.out = 50))
  x[, 7] <- 1
  plain <- kendall_trend(x)
  expect_identical(kendall_trend(x, p.adjust.method = "BH")$p.value,
                   stats::p.adjust(plain$p.value, "BH"))
  expect_null(kendall_trend(x, conf.level = NULL)$conf.low)
})

test_that("sources of columns are the matrix", {
  skip_if_not_installed("Matrix")
  set.seed(7)
  x <- as.matrix(Matrix::rsparsematrix(30, 40, 0.4))
  expect_identical(kendall_trend(Matrix::Matrix(x, sparse = TRUE)), kendall_trend(x))
})

test_that("wrong arguments are errors that say what is wrong", {
  expect_error(kendall_trend(letters), "'x' must be numeric", class = "manycore_error_argument")
  expect_error(kendall_trend(1:3, time = 1:2), "'time' must have a value for each of 3 rows, not 2",
               class = "manycore_error_size")
  for (wrong in list(list(1:3, time = 1:2), list(1:3, season = 1:2))) {
    error <- tryCatch(do.call(kendall_trend, wrong), error = identity)
    expect_identical(error$argument, names(wrong)[2])
  }
  expect_error(kendall_trend(), 'argument "x" is missing', class = "manycore_error_argument")
  expect_error(kendall_trend(time = 1:3), class = "manycore_error_argument")
  expect_error(kendall_trend(1:3, time = c(1, NA, 3)), "'time' must be finite, not NA \\(row 2\\)")
  expect_error(kendall_trend(1:3, time = letters[1:3]), "'time' must be NULL, numbers")
  expect_error(kendall_trend(1:3, season = c(1, NA, 2)), "'season' must not be missing \\(row 2\\)")
  expect_error(kendall_trend(1:3, season = 1:2), "'season' must have a value for each of 3 rows")
  expect_error(kendall_trend(1:4, season = c(1, 2, 1, 2), correction = "hamed_rao"),
               "'correction' must be \"none\" or \"hirsch_slack\" with seasons")
  expect_error(kendall_trend(1:4, conf.level = 2), "'conf.level' must be")
  expect_error(kendall_trend(1:4, p.adjust.method = "maxT"), "'p.adjust.method' must be one of")
  expect_error(kendall_trend(1:4, seasons = 1), "'season' may be meant")
  expect_error(kendall_trend(array(1, c(2, 2, 2))), "not an array of 3 dimensions")
  expect_error(kendall_trend(iris), "column 'Species' is not")
  dated <- data.frame(day = as.Date("2020-01-01") + 0:9, level = 10:1)
  expect_error(kendall_trend(dated), "column 'day' is not; dates of the rows are 'time'")
})

test_that("no rows and no series", {
  none <- kendall_trend(matrix(0, 0, 3))
  expect_identical(none$n, c(0L, 0L, 0L))
  expect_true(all(is.na(none[c("tau", "statistic", "p.value", "slope", "conf.low", "intercept")])))
  expect_identical(none$S, c(0, 0, 0))
  expect_identical(nrow(kendall_trend(matrix(0, 5, 0))), 0L)
  expect_identical(kendall_trend(c(NA_real_, NA))$n, 0L)
  named <- matrix(0, 0, 2, dimnames = list(NULL, c("a", "b")))
  expect_identical(kendall_trend(structure(named, class = "unknown_class")), kendall_trend(named))
})

test_that("methods print, sum up, convert and draw", {
  set.seed(8)
  x <- matrix(stats::rnorm(20 * 30), 20) + outer(1:20, seq(0, 0.2, length.out = 30))
  trends <- kendall_trend(x)
  expect_output(print(trends, n = 3), "30 series of 20 rows")
  expect_output(print(trends, n = 3), "27 more series")
  s <- summary(trends)
  expect_identical(s$rising, sum(trends$p.value < 0.05 & trends$S > 0))
  expect_output(print(s), "rising and")
  expect_output(print(kendall_trend(nottem, season = stats::cycle(nottem))), "in 12 seasons")
  expect_identical(class(as.data.frame(trends)), "data.frame")
  expect_s3_class(trends[1:3, ], "kendall_trend")
  expect_identical(class(trends[c("term", "slope")]), "data.frame")
  expect_identical(trends[4, ]$slope, trends$slope[4])
  if (requireNamespace("generics", quietly = TRUE)) {
    expect_identical(names(generics::tidy(trends))[1:4],
                     c("term", "estimate", "statistic", "p.value"))
    expect_identical(generics::glance(trends)$series, 30L)
  }
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  for (type in c("slope", "histogram", "volcano")) {
    expect_identical(plot(trends, type), trends)
  }
  expect_error(plot(trends, colour = 1), "there is no argument 'colour'")
  expect_error(plot(kendall_trend(matrix(NA_real_, 3, 3))), "has no slopes to draw")
})

test_that("the plot of the slopes of few series names the series if the names fit", {
  labels <- function(names, ...) {
    file <- tempfile(fileext = ".pdf")
    grDevices::pdf(file, compress = FALSE, useKerning = FALSE)
    device <- grDevices::dev.cur()
    on.exit(unlink(file))
    tryCatch({
      x <- matrix(stats::rnorm(10 * length(names)), 10, dimnames = list(NULL, names))
      plot(kendall_trend(x), ...)
    }, finally = grDevices::dev.off(device))
    text <- readLines(file, warn = FALSE)
    drawn <- grepl(" Tj$", text, useBytes = TRUE)
    intersect(names, sub(".*[(](.*)[)] Tj$", "\\1", text[drawn], useBytes = TRUE))
  }
  four <- c("east", "north", "south", "west")
  expect_setequal(labels(four), four)
  expect_setequal(labels(four, axes = TRUE), four)
  expect_setequal(labels(four, las = 1, cex.axis = 0.8), four)
  expect_length(labels(four, xaxt = "n"), 0)
  expect_length(labels(four, xaxt = "s"), 0)
  expect_length(labels(four, axes = FALSE), 0)
  long <- sprintf("station_%02d", 1:30)
  expect_length(labels(long), 0)
  expect_length(labels(long[1:10]), 0)
  expect_setequal(labels(long, las = 2, cex.axis = 0.5), long)
  expect_setequal(labels(long[1:10], las = 2), long[1:10])
  expect_length(labels(c(long, "another"), las = 2, cex.axis = 0.5), 0)
})

# A cube of cells and times with some missing values.
trend_cube <- function() {
  set.seed(9)
  values <- array(stats::rnorm(6 * 5 * 12), c(6, 5, 12)) + outer(array(1:30, c(6, 5)), 1:12) / 100
  values[sample(length(values), 40)] <- NA
  values[2, 3, ] <- NA
  values
}

test_that("a SpatRaster gives a SpatRaster", {
  skip_if_not_installed("terra")
  values <- trend_cube()
  years <- terra::rast(values)
  want <- kendall_trend(t(matrix(aperm(values, c(2, 1, 3)), 30)), p.adjust.method = "BH")
  map <- kendall_trend(years, p.adjust.method = "BH")
  expect_identical(names(map), setdiff(names(want), "term"))
  expect_identical(dim(map), c(6, 5, 10))
  for (name in names(map)) {
    expect_equal(as.vector(terra::values(map[[name]])), as.double(want[[name]]), tolerance = 0)
  }
  terra::time(years) <- as.Date("2000-01-01") + 2 * (1:12)
  expect_equal(as.vector(terra::values(kendall_trend(years)$slope)), want$slope / 2,
               tolerance = 1e-14)
  expect_true(all(is.na(terra::time(kendall_trend(years)))))
  expect_error(kendall_trend(years, seasons = 1), "'season' may be meant")
})

test_that("a stars object gives a stars object", {
  skip_if_not_installed("stars")
  values <- trend_cube()
  want <- kendall_trend(t(matrix(values, 30)), 2001:2012)
  cube <- stars::st_as_stars(list(v = values), dimensions = stars::st_dimensions(
    x = 1:6, y = 1:5, time = 2001:2012
  ))
  map <- kendall_trend(cube)
  expect_identical(names(map), setdiff(names(want), "term"))
  expect_identical(names(dim(map)), c("x", "y"))
  for (name in names(map)) {
    expect_identical(as.vector(map[[name]]), want[[name]])
  }
  first <- aperm(cube, c(3, 1, 2))
  expect_identical(as.vector(kendall_trend(first)$slope), want$slope)
  expect_identical(as.vector(kendall_trend(cube, along = 1, time = 1:6)$n),
                   as.vector(apply(values, 2:3, function(v) sum(!is.na(v)))))
  expect_error(kendall_trend(cube, along = "year"), "'along' must be NULL, a number from 1 to 3")
})

test_that("the index of a zoo series is its time", {
  skip_if_not(requireNamespace("zoo", quietly = TRUE), "zoo is not installed")
  days <- as.Date("2020-01-01") + 10 * (1:5)
  series <- getExportedValue("zoo", "zoo")(c(1, 4, 2, 8, 9), days)
  expect_equal(kendall_trend(series)$slope, 0.2)
  expect_identical(kendall_trend(series)$slope, kendall_trend(c(1, 4, 2, 8, 9), days)$slope)
})

test_that("names of sample variables are times and seasons of a container", {
  skip_if_not_installed("SummarizedExperiment")
  set.seed(12)
  counts <- matrix(rpois(5 * 24, 9), 5, dimnames = list(paste0("g", 1:5), NULL))
  year <- rep(2001:2012, 2)
  half <- rep(c("a", "b"), each = 12)
  experiment <- SummarizedExperiment::SummarizedExperiment(
    list(counts = counts), colData = data.frame(year = year, half = half)
  )
  expect_identical(kendall_trend(experiment, "year"), kendall_trend(t(counts), year))
  expect_identical(kendall_trend(experiment, time = "year", season = "half"),
                   kendall_trend(t(counts), year, half))
  condition <- tryCatch(kendall_trend(experiment, "yaer"), manycore_error_argument = identity)
  expect_identical(condition$argument, "time")
  expect_match(conditionMessage(condition), "one of \"year\", \"half\"", fixed = TRUE)
  condition <- tryCatch(kendall_trend(experiment, season = "h"), manycore_error_argument = identity)
  expect_identical(condition$argument, "season")
})

# ---- covariances of seasons ----

test_that("Hirsch and Slack's variance is that of the paper", {
  set.seed(41)
  for (turn in 1:40) {
    years <- sample(1:12, 1)
    seasons <- sample(1:5, 1)
    time <- rep(2000 + seq_len(years), seasons) + rep(seq_len(seasons) - 1, each = years) / seasons
    season <- rep(seq_len(seasons), each = years)
    x <- cbind(rnorm(years * seasons), sample(3, years * seasons, TRUE),
               rnorm(years)[time - 1999.9] + rnorm(years * seasons) / 3, 1)
    x[sample(length(x), length(x) %/% 5)] <- NA
    kept <- sort(sample(years * seasons, max(1, years * seasons - turn %% 4))) # rows not there
    x <- x[kept, , drop = FALSE]
    time <- time[kept]
    season <- season[kept]
    if (length(unique(season)) > 1 && !anyDuplicated(floor(time))) next
    shuffled <- sample(length(kept))
    for (threads in 1:3) {
      got <- kendall_trend(x[shuffled, , drop = FALSE], time[shuffled], season[shuffled],
                           correction = "hirsch_slack", threads = threads)
      for (k in seq_len(ncol(x))) {
        want <- trend_oracle(x[, k], time, season, "hirsch_slack")
        if (want$var < 1e-9) want[c("statistic", "p.value")] <- NA_real_
        expect_identical(trend_differences(got[k, ], want, tolerance = 1e-11), character(),
                         label = paste(turn, k))
      }
    }
    whole <- matrix(sample(4L, length(x), TRUE), nrow(x))
    expect_identical(kendall_trend(whole, time, season, "hirsch_slack"),
                     kendall_trend(whole + 0, time, season, "hirsch_slack"))
  }
})

test_that("Hirsch and Slack's variance of long series has the same bits", {
  set.seed(42)
  years <- 800
  x <- matrix(rnorm(years * 4 * 2), years * 4)
  x[sample(length(x), 99)] <- NA
  time <- rep(seq_len(years), 4) + rep(0:3, each = years) / 4
  season <- rep(1:4, each = years)
  long <- kendall_trend(x, time, season, "hirsch_slack", threads = 1)
  expect_identical(kendall_trend(x, time, season, "hirsch_slack", threads = 3), long)
  sign_of <- function(v) {
    s <- sign(outer(v, v, "-"))
    s[is.na(s)] <- 0
    s
  }
  signs <- lapply(split(x[, 1], season), sign_of)
  all <- Reduce(`+`, signs)
  # all pairs of seasons, g = h included
  expect_equal(long$var[1], (sum(all^2) / 2 + sum(rowSums(all)^2)) / 3, tolerance = 1e-12)
})

test_that("Hirsch and Slack's test of other packages", {
  skip_if_not_installed("trend")
  csmk <- getExportedValue("trend", "csmk.test")
  set.seed(43)
  x <- ts(rnorm(12 * 15) + rep(rnorm(15), each = 12), start = 1990, frequency = 12)
  theirs <- suppressWarnings(csmk(x)) # whose correction of z for continuity is another one
  ours <- kendall_trend(x, season = cycle(x), correction = "hirsch_slack")
  expect_equal(ours$var, theirs$estimates[["varS"]], tolerance = 1e-12)
  skip_if_not_installed("rkt") # which needs no other package
  rkt <- getExportedValue("rkt", "rkt")
  theirs <- rkt(floor(time(x) + 1e-6), as.vector(x), as.vector(cycle(x)), correct = TRUE)
  ours <- kendall_trend(x, season = cycle(x), correction = "hirsch_slack")
  expect_equal(ours$var, theirs$varS.corrected, tolerance = 1e-12)
  expect_equal(ours$p.value, theirs$sl.corrected, tolerance = 1e-9)
})

test_that("years of Hirsch and Slack", {
  x <- ts(c(5, 3, 6, 8, 9, 12, 4, 7, 1, 3, 2, 8), start = 2001, frequency = 4)
  season <- cycle(x)
  found <- kendall_trend(x, season = season, correction = "hirsch_slack")
  dates <- as.Date(paste0(floor(time(x) + 1e-6), "-0", season, "-01"))
  for (times in list(dates, as.POSIXct(dates, tz = "UTC"))) {
    expect_equal(kendall_trend(x, times, season, "hirsch_slack")$var, found$var)
  }
  expect_output(print(found), "in 4 seasons, Hirsch and Slack's variance")
  one <- kendall_trend(x[season == 1], 1:3, rep(1, 3), "hirsch_slack")
  expect_identical(one$p.value, kendall_trend(x[season == 1], 1:3)$p.value)
  none <- kendall_trend(matrix(0, 0, 2), numeric(), numeric(), "hirsch_slack")
  expect_true(all(is.na(none$p.value)))
  argument <- function(message, ...) {
    condition <- tryCatch(kendall_trend(..., correction = "hirsch_slack"),
                          manycore_error_argument = identity)
    expect_identical(condition$argument, "correction")
    expect_match(conditionMessage(condition), message, fixed = TRUE)
  }
  argument("give 'season'", x)
  argument("needs 'time'", as.vector(x), season = season)
  argument("several in the year 1", as.vector(x), rep(1, 12), season)
  argument("several in the year 2001", as.vector(x), rep(dates[1], 12), season)
  argument("no year has two seasons", as.vector(x), 1:12, season)
})

test_that("covariances of too many seasons are refused, and many years go by passes", {
  # 12 seasons of 2^20 years: years^3 seasons^2 is above 2^62
  rows <- list(row = 0:23, begin = 2L * 0:12)
  years <- rep(c(1, 2), 12)
  expect_identical(trend_years(years, 1:24, rows), rep(0:1, 12))
  many <- list(row = seq_len(3e6) - 1L, begin = c(0L, 2e6L, 3e6L))
  expect_error(trend_years(c(seq_len(2e6), seq_len(1e6)), 1, many), "is for up to 2^62",
               fixed = TRUE, class = "manycore_error_size")
  # above 10^8 signs, in passes: 2 seasons of 7,200 years
  set.seed(9)
  x <- stats::rnorm(14400)
  time <- rep(1:7200, each = 2)
  found <- kendall_trend(x, time, rep(1:2, 7200), "hirsch_slack", conf.level = NULL)
  apart <- kendall_trend(x, time, rep(1:2, 7200), conf.level = NULL)
  u <- x[c(TRUE, FALSE)]
  v <- x[c(FALSE, TRUE)]
  # without ties K is S of the pairs of seasons, and R_ig are ranks
  k <- kendall_test(u, v, exact = FALSE)$estimate[[1]] * 7200 * 7199 / 2
  covariance <- (k + 4 * sum(rank(u) * rank(v)) - 7200 * 7201^2) / 3
  expect_equal(found$var - apart$var, 2 * covariance, tolerance = 1e-9)
  expect_identical(found$S, apart$S)
})
