#' The shortest triangulation of a polygon
#'
#' Cuts a polygon into triangles by diagonals that do not cross, of the least length together.
#'
#' @param points The corners in order, clockwise or not: a matrix or data frame of two columns, or
#'   a list with `x` and `y`. The last corner is joined to the first, and does not repeat it. The
#'   polygon need not be convex; its sides must not cross or touch each other.
#' @param x What `triangulate_polygon()` returned.
#' @param col,border Colours of the triangles, of which those with a common side get different
#'   ones, and of their sides.
#' @param threads,progress,... As for [cor_kendall()]; for `plot()`, graphical parameters of
#'   [graphics::plot.default()].
#' @inheritParams parenthesize
#'
#' @details
#' The length of the diagonals is the least when the sum of the triangles' perimeters is, which
#' Cormen et al. ask for: each diagonal is a side of two triangles.
#'
#' Time is `O(n^3)`, also for finding out which diagonals of a polygon that is not convex lie within
#' it, which is done in R. A diagonal through a corner does not count as within.
#'
#' @return An object of class `polygon_triangulation`, a list of
#'   * `length`, that of the diagonals;
#'   * `triangles`, an integer matrix of three columns, the numbers of corners; `n - 2` rows;
#'   * `diagonals`, an integer matrix of two columns, `n - 3` rows;
#'   * `points`, the corners as a matrix.
#' @references
#' Cormen TH, Leiserson CE, Rivest RL (1990). *Introduction to Algorithms*, section 16.4. MIT Press.
#'
#' Gilbert PD (1979). *New results in planar triangulations*. Master's thesis, University of
#' Illinois.
#' @seealso [parenthesize()]
#' @examples
#' angle <- seq(0, 2 * pi, length.out = 13)[-1]
#' star <- rep(c(1, 2), 6) * cbind(cos(angle), sin(angle))
#' x <- triangulate_polygon(star)
#' x
#' plot(x)
#' @export
triangulate_polygon <- function(points,
                                algorithm = c("auto", "loop", "recursive", "optimised", "zmorton"),
                                threads = NULL, progress = interactive(), ...) {
  if (...length() > 0L) {
    stop_unused(substitute(list(...)), names(formals(triangulate_polygon)))
  }
  if (is.list(points) && !is.data.frame(points) && all(c("x", "y") %in% names(points))) {
    if (length(points$x) != length(points$y)) {
      stop_manycore("size", "'points' must have as many y as x, ", length(points$x), ", not ",
                    length(points$y))
    }
    points <- cbind(points$x, points$y)
  }
  points <- polygon_numbers(points, "points")$numbers
  n <- nrow(points)
  if (n < 3) {
    stop_manycore("size", "'points' must have 3 rows at least, not ", n)
  }
  if (all(points[1, ] == points[n, ])) {
    stop_manycore("data", "'points' repeats its first corner as the last, in row ", n,
                  ": leave that out, as the last corner is joined to the first")
  }
  weight <- diagonal_lengths(points)
  x <- if (is.null(weight)) {
    parenthesize(NULL, "polygon", points, algorithm = algorithm, threads = threads,
                 progress = progress)
  } else {
    parenthesize(numeric(n - 1), weight, algorithm = algorithm, threads = threads,
                 progress = progress)
  }
  if (is.null(x$tree)) {
    stop_manycore("data", "'points' are not the corners of a polygon whose sides do not cross or ",
                  "touch each other")
  }
  diagonals <- x$tree[-1, c(1, 3), drop = FALSE]
  triangles <- x$tree
  dimnames(diagonals) <- dimnames(triangles) <- NULL
  structure(list(length = sum(sqrt(rowSums((points[diagonals[, 1], , drop = FALSE] -
                                              points[diagonals[, 2], , drop = FALSE])^2))),
                 triangles = triangles, diagonals = diagonals, points = points),
            class = "polygon_triangulation")
}

# Twice the area of the triangle from p to q to r, above 0 if they turn to the left.
turn <- function(px, py, qx, qy, rx, ry) {
  (qx - px) * (ry - py) - (qy - py) * (rx - px)
}

# NULL for a convex polygon; else the lengths of diagonals, Inf for those that are not within.
diagonal_lengths <- function(points) {
  n <- nrow(points)
  x <- points[, 1]
  y <- points[, 2]
  after <- c(2:n, 1L)
  if (sum(x * y[after] - x[after] * y) < 0) { # clockwise
    y <- -y
  }
  before <- c(n, seq_len(n - 1L))
  corner <- turn(x[before], y[before], x, y, x[after], y[after])
  if (all(corner > 0) && turns_once(x, y)) {
    return(NULL)
  }
  if (any(vapply(seq_len(n), meets_another, NA, x = x, y = y, after = after))) {
    return(matrix(Inf, n, n))
  }
  length <- as.matrix(stats::dist(points))
  dimnames(length) <- NULL
  for (i in seq_len(n)) {
    length[i, !sees(i, x, y, before, after, corner)] <- Inf
  }
  length[1, n] <- 0 # a side, not a diagonal
  length
}

# All turns are to the left: do they make one round, and not more?
turns_once <- function(x, y) {
  angle <- atan2(diff(c(y, y[1])), diff(c(x, x[1])))
  sum((diff(c(angle, angle[1])) + 2 * pi) %% (2 * pi)) < 3 * pi
}

# Which lines from p to q, by numbers of corners, meet the one from i to j? Vectors of p and q.
meets <- function(i, j, p, q, x, y) {
  side <- function(a, b, c) sign(turn(x[a], y[a], x[b], y[b], x[c], y[c]))
  side(i, j, p) * side(i, j, q) <= 0 & side(p, q, i) * side(p, q, j) <= 0
}

# Does the side that begins at corner i meet one that is not its neighbour?
meets_another <- function(i, x, y, after) {
  p <- setdiff(seq_along(x), c(i, after[i], which(after == i)))
  any(meets(i, after[i], p, after[p], x, y))
}

# Which corners j > i does corner i see: the line from i to j begins within the polygon, and meets
# no side but those at its ends.
sees <- function(i, x, y, before, after, corner) {
  all <- seq_along(x)
  side <- function(p, q, r) turn(x[p], y[p], x[q], y[q], x[r], y[r])
  inside <- if (corner[i] > 0) side(i, all, before[i]) > 0 & side(i, all, after[i]) < 0 else
    !(side(i, all, after[i]) >= 0 & side(i, all, before[i]) <= 0)
  inside <- inside & all > i
  for (j in which(inside)) {
    p <- all[all != i & all != j & after != i & after != j]
    inside[j] <- !any(meets(i, j, p, after[p], x, y))
  }
  inside
}

#' @export
print.polygon_triangulation <- function(x, ...) {
  n <- nrow(x$points)
  cat("Triangulation of a polygon of ", n, " corners: ", nrow(x$diagonals),
      if (nrow(x$diagonals) == 1) " diagonal" else " diagonals", " of length ",
      format(x$length), "\n", sep = "")
  invisible(x)
}

# Numbers of colours, from 1 to `count`: triangles that share a diagonal have different ones, if
# there are two. A triangle hangs on a side of one before it, and two that hang on the same differ
# as well, if there are three.
colours_apart <- function(triangles, count) {
  whole <- paste(triangles[, 1], triangles[, 3])
  left <- match(paste(triangles[, 1], triangles[, 2]), whole)
  right <- match(paste(triangles[, 2], triangles[, 3]), whole)
  further <- function(colour, steps) (colour - 1L + steps) %% count + 1L
  colour <- rep(1L, nrow(triangles))
  for (row in seq_along(colour)) { # outer ones come first
    if (!is.na(left[row])) colour[left[row]] <- further(colour[row], 1L)
    if (!is.na(right[row])) colour[right[row]] <- further(colour[row], if (count > 2) 2L else 1L)
  }
  colour
}

#' @rdname triangulate_polygon
#' @export
plot.polygon_triangulation <- function(x, ..., col = grDevices::hcl.colors(7, "Pastel 1"),
                                       border = "grey30") {
  check_graphical(list(...), c("col", "border"), list())
  graphics::plot(x$points, type = "n", asp = 1, ..., xlab = "", ylab = "")
  colour <- col[colours_apart(x$triangles, length(col))]
  for (row in seq_len(nrow(x$triangles))) {
    graphics::polygon(x$points[x$triangles[row, ], ], col = colour[row], border = border)
  }
  graphics::polygon(x$points, lwd = 2)
  invisible(x)
}
