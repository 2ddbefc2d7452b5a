#' Paths, their lengths and their record
#'
#' `shortest_path()` lists the vertices on a shortest path. `path_lengths()` gives the length of the
#' path. `path_via()` gives the record from which paths are made.
#'
#' @param x A result of [floyd_warshall()], in memory or in a store, with `traceback = TRUE`.
#'   (Distances need no `traceback`.)
#' @param from,to Vertices by number or by name. Vectors mean many pairs at once: `from[1]` to
#'   `to[1]` and so on. A single vertex is recycled.
#' @param unit `"distance"` for the sum of weights, or `"edges"` for the number of edges.
#'
#' @details
#' **Time** is proportional to the number of vertices on the paths. If sums are rounded, a part of a
#' path may have become shorter after the path was recorded, and may pass through vertices of the
#' other part. Such loops are left out. If weights are negative and rounded, and a cycle has a
#' length near 0, the record may lead into itself, or along a longer path. The function detects this
#' and searches a path among the edges: Dijkstra's algorithm on reduced weights (the weight of an
#' edge less the difference of the distances of its ends), in `O(n^2)` time for each vertex in `to`.
#'
#' **In a store** only those parts of tiles are read that hold pairs of vertices on the paths, in
#' pieces of about 1 MiB. Up to 96 MiB of pieces are kept during the call. The search among the
#' edges needs the whole store in memory; if memory is short, it is an error.
#'
#' **The length of a path**, the sum of its weights, is compared with the distance before the path
#' is returned. With `n` vertices and `u = 2^-53` (in single precision `2^-24`) they differ by at
#' most `2 n u` times the larger of two numbers:
#' * the sum of the absolute weights on the path;
#' * the largest absolute distance from `from` to a vertex between the ends, or from such a vertex
#'   to `to`. A vertex `v` is between the ends if the distances from `from` to `v` and from `v` to
#'   `to` add up to the distance from `from` to `to`, up to `2 n u` times the sum of their absolute
#'   values. (This number is larger than the first one only with negative weights: the sum behind
#'   the distance may have come through such vertices, in a cycle of a length near 0, and was
#'   rounded there.)
#'
#' In single precision the digits that numbers below 1e-38 lose come on top. If sums are not
#' rounded, the difference is 0. With weights of very different size and signs there may be no such
#' path; that is an error.
#'
#' @return `shortest_path()` returns for one pair the numbers of the vertices from `from` to `to`,
#'   both included, named if the vertices have names, and `integer(0)` if there is no path. For
#'   several pairs (or none) it returns a list of such vectors.
#'
#'   `path_lengths()` returns a number for each pair. Without a path the distance is `Inf`, and the
#'   number of edges `NA`. If `from` or `to` is a single vertex and the other one is not, the
#'   numbers have the names of the other vertices, as in a row or a column of a matrix. Otherwise
#'   they have no names.
#'
#'   `path_via()` returns the top vertex of each path (see Ties in [floyd_warshall()]), `NA` if the
#'   path is one edge or if there is no path: of a result in memory the matrix `via`, of a result in
#'   a store a [tile_matrix()].
#' @seealso [floyd_warshall()], [as.data.frame.shortest_paths()] for all pairs
#' @examples
#' w <- as.matrix(eurodist)
#' w[w > 800] <- Inf
#' routes <- floyd_warshall(w)
#' names(shortest_path(routes, "Calais", "Rome"))
#' shortest_path(routes, "Rome", c("Calais", "Vienna"))
#' path_lengths(routes, "Rome", c("Calais", "Vienna"))
#' path_lengths(routes, "Rome", c("Calais", "Vienna"), unit = "edges")
#' @family shortest paths
#' @export
shortest_path <- function(x, from, to) {
  if (missing(x)) stop_missing("x")
  if (missing(from)) stop_missing("from")
  if (missing(to)) stop_missing("to")
  x <- as_paths(x)
  pairs <- vertex_pairs(x, from, to)
  check_recorded(x)
  found <- paths_between(x, pairs$from, pairs$to)
  names <- result_names(x)
  if (!is.null(names)) {
    found <- lapply(found, function(path) {
      if (length(path) > 0) stats::setNames(path, names[path]) else path
    })
  }
  if (length(found) == 1) found[[1]] else found
}

#' @rdname shortest_path
#' @export
path_lengths <- function(x, from, to, unit = c("distance", "edges")) {
  if (missing(x)) stop_missing("x")
  if (missing(from)) stop_missing("from")
  if (missing(to)) stop_missing("to")
  x <- as_paths(x)
  unit <- match_word(unit, c("distance", "edges"), "unit")
  pairs <- vertex_pairs(x, from, to)
  if (unit == "distance") {
    lengths <- distances_between(x, pairs$from, pairs$to)
  } else {
    lengths <- path_edges(x, pairs$from, pairs$to)
  }
  # named as a row or a column of the matrix of distances
  if (length(lengths) > 1 && (length(from) == 1 || length(to) == 1)) {
    names(lengths) <- result_names(x)[if (length(from) == 1) pairs$to else pairs$from]
  }
  lengths
}

#' @rdname shortest_path
#' @export
path_via <- function(x) {
  if (missing(x)) stop_missing("x")
  check_recorded(as_paths(x))
  if (!inherits(x, "tile_matrix")) {
    return(x$via)
  }
  integers_beside(x)
}

# The number of edges on the path of each pair, NA without a path.
path_edges <- function(x, from, to) {
  check_recorded(x)
  edges <- lengths(paths_between(x, from, to)) - 1L
  edges[edges < 0] <- NA
  edges
}

paths_between <- function(x, from, to) {
  if (is_stored(x)) stored_paths_between(x, from, to) else paths_between_in_memory(x, from, to)
}

distances_between <- function(x, from, to) {
  if (is_stored(x)) stored_distances(x$plan, from, to) else x$distance[cbind(from, to)]
}

check_recorded <- function(x) {
  if (is_stored(x) && !has_via(x$plan) || !is_stored(x) && is.null(x$via)) {
    stop_manycore("argument", "'x' has no paths; call floyd_warshall() with traceback = TRUE",
                  argument = "x")
  }
}

# Names of the vertices, or NULL. (Only rows or only columns may have names.)
result_names <- function(x) {
  names <- if (is_stored(x)) x$names else dimnames(x$distance)
  if (!is.null(unlist(names))) vertex_names(names, seq_len(result_size(x)))
}

result_size <- function(x) if (is_stored(x)) x$plan$dim[1] else nrow(x$distance)

# ---- pairs ----

vertex_pairs <- function(x, from, to) {
  n <- result_size(x)
  names <- result_names(x)
  from <- vertex_numbers(from, names, n, "from")
  to <- vertex_numbers(to, names, n, "to")
  pairs <- if (length(from) == 0 || length(to) == 0) 0 else max(length(from), length(to))
  if (pairs > 0 && (!length(from) %in% c(1, pairs) || !length(to) %in% c(1, pairs))) {
    stop_manycore("size", "'from' and 'to' must have the same length, or length 1, not ",
                  length(from), " and ", length(to))
  }
  list(from = rep_len(from, pairs), to = rep_len(to, pairs))
}

vertex_numbers <- function(vertex, names, n, argument) {
  refuse <- function(shown) {
    stop_manycore("argument", "'", argument, "' must name vertices of the graph, or be numbers ",
                  "from 1 to ", n, ", not ", shown, argument = argument)
  }
  if (!is.null(vertex) && !is.atomic(vertex)) {
    refuse(describe(vertex))
  }
  found <- index_places(vertex, n, names)
  if (length(found$several) > 0) {
    stop_manycore("argument", "'", argument, "': several vertices have the name \"",
                  as.character(vertex[found$several[1]]), "\"; give their numbers",
                  argument = argument)
  }
  bad <- which(is.na(found$places))
  if (length(bad) > 0) {
    shown <- vertex[bad[1]]
    refuse(if (is.character(vertex)) quoted(shown) else format(shown))
  }
  found$places
}

# ---- methods ----

#' @rdname summary.shortest_paths
#' @export
format.shortest_paths <- function(x, ...) {
  check_dots(..., .also = format_arguments)
  check_paths(x)
  paths_title(nrow(x$distance), is.null(x$via))
}

paths_title <- function(vertices, distances_only = FALSE) {
  paste0("Shortest paths between ", format_count(vertices),
         if (vertices == 1) " vertex" else " vertices", if (distances_only) ", distances only")
}

#' @export
print.shortest_paths <- function(x, ...) {
  check_dots(..., .also = print_arguments)
  if (!is_intact(x)) {
    cat("Shortest paths that were changed after floyd_warshall() returned them:\n")
    utils::str(unclass(x))
    return(invisible(x))
  }
  n <- nrow(x$distance)
  cat(format(x), "\n", sep = "")
  if (n > 0) {
    some <- seq_len(min(n, 6))
    shown <- x$distance[some, some, drop = FALSE]
    if (!is.null(dimnames(shown))) dimnames(shown) <- lapply(dimnames(shown), valid_text)
    print(shown, ...)
  }
  if (n > 6) {
    cat("... (", n - 6, " more rows and columns)\n", sep = "")
  }
  invisible(x)
}

#' Summary of shortest paths
#'
#' @param object,x A result of [floyd_warshall()]; for `print()` a summary.
#' @param ... `print()` takes the arguments of [print.default()], without effect. Anything else is
#'   an error.
#' @return `summary()` returns a list of class `summary.shortest_paths`:
#'   * `vertices`, the number of vertices;
#'   * `reachable`, the number of ordered pairs of different vertices with a path from the
#'     first to the second;
#'   * `eccentricity`, for each vertex the length of the longest shortest path that begins there
#'     (pairs without a path are left out; `NA` if no path begins there);
#'   * `diameter` and `radius`, the largest and the smallest eccentricity (`NA` without any path);
#'   * `ends`, two vertices at a distance of the diameter;
#'   * `mean`, the mean length of the paths between different vertices;
#'   * `precision`, in which sums were rounded, and `traceback`, whether paths were recorded.
#'
#'   `generics::glance()` returns a data frame of one row with `vertices`, `pairs` (all ordered
#'   pairs), `reachable`, `diameter`, `radius`, `mean`, `precision` and `traceback`. For
#'   `generics::tidy()` see [as.data.frame()][shortest_paths]. `format()` is the first line of
#'   `print()`.
#' @examples
#' summary(floyd_warshall(eurodist))
#' @family shortest paths
#' @export
summary.shortest_paths <- function(object, ...) {
  check_dots(...)
  d <- distances_of(object)
  n <- nrow(d)
  diag(d) <- Inf
  d[is.infinite(d)] <- NA
  reachable <- sum(!is.na(d))
  eccentricity <- apply(d, 1, function(row) {
    if (all(is.na(row))) NA_real_ else max(row, na.rm = TRUE)
  })
  if (n == 0) {
    eccentricity <- numeric()
  }
  ends <- if (reachable > 0) arrayInd(which.max(d), dim(d))[1, ] else c(NA_integer_, NA_integer_)
  names(ends) <- if (reachable > 0 && !is.null(unlist(dimnames(d)))) vertex_names(dimnames(d), ends)
  structure(class = "summary.shortest_paths", list(
    vertices = n, reachable = reachable, eccentricity = eccentricity,
    diameter = if (reachable > 0) max(d, na.rm = TRUE) else NA_real_,
    radius = if (reachable > 0) min(eccentricity, na.rm = TRUE) else NA_real_,
    ends = ends, mean = if (reachable > 0) mean(d, na.rm = TRUE) else NA_real_,
    precision = object$precision, traceback = !is.null(object$via)
  ))
}

#' @rdname summary.shortest_paths
#' @export
print.summary.shortest_paths <- function(x, ...) {
  check_dots(..., .also = print_arguments)
  pairs <- as.double(x$vertices) * (x$vertices - 1)
  ends <- if (is.null(names(x$ends))) x$ends else names(x$ends)
  print_fields(paths_title(x$vertices), c(
    "reachable pairs" = paste(format_count(x$reachable), "of", format_count(pairs)),
    if (x$reachable > 0) c(
      diameter = paste0(format(x$diameter), " (", ends[1], " to ", ends[2], ")"),
      radius = format(x$radius), "mean length" = format(x$mean))
  ))
  invisible(x)
}

#' @rdname summary.shortest_paths
#' @usage \method{glance}{shortest_paths}(x, ...)
#' @exportS3Method generics::glance
glance.shortest_paths <- function(x, ...) {
  check_dots(...)
  s <- summary.shortest_paths(x)
  one_row(vertices = s$vertices, pairs = as.double(s$vertices) * (s$vertices - 1),
          reachable = s$reachable, diameter = s$diameter, radius = s$radius, mean = s$mean,
          precision = s$precision, traceback = s$traceback)
}
