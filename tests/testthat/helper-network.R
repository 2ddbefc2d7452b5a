# Columns of which some go together.
related <- function(n, m) {
  x <- matrix(stats::rnorm(n * m), n)
  x + stats::rnorm(n) * rep(sample(c(-1, 0, 0, 1, 2), m, TRUE), each = n)
}
