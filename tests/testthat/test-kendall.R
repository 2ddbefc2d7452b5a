# Values: against stats::cor and the oracle on many small matrices, and every
# algorithm, instruction-set target and number of threads against each other.

everything_once <- function(n, seed) {
  # which groups of four columns meet decides which masks the bitset uses
  groups <- c("p", "t", "m", "b", "pt", "tp", "pm", "mp", "pb", "tm", "tb", "mb",
              "ptm", "ptb", "ptmb")
  set.seed(seed)
  pick <- groups[seed %% length(groups) + 1]
  other <- groups[(seed * 7) %/% 3 %% length(groups) + 1]
  x <- grouped_matrix(pick, n, last = seed %% 4 + 1)
  y <- grouped_matrix(other, n, last = seed %/% 4 %% 4 + 1)
  expect_case(x, label = paste(n, "rows,", pick))
  expect_case(x, y, label = paste(n, "rows,", pick, "and", other))
}

test_that("every number of rows from 2 to 70", {
  for (n in 2:70) {
    everything_once(n, seed = n)
  }
})

test_that("numbers of rows about the blocks of the bitset algorithm", {
  for (n in c(95, 96, 97, 128, 257, 353)) {
    everything_once(n, seed = n)
  }
})

test_that("many rows: several blocks of bits, several levels of merges", {
  skip_on_cran()
  set.seed(10)
  for (n in c(511, 512, 513, 1030)) {
    x <- grouped_matrix("ptmb", n, last = 1)
    expect_case(x[, c(1, 5, 6, 9, 13)], label = paste(n, "rows"),
                uses = c("everything", "pairwise.complete.obs"))
    expect_case(x[, 1:2], x[, 3:7], label = paste(n, "rows, x and y"),
                uses = c("everything", "pairwise.complete.obs"))
  }
})

test_that("random matrices of nasty columns", {
  set.seed(20)
  for (i in 1:100) {
    n <- sample(c(2:12, 31:34, 48), 1)
    x <- random_matrix(n, sample(1:9, 1), complete_columns)
    expect_case(x, label = paste("complete", i))
    x <- random_matrix(n, sample(1:9, 1), c(complete_columns, missing_columns))
    y <- random_matrix(n, sample(1:9, 1), c(complete_columns, missing_columns))
    uses <- if (i %% 5 == 0) use_modes else "pairwise.complete.obs"
    expect_case(x, label = paste("missing", i), uses = uses)
    expect_case(x, y, label = paste("missing, x and y", i), uses = uses)
  }
})

test_that("every kind of nasty column with every other", {
  set.seed(30)
  for (n in c(7, 37, 64)) {
    complete <- columns_of(names(complete_columns), n)
    missing <- columns_of(names(missing_columns), n)
    expect_case(complete, label = paste("complete", n), uses = use_modes[-3])
    both <- cbind(missing, complete)
    expect_case(both, label = paste("all", n), uses = "pairwise.complete.obs")
    expect_case(complete, missing, label = paste("complete and missing", n),
                uses = c("everything", "pairwise.complete.obs"))
  }
})

test_that("rows with NA in some columns and in all", {
  set.seed(40)
  for (n in c(3, 20, 60)) {
    x <- grouped_matrix("pt", n, last = 3)
    x[sample(n, n %/% 3), ] <- NA
    x[1, 2] <- NaN
    expect_case(x, label = paste("whole rows missing", n))
    expect_case(x[, 1:3], x[, 4:7], label = paste("whole rows missing, x and y", n))
  }
})

test_that("vectors, and vectors with matrices", {
  set.seed(50)
  for (i in 1:40) {
    n <- sample(c(2:20, 33), 1)
    from <- if (i %% 2) complete_columns else c(complete_columns, missing_columns)
    m <- random_matrix(n, 4, from)
    expect_case(m[, 1], m[, 2], label = paste("vectors", i))
    expect_case(m[, 1], m[, 2:4], label = paste("vector, matrix", i))
    expect_case(m[, 2:4], m[, 1], label = paste("matrix, vector", i))
  }
})

test_that("integer and logical columns", {
  set.seed(60)
  extremes <- c(-.Machine$integer.max, .Machine$integer.max, 0L, 1L, -1L)
  for (n in c(2, 9, 33, 65)) {
    x <- matrix(draw(c(extremes, 2:9), 6 * n), n)
    y <- matrix(draw(c(TRUE, FALSE), 3 * n), n)
    expect_case(x, label = paste("integer", n))
    expect_case(x, y, label = paste("integer, logical", n))
    expect_case(y, x + 0.5, label = paste("logical, double", n))
    x <- matrix(with_missing(x, n, NA_integer_), n)
    y <- matrix(with_missing(y, n %/% 2, NA), n)
    expect_case(x, label = paste("integer with NA", n))
    expect_case(x, y, label = paste("integer, logical with NA", n))
  }
})

test_that("outliers and clusters do not confuse the ranks", {
  set.seed(70)
  for (n in c(300, 4095, 4096, 70000)) {
    close <- 1 + sample.int(2^20, n, replace = TRUE) * 2^-45
    x <- cbind(close, c(1e300, close[-1]), c(-1e300, close[-1]),
               c(1e308, -1e308, close[-(1:2)]), c(2, close[-1]), (close - 1) * 2^-1029,
               c(Inf, 1 + (seq_len(n - 1) %% 3) * 2^-52), rev(close)^99)
    got <- cor_kendall(x)
    for (j in 2:ncol(x)) {
      expect_lte(abs(got[1, j] - oracle_long(x[, 1], x[, j])), 1e-15)
    }
    slow <- if (n < 5000) "bitset"
    expect_same_everywhere(outcome(got), x, algorithms_too = c(sorting_algorithms, slow))
  }
})

test_that("threads do not change the result", {
  set.seed(80)
  x <- grouped_matrix("ptmbpbmtpp", 120, last = 3)
  for (use in c("everything", "na.or.complete", "pairwise.complete.obs")) {
    expect_case(x, label = "threads", uses = use, threads = c(2, 4))
    expect_case(x[, 1:9], x, label = "threads, x and y", uses = use, threads = 1:4)
  }
  expect_case(x[, 1:4], x[, 33:39], label = "all.obs", uses = "all.obs", threads = 3)
})

test_that("the diagonal block of cor_kendall(x, x) is cor_kendall(x)", {
  set.seed(90)
  x <- columns_of(names(c(complete_columns, missing_columns)), 23)
  for (use in c("everything", "na.or.complete", "pairwise.complete.obs")) {
    alone <- suppressWarnings(cor_kendall(x, use = use))
    twice <- suppressWarnings(cor_kendall(x, x, use = use))
    off <- row(alone) != col(alone)
    expect_true(same_bits(alone[off], twice[off]))
    expect_true(same_bits(alone, t(alone)))
  }
})

# ---- more columns than a super-tile of the bitset algorithm has ----

expect_blocks_like_cor <- function(tau, x, y, use) {
  pieces <- list(1:6, 62:67, 1020:1029, 1093:1100)
  for (i in pieces) {
    for (j in if (ncol(y) > 50) pieces else list(seq_len(ncol(y)))) {
      want <- suppressWarnings(stats::cor(x[, i], y[, j], use, method = "kendall"))
      if (identical(x, y)) {
        want[outer(i, j, "==") & use != "pairwise.complete.obs"] <- 1
      }
      expect_identical(difference_between(tau[i, j], want), "")
    }
  }
}

test_that("several super-tiles", {
  skip_on_cran()
  set.seed(100)
  plain <- matrix(stats::rnorm(12 * 1100), 12)
  mixed <- plain
  mixed[, c(3:40, 1000:1060)] <- draw(1:3, 12 * 99)
  mixed[sample.int(length(mixed), 900)] <- NA
  mixed[, 1024] <- 5
  for (case in list(list(plain, "everything"), list(mixed, "pairwise.complete.obs"))) {
    x <- case[[1]]
    use <- case[[2]]
    tau <- outcome(cor_kendall(x, use = use, algorithm = "naive"))
    expect_blocks_like_cor(tau$value, x, x, use)
    expect_same_everywhere(tau, x, use = use, algorithms_too = "bitset", threads = 1:2)
    tall <- outcome(cor_kendall(x, x[, 1:5], use, algorithm = "naive"))
    wide <- outcome(cor_kendall(x[, 1:5], x, use, algorithm = "naive"))
    expect_blocks_like_cor(tall$value, x, x[, 1:5], use)
    expect_true(same_bits(tall$value, t(wide$value)))
    expect_same_everywhere(tall, x, x[, 1:5], use, "bitset", 1:2)
    expect_same_everywhere(wide, x[, 1:5], x, use, "bitset", 1:2)
  }
})

test_that("super-tiles whose bits are made block by block", {
  skip_on_cran()
  set.seed(110)
  n <- 1100
  plain <- matrix(stats::rnorm(n * 1100), n)
  mixed <- plain
  mixed[, 9:14] <- draw(1:9, n * 6)
  mixed[sample.int(length(mixed), 5000)] <- NA
  for (x in list(plain, mixed)) {
    tau <- cor_kendall(x, use = "pairwise", algorithm = "bitset", threads = 2)
    expect_identical(tau, t(tau))
    expect_true(all(abs(diag(tau) - 1) < 1e-15)) # pairwise as R rounds them
    for (columns in list(1:16, 1017:1030, 1090:1100)) {
      want <- cor_kendall(x[, columns], x, "pairwise", algorithm = "radix")
      expect_true(same_bits(want, tau[columns, ]))
    }
  }
})

test_that("columns without ties: one block of bits, and the first two", {
  set.seed(120)
  for (n in c(360, 361, 362, 400, 1000)) {
    x <- matrix(stats::rnorm(n * 9), n)
    expect_same_everywhere(outcome(cor_kendall(x, algorithm = "vse")), x,
                           algorithms_too = c("bitset", "radix", "auto"), label = n)
  }
})

# ---- long columns ----

long_pair <- function(n) {
  x <- stats::rnorm(n)
  cbind(x, y = round(x + stats::rnorm(n), 2))
}

test_that("lengths about the limits of packed and of narrow ranks", {
  skip_on_cran()
  set.seed(120)
  for (n in c(32767, 32768, 65535, 65536, 70000)) { # the last ones before, the first ones after
    x <- long_pair(n)
    # as many different values as rows, so that the highest rank counts
    x <- cbind(x, z = as.numeric(sample.int(n)))
    tau <- cor_kendall(x)
    for (pair in list(c(1, 2), c(1, 3), c(3, 2))) {
      want <- oracle_long(x[, pair[1]], x[, pair[2]])
      expect_lte(abs(tau[pair[1], pair[2]] - want), 1e-15)
      # a pair alone: two threads share it, and the first column may get no ranks
      for (algorithm in c("auto", "radix", "table")) {
        for (threads in 1:2) {
          alone <- function(...) cor_kendall(..., algorithm = algorithm, threads = threads)
          expect_identical(alone(x[, pair])[1, 2], tau[pair[1], pair[2]])
          expect_identical(alone(x[, pair[1]], x[, pair[2]]), tau[pair[1], pair[2]])
        }
      }
    }
    expect_same_everywhere(outcome(tau), x, algorithms_too = c("auto", sorting_algorithms),
                           label = n)
  }
})

test_that("known numbers of inversions", {
  for (n in c(32768, 65534, 70000)) {
    up <- seq_len(n)
    swapped <- up
    swapped[c(1, n)] <- swapped[c(n, 1)] # 2 n - 3 inversions
    halves <- c(up[up > n / 2], up[up <= n / 2])
    x <- unname(cbind(up, rev(up), swapped, halves))
    discordant <- c(0, pairs_of(n), 2 * n - 3, (n / 2)^2)
    tau <- cor_kendall(x)
    expect_identical(tau[1, 1:2], c(1, -1))
    expect_lte(max(abs(tau[1, ] - (1 - 2 * discordant / pairs_of(n)))), 1e-15)
    expect_same_everywhere(outcome(tau), x, algorithms_too = sorting_algorithms, label = n)
  }
})

test_that("missing values and ties in long columns", {
  skip_on_cran()
  set.seed(130)
  for (n in c(32770, 65540)) {
    x <- cbind(long_pair(n), draw(1:1000 / 7, n))
    x[sample.int(n, n %/% 10), 1] <- NA
    x[sample.int(n, n %/% 10), 2] <- NaN
    for (use in c("complete.obs", "pairwise.complete.obs")) {
      tau <- cor_kendall(x, use = use)
      for (pair in list(c(1, 2), c(1, 3), c(3, 2))) {
        left <- if (use == "complete.obs") 1:3 else pair
        rows <- stats::complete.cases(x[, left])
        want <- oracle_long(x[rows, pair[1]], x[rows, pair[2]])
        expect_lte(abs(tau[pair[1], pair[2]] - want), 1e-15)
      }
      expect_same_everywhere(outcome(tau), x, use = use, algorithms_too = sorting_algorithms)
    }
  }
})

test_that("few rows in common in long columns", {
  set.seed(135)
  for (n in c(5000, 70000)) {
    present <- c(1, 2, 3, 20, 31, 32, 33, 100)
    few <- vapply(present, function(k) with_missing(stats::rnorm(n), n - k), numeric(n))
    tied <- vapply(present, function(k) with_missing(draw(1:5, n), n - k), numeric(n))
    x <- cbind(few, tied)
    y <- cbind(as.numeric(sample.int(n)), draw(seq_len(n - 99), n), draw(1:7, n))
    slow <- if (n == 5000) c("naive", "bitset")
    got <- outcome(cor_kendall(x, y, "pairwise"))
    for (i in seq_len(ncol(x))) {
      rows <- !is.na(x[, i])
      want <- oracle_kendall(x[rows, i], y[rows, , drop = FALSE], "pairwise.complete.obs")$value
      expect_identical(difference_between(got$value[i, , drop = FALSE], want), "")
    }
    expect_same_everywhere(got, x, y, "pairwise", c(sorting_algorithms, slow), label = n)
  }
})

test_that("the bitset and naive algorithms with long columns", {
  skip_on_cran()
  set.seed(140)
  x <- long_pair(65537)
  x[sample.int(65537, 100), 2] <- NA
  tau <- outcome(cor_kendall(x[, 1], x[, 2], "pairwise", algorithm = "gse"))
  # 2e9 pairs of rows; the emulated target has the bits of the portable one, line by line
  expect_same_everywhere(tau, x[, 1], x[, 2], "pairwise", "bitset", label = "65537",
                         targets = setdiff(isa_runnable(), "knc"))
  x <- long_pair(17000)
  expect_same_everywhere(outcome(cor_kendall(x[, 1], x[, 2], algorithm = "gse")),
                         x[, 1], x[, 2], algorithms_too = "naive", label = "17000")
})

test_that("long columns whose bits are made block by block", {
  skip_on_cran()
  set.seed(150)
  n <- 12000
  x <- cbind(matrix(stats::rnorm(n * 4), n), matrix(draw(1:50, n * 4), n),
             matrix(with_missing(draw(1:9, n * 3), 99), n))
  for (use in c("everything", "pairwise.complete.obs")) {
    alone <- outcome(cor_kendall(x, use = use, algorithm = "vse"))
    expect_same_everywhere(alone, x, use = use, algorithms_too = "bitset")
    cross <- outcome(cor_kendall(x, x[, 1:5], use, algorithm = "vse"))
    expect_same_everywhere(cross, x, x[, 1:5], use, "bitset")
  }
  for (pair in list(c(1, 2), c(1, 5), c(5, 6))) {
    want <- oracle_long(x[, pair[1]], x[, pair[2]])
    expect_lte(abs(alone$value[pair[1], pair[2]] - want), 1e-15)
  }
})

test_that("ranks of all columns need not fit into memory at once", {
  skip_on_cran()
  n <- 5700000L # times 3 columns times 4 bytes: beyond the 64 MiB for ranks
  up <- seq_len(n)
  x <- unname(cbind(up, rev(up), pmin(up, rev(up))))
  for (algorithm in c("vse", "radix")) {
    tau <- cor_kendall(x, algorithm = algorithm, threads = 1)
    # of the organ pipe's pairs n / 2 are tied, and as many rise as fall
    expect_identical(tau, rbind(c(1, -1, 0), c(-1, 1, 0), c(0, 0, 1)))
  }
  tau <- cor_kendall(x[, 1:2], x[, c(2, 1)], algorithm = "gse", threads = 2)
  expect_identical(tau, rbind(c(-1, 1), c(1, -1)))
})

test_that("columns that lack a row do not change the counts of their neighbours", {
  set.seed(71)
  x <- matrix(rnorm(40 * 700), 40)
  x[, 700] <- round(x[, 700])
  x[3, c(1, 40, 300)] <- NA
  for (threads in 1:2) {
    expect_identical(cor_kendall(x, threads = threads, algorithm = "bitset"),
                     cor_kendall(x, algorithm = "radix"))
  }
})
