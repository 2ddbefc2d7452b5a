# One row about a network, and its edges, by the generic functions of generics and broom.

test_that("glance() and tidy() of generics and broom", {
  skip_if_not_installed("generics")
  set.seed(1)
  genes <- matrix(sample(5, 480, TRUE), 40, dimnames = list(NULL, letters[1:12]))
  genes[, 1:7] <- genes[, 1:7] + outer(genes[, 1], c(0, 1, -1, 1, 0.5, 0, 0))
  net <- kendall_network(genes, cutoff = 0.2)
  m <- as.matrix(net)
  expect_identical(nrow(generics::glance(net)), 1L)
  g <- as.list(generics::glance(net))
  expect_identical(names(g), c(
    "nodes", "edges", "density", "positive", "negative", "isolated", "components", "largest",
    "rule", "value", "sign", "p.threshold", "nobs"
  ))
  expect_equal(g[c("nodes", "edges", "nobs")], list(nodes = 12, edges = nrow(net), nobs = 40))
  expect_equal(g$density, mean(m[upper.tri(m)] != 0))
  expect_equal(c(g$positive, g$negative), c(sum(m > 0), sum(m < 0)) / 2)
  expect_equal(g$isolated, sum(rowSums(m != 0) == 0))
  reached <- diag(12) # by walks of up to 12 edges
  for (step in 1:12) reached <- (reached + reached %*% abs(m) > 0) + 0
  sizes <- rowSums(reached)[!duplicated(reached)]
  expect_equal(c(g$components, g$largest), c(sum(sizes > 1), max(sizes)))
  expect_identical(g[c("rule", "sign", "p.threshold")],
                   list(rule = "cutoff", sign = "both", p.threshold = NA_real_))
  by_rate <- kendall_network(genes, fdr = 0.5, sign = "negative")
  g <- generics::glance(by_rate)
  expect_identical(c(g$rule, g$sign), c("fdr", "negative"))
  expect_identical(g$p.threshold, attr(by_rate, "settings")$p.threshold)
  expect_equal(g$value, 0.5)
  expect_equal(generics::glance(kendall_network(genes, genes, top = 2))$nodes, 12)
  expect_equal(generics::glance(kendall_network(genes[, 1:3], genes[, 4:12], top = 2))$nodes, 12)
  none <- generics::glance(kendall_network(genes, cutoff = 1))
  expect_equal(c(none$edges, none$components, none$largest), c(0, 0, 0))

  backwards <- net[rev(seq_len(nrow(net))), ]
  tidied <- generics::tidy(backwards)
  expect_identical(class(tidied), "data.frame")
  expect_identical(names(tidied), c("from", "to", "estimate", "p.value", "n"))
  expect_identical(names(generics::tidy(by_rate)),
                   c("from", "to", "estimate", "p.value", "p.adjusted", "n"))
  expect_identical(unname(as.list(tidied)), unname(as.list(as.data.frame(backwards))))
  for (f in list(generics::glance, generics::tidy)) {
    expect_identical(tryCatch(f(net, foo = 1), error = identity)$argument, "foo")
  }
})
