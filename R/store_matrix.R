# A store in the place of a matrix: what base R does with one, as if as.matrix() had been called.

# Elements of the matrix of a plan at rows[k], columns[k], NA where either is; by tiles.
read_elements <- function(plan, rows, columns) {
  check_room(length(rows))
  values <- rep(missing_of(plan), length(rows))
  known <- which(!is.na(rows) & !is.na(columns))
  tile_of <- function(numbers) (numbers[known] - 1) %/% plan$tile
  for (at in split(known, list(tile_of(rows), tile_of(columns)), drop = TRUE)) {
    first <- c(min(rows[at]), min(columns[at]))
    part <- read_part(plan, seq.int(first[1], max(rows[at])), seq.int(first[2], max(columns[at])))
    values[at] <- part[cbind(rows[at] - first[1] + 1, columns[at] - first[2] + 1)]
  }
  values
}

# x[i] with one index: places in the matrix as a vector, or a row of two numbers or names for each.
elements_of <- function(x, i) {
  plan <- plan_of(x)
  if (is.matrix(i) && ncol(i) == 2L && !is.logical(i)) {
    names <- if (is.character(i)) names_of_plan(plan)
    rows <- numbers_of(i[, 1L], plan$dim[1], names[[1]], "i")
    columns <- numbers_of(i[, 2L], plan$dim[2], names[[2]], "i")
    if (length(rows) == length(columns)) {
      return(read_elements(plan, rows, columns))
    }
  }
  if (!is.numeric(i) || any(i < 0, na.rm = TRUE)) {
    return(as.matrix(x)[i])
  }
  i <- trunc(i[is.na(i) | i >= 1])
  i[i > prod(plan$dim)] <- NA
  read_elements(plan, (i - 1) %% plan$dim[1] + 1, (i - 1) %/% plan$dim[1] + 1)
}

# f(a panel of columns), for each.
by_panels <- function(plan, f) {
  lapply(seq_len(plan_panels(plan)[2]), function(k) {
    f(read_part(plan, seq_len(plan$dim[1]), panel_range(k, plan$tile, plan$dim[2])))
  })
}

matrix_of <- function(x) if (inherits(x, "tile_store")) as.matrix(x) else x

# So that diag() and rowSums() refuse it, which do not ask for more; is.matrix() would promise a
# plain one.
#' @export
is.array.tile_store <- function(x) TRUE

#' @export
as.vector.tile_store <- function(x, mode = "any") as.vector(as.matrix(x), mode)

#' @export
as.double.tile_store <- function(x, ...) as.vector(as.matrix(x))

#' @export
as.data.frame.tile_store <- function(x, ...) as.data.frame(as.matrix(x), ...)

#' @export
t.tile_store <- function(x) t(as.matrix(x))

#' @export
cbind.tile_store <- function(...) do.call(cbind, lapply(list(...), matrix_of))

#' @export
rbind.tile_store <- function(...) do.call(rbind, lapply(list(...), matrix_of))

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
  parts <- lapply(list(...), function(x) {
    if (!inherits(x, "tile_store")) {
      return(x)
    }
    do.call(operation, by_panels(plan_of(x), function(part) operation(part, na.rm = na.rm)))
  })
  do.call(operation, c(parts, list(na.rm = na.rm)))
}

#' @export
mean.tile_store <- function(x, na.rm = FALSE, ...) {
  if (...length() > 0L) stop_unused(substitute(list(...)), c("x", "na.rm"))
  check_flag(na.rm, "na.rm")
  count <- function(part) {
    c(sum(part, na.rm = na.rm), if (na.rm) sum(!is.na(part)) else length(part))
  }
  sums <- Reduce(`+`, by_panels(plan_of(x), count), c(0, 0))
  sums[1] / sums[2]
}

#' @export
summary.tile_store <- function(object, ...) object
