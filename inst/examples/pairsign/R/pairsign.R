# Kendall's distance of all pairs of columns of x (and y): the share of discordant pairs of rows. NA
# for pairs of columns with fewer than two common rows. The attribute `rows` has their common rows.
kendall_distance <- function(x, y = NULL, pairwise = TRUE, threads = 0) {
  as_doubles <- function(m) {
    m <- as.matrix(m)
    storage.mode(m) <- "double"
    m
  }
  x <- as_doubles(x)
  if (!is.null(y)) y <- as_doubles(y)
  .Call(C_kendall_distance, x, y, as.logical(pairwise), as.integer(threads))
}
