#' Nearest neighbours by Euclidean distance
#'
#' The `k` nearest points of each point, exactly, with the distances of [dist_euclidean()], and
#' without a matrix of all distances.
#'
#' @param x Points, as for [dist_euclidean()]: the rows of a numeric matrix, data frame or vector,
#'   of a matrix of the package Matrix, a DelayedArray or a `big.matrix`, or the samples of a
#'   SummarizedExperiment or ExpressionSet. See [manycore_inputs].
#' @param k How many neighbours, a whole number. If there are fewer, all of them are given, with a
#'   warning.
#' @param query `NULL` for the neighbours of the points in `x`, where no point is its own neighbour;
#'   or points with as many coordinates, in any of the classes of `x`, for their neighbours in `x`.
#' @param fused `TRUE` allows fused multiply-add, which is faster. Distances may differ in the last
#'   place, as with [dist_euclidean()]. So neighbours at nearly equal distances may change places.
#' @param assay,threads,progress As for [cor_kendall()].
#' @param ... Nothing: other arguments are an error. (`plot()` takes graphical parameters.)
#'
#' @details
#' **Exact, and always the same.** The distances have the bits of `dist_euclidean(x)`, hence of
#' [stats::dist()]. Neighbours are ordered by their distances; neighbours at the same distance are
#' ordered by their rows in `x`. So the answer does not depend on the instruction set or the number
#' of threads.
#'
#' **Missing values** are treated as by [stats::dist()]: a coordinate is left out if it is missing
#' in either point, and the sum is scaled up. If no coordinate is left, the distance is `NA`, and
#' the points are not neighbours. If a point has fewer than `k` neighbours, its row ends with `NA`.
#' Infinite coordinates make infinite distances, or are left out if their difference is `NaN`.
#'
#' **Time.** A k-d tree with leaves of 32 points orders the points. The kernel of [dist_euclidean()]
#' compares leaves of queries with leaves of points, the nearest leaves first. A leaf is skipped if
#' its bounding box is farther away than the `k` nearest points so far. So time depends on the data.
#' With few dimensions, with clusters, or if a few coordinates vary most (principal components),
#' most leaves are skipped. With many independent coordinates no leaf is skipped. Before the
#' distances of two leaves are computed, inner products in single precision tell which of them may
#' matter, with bounds of all rounding errors; only these few are computed. So time is at most
#' about that of all `n m` distances, and usually less than half of it. For `n` points and `m`
#' queries at least `n m / 32768` boxes are compared. Points with missing or infinite values are
#' compared with all others.
#'
#' **Memory** is the result, `12 k` bytes a point, and
#' * two copies of `x` and `query` in double precision (of integers, three), with their points
#'   rounded up to a multiple of 32; if they are not plain matrices, another copy;
#' * 36 bytes a point, 256 bytes a coordinate, and 8 MiB for copying columns;
#' * for each thread `384 k` bytes, 256 bytes a coordinate, 32 KiB, and less than a byte for each
#'   point.
#'
#' **Errors** are of the classes in [manycore_errors]: `"argument"` for an `x` that is not numeric,
#' `"size"` for points with different numbers of coordinates.
#'
#' @return A list of class `euclidean_neighbors` with two matrices, which have a row for each point
#'   of `query` (or `x`) and `k` columns, as `findKNN()` and `queryKNN()` of BiocNeighbors return
#'   them: `index`, the rows of `x`, integers; and `distance`. Row names are those of the points. If
#'   the points of `x` have names, these are the attribute `names_of_x`.
#'
#'   See [euclidean_neighbors] for `summary()`, `plot()`, tables and `head()`.
#' @references
#' Bentley JL (1975). Multidimensional binary search trees used for associative searching.
#' *Communications of the ACM* **18**, 509-517.
#'
#' Friedman JH, Bentley JL, Finkel RA (1977). An algorithm for finding best matches in
#' logarithmic expected time. *ACM Transactions on Mathematical Software* **3**, 209-226.
#' @seealso [neighbors_euclidean()] for all points within a radius, [dist_euclidean()];
#'   [floyd_warshall()] for lengths of paths along neighbours
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
#' @family distances and neighbors
#' @export
knn_euclidean <- function(x, k, query = NULL, fused = FALSE, assay = 1, threads = NULL,
                          progress = interactive(), ...) {
  check_dots(...)
  if (missing(x)) stop_missing("x")
  if (missing(k)) stop_missing("k")
  if (!is_whole(k, 0)) {
    stop_argument("k", "a whole number, 0 or more", k)
  }
  if (!missing(assay)) check_assay(x, query)
  points <- match_points(x, query, fused, assay, threads)
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
  euclidean_neighbors(result, points$x)
}

#' All points within a radius
#'
#' All points within a given Euclidean distance of each point, exactly, with the distances of
#' [dist_euclidean()], and without a matrix of all distances.
#'
#' @inheritParams knn_euclidean
#' @param radius The largest distance that counts, from 0 to `Inf`: a number, or one for each point
#'   of `query` (or `x`).
#' @param query `NULL` for the neighbours of the points in `x`; or points with as many coordinates,
#'   in any of the classes of `x`, for their neighbours in `x`.
#' @param output `"list"` or `"matrix"`, see the section Value.
#'
#' @details
#' Exactness, missing values and errors are as for [knn_euclidean()]. **Time** is that of two
#' passes: the first pass counts the neighbours, the second pass stores them. The second pass takes
#' less time than the first.
#'
#' **Memory** is the result, 12 bytes a neighbour and for lists 96 a point (a sparse matrix takes 32
#' bytes a neighbour while it is made), and the working memory of [knn_euclidean()]. If the counted
#' neighbours need more memory than is free, the call is refused, with their number in the message.
#'
#' @return With `output = "list"` a list of class `euclidean_neighbors` with two lists, as
#'   `findNeighbors()` and `queryNeighbors()` of BiocNeighbors return them: `index`, the rows of `x`
#'   within the radius of each point, integer vectors; and `distance`. Neighbours are ordered by
#'   their distances, those at the same distance by their rows. Without `query` each point is among
#'   its own neighbours, unless all its coordinates are missing or infinite: then its distance from
#'   itself is `NA`. The elements have the row names of the points. See [euclidean_neighbors] for
#'   `summary()`, `plot()`, tables and `head()`.
#'
#'   With `output = "matrix"` a sparse matrix of distances (`dgCMatrix` of the package Matrix), with
#'   a row for each point of `query` (or `x`), a column for each point of `x`, and their names. Its
#'   stored elements are the neighbours, also those at distance 0. Without `query` no diagonal is
#'   stored, as no point of a graph is its own neighbour.
#' @seealso [knn_euclidean()], [dist_euclidean()]
#' @examples
#' near <- neighbors_euclidean(scale(mtcars), radius = 1)
#' lengths(near$index)
#'
#' # the graph of cars that are alike
#' if (requireNamespace("Matrix", quietly = TRUE)) {
#'   neighbors_euclidean(scale(mtcars), radius = 1, output = "matrix")[1:5, 1:5]
#' }
#' @family distances and neighbors
#' @export
neighbors_euclidean <- function(x, radius, query = NULL, output = c("list", "matrix"),
                                fused = FALSE, assay = 1, threads = NULL,
                                progress = interactive(), ...) {
  check_dots(...)
  if (missing(x)) stop_missing("x")
  if (missing(radius)) stop_missing("radius")
  output <- match_word(output, c("list", "matrix"), "output")
  if (output == "matrix") {
    need_package("Matrix", "output = \"matrix\"")
  }
  if (!missing(assay)) check_assay(x, query)
  points <- match_points(x, query, fused, assay, threads)
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
    stop_manycore("memory", "there are ", format_count(count), " neighbors, which need ",
                  format_bytes(each * count + lists), " of memory, of which ",
                  format_bytes(available), " are available: a smaller 'radius' has fewer")
  }
  if (output == "matrix") {
    if (length(result$index) > .Machine$integer.max) {
      stop_manycore("size", "a sparse matrix has at most 2^31 - 1 elements, not ",
                    format_count(length(result$index)),
                    ": write output = \"list\", or a smaller 'radius'")
    }
    return(Matrix::sparseMatrix(j = result$index, p = c(0, cumsum(result$count)),
                                x = result$distance, dims = c(nrow(queries), nrow(points$x)),
                                dimnames = list(rownames(queries), rownames(points$x))))
  }
  names(result$index) <- names(result$distance) <- rownames(queries)
  euclidean_neighbors(result, points$x)
}

# x, query, fused and threads as C takes them.
match_points <- function(x, query, fused, assay, threads) {
  check_flag(fused, "fused")
  threads <- check_threads(threads)
  x <- points_in_memory(x, "x", assay)
  if (!is.null(query)) {
    query <- points_in_memory(query, "query", assay)
    check_columns(x, query, "query")
  }
  list(x = x, query = query, fused = as.integer(fused), threads = threads)
}

# Points as a numeric matrix. (The k-d tree needs all of them in memory.)
points_in_memory <- function(x, name, assay) {
  if (!isS4(x)) {
    return(as_points(x, name))
  }
  points <- points_source(x, name, assay)
  if (is_source(points)) as.matrix(points) else points
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
