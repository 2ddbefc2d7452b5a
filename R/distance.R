#' Euclidean distances between points
#'
#' All distances between the rows of a matrix, as [stats::dist()] gives them, to the
#' bit, or between the rows of two matrices, by vectorised and multithreaded kernels.
#'
#' @param x A numeric matrix, data frame or vector whose rows are points; taken
#'   as by [as.matrix()]. Integers and logicals are numbers. Anything else, such as
#'   a data frame with a factor, is an error, where [stats::dist()] makes of it what
#'   it can. Or a matrix of the package Matrix, a DelayedArray, or a SummarizedExperiment and the
#'   like, whose samples are points: see [manycore_inputs].
#' @param y `NULL`, or points with as many coordinates, matched by position. (A
#'   single row of a matrix needs `drop = FALSE`.) `"euclidean"` here is `method`, as in the call
#'   `dist(x, "euclidean")`.
#' @param method,p `"euclidean"` and 2, so that a call of [stats::dist()] needs no change; anything
#'   else is an error.
#' @param squared `TRUE` leaves out the square root; the `method` of the result is
#'   then `"squared euclidean"`.
#' @param diag,upper What printing shows, as for [stats::dist()]; nothing with `y`.
#' @param precision `"double"`, or `"single"`: coordinates are rounded to floats of
#'   24 bits, and differences, squares, sums and roots computed in them.
#'   The relative error of a squared distance is at most `(d + 7) 2^-24`, plus what
#'   rounding the coordinates changes in their differences: points that are close to
#'   each other and far from 0 lose their digits. Center such data first. Values
#'   beyond 3e38 in size count as infinite, and squares that are; squares of
#'   differences below 1e-19 lose digits, and are 0 below 3e-23; at most 2^24
#'   coordinates.
#' @param fused `FALSE` gives the bits of [stats::dist()]: each square is rounded, and then
#'   added. `TRUE` allows fused multiply-add, where the processor has it, which is faster
#'   with many coordinates, and rounds differently: some distances differ in the last place,
#'   from [stats::dist()] and from machine to machine, so that equal ones may become
#'   unequal, and [stats::hclust()] may join others first. Of no effect in single precision, and
#'   with `algorithm = "gemm"`, which are fused in any case.
#' @param algorithm The algorithm. `"auto"` takes `"tile"`; `"blockwise"` for up to 8
#'   coordinates in double precision, if `x` has more than 32 points and as many as
#'   `y` or more; and `"straightforward"` for at most 16 points of 128 coordinates or
#'   more, and few pairs. A `layout` or `block` that is given comes first.
#'
#'   * `"tile"`: four points against 32 at a time, with all sums in registers.
#'   * `"blockwise"`: algorithm 2 of Rechkalov and Zymbler, a point against a block
#'     of the larger set.
#'   * `"straightforward"`: their algorithm 1, a point against a point. Its vectors of
#'     coordinates add up in another order than [stats::dist()]; so it is, unless fused or in
#'     single precision, without them: number by number.
#'   * `"gemm"`: by inner products, which R's BLAS computes with its own threads,
#'     whatever `threads` says; every distance in which more than three bits would
#'     cancel is computed as the others do it. Where that is most of them, as in data
#'     far from 0, this is slower than `"tile"`. In double precision only, and only
#'     where R's BLAS could be linked when the package was built ([manycore_info()]).
#' @param layout How `"blockwise"` stores the points of the larger set: `"asa"`, in
#'   blocks of points, coordinate by coordinate (`"auto"`); `"soa"`, all points
#'   coordinate by coordinate; `"aos"`, point by point. `"tile"` reads `"asa"` with
#'   blocks of 32, the other two `"aos"`; `"straightforward"` in double precision `"soa"`, too: as
#'   R stores a matrix, so that nothing is copied, number by number even if fused.
#' @param block Points of a block for `"blockwise"`, a multiple of 8 (in single
#'   precision of 16); 512 if `NULL`, as in the paper.
#' @param threads,progress,assay,store,BPPARAM,retries,timeout,... As for [cor_kendall()].
#'
#' @details
#' The difference of two coordinates comes first, then its square: equal points
#' are exactly 0 apart, and close ones have all their digits, which the formula
#' `|a|^2 + |b|^2 - 2ab` that others use loses. The relative error of a squared
#' distance is at most `(d + 7) 2^-53` for `d` coordinates; with `algorithm = "gemm"` 16
#' times that; unless squares underflow, of differences below 1e-154 or so.
#'
#' **To the bit.** In double precision, unless `fused = TRUE` or `algorithm = "gemm"`,
#' `dist_euclidean(x)` has the bits of [stats::dist()] (as of R 4.2.2; its sums have been
#' the same for decades): squares are added up one by one in the order of the
#' coordinates, whatever algorithm, layout, block, instruction set and number of threads. With `y`,
#' distances are those that [stats::dist()] gives for the rows of `x` and `y` in one matrix. An R
#' that was itself compiled to fuse products and sums, as gcc does by default
#' for 64-bit ARM, has other bits in [stats::dist()]; here they are the same on every
#' machine. Otherwise algorithms and instruction sets may differ in the last places, the
#' number of threads and the size of a block in none.
#'
#' **Missing and infinite values** are treated as by [stats::dist()]: a coordinate
#' is left out where either value is missing, or where their difference is not a
#' number; the sum over the `c` coordinates that are left is multiplied by `d / c`;
#' it is `NA` if none is left.
#'
#' **Time** is `O(n m d)`; **memory** the result, `4 n (n - 1)` or `8 n m` bytes, a
#' copy of `x` and `y` (half of that for `"single"`; filled up to panels of 32 points,
#' blocks, or multiples of 16 coordinates), a second copy of `x` for `"blockwise"`, up
#' to 256 KiB for each thread, and for `"gemm"` up to 8 MiB. A result that is larger
#' than the memory that is free (of the machine, or of a control group: containers, batch
#' systems) is refused. An interrupt waits for a tile, at most
#' 1024 x 128 points or 64 points against a block, which takes long with very many
#' coordinates only; with `"gemm"` for the inner products of up to 1024 x 1024.
#'
#' [stats::dist()] has other methods; this function has one. The `call` that a `dist` object keeps
#' is this one's.
#'
#' @return Without `y` an object of class `dist` with the attributes that
#'   [stats::dist()] gives it; with `y` a matrix of `nrow(x)` rows and `nrow(y)`
#'   columns, with their row names as dimnames. With `store` the store, which holds the matrix of
#'   all distances: [tile_store()].
#' @references
#' Rechkalov T, Zymbler M (2018). A study of Euclidean distance matrix computation
#' on Intel many-core processors. *Communications in Computer and Information
#' Science* **910**, 200-215. Section 1 (definition), section 3 (layout).
#' @seealso [stats::dist()], [stats::hclust()], [stats::cmdscale()]
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
#' @export
dist_euclidean <- function(x, y = NULL, diag = FALSE, upper = FALSE, p = 2,
                           method = "euclidean", squared = FALSE,
                           precision = c("double", "single"), fused = FALSE,
                           algorithm = c("auto", "straightforward", "blockwise", "tile", "gemm"),
                           layout = c("auto", "aos", "soa", "asa"), block = NULL, threads = NULL,
                           progress = interactive(), assay = 1, store = NULL, BPPARAM = NULL,
                           retries = 3, timeout = NULL, ...) {
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
                                   threads = NULL, progress = interactive(), assay = 1,
                                   store = NULL, BPPARAM = NULL, retries = 3, timeout = NULL,
                                   ...) {
  if (...length() > 0L) stop_unused()
  call <- sys.call()
  if (length(call) == 2L && is.null(names(call)) && !identical(call[[2L]], quote(...))) {
    names(call) <- c("", "x") # what match.call() makes of it, in less time
  } else {
    call <- match.call()
  }
  call[[1L]] <- quote(dist_euclidean)
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

# A numeric matrix, or an error that names the argument.
as_points <- function(x, name) {
  if (is.numeric(x) && is.matrix(x) && !is.object(x)) {
    return(x)
  }
  columns <- if (is.data.frame(x)) x else list(x)
  for (column in columns) {
    refuse_integer64(column, name)
  }
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

# The same of an object of another package, or a source of its columns.
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

# The arguments that stats::dist has for its methods.
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

# Those of stats::dist, in its order.
dist_methods <- c("euclidean", "maximum", "manhattan", "canberra", "binary", "minkowski")

# The attributes of stats::dist, in its order.
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
