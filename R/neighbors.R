#' Nearest neighbours by Euclidean distance
#'
#' The `k` nearest points of each point, exactly, with the distances of [dist_euclidean()], and
#' without a matrix of all distances.
#'
#' @param x A numeric matrix, data frame or vector whose rows are points, as for
#'   [dist_euclidean()]. Of a SummarizedExperiment or ExpressionSet the points are the columns
#'   (samples) of the first assay.
#' @param k How many neighbours, a whole number. More than there are is as many as there are, with a
#'   warning.
#' @param query `NULL` for the neighbours of the points in `x`, none of which is its own; or points
#'   with as many coordinates, for their neighbours in `x`.
#' @param fused `TRUE` allows fused multiply-add: faster, and distances may differ in the last
#'   place, as with [dist_euclidean()]. (So may the order of neighbours that are as good as equally
#'   far.)
#' @param threads,progress,... As for [cor_kendall()].
#'
#' @details
#' **Exact, and always the same.** The distances are the bits of `dist_euclidean(x)`, hence of
#' [stats::dist()]. Neighbours are in the order of their distances, and equally distant ones in that
#' of their rows in `x`; so there is one right answer, which no instruction set, number of threads
#' or order of the data changes.
#'
#' **Missing values** are treated as by [stats::dist()]: a coordinate is left out where either
#' point has none, and the sum scaled up. A distance that is `NA`, as there is no coordinate
#' left, is nobody's neighbour; rows with fewer than `k` neighbours end with `NA`. Infinite values
#' are infinitely far, or, where their difference is not a number, left out.
#'
#' **Time.** Points are put in the order of a k-d tree whose leaves are 32 points. Leaves of queries
#' meet leaves of points by the kernel of [dist_euclidean()], the nearest first; those whose
#' bounding box is beyond the `k` nearest so far are left out. So time depends on the data: few
#' dimensions, clusters, or coordinates of which a few vary most (principal components) leave much
#' out; many independent coordinates nothing, and then it is that of all `n m` distances. With
#' `n` points and `m` queries there are `n m / 32768` boxes to look at in any case. Points with
#' missing or infinite values are compared with all others.
#'
#' **Memory**: the result, `12 k` bytes a point; one and a half copies of `x` and `query` in double
#' precision (of integers, two and a half); 12 bytes a point; 8 MiB for columns on their way; and
#' for each thread `384 k` bytes, 32 KiB, and less than a byte for each point.
#'
#' @return A list of two matrices with a row for each point of `x`, or of `query`, and `k` columns,
#'   as BiocNeighbors' `findKNN()` and `queryKNN()` give it: `index`, the rows of `x`, integers;
#'   and `distance`. Row names are those of the points. The list has the class
#'   `euclidean_neighbors`, for printing and for two methods: `as.data.frame()` makes a row of each
#'   neighbour, with `point`, the row of `query` (or `x`), `neighbor`, that of `x`, and `distance`;
#'   `head()` takes the first points.
#' @references
#' Bentley JL (1975). Multidimensional binary search trees used for associative searching.
#' *Communications of the ACM* **18**, 509-517.
#'
#' Friedman JH, Bentley JL, Finkel RA (1977). An algorithm for finding best matches in
#' logarithmic expected time. *ACM Transactions on Mathematical Software* **3**, 209-226.
#' @seealso [neighbors_euclidean()] for all points within a radius, [dist_euclidean()]
#' @examples
#' near <- knn_euclidean(scale(mtcars), k = 3)
#' near
#' head(as.data.frame(near))
#' rownames(mtcars)[near$index["Fiat 128", ]]
#'
#' # classification by the majority of the five nearest flowers
#' train <- seq(1, 150, by = 2)
#' near <- knn_euclidean(iris[train, 1:4], k = 5, query = iris[-train, 1:4])
#' votes <- matrix(iris$Species[train][near$index], ncol = 5)
#' guess <- apply(votes, 1, function(v) names(which.max(table(v))))
#' table(guess, iris$Species[-train])
#' @export
knn_euclidean <- function(x, k, query = NULL, fused = FALSE, threads = NULL,
                          progress = interactive(), ...) {
  if (...length() > 0L) stop_unused()
  if (!is_whole(k, 0)) {
    stop_argument("k", "a whole number, 0 or more", k)
  }
  points <- match_points(x, query, fused, threads)
  queries <- if (is.null(points$query)) points$x else points$query
  most <- nrow(points$x) - is.null(points$query)
  if (k > max(most, 0)) {
    most <- max(most, 0)
    warning(simpleWarning(paste0("there are only ", count_of(most, "neighbor"), ", not 'k' = ",
                                 format(k, digits = 15), ": all of them are given"), sys.call()))
    k <- most
  }
  check_room(1.5 * k * nrow(queries))
  tick <- if (!identical(progress, FALSE)) progress_ticker(progress, "Nearest neighbors")
  result <- classed(.Call(C_nearest, points$x, points$query, as.integer(k), points$fused,
                          points$threads, tick))
  names <- rownames(queries)
  if (!is.null(names)) {
    dimnames(result$index) <- dimnames(result$distance) <- list(names, NULL)
  }
  structure(result[c("index", "distance")], class = "euclidean_neighbors")
}

#' All points within a radius
#'
#' The points that are at most a given Euclidean distance away, of each point, exactly, with the
#' distances of [dist_euclidean()], and without a matrix of all distances.
#'
#' @inheritParams knn_euclidean
#' @param radius The largest distance that counts, or one for each point (of `query`, if there is
#'   one): numbers from 0 to `Inf`.
#' @param query `NULL` for the neighbours of the points in `x`; or points with as many coordinates,
#'   for their neighbours in `x`.
#' @param output `"list"` or `"matrix"`, see below.
#'
#' @details
#' What [knn_euclidean()] says of exactness, missing values and time holds here, too; but that
#' neighbours are first counted, and then found, which takes less time again.
#'
#' **Memory**: the result, 12 bytes a neighbour (and 96 a point, for lists; for a sparse matrix 32
#' while it is made), and what [knn_euclidean()] needs beside its own. A result that is larger than
#' the memory that is free is refused when the neighbours are counted; the message says how many
#' they are.
#'
#' @return With `output = "list"` a list as BiocNeighbors' `findNeighbors()` and `queryNeighbors()`
#'   give it: `index`, a list of integer vectors, the rows of `x` that are within the radius of
#'   each point; and `distance`, a list of their distances. Without `query` each point is among its
#'   own, unless none of its coordinates has a difference from itself that is a number (missing and
#'   infinite ones have not), so that this distance is `NA`, too. Neighbours are in the order of
#'   their distances, equally distant ones in that of their rows. The elements have the row names of
#'   the points; the list has the class `euclidean_neighbors`, with the methods that
#'   [knn_euclidean()] has.
#'
#'   With `output = "matrix"` a sparse matrix (`dgCMatrix` of the package Matrix) of the distances,
#'   with a row for each point, of `query` if there is one, a column for each point of `x`, and
#'   their names. What it stores are neighbours: distances of 0 as well, between equal points; but
#'   not the diagonal, without `query`, as no point is its own neighbour in a graph.
#' @seealso [knn_euclidean()], [dist_euclidean()]
#' @examples
#' near <- neighbors_euclidean(scale(mtcars), radius = 1)
#' lengths(near$index)
#'
#' # the graph of cars that are alike
#' if (requireNamespace("Matrix", quietly = TRUE)) {
#'   neighbors_euclidean(scale(mtcars), radius = 1, output = "matrix")[1:5, 1:5]
#' }
#' @export
neighbors_euclidean <- function(x, radius, query = NULL, output = c("list", "matrix"),
                                fused = FALSE, threads = NULL, progress = interactive(), ...) {
  if (...length() > 0L) stop_unused()
  radius <- c(radius) # if it is left out, an error of R of this call
  output <- match_word(output, c("list", "matrix"), "output")
  if (output == "matrix") {
    need_package("Matrix", "output = \"matrix\"")
  }
  points <- match_points(x, query, fused, threads)
  alone <- is.null(points$query)
  queries <- if (alone) points$x else points$query
  radius <- match_radius(radius, nrow(queries))
  tick <- if (!identical(progress, FALSE)) progress_ticker(progress, "Neighbors")
  available <- if (length(points$x) > small) memory_available() else NA
  each <- if (output == "matrix") 32 else 12 # bytes
  lists <- if (output == "list") 96 * as.double(nrow(queries)) else 0
  most <- if (is.na(available)) Inf else max(0, available - lists) / each
  result <- classed(.Call(C_within, points$x, points$query, radius,
                          as.integer(output == "list"), as.integer(output == "matrix"), most,
                          points$fused, points$threads, tick))
  if (is.null(result$index)) {
    count <- sum(result$count)
    stop_manycore("memory", "there are ", format(count, big.mark = ",", scientific = FALSE),
                  " neighbors, which need ", format_bytes(each * count + lists),
                  " of memory, of which ", format_bytes(available),
                  " are available: a smaller 'radius' has fewer")
  }
  if (output == "matrix") {
    if (length(result$index) > .Machine$integer.max) {
      stop_manycore("size", "a sparse matrix has at most 2^31 - 1 elements, not ",
                    format(length(result$index), big.mark = ",", scientific = FALSE),
                    ": write output = \"list\", or a smaller 'radius'")
    }
    return(Matrix::sparseMatrix(j = result$index, p = c(0, cumsum(result$count)),
                                x = result$distance, dims = c(nrow(queries), nrow(points$x)),
                                dimnames = list(rownames(queries), rownames(points$x))))
  }
  names(result$index) <- names(result$distance) <- rownames(queries)
  structure(result[c("index", "distance")], class = "euclidean_neighbors")
}

# x, query, fused and threads as C takes them.
match_points <- function(x, query, fused, threads) {
  check_flag(fused, "fused")
  threads <- check_threads(threads)
  x <- points_in_memory(x, "x")
  if (!is.null(query)) {
    query <- points_in_memory(query, "query")
    check_columns(x, query, "query")
  }
  list(x = x, query = query, fused = as.integer(fused), threads = threads)
}

# Of a container of assays the columns of the first.
points_in_memory <- function(x, name) {
  as_points(if (has_assays(x)) as.matrix(column_source(x, FALSE, name, 1L)) else x, name)
}

match_radius <- function(radius, n) {
  if (!is.numeric(radius) || !length(radius) %in% c(1L, n)) {
    stop_argument("radius", paste0("a number, or one for each of the ", n, " points"), radius)
  }
  if (anyNA(radius) || any(radius < 0)) {
    stop_argument("radius", "0 or more",
                  if (length(radius) == 1L) radius else radius[is.na(radius) | radius < 0][1])
  }
  rep_len(as.double(radius), n)
}

#' @export
print.euclidean_neighbors <- function(x, ...) {
  if (is.matrix(x$index)) {
    n <- nrow(x$index)
    k <- ncol(x$index)
    cat("The", if (k == 1) "nearest neighbor" else paste(k, "nearest neighbors"), "of",
        paste0(count_of(n, "point"), "\n"))
  } else {
    n <- length(x$index)
    cat(count_of(sum(lengths(x$index)), "neighbor"), "within a radius of",
        paste0(count_of(n, "point"), "\n"))
  }
  cat("$index     ", if (is.matrix(x$index)) "a matrix of rows" else "a list of rows", "\n")
  cat("$distance  ", if (is.matrix(x$index)) "a matrix" else "a list", "of their distances")
  range <- if (is.list(x$distance)) unlist(x$distance) else x$distance
  range <- range[!is.na(range)]
  if (length(range) > 0) {
    cat(",", format(min(range), digits = 3), "to", format(max(range), digits = 3))
  }
  cat("\n")
  invisible(x)
}

# A row for each neighbour that there is, point by point.
#' @export
as.data.frame.euclidean_neighbors <- function(x, row.names = NULL, optional = FALSE, ...,
                                              stringsAsFactors = FALSE) {
  check_table_arguments(substitute(list(...)), names(formals(as.data.frame.euclidean_neighbors)))
  if (is.matrix(x$index)) {
    there <- which(!is.na(t(x$index)))
    k <- ncol(x$index)
    table <- list(point = (there - 1L) %/% k + 1L, neighbor = t(x$index)[there],
                  distance = t(x$distance)[there])
  } else {
    table <- list(point = rep(seq_along(x$index), lengths(x$index)),
                  neighbor = as.integer(unlist(x$index, use.names = FALSE)),
                  distance = as.double(unlist(x$distance, use.names = FALSE)))
  }
  as.data.frame(table, row.names = row.names)
}

# Of the first points.
#' @importFrom utils head
#' @export
head.euclidean_neighbors <- function(x, n = 6L, ...) {
  if (...length() > 0L) stop_unused()
  first <- utils::head(seq_len(NROW(x$index)), n)
  x[] <- lapply(unclass(x), function(part) {
    if (is.matrix(part)) part[first, , drop = FALSE] else part[first]
  })
  x
}
