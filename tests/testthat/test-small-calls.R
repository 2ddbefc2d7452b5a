# How long a small call takes; run by itself (scripts/test.R).

test_that("a small call takes little more than one of stats::dist", {
  skip_on_cran()
  x <- matrix(1:8 + 0, 2)
  seconds <- function(f) {
    f(100)
    min(replicate(7, system.time(f(2000))[["elapsed"]]))
  }
  ours <- seconds(function(n) for (i in seq_len(n)) dist_euclidean(x, progress = FALSE))
  base <- seconds(function(n) for (i in seq_len(n)) stats::dist(x))
  expect_lt(ours, 3 * base + 0.002)
})
