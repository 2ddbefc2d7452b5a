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
