# Simple polygons: the turns at corners, sides that meet, diagonals within the polygon. Corners are
# rows of a matrix.

# The corners times a power of 2, which changes no digit, and the factors that undo it. The largest
# coordinate becomes about 2^500. So products of coordinates do not overflow, and only products of
# very small coordinates underflow.
resized_polygon <- function(points) {
  largest <- max(abs(points))
  power <- if (largest > 0) 500 - floor(log2(largest)) else 0
  # in two steps, as 2^1500 is no double
  half <- c(power %/% 2, power - power %/% 2)
  sized <- points * 2^half[1] * 2^half[2]
  small <- sized != 0 & abs(sized) < 2^-1000
  lost <- which(small | (points != 0 & sized == 0))
  if (length(lost) > 0) {
    stop_manycore("data", "'points' has a coordinate of ", format(points[lost[1]]),
                  " beside one of ", format(largest), ": their products are beyond the range of ",
                  "double precision")
  }
  # Differences of whole numbers and their products are not rounded. The last bit of other numbers,
  # such as 0.1, is uncertain.
  span <- max(points[, 1]) - min(points[, 1]) + max(points[, 2]) - min(points[, 2])
  exact <- largest <= 2^53 && span <= 2^26 && all(points == trunc(points))
  list(points = structure(sized, exact = exact), back = 2^-half)
}

# Lengths of the segments between corners i and j.
segment_lengths <- function(points, i, j) {
  sqrt((points[i, 1] - points[j, 1])^2 + (points[i, 2] - points[j, 2])^2)
}

# The turn of the way from p to q to r: above 0 for left, below 0 for right, 0 for straight. It is
# twice the area of the triangle. If the area is so small that products may have underflowed, it is
# another number with the same sign. Unless coordinates are `exact`, a turn counts as straight if
# rounding the last bit of a coordinate could have made it, whatever the order of the three points.
turn <- function(px, py, qx, qy, rx, ry, exact = TRUE) {
  ux <- qx - px
  uy <- qy - py
  vx <- rx - px
  vy <- ry - py
  area <- ux * vy - uy * vx
  small <- which(abs(area) < 2^-900)
  if (length(small) > 0) {
    u <- unit_vectors(rep_len(ux, length(area))[small], rep_len(uy, length(area))[small])
    v <- unit_vectors(rep_len(vx, length(area))[small], rep_len(vy, length(area))[small])
    area[small] <- u$x * v$y - u$y * v$x
  }
  if (!exact) {
    size_x <- abs(px) + abs(qx) + abs(rx)
    size_y <- abs(py) + abs(qy) + abs(ry)
    unknown <- 2 * .Machine$double.eps *
      (size_x * (abs(uy) + abs(vy)) + size_y * (abs(ux) + abs(vx)))
    area[abs(ux * vy - uy * vx) < unknown] <- 0
  }
  area
}

# Vectors times powers of 2, so that the larger coordinate is between 1 and 2, or both are 0.
unit_vectors <- function(x, y) {
  largest <- pmax(abs(x), abs(y))
  power <- ifelse(largest > 0, -floor(log2(largest)), 0)
  half <- power %/% 2
  list(x = x * 2^half * 2^(power - half), y = y * 2^half * 2^(power - half))
}

# A list of vectors with an element for each corner: x and y, mirrored if the polygon goes
# clockwise; the numbers of the corners before and after; `corner`, the turn, above 0 if the polygon
# is convex there; and the bounds of the side that begins at the corner.
polygon_corners <- function(points) {
  n <- nrow(points)
  x <- points[, 1]
  y <- points[, 2]
  after <- c(2:n, 1L)
  before <- c(n, seq_len(n - 1L))
  exact <- !identical(attr(points, "exact"), FALSE)
  corner <- turn(x[before], y[before], x, y, x[after], y[after], exact)
  outermost <- order(x, y)[1] # a simple polygon is convex at this corner
  if (corner[outermost] < 0) {
    y <- -y
    corner <- -corner
  }
  list(x = x, y = y, before = before, after = after, corner = corner, exact = exact,
       left = pmin(x, x[after]), right = pmax(x, x[after]),
       bottom = pmin(y, y[after]), top = pmax(y, y[after]))
}

# Stops if two corners are the same, or if two sides share a point other than the common corner of
# neighbours.
check_simple <- function(points) {
  same <- which(duplicated(complex(real = points[, 1], imaginary = points[, 2])))
  if (length(same) > 0) {
    first <- which(points[, 1] == points[same[1], 1] & points[, 2] == points[same[1], 2])[1]
    stop_not_simple("corner ", same[1], " is where corner ", first, " is")
  }
  p <- polygon_corners(points)
  if (is_convex(p)) {
    return(invisible())
  }
  for (i in seq_len(nrow(points))) {
    other <- side_met(p, i)
    if (!is.na(other)) {
      stop_not_simple("the side from corner ", i, " to ", p$after[i], " meets the one from ", other,
                      " to ", p$after[other])
    }
  }
}

stop_not_simple <- function(...) {
  stop_manycore("data", "'points' must be the corners of a polygon whose sides do not cross or ",
                "touch each other: ", ...)
}

# Are all turns to the left, and do they make one round only?
is_convex <- function(p) {
  angle <- atan2(p$y[p$after] - p$y, p$x[p$after] - p$x)
  all(p$corner > 0) && sum((diff(c(angle, angle[1])) + 2 * pi) %% (2 * pi)) < 3 * pi
}

# The first side after side i that meets side i, or NA. The next side meets it only if it goes back
# in the same line.
side_met <- function(p, i) {
  on <- p$after[i]
  met <- sides_met(p, i, on)
  met <- met[met > i]
  if (p$corner[on] == 0 && goes_back(p, on)) {
    met <- c(on, met)
  }
  if (length(met) > 0) met[1] else NA
}

# For a straight corner: do both sides lie in the same direction?
goes_back <- function(p, i) {
  to <- unit_vectors(p$x[p$after[i]] - p$x[i], p$y[p$after[i]] - p$y[i])
  from <- unit_vectors(p$x[p$before[i]] - p$x[i], p$y[p$before[i]] - p$y[i])
  to$x * from$x + to$y * from$y > 0
}

# NULL for a convex polygon; else the lengths of diagonals, Inf for diagonals that are not within.
diagonal_lengths <- function(points) {
  p <- polygon_corners(points)
  if (is_convex(p)) {
    return(NULL)
  }
  n <- nrow(points)
  length <- as.matrix(stats::dist(points))
  dimnames(length) <- NULL
  for (i in seq_len(n)) {
    length[i, !sees(p, i)] <- Inf
  }
  length[1, n] <- 0 # a side, not a diagonal
  length
}

# The sides that share a point with the segment from corner i to j, except those that begin or end
# at its ends, by the corners at which they begin. Two segments meet if neither has both ends on one
# side of the other, and if their bounds overlap (which decides for segments in one line).
sides_met <- function(p, i, j) {
  x <- p$x
  y <- p$y
  from <- which(p$right >= min(x[i], x[j]) & p$left <= max(x[i], x[j]) &
                  p$top >= min(y[i], y[j]) & p$bottom <= max(y[i], y[j]))
  from <- from[!from %in% c(i, j, p$before[c(i, j)])]
  to <- p$after[from]
  side <- function(a, b, c) sign(turn(x[a], y[a], x[b], y[b], x[c], y[c], p$exact))
  from <- from[side(i, j, from) * side(i, j, to) <= 0]
  to <- p$after[from]
  from[side(from, to, i) * side(from, to, j) <= 0]
}

# The corners j > i that corner i sees: the line from i to j begins within the polygon and meets
# only the sides at its ends.
sees <- function(p, i) {
  all <- seq_along(p$x)
  side <- function(a, b, c) turn(p$x[a], p$y[a], p$x[b], p$y[b], p$x[c], p$y[c], p$exact)
  before <- side(i, all, p$before[i])
  after <- side(i, all, p$after[i])
  inside <- if (p$corner[i] > 0) before > 0 & after < 0 else !(after >= 0 & before <= 0)
  inside <- inside & all > i
  for (j in which(inside)) {
    inside[j] <- length(sides_met(p, i, j)) == 0
  }
  inside
}
