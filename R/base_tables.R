# Shared by the methods of all classes of results: tables, summaries, print().

# ---- tables ----

# The end of every method for as.data.frame() and tidy(): a data frame of `columns`, a list of
# vectors of the same length. `stringsAsFactors` as for data.frame(). (as.data.frame() of a list
# would take longer, and change names.)
as_table <- function(columns, row.names = NULL, stringsAsFactors = FALSE) {
  attributes(columns) <- list(names = names(columns)) # of a data frame the columns alone
  if (check_flag(stringsAsFactors, "stringsAsFactors")) {
    text <- vapply(columns, is.character, NA)
    columns[text] <- lapply(columns[text], factor)
  }
  rows <- if (length(columns) > 0) length(columns[[1]]) else 0L
  structure(columns, row.names = check_row_names(row.names, rows), class = "data.frame")
}

# The same for a result that is a data frame with a class of its own: its row names stay, unless
# others are given.
whole_table <- function(x, row.names = NULL, stringsAsFactors = FALSE) {
  table <- as_table(unclass(x)[seq_along(x)], row.names, stringsAsFactors)
  if (is.null(row.names)) attr(table, "row.names") <- .row_names_info(x, 0L)
  table
}

# The method of `[` for such a result: a part that has the columns `needed` is a result of the same
# class, with the attributes `kept`. Any other part is a plain data frame or vector.
part_of_table <- function(x, ..., needed = names(x), kept = "settings") {
  part <- whole_table(x)[...]
  if (!is.data.frame(part) || !all(needed %in% names(part))) {
    return(part)
  }
  for (name in kept) attr(part, name) <- attr(x, name)
  class(part) <- class(x)
  part
}

# Row names in the form that a data frame keeps; NULL stands for numbers.
check_row_names <- function(row.names, rows) {
  if (is.null(row.names)) {
    return(.set_row_names(rows))
  }
  if (!is.atomic(row.names) || length(row.names) != rows || anyNA(row.names) ||
        anyDuplicated(row.names)) {
    stop_argument("row.names", paste("NULL or a name for each of", count_of(rows, "row"),
                                     "that no other row has"), row.names)
  }
  if (is.integer(row.names)) row.names else as.character(row.names)
}

# What data.frame() hands to every method for as.data.frame() since R 4.7, besides the arguments of
# the generic function. It allows missing row names, which no table of this package has.
table_arguments <- "validRN"

# The data frame of one row that a method for glance() answers. NULL becomes NA.
one_row <- function(...) {
  as_table(lapply(list(...), function(value) if (is.null(value)) NA else value))
}

# For a method of `[` of a class of data frames: a part of the table is a plain data frame without
# the attributes of the whole. (A single column is a vector, and stays.)
without_class <- function(part, attributes) {
  if (is.data.frame(part)) {
    attributes(part)[attributes] <- NULL
    class(part) <- "data.frame"
  }
  part
}

# For the columns `from` and `to` of a table of pairs: names, or numbers if there are no names.
name_or_number <- function(numbers, names) {
  if (is.null(names)) numbers else names[numbers]
}

# ---- print(), format() and summary() ----

# Arguments that print() and format() hand on to R's own methods. (print() sets row.names itself.)
print_arguments <- setdiff(c(names(formals(print.data.frame)), names(formals(print.default))),
                           c("x", "row.names", "..."))
format_arguments <- setdiff(names(formals(format.default)), c("x", "..."))

# Prints a summary: a title, and a line "  label: text" for each element of `fields`, whose names
# are the labels. NULL has no line.
print_fields <- function(title, fields) {
  cat(title, "\n", sep = "")
  fields <- unlist(Filter(length, fields))
  if (length(fields) > 0) {
    cat(paste0("  ", format(paste0(names(fields), ":")), " ", fields, "\n"), sep = "")
  }
}

# as.matrix() of a result that is a list without a matrix. The default method keeps the class, so
# print() would fail.
no_matrix <- function(x, ...) {
  check_dots(...)
  stop_manycore("argument", "'x' is no matrix, but as.data.frame() makes a table of it",
                argument = "x")
}
