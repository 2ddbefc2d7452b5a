# Accordion folds by trying all folds: a chain of n residues is laid out on the lattice in every
# way.

# A row for each fold: does the chain turn behind residue j? Rows are in the order of ties: compare
# the first strands that differ; the fold with the longer one comes first.
all_folds <- function(n) {
  code <- seq_len(2^max(n - 1, 0)) - 1
  vapply(seq_len(max(n - 1, 0)), function(j) bitwAnd(code, 2^(n - 1 - j)) > 0,
         logical(length(code)))
}

# Which pairs (rows of `pair`) are neighbours on the lattice, but not in the chain? A strand is a
# column of the lattice. Every other strand goes up, and the next strand begins beside the end of
# the last.
lattice_neighbors <- function(folds, n) {
  folds <- matrix(folds, ncol = n - 1)
  column <- row <- matrix(0, nrow(folds), n)
  for (j in seq_len(n - 1)) {
    turn <- folds[, j]
    column[, j + 1] <- column[, j] + turn
    row[, j + 1] <- row[, j] + ifelse(turn, 0, ifelse(column[, j] %% 2 == 0, 1, -1))
  }
  pair <- which(upper.tri(diag(n)), arr.ind = TRUE)
  pair <- pair[pair[, 2] - pair[, 1] > 1, , drop = FALSE]
  apart <- function(place) abs(place[, pair[, 1]] - place[, pair[, 2]])
  distance <- apart(column) + apart(row)
  list(pair = pair, near = matrix(distance == 1, nrow(folds)))
}

# The recurrence in plain R, O(n^3): the best score, and the strands of the first best fold.
oracle_accordion <- function(h) {
  n <- length(h)
  contacts <- function(j, length) {
    s <- seq_len(max(length - 1, 0))
    s <- s[j - s >= 1 & j + 1 + s <= n]
    sum(h[j - s] & h[j + 1 + s])
  }
  f <- outer(seq_len(n), seq_len(n), Vectorize(contacts))
  score <- matrix(0, n + 1, n)
  via <- matrix(n, n + 1, n)
  for (j in rev(seq_len(n - 1))) {
    k <- (j + 1):n
    for (i in seq_len(j)) {
      all <- f[cbind(j, pmin(j - i + 1, k - j))] + score[j + 1, k]
      score[i, j] <- max(all)
      via[i, j] <- max(k[all == max(all)])
    }
  }
  last <- max(which(score[1, ] == max(score[1, ])))
  ends <- last
  first <- 1
  while (last < n) {
    following <- via[first, last]
    first <- last + 1
    last <- following
    ends <- c(ends, last)
  }
  list(score = as.integer(max(score[1, ])), turns = as.integer(ends[-length(ends)]))
}
