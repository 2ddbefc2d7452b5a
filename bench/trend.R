# kendall_trend() against loops over the packages trend and modifiedmk, and a million cells.
#
#   Rscript bench/trend.R [--quick] [--out FILE]
#
# The rivals' answers are compared with ours before anything is timed. --quick takes fewer series.

here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "common.R"))

library(manycore)
need(c("trend", "modifiedmk"))
set.seed(20261124)
rounds <- 5
some <- 200 # series of the loops

# ---- against loops ----

trends <- function(x, ..., threads = 1) kendall_trend(x, ..., threads = threads, progress = FALSE)
close_to <- function(a, b) isTRUE(all.equal(as.vector(a), as.vector(b), tolerance = 1e-10))

tests_and_slopes <- function(x) {
  lapply(seq_len(ncol(x)), function(k) list(trend::sens.slope(x[, k]), trend::mk.test(x[, k])))
}
check_tests <- function(x) {
  got <- trends(x)
  want <- tests_and_slopes(x)
  slope <- vapply(want, function(w) c(w[[1]]$estimates, w[[1]]$conf.int), c(0, 0, 0))
  stopifnot(identical(as.vector(slope),
                      as.vector(rbind(got$slope, got$conf.low, got$conf.high))),
            close_to(got$statistic, vapply(want, function(w) w[[2]]$statistic[["z"]], 0)),
            close_to(got$p.value, vapply(want, function(w) w[[2]]$p.value, 0)),
            close_to(got$tau, vapply(want, function(w) w[[2]]$estimates[["tau"]], 0)))
}

hamed <- function(x) vapply(seq_len(ncol(x)), function(k) modifiedmk::mmkh(x[, k])[[1]], 0)
check_hamed <- function(x) {
  got <- trends(x, correction = "hamed_rao")
  odd <- got$S == 0 # for which modifiedmk's z is not 0
  stopifnot(close_to(got$statistic[!odd], suppressWarnings(hamed(x))[!odd]))
}

months <- function(x) {
  lapply(seq_len(ncol(x)), function(k) {
    series <- stats::ts(x[, k], frequency = 12)
    list(trend::smk.test(series), trend::sea.sens.slope(series))
  })
}
check_months <- function(x) {
  season <- rep_len(1:12, nrow(x))
  got <- trends(x, time = (seq_len(nrow(x)) - 1) %/% 12, season = season)
  want <- months(x)
  stopifnot(close_to(got$slope, vapply(want, `[[`, 0, 2)),
            close_to(got$p.value, vapply(want, function(w) w[[1]]$p.value, 0)))
}

normal_series <- function(rows, series) matrix(rnorm(rows * series), rows)
works <- list(
  list(what = "test, slope and interval", rival = "trend::sens.slope() + mk.test()", rows = 20,
       check = check_tests, theirs = tests_and_slopes, ours = trends),
  list(what = "test, slope and interval", rival = "trend::sens.slope() + mk.test()", rows = 40,
       check = check_tests, theirs = tests_and_slopes, ours = trends),
  list(what = "test, slope and interval", rival = "trend::sens.slope() + mk.test()", rows = 200,
       check = check_tests, theirs = tests_and_slopes, ours = trends),
  list(what = "Hamed and Rao's correction", rival = "modifiedmk::mmkh()", rows = 40,
       check = check_hamed, theirs = function(x) suppressWarnings(hamed(x)),
       ours = function(x, ...) trends(x, correction = "hamed_rao", ...)),
  list(what = "12 seasons", rival = "trend::smk.test() + sea.sens.slope()", rows = 240,
       check = check_months, theirs = months,
       ours = function(x, ...) {
         trends(x, time = (seq_len(nrow(x)) - 1) %/% 12, season = rep_len(1:12, nrow(x)), ...)
       })
)
rows <- lapply(works, function(work) {
  few <- normal_series(work$rows, some)
  many <- normal_series(work$rows, round(size(4e6, 4e5) / work$rows^1.5))
  work$check(few)
  work$check(round(few * 2))
  t <- time_in_turns(list(theirs = function() work$theirs(few), one = function() work$ours(many),
                          two = function() work$ours(many, threads = 2)), rounds)
  theirs <- t[1] / some
  ours <- t[2:3] / ncol(many)
  data.frame(what = work$what, rows = work$rows, rival = work$rival,
             "rival, a series" = format_timing(theirs),
             "1 thread, a series" = format_timing(ours[1]),
             "2 threads" = format_timing(ours[2]),
             "times as fast, 1 thread" = times(theirs / ours[1]),
             "2 threads " = times(theirs / ours[2]), check.names = FALSE)
})
of_loops <- do.call(rbind, rows)

# ---- a million cells ----

cells <- size(1e6, 2e4)
map <- normal_series(40, cells)
holes <- map
holes[sample(length(map), length(map) / 20)] <- NA
steps <- round(4 * map)
storage.mode(steps) <- "integer"
works <- list("doubles" = map, "doubles, 5% missing" = holes, "integers with ties" = steps)
rows <- lapply(names(works), function(name) {
  x <- works[[name]]
  t <- time_in_turns(list(one = function() trends(x), two = function() trends(x, threads = 2)), 3)
  data.frame(cells = name, "1 thread" = format_timing(t[1]), "2 threads" = format_timing(t[2]),
             check.names = FALSE)
})
of_cells <- do.call(rbind, rows)
rm(map, holes, steps, works)

# ---- long series ----

rows <- lapply(size(c(1000, 5000, 20000), 1000), function(n) {
  x <- rnorm(n)
  t <- time_in_turns(list(one = function() trends(x), two = function() trends(x, threads = 2)), 3)
  data.frame(rows = count(n), "1 thread" = format_timing(t[1]), "2 threads" = format_timing(t[2]),
             check.names = FALSE)
})
of_long <- do.call(rbind, rows)

write_report(c(
  "# kendall_trend()", "",
  paste0("- ", machine_lines(c("trend", "modifiedmk"))),
  paste0("- Instruction set: ", manycore_info()$isa, "; medians of ", rounds,
         " rounds in which the contenders take turns, 2 of those of seconds",
         if (quick) "; --quick" else ""), "",
  paste("Normal series, in seconds a series. The rival is called in a loop over", some,
        "series. Its answers are ours: slopes and intervals to the bit, other numbers to 1e-10."),
  "", markdown(of_loops), "",
  paste0(count(cells), " series of 40 rows, the whole call with tests, slopes and intervals:"), "",
  markdown(of_cells), "",
  "One long series:", "", markdown(of_long)
))
