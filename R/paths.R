#' Shortest paths between all pairs of vertices
#'
#' The Floyd-Warshall algorithm, blocked for caches and registers, vectorised and
#' multithreaded: the length of the shortest path from every vertex of a graph to every
#' other one, and the paths. Negative weights are allowed.
#'
#' @param w The graph, with weights of edges from `i` to `j`:
#'   * a square numeric matrix: `w[i, j]` is the weight; `Inf` or `NA` means that there is
#'     no edge (0 is an edge of weight 0). The diagonal counts as 0 unless it is negative.
#'     Objects of class `dist` are taken as such a matrix, too;
#'   * a sparse matrix of the package Matrix, in which the stored entries are the edges;
#'   * a data frame with an edge in each row: columns `from`, `to` and `weight`, or else
#'     the first three; without weights they are 1. Vertices are positive whole numbers, or
#'     names, then in the order in which they come. Edges without a weight (`NA`) are left
#'     out; of several edges between the same vertices the shortest counts;
#'   * a graph of the package igraph, with its edge attribute `weight`, or 1.
#' @param paths Whether to record the paths, for [shortest_path()]. It takes about twice the
#'   time of distances only, and 4 bytes more for each pair.
#' @param kernel The algorithm. `"auto"` takes `"simd"`.
#'   * `"simd"`: algorithm 2 of Hou, Wang and Feng with the comparisons and masked stores of
#'     their algorithm 3, in register tiles of 4 x 32.
#'   * `"blocked"`: the same in plain loops (version 3 of their figure 2), which the compiler
#'     vectorises.
#'   * `"recursive"`: divide and conquer on a Z-Morton layout, by Tithi et al.
#'   * `"naive"`: algorithm 1 of Hou, Wang and Feng, the three loops of the textbook.
#' @param block Vertices of a block: for `"blocked"` a multiple of 16, 32 if `NULL` as in the
#'   paper; for `"simd"` a multiple of 32, if `NULL` 64, or 128 with paths; for `"recursive"` a
#'   power of two from 32 on, 128 if `NULL` as in the paper; at most 4096.
#' @param precision `"double"`, or `"single"`: weights are rounded to floats of 24 bits, and
#'   so is every sum. Weights beyond 3e38 are then an error.
#' @param threads,progress As for [cor_kendall()].
#'
#' @details
#' At step `k` every distance `d[i, j]` becomes the smaller one of itself and
#' `d[i, k] + d[k, j]`. All kernels compute exactly these sums: operands are kept as they
#' are at step `k`, where the blocked algorithms of the papers read what later steps made of
#' them, which is right, too, but rounded otherwise. So distances are the same to the last
#' bit, and paths the same, for all kernels, blocks, instruction sets and numbers of
#' threads. A distance is rounded once for each of the path's edges but one, in an order that
#' depends on the numbers of the vertices: its error is at most the number of edges times
#' `2^-53` (in single precision `2^-24`) of the sum of the weights without their signs.
#' Where all weights are whole numbers (in sums below 2^53) distances are exact.
#'
#' Of several shortest paths the one is found whose highest vertex between its ends is
#' lowest, and likewise on both sides of that vertex.
#'
#' **Negative cycles.** In a graph with a cycle of negative length there are no shortest
#' paths. That is an error of class `negative_cycle`, which names such a cycle; the
#' condition's element `cycle` holds its vertices. A cycle whose length should be 0 may be
#' negative by rounding; scale the weights to whole numbers then.
#'
#' **Errors.** `NaN`, `-Inf`, and negative weights so large that a path's length may be
#' beyond `-1.8e308`, are errors. A path whose length is beyond `1.8e308` counts as none.
#'
#' **Time** is `O(n^3)`; **memory** the result, `8 n^2` bytes, or `12 n^2` with paths;
#' and besides, for `"simd"` `16 n block` bytes; for `"recursive"` one copy of the distances at
#' most, filled up to blocks; for `"blocked"` one copy of the result, filled up to blocks; in
#' single precision another `4 n^2` bytes. Other graphs than matrices become a matrix first. A
#' result that is larger than the memory that is free is refused. An interrupt waits for one
#' step of a block, or for 1e9 sums for each thread.
#'
#' @return An object of class `shortest_paths`, a list of
#'   * `distance`, the matrix of distances with the dimnames of `w`; `Inf` where there is no
#'     path, and 0 on the diagonal;
#'   * `via`, with `paths = TRUE`: an integer matrix of the highest vertex between the ends of
#'     each path, `NA` where the path is one edge, or where there is none. (The paper's path
#'     matrix.)
#'
#'   `as.matrix()` gives the distances, `summary()` the diameter and the like.
#' @references
#' Hou K, Wang H, Feng W (2014). Delivering parallel programmability to the masses via the
#' Intel MIC ecosystem: a case study. *43rd International Conference on Parallel Processing
#' Workshops*. \doi{10.1109/ICPPW.2014.44}. Algorithms 1 to 3, figure 2.
#'
#' Tithi JJ, Ganapathi P, Talati A, Aggarwal S, Chowdhury R (2015). High-performance
#' energy-efficient recursive dynamic programming with matrix-multiplication-like flexible
#' kernels. *IEEE International Parallel and Distributed Processing Symposium*, 303-312.
#' Sections II and III, figure 4.
#' @seealso [shortest_path()], [summary.shortest_paths()], [plot.shortest_paths()],
#'   [floyd_warshall_tune()]
#' @examples
#' # flights between cities that are less than 800 km apart
#' w <- as.matrix(eurodist)
#' w[w > 800] <- Inf
#' routes <- floyd_warshall(w)
#' routes
#' shortest_path(routes, "Lisbon", "Athens")
#' shortest_path(routes, "Lisbon", "Vienna")
#' path_lengths(routes, "Lisbon", "Vienna")
#' summary(routes)
#'
#' # a table of edges
#' edges <- data.frame(from = c("a", "b", "c"), to = c("b", "c", "a"), weight = c(1, -2, 4))
#' floyd_warshall(edges)$distance
#'
#' # a negative cycle has a name
#' edges$weight[3] <- 0.5
#' try(floyd_warshall(edges))
#' @export
floyd_warshall <- function(w, paths = TRUE, kernel = "auto", block = NULL,
                           precision = c("double", "single"), threads = NULL,
                           progress = interactive()) {
  method <- match_paths_method(kernel, block, match.arg(precision), threads)
  check_flag(paths, "paths")
  w <- as_weights(w)
  check_room(as.double(nrow(w))^2 * (1 + 0.5 * paths + spare_room(method)))
  tick <- progress_ticker(progress, "Shortest paths")
  result <- run_paths(w, paths, method, tick)
  if (result$at > 0) {
    stop(bad_weight(w, result$at, method$single))
  }
  if (result$at < 0) {
    stop(negative_cycle(w, -result$at, method, sys.call()))
  }
  shortest_paths(result$distance, result$via, dimnames(w))
}

shortest_paths <- function(distance, via, names) {
  dimnames(distance) <- names
  if (!is.null(via)) {
    dimnames(via) <- names
  }
  structure(list(distance = distance, via = via), class = "shortest_paths")
}

# What C answers: distance and via, which kernel, block and number of threads it took, and
# `at`, the weight that cannot be, or less than 0, the vertex of a negative cycle.
run_paths <- function(w, paths, method, tick = NULL, steps = nrow(w)) {
  result <- .Call(C_floyd_warshall, w, as.integer(paths), method$single, method$kernel,
                  method$block, method$schedule, method$threads, as.integer(steps), tick)
  result$kernel <- paths_kernels[result$kernel + 1L]
  result
}

# In the order of mc_paths_kernel in C.
paths_kernels <- c("auto", "naive", "blocked", "simd", "recursive")

# Numbers, for each pair of vertices, that a kernel needs besides the result.
spare_room <- function(method) {
  kernel <- paths_kernels[method$kernel + 1L]
  (if (kernel %in% c("blocked", "recursive")) 1 else 0) + 0.5 * method$single
}

# ---- the method ----

# Kernel, block, precision, schedule and threads as C takes them. What is not given comes
# from the session's choice (floyd_warshall_tune()), if there is one.
match_paths_method <- function(kernel, block, precision, threads = NULL) {
  number <- match_name(kernel, paths_kernels, "kernel")
  schedule <- 0L
  tuned <- getOption("manycore.floyd_warshall")
  if (kernel == "auto" && !is.null(tuned)) {
    kernel <- "simd"
    schedule <- schedule_number(tuned$schedule)
    block <- if (is.null(block)) tuned$block else block
    threads <- if (is.null(threads)) tuned$threads else threads
  }
  list(kernel = number, block = match_paths_block(block, kernel),
       single = as.integer(precision == "single"), schedule = schedule,
       threads = check_threads(threads))
}

match_paths_block <- function(block, kernel) {
  if (is.null(block)) {
    return(0L)
  }
  whole <- is.numeric(block) && length(block) == 1 && !is.na(block) && block == round(block)
  unit <- if (kernel == "blocked") 16 else 32
  power <- kernel == "recursive"
  good <- whole && block >= unit && block <= 4096 && block %% unit == 0 &&
    (!power || log2(block) %% 1 == 0)
  if (kernel == "naive") {
    stop("'block' is not for kernel = \"naive\"", call. = FALSE)
  }
  if (!good) {
    stop("'block' must be a ", if (power) "power of two from 32" else paste("multiple of", unit),
         " up to 4096 for kernel = \"", kernel, "\"", call. = FALSE)
  }
  as.integer(block)
}

# ---- errors ----

vertex_names <- function(names, index) {
  own <- if (is.null(names[[1]])) names[[2]] else names[[1]]
  if (is.null(own)) as.character(index) else own[index]
}

bad_weight <- function(w, at, single) {
  place <- arrayInd(at, dim(w))
  value <- w[at]
  paste0("'w' has ", if (is.nan(value)) "NaN" else format(value), " from ",
         vertex_names(dimnames(w), place[1]), " to ", vertex_names(dimnames(w), place[2]),
         if (is.nan(value)) "; NA or Inf means that there is no edge" else
           if (is.finite(value)) paste(", with which lengths go beyond the numbers of",
                                       if (single) "single" else "double", "precision") else
           ", a path of which there is no shortest one")
}

# A condition that names a cycle of negative length. C has found the first step at which one
# would be walked, from vertex k over lower ones; before that step paths are well defined.
negative_cycle <- function(w, k, method, call) {
  method$kernel <- match_name("simd", paths_kernels, "kernel")
  method$block <- 0L
  before <- run_paths(w, TRUE, method, steps = k - 1)
  walk <- .Call(C_shortest_path, before$via, as.integer(k), as.integer(k),
                2L * as.integer(min(nrow(w), 2^29)))[[1]]
  cycle <- if (is.null(walk)) k else if (length(walk) == 1) c(k, k) else
    most_negative_cycle(walk, w)
  length <- sum(w[cbind(cycle[-length(cycle)], cycle[-1])])
  names(cycle) <- vertex_names(dimnames(w), cycle)
  shown <- if (length(cycle) > 20) c(names(cycle)[1:18], "...", names(cycle)[length(cycle)]) else
    names(cycle)
  message <- paste0("'w' has a cycle of negative length, so there are no shortest paths: ",
                    paste(shown, collapse = " -> "),
                    if (length(cycle) > 1) paste0(" (length ", format(length), ")"))
  structure(class = c("negative_cycle", "error", "condition"),
            list(message = message, call = call, cycle = cycle))
}

# A closed walk falls into simple cycles, of which one is negative if the walk is.
most_negative_cycle <- function(walk, w) {
  best <- walk
  best_length <- Inf
  path <- integer()
  for (vertex in walk) {
    since <- match(vertex, path)
    if (!is.na(since)) {
      cycle <- c(path[since:length(path)], vertex)
      length <- sum(w[cbind(cycle[-length(cycle)], cycle[-1])])
      if (length < best_length) {
        best <- cycle
        best_length <- length
      }
      path <- path[seq_len(since - 1)]
    }
    path <- c(path, vertex)
  }
  best
}
