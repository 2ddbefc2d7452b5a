#' Distances of shortest paths as a matrix or a data frame
#'
#' The result of [floyd_warshall()] can be indexed like the matrix of distances. It can be turned
#' into that matrix, or into a table of pairs.
#'
#' @param x A result of [floyd_warshall()].
#' @param i,j Rows (where paths begin) and columns (where paths end), as for a matrix: numbers,
#'   logicals, or names of vertices, also as factors. If only rows or only columns have names, these
#'   names count for both. `i` alone may be a matrix of two columns with a pair in each row, or a
#'   logical matrix.
#' @param drop Whether a single row or column becomes a vector, as for a matrix.
#' @param row.names Names for the rows, or `NULL`.
#' @param optional Ignored.
#' @param unreachable Whether to list pairs without a path, too. Their distance is `Inf`.
#' @param self Whether to list the pairs of a vertex with itself, too. Their distance is 0.
#' @param edges Whether to add a column with the number of edges on each path. This takes longer
#'   than the rest, and needs a result with recorded paths.
#' @param stringsAsFactors Whether names of vertices become factors.
#' @param ... Nothing: any other argument is an error, except `validRN`, which [data.frame()] passes
#'   and which is ignored.
#'
#' @return `x[i, j]` and `as.matrix()` return distances, a numeric matrix or a vector. `dim()`,
#'   `dimnames()`, `nrow()`, `rownames()` and the like are those of that matrix. Arithmetic,
#'   comparisons, `t()`, `is.finite()`, `is.na()`, `cbind()`, `rbind()`, `as.vector()`, `sort()`,
#'   `unique()`, functions such as `round()` or `sqrt()`, and `max()`, `range()` and the like work
#'   on that matrix, too. `mean()`, `median()` and `quantile()` are errors, because the matrix has a
#'   0 for each vertex and `Inf` without a path. Assigning to a part of the result is an error:
#'   change `as.matrix(x)`.
#'
#'   Other functions do not know the matrix. `rowSums()`, `%*%` and `diag()` refuse the result: give
#'   them `as.matrix(x)`. So it is with `cbind()` and `rbind()` beside a data frame or an object of
#'   another class. `rank()` gives the ranks wrong names: give it `as.matrix(x)`, too. `length()`,
#'   `names()`, `lapply()`, `sample()` and `x[["via"]]` see the list that the result is made of.
#'
#'   `as.data.frame()` and `generics::tidy()` return a data frame with a row for each ordered pair
#'   of vertices that is connected by a path, ordered by `from`, then `to`. Its columns are
#'   * `from` and `to`, vertices by their names, or by numbers if they have no names;
#'   * `distance`;
#'   * `edges`, with `edges = TRUE`: whole numbers, `NA` without a path.
#'
#'   The table takes 16 to 24 bytes for each of up to `n^2` pairs. Making it takes about as much
#'   memory again.
#' @seealso [path_lengths()] for some pairs
#' @examples
#' w <- as.matrix(eurodist)
#' w[w > 800] <- Inf
#' routes <- floyd_warshall(w)
#' routes["Rome", "Vienna"]
#' routes[c("Rome", "Calais"), c("Vienna", "Geneva", "Athens")]
#' routes["Rome", ] # from Rome to everywhere
#' routes[cbind(c("Rome", "Calais"), c("Vienna", "Rome"))] # two single pairs
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

# R's own call of the assignment would show all of `value`. So the error shows a short call.
stop_assigned <- function(call) {
  stop_manycore("argument", "'x' is a result of floyd_warshall(), whose distances cannot be ",
                "assigned, nor by functions such as pmin(); change as.matrix(x), or the graph",
                argument = "x", call = call)
}

# ---- arithmetic works on the matrix of distances ----

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
                  "; as.matrix() gives them")
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

# A mean or quantile of all distances is hardly meant.
stop_mean <- function(advice) {
  stop_manycore("argument", "'x' has a distance of 0 from each vertex to itself, and Inf without ",
                "a path: see ", advice, argument = "x")
}

#' @export
mean.shortest_paths <- function(x, ...) {
  stop_mean("summary(x)$mean, or mean(as.matrix(x))")
}

#' @export
median.shortest_paths <- function(x, na.rm = FALSE, ...) {
  stop_mean("median(as.data.frame(x)$distance), or median(as.matrix(x))")
}

#' @export
quantile.shortest_paths <- function(x, ...) {
  stop_mean("quantile(as.data.frame(x)$distance), or quantile(as.matrix(x))")
}

#' @export
t.shortest_paths <- function(x) t(distances_of(x))

#' @export
is.na.shortest_paths <- function(x) is.na(distances_of(x))

#' @export
anyNA.shortest_paths <- function(x, recursive = FALSE) anyNA(distances_of(x))

#' @export
as.vector.shortest_paths <- function(x, mode = "any") as.vector(distances_of(x), mode)

#' @export
as.character.shortest_paths <- function(x, ...) {
  check_dots(...)
  as.character(distances_of(x))
}

# There is no as.double(), so that sd() and IQR() stay errors, as mean() is one.

# sort() and order() ask xtfrm().
#' @export
xtfrm.shortest_paths <- function(x) as.vector(distances_of(x))

#' @export
rev.shortest_paths <- function(x) rev(distances_of(x))

#' @export
unique.shortest_paths <- function(x, incomparables = FALSE, ...) {
  unique(distances_of(x), incomparables, ...)
}

#' @export
duplicated.shortest_paths <- function(x, incomparables = FALSE, ...) {
  duplicated(distances_of(x), incomparables, ...)
}

#' @export
anyDuplicated.shortest_paths <- function(x, incomparables = FALSE, ...) {
  anyDuplicated(distances_of(x), incomparables, ...)
}

#' @export
is.finite.shortest_paths <- function(x) is.finite(distances_of(x))

#' @export
is.infinite.shortest_paths <- function(x) is.infinite(distances_of(x))

#' @export
is.nan.shortest_paths <- function(x) is.nan(distances_of(x))

#' @export
cbind.shortest_paths <- function(..., deparse.level = 1) {
  do.call(cbind, parts_to_bind(list(...), substitute(list(...)), deparse.level, distances_of))
}

#' @export
rbind.shortest_paths <- function(..., deparse.level = 1) {
  do.call(rbind, parts_to_bind(list(...), substitute(list(...)), deparse.level, distances_of))
}

# An index of rows or columns for the matrix of distances: names become numbers.
vertex_index <- function(x, index, argument) {
  if (is.character(index) || is.factor(index)) {
    vertex_numbers(index, result_names(x), nrow(x$distance), argument)
  } else {
    index
  }
}

# An index of single distances: pairs of vertices, logicals, or places in the matrix.
pair_index <- function(x, i) {
  if (is.matrix(i) && is.character(i) && ncol(i) == 2) {
    return(cbind(vertex_index(x, i[, 1], "i"), vertex_index(x, i[, 2], "i")))
  }
  if (is.character(i) || is.factor(i)) {
    stop_manycore("argument", "'x' has rows and columns: x[\"a\", \"b\"] is a distance, ",
                  "x[\"a\", ] a row; elements of the list are x$distance and the like",
                  argument = "i")
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
  check_dots(...)
  distances_of(x)
}

#' @rdname shortest_paths
#' @export
as.data.frame.shortest_paths <- function(x, row.names = NULL, optional = FALSE, ...,
                                         stringsAsFactors = FALSE, unreachable = FALSE,
                                         self = FALSE, edges = FALSE) {
  check_dots(..., .also = table_arguments)
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
  names <- result_names(x)
  columns <- list(from = name_or_number(from, names), to = name_or_number(to, names),
                  distance = distance)
  if (edges) {
    columns$edges <- path_edges(x, from, to)
  }
  as_table(columns, row.names, stringsAsFactors)
}

#' @rdname shortest_paths
#' @usage \method{tidy}{shortest_paths}(x, ...)
#' @exportS3Method generics::tidy
tidy.shortest_paths <- function(x, ...) {
  as.data.frame(x, ...)
}
