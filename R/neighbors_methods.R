# Methods for neighbours.

# `result`: the answer of C. `x`: the points that are neighbours.
euclidean_neighbors <- function(result, x) {
  structure(result[c("index", "distance")], names_of_x = rownames(x),
            class = "euclidean_neighbors")
}

# An error if `index` and `distance` do not fit together.
check_neighbors <- function(x, argument = "x") {
  if (!are_neighbors(x)) {
    stop_manycore("argument", "'", argument, "' was changed after knn_euclidean() or ",
                  "neighbors_euclidean() returned it: 'index' and 'distance' do not fit together",
                  argument = argument)
  }
}

are_neighbors <- function(x) {
  index <- x[["index"]]
  distance <- x[["distance"]]
  if (is.matrix(index)) {
    is.numeric(index) && is.numeric(distance) && identical(dim(index), dim(distance))
  } else {
    is.list(index) && is.list(distance) &&
      identical(lengths(index, use.names = FALSE), lengths(distance, use.names = FALSE))
  }
}

# Are they the k nearest neighbours, and not those within a radius?
is_nearest <- function(x) is.matrix(x$index)

#' Neighbours as a table, a summary or a picture
#'
#' Methods for the results of [knn_euclidean()] and [neighbors_euclidean()].
#'
#' @param x,object A result of [knn_euclidean()] or [neighbors_euclidean()]; for `print()` of a
#'   summary the summary.
#' @param row.names,optional,stringsAsFactors As for [as.data.frame()].
#' @param n For how many points, as for [utils::head()] and [utils::tail()].
#' @param i Points, by number, name or logicals.
#' @param f,drop The groups of the points, and whether groups without points are left out, as for
#'   [split()].
#' @param ... For `plot()` graphical parameters of [graphics::plot.default()] or
#'   [graphics::hist()]. `print()` takes the arguments of [print.default()], without effect.
#'   `rep()` and `split()` take those of [rep()] and [split()]. Anything else is an error.
#'
#' @return
#' * `as.data.frame()` and `generics::tidy()` return a data frame with a row for each neighbour,
#'   point by point: `from`, the point of `query` (or `x`); `to`, the neighbour in `x`; and
#'   `distance`. Points are names, or numbers of rows if the points have no names.
#' * `summary()` returns a list of class `summary.euclidean_neighbors`: numbers of `points` and of
#'   `neighbors`; `k`, `NULL` for neighbours within a radius; `count`, the quartiles of the number
#'   of neighbours of a point; and `distance`, the quartiles of the distances, `NULL` without
#'   neighbours.
#' * `generics::glance()` returns a data frame of one row: `points`, `neighbors`, `k`, and of the
#'   distances `min.distance`, `median.distance` and `max.distance`.
#' * `x[i]` returns the neighbours of these points, `head()` and `tail()` those of the first or of
#'   the last points. The neighbours themselves stay rows of all points. Points without names get
#'   their numbers as names, unless the numbers stay the same, as those of the first points do.
#'   (`x$index` and `x$distance` are the parts of `x`.)
#' * `rev()`, `rep()` and `split()` do with the points what they do with the elements of a vector.
#'   Functions without a meaning for neighbours, such as `c()`, `unique()`, `sort()`, `range()`,
#'   `rank()` and `x + 1`, are errors, and so are `x[i] <- value` and `names(x) <- value`.
#'   `length()` counts the two parts of `x`. So do `sample()` and `table()`, which know no methods:
#'   `x[sample(summary(x)$points)]` has the points in a random order, and
#'   `table(as.data.frame(x)$to)` counts how often each point is a neighbour.
#' * `format()` returns the first line of `print()`.
#' * `plot()` draws, of the `k` nearest neighbours, the distances to the `k`-th one in ascending
#'   order (a bend suggests a radius for clusters); of neighbours within a radius a histogram of
#'   their numbers. It returns `x`, invisibly.
#' @seealso [knn_euclidean()], [neighbors_euclidean()]
#' @examples
#' near <- knn_euclidean(scale(mtcars), k = 3)
#' summary(near)
#' head(as.data.frame(near), 3)
#' as.data.frame(near["Fiat 128"])
#' plot(near)
#' @name euclidean_neighbors
NULL

#' @rdname euclidean_neighbors
#' @export
format.euclidean_neighbors <- function(x, ...) {
  check_dots(..., .also = format_arguments)
  check_neighbors(x)
  if (is_nearest(x)) {
    k <- ncol(x$index)
    paste("The", if (k == 1) "nearest neighbor" else paste(k, "nearest neighbors"), "of",
          count_of(nrow(x$index), "point"))
  } else {
    paste(count_of(sum(lengths(x$index)), "neighbor"), "of", count_of(length(x$index), "point"),
          "within a radius")
  }
}

#' @export
print.euclidean_neighbors <- function(x, ...) {
  check_dots(..., .also = print_arguments)
  if (!are_neighbors(x)) {
    cat("Neighbors that were changed after knn_euclidean() or neighbors_euclidean() returned them:",
        "\n", sep = "")
    utils::str(unclass(x))
    return(invisible(x))
  }
  matrices <- is_nearest(x)
  cat(format(x), "\n", sep = "")
  cat("$index     ", if (matrices) "a matrix of rows" else "a list of rows", "\n")
  cat("$distance  ", if (matrices) "a matrix" else "a list", "of their distances")
  distance <- known_distances(x)
  if (length(distance) > 0) {
    cat(",", format(min(distance), digits = 3), "to", format(max(distance), digits = 3))
  }
  cat("\n")
  invisible(x)
}

known_distances <- function(x) {
  distance <- as.double(unlist(x$distance, use.names = FALSE))
  distance[!is.na(distance)]
}

neighbor_counts <- function(x) {
  as.integer(if (is_nearest(x)) rowSums(!is.na(x$index)) else lengths(x$index))
}

#' @rdname euclidean_neighbors
#' @export
summary.euclidean_neighbors <- function(object, ...) {
  check_dots(...)
  check_neighbors(object, "object")
  count <- neighbor_counts(object)
  distance <- known_distances(object)
  structure(class = "summary.euclidean_neighbors", list(
    points = length(count), neighbors = sum(as.double(count)),
    k = if (is_nearest(object)) ncol(object$index),
    count = if (length(count) > 0) stats::quantile(count),
    distance = if (length(distance) > 0) stats::quantile(distance), title = format(object)
  ))
}

#' @rdname euclidean_neighbors
#' @export
print.summary.euclidean_neighbors <- function(x, ...) {
  check_dots(..., .also = print_arguments)
  quartiles <- function(q) {
    if (!is.null(q)) paste(format(q, digits = 3, trim = TRUE), collapse = " ")
  }
  fewer <- is.null(x$k) || (!is.null(x$count) && x$count[[1]] < x$k)
  print_fields(x$title, c(neighbors = format_count(x$neighbors),
                          "quartiles of their numbers" = if (fewer) quartiles(x$count),
                          "quartiles of distances" = quartiles(x$distance)))
  invisible(x)
}

#' @rdname euclidean_neighbors
#' @export
as.data.frame.euclidean_neighbors <- function(x, row.names = NULL, optional = FALSE, ...,
                                              stringsAsFactors = FALSE) {
  check_dots(..., .also = table_arguments)
  check_neighbors(x)
  if (is_nearest(x)) {
    there <- which(!is.na(t(x$index)))
    from <- (there - 1L) %/% ncol(x$index) + 1L
    to <- t(x$index)[there]
    distance <- t(x$distance)[there]
    names <- rownames(x$index)
  } else {
    from <- rep(seq_along(x$index), lengths(x$index))
    to <- as.integer(unlist(x$index, use.names = FALSE))
    distance <- as.double(unlist(x$distance, use.names = FALSE))
    names <- names(x$index)
  }
  as_table(list(from = name_or_number(from, names),
                to = name_or_number(to, attr(x, "names_of_x")), distance = distance),
           row.names, stringsAsFactors)
}

#' @export
as.matrix.euclidean_neighbors <- function(x, ...) no_matrix(x, ...)

#' @rdname euclidean_neighbors
#' @usage \method{tidy}{euclidean_neighbors}(x, ...)
#' @exportS3Method generics::tidy
tidy.euclidean_neighbors <- function(x, ...) {
  check_dots(...)
  as.data.frame(x)
}

#' @rdname euclidean_neighbors
#' @usage \method{glance}{euclidean_neighbors}(x, ...)
#' @exportS3Method generics::glance
glance.euclidean_neighbors <- function(x, ...) {
  check_dots(...)
  check_neighbors(x)
  s <- summary.euclidean_neighbors(x)
  quartile <- function(number) if (!is.null(s$distance)) s$distance[[number]] else NA_real_
  one_row(points = s$points, neighbors = s$neighbors, k = if (is.null(s$k)) NA_integer_ else s$k,
          min.distance = quartile(1), median.distance = quartile(3), max.distance = quartile(5))
}

#' @rdname euclidean_neighbors
#' @export
`[.euclidean_neighbors` <- function(x, i, ...) {
  if (nargs() > 2) {
    stop_manycore("argument", "'x' has points, as in x[i], and parts, as in x$index",
                  argument = "x")
  }
  check_dots(...)
  check_neighbors(x)
  if (missing(i)) {
    return(x)
  }
  names <- if (is_nearest(x)) rownames(x$index) else names(x$index)
  only_points(x, chosen_places(i, NROW(x$index), names, "i"))
}

#' @rdname euclidean_neighbors
#' @importFrom utils head
#' @export
head.euclidean_neighbors <- function(x, n = 6L, ...) {
  check_dots(...)
  only_points(x, utils::head(points_of(x), n))
}

#' @rdname euclidean_neighbors
#' @importFrom utils tail
#' @export
tail.euclidean_neighbors <- function(x, n = 6L, ...) {
  check_dots(...)
  only_points(x, utils::tail(points_of(x), n))
}

#' @rdname euclidean_neighbors
#' @export
rev.euclidean_neighbors <- function(x) only_points(x, rev(points_of(x)))

#' @rdname euclidean_neighbors
#' @export
rep.euclidean_neighbors <- function(x, ...) only_points(x, rep(points_of(x), ...))

#' @rdname euclidean_neighbors
#' @export
split.euclidean_neighbors <- function(x, f, drop = FALSE, ...) {
  if (inherits(f, "formula")) {
    stop_manycore("argument", "'f' must be the groups of the points, such as a factor, not a ",
                  "formula: 'x' does not have the variables", argument = "f")
  }
  lapply(split(points_of(x), f, drop, ...), function(points) only_points(x, points))
}

# The numbers of all points.
points_of <- function(x) {
  check_neighbors(x)
  seq_len(NROW(x$index))
}

# The neighbours of these points. Where points without names would change their numbers, the numbers
# become names, so that tables still tell the points.
only_points <- function(x, points) {
  numbers <- if (!identical(points, seq_along(points))) points
  parts <- unclass(x)
  parts[c("index", "distance")] <- lapply(parts[c("index", "distance")], function(part) {
    if (is.matrix(part)) {
      part <- part[points, , drop = FALSE]
      if (is.null(rownames(part))) rownames(part) <- numbers
    } else {
      part <- part[points]
      if (is.null(names(part))) names(part) <- numbers
    }
    part
  })
  structure(parts, class = class(x))
}

# ---- functions of vectors that have no meaning for neighbours ----

# The default methods would take the two parts of x for the elements of a vector. (Where R would
# have the object itself in the call, `call` is a call of x.)
stop_no_vector <- function(what, call = user_call(), parentheses = "()") {
  stop_manycore("argument", "'x' has the neighbors of points, for which ", what, parentheses,
                " has no meaning; as.data.frame(x) is a table of them", argument = "x", call = call)
}

#' @export
c.euclidean_neighbors <- function(...) {
  stop_no_vector("c")
}

#' @export
cbind.euclidean_neighbors <- function(...) {
  stop_no_vector("cbind", quote(cbind(x)))
}

#' @export
rbind.euclidean_neighbors <- function(...) {
  stop_no_vector("rbind", quote(rbind(x)))
}

#' @export
unique.euclidean_neighbors <- function(x, incomparables = FALSE, ...) {
  stop_no_vector("unique")
}

#' @export
duplicated.euclidean_neighbors <- function(x, incomparables = FALSE, ...) {
  stop_no_vector("duplicated")
}

#' @export
anyDuplicated.euclidean_neighbors <- function(x, incomparables = FALSE, ...) {
  stop_no_vector("anyDuplicated")
}

# order() calls xtfrm().
#' @export
xtfrm.euclidean_neighbors <- function(x) {
  stop_manycore("argument", "'x' has the neighbors of points, which have no order, so sorting ",
                "has no meaning; as.data.frame(x) is a table of them", argument = "x",
                call = quote(xtfrm(x)))
}

#' @export
sort.euclidean_neighbors <- function(x, decreasing = FALSE, ...) {
  stop_no_vector("sort")
}

#' @export
median.euclidean_neighbors <- function(x, na.rm = FALSE, ...) {
  stop_no_vector("median")
}

#' @export
quantile.euclidean_neighbors <- function(x, ...) {
  stop_no_vector("quantile")
}

#' @export
mean.euclidean_neighbors <- function(x, ...) {
  stop_no_vector("mean")
}

#' @export
Summary.euclidean_neighbors <- function(..., na.rm = FALSE) {
  stop_no_vector(.Generic, call(.Generic, quote(x)))
}

# rank() compares by `==`.
#' @export
Ops.euclidean_neighbors <- function(e1, e2) {
  stop_no_vector(.Generic, if (missing(e2)) call(.Generic, quote(x)) else
    call(.Generic, quote(x), quote(y)), "")
}

#' @export
Math.euclidean_neighbors <- function(x, ...) {
  stop_no_vector(.Generic, call(.Generic, quote(x)))
}

#' @export
`names<-.euclidean_neighbors` <- function(x, value) {
  stop_manycore("argument", "'x' is not named by names(x) <- value: its parts are x$index and ",
                "x$distance, which have the names of the points", argument = "x",
                call = quote(names(x) <- value))
}

#' @export
`[<-.euclidean_neighbors` <- function(x, i, ..., value) {
  stop_manycore("argument", "'x' is not assigned to by x[i] <- value: its parts are x$index and ",
                "x$distance", argument = "x", call = quote(x[i] <- value))
}

#' @export
`length<-.euclidean_neighbors` <- function(x, value) {
  stop_manycore("argument", "'x' is not cut by length(x) <- value: head(x, n) has the first points",
                argument = "x", call = quote(length(x) <- value))
}

#' @rdname euclidean_neighbors
#' @export
plot.euclidean_neighbors <- function(x, ...) {
  check_neighbors(x)
  if (is_nearest(x)) {
    check_dots(..., .also = graphical_arguments())
    k <- ncol(x$index)
    distance <- if (k > 0) sort(x$distance[, k])
    if (length(distance) == 0) {
      stop_manycore("argument", "'x' has no distances to draw", argument = "x")
    }
    draw_with(graphics::plot, list(
      x = seq_along(distance), y = distance, type = "l", xlab = "points, by distance",
      ylab = paste("distance to neighbor", k), main = format(x)
    ), ...)
  } else {
    check_dots(..., .also = histogram_arguments())
    count <- neighbor_counts(x)
    if (length(count) == 0) {
      stop_manycore("argument", "'x' has no points to draw", argument = "x")
    }
    draw_with(graphics::hist, list(x = count, xlab = "neighbors of a point", ylab = "points",
                                   main = format(x), col = "grey80", border = "white"), ...)
  }
  invisible(x)
}
