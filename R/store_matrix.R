# A store in the place of a matrix: what base R does with one, as if as.matrix() had been called.

# f(a panel of columns), for each.
by_panels <- function(plan, f) {
  lapply(seq_len(plan_panels(plan)[2]), function(k) {
    f(read_part(plan, seq_len(plan$dim[1]), panel_range(k, plan$tile, plan$dim[2])))
  })
}

matrix_of <- function(x) if (inherits(x, "tile_store")) as.matrix(x) else x

# An array is what `[` reads numbers of: no store of edges, and none that is empty. diag() and
# rowSums(), which ask this alone, refuse all of them. (is.matrix() would promise a plain one.)
#' @export
is.array.tile_store <- function(x) {
  plan <- read_manifest(x$dir)
  !is.null(plan) && is.null(kind_of(plan)$no_matrix)
}

#' @export
as.vector.tile_store <- function(x, mode = "any") as.vector(as.matrix(x), mode)

#' @export
as.double.tile_store <- function(x, ...) as.vector(as.matrix(x))

#' @export
as.integer.tile_store <- function(x, ...) as.integer(as.matrix(x))

#' @export
as.logical.tile_store <- function(x, ...) as.logical(as.matrix(x))

#' @export
as.character.tile_store <- function(x, ...) as.character(as.matrix(x))

#' @export
as.data.frame.tile_store <- function(x, ...) as.data.frame(as.matrix(x), ...)

#' @export
is.na.tile_store <- function(x) is.na(as.matrix(x))

#' @export
anyNA.tile_store <- function(x, recursive = FALSE) any(unlist(by_panels(plan_of(x), anyNA)))

#' @export
xtfrm.tile_store <- function(x) as.vector(x)

#' @export
unique.tile_store <- function(x, incomparables = FALSE, ...) {
  unique(as.matrix(x), incomparables, ...)
}

#' @export
duplicated.tile_store <- function(x, incomparables = FALSE, ...) {
  duplicated(as.matrix(x), incomparables, ...)
}

#' @importFrom stats quantile median
#' @export
quantile.tile_store <- function(x, ...) stats::quantile(as.matrix(x), ...)

#' @export
median.tile_store <- function(x, na.rm = FALSE, ...) stats::median(as.matrix(x), na.rm, ...)

#' @export
`[<-.tile_store` <- function(x, i, j, ..., value) {
  stop_manycore("argument", "'x' is the result of a call, in a store, and is not assigned to; ",
                "change as.matrix(x)", argument = "x", call = quote(x[i, j] <- value))
}

#' @export
t.tile_store <- function(x) t(as.matrix(x))

#' @export
cbind.tile_store <- function(..., deparse.level = 1) {
  do.call(cbind, parts_to_bind(list(...), substitute(list(...)), deparse.level))
}

#' @export
rbind.tile_store <- function(..., deparse.level = 1) {
  do.call(rbind, parts_to_bind(list(...), substitute(list(...)), deparse.level))
}

# The arguments of cbind(); those that are symbols are named by these, as cbind() would.
parts_to_bind <- function(arguments, call, deparse_level) {
  symbols <- vapply(as.list(call)[-1L], function(e) if (is.symbol(e)) as.character(e) else "", "")
  given <- if (is.null(names(arguments))) rep("", length(arguments)) else names(arguments)
  named <- vapply(arguments, function(x) is.null(dim(x)), NA) & !nzchar(given) & deparse_level > 0
  names(arguments) <- ifelse(named, symbols, given)
  lapply(arguments, matrix_of)
}

#' @export
Ops.tile_store <- function(e1, e2) {
  operation <- get(.Generic, mode = "function")
  if (missing(e2)) operation(matrix_of(e1)) else operation(matrix_of(e1), matrix_of(e2))
}

#' @export
Math.tile_store <- function(x, ...) get(.Generic, mode = "function")(as.matrix(x), ...)

# By panels of columns: all of it need not fit into memory.
#' @export
Summary.tile_store <- function(..., na.rm = FALSE) {
  operation <- get(.Generic, mode = "function")
  arguments <- list(...)
  finite <- .Generic == "range" && isTRUE(arguments[["finite"]])
  if (.Generic == "range") arguments[["finite"]] <- NULL
  known <- function(x) {
    if (finite) x[is.finite(x)] else if (na.rm) x[!is.na(x)] else x
  }
  parts <- lapply(arguments, function(x) {
    if (!inherits(x, "tile_store")) {
      return(known(x))
    }
    parts <- Filter(length, by_panels(plan_of(x), known))
    if (length(parts) > 0) do.call(operation, lapply(parts, operation))
  })
  do.call(operation, Filter(length, parts))
}

#' @export
mean.tile_store <- function(x, na.rm = FALSE, ...) {
  if (...length() > 0L) stop_unused()
  check_flag(na.rm, "na.rm")
  count <- function(part) {
    c(sum(part, na.rm = na.rm), if (na.rm) sum(!is.na(part)) else length(part))
  }
  sums <- Reduce(`+`, by_panels(plan_of(x), count), c(0, 0))
  sums[1] / sums[2]
}

#' @export
summary.tile_store <- function(object, ...) object
