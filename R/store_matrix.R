#' The matrix that a store holds
#'
#' What [cor_kendall()], [kendall_partial()], [cor_xi()], [dist_euclidean()], [floyd_warshall()] and
#' [path_via()] return if their result is in a store: an object that is read like a matrix, while
#' the numbers stay in the store's files. `tile_matrix()` opens the matrix of a store that was
#' filled earlier.
#'
#' @param store A [tile_store()] that holds a matrix.
#' @param x A `tile_matrix`.
#' @param i,j,drop Rows and columns, and whether one row or column becomes a vector, as for a
#'   matrix.
#' @param ... `print()` takes the arguments of [print.default()], without effect. Any other argument
#'   is an error that names the argument.
#'
#' @details
#' `x[i, j]` and `as.matrix(x)` read tiles, and compare each part that they read with its checksum.
#' Of a tile only the columns that are asked for are read. Rows, and columns that are stored as the
#' mirrored rows of a symmetric matrix, need whole tiles.
#'
#' **As a matrix.** `dim()`, `dimnames()`, `length()` and `is.array()` are those of the matrix.
#' Arithmetic, comparisons, `t()`, `max()`, `mean()`, `cbind()`, `as.vector()`, `sort()`, `apply()`
#' and many others do with a `tile_matrix` as with `as.matrix()` of it. `range()`, `sum()` and their
#' kind, and `mean()`, read a panel of columns at a time, so the matrix may be larger than memory.
#' The last digits of sums and means may differ from those of `as.matrix(x)`, because numbers are
#' added in another order. `summary()` prints what `print()` does. Functions of manycore take a
#' `tile_matrix` as data, and read all of it. `names<-`, `dim<-`, `dimnames<-` and
#' `x[i, j] <- value` are errors.
#'
#' Functions that are not generic do not know the matrix. `rowSums()`, `%*%` and `diag()` refuse a
#' `tile_matrix`. `lapply()`, `unlist()`, `format()` and `x[["dir"]]` see the list that the object
#' is made of. Give these functions `as.matrix(x)`, or use the functions of DelayedArray with a
#' DelayedMatrix. `hclust()` takes `as.dist(x)`. `plot()` is an error, and so is a part that
#' results in memory have, such as `x$estimate`: the numbers are `x[i, j]`.
#'
#' **As a DelayedMatrix.** `DelayedArray::DelayedArray(x)`, or `as(x, "DelayedMatrix")`, is a matrix
#' for block processing, `HDF5Array::writeHDF5Array()` and the rest of Bioconductor. Its chunks are
#' the tiles, and its `path()` is the store's folder.
#'
#' **Which matrix.** A `tile_matrix` is the result of one call. After another call has overwritten
#' the store, reading the old result is an error. `tile_matrix(store)` is what the store holds now.
#' A store of [kendall_network()] holds edges and no matrix: `tile_matrix()` of such a store is an
#' error, and [kendall_network()] with the same data, arguments and store returns the network.
#'
#' @return `tile_matrix()`: an object of class `tile_matrix`. `x[i, j]`, `as.matrix(x)`: a vector or
#'   a matrix in memory. `as.matrix()` of a [tile_store()] is `as.matrix(tile_matrix(store))`.
#' @seealso [tile_store()], [verify_store()]
#' @family large data and clusters
#' @examples
#' set.seed(1)
#' x <- matrix(rnorm(40 * 100), 40)
#' store <- tile_store(file.path(tempdir(), "read"), tile = 32)
#' taus <- cor_kendall(x, store = store)
#' taus
#' taus[1:3, c(1, 50, 100)]
#' range(taus)
#'
#' # in another session
#' later <- tile_matrix(tile_store(file.path(tempdir(), "read")))
#' identical(as.matrix(later), cor_kendall(x))
#' @aliases dim,ManycoreSeed-method dimnames,ManycoreSeed-method
#' @export
tile_matrix <- function(store) {
  if (missing(store)) stop_missing("store")
  check_store(store, "store")
  plan <- plan_of(store)
  check_numbers(plan)
  opened(plan)
}

# The matrix of a plan whose work is done.
opened <- function(plan) {
  structure(list(dir = plan$dir, fingerprint = plan$fingerprint, dim = plan$dim),
            class = "tile_matrix")
}

# The matrix of the integers that tiles have beside their numbers; of a plan, the same.
integers_beside <- function(x) {
  x$integers <- TRUE
  x
}

#' @export
str.tile_matrix <- function(object, ...) utils::str(unclass(object), ...)

# The list that the object is made of has few parts. Results in memory have others, such as
# x$estimate.
#' @export
`$.tile_matrix` <- function(x, name) {
  part_of_stored(x, name, call("$", quote(x), as.name(valid_text(name))))
}

#' @export
`[[.tile_matrix` <- function(x, ...) {
  if (nargs() == 2L && ...length() == 1L && is.character(..1) && length(..1) == 1L) {
    return(part_of_stored(x, ..1, call("[[", quote(x), valid_text(..1))))
  }
  unclass(x)[[...]]
}

part_of_stored <- function(x, name, call) {
  parts <- unclass(x)
  if (!name %in% c(names(parts), "integers")) {
    stop_manycore("argument", "'x' is a matrix in a store, without a part '", valid_text(name),
                  "': x[i, j] and as.matrix(x) have its numbers", argument = "x", call = call)
  }
  parts[[name]]
}

#' @export
plot.tile_matrix <- function(x, ...) {
  stop_manycore("argument", "'x' is a matrix in a store, of which there is no picture: ",
                "as.matrix(x) and as.dist(x) read it into memory, as for image() and hclust()",
                argument = "x")
}

#' @export
dim.tile_matrix <- function(x) unclass(x)$dim

#' @export
dimnames.tile_matrix <- function(x) names_of_plan(plan_of(x))

#' @export
length.tile_matrix <- function(x) prod(dim(x))

# is.array() is TRUE where `[` reads numbers. rowSums() and diag() ask is.array(), and then refuse
# what is not numeric. is.matrix() stays FALSE: it would promise a plain matrix.
#' @export
is.array.tile_matrix <- function(x) TRUE

#' @rdname tile_matrix
#' @export
print.tile_matrix <- function(x, ...) {
  check_dots(..., .also = print_arguments)
  plan <- tryCatch(plan_of(x), manycore_error_store = conditionMessage)
  cat("A matrix in the store ", unclass(x)$dir, "\n", sep = "")
  if (is.list(plan)) tell_of_plan(plan) else cat("cannot be read: ", plan, "\n", sep = "")
  invisible(x)
}

#' @rdname tile_matrix
#' @export
as.matrix.tile_store <- function(x, ...) as.matrix(tile_matrix(x), ...)

# f(panel) for each panel of columns.
by_panels <- function(plan, f) {
  lapply(seq_len(plan_panels(plan)[2]), function(k) {
    f(read_part(plan, seq_len(plan$dim[1]), panel_range(k, plan$tile, plan$dim[2])))
  })
}

matrix_of <- function(x) if (inherits(x, "tile_matrix")) as.matrix(x) else x

#' @export
as.vector.tile_matrix <- function(x, mode = "any") as.vector(as.matrix(x), mode)

#' @export
as.double.tile_matrix <- function(x, ...) {
  check_dots(...)
  as.vector(as.matrix(x))
}

#' @export
as.integer.tile_matrix <- function(x, ...) {
  check_dots(...)
  as.integer(as.matrix(x))
}

#' @export
as.logical.tile_matrix <- function(x, ...) {
  check_dots(...)
  as.logical(as.matrix(x))
}

#' @export
as.character.tile_matrix <- function(x, ...) {
  check_dots(...)
  as.character(as.matrix(x))
}

#' @export
as.data.frame.tile_matrix <- function(x, ...) as.data.frame(as.matrix(x), ...)

#' @export
is.na.tile_matrix <- function(x) is.na(as.matrix(x))

#' @export
is.nan.tile_matrix <- function(x) is.nan(as.matrix(x))

#' @export
is.finite.tile_matrix <- function(x) is.finite(as.matrix(x))

#' @export
is.infinite.tile_matrix <- function(x) is.infinite(as.matrix(x))

#' @method all.equal tile_matrix
#' @export
all.equal.tile_matrix <- function(target, current, ...) {
  all.equal(as.matrix(target), matrix_of(current), ...)
}

#' @export
anyNA.tile_matrix <- function(x, recursive = FALSE) any(unlist(by_panels(plan_of(x), anyNA)))

#' @export
xtfrm.tile_matrix <- function(x) as.vector(x)

#' @export
unique.tile_matrix <- function(x, incomparables = FALSE, ...) {
  unique(as.matrix(x), incomparables, ...)
}

#' @export
duplicated.tile_matrix <- function(x, incomparables = FALSE, ...) {
  duplicated(as.matrix(x), incomparables, ...)
}

#' @importFrom stats quantile median
#' @export
quantile.tile_matrix <- function(x, ...) stats::quantile(as.matrix(x), ...)

#' @export
median.tile_matrix <- function(x, na.rm = FALSE, ...) stats::median(as.matrix(x), na.rm, ...)

#' @export
names.tile_matrix <- function(x) NULL

stop_change_of_stored <- function(call) {
  stop_manycore("argument", "'x' is a matrix in a store, and is not assigned to, nor by functions ",
                "such as pmin(); change as.matrix(x)", argument = "x", call = call)
}

#' @export
`[<-.tile_matrix` <- function(x, i, j, ..., value) {
  stop_change_of_stored(quote(x[i, j] <- value))
}

#' @export
`names<-.tile_matrix` <- function(x, value) {
  stop_change_of_stored(quote(names(x) <- value))
}

#' @export
`dim<-.tile_matrix` <- function(x, value) {
  stop_change_of_stored(quote(dim(x) <- value))
}

#' @export
`dimnames<-.tile_matrix` <- function(x, value) {
  stop_change_of_stored(quote(dimnames(x) <- value))
}

#' @export
t.tile_matrix <- function(x) t(as.matrix(x))

#' @export
cbind.tile_matrix <- function(..., deparse.level = 1) {
  do.call(cbind, parts_to_bind(list(...), substitute(list(...)), deparse.level, matrix_of))
}

#' @export
rbind.tile_matrix <- function(..., deparse.level = 1) {
  do.call(rbind, parts_to_bind(list(...), substitute(list(...)), deparse.level, matrix_of))
}

# The arguments of cbind(), with `as_matrix` of each. A vector that is given as a symbol gets the
# symbol as its name, as cbind() does it.
parts_to_bind <- function(arguments, call, deparse_level, as_matrix) {
  symbols <- vapply(as.list(call)[-1L], function(e) if (is.symbol(e)) as.character(e) else "", "")
  given <- if (is.null(names(arguments))) rep("", length(arguments)) else names(arguments)
  named <- vapply(arguments, function(x) is.null(dim(x)), NA) & !nzchar(given) & deparse_level > 0
  names(arguments) <- ifelse(named, symbols, given)
  lapply(arguments, as_matrix)
}

#' @export
Ops.tile_matrix <- function(e1, e2) {
  operation <- get(.Generic, mode = "function")
  if (missing(e2)) operation(matrix_of(e1)) else operation(matrix_of(e1), matrix_of(e2))
}

#' @export
Math.tile_matrix <- function(x, ...) get(.Generic, mode = "function")(as.matrix(x), ...)

# By panels of columns, as the matrix may be larger than memory.
#' @export
Summary.tile_matrix <- function(..., na.rm = FALSE) {
  operation <- get(.Generic, mode = "function")
  arguments <- list(...)
  finite <- .Generic == "range" && isTRUE(arguments[["finite"]])
  if (.Generic == "range") arguments[["finite"]] <- NULL
  known <- function(x) {
    if (finite) x[is.finite(x)] else if (na.rm) x[!is.na(x)] else x
  }
  parts <- lapply(arguments, function(x) {
    if (!inherits(x, "tile_matrix")) {
      return(known(x))
    }
    parts <- Filter(length, by_panels(plan_of(x), known))
    if (length(parts) > 0) do.call(operation, lapply(parts, operation))
  })
  do.call(operation, Filter(length, parts))
}

#' @export
mean.tile_matrix <- function(x, na.rm = FALSE, ...) {
  check_dots(...)
  check_flag(na.rm, "na.rm")
  count <- function(part) {
    c(sum(part, na.rm = na.rm), if (na.rm) sum(!is.na(part)) else length(part))
  }
  sums <- Reduce(`+`, by_panels(plan_of(x), count), c(0, 0))
  sums[1] / sums[2]
}

#' @export
summary.tile_matrix <- function(object, ...) {
  check_dots(...)
  object
}
