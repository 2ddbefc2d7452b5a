# Plain references for alignments, from their definition.

# The table of the problem of alignment_problem(); row i + 1 is place i.
oracle_alignment <- function(x, y, pair, gap_x, gap_y, overlap = FALSE, maximize = FALSE) {
  best <- if (maximize) max else min
  none <- if (maximize) -Inf else Inf
  table <- matrix(none, length(x) + 1, length(y) + 1)
  for (i in 0:length(x)) {
    for (j in 0:length(y)) {
      start <- if (i == 0 && j == 0 || overlap && (i == 0 || j == 0)) 0 else none
      diagonal <- if (i > 0 && j > 0) table[i, j] + pair(x[i], y[j])
      p <- seq_len(i) - 1
      q <- seq_len(j) - 1
      table[i + 1, j + 1] <- best(start, diagonal, table[p + 1, j + 1] + gap_x(p, i),
                                  table[i + 1, q + 1] + gap_y(q, j))
    }
  }
  table
}

# The alignment, from its end to its beginning, by the rule for ties: a matrix of rows i, j, cost.
oracle_trace <- function(table, x, y, pair, gap_x, gap_y, overlap = FALSE, maximize = FALSE) {
  m <- length(x)
  n <- length(y)
  i <- m
  j <- n
  steps <- NULL
  if (overlap) {
    left <- 0:max(m, n)
    ends <- rbind(cbind(m - left, n, left), cbind(m, n - left, left))
    ends <- ends[order(ends[, 3]), ] # stable order: gaps of x first
    ends <- ends[ends[, 1] >= 0 & ends[, 2] >= 0, , drop = FALSE]
    value <- table[ends[, 1:2, drop = FALSE] + 1]
    end <- ends[if (maximize) which.max(value) else which.min(value), ]
    i <- end[[1]]
    j <- end[[2]]
    if (i < m || j < n) steps <- rbind(c(m, n, 0))
  }
  if (is.infinite(table[i + 1, j + 1])) {
    return(NULL)
  }
  while (i > 0 || j > 0) {
    g <- table[i + 1, j + 1]
    p <- seq_len(i) - 1
    q <- seq_len(j) - 1
    by_x <- table[p + 1, j + 1] + gap_x(p, i) == g
    by_y <- table[i + 1, q + 1] + gap_y(q, j) == g
    from <- if (overlap && (i == 0 || j == 0) && g == 0) {
      c(0, 0, 0)
    } else if (i > 0 && j > 0 && table[i, j] + pair(x[i], y[j]) == g) {
      c(i - 1, j - 1, pair(x[i], y[j]))
    } else if (any(by_x)) {
      p <- which(by_x)[1] - 1
      c(p, j, gap_x(p, i))
    } else {
      q <- which(by_y)[1] - 1
      c(i, q, gap_y(q, j))
    }
    steps <- rbind(c(i, j, from[3]), steps)
    i <- from[1]
    j <- from[2]
  }
  if (is.null(steps)) matrix(0, 0, 3) else unname(steps)
}

# Random problems: a list of the arguments of align_gap() and of the oracle's functions.
random_alignment <- function(m, n, kind, maximize = FALSE) {
  letters4 <- c("A", "C", "G", "T")
  x <- sample(letters4, m, TRUE)
  y <- sample(letters4, n, TRUE)
  worst <- if (maximize) -Inf else Inf
  sign <- if (maximize) -1 else 1
  numbers <- function(count) {
    switch(kind, ties = as.double(sample(0:4, count, TRUE)),
           rounded = stats::runif(count), # sums whose rounding depends on their order
           forbidden = sample(c(1, 2, 3, Inf, Inf), count, TRUE),
           both = sample(-3:9, count, TRUE), stats::rnorm(count)) * sign
  }
  costs <- matrix(numbers(16), 4, 4, dimnames = list(letters4, rev(letters4)))
  two <- kind == "both"
  if (two) costs <- c(sign * -1, sign * 2)
  pair <- function(a, b) if (two) costs[if (a == b) 1 else 2] else costs[a, b]
  by_place <- kind %in% c("matrix", "forbidden")
  one <- function(count) {
    if (!by_place) {
      w <- numbers(count + 2) + if (kind == "both") sign * seq_len(count + 2) else 0
      return(list(costs = w, at = function(p, q) w[q - p]))
    }
    w <- matrix(numbers((count + 1)^2), count + 1)
    w[!upper.tri(w)] <- sample(c(NA, NaN, -Inf, Inf, 7), 1) # these are never read
    list(costs = w, at = function(p, q) w[cbind(p + 1, q + 1)])
  }
  of_x <- one(m)
  of_y <- one(n)
  list(x = x, y = y, maximize = maximize, substitution = costs, gap = of_x$costs,
       gap_y = of_y$costs, pair = pair, gap_x_at = of_x$at, gap_y_at = of_y$at)
}

# Its table and steps from the definition.
solved <- function(p, overlap) {
  table <- oracle_alignment(p$x, p$y, p$pair, p$gap_x_at, p$gap_y_at, overlap, p$maximize)
  list(table = table, steps = oracle_trace(table, p$x, p$y, p$pair, p$gap_x_at, p$gap_y_at,
                                           overlap, p$maximize))
}

aligned_by_c <- function(p, overlap, algorithm = 0L, threads = 2L) {
  problem <- alignment_problem(p$x, p$y, p$substitution, p$gap, p$gap_y, p$maximize, overlap)
  run_alignment(problem, list(algorithm = algorithm, threads = threads), table = TRUE)
}

same_alignment <- function(got, want) {
  steps <- if (!is.null(got$steps)) unname(cbind(got$steps$i, got$steps$j, got$steps$cost))
  same_bits(got$table, want$table) &&
    identical(is.null(steps), is.null(want$steps)) &&
    (is.null(steps) || same_bits(steps + 0, want$steps + 0))
}
