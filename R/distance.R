#' Euclidean distances between points
#'
#' All distances between the rows of a matrix, with the bits of [stats::dist()], or between the rows
#' of two matrices, by vectorised and multithreaded kernels.
#'
#' @param x Points: the rows of a numeric matrix, data frame or vector, taken as by [as.matrix()].
#'   Integers and logicals are numbers. Anything else, such as a data frame with a factor, is an
#'   error ([stats::dist()] would convert it). Also a matrix of the package Matrix, a DelayedArray,
#'   or a container such as a SummarizedExperiment, whose samples are points: see [manycore_inputs].
#' @param y `NULL`, or points with as many coordinates, matched by position. (One row of a matrix
#'   needs `drop = FALSE`.) A `y` of `"euclidean"` is taken as `method`, as in the call
#'   `dist(x, "euclidean")`.
#' @param method,p `"euclidean"` and 2, so that a call of [stats::dist()] needs no change. Other
#'   values are an error.
#' @param squared `TRUE` leaves out the square root. The `method` of the result is then
#'   `"squared euclidean"`.
#' @param diag,upper What `print()` shows, as for [stats::dist()]. Ignored with `y`.
#' @param precision `"double"`, or `"single"`: coordinates are rounded to floats of 24 bits, and
#'   differences, squares, sums and roots are computed in floats. Single precision takes at most
#'   2^24 coordinates.
#'   * The relative error of a squared distance is at most `(d + 7) 2^-24` for `d` coordinates, plus
#'     the error of rounding the coordinates. Points that are close to each other and far from 0
#'     lose their digits: center such data first.
#'   * Values and squares beyond 3e38 in size count as infinite. Squares of differences below 1e-19
#'     lose digits; below 3e-23 they are 0.
#' @param fused `FALSE` gives the bits of [stats::dist()]: each square is rounded, then added.
#'   `TRUE` allows fused multiply-add where the processor has it, which is faster with many
#'   coordinates. Some distances then differ in the last place from [stats::dist()] and from machine
#'   to machine. Equal distances may become unequal, so that [stats::hclust()] may join other points
#'   first. Single precision and `algorithm = "gemm"` are always fused.
#' @param algorithm The algorithm. `"auto"` takes
#'   * `"blockwise"` for up to 8 coordinates in double precision, if `x` has more than 32 points and
#'     at least as many as `y`;
#'   * `"straightforward"` for few pairs of at most 16 points with 128 coordinates or more;
#'   * else `"tile"`. A given `layout` or `block` restricts this choice.
#'
#'   The algorithms are
#'   * `"tile"`: four points against 32 at a time, with all sums in registers.
#'   * `"blockwise"`: algorithm 2 of Rechkalov and Zymbler, a point against a block
#'     of the larger set.
#'   * `"straightforward"`: their algorithm 1, a point against a point. By default this algorithm is
#'     scalar, because SIMD would change the order of the sums. With `fused = TRUE` or in single
#'     precision it uses SIMD.
#'   * `"gemm"`: by inner products, which R's BLAS computes with its own threads, whatever `threads`
#'     says. A distance in which more than three bits would cancel is computed as by the other
#'     algorithms. If these are most distances, as with data far from 0, `"gemm"` is slower than
#'     `"tile"`. Only in double precision, and only if the package was built with R's BLAS
#'     ([manycore_info()]).
#' @param layout How points are stored in memory:
#'   * `"asa"`, in blocks of points, coordinate by coordinate; `"auto"` takes it for `"blockwise"`;
#'   * `"soa"`, all points coordinate by coordinate;
#'   * `"aos"`, point by point.
#'
#'   `"blockwise"` stores the larger set in any of these. `"tile"` reads `"asa"` with blocks of 32.
#'   `"gemm"` and `"straightforward"` read `"aos"`. `"straightforward"` in double precision also
#'   reads `"soa"`, the layout of a matrix of R: nothing is copied, and the algorithm is scalar even
#'   if fused.
#' @param block The number of points in a block of `"blockwise"`: a multiple of 8 (in single
#'   precision of 16). `NULL` means 512, as in the paper.
#' @param assay,store,BPPARAM,retries,timeout,threads,progress,... As for [cor_kendall()].
#'
#' @details
#' A distance is the square root of a sum of squared differences of coordinates. So equal points
#' have the distance 0, and distances of close points have all their digits. (The formula
#' `|a|^2 + |b|^2 - 2ab` loses digits by cancellation.) The relative
#' error of a squared distance is at most `(d + 7) 2^-53` for `d` coordinates, with
#' `algorithm = "gemm"` 16 times that, unless squares underflow (of differences below about 1e-154).
#'
#' **The bits of stats::dist().** In double precision, unless `fused = TRUE` or
#' `algorithm = "gemm"`, `dist_euclidean(x)` has the bits of [stats::dist()] as of R 4.2.2: squares
#' are added one by one in the order of the coordinates, whatever the algorithm, layout, block,
#' instruction set and number of threads. With `y` the distances are those that [stats::dist()]
#' gives for the rows of `x` and `y` in one matrix. If R itself was compiled to fuse products and
#' sums, as gcc does by default for 64-bit ARM, [stats::dist()] has other bits; here they are the
#' same on every machine. If `fused = TRUE` or `algorithm = "gemm"`, and in single precision,
#' algorithms and instruction sets may differ in the last places. The number of threads and the size
#' of a block never change a bit.
#'
#' **Missing and infinite values** are treated as by [stats::dist()]. A coordinate is left out if
#' either value is missing or if their difference is `NaN`. The sum over the `c` coordinates that
#' are left is multiplied by `d / c`. If no coordinate is left, the distance is `NA`.
#'
#' **Time** is `O(n m d)`. **Memory** is the result, `4 n (n - 1)` or `8 n m` bytes, and
#' * a copy of `x` and `y`, filled up to panels of 32 points, blocks, or multiples of 16
#'   coordinates; in single precision half of that;
#' * for `"blockwise"` a second copy of `x`;
#' * up to 256 KiB for each thread, and for `"gemm"` up to 8 MiB.
#'
#' A result larger than the free memory (of the machine, or of the cgroup of a container or batch
#' job) is refused. An interrupt waits for a tile of at most 1024 x 128 points, for 64
#' points against a block, or with `"gemm"` for the inner products of up to 1024 x 1024 points.
#'
#' **Errors** are of the classes in [manycore_errors]: `"argument"` for an `x` that is not numeric,
#' `"size"` for points with different numbers of coordinates, `"memory"` for a result that does not
#' fit.
#'
#' The `call` of a `dist` object is the call of `dist_euclidean()`.
#'
#' @return Without `y` an object of class `dist` with the attributes that [stats::dist()] gives.
#'   With `y` a matrix of `nrow(x)` rows and `nrow(y)` columns, whose dimnames are the row names of
#'   `x` and `y`. With `store` a [tile_matrix()]: the matrix of all distances, whose numbers are in
#'   the store.
#' @references
#' Rechkalov T, Zymbler M (2018). A study of Euclidean distance matrix computation
#' on Intel many-core processors. *Communications in Computer and Information
#' Science* **910**, 200-215. Section 1 (definition), section 3 (layout).
#' @seealso [stats::dist()], [stats::hclust()], [stats::cmdscale()]; [cor_kendall()], whose `1 -
#'   tau` is a dissimilarity of variables
#' @examples
#' d <- dist_euclidean(scale(mtcars))
#' identical(as.vector(d), as.vector(dist(scale(mtcars))))
#' plot(hclust(d))
#'
#' # flowers against the centers of the species
#' centers <- aggregate(iris[, 1:4], iris["Species"], mean)
#' to_center <- dist_euclidean(iris[, 1:4], centers[, -1])
#' table(iris$Species, max.col(-to_center))
#'
#' # the paper's algorithm with another block
#' all.equal(dist_euclidean(iris[, 1:4]),
#'           dist_euclidean(iris[, 1:4], algorithm = "blockwise", block = 64),
#'           check.attributes = FALSE)
#' @family distances and neighbors
#' @export
dist_euclidean <- function(x, y = NULL, diag = FALSE, upper = FALSE, p = 2,
                           method = "euclidean", squared = FALSE,
                           precision = c("double", "single"), fused = FALSE,
                           algorithm = c("auto", "straightforward", "blockwise", "tile", "gemm"),
                           layout = c("auto", "aos", "soa", "asa"), block = NULL, assay = 1,
                           store = NULL, BPPARAM = NULL, retries = 3, timeout = NULL,
                           threads = NULL, progress = interactive(), ...) {
  if (missing(x)) stop_missing("x")
  if (nargs() == 1L && is_small_matrix(x, 1L)) {
    distance <- .Call(C_distances, x, NULL, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, NULL)[[1L]]
    given <- sys.call()[[2L]] # match.call() would take longer
    call <- if (identical(given, quote(...))) own_call(match.call()) else
      call("dist_euclidean", x = given)
    return(as_dist(distance, x, FALSE, FALSE, "euclidean", call))
  }
  if (isS4(x)) need_package_of(x, "x")
  UseMethod("dist_euclidean")
}

#' @rdname dist_euclidean
#' @usage NULL
#' @export
dist_euclidean.default <- function(x, y = NULL, diag = FALSE, upper = FALSE, p = 2,
                                   method = "euclidean", squared = FALSE,
                                   precision = c("double", "single"), fused = FALSE,
                                   algorithm = c("auto", "straightforward", "blockwise", "tile",
                                                 "gemm"),
                                   layout = c("auto", "aos", "soa", "asa"), block = NULL,
                                   assay = 1, store = NULL, BPPARAM = NULL, retries = 3,
                                   timeout = NULL, threads = NULL, progress = interactive(), ...) {
  if (...length() > 0L) check_dots(...) # small calls are faster so
  call <- own_call(match.call())
  if (is.character(y) && is.null(dim(y))) { # as in dist(x, method)
    if (!missing(method)) {
      stop_argument("y", "points", y)
    }
    method <- y
    y <- NULL
  }
  if (!identical(method, "euclidean") || !identical(p, 2)) {
    check_dist_method(method, p)
  }
  precision <- if (missing(precision)) "double" else
    match_word(precision, precisions, "precision")
  method <- if (missing(algorithm) && missing(layout) && is.null(block)) { # faster
    own_method(precision, fused)
  } else {
    match_method(algorithm, layout, block, precision, fused)
  }
  threads <- check_threads(threads)
  check_flag(squared, "squared")
  check_flag(diag, "diag")
  check_flag(upper, "upper")
  if (!missing(assay)) check_assay(x, y)
  x <- if (isS4(x)) points_source(x, "x", assay) else as_points(x, "x")
  alone <- is.null(y)
  if (!alone) {
    y <- if (isS4(y)) points_source(y, "y", assay) else as_points(y, "y")
    check_columns(x, y, "y")
  }
  if (precision == "single" && ncol(x) > 2^24) {
    stop_manycore("size", "precision = \"single\" takes at most 2^24 columns, which a float can ",
                  "count, not ", ncol(x))
  }
  if (!is.null(store) || !is.null(BPPARAM)) {
    patience <- check_store_arguments(store, BPPARAM, retries, timeout)
    return(distance_store(store, x, y, squared, precision, method, fused, threads, progress,
                          BPPARAM, patience))
  }
  if (!missing(retries) || !missing(timeout)) check_patience(retries, timeout)
  n <- as.double(nrow(x))
  check_room(if (alone) n * (n - 1) / 2 else n * nrow(y))

  tick <- if (!identical(progress, FALSE)) progress_ticker(progress, "Euclidean distances")
  distance <- run_distance(x, y, squared, method, threads, tick)[[1L]]
  if (alone) {
    as_dist(distance, x, diag, upper, if (squared) "squared euclidean" else "euclidean",
            call)
  } else {
    name_points(distance, x, y)
  }
}

# The call in a result, whatever the user called the function.
own_call <- function(call) {
  call[[1L]] <- quote(dist_euclidean)
  call
}

# Points as a numeric matrix, or an error that names the argument.
as_points <- function(x, name) {
  if (is.numeric(x) && is.matrix(x) && !is.object(x)) {
    return(x)
  }
  refuse_integer64(x, name)
  points <- tryCatch(as.matrix(x), error = function(e) NULL)
  if (!is.numeric(points) && !is.logical(points)) {
    odd <- that_are_not(x)
    if (is.null(odd)) {
      odd <- paste0(": a matrix, a data frame or a vector, not ",
                    if (is.null(x) || is.matrix(x)) describe(x) else paste("of class", class(x)[1]))
    }
    stop_manycore("argument", "'", name, "' must be numeric", odd, argument = name)
  }
  points
}

# The same for an S4 object: a source of its columns, or points.
points_source <- function(x, name, assay) {
  x <- as_source(x, name, assay)
  if (is_source(x)) x else as_points(x, name)
}

check_columns <- function(x, y, name) {
  if (ncol(x) != ncol(y)) {
    stop_manycore("size", "'x' and '", name, "' must have the same number of columns, not ",
                  ncol(x), " and ", ncol(y),
                  if (ncol(y) == 1) ": one row of a matrix stays a row by m[i, , drop = FALSE]")
  }
}

# Refuses other methods of stats::dist().
check_dist_method <- function(method, p) {
  if (!identical(method, "euclidean")) {
    spelt <- is.character(method) && length(method) == 1 && !is.na(pmatch(method, "euclidian"))
    check_replaced_method(if (spelt) "euclidean" else method, "euclidean", dist_methods,
                          "stats::dist")
  }
  if (!is_number(p, 2, 2)) {
    stop_manycore("argument", "'p' must be 2, as it is for Euclidean distances, not ", describe(p),
                  "; call stats::dist() for method = \"minkowski\"", argument = "p")
  }
}

# The methods of stats::dist(), in its order.
dist_methods <- c("euclidean", "maximum", "manhattan", "canberra", "binary", "minkowski")

# Adds the attributes of stats::dist(), in its order.
as_dist <- function(distance, x, diag, upper, method, call) {
  attributes(distance) <- list(Size = nrow(x), Labels = dimnames(x)[[1L]], Diag = diag,
                               Upper = upper, method = method, call = call,
                               class = "dist")
  distance
}

name_points <- function(distance, x, y) {
  if (!is.null(rownames(x)) || !is.null(rownames(y))) {
    dimnames(distance) <- list(rownames(x), rownames(y))
  }
  distance
}
