# Plain references for dynamic programs, from their definitions.

dynprog_names <- c("auto", "loop", "recursive", "optimized", "zmorton")

# The table and its splits; the number w(i, k, j) is added last.
oracle_parenthesis <- function(leaves, w = function(i, k, j) 0, maximize = FALSE) {
  n <- length(leaves) + 1L
  better <- if (maximize) `>` else `<`
  table <- matrix(NA_real_, n, n)
  split <- matrix(NA_integer_, n, n)
  for (j in seq_len(n)[-1]) {
    table[j - 1, j] <- leaves[j - 1]
    for (i in rev(seq_len(j - 2))) {
      best <- if (maximize) -Inf else Inf
      for (k in (i + 1):(j - 1)) {
        sum <- table[i, k] + table[k, j] + w(i, k, j)
        if (better(sum, best)) {
          best <- sum
          split[i, j] <- k
        }
      }
      table[i, j] <- best
    }
  }
  list(table = table, split = split)
}

# The best of all parenthesizations, each computed alone, without a table. For few parts.
best_of_all <- function(leaves, w, maximize = FALSE, i = 1L, j = length(leaves) + 1L) {
  if (j == i + 1L) {
    return(leaves[i])
  }
  values <- vapply((i + 1L):(j - 1L), function(k) {
    best_of_all(leaves, w, maximize, i, k) + best_of_all(leaves, w, maximize, k, j) + w(i, k, j)
  }, 0)
  if (maximize) max(values) else min(values)
}

# The same for weights by ends, without parenthesizations in which a sum overflows to the value that
# would win. Values are computed from the inside out, so a part that overflows is forbidden.
best_of_all_allowed <- function(leaves, weight, maximize, i = 1L, j = length(leaves) + 1L) {
  if (j == i + 1L) {
    return(leaves[i])
  }
  wins <- if (maximize) Inf else -Inf
  values <- vapply((i + 1L):(j - 1L), function(k) {
    sum <- best_of_all_allowed(leaves, weight, maximize, i, k) +
      best_of_all_allowed(leaves, weight, maximize, k, j)
    if (sum == wins || sum + weight[i, j] == wins) -wins else sum + weight[i, j]
  }, 0)
  if (maximize) max(values) else min(values)
}

# The cost of a tree, from its leaves on. Checks that it is a tree: every interval once, outer
# intervals first.
cost_of_tree <- function(tree, leaves, w) {
  place <- paste(tree[, 1], tree[, 3])
  cost <- numeric(nrow(tree))
  part <- function(i, j, row) {
    if (j == i + 1L) {
      return(leaves[i])
    }
    at <- match(paste(i, j), place)
    if (is.na(at) || at <= row) stop("not a tree")
    cost[at]
  }
  for (row in rev(seq_len(nrow(tree)))) {
    i <- tree[row, 1]
    k <- tree[row, 2]
    j <- tree[row, 3]
    cost[row] <- part(i, k, row) + part(k, j, row) + w(i, k, j)
  }
  if (anyDuplicated(place) || nrow(tree) != length(leaves) - 1L) stop("not a tree")
  if (nrow(tree) > 0) cost[1] else leaves
}

# The splits of the tree, from a matrix of splits.
tree_by <- function(split) {
  n <- nrow(split)
  rows <- list()
  waiting <- list(c(1L, n))
  while (length(waiting) > 0) {
    ends <- waiting[[length(waiting)]]
    waiting[[length(waiting)]] <- NULL
    if (diff(ends) < 2) next
    k <- split[ends[1], ends[2]]
    rows <- c(rows, list(c(ends[1], k, ends[2])))
    waiting <- c(waiting, list(c(k, ends[2]), c(ends[1], k)))
  }
  matrix(as.integer(unlist(rows)), ncol = 3, byrow = TRUE,
         dimnames = list(NULL, c("i", "k", "j")))
}

# Every algorithm on every target, with these numbers of threads in turn, gives the bits of `want`.
expect_parenthesis_everywhere <- function(run, want, label, threads = 1:4) {
  odd <- character()
  turn <- 0
  for_each_target(function(isa) {
    for (algorithm in dynprog_names) {
      turn <<- turn + 1
      n <- threads[(turn - 1) %% length(threads) + 1]
      if (!same_bits(run(algorithm = algorithm, threads = n, progress = FALSE), want)) {
        odd <<- c(odd, paste(label, isa, algorithm, n, "threads"))
      }
    }
  })
  expect_identical(odd, character())
}

# The largest number of pairs of a structure, by trying all partners of the first base. For few
# bases.
most_pairs <- function(base, least) {
  partners <- list(A = "U", C = "G", G = c("C", "U"), U = c("A", "G"), N = character())
  n <- length(base)
  if (n < 2) {
    return(0)
  }
  best <- most_pairs(base[-1], least)
  for (k in seq_len(n)[-1]) {
    if (k - 2 >= least && base[k] %in% partners[[base[1]]]) {
      best <- max(best, 1 + most_pairs(base[seq_len(n) > 1 & seq_len(n) < k], least) +
                    most_pairs(base[seq_len(n) > k], least))
    }
  }
  best
}
