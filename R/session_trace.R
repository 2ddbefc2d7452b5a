# Traces: what each thread did when.

the_trace <- new.env(parent = emptyenv()) # `file` and `process`, while a trace is on

#' What each thread did, and when
#'
#' Begins a trace of this package's calls, as [utils::Rprof()] begins a profile; with `NULL` ends
#' the trace and writes its file. The file is in Chrome's trace format: <https://ui.perfetto.dev>
#' and the page `chrome://tracing` of Chrome show it, a row for each thread. The trace answers why a
#' call gains less from a second thread than one expects: there was a part that only one thread can
#' do, there were too few steps for all threads, or another process had the processor.
#'
#' Thread 0 is R's own. Other threads are helpers, which are started once and sleep between jobs;
#' any helper may take a place in a job. An event is an interval of time in a thread. Its `kind` is
#'
#' * `"call"`: a call of the package's C code, named by its entry. What comes before and after is R
#'   code. A call that an error or an interrupt leaves has no event.
#' * `"job"`: work that may be shared between threads, from its begin until the last thread is done,
#'   in the row of the thread that wants it; `last` is the number of threads that it has a place
#'   for. Outside of jobs with more than one place one thread works alone.
#' * `"part"`: what one thread does in a job; `first` is its place, 0 for the thread that wants the
#'   job. The first part of a new helper comes late, as the helper has to be started.
#' * `"step"`: the steps `first` to `last` - 1 of a job, such as tiles. Numbers of steps begin at 0.
#'   Or a task, which may make other tasks: `first` is its number in the job. Task 0 makes the first
#'   ones.
#' * `"add"`: an instant in which task number `first` is made. `last` is 1 if the task that makes it
#'   waits for it, and 0 if only the job does.
#' * `"wait"`: thread 0 has nothing left to do and waits for the helpers; or a thread waits, within
#'   its part, for a task, or within a step, for another step.
#' * `"need"`: an instant in which a step needs steps before it: those that raise level number
#'   `first` to `last`. If they are not done, the step waits.
#' * `"raise"`: an instant in which a step has raised level number `first` by one, to `last`. Levels
#'   are 0 when a call begins.
#'
#' While no trace is on, a step pays a look at one variable. Forked processes (`MulticoreParam`,
#' [parallel::mclapply()]), workers of a store and threads of other packages that call the C
#' functions ([manycore_c]) have no part in the trace. A trace that is on when R ends is not
#' written.
#'
#' @param file The file to write, which is replaced if it is there; or `NULL`: the trace that is on
#'   ends.
#' @param events How many events there is room for, of 64 bytes or less each. When the trace ends, a
#'   warning tells how many more there were. Those are not in the trace, and the calls and jobs that
#'   they are in may be missing, too, as events are kept when they end.
#' @return Invisibly: `NULL` when a trace begins. When the trace ends, a data frame of class
#'   `manycore_trace`, a row for each event in the order in which they ended: `kind`; `name`, the
#'   function in C that does the steps (or the variable that holds the function), or the entry that
#'   is called; `within`, the function in C that has made the job; `thread`; `begin` and `seconds`,
#'   in seconds since the trace began; `first` and `last`. `print()` and `summary()` give a row for
#'   each entry: how many `calls`, their `seconds`, the share of these in which one thread was
#'   `alone`, and the shares `place_0`, `place_1`, ... in which the thread at that place of a job
#'   was at work.
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
  if (is.null(file)) {
    return(invisible(end_trace()))
  }
  check_path(file, "file", "the name of a file, or NULL")
  check_number_from(events, "events", 1)
  events <- min(events, 2^50) # of Inf, too
  check_room(8 * events, what = "a trace of so many 'events'")
  if (is_traced()) {
    stop_manycore("argument", "a trace is on, into '", the_trace$file,
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

# Is a trace of this process on? (A forked child has its parent's variables.)
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

# In Chrome's trace format, an event a line; times are microseconds.
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

# Events that are within no other one of their thread.
outermost <- function(events) {
  events <- events[order(events$thread, events$begin, -events$seconds), ]
  end <- events$begin + events$seconds
  before <- unlist(lapply(split(end, events$thread), function(end) {
    c(-Inf, utils::head(cummax(end), -1))
  }), use.names = FALSE)
  events[events$begin >= before, ]
}

# The place of each event among `outer`, of which no two overlap in a thread, or 0.
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
  # helpers work for calls of thread 0
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

# Some of the events are a data frame.
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
    cat("incomplete: there was no room for ", count_of(attr(x, "dropped"), "event"), "\n", sep = "")
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
