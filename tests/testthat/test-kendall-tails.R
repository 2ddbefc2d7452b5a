# The table of small p-values on the help page of kendall_test().

# A permutation of 1:n with this number of inversions.
with_inversions <- function(n, inversions) {
  left <- seq_len(n)
  result <- integer(n)
  for (i in seq_len(n)) {
    step <- min(inversions, length(left) - 1)
    result[i] <- left[step + 1]
    left <- left[-(step + 1)]
    inversions <- inversions - step
  }
  result
}

p_of <- function(n, inversions, exact) {
  kendall_test(as.numeric(seq_len(n)), as.numeric(with_inversions(n, inversions)), exact = exact,
               threads = 1)$p.value
}

# The most inversions whose exact p-value is at most `p`.
inversions_at <- function(n, p) {
  low <- 0
  high <- floor(n * (n - 1) / 4)
  while (high - low > 1) {
    middle <- floor((low + high) / 2)
    if (p_of(n, middle, TRUE) <= p) low <- middle else high <- middle
  }
  low
}

test_that("the normal approximation is too large in the tails, by the factors of the help page", {
  want <- rbind("20" = c(2.3, 27, 5e5), "50" = c(1.4, 3.6, 350), "100" = c(1.2, 1.9, 20),
                "200" = c(1.1, 1.4, 4.6), "400" = c(1.04, 1.2, 2.2))
  at <- c(1e-4, 1e-7, 1e-14)
  for (rows in rownames(want)) {
    n <- as.integer(rows)
    got <- vapply(at, function(p) {
      d <- inversions_at(n, p)
      p_of(n, d, FALSE) / p_of(n, d, TRUE)
    }, 0)
    expect_true(all(abs(got / want[rows, ] - 1) < 0.04),
                label = paste0(rows, " rows: ", toString(signif(got, 3))))
  }
})
