# Which rows or columns an index means.

# The places, from 1 to `count`, that an index means.
#   index: names, a factor of names, or numbers; with `subset`, as in x[index], also logicals or
#     negative numbers
# Answers list(places, several). An element that means no place has NA in `places`. `several` are
# the elements whose name belongs to more than one place.
index_places <- function(index, count, names = NULL, subset = FALSE) {
  if (is.factor(index)) {
    index <- as.character(index)
  }
  if (is.character(index)) {
    return(list(places = match(index, names),
                several = which(index %in% names[duplicated(names)])))
  }
  if (subset) {
    return(list(places = seq_len(count)[index], several = integer()))
  }
  places <- rep(NA_integer_, length(index))
  if (is.numeric(index)) {
    good <- which(index >= 1 & index <= count & index == trunc(index))
    places[good] <- as.integer(index[good])
  }
  list(places = places, several = integer())
}

# The places that x[index] chooses, or an error that names `argument`. The other arguments are as
# for index_places(). Logicals may be fewer than places, as in base R, but not more.
chosen_places <- function(index, count, names, argument) {
  if (is.factor(index)) {
    index <- as.character(index)
  }
  numbers <- is.numeric(index) && is.null(dim(index))
  refuse <- function(...) {
    stop_manycore("argument", "'", argument, "' must ", ..., argument = argument)
  }
  if (is.logical(index) && length(index) > count) {
    refuse("have at most ", count_of(count, "logical"), ", not ", format_count(length(index)))
  }
  if (is.logical(index) && anyNA(index)) {
    refuse("be TRUE or FALSE, but element ", which(is.na(index))[1], " is NA")
  }
  if (numbers && any(index < 0, na.rm = TRUE) && any(index > 0, na.rm = TRUE)) {
    refuse("be positive or negative numbers, not both: ", describe(index[which(index > 0)[1]]),
           " and ", describe(index[which(index < 0)[1]]))
  }
  chooses <- is.logical(index) || is.character(index) ||
    (numbers && all(abs(index) <= count, na.rm = TRUE) &&
       !(any(index < 0, na.rm = TRUE) && anyNA(index)))
  found <- if (chooses) index_places(index, count, names, subset = TRUE) else list(places = NA)
  if (length(found$several) > 0) {
    name <- index[found$several[1]]
    stop_manycore("argument", "'", argument, "' must name one each, but \"", valid_text(name),
                  "\" is the name of ", sum(names == name, na.rm = TRUE),
                  ": numbers tell them apart", argument = argument)
  }
  if (anyNA(found$places)) {
    wrong <- if (is.character(index)) {
      which(is.na(found$places))
    } else if (numbers) {
      which(is.na(index) | abs(index) > count)
    }
    stop_argument(argument, paste0(if (!is.null(names)) "names or ", "numbers from 1 to ", count,
                                   ", or logicals"), if (length(wrong)) index[wrong[1]] else index)
  }
  found$places
}
