# The examples of help pages, where a call may take eight threads: none takes more than two.

# Runs the examples of these pages in a fresh process, until one has started more than one thread
# beside the main thread (a started thread stays until the process ends). Returns the pages that
# were run, and whether the last one started too many.
run_examples <- function(pages) {
  run <- run_r(c(
    "suppressMessages(library(manycore))",
    "suppressMessages(cli::cli_alert_info('cli starts a thread, too'))",
    "grDevices::pdf(NULL)",
    "threads <- function() length(list.files('/proc/self/task'))",
    "before <- threads()",
    "pages <- tools::Rd_db('manycore')",
    paste0("for (page in ", paste(deparse(pages), collapse = ""), ") {"),
    "  code <- tempfile()",
    "  tools::Rd2ex(pages[[page]], code, commentDonttest = FALSE)",
    "  manycore_threads(8)",
    "  sink(nullfile())",
    "  if (file.exists(code)) {",
    "    suppressMessages(source(code, local = new.env(parent = globalenv()), echo = FALSE))",
    "  }",
    "  sink()",
    "  cat('ran', threads() - before, page, '\\n')",
    "  if (threads() - before > 1) break",
    "}"
  ), timeout = 900)
  expect_identical(run$status, 0L, label = paste(run$output, collapse = "\n"))
  ran <- grep("^ran ", run$output, value = TRUE)
  list(pages = trimws(sub("^ran [0-9]+ ", "", ran)),
       many = any(as.integer(sub("^ran ([0-9]+) .*", "\\1", ran)) > 1))
}

test_that("no example starts more than two threads", {
  skip_on_cran()
  skip_if(!file.exists("/proc/self/task"), "threads are counted in /proc")
  skip_if(!manycore_info()$threading, "built without threads")
  left <- names(tools::Rd_db("manycore"))
  expect_gt(length(left), 40)
  too_many <- character()
  while (length(left)) {
    run <- run_examples(left)
    if (!length(run$pages)) break
    left <- setdiff(left, run$pages)
    if (run$many) too_many <- c(too_many, run$pages[length(run$pages)])
  }
  expect_identical(left, character())
  expect_identical(too_many, character())
})
