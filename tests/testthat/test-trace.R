# Traces of what each thread did.

test_that("calls, jobs, parts and steps of a call are in its trace", {
  x <- matrix(rnorm(60 * 300), 60)
  plain <- cor_kendall(x)
  for (threads in 1:4) {
    found <- traced(tau <- cor_kendall(x, threads = threads))
    trace <- found$trace
    expect_identical(tau, plain)
    expect_s3_class(trace, "manycore_trace")
    expect_named(trace, c("kind", "name", "within", "thread", "begin", "seconds", "first", "last"))
    expect_true(all(trace$kind %in% c("call", "job", "part", "step", "add", "wait",
                                     "need", "raise")))
    call <- trace[trace$kind == "call", ]
    expect_identical(call$name, "cor_kendall")
    expect_true(all(trace$begin >= call$begin - 1e-9))
    expect_true(all(trace$begin + trace$seconds <= call$begin + call$seconds + 1e-9))
    parts <- trace[trace$kind == "part", ]
    expect_true(all(parts$first %in% seq(0, threads - 1)))
    expect_gt(sum(trace$kind == "step"), 0)
    rows <- summary(trace)
    expect_identical(rows$entry, "cor_kendall")
    expect_identical(rows$calls, 1L)
    shares <- unlist(rows[-(1:3)])
    expect_true(all(shares >= 0 & shares <= 1 + 1e-9))
    if (threads == 1) expect_identical(rows$alone, 1) else expect_lt(rows$alone, 1)
  }
})

test_that("a call has the name of its entry", {
  x <- matrix(rnorm(200), 20)
  calls <- function(code) with(traced(code)$trace, name[kind == "call"])
  expect_identical(calls(dist_euclidean(x)), "distances")
  expect_identical(calls(dist_euclidean(x, p = 2)), "distances")
  expect_identical(calls(cor_kendall(x)), "cor_kendall")
})

test_that("the steps of a job of two threads overlap no other step of their thread", {
  x <- matrix(rnorm(200 * 800), 200)
  steps <- traced(cor_kendall(x, threads = 2))$trace
  expect_true(any(steps$kind == "job" & steps$last == 2) || !manycore_info()$threading)
  tile <- c("do_tile", "mc_kendall_signs_tile") # by bits, by signs
  steps <- steps[steps$kind == "step" & steps$name %in% tile, ]
  expect_gt(nrow(steps), 1)
  for (thread in unique(steps$thread)) {
    own <- steps[steps$thread == thread, ]
    own <- own[order(own$begin), ]
    expect_true(all(own$begin[-1] >= (own$begin + own$seconds)[-nrow(own)] - 1e-9))
  }
})

# A trace that is written by hand: kind, name, thread, begin, seconds, first, last.
trace_of <- function(...) {
  events <- do.call(rbind, lapply(list(...), function(e) {
    data.frame(kind = e[[1]], name = e[[2]], within = "", thread = e[[3]], begin = e[[4]],
               seconds = e[[5]], first = e[[6]], last = e[[7]])
  }))
  structure(events, class = c("manycore_trace", "data.frame"), elapsed = 100, dropped = 0,
            file = "none")
}

test_that("shares of a trace are those of its definition", {
  job <- function(begin, seconds, places) list("job", "s", 0, begin, seconds, 0, places)
  part <- function(thread, place, begin, seconds) {
    list("part", "s", thread, begin, seconds, place, place + 1)
  }
  call <- function(name, begin, seconds) list("call", name, 0, begin, seconds, 0, 1)
  rows <- summary(trace_of(
    # 10 s: a job of one place, 2 s; one of two places, 4 s, whose helper is number 3
    part(0, 0, 1, 2), job(1, 2, 1), part(0, 0, 5, 3), part(3, 1, 5.5, 3.5),
    list("wait", "s", 0, 8, 1, 0, 1), job(5, 4, 2), call("a", 0, 10),
    # another call of "a", 10 s, with a nested call and a nested job, which is of one place
    part(0, 0, 21, 1), job(21, 1, 1), call("b", 21, 2), part(0, 0, 20, 8), part(1, 1, 20, 6),
    list("wait", "t", 1, 22, 2, 0, 1), job(20, 8, 2), call("a", 20, 10),
    # a job outside of calls
    part(0, 0, 40, 5), job(40, 5, 2),
    call("b", 50, 4)
  ))
  expect_identical(rows$entry, c("a", "b"))
  expect_equal(rows$calls, c(2, 1))
  expect_equal(rows$seconds, c(20, 4))
  expect_equal(rows$alone, c(1 - (4 + 8) / 20, 1))
  expect_equal(rows$place_0, c((2 + 3 + 8) / 20, 0))
  expect_equal(rows$place_1, c((3.5 + 6 - 2) / 20, 0))
})

test_that("tasks are made once, and begun once afterwards", {
  x <- runif(2e6)
  for (threads in 1:4) {
    trace <- traced(sorted <- sort_parallel(x, threads = threads))$trace
    expect_identical(sorted, sort(x))
    made <- trace[trace$kind == "add", ]
    done <- trace[trace$kind == "step" & trace$name %in% made$name & trace$first > 0, ]
    expect_gt(nrow(made), 0)
    expect_true(all(made$seconds == 0 & made$last %in% 0:1))
    begin <- done$begin[match(paste(made$name, made$first), paste(done$name, done$first))]
    expect_false(anyNA(begin))
    expect_true(all(begin >= made$begin - 1e-9))
  }
})

test_that("a step needs levels that steps before it have raised", {
  skip_if_not(manycore_info()$threading)
  x <- sample(1:1000, 700, TRUE)
  plain <- matrix_chain(x, threads = 1)$cost
  for (threads in 2:3) {
    trace <- traced(cost <- matrix_chain(x, threads = threads)$cost)$trace
    expect_identical(cost, plain)
    events <- trace[trace$kind %in% c("need", "raise"), ]
    expect_true(all(events$seconds == 0))
    raised <- events[events$kind == "raise", ]
    needed <- events[events$kind == "need" & events$last > 0, ]
    expect_gt(nrow(needed), 0)
    level <- paste(raised$first, raised$last)
    expect_false(anyDuplicated(level) > 0)
    # what is needed is raised, but perhaps later: then the step waits
    expect_true(all(paste(needed$first, needed$last) %in% level))
    steps <- trace[trace$kind == "step" & trace$name == trace$within[trace$kind == "raise"][1], ]
    for (thread in unique(raised$thread)) {
      own <- steps[steps$thread == thread, ]
      own <- own[order(own$begin), ]
      at <- raised$begin[raised$thread == thread]
      k <- findInterval(at, own$begin)
      expect_true(all(k > 0 & at <= (own$begin + own$seconds)[k] + 1e-9))
    }
  }
  expect_false(any(c("need", "raise") %in% traced(matrix_chain(x, threads = 1))$trace$kind))
})

test_that("a forked child has no part in a trace, and cannot end it", {
  skip_on_os("windows")
  x <- matrix(rnorm(60 * 300), 60)
  file <- tempfile()
  manycore_trace(file)
  child <- parallel::mccollect(parallel::mcparallel({
    cor_kendall(x)
    tryCatch(manycore_trace(NULL), error = conditionMessage)
  }))[[1]]
  expect_match(child, "no trace is on")
  expect_identical(nrow(manycore_trace(NULL)), 0L)
})

test_that("the file is in Chrome's trace format", {
  found <- traced(sort_parallel(runif(2e5), threads = 2))
  lines <- found$lines
  expect_identical(lines[1], "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[")
  expect_identical(lines[length(lines)], "]}")
  events <- lines[-c(1, length(lines))]
  expect_false(grepl(",$", events[length(events)]))
  expect_true(all(grepl(",$", events[-length(events)])))
  named <- sum(grepl("\"thread_name\"", events))
  expect_identical(named, length(unique(found$trace$thread)))
  expect_length(events, nrow(found$trace) + named)
  event <- paste0("^\\{\"name\":\"[^\"]+\",\"cat\":\"[a-z]+\",\"ph\":\"X\",\"ts\":[0-9.]+,",
                  "\"dur\":[0-9.]+,\"pid\":1,\"tid\":[0-9]+,\"args\":\\{\"in\":\"[^\"]*\",",
                  "\"first\":[0-9]+,\"last\":[0-9]+\\}\\},?$")
  expect_true(all(grepl(event, events[-seq_len(named)])))
})

test_that("a trace of nothing is empty, and calls without a trace are in none", {
  cor_kendall(matrix(rnorm(200), 20))
  found <- traced(NULL)
  expect_identical(nrow(found$trace), 0L)
  expect_length(found$lines, 2)
  expect_identical(nrow(summary(found$trace)), 0L)
  expect_output(print(found$trace), "0 calls, 0 jobs, 0 steps, in 0 threads")
})

test_that("what has no room is told of", {
  x <- matrix(rnorm(60 * 300), 60)
  expect_warning(found <- traced(cor_kendall(x), events = 3), "no room for [0-9,]+ events?")
  expect_identical(nrow(found$trace), 3L)
  expect_output(print(found$trace), "incomplete: no room for")
})

test_that("some events of a trace are a data frame", {
  trace <- traced(cor_kendall(matrix(rnorm(60 * 300), 60)))$trace
  expect_identical(class(trace[trace$kind == "job", ]), "data.frame")
  expect_identical(class(head(trace)), "data.frame")
  expect_output(print(trace), "A trace of .* s: 1 call, .*cor_kendall")
})

test_that("a call that an error leaves does not end the trace", {
  file <- tempfile()
  manycore_trace(file)
  expect_error(cor_kendall(matrix("a", 2, 2)))
  with_function("progress_ticker", function(...) function(share) stop("enough"), {
    expect_error(cor_kendall(matrix(rnorm(60 * 300), 60), progress = TRUE), "enough")
  })
  cor_kendall(matrix(rnorm(60), 20))
  trace <- manycore_trace(NULL)
  expect_identical(sum(trace$kind == "call"), 1L)
})

test_that("a trace whose file cannot be written is not lost", {
  folder <- tempfile()
  dir.create(folder)
  manycore_trace(file.path(folder, "a"))
  cor_kendall(matrix(rnorm(60), 20))
  unlink(folder, recursive = TRUE)
  expect_warning(trace <- manycore_trace(NULL), "the trace is not written")
  expect_gt(nrow(trace), 0)
})

test_that("arguments of a trace are checked", {
  expect_error(manycore_trace(NULL), "no trace is on", class = "manycore_error_argument")
  expect_error(manycore_trace(3), "'file' must be the name of a file, or NULL",
               class = "manycore_error_argument")
  expect_error(manycore_trace(c("a", "b")), "'file' must be")
  expect_error(manycore_trace(file.path(tempfile(), "b")), "'file' cannot be written",
               class = "manycore_error_argument")
  for (events in list(0, NA, "a", 1:2)) {
    expect_error(manycore_trace(tempfile(), events = events), "'events' must be")
  }
  for (events in c(1e15, Inf)) {
    expect_error(manycore_trace(tempfile(), events = events), class = "manycore_error_memory")
  }
  file <- tempfile()
  manycore_trace(file)
  expect_error(manycore_trace(tempfile()), "a trace is being written to ")
  manycore_trace(NULL)
})
