# Every exported function takes anything: odd arguments give a value or an error of the package.

test_that("the valid calls are valid, and leave out no exported function", {
  calls <- valid_calls()
  for (name in names(calls)) {
    expect_error(suppressWarnings(do.call(calls[[name]]$call, calls[[name]]$arguments)), NA,
                 info = name)
  }
  exports <- grep("^[.]__", getNamespaceExports("manycore"), invert = TRUE, value = TRUE)
  called <- vapply(calls, `[[`, "", "call")
  expect_setequal(c(called, names(calls_left_out)), exports)
})

test_that("odd arguments give a value or a clear error, and stay as they were", {
  threads <- manycore_threads(2)
  on.exit(manycore_threads(threads))
  expect_identical(odd_findings(400, seed = 1000), character())
  fresh <- as.integer(Sys.time()) %% 1e8 # another seed each time; a finding names it
  skip_on_cran()
  expect_identical(odd_findings(200, seed = fresh), character())
})

test_that("the fuzzer finds planted faults", {
  found <- function(f, ..., seconds = 20) {
    findings_of(list(call = f, arguments = list(...), what = "a fault"), seconds)
  }
  set.seed(1)
  expect_identical(found("sum", 1), "")
  expect_identical(found("sum", "a"), "unclear error: invalid 'type' (character) of argument")
  expect_identical(found("runif", 1), "random numbers were drawn")
  expect_identical(found("assign", "a", 1, envir = new.env(parent = emptyenv())),
                   "an argument changed")
  expect_identical(found("repeat", quote(1), seconds = 0.2), "takes too long")
})
