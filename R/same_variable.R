# Columns that are in x and in y: no pair of such is a hypothesis of its own.

# For each column of x the number of the column of y that is the same variable, 0 if none is: the
# one with the same name (the same number, unless both have names) if it has the same values.
same_variables <- function(x, y) {
  if (!is_source(x)) x <- as.matrix(x)
  if (!is_source(y)) y <- as.matrix(y)
  same <- if (is.null(colnames(x)) || is.null(colnames(y))) {
    seq_len(ncol(x)) * (seq_len(ncol(x)) <= ncol(y))
  } else {
    names <- lapply(list(x, y), function(m) make.unique(paste0(colnames(m), ":")))
    match(names[[1]], names[[2]], 0L)
  }
  if (!any(same > 0)) {
    return(same)
  }
  rows <- c(1L, (nrow(x) + 1L) %/% 2L, nrow(x)) # are enough for most
  for (part in list(rows, seq_len(nrow(x)))) {
    for (columns in in_parts(which(same > 0), nrow(x))) {
      alike <- same_values(columns_in_memory(x, columns)[part, , drop = FALSE],
                           columns_in_memory(y, same[columns])[part, , drop = FALSE])
      same[columns[!alike]] <- 0L
    }
  }
  same
}

# The inverse: for each of so many columns of y that of x, or 0.
same_in_x <- function(same, columns) {
  inverse <- integer(columns)
  inverse[same[same > 0]] <- which(same > 0)
  inverse
}

# Columns of a million elements at a time.
in_parts <- function(columns, rows) {
  split(columns, (seq_along(columns) - 1) %/% max(1, 1e6 %/% max(1, rows)))
}

# Which columns have the same values in the same rows, NA and NaN being alike?
same_values <- function(u, v) {
  colSums(ifelse(is.na(u), !is.na(v), is.na(v) | u != v)) == 0
}

# Some columns of a matrix, or of a source, of which no more are read.
columns_in_memory <- function(x, columns) {
  if (!is_source(x)) {
    return(x[, columns, drop = FALSE])
  }
  parts <- unclass(x)
  if (!is.null(parts$matrix)) {
    t(parts$matrix[columns, , drop = FALSE])
  } else if (!is.null(parts$sparse)) {
    values <- matrix(0, parts$dim[1L], length(columns))
    at <- match(rep(seq_len(parts$dim[2L]), diff(parts$sparse$p)), columns)
    here <- !is.na(at)
    values[cbind(parts$sparse$i[here] + 1L, at[here])] <- parts$sparse$x[here]
    values
  } else {
    block <- parts$read(columns)
    if (parts$across) t(block) else block
  }
}
