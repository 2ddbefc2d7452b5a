# How long a small call takes; run by itself (scripts/test.R).

test_that("a small call takes little more than one of stats::dist", {
  skip_on_cran()
  x <- matrix(1:8 + 0, 2)
  seconds <- function(f) sum(system.time(f(2000))[c("user.self", "sys.self")])
  ours <- function(n) for (i in seq_len(n)) dist_euclidean(x, progress = FALSE)
  base <- function(n) for (i in seq_len(n)) stats::dist(x)
  ours(100)
  base(100)
  least <- apply(replicate(9, c(ours = seconds(ours), base = seconds(base))), 1, min) # in turns
  expect_lt(least[["ours"]], 3 * least[["base"]] + 0.002)
})
