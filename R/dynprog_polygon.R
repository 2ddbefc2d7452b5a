#' The shortest triangulation of a polygon
#'
#' `triangulate_polygon()` cuts a polygon into triangles by diagonals that do not cross. Their total
#' length is as small as possible.
#'
#' @param points The corners in order, clockwise or not: a matrix or data frame of two columns, or
#'   a list with `x` and `y`. The last corner is joined to the first, and must not repeat it. The
#'   polygon need not be convex, and a corner may lie in line with its neighbours. But sides must
#'   not cross or touch each other except at the common corner of two neighbours. So three or more
#'   corners that all lie in one line are an error.
#' @param x A result of `triangulate_polygon()`.
#' @param col,border Colours of the triangles and of their sides. Triangles with a common side get
#'   different colours.
#' @param threads,progress,... As for [cor_kendall()]; for `plot()`, graphical parameters of
#'   [graphics::plot.default()].
#' @inheritParams parenthesize
#'
#' @details
#' Cormen et al. minimize the sum of the perimeters of the triangles. That is the same: each
#' diagonal is a side of two triangles.
#'
#' **Time** is `O(n^3)`, **memory** that of [parenthesize()]. If the polygon is not convex, R code
#' finds the diagonals within it first, in `O(n^3)` time, too. A diagonal through a corner does not
#' count as within. If coordinates are whole numbers and the polygon is at most 2^25 wide and high,
#' the function decides exactly whether corners lie in one line. The last bit of other coordinates,
#' such as 0.1, is uncertain: corners that may lie in one line up to this bit count as in line.
#'
#' **Errors.** Coordinates may have any size, but not be `NA`. Two sides that meet, and two corners
#' at the same place, are errors of class `manycore_error_data`. So is a result beyond the range of
#' double precision.
#'
#' @return An object of class `polygon_triangulation`, a list of
#'   * `length`, the total length of the diagonals;
#'   * `triangles`, an integer matrix of three columns, the numbers of corners, with `n - 2` rows;
#'   * `diagonals`, an integer matrix of two columns, the numbers of corners, with `n - 3` rows;
#'   * `points`, the corners as a matrix.
#' @references
#' Cormen TH, Leiserson CE, Rivest RL (1990). *Introduction to Algorithms*, section 16.4. MIT Press.
#'
#' Gilbert PD (1979). *New results in planar triangulations*. Master's thesis, University of
#' Illinois.
#' @seealso [parenthesize()], [dynprog-methods] for `summary()` and tables
#' @examples
#' angle <- seq(0, 2 * pi, length.out = 13)[-1]
#' star <- rep(c(1, 2), 6) * cbind(cos(angle), sin(angle))
#' x <- triangulate_polygon(star)
#' x
#' plot(x)
#' @family dynamic programs
#' @export
triangulate_polygon <- function(points,
                                algorithm = c("auto", "loop", "recursive", "optimized", "zmorton"),
                                threads = NULL, progress = interactive(), ...) {
  check_dots(...)
  if (missing(points)) stop_missing("points")
  if (is.list(points) && !is.data.frame(points) && all(c("x", "y") %in% names(points))) {
    if (length(points$x) != length(points$y)) {
      stop_manycore("size", "'points' must have as many y as x, ", length(points$x), ", not ",
                    length(points$y))
    }
    refuse_integer64(points[c("x", "y")], "points")
    points <- cbind(points$x, points$y)
  }
  points <- polygon_numbers(points, "points")$numbers
  n <- nrow(points)
  if (n < 3) {
    stop_manycore("size", "'points' must have at least 3 rows, not ", n)
  }
  if (all(points[1, ] == points[n, ]) && !anyDuplicated(points[-n, , drop = FALSE])) {
    stop_manycore("data", "'points' repeats its first corner in row ", n, ": leave out row ", n,
                  ", as the last corner is joined to the first")
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
                  "the range of double precision")
  }
  structure(list(length = length, triangles = triangles, diagonals = diagonals, points = points),
            class = "polygon_triangulation")
}

polygon_title <- function(corners, length) {
  paste0("Triangulation of a polygon of ", corners, " corners: ", count_of(corners - 3, "diagonal"),
         " of length ", format(length))
}

#' @rdname dynprog-methods
#' @export
format.polygon_triangulation <- function(x, ...) {
  check_dots(..., .also = format_arguments)
  polygon_title(nrow(x$points), x$length)
}

#' @export
print.polygon_triangulation <- function(x, ...) {
  check_dots(..., .also = print_arguments)
  cat(format(x), "\n", sep = "")
  invisible(x)
}

#' @rdname dynprog-methods
#' @export
as.data.frame.polygon_triangulation <- function(x, row.names = NULL, optional = FALSE,
                                                what = c("diagonals", "triangles"), ...,
                                                stringsAsFactors = FALSE) {
  check_dots(..., .also = table_arguments)
  what <- match_word(what, c("diagonals", "triangles"), "what")
  at <- x[[what]]
  columns <- if (what == "triangles") {
    list(corner1 = at[, 1], corner2 = at[, 2], corner3 = at[, 3])
  } else {
    sized <- resized_polygon(x$points)
    list(from = at[, 1], to = at[, 2],
         length = segment_lengths(unname(sized$points), at[, 1], at[, 2]) * sized$back[1] *
           sized$back[2])
  }
  as_table(columns, row.names, stringsAsFactors)
}

#' @export
as.matrix.polygon_triangulation <- function(x, ...) no_matrix(x, ...)

#' @rdname dynprog-methods
#' @usage \method{tidy}{polygon_triangulation}(x, ...)
#' @exportS3Method generics::tidy
tidy.polygon_triangulation <- function(x, ...) {
  as.data.frame(x, ...)
}

#' @rdname dynprog-methods
#' @export
summary.polygon_triangulation <- function(object, ...) {
  check_dots(...)
  length <- as.data.frame(object)$length
  structure(class = "summary.polygon_triangulation", list(
    corners = nrow(object$points), triangles = nrow(object$triangles), diagonals = length(length),
    length = object$length, shortest = if (length(length) > 0) min(length) else NA_real_,
    longest = if (length(length) > 0) max(length) else NA_real_
  ))
}

#' @export
print.summary.polygon_triangulation <- function(x, ...) {
  check_dots(..., .also = print_arguments)
  print_fields(polygon_title(x$corners, x$length), c(
    triangles = format_count(x$triangles),
    diagonals = if (x$diagonals > 0) paste(format(x$shortest), "to", format(x$longest))
  ))
  invisible(x)
}

#' @rdname dynprog-methods
#' @usage \method{glance}{polygon_triangulation}(x, ...)
#' @exportS3Method generics::glance
glance.polygon_triangulation <- function(x, ...) {
  check_dots(...)
  do.call(one_row, unclass(summary(x)))
}

# A colour number from 1 to `count` for each triangle. With two colours or more, triangles that
# share a diagonal differ. Each triangle but the first shares a side with an earlier one, its
# parent. With three colours or more, two triangles with the same parent differ, too.
colours_apart <- function(triangles, count) {
  parts <- parts_of_joins(triangles)
  further <- function(colour, steps) (colour - 1L + steps) %% count + 1L
  colour <- rep(1L, nrow(triangles))
  for (row in seq_along(colour)) { # outer ones come first
    left <- parts$left[row]
    right <- parts$right[row]
    if (!is.na(left)) colour[left] <- further(colour[row], 1L)
    if (!is.na(right)) colour[right] <- further(colour[row], if (count > 2) 2L else 1L)
  }
  colour
}

#' @rdname triangulate_polygon
#' @export
plot.polygon_triangulation <- function(x, ..., col = grDevices::hcl.colors(7, "Pastel 1"),
                                       border = "grey30") {
  check_dots(..., .also = graphical_arguments())
  graphics::plot(x$points, type = "n", asp = 1, ..., xlab = "", ylab = "")
  colour <- col[colours_apart(x$triangles, length(col))]
  for (row in seq_len(nrow(x$triangles))) {
    graphics::polygon(x$points[x$triangles[row, ], ], col = colour[row], border = border)
  }
  graphics::polygon(x$points, lwd = 2)
  invisible(x)
}
