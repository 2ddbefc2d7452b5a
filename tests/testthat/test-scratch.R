# Scratch memory of calls: it is not R's, and is freed however a call ends.

# Resident memory of this process, in MB.
resident <- function() {
  line <- grep("^VmRSS", readLines("/proc/self/status"), value = TRUE)
  as.numeric(gsub("[^0-9]", "", line)) / 1024
}

many_edges <- function(x) kendall_network(x, cutoff = 0, progress = TRUE)

# Evaluates `code`, whose calls have `tick` as their progress.
with_tick <- function(tick, code) with_function("progress_ticker", function(...) tick, code)

test_that("a call that an error in its progress leaves keeps no memory", {
  skip_on_os(c("windows", "mac", "solaris"))
  set.seed(5)
  x <- matrix(rnorm(60 * 1500), 60)
  many_edges(x)
  gc()
  before <- resident()
  shares <- numeric()
  for (turn in 1:12) { # each has more than 30 MB then
    with_tick(function(share) {
      shares <<- c(shares, share)
      if (share > 0.6) stop("enough")
    }, expect_error(many_edges(x), "enough"))
  }
  expect_gt(max(shares), 0.6)
  expect_lt(resident() - before, 150)
})

test_that("a call within the progress of a call has memory of its own", {
  set.seed(7)
  x <- matrix(rnorm(60 * 1500), 60)
  want <- kendall_network(x, cutoff = 0.2)
  tau <- cor_kendall(x)
  looks <- 0
  with_tick(function(share) {
    looks <<- looks + 1
    expect_identical(with_tick(NULL, cor_kendall(x)), tau)
    expect_error(with_tick(function(share) stop("inner"), cor_kendall(x, progress = TRUE)), "inner")
  }, got <- kendall_network(x, cutoff = 0.2, progress = TRUE))
  expect_gt(looks, 1)
  expect_identical(got, want)
})
