# The short proofs of `make trust` (docs/TRUST.md) that need nothing but the installed package.

prove <- function(script) {
  run_in(sources, file.path(R.home("bin"), "Rscript"), file.path("scripts", "trust", script))
}

test_that("results have the bits of the committed fingerprints on every target", {
  skip_without_sources()
  skip_if(grepl("asan", Sys.getenv("LD_PRELOAD")), "takes long under sanitizers")
  skip_if_not(R.version$platform == "x86_64-pc-linux-gnu", "fingerprints of another platform")
  run <- prove("bits.R")
  expect_identical(run$status, 0L, label = run$output)
  expect_match(run$output, "[0-9]{3,} results of [0-9]+ works on .*: 0 differ$")
})

test_that("calls leave arguments, random numbers and floating-point state as they were", {
  skip_without_sources()
  run <- prove("state.R")
  skip_if(run$status == 77L, run$output)
  expect_identical(run$status, 0L, label = run$output)
  expect_match(run$output, "[0-9]{3,} calls of [0-9]+ functions .*: 0 change something")
})
