# Paths of a result of floyd_warshall() in memory.

# `weights` or NULL: see paths_between().
shortest_paths <- function(distance, via, names, single, weights = NULL) {
  dimnames(distance) <- names
  if (!is.null(via)) {
    dimnames(via) <- names
  }
  result <- list(distance = distance, via = via,
                 precision = if (single) "single" else "double")
  result$weights <- weights
  structure(result, class = "shortest_paths")
}

check_paths <- function(x) {
  if (!inherits(x, "shortest_paths")) {
    stop_argument("x", "a result of floyd_warshall()", x)
  }
  if (!is_intact(x)) {
    stop_manycore("argument", "'x' was changed after floyd_warshall() returned it; take parts of ",
                  "as.matrix(x)", argument = "x")
  }
}

is_intact <- function(x) {
  if (!is.list(x)) {
    return(FALSE)
  }
  square <- function(m) is.matrix(m) && nrow(m) == ncol(m)
  alike <- function(m) is.null(m) || identical(dim(m), dim(x$distance))
  is.double(x$distance) && square(x$distance) &&
    (is.null(x$via) || is.integer(x$via)) && alike(x$via) &&
    (is.null(x$weights) || is.numeric(x$weights)) && alike(x$weights)
}

# For each pair the vertices on its path, from the record. If rounding has spoilt the record of a
# pair, a search among the edges finds its path.
paths_between_in_memory <- function(x, from, to) {
  found <- rep(list(integer()), length(from))
  there <- which(is.finite(x$distance[cbind(from, to)]))
  if (length(there) > 0) {
    weights <- weights_of_result(x)
    single <- as.integer(identical(x$precision, "single"))
    walk <- function(pairs, wide) {
      classed(.Call(C_shortest_path, x$via, x$distance, weights, single, wide, from[pairs],
                    to[pairs]))
    }
    is_lost <- function(pairs) vapply(found[pairs], is.null, NA)
    found[there] <- walk(there, 0L)
    lost <- there[is_lost(there)]
    for (pairs in split(lost, to[lost])) {
      found[pairs] <- classed(.Call(C_search_paths, x$via, x$distance, weights, single,
                                    from[pairs], to[pairs[1]]))
    }
    lost <- lost[is_lost(lost)]
    found[lost] <- walk(lost, 1L)
    lost <- lost[is_lost(lost)]
    if (length(lost) > 0) {
      stop_manycore("rounding", "no path from ", from[lost[1]], " to ", to[lost[1]], " was found ",
                    "whose length is the distance up to rounding; scale the weights to whole ",
                    "numbers")
    }
  }
  found
}

# The weights as C takes them, as doubles.
weights_of_result <- function(x) {
  weights <- x$weights
  if (is.integer(weights)) {
    storage.mode(weights) <- "double"
  }
  weights
}

distances_of <- function(x) {
  if (!inherits(x, "shortest_paths")) {
    return(x)
  }
  check_paths(x)
  x$distance
}
