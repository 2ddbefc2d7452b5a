# Traces: what each thread did, and when.

the_trace <- new.env(parent = emptyenv()) # has `file` and `process` while a trace is on

#' What each thread did, and when
#'
#' Begins a trace of this package's calls, as [utils::Rprof()] begins a profile. With `NULL` the
#' trace ends, and its file is written in Chrome's trace format. <https://ui.perfetto.dev> and the
#' page `chrome://tracing` of Chrome show the file, with a row for each thread. The trace shows why
#' a call gains less from a second thread than expected: only one thread can do a part of the work,
#' there are too few steps for all threads, or another process has the processor.
#'
#' Thread 0 is R's own. Other threads are helpers. They are started once and sleep between jobs, and
#' any helper may take a place in a job. An event is an interval of time in a thread. Its `kind` is
#'
#' * `"call"`: a call of the package's C code, with the name of the entry. Before and after calls, R
#'   code runs. A call that ends by an error or an interrupt has no event.
#' * `"job"`: work that threads may share, from its begin until the last thread is done, in the row
#'   of the thread that started it. `last` is the number of places for threads. Outside of jobs with
#'   two or more places one thread works alone.
#' * `"part"`: the work of one thread in a job. `first` is the thread's place, 0 for the thread that
#'   started the job. The first part of a new helper is late, because the helper has to be started.
#' * `"step"`: the steps `first` to `last` - 1 of a job, such as tiles, counted from 0. Or a task,
#'   which may make other tasks: `first` is its number in the job. Task 0 makes the first tasks.
#' * `"add"`: the moment in which task number `first` is made. `last` is 1 if the task that makes it
#'   waits for it, and 0 if only the job waits.
#' * `"wait"`: thread 0 has no more steps and waits for the helpers. Or a thread waits, in its part,
#'   for a task, or, in a step, for another step.
#' * `"need"`: the moment in which a step needs earlier steps: those that raise level number `first`
#'   to `last`. The step waits until they are done.
#' * `"raise"`: the moment in which a step has raised level number `first` by one, to `last`. Levels
#'   are 0 when a call begins.
#'
#' Without a trace, each step reads one variable more. Forked processes (`MulticoreParam`,
#' [parallel::mclapply()]), workers of a store, and threads of other packages that call the C
#' functions ([manycore_c]) are not in the trace. A trace that is on when R ends is not written.
#'
#' @param file The file to write; a file of this name is replaced. `NULL` ends the trace.
#' @param events The number of events for which there is room, 64 bytes or less each. If there are
#'   more, a warning says how many when the trace ends. Those events are not in the trace. The calls
#'   and jobs around them may be missing, too, because an event is kept when it ends.
#' @return Invisibly: `NULL` when a trace begins. When the trace ends, a data frame of class
#'   `manycore_trace` with a row for each event, in the order in which events ended:
#'   * `kind`, see above;
#'   * `name`: the function in C that does the steps (or the variable that holds the function), or
#'     the entry that is called;
#'   * `within`: the function in C that made the job;
#'   * `thread`;
#'   * `begin` and `seconds`: when the event began, in seconds since the trace began, and its
#'     length;
#'   * `first` and `last`, see above.
#'
#'   `summary()` answers a data frame with a row for each entry, which `print()` shows, too: the
#'   number of `calls`, their `seconds`, the share of these seconds in which one thread was `alone`,
#'   and the shares `place_0`, `place_1`, ... in which the thread at this place of a job worked.
#' @family session
#' @examples
#' file <- tempfile(fileext = ".json")
#' manycore_trace(file)
#' x <- matrix(rnorm(60 * 300), 60)
#' tau <- cor_kendall(x, threads = 2)
#' trace <- manycore_trace(NULL)
#' trace
#' unlink(file)
#' @export
manycore_trace <- function(file, events = 1e6) {
  if (missing(file)) stop_missing("file")
  if (is.null(file)) {
    return(invisible(end_trace()))
  }
  check_path(file, "file", "the name of a file, or NULL")
  check_number_from(events, "events", 1)
  events <- min(events, 2^50) # of Inf, too
  check_room(8 * events, what = "a trace of so many 'events'")
  if (is_traced()) {
    stop_manycore("argument", "a trace is being written to '", the_trace$file,
                  "': manycore_trace(NULL) ends it")
  }
  classed(.Call(C_trace_begin, as.double(events)))
  if (!suppressWarnings(file.create(file))) {
    .Call(C_trace_end)
    stop_manycore("argument", "'file' cannot be written: ", file)
  }
  the_trace$file <- normalizePath(file)
  the_trace$process <- Sys.getpid()
  invisible(NULL)
}

# Is a trace of this process on? (A forked process has a copy of the variables.)
is_traced <- function() !is.null(the_trace$file) && the_trace$process == Sys.getpid()

end_trace <- function() {
  if (!is_traced()) {
    stop_manycore("argument", "no trace is on: manycore_trace(file) begins one")
  }
  file <- the_trace$file
  the_trace$file <- NULL
  found <- .Call(C_trace_end)
  trace <- data.frame(kind = found$kind, name = sub("^ffi_", "", found$body), within = found$`in`,
                      found[c("thread", "begin", "seconds", "first", "last")])
  trace <- structure(trace, class = c("manycore_trace", "data.frame"), elapsed = found$elapsed,
                     dropped = found$dropped, file = file)
  tryCatch(suppressWarnings(write_trace(trace, file)), error = function(e) {
    warning("the trace is not written: ", conditionMessage(e), call. = FALSE)
  })
  if (found$dropped > 0) {
    warning("the trace has no room for ", count_of(found$dropped, "event"), ": 'events' was ",
            format_count(nrow(trace)), call. = FALSE)
  }
  trace
}

# Writes Chrome's trace format, an event a line, times in microseconds.
write_trace <- function(trace, file) {
  string <- function(text) paste0("\"", gsub("([\"\\\\])", "\\\\\\1", text), "\"")
  threads <- sort(unique(trace$thread))
  lines <- c(
    sprintf("{\"name\":\"thread_name\",\"ph\":\"M\",\"pid\":1,\"tid\":%d,\"args\":{\"name\":%s}}",
            as.integer(threads), string(ifelse(threads == 0, "R", paste("helper", threads)))),
    sprintf(paste0("{\"name\":%s,\"cat\":%s,\"ph\":\"X\",\"ts\":%.3f,\"dur\":%.3f,\"pid\":1,",
                   "\"tid\":%d,\"args\":{\"in\":%s,\"first\":%.0f,\"last\":%.0f}}"),
            string(trace$name), string(trace$kind), 1e6 * trace$begin, 1e6 * trace$seconds,
            as.integer(trace$thread), string(trace$within), trace$first, trace$last)
  )
  commas <- rep(c(",", ""), c(max(0, length(lines) - 1), min(1, length(lines))))
  writeLines(c("{\"displayTimeUnit\":\"ms\",\"traceEvents\":[", paste0(lines, commas), "]}"), file)
}

# The length of the union of intervals.
covered <- function(begin, seconds) {
  at <- order(begin)
  begin <- begin[at]
  end <- begin + seconds[at]
  before <- c(-Inf, utils::head(cummax(end), -1))
  sum(pmax(0, end - pmax(begin, before)))
}

# Events that are not within another event of their thread.
outermost <- function(events) {
  events <- events[order(events$thread, events$begin, -events$seconds), ]
  end <- events$begin + events$seconds
  before <- unlist(lapply(split(end, events$thread), function(end) {
    c(-Inf, utils::head(cummax(end), -1))
  }), use.names = FALSE)
  events[events$begin >= before, ]
}

# For each event the number of the event of `outer` around it, or 0. Events of `outer` in one thread
# do not overlap.
place_within <- function(events, outer) {
  at <- integer(nrow(events))
  for (thread in unique(events$thread)) {
    of <- which(outer$thread == thread)
    of <- of[order(outer$begin[of])]
    own <- events$thread == thread
    k <- findInterval(events$begin[own], outer$begin[of])
    inside <- k > 0 & events$begin[own] < c(-Inf, (outer$begin + outer$seconds)[of])[k + 1]
    at[own] <- ifelse(inside, c(0L, of)[k + 1], 0L)
  }
  at
}

#' @export
summary.manycore_trace <- function(object, ...) {
  check_dots(...)
  calls <- outermost(object[object$kind == "call", ])
  jobs <- object[object$kind == "job" & object$thread == 0 & object$last > 1, ]
  parts <- outermost(object[object$kind == "part", ])
  waits <- object[object$kind == "wait", ]
  at <- place_within(waits, parts)
  for (k in which(at > 0)) {
    parts$seconds[at[k]] <- parts$seconds[at[k]] - waits$seconds[k]
  }
  # helpers work for the calls of thread 0
  entry_of <- function(events) {
    events$thread <- rep(0, nrow(events))
    c("", calls$name)[place_within(events, calls) + 1]
  }
  of_jobs <- entry_of(jobs)
  of_parts <- entry_of(parts)
  places <- sort(unique(parts$first))
  row_of <- function(entry) {
    seconds <- sum(calls$seconds[calls$name == entry])
    own <- jobs[of_jobs == entry, ]
    at_work <- vapply(places, function(k) {
      sum(parts$seconds[of_parts == entry & parts$first == k])
    }, 0)
    names <- if (length(places) > 0) paste0("place_", places)
    data.frame(entry = entry, calls = sum(calls$name == entry), seconds = seconds,
               alone = max(0, 1 - covered(own$begin, own$seconds) / seconds),
               matrix(at_work / seconds, 1, dimnames = list(NULL, names)))
  }
  rows <- do.call(rbind, lapply(unique(calls$name[order(calls$begin)]), row_of))
  if (is.null(rows)) {
    rows <- data.frame(entry = character(), calls = integer(), seconds = numeric(),
                       alone = numeric())
  }
  rows
}

# Some of the events are a plain data frame.
#' @export
`[.manycore_trace` <- function(x, ...) {
  without_class(NextMethod(), c("elapsed", "dropped", "file"))
}

#' @export
print.manycore_trace <- function(x, ...) {
  check_dots(..., .also = print_arguments)
  counts <- table(factor(x$kind, c("call", "job", "step")))
  cat("A trace of ", format(attr(x, "elapsed"), digits = 3), " s: ",
      paste(mapply(count_of, as.vector(counts), names(counts)), collapse = ", "), ", in ",
      count_of(length(unique(x$thread)), "thread"), "\n", sep = "")
  cat("file: ", attr(x, "file"), "\n", sep = "")
  if (attr(x, "dropped") > 0) {
    cat("incomplete: no room for ", count_of(attr(x, "dropped"), "event"), "\n", sep = "")
  }
  rows <- summary(x)
  if (nrow(rows) > 0) {
    shares <- names(rows)[-(1:3)]
    rows[shares] <- lapply(rows[shares], function(share) sprintf("%.1f %%", 100 * share))
    rows$seconds <- format(rows$seconds, digits = 3)
    print(rows, row.names = FALSE)
  }
  invisible(x)
}
