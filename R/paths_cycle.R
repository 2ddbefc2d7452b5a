# Graphs without shortest paths: the error that names a negative cycle.

# Stops with an error that names a cycle of negative length. C has found the first step k whose sums
# would walk such a cycle, from vertex k over lower vertices. Before step k paths are well defined.
# Or k is n + u: the distance of vertex u from itself is below 0 after its own step, by rounding.
stop_negative_cycle <- function(w, k, method) {
  method$algorithm <- match_choice("simd", paths_algorithms, "algorithm")
  method$block <- 0L
  n <- nrow(w)
  vertex <- as.integer(if (k > n) k - n else k)
  steps <- if (k > n) n - 1 else k - 1
  before <- run_paths(w, TRUE, method, steps = steps)
  middle <- before$via[vertex, vertex]
  if (is.na(middle)) {
    middle <- if (k > n) n else vertex
  }
  way <- function(from, to) path_before(before, w, steps, method$single, from, to)
  walk <- if (middle == vertex) c(vertex, vertex) else # an edge to itself
    c(way(vertex, middle), way(middle, vertex)[-1])
  cycle <- most_negative_cycle(walk, w)
  if (is.null(cycle)) {
    cycle <- vertex
  }
  names(cycle) <- vertex_names(dimnames(w), cycle)
  shown <- if (length(cycle) > 20) c(names(cycle)[1:18], "...", names(cycle)[length(cycle)]) else
    names(cycle)
  length <- if (length(cycle) > 1) length_of(cycle, w) else 0
  stop_manycore("negative_cycle", if (length < 0) "'w' has a cycle of negative length" else
    "'w' has a cycle whose length is below 0 by rounding (scale weights to whole numbers)",
    ", so there are no shortest paths: ", paste(shown, collapse = " -> "),
    if (length < 0) paste0(" (length ", format(length), ")"), cycle = cycle,
    class = "negative_cycle")
}

# A path in the result of run_paths() after some steps: its inner vertices have numbers up to
# `steps`. NULL if rounding hides the path.
path_before <- function(before, w, steps, single, from, to) {
  w[, setdiff(seq_len(nrow(w)), c(seq_len(steps), to))] <- NA
  x <- shortest_paths(before$distance, before$via, NULL, single, w)
  tryCatch(paths_between_in_memory(x, from, as.integer(to))[[1]], error = function(e) NULL)
}

length_of <- function(path, w) {
  sum(w[cbind(path[-length(path)], path[-1])])
}

# A closed walk falls into simple cycles. If the walk is negative, one of them is. The answer is the
# most negative one, or NULL if the walk has no cycle, because a part of the walk is missing.
most_negative_cycle <- function(walk, w) {
  best <- NULL
  path <- integer()
  for (vertex in walk) {
    since <- match(vertex, path)
    if (!is.na(since)) {
      cycle <- c(path[since:length(path)], vertex)
      if (is.null(best) || length_of(cycle, w) < length_of(best, w)) {
        best <- cycle
      }
      path <- path[seq_len(since - 1)]
    }
    path <- c(path, vertex)
  }
  best
}
