# Arguments that several functions take.

# The place of a name among the names that an argument may have, from 0 on: the
# number of the enum in C.
match_name <- function(value, names, argument) {
  number <- if (is.character(value) && length(value) == 1) match(value, names) else NA
  if (is.na(number)) {
    stop("'", argument, "' must be one of ",
         paste0("\"", names, "\"", collapse = ", "), call. = FALSE)
  }
  number - 1L
}

check_flag <- function(value, argument) {
  if (!isTRUE(value) && !isFALSE(value)) {
    stop("'", argument, "' must be TRUE or FALSE", call. = FALSE)
  }
  value
}
