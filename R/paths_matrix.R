#' Distances of shortest paths as a matrix or a data frame
#'
#' What [floyd_warshall()] returns can be indexed like the matrix of distances, and turned into that
#' matrix, or into a table of pairs.
#'
#' @param x What [floyd_warshall()] returned.
#' @param i,j Rows and columns (where paths begin and where they end), as of a matrix: numbers,
#'   logicals, or names of vertices, also as factors. Names count for both, if only rows or only
#'   columns have them. `i` alone may be a matrix of two columns with a pair in each row, or a
#'   logical matrix.
#' @param drop Whether a single row or column becomes a vector, as for a matrix.
#' @param row.names Names for the rows, or `NULL`.
#' @param optional Ignored.
#' @param unreachable Whether to list pairs without a path, too; their distance is `Inf`.
#' @param self Whether to list the pairs of a vertex and itself, too, which are 0 apart.
#' @param edges Whether to add a column of the number of edges on each path. (It takes longer than
#'   the rest, and that paths were recorded.)
#' @param stringsAsFactors Whether names of vertices become factors.
#' @param ... Nothing: other arguments of `as.data.frame()` are an error, but for `validRN`, which
#'   [data.frame()] passes and which is ignored.
#'
#' @return `x[i, j]` and `as.matrix()`: distances, a numeric matrix, or a vector; `dim()`,
#'   `dimnames()` and so `nrow()` or `rownames()` are those of that matrix. Arithmetic, comparisons,
#'   `t()`, functions such as `round()` or `sqrt()`, and `max()`, `range()` and the like
#'   take that matrix, too. What [floyd_warshall()] returned cannot be changed by assignment,
#'   which is an error: change `as.matrix(x)`.
#'
#'   `as.data.frame()`: a data frame with a row for each ordered pair of vertices that is connected
#'   by a path, ordered by `from`, then `to`, and the columns
#'   * `from` and `to`, vertices by their names, or by numbers if they have none;
#'   * `distance`;
#'   * `edges`, if asked for, whole numbers (`NA` without a path).
#'
#'   It takes 16 to 24 bytes for each of up to `n^2` pairs, and while it is made about as
#'   much again.
#' @seealso [path_lengths()] for some pairs
#' @examples
#' w <- as.matrix(eurodist)
#' w[w > 800] <- Inf
#' routes <- floyd_warshall(w)
#' routes["Rome", "Vienna"]
#' routes[c("Rome", "Calais"), c("Vienna", "Geneva", "Athens")]
#' routes["Rome", ] # from Rome to everywhere
#' routes[cbind(c("Rome", "Calais"), c("Vienna", "Rome"))] # two pairs
#' head(as.data.frame(routes, edges = TRUE))
#' @name shortest_paths
#' @aliases [.shortest_paths
NULL

#' @rdname shortest_paths
#' @export
`[.shortest_paths` <- function(x, i, j, ..., drop = TRUE) {
  check_paths(x)
  if (...length() > 0) {
    stop_manycore("argument", "'x' has rows and columns only, as in x[i, j]", argument = "...")
  }
  subscripts <- nargs() - 1 - as.integer(!missing(drop))
  if (subscripts < 2) {
    return(if (missing(i)) x$distance else x$distance[pair_index(x, i)])
  }
  rows <- if (missing(i)) seq_len(nrow(x$distance)) else vertex_index(x, i, "i")
  columns <- if (missing(j)) seq_len(nrow(x$distance)) else vertex_index(x, j, "j")
  part <- x$distance[rows, columns, drop = FALSE]
  names <- result_names(x)
  if (is.null(rownames(part)) && !is.null(names)) {
    rownames(part) <- names[rows]
  }
  if (is.null(colnames(part)) && !is.null(names)) {
    colnames(part) <- names[columns]
  }
  if (isTRUE(drop)) part[, , drop = TRUE] else part
}

#' @export
`[<-.shortest_paths` <- function(x, i, j, ..., value) {
  stop_assigned(quote(x[i, j] <- value))
}

#' @export
`[[<-.shortest_paths` <- function(x, ..., value) {
  stop_assigned(quote(x[[i]] <- value))
}

#' @export
`$<-.shortest_paths` <- function(x, name, value) {
  stop_assigned(quote(x$name <- value))
}

# The call that R knows holds all of `value`: a short one is shown.
stop_assigned <- function(call) {
  stop_manycore("argument", "'x' is what floyd_warshall() found, and distances of shortest paths ",
                "cannot be assigned; change as.matrix(x), or the graph", argument = "x",
                call = call)
}

# ---- arithmetic: that of the matrix of distances ----

#' @export
Ops.shortest_paths <- function(e1, e2) {
  operation <- get(.Generic, mode = "function")
  if (missing(e2)) {
    return(operation(distances_of(e1)))
  }
  e1 <- distances_of(e1)
  e2 <- distances_of(e2)
  if (is.matrix(e1) && is.matrix(e2) && !identical(dim(e1), dim(e2))) {
    stop_manycore("size", "'", .Generic, "' takes matrices of one size, not ",
                  paste(dim(e1), collapse = " x "), " and ", paste(dim(e2), collapse = " x "),
                  ", as as.matrix() gives them")
  }
  operation(e1, e2)
}

#' @export
Math.shortest_paths <- function(x, ...) {
  get(.Generic, mode = "function")(distances_of(x), ...)
}

#' @export
Summary.shortest_paths <- function(..., na.rm = FALSE) {
  do.call(.Generic, c(lapply(list(...), distances_of), list(na.rm = na.rm)))
}

#' @export
mean.shortest_paths <- function(x, ...) {
  stop_manycore("argument", "'x' has a distance of 0 from each vertex to itself, and Inf where ",
                "there is no path: see summary(x)$mean, or mean(as.matrix(x))", argument = "x")
}

#' @export
t.shortest_paths <- function(x) {
  t(distances_of(x))
}

# An index of rows or columns as a matrix takes it: names become numbers.
vertex_index <- function(x, index, argument) {
  if (is.character(index) || is.factor(index)) {
    vertex_numbers(index, result_names(x), nrow(x$distance), argument)
  } else {
    index
  }
}

# An index of numbers of the matrix: pairs of vertices, logicals, or places.
pair_index <- function(x, i) {
  if (is.matrix(i) && is.character(i) && ncol(i) == 2) {
    return(cbind(vertex_index(x, i[, 1], "i"), vertex_index(x, i[, 2], "i")))
  }
  if (is.character(i) || is.factor(i)) {
    stop_manycore("argument", "'x' has rows and columns, as in x[\"a\", \"b\"], or x[\"a\", ] for ",
                  "a row; its elements are x$distance and the like", argument = "i")
  }
  i
}

#' @export
dim.shortest_paths <- function(x) {
  dim(x$distance)
}

#' @export
dimnames.shortest_paths <- function(x) {
  names <- result_names(x)
  if (!is.null(names)) {
    stats::setNames(list(names, names), names(dimnames(x$distance)))
  }
}

#' @rdname shortest_paths
#' @export
as.matrix.shortest_paths <- function(x, ...) {
  distances_of(x)
}

#' @rdname shortest_paths
#' @export
as.data.frame.shortest_paths <- function(x, row.names = NULL, optional = FALSE, ...,
                                         stringsAsFactors = FALSE, unreachable = FALSE,
                                         self = FALSE, edges = FALSE) {
  check_table_arguments(substitute(list(...)), names(formals(as.data.frame.shortest_paths)))
  check_paths(x)
  check_flag(stringsAsFactors, "stringsAsFactors")
  check_flag(unreachable, "unreachable")
  check_flag(self, "self")
  if (check_flag(edges, "edges")) {
    check_recorded(x)
  }
  n <- nrow(x$distance)
  check_room(5 * as.double(n)^2)
  distance <- as.vector(t(x$distance)) # by rows
  from <- rep(seq_len(n), each = n)
  to <- rep(seq_len(n), n)
  listed <- (unreachable | is.finite(distance)) & (self | from != to)
  if (!all(listed)) {
    distance <- distance[listed]
    from <- from[listed]
    to <- to[listed]
  }
  columns <- list(from = from, to = to, distance = distance)
  names <- result_names(x)
  if (!is.null(names)) {
    columns$from <- names[from]
    columns$to <- names[to]
  }
  if (edges) {
    columns$edges <- path_edges(x, from, to)
  }
  table <- as.data.frame(columns, stringsAsFactors = stringsAsFactors)
  if (!is.null(row.names)) {
    attr(table, "row.names") <- NULL
    row.names(table) <- row.names
  }
  table
}
