# Two threads against one, on a quiet machine and beside other busy processes.
#
#   Rscript bench/busy.R [--quick] [--load K] [--openmp LIBRARY] [--before LIBRARY] [--out FILE]
#
# The script starts and ends the K busy processes itself; each is an R that only counts. For each
# load every function runs in a fresh R, in which one and two threads take turns: medians of 9 times
# of the whole call. The bar: beside busy processes two threads are at least 0.95 times as fast as
# one.
#
# With --openmp the package in another LIBRARY, installed by
# --configure-args="--with-threads=openmp", is measured in turns with this one. The bars: the same,
# and on the quiet machine two threads take at most 1.03 times as long as with POSIX threads.
#
# With --before an older version in another LIBRARY is measured in the same way. The best times are
# compared, too, because other machines may share the processor.
#
# By default K is one less than the number of processors. So the threads have more than one
# processor, but less than two. Nothing else may run meanwhile.

here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "common.R"))

works <- list(
  "cor_kendall, 2,000 x 353" = list(
    data = quote(matrix(stats::rnorm(353 * 2000), 353)),
    call = quote(cor_kendall(x, threads = t, progress = FALSE))),
  "dist_euclidean, 4,096 x 64, fused" = list( # as all were when there was no such argument
    data = quote(matrix(stats::rnorm(4096 * 64), 4096)),
    call = if ("fused" %in% names(formals(manycore::dist_euclidean))) {
      quote(dist_euclidean(x, fused = TRUE, threads = t, progress = FALSE))
    } else {
      quote(dist_euclidean(x, threads = t, progress = FALSE))
    }),
  "floyd_warshall, n = 2,048" = list(
    data = quote(matrix(stats::runif(2048^2), 2048)),
    call = quote(floyd_warshall(x, traceback = FALSE, threads = t, progress = FALSE))),
  "floyd_warshall, n = 1,000" = list(
    data = quote(matrix(stats::runif(1000^2), 1000)),
    call = quote(floyd_warshall(x, traceback = FALSE, threads = t, progress = FALSE))),
  "floyd_warshall, n = 512" = list(
    data = quote(matrix(stats::runif(512^2), 512)),
    call = quote(floyd_warshall(x, traceback = FALSE, threads = t, progress = FALSE))),
  "sort_parallel, 1e7 doubles" = list(
    data = quote(stats::runif(1e7)),
    call = quote(sort_parallel(x, threads = t, progress = FALSE)))
)

# ---- in a process of its own: one work, one library ----

if (has("--work")) {
  library(manycore)
  set.seed(20261122)
  work <- works[[value_of("--work")]]
  x <- eval(work$data)
  seconds_of <- function(t, times) {
    start <- Sys.time()
    for (i in seq_len(times)) eval(work$call)
    as.numeric(Sys.time() - start, units = "secs") / times
  }
  for (t in 1:2) seconds_of(t, 2)
  times <- ceiling(0.02 / seconds_of(1, 1))
  rounds <- as.integer(value_of("--rounds"))
  seconds <- vapply(seq_len(rounds), function(r) c(seconds_of(1, times), seconds_of(2, times)),
                    numeric(2))
  cat(sprintf("%.9f", c(apply(seconds, 1, median), min(seconds[2, ]))), "\n")
  quit(save = "no")
}

# ---- the busy processes ----

processors <- manycore::manycore_info()$processors
load <- as.integer(value_of("--load", max(1, processors - 1)))
before <- value_of("--before")
openmp <- value_of("--openmp")
rounds <- if (quick) 3 else 9
turns <- if (quick) 1 else if (is.null(openmp)) 3 else 5 # a bar of 3 % takes more
rscript <- file.path(R.home("bin"), "Rscript")

run_work <- function(name, library) {
  libraries <- paste(c(library, .libPaths()), collapse = .Platform$path.sep)
  output <- system2(rscript, c(shQuote(file.path(here, "busy.R")), "--work", shQuote(name),
                               "--rounds", rounds),
                    stdout = TRUE, env = paste0("R_LIBS=", shQuote(libraries)))
  as.numeric(strsplit(trimws(output[length(output)]), " ")[[1]])
}

# ---- the table ----

current <- dirname(system.file(package = "manycore"))
libraries <- c(if (!is.null(before)) c(before = normalizePath(before)),
               if (!is.null(openmp)) c(openmp = normalizePath(openmp)), now = current)
# The kind of threads of the package in a library, by manycore_info().
threads_in <- function(library) {
  code <- paste0("info <- loadNamespace('manycore', lib.loc = ", deparse(library),
                 ")$manycore_info(); cat(grep('^threads are', format(info), value = TRUE))")
  line <- system2(rscript, c("--vanilla", "-e", shQuote(code)), stdout = TRUE)
  sub("^threads are: +", "", line[length(line)])
}
if (!is.null(openmp)) {
  kinds <- vapply(libraries[c("now", "openmp")], threads_in, "")
  if (!startsWith(kinds[["now"]], "POSIX") || !startsWith(kinds[["openmp"]], "OpenMP")) {
    stop("the package in ", current, " has to have POSIX threads, the one in ", openmp,
         " those of OpenMP; they have ", paste(kinds, collapse = " and "))
  }
}
measured <- list()
for (busy in c(0, load)) {
  for (name in names(works)) {
    pids <- start_busy(busy)
    Sys.sleep(0.3)
    for (turn in seq_len(turns)) {
      for (library in if (turn %% 2) names(libraries) else rev(names(libraries))) {
        seconds <- run_work(name, libraries[[library]])
        measured[[length(measured) + 1]] <- data.frame(
          busy = busy, work = name, library = library, one = seconds[1], two = seconds[2],
          best = seconds[3])
      }
    }
    tools::pskill(pids)
  }
}
measured <- do.call(rbind, measured)
medians <- stats::aggregate(cbind(one, two) ~ busy + work + library, measured, median)
ratios <- stats::aggregate(cbind(ratio = one / two) ~ busy + work + library, measured, median)
best <- stats::aggregate(cbind(best) ~ busy + work + library, measured, min)
medians <- merge(merge(medians, ratios), best)

rows <- do.call(rbind, lapply(c(0, load), function(busy) {
  do.call(rbind, lapply(names(works), function(name) {
    of <- function(library) {
      medians[medians$busy == busy & medians$work == name & medians$library == library, ]
    }
    now <- of("now")
    floor <- 0.95
    row <- data.frame(
      beside = if (busy == 0) "nothing" else paste(busy, "busy"), work = name,
      "1 thread" = format_seconds(now$one), "2 threads" = format_seconds(now$two),
      ratio = sprintf("%.2f", now$ratio),
      floor = if (busy > 0) format(floor) else "",
      met = if (busy == 0) "" else if (now$ratio >= floor) "yes" else "NO",
      check.names = FALSE)
    if (!is.null(openmp)) {
      other <- of("openmp")
      slower <- other$two / now$two
      row[["OpenMP: 1 thread"]] <- format_seconds(other$one)
      row[["OpenMP: 2 threads"]] <- format_seconds(other$two)
      row[["OpenMP: ratio"]] <- sprintf("%.2f", other$ratio)
      row[["OpenMP / POSIX, 2 threads"]] <- sprintf("%.3f", slower)
      row[["best OpenMP / POSIX"]] <- sprintf("%.3f", other$best / now$best)
      bar <- if (busy == 0) slower <= 1.03 else other$ratio >= floor
      row[["OpenMP: bar"]] <- if (busy == 0) "<= 1.03" else paste("ratio >=", floor)
      row[["OpenMP: met"]] <- if (bar) "yes" else "NO"
    }
    if (!is.null(before)) {
      old <- of("before")
      row[["before: 2 threads"]] <- format_seconds(old$two)
      row[["ratio before"]] <- sprintf("%.2f", old$ratio)
      row[["before / now"]] <- sprintf("%.2f", old$two / now$two)
      row[["best before / now"]] <- sprintf("%.2f", old$best / now$best)
    }
    row
  }))
}))

library(manycore)
lines <- c(
  "# Two threads against one on a busy machine", "",
  paste("-", machine_lines(character())),
  paste0("- ", load, " busy process", if (load > 1) "es", " on ", processors, " processors; ",
         "medians of ", turns, " processes, each the median of ", rounds,
         " turns; the time of a whole call from R"),
  "- A ratio says how many times as fast two threads are as one.",
  if (!is.null(openmp)) paste0("- Threads: ", kinds[["now"]], "; ", kinds[["openmp"]]),
  if (!is.null(before)) {
    paste0("- before: ", read.dcf(file.path(before, "manycore", "DESCRIPTION"), "Version"),
           "; before / now compares the times of two threads, processes in turns, ",
           "and then the best ones")
  },
  "", markdown(rows))
write_report(lines)
