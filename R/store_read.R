# Reading a store: as a matrix, parts of it, and as the seed of a DelayedArray.

# Rows and columns (numbers) of the matrix of a plan: from each tile what is wanted of it, mirrored
# below the diagonal where the plan is symmetric.
read_part <- function(plan, rows, columns) {
  check_numbers(plan)
  part <- matrix(missing_of(plan), length(rows), length(columns))
  by <- function(numbers) split(seq_along(numbers), (numbers - 1L) %/% plan$tile + 1L)
  row_groups <- by(rows)
  column_groups <- by(columns)
  for (j in names(column_groups)) {
    at_columns <- column_groups[[j]]
    for (i in names(row_groups)) {
      at_rows <- row_groups[[i]]
      part[at_rows, at_columns] <- read_from_tile(plan, as.numeric(i), as.numeric(j),
                                                  rows[at_rows], columns[at_columns])
    }
  }
  part
}

# Are there numbers of all pairs?
check_numbers <- function(plan) {
  if (holds_edges(plan)) {
    stop_store("the store '", plan$dir, "' holds the edges of a network, not a matrix: ", plan$work,
               "() with the same data, arguments and this store returns them, and as.matrix() of ",
               "that is a matrix")
  }
}

missing_of <- function(plan) if (identical(plan$what, "via")) NA_integer_ else NA_real_

read_from_tile <- function(plan, i, j, rows, columns) {
  if (plan$symmetric && i > j) {
    return(t(read_from_tile(plan, j, i, columns, rows)))
  }
  rows <- rows - (i - 1) * plan$tile
  columns <- columns - (j - 1) * plan$tile
  first <- min(columns)
  via <- identical(plan$what, "via")
  found <- store_read_both(plan, i, j, first = first, last = max(columns), final = TRUE,
                           keep = !via, beside = via)
  found[[if (via) "integers" else "numbers"]][rows, columns - first + 1, drop = FALSE]
}

#' @rdname tile_store
#' @export
as.matrix.tile_store <- function(x, ...) {
  plan <- plan_of(x)
  check_numbers(plan)
  check_room(prod(plan$dim))
  values <- read_part(plan, seq_len(plan$dim[1]), seq_len(plan$dim[2]))
  dimnames(values) <- names_of_plan(plan)
  values
}

#' @rdname tile_store
#' @export
`[.tile_store` <- function(x, i, j, ..., drop = TRUE) {
  indices <- nargs() - (!missing(drop))
  if (indices == 2L) {
    return(if (missing(i)) as.matrix(x) else elements_of(x, i))
  }
  if (indices != 3L || ...length() > 0L) {
    stop_manycore("argument", "a store has rows and columns: store[i, j]", argument = "i")
  }
  check_flag(drop, "drop")
  plan <- plan_of(x)
  names <- names_of_plan(plan)
  rows <- numbers_of(if (missing(i)) TRUE else i, plan$dim[1], names[[1]], "i")
  columns <- numbers_of(if (missing(j)) TRUE else j, plan$dim[2], names[[2]], "j")
  check_room(as.double(length(rows)) * length(columns))
  part <- matrix(missing_of(plan), length(rows), length(columns))
  known <- list(which(!is.na(rows)), which(!is.na(columns)))
  part[known[[1]], known[[2]]] <- read_part(plan, rows[known[[1]]], columns[known[[2]]])
  if (!is.null(names)) {
    dimnames(part) <- list(names[[1]][rows], names[[2]][columns])
  }
  if (drop) part[, , drop = TRUE] else part
}

# What an index means, as base R has it: NA stays.
numbers_of <- function(index, count, names, argument) {
  numbers <- seq_len(count)
  names(numbers) <- names
  index <- if (is.factor(index)) as.integer(index) else index
  outside <- if (is.character(index)) !all(index %in% names) else if (is.logical(index))
    length(index) > count else any(index >= count + 1, na.rm = TRUE)
  if (outside) {
    stop_manycore("argument", "subscript out of bounds", argument = argument)
  }
  unname(numbers[index])
}

# ---- the seed of a DelayedArray ----

methods::setOldClass("tile_store")

# Of a store as it was when the seed was made: tiles of another plan are foreign to it. `home` is
# the package's namespace, which R loads when it reads a seed from a file or a connection.
methods::setClass("ManycoreSeed", slots = c(plan = "list", names = "list", home = "environment"))

methods::setMethod("dim", "ManycoreSeed", function(x) x@plan$dim)

methods::setMethod("dimnames", "ManycoreSeed", function(x) if (length(x@names) > 0) x@names)

seed_of <- function(store) {
  plan <- plan_of(store)
  check_numbers(plan)
  names <- names_of_plan(plan)
  methods::new("ManycoreSeed", plan = plan, names = if (is.null(names)) list() else names,
               home = topenv())
}

seed_extract <- function(x, index) {
  plan <- x@plan
  index <- Map(function(numbers, count) if (is.null(numbers)) seq_len(count) else numbers, index,
               plan$dim)
  read_part(plan, index[[1]], index[[2]])
}

# That of a folder which has been moved.
moved_seed <- function(seed, dir) {
  plan <- plan_of(tile_store(dir))
  if (plan$fingerprint != seed@plan$fingerprint) {
    stop_store("'", dir, "' is another store", call = NULL)
  }
  seed@plan$dir <- plan$dir
  seed
}

# Methods for the generics of DelayedArray, as soon as it is loaded; in a place of their own.
register_seed <- function(...) {
  if (!is.null(place$methods)) {
    return(invisible())
  }
  place$methods <- where <- new.env(parent = topenv())
  delayed <- asNamespace("DelayedArray")
  set <- function(generic, class, f) {
    methods::setMethod(get(generic, delayed), class, f, where = where)
  }
  set("extract_array", "ManycoreSeed", seed_extract)
  set("chunkdim", "ManycoreSeed", function(x) pmin(rep(x@plan$tile, 2L), x@plan$dim))
  set("is_sparse", "ManycoreSeed", function(x) FALSE)
  set("path", "ManycoreSeed", function(object, ...) object@plan$dir)
  set("path<-", "ManycoreSeed", function(object, ..., value) moved_seed(object, value))
  delay <- function(store) {
    seed <- seed_of(store) # not within the call, whose dispatch would make other errors of its own
    DelayedArray::DelayedArray(seed)
  }
  set("DelayedArray", "tile_store", function(seed) delay(seed))
  for (class in c("DelayedMatrix", "DelayedArray")) {
    methods::setAs("tile_store", class, function(from) delay(from), where = where)
  }
}

await_delayed_array <- function() {
  if (isNamespaceLoaded("DelayedArray")) {
    register_seed()
  }
  setHook(packageEvent("DelayedArray", "onLoad"), register_seed)
}
