# The guess of the last bin of p-values that may pass a false discovery rate.

test_that("any guess gives the same edges", {
  set.seed(8)
  x <- related(60, 90)
  tied <- round(x)
  tied[, 5] <- 1
  tied[, 6] <- rank(x[, 6])
  holes <- tied
  holes[sample.int(length(holes), 30)] <- NA
  last <- .Call(manycore:::C_network_bin_counts)[1] - 1L
  # bins of p-values from 2^-40 to 2^-1
  guesses <- c(0L, 16L * (1023L - c(40L, 12L, 4L, 1L)), last)
  for (data in list(x, tied, holes)) for (y in list(NULL, data[, 40:60] + 0.5)) {
    input <- pairs_job(FALSE, data, y, "pairwise", "auto", 2L)
    for (fdr in c(1e-10, 0.05, 1)) {
      found <- function(...) {
        edges <- edges_by_fdr(input, 0L, fdr, NULL, ...)
        order <- order(edges$from, edges$to)
        c(lapply(edges[c(edge_columns, "p.adjusted")], `[`, order),
          edges[c("tested", "p.threshold", "constant_pairs")])
      }
      plain <- found(guess = -1L)
      for (guess in guesses) {
        expect_identical(found(guess = guess), plain, label = paste(fdr, guess))
      }
      # more pairs are kept than fit, and the edges fit
      expect_identical(found(guess = last, most = max(length(plain$tau) + 20, 100)), plain)
    }
  }
})

test_that("the guess is high enough, and not much too high, for many kinds of columns", {
  set.seed(9)
  x <- related(50, 700)
  sparse <- x * (x > 1)
  for (data in c(list(x, round(x), as.data.frame(x)), matrices_of(sparse)[1:2])) {
    for (y in list(NULL, x[, 1:500] + rnorm(50))) for (fdr in c(1e-8, 0.05)) {
      input <- pairs_job(FALSE, as_source(data, "x", 1), y, "pairwise", "auto", 1L)
      guess <- guess_last_bin(input, fdr, least_pairs = 0)
      expect_identical(guess_last_bin(input, fdr), -1L) # few pairs
      edges <- edges_by_fdr(input, 0L, fdr, NULL, guess = guess)
      expect_identical(length(edges$tau), length(edges_by_fdr(input, 0L, fdr, NULL)$tau))
      kept <- network_in_c(count_bins, input, NULL, guess, 1e6)
      bound <- .Call(manycore:::C_network_bound, kept$p, kept$weakest, kept$strength, fdr, 1e6)
      expect_gte(guess, bound$last_bin)
      expect_lte(length(kept$tau), 4 * length(edges$tau) + 0.02 * possible_pairs(input))
    }
  }
  one <- pairs_job(FALSE, x[, 1], x, "pairwise", "auto", 1L)
  expect_identical(guess_last_bin(one, 0.05, least_pairs = 0), -1L) # few pairs in a sample
})

test_that("few pairs are kept besides the edges, whatever passes", {
  set.seed(11)
  for (n in c(2, 3, 4, 5, 20)) for (round in c(TRUE, FALSE)) for (fdr in c(0.05, 0.5, 1)) {
    x <- matrix(rnorm(n * 700), n)
    if (round) x <- round(x)
    input <- pairs_job(FALSE, x, NULL, "pairwise", "auto", 1L)
    guess <- guess_last_bin(input, fdr, least_pairs = 0)
    kept <- network_in_c(count_bins, input, NULL, guess, 1e6)
    edges <- edges_by_fdr(input, 0L, fdr, NULL, guess = guess)
    expect_lte(length(kept$tau), 4 * length(edges$tau) + 0.02 * possible_pairs(input))
    expect_identical(length(edges$tau), length(edges_by_fdr(input, 0L, fdr, NULL)$tau))
  }
})

test_that("inputs of other packages, each `use` and each sign, by a guess", {
  set.seed(12)
  x <- round(related(30, 700), 1)
  x[3, 1:40] <- NA
  for (use in setdiff(use_modes, "all.obs")) for (sign in 0:2) {
    input <- pairs_job(FALSE, x, NULL, use, "auto", 1L)
    guess <- guess_last_bin(input, 0.1, least_pairs = 0)
    expect_gte(guess, 0L)
    told <- c("tested", "p.threshold")
    expect_identical(edges_by_fdr(input, sign, 0.1, NULL, guess = guess)[told],
                     edges_by_fdr(input, sign, 0.1, NULL)[told])
  }
  x[3, ] <- 0
  plain <- edges_by_fdr(pairs_job(FALSE, x, NULL, "pairwise", "auto", 1L), 0L, 0.1, NULL)
  inputs <- c(matrices_of(x), containers_of(t(x)))
  for (class in names(inputs)) {
    input <- pairs_job(FALSE, as_source(inputs[[class]], "x", 1), NULL, "pairwise", "auto", 1L)
    guess <- guess_last_bin(input, 0.1, least_pairs = 0)
    expect_gte(guess, 0L)
    found <- edges_by_fdr(input, 0L, 0.1, NULL, guess = guess)
    expect_identical(sort(found$p.value), sort(plain$p.value), label = class)
  }
})

test_that("a network of a million pairs has the edges of p.adjust(), by a guess", {
  set.seed(10)
  x <- round(related(40, 1500) * 3)
  steps <- traced(edges <- kendall_network(x, fdr = 0.05))$trace
  runs <- grep("^network_", steps$name[steps$kind == "call"], value = TRUE)
  expect_identical(runs, c("network_bins", "network_bins")) # of a sample, and of all pairs
  p <- kendall_test(x, conf.level = NULL)$p.value
  adjusted <- p.adjust(p[upper.tri(p)], "BH")
  at <- which(upper.tri(p), arr.ind = TRUE)[adjusted <= 0.05, ]
  at <- at[order(at[, 1], at[, 2]), ]
  edges <- edges[order(edges$from, edges$to), ]
  expect_identical(edges$from, unname(at[, 1]))
  expect_identical(edges$to, unname(at[, 2]))
  expect_identical(edges$p.value, p[at])
  p[upper.tri(p)] <- adjusted
  expect_identical(edges$p.adjusted, p[at])
})
