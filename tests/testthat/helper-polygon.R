# A plain reference for triangulate_polygon(), for corners with whole coordinates: from the
# definitions, by other formulas than the package's, and by trying every set of diagonals.

cross_product <- function(u, v) u[1] * v[2] - u[2] * v[1]

# Do the closed segments from a to b and from c to d share a point? Uses the parameters of the
# lines' common point; for parallel segments their places along the line.
segments_share_point <- function(a, b, c, d) {
  r <- b - a
  s <- d - c
  of <- cross_product(r, s)
  if (of != 0) {
    t <- cross_product(c - a, s) / of
    u <- cross_product(c - a, r) / of
    return(t >= 0 && t <= 1 && u >= 0 && u <= 1)
  }
  if (cross_product(c - a, r) != 0) {
    return(FALSE)
  }
  along <- function(p) sum((p - a) * r) / sum(r * r)
  max(along(c), along(d)) >= 0 && min(along(c), along(d)) <= 1
}

# Is a polygon simple: do sides share no point except the corner of two neighbours?
is_simple_polygon <- function(points) {
  n <- nrow(points)
  corner <- function(i) points[(i - 1) %% n + 1, ]
  if (any(duplicated(paste(points[, 1], points[, 2])))) {
    return(FALSE)
  }
  for (i in seq_len(n)) {
    back <- corner(i) - corner(i + 1)
    on <- corner(i + 2) - corner(i + 1)
    if (cross_product(back, on) == 0 && sum(back * on) > 0) { # goes back along the same line
      return(FALSE)
    }
    for (j in seq_len(n)) {
      apart <- (j - i) %% n
      if (apart >= 2 && apart <= n - 2 &&
            segments_share_point(corner(i), corner(i + 1), corner(j), corner(j + 1))) {
        return(FALSE)
      }
    }
  }
  TRUE
}

# Is a point within the polygon (and on no side)? Then a ray to the right crosses an odd number of
# sides.
is_within <- function(point, points) {
  after <- c(seq_len(nrow(points))[-1], 1L)
  odd <- FALSE
  for (i in seq_along(after)) {
    a <- points[i, ]
    b <- points[after[i], ]
    if ((a[2] > point[2]) != (b[2] > point[2])) {
      at <- a[1] + (point[2] - a[2]) / (b[2] - a[2]) * (b[1] - a[1])
      if (point[1] < at) odd <- !odd
    }
  }
  odd
}

# The diagonals within the polygon, as rows of two numbers of corners.
diagonals_within <- function(points) {
  n <- nrow(points)
  good <- function(i, j) {
    for (k in seq_len(n)) {
      next_k <- k %% n + 1
      if (!k %in% c(i, j) && segments_share_point(points[i, ], points[j, ], points[k, ],
                                                  points[k, ])) {
        return(FALSE)
      }
      if (!any(c(k, next_k) %in% c(i, j)) &&
            segments_share_point(points[i, ], points[j, ], points[k, ], points[next_k, ])) {
        return(FALSE)
      }
    }
    is_within((points[i, ] + points[j, ]) / 2, points)
  }
  all <- do.call(rbind, lapply(seq_len(n - 2), function(i) cbind(i, (i + 2):n)))
  all <- all[!(all[, 1] == 1 & all[, 2] == n), , drop = FALSE]
  keep <- vapply(seq_len(nrow(all)), function(row) good(all[row, 1], all[row, 2]), NA)
  unname(all[keep, , drop = FALSE])
}

# The least total length of a set of n - 3 diagonals without a crossing.
least_diagonals <- function(points) {
  n <- nrow(points)
  d <- diagonals_within(points)
  length <- sqrt((points[d[, 1], 1] - points[d[, 2], 1])^2 +
                   (points[d[, 1], 2] - points[d[, 2], 2])^2)
  between <- function(k, i, j) i < k & k < j
  cross <- outer(seq_along(length), seq_along(length), function(a, b) {
    within <- between(d[b, 1], d[a, 1], d[a, 2]) + between(d[b, 2], d[a, 1], d[a, 2])
    ends <- d[b, 1] == d[a, 1] | d[b, 1] == d[a, 2] | d[b, 2] == d[a, 1] | d[b, 2] == d[a, 2]
    within == 1 & !ends
  })
  best <- Inf
  try_from <- function(left, chosen, sum) {
    if (chosen == n - 3) {
      best <<- min(best, sum)
      return()
    }
    while (base::length(left) >= n - 3 - chosen) {
      first <- left[1]
      left <- left[-1]
      try_from(left[!cross[first, left]], chosen + 1, sum + length[first])
    }
  }
  try_from(seq_along(length), 0, 0)
  best
}

# The outline of a random region of unit squares. The region grows by neighbouring squares, has no
# hole, and no two squares that touch only at a corner. Returns its corners in order; with
# `straight` also those where the outline goes straight on.
rectilinear_polygon <- function(squares, straight) {
  repeat {
    has <- matrix(FALSE, 8, 8)
    has[4, 4] <- TRUE
    for (step in seq_len(squares - 1)) {
      beside <- has
      beside[-1, ] <- beside[-1, ] | has[-8, ]
      beside[-8, ] <- beside[-8, ] | has[-1, ]
      beside[, -1] <- beside[, -1] | has[, -8]
      beside[, -8] <- beside[, -8] | has[, -1]
      open <- which(beside & !has & row(has) %in% 2:7 & col(has) %in% 2:7)
      has[open[sample.int(length(open), 1)]] <- TRUE
    }
    # sides of squares at the border of the region, with the region on their left
    at <- which(has, arr.ind = TRUE)
    sides <- rbind(cbind(at, 0, -1, 1, 0), cbind(at, 1, 0, 0, 1), cbind(at, 0, 1, -1, 0),
                   cbind(at, -1, 0, 0, -1))
    outer_side <- !has[sides[, 1:2] + sides[, 3:4]]
    sides <- sides[outer_side, , drop = FALSE]
    from <- 2 * sides[, 1:2] + sides[, 3:4] - sides[, 5:6]
    to <- from + 2 * sides[, 5:6]
    key <- function(p) paste(p[, 1], p[, 2])
    if (anyDuplicated(key(from))) next # touches itself at a corner
    place <- match(key(to), key(from))
    order <- 1L
    while ((new <- place[order[length(order)]]) != 1L) order <- c(order, new)
    if (length(order) < nrow(from)) next # has a hole
    points <- unname((from[order, ] + 1) / 2)
    if (!straight) {
      before <- points[c(nrow(points), seq_len(nrow(points) - 1)), ]
      after <- points[c(seq_len(nrow(points))[-1], 1), ]
      turns <- (points[, 1] - before[, 1]) * (after[, 2] - points[, 2]) !=
        (points[, 2] - before[, 2]) * (after[, 1] - points[, 1])
      points <- points[turns, , drop = FALSE]
    }
    return(points)
  }
}
