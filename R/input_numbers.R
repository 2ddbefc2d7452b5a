# Vectors, matrices and data frames as plain numbers with the same order.

# Data frames as matrices. Objects with a class, whose numbers may have another order than the class
# has, as numbers in the order of the class.
as_columns <- function(x) {
  if (!is.object(x) || is_source(x)) {
    x
  } else if (is.data.frame(x) && !isS4(x)) {
    long <- vapply(x, inherits, NA, "integer64")
    x[long] <- lapply(x[long], as_comparable64)
    as.matrix(x)
  } else if (length(dim(x)) == 2L && (isS4(x) || !is.matrix(x))) {
    as.matrix(x) # a matrix in a store
  } else if (isS4(x)) {
    if (inherits(x, "sparseVector")) as.numeric(x) else x
  } else if (inherits(x, "integer64") || (is_number_like(x) && !is.matrix(x))) {
    as_comparable(x)
  } else {
    x
  }
}

# The words ": column 'name' is not" for the columns of a data frame that are not numeric, or NULL.
# `of_times`: the advice if some are dates or times.
that_are_not <- function(x, of_times = "as.numeric() makes numbers of dates and times") {
  columns <- if (is.data.frame(x)) as.list(x)
  columns <- Filter(function(column) !is.numeric(column) && !is.logical(column), columns)
  odd <- names(columns)
  is_some <- function(class) {
    inherits(x, class) || any(vapply(columns, inherits, NA, class))
  }
  hint <- if (is_some("ordered")) {
    "; as.integer() makes numbers of an ordered factor"
  } else if (length(columns) > 0 && is_some(c("Date", "POSIXt", "difftime"))) {
    paste0("; ", of_times)
  }
  if (is.null(odd)) {
    hint
  } else if (length(odd) > 0) {
    paste0(": column", if (length(odd) > 1) "s", " ",
           paste0("'", valid_text(utils::head(odd, 5)), "'", collapse = ", "),
           if (length(odd) > 5) " and others", if (length(odd) > 1) " are" else " is", " not", hint)
  }
}

# Refuses 64-bit integers (bit64), because their bits, read as doubles, are other numbers.
# `x`: a vector, an array, or a data frame or list of columns.
refuse_integer64 <- function(x, argument) {
  if (inherits(x, "integer64") || (is.list(x) && any(vapply(x, inherits, NA, "integer64")))) {
    stop_manycore("argument", "'", argument, "' must be numeric, not integer64; see as.double()",
                  argument = argument)
  }
}

# Numbers in the order of 64-bit integers (bit64), for base R to compare; NA stays NA. Other vectors
# stay as they are.
as_comparable64 <- function(x) {
  if (!inherits(x, "integer64")) {
    return(x)
  }
  classed({
    rank <- ranks64(x)
    dim(rank) <- dim(x)
    dimnames(rank) <- dimnames(x)
    rank
  }, length(x) > small)
}

comparable64 <- function(x) {
  classed(ranks64(x), length(x) > small)
}

ranks64 <- function(x) {
  .Call(C_rank, unclass(x), 1L, ties_methods[["min"]], missing_kept, 0L, NULL)
}

# Numbers in the order of a vector with a class, by xtfrm(), as order() does it. A class with
# comparisons of its own and without a method for xtfrm() is ranked by the comparisons, which takes
# long.
as_comparable <- function(x) {
  if (inherits(x, "integer64")) {
    as_comparable64(x)
  } else if (isS4(x) || compares_its_own_way(x)) {
    rank(x, na.last = "keep")
  } else if (inherits(x, "ts")) {
    as.vector(x)
  } else {
    as.vector(xtfrm(x))
  }
}

compares_its_own_way <- function(x) {
  has <- function(generic, classes) {
    for (class in classes) {
      if (!is.null(utils::getS3method(generic, class, optional = TRUE))) {
        return(TRUE)
      }
    }
    FALSE
  }
  classes <- setdiff(class(x), c("ts", "zoo"))
  !has("xtfrm", class(x)) && (has("Ops", classes) || has(">", classes) || has("==", classes))
}

# In the order of mc_sort_ties in C.
ties_methods <- c(average = 0L, min = 1L, max = 2L, first = 3L, last = 4L)

# The policy of C that keeps missing values; the others are those of missing_policy().
missing_kept <- 3L
