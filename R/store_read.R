# Reading a matrix in a store, and parts of it.

# Rows and columns (numbers) of the matrix of a plan, read tile by tile. Below the diagonal of a
# symmetric plan, the mirrored tile is read.
read_part <- function(plan, rows, columns) {
  check_numbers(plan)
  part <- matrix(missing_of(plan), length(rows), length(columns))
  if (length(part) == 0) return(part)
  by <- function(numbers) split(seq_along(numbers), (numbers - 1L) %/% plan$tile + 1L)
  row_groups <- by(rows)
  column_groups <- by(columns)
  tile_rows <- as.numeric(names(row_groups))
  tile_columns <- as.numeric(names(column_groups))
  for (l in seq_along(tile_columns)) {
    at_columns <- column_groups[[l]]
    for (k in seq_along(tile_rows)) {
      at_rows <- row_groups[[k]]
      part[at_rows, at_columns] <- read_from_tile(plan, tile_rows[k], tile_columns[l],
                                                  rows[at_rows], columns[at_columns])
    }
  }
  part
}

missing_of <- function(plan) if (isTRUE(plan$integers)) NA_integer_ else NA_real_

read_from_tile <- function(plan, i, j, rows, columns) {
  if (plan$symmetric && i > j) {
    return(t(read_from_tile(plan, j, i, columns, rows)))
  }
  rows <- rows - (i - 1) * plan$tile
  columns <- columns - (j - 1) * plan$tile
  first <- min(columns)
  beside <- isTRUE(plan$integers)
  found <- store_read_both(plan, i, j, first = first, last = max(columns), final = TRUE,
                           keep = !beside, beside = beside)
  found[[if (beside) "integers" else "numbers"]][rows, columns - first + 1, drop = FALSE]
}

#' @rdname tile_matrix
#' @export
as.matrix.tile_matrix <- function(x, ...) {
  check_dots(...)
  plan <- plan_of(x)
  check_room(prod(plan$dim))
  values <- read_part(plan, seq_len(plan$dim[1]), seq_len(plan$dim[2]))
  dimnames(values) <- names_of_plan(plan)
  values
}

#' @rdname tile_matrix
#' @export
`[.tile_matrix` <- function(x, i, j, ..., drop = TRUE) {
  indices <- nargs() - (!missing(drop))
  if (any(nzchar(names(substitute(list(...)))))) check_dots(...)
  if (indices == 2L && missing(i) && missing(j)) {
    return(as.matrix(x))
  }
  if (indices == 2L) {
    return(elements_of(x, if (missing(i)) j else i)) # base R ignores the names of indices
  }
  if (indices != 3L || ...length() > 0L) {
    stop_manycore("argument", "a matrix in a store has rows and columns: x[i, j]", argument = "i")
  }
  check_flag(drop, "drop")
  plan <- plan_of(x)
  names <- names_of_plan(plan)
  rows <- if (missing(i)) seq_len(plan$dim[1]) else numbers_of(i, plan$dim[1], names[[1]], "i")
  columns <- if (missing(j)) seq_len(plan$dim[2]) else numbers_of(j, plan$dim[2], names[[2]], "j")
  check_room(as.double(length(rows)) * length(columns))
  part <- matrix(missing_of(plan), length(rows), length(columns))
  known <- list(which(!is.na(rows)), which(!is.na(columns)))
  part[known[[1]], known[[2]]] <- read_part(plan, rows[known[[1]]], columns[known[[2]]])
  if (!is.null(names)) {
    dimnames(part) <- list(names[[1]][rows], names[[2]][columns])
  }
  if (drop) part[, , drop = TRUE] else part
}

# The places that an index means, as in base R; NA stays NA.
numbers_of <- function(index, count, names, argument) {
  index <- if (is.factor(index)) as.integer(index) else index
  if (!(is.numeric(index) || is.character(index) || is.logical(index) || is.null(index))) {
    stop_argument(argument, "numbers, names, or TRUE and FALSE", index)
  }
  if (is.logical(index) && length(index) > count) {
    stop_manycore("argument", "(subscript) logical subscript too long", argument = argument)
  }
  if (if (is.character(index)) !all(index %in% names) else any(index >= count + 1, na.rm = TRUE)) {
    stop_manycore("argument", "subscript out of bounds", argument = argument)
  }
  places <- index_places(index, count, names, subset = TRUE)$places
  if (is.character(index)) places[is.na(index) | !nzchar(index)] <- NA # no name to base R
  places
}

# The elements rows[k], columns[k] of the matrix of a plan, read tile by tile. NA in a row or column
# gives NA.
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

# x[i] where i is a matrix with a row for each element: its row and its column.
elements_by_pairs <- function(plan, i) {
  if (is.numeric(i)) {
    if (any(i < 0, na.rm = TRUE)) {
      stop_manycore("argument", "negative values are not allowed in a matrix subscript",
                    argument = "i")
    }
    none <- i[, 1L] == 0 | i[, 2L] == 0
    i <- i[is.na(none) | !none, , drop = FALSE]
  }
  names <- if (is.character(i)) names_of_plan(plan)
  places <- function(k) { # to numbers_of() the name NA is out of bounds; here NA stays NA
    known <- !is.na(i[, k])
    numbers <- rep(NA_real_, nrow(i))
    numbers[known] <- numbers_of(i[known, k], plan$dim[k], names[[k]], "i")
    numbers
  }
  read_elements(plan, places(1L), places(2L))
}

# x[i] with one index, as of a plain matrix.
elements_of <- function(x, i) {
  plan <- plan_of(x)
  if (is.matrix(i) && ncol(i) == 2L && (is.numeric(i) || is.character(i))) {
    return(elements_by_pairs(plan, i))
  }
  if (!is.numeric(i) || any(i < 0, na.rm = TRUE)) {
    return(as.matrix(x)[i])
  }
  i <- trunc(i[is.na(i) | i >= 1])
  i[i > prod(plan$dim)] <- NA
  read_elements(plan, (i - 1) %% plan$dim[1] + 1, (i - 1) %/% plan$dim[1] + 1)
}
