#' The paths that floyd_warshall() found
#'
#' `shortest_path()` lists the vertices on a shortest path, `path_lengths()` tells how long it
#' is.
#'
#' @param x What [floyd_warshall()] returned, with `paths = TRUE` (which is not needed for
#'   distances).
#' @param from,to Vertices by number or by name; vectors, for many pairs at once: `from[1]` to
#'   `to[1]` and so on. A single vertex is recycled.
#' @param unit `"distance"` for the sum of weights, or `"edges"` for the number of edges.
#'
#' @details
#' Time is proportional to the number of vertices on the paths. Where sums are rounded, a part
#' of a path may have become shorter after the path was recorded, and pass through vertices
#' of its other part: such loops are left out. If weights are negative and rounded, and a cycle
#' has length 0, the record may lead into itself; a path is then searched among the edges
#' instead, in `O(n^2)` time, whose length is the distance up to rounding. (If even that fails, as
#' with weights of very different size, it is an error.)
#'
#' @return `shortest_path()`: for one pair the numbers of the vertices from `from` to `to`,
#'   both included, with the names of the vertices, if they have names; `integer(0)` where
#'   there is no path. For many pairs (or none) a list of those.
#'
#'   `path_lengths()`: a number for each pair; `Inf` distance, and `NA` edges, where there is
#'   no path.
#' @seealso [floyd_warshall()]
#' @examples
#' w <- as.matrix(eurodist)
#' w[w > 800] <- Inf
#' routes <- floyd_warshall(w)
#' names(shortest_path(routes, "Calais", "Rome"))
#' shortest_path(routes, "Rome", c("Calais", "Vienna"))
#' path_lengths(routes, "Rome", c("Calais", "Vienna"))
#' path_lengths(routes, "Rome", c("Calais", "Vienna"), unit = "edges")
#' @export
shortest_path <- function(x, from, to) {
  check_paths(x)
  pairs <- vertex_pairs(x, from, to)
  if (is.null(x$via)) {
    stop("'x' has no paths; call floyd_warshall() with paths = TRUE", call. = FALSE)
  }
  found <- paths_between(x, pairs$from, pairs$to)
  if (length(found) == 1) found[[1]] else found
}

#' @rdname shortest_path
#' @export
path_lengths <- function(x, from, to, unit = c("distance", "edges")) {
  check_paths(x)
  unit <- match.arg(unit)
  pairs <- vertex_pairs(x, from, to)
  distance <- x$distance[cbind(pairs$from, pairs$to)]
  if (unit == "distance") {
    return(distance)
  }
  if (is.null(x$via)) {
    stop("'x' has no paths; call floyd_warshall() with paths = TRUE", call. = FALSE)
  }
  edges <- lengths(paths_between(x, pairs$from, pairs$to)) - 1L
  edges[edges < 0] <- NA
  edges
}

check_paths <- function(x) {
  if (!inherits(x, "shortest_paths")) {
    stop("'x' must be what floyd_warshall() returns, not ", describe(x), call. = FALSE)
  }
  square <- function(m) is.matrix(m) && nrow(m) == ncol(m)
  if (!is.double(x$distance) || !square(x$distance) ||
      !(is.null(x$via) || (is.integer(x$via) && identical(dim(x$via), dim(x$distance))))) {
    stop("'x' is not as floyd_warshall() returned it; take parts of as.matrix(x)", call. = FALSE)
  }
}

paths_between <- function(x, from, to) {
  found <- rep(list(integer()), length(from))
  there <- is.finite(x$distance[cbind(from, to)])
  found[there] <- .Call(C_shortest_path, x$via, from[there], to[there])
  for (lost in which(vapply(found, is.null, NA))) {
    found[[lost]] <- tight_path(x, from[lost], to[lost])
  }
  names <- dimnames(x$distance)
  if (!is.null(unlist(names))) {
    found <- lapply(found, function(path) stats::setNames(path, vertex_names(names, path)))
  }
  found
}

# ---- pairs ----

vertex_pairs <- function(x, from, to) {
  n <- nrow(x$distance)
  names <- dimnames(x$distance)
  names <- if (!is.null(unlist(names))) vertex_names(names, seq_len(n))
  from <- vertex_numbers(from, names, n, "from")
  to <- vertex_numbers(to, names, n, "to")
  pairs <- if (length(from) == 0 || length(to) == 0) 0 else max(length(from), length(to))
  if (pairs > 0 && (!length(from) %in% c(1, pairs) || !length(to) %in% c(1, pairs))) {
    stop("'from' and 'to' must have the same length, or length 1, not ", length(from), " and ",
         length(to), call. = FALSE)
  }
  list(from = rep_len(from, pairs), to = rep_len(to, pairs))
}

vertex_numbers <- function(vertex, names, n, argument) {
  number <- if (is.factor(vertex)) as.character(vertex) else vertex
  if (is.character(number)) {
    twice <- number %in% names[duplicated(names)]
    if (any(twice)) {
      stop("'", argument, "' names several vertices \"", number[twice][1], "\"; take their numbers",
           call. = FALSE)
    }
    number <- match(number, names)
  } else if (!is.numeric(number)) {
    number <- rep(NA, length(vertex))
  }
  good <- !is.na(number) & number >= 1 & number <= n & number == round(number)
  if (!all(good)) {
    shown <- vertex[!good][1]
    stop("'", argument, "' must name vertices of the graph, or be numbers from 1 to ", n, ", not ",
         if (is.character(vertex)) paste0("\"", shown, "\"") else format(shown), call. = FALSE)
  }
  as.integer(number)
}

# ---- a path among edges ----

# Along edges (u, v) with d(from, u) + w(u, v) = d(from, v) up to rounding, breadth first.
# The weights are in x where this may be needed.
tight_path <- function(x, from, to) {
  d <- x$distance[from, ]
  n <- length(d)
  unit <- if (identical(x$precision, "single")) 2^-23 else 2^-52
  # on the way that was recorded, sums were rounded where negative edges made up for them
  below <- -min(x$weights, 0, na.rm = TRUE)
  before <- rep(NA_integer_, n)
  before[from] <- from
  reached <- from
  while (length(reached) > 0 && is.na(before[to])) {
    found <- integer()
    for (u in reached) {
      weight <- weights_from(x, u)
      slack <- 4 * n * unit * (abs(d[u]) + abs(weight) + abs(d) + below)
      near <- which(is.na(before) & is.finite(weight) & abs(d[u] + weight - d) <= slack)
      before[near] <- u
      found <- c(found, near)
    }
    reached <- found
  }
  if (is.na(before[to])) {
    stop("no path from ", from, " to ", to, " was found whose length is the distance up to ",
         "rounding; scale the weights to whole numbers", call. = FALSE)
  }
  path <- to
  while (path[1] != from) {
    path <- c(before[path[1]], path)
  }
  path
}

# Weights of the edges that begin at u; of a result without them, of those that are paths.
weights_from <- function(x, u) {
  if (is.null(x$weights)) ifelse(is.na(x$via[u, ]), x$distance[u, ], Inf) else x$weights[u, ]
}

# ---- methods ----

#' @export
print.shortest_paths <- function(x, ...) {
  n <- nrow(x$distance)
  cat("Shortest paths between ", n, if (n == 1) " vertex" else " vertices",
      if (is.null(x$via)) ", distances only", "\n", sep = "")
  if (n > 0) {
    some <- seq_len(min(n, 6))
    print(x$distance[some, some, drop = FALSE], ...)
  }
  if (n > 6) {
    cat("... (", n - 6, " more rows and columns)\n", sep = "")
  }
  invisible(x)
}

#' @export
as.matrix.shortest_paths <- function(x, ...) {
  x$distance
}

#' Summary of shortest paths
#'
#' @param object What [floyd_warshall()] returned.
#' @param x A summary.
#' @param ... Ignored.
#' @return A list of class `summary.shortest_paths`:
#'   * `vertices`, their number;
#'   * `reachable`, the number of ordered pairs of different vertices with a path from the
#'     first to the second;
#'   * `eccentricity`, for each vertex the length of the longest of the shortest paths that
#'     begin there (paths that do not exist are left out; `NA` where there is none);
#'   * `diameter` and `radius`, the largest and the smallest of these (`NA` without any);
#'   * `ends`, the two vertices that are a diameter apart;
#'   * `mean`, the mean length of the paths between different vertices.
#' @examples
#' summary(floyd_warshall(eurodist))
#' @export
summary.shortest_paths <- function(object, ...) {
  d <- object$distance
  n <- nrow(d)
  diag(d) <- Inf
  d[is.infinite(d)] <- NA
  reachable <- sum(!is.na(d))
  eccentricity <- apply(d, 1, function(row) if (all(is.na(row))) NA_real_ else
    max(row, na.rm = TRUE))
  if (n == 0) {
    eccentricity <- numeric()
  }
  ends <- if (reachable > 0) arrayInd(which.max(d), dim(d))[1, ] else c(NA_integer_, NA_integer_)
  names(ends) <- if (reachable > 0 && !is.null(unlist(dimnames(d)))) vertex_names(dimnames(d), ends)
  structure(class = "summary.shortest_paths", list(
    vertices = n, reachable = reachable, eccentricity = eccentricity,
    diameter = if (reachable > 0) max(d, na.rm = TRUE) else NA_real_,
    radius = if (reachable > 0) min(eccentricity, na.rm = TRUE) else NA_real_,
    ends = ends, mean = if (reachable > 0) mean(d, na.rm = TRUE) else NA_real_
  ))
}

#' @rdname summary.shortest_paths
#' @export
print.summary.shortest_paths <- function(x, ...) {
  pairs <- as.double(x$vertices) * (x$vertices - 1)
  ends <- if (is.null(names(x$ends))) x$ends else names(x$ends)
  cat("Shortest paths between ", x$vertices, if (x$vertices == 1) " vertex" else " vertices",
      "\n", sep = "")
  cat("  reachable pairs: ", format(x$reachable, big.mark = ","), " of ",
      format(pairs, big.mark = ","), "\n", sep = "")
  if (x$reachable > 0) {
    cat("  diameter:        ", format(x$diameter), " (", ends[1], " to ", ends[2], ")\n", sep = "")
    cat("  radius:          ", format(x$radius), "\n", sep = "")
    cat("  mean length:     ", format(x$mean), "\n", sep = "")
  }
  invisible(x)
}
