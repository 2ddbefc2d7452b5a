# The adjusted p-values of kendall_network(fdr = ). (test-network.R compares them with p.adjust() of
# all pairs, too.)

test_that("p-values are adjusted from the least of them as from all", {
  set.seed(31)
  for (turn in 1:300) {
    n <- sample(c(0:3, 10, 60), 1)
    p <- switch(turn %% 4 + 1, stats::runif(n), stats::runif(n)^6,
                sample(c(0, 1e-310, 0.01, 0.2, 1), n, TRUE), rep(stats::runif(1), n))
    rate <- sample(c(1e-6, 0.01, 0.05, 0.3, 1), 1)
    want <- stats::p.adjust(p, "BH")
    bound <- suppressWarnings(max(p[want <= rate], -Inf))
    least <- p <= bound | p <= stats::quantile(c(p, 0), stats::runif(1))
    want[want > rate] <- NA
    got <- adjust_least(p[least], n, rate)
    expect_identical(got$p, want[least])
    expect_identical(got$threshold, if (is.finite(bound)) bound else NA_real_)
    # some of the p-values a second time, anywhere
    again <- sample(rep(which(least), sample(1:2, sum(least), TRUE)))
    got <- adjust_least(p[again], n, rate, duplicated(again, fromLast = turn %% 2 == 0))
    expect_identical(got$p, want[again])
    expect_identical(got$threshold, if (is.finite(bound)) bound else NA_real_)
  }
})

test_that("the column of adjusted p-values is part of a network by a rate", {
  set.seed(32)
  x <- related(40, 12)
  net <- kendall_network(x, fdr = 0.2)
  expect_true(all(net$p.adjusted <= 0.2))
  expect_identical(kendall_network(x, fdr = 0.2, sign = "positive")$p.adjusted,
                   net$p.adjusted[net$tau > 0])
  expect_identical(names(net), c("from", "to", "tau", "p.value", "p.adjusted", "n"))
  expect_identical(names(kendall_network(x, top = 1)), c("from", "to", "tau", "p.value", "n"))
  expect_s3_class(net[net$p.adjusted < 0.01, ], "kendall_network")
  expect_identical(class(net[setdiff(names(net), "p.adjusted")]), "data.frame")
  none <- kendall_network(matrix(stats::rnorm(20), 4), fdr = 1e-6)
  expect_identical(none$p.adjusted, numeric())
  expect_output(print(net), "p.adjusted")
  skip_if_not_installed("igraph")
  expect_identical(igraph::edge_attr(igraph::as.igraph(net), "p.adjusted"), net$p.adjusted)
})
