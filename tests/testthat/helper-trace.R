# Runs code with a trace: the trace, and the lines and the name of its file.
traced <- function(code, events = 1e6) {
  file <- tempfile(fileext = ".json")
  manycore_trace(file, events = events)
  tryCatch(code, error = function(e) {
    manycore_trace(NULL)
    stop(e)
  })
  trace <- manycore_trace(NULL)
  list(trace = trace, lines = readLines(file), file = file)
}
