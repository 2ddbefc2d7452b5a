# Which rows or columns an index means.

# The places, from 1 to `count`, that an index means: list(places, several). Names, which factors
# are, too, and numbers mean a place each; `places` has NA for those that mean none, and `several`
# are the elements whose name more than one place has. `subset`: the index chooses, as in x[index],
# and may be logicals, or negative numbers.
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
