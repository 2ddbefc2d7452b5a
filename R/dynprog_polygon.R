#' The shortest triangulation of a polygon
#'
#' Cuts a polygon into triangles by diagonals that do not cross, of the least length together.
#'
#' @param points The corners in order, clockwise or not: a matrix or data frame of two columns, or
#'   a list with `x` and `y`. The last corner is joined to the first, and does not repeat it. The
#'   polygon need not be convex, and corners may lie in line with their neighbours. But the sides
#'   must not cross or touch each other except where two neighbours have their corner in common:
#'   so corners that all lie in one line, three or more, are an error.
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
#' it, which is done in R. A diagonal through a corner does not count as within. Whether corners lie
#' in one line is decided exactly where coordinates are whole numbers and the polygon is at most
#' 2^25 wide and high. Of other coordinates, such as 0.1, the last bit is not known: corners that
#' may be in line but for the rounding of their coordinates count as in line.
#'
#' Coordinates may be of any size, and far from 0. An error of class `manycore_error_data` names two
#' sides that meet, or two corners at the same place, and says if the result would be beyond double
#' precision.
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
                                algorithm = c("auto", "loop", "recursive", "optimized", "zmorton"),
                                threads = NULL, progress = interactive(), ...) {
  if (...length() > 0L) stop_unused()
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
  if (all(points[1, ] == points[n, ]) && !anyDuplicated(points[-n, , drop = FALSE])) {
    stop_manycore("data", "'points' repeats its first corner as the last, in row ", n,
                  ": leave that out, as the last corner is joined to the first")
  }
  sized <- resized_polygon(points)
  check_simple(sized$points)
  weight <- diagonal_lengths(sized$points)
  x <- if (is.null(weight)) {
    parenthesize(NULL, "polygon", sized$points, algorithm = algorithm, threads = threads,
                 progress = progress)
  } else {
    parenthesize(numeric(n - 1), weight, algorithm = algorithm, threads = threads,
                 progress = progress)
  }
  if (is.null(x$tree)) {
    stop_manycore("data", "'points' have sides so close to each other that rounding hides which ",
                  "diagonals are within the polygon")
  }
  diagonals <- x$tree[-1, c(1, 3), drop = FALSE]
  triangles <- x$tree
  dimnames(diagonals) <- dimnames(triangles) <- NULL
  length <- sum(segment_lengths(sized$points, diagonals[, 1], diagonals[, 2])) * sized$back[1] *
    sized$back[2]
  if (!is.finite(length)) {
    stop_manycore("data", "'points' are so far apart that the length of the diagonals is beyond ",
                  "the numbers of double precision")
  }
  structure(list(length = length, triangles = triangles, diagonals = diagonals, points = points),
            class = "polygon_triangulation")
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
