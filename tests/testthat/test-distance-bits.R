# dist_euclidean() to the bit as stats::dist() has it: every algorithm that sums in its order,
# target and number of threads.

# Data full of distances that are equal, or would be but for a rounding.
tied <- list(
  grid = function(n, d) matrix(sample(20, n * d, TRUE) / 10, n),
  counts = function(n, d) matrix(stats::rpois(n * d, 3), n),
  logs = function(n, d) matrix(log1p(stats::rpois(n * d, 5)), n),
  rounded = function(n, d) matrix(round(stats::rnorm(n * d), 2), n),
  normal = function(n, d) matrix(stats::rnorm(n * d), n),
  wide = function(n, d) matrix(stats::rnorm(n * d) * 10^sample(-160:160, n * d, TRUE), n),
  holes = function(n, d) odd_values(matrix(round(stats::rnorm(n * d), 1), n), c(NA, NaN)),
  odd = function(n, d) odd_values(matrix(stats::rnorm(n * d), n), c(NA, NaN, Inf, -Inf)),
  logical = function(n, d) matrix(sample(c(TRUE, FALSE, NA), n * d, TRUE), n)
)

odd_values <- function(x, values) {
  share <- sample(c(0.01, 0.2, 0.9), 1)
  at <- which(stats::runif(length(x)) < share)
  x[at] <- sample(values, length(at), TRUE)
  x
}

in_order <- list(
  auto = list(),
  straightforward = list(algorithm = "straightforward"),
  "straightforward soa" = list(algorithm = "straightforward", layout = "soa"),
  "blockwise aos" = list(algorithm = "blockwise", layout = "aos", block = 32),
  "blockwise soa" = list(algorithm = "blockwise", layout = "soa", block = 24),
  "blockwise asa" = list(algorithm = "blockwise"),
  tile = list(algorithm = "tile")
)

# By every target, way and number of threads, and with y: the bits of stats::dist() of all
# points together.
expect_bits <- function(x, y, label, ways = in_order, threads = 1:3) {
  n <- nrow(x)
  want <- stats::dist(x)
  both <- rbind(x, y)
  across <- as.matrix(stats::dist(both))[seq_len(n), n + seq_len(nrow(y)), drop = FALSE]
  wrong <- character()
  same <- function(got, want, ...) {
    if (!identical(as.vector(got), as.vector(want))) wrong <<- c(wrong, paste(...))
  }
  for_each_target(function(isa) {
    for (name in names(ways)) {
      for (t in if (name == "auto") threads else threads[1]) {
        run <- function(...) do.call(dist_euclidean, c(list(..., threads = t), ways[[name]]))
        same(run(x), want, isa, name, t)
        same(run(x, y), across, isa, name, t, "with y")
        same(run(y, x), t(across), isa, name, t, "from y")
      }
    }
  })
  expect_identical(wrong, character(), label = label)
}

# stats::dist() squares and adds apart wherever R's compiler does: not if it was told to
# use fused multiply-add, or does so by itself (gcc for ARM).
skip_if_dist_is_fused <- function() {
  x <- matrix(sin(1:200), 100)
  apart <- sqrt((x[-1, 1] - x[1, 1])^2 + (x[-1, 2] - x[1, 2])^2)
  skip_if(!identical(as.vector(stats::dist(x))[1:99], apart), "R's stats::dist() is fused")
}

test_that("the bits of stats::dist", {
  skip_if_dist_is_fused()
  set.seed(41)
  for (kind in names(tied)) {
    for (d in c(1, 2, 5, 8, 9, 16, 33, 129, 300)) {
      for (n in if (d < 20) c(7, 75) else c(3, 40)) {
        m <- sample(c(1, 5, 70), 1)
        make <- tied[[kind]]
        expect_bits(make(n, d), make(m, d), paste(kind, n, "x", d, "and", m),
                    ways = in_order[c("auto", sample(names(in_order)[-1], 2))])
      }
    }
  }
})

test_that("the bits of stats::dist with many points", {
  skip_if_dist_is_fused()
  set.seed(42)
  for (kind in c("grid", "logs", "holes")) {
    for (d in c(2, 13)) {
      make <- tied[[kind]]
      expect_bits(make(500, d), make(300, d), paste(kind, 500, "x", d),
                  ways = in_order[c("auto", "blockwise asa", "tile")], threads = 2:3)
    }
  }
})

test_that("the bits of stats::dist with many coordinates", {
  skip_if_dist_is_fused()
  set.seed(43)
  for (kind in c("counts", "rounded", "normal", "odd")) {
    for (d in c(1000, 10000)) {
      make <- tied[[kind]]
      expect_bits(make(20, d), make(5, d), paste(kind, 20, "x", d), threads = c(1, 3))
      expect_bits(make(3, d), make(2, d), paste(kind, 3, "x", d), threads = 2)
    }
  }
})

test_that("clusters of a grid are those of stats::dist", {
  skip_if_dist_is_fused()
  grid <- as.matrix(expand.grid(1:20 / 10, 1:20 / 10))
  want <- stats::hclust(stats::dist(grid), "average")
  for_each_target(function(isa) {
    got <- stats::hclust(dist_euclidean(grid), "average")
    expect_identical(got$merge, want$merge, label = isa)
    expect_identical(got$height, want$height, label = isa)
  })
})

test_that("fused is something else where the processor has it, and nothing else in floats", {
  set.seed(44)
  x <- matrix(stats::rnorm(60 * 20), 60)
  for_each_target(function(isa) {
    for (algorithm in c("straightforward", "blockwise", "tile")) {
      run <- function(...) as.vector(dist_euclidean(x, algorithm = algorithm, ...))
      label <- paste(isa, algorithm)
      if (startsWith(isa, "avx")) {
        expect_false(identical(run(fused = TRUE), run()), label = label)
      }
      expect_equal(run(fused = TRUE), run(), tolerance = 1e-14, label = label)
      expect_identical(run(precision = "single", fused = TRUE), run(precision = "single"),
                       label = label)
    }
    gemm <- dist_euclidean(x, algorithm = "gemm", fused = TRUE)
    expect_identical(as.vector(gemm), as.vector(dist_euclidean(x, algorithm = "gemm")))
  })
})
