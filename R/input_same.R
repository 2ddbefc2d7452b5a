# Columns that are in x and in y: a pair of them is the same hypothesis in both directions.

# For each column of x the number of the column of y that is the same variable, or 0. The same
# variable has the same values and the same name (the same number, unless both have names).
same_variables <- function(x, y) {
  if (!is_source(x)) x <- as.matrix(x)
  if (!is_source(y)) y <- as.matrix(y)
  same <- if (is.null(colnames(x)) || is.null(colnames(y))) {
    seq_len(ncol(x)) * (seq_len(ncol(x)) <= ncol(y))
  } else {
    names <- lapply(list(x, y), function(m) make.unique(paste0(valid_text(colnames(m)), ":")))
    match(names[[1]], names[[2]], 0L)
  }
  if (!any(same > 0)) {
    return(same)
  }
  rows <- c(1L, (nrow(x) + 1L) %/% 2L, nrow(x)) # tell most columns apart
  for (part in list(rows, seq_len(nrow(x)))) {
    for (columns in in_parts(which(same > 0), nrow(x))) {
      alike <- same_values(columns_in_memory(x, columns)[part, , drop = FALSE],
                           columns_in_memory(y, same[columns])[part, , drop = FALSE])
      same[columns[!alike]] <- 0L
    }
  }
  same
}

# The inverse: for each column of y the number of the column of x, or 0. y has `columns` columns.
same_in_x <- function(same, columns) {
  inverse <- integer(columns)
  inverse[same[same > 0]] <- which(same > 0)
  inverse
}

# Which columns have the same values in the same rows? NA equals NaN.
same_values <- function(u, v) {
  colSums(ifelse(is.na(u), !is.na(v), is.na(v) | u != v)) == 0
}
