# What methods for data frames and for print() share.

# For a method of `[` of a class of data frames: a part of the table is a plain data frame, without
# the attributes that describe the whole. (A column by `drop` is no data frame, and stays.)
without_class <- function(part, attributes) {
  if (is.data.frame(part)) {
    attributes(part)[attributes] <- NULL
    class(part) <- "data.frame"
  }
  part
}

# A table by a method for as.data.frame(), which data.frame() calls with an argument
# stringsAsFactors: characters become factors, or stay.
with_factors <- function(table, stringsAsFactors) {
  if (check_flag(stringsAsFactors, "stringsAsFactors")) {
    text <- vapply(table, is.character, NA)
    table[text] <- lapply(table[text], factor)
  }
  table
}

# Stops at an argument that a method for as.data.frame() does not have. `more` is the method's
# substitute(list(...)). Only validRN is accepted: data.frame() passes validRN = FALSE, which allows
# missing row names, to every method since R 4.7. No table of this package has missing row names.
check_table_arguments <- function(more, known) {
  if (!is.null(names(more))) {
    more <- more[names(more) != "validRN"]
  }
  if (length(more) > 1L) {
    stop_unused(more, known)
  }
}

# The names in `...` of a method for print() are among those of the data frame's, but for row.names.
check_printing <- function(more, own) {
  given <- names(more)
  known <- c(own, setdiff(c(names(formals(print.data.frame)), names(formals(print.default))),
                          c("x", "row.names", "...")))
  odd <- which(nzchar(given) & !given %in% known)
  if (length(odd) > 0) {
    stop_unused(more[c(1L, odd[1])], own)
  }
}

name_or_number <- function(numbers, names) {
  if (is.null(names)) numbers else names[numbers]
}
