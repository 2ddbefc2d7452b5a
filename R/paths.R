#' Shortest paths between all pairs of vertices
#'
#' The Floyd-Warshall algorithm, blocked for caches and registers, vectorised and
#' multithreaded: the length of the shortest path from every vertex of a graph to every
#' other one, and the paths. Negative weights are allowed.
#'
#' @param w The graph, with weights of edges from `i` to `j`:
#'   * a square numeric matrix: `w[i, j]` is the weight; `Inf` or `NA` means that there is
#'     no edge (0 is an edge of weight 0: in an adjacency matrix of zeros and ones, first set
#'     `w[w == 0] <- Inf`). The diagonal counts as 0 unless it is negative, which is a cycle of
#'     negative length.
#'     Objects of class `dist` are taken as such a matrix, too;
#'   * a sparse matrix of the package Matrix, in which the stored entries are the edges, of
#'     weight 1 in a pattern matrix (entries that are stored twice add up, as everywhere in
#'     Matrix);
#'   * a data frame with an edge in each row: columns `from`, `to` and `weight` among others, or
#'     two or three columns of any names in this order; without weights they are 1. Vertices
#'     are positive whole numbers, or names, then in the order in which they come, those of
#'     `from` first. Edges without a weight (`NA`) are left out; of several edges between the
#'     same vertices the shortest counts;
#'   * a graph of the package igraph, with its edge attribute `weight`, or 1. An undirected edge
#'     leads both ways; if it is negative, it is a cycle of negative length.
#' @param paths Whether to record the paths, for [shortest_path()]. It takes about twice the
#'   time of distances only, and 4 bytes more for each pair. By default they are not in a store.
#' @param algorithm The algorithm. `"auto"` takes `"simd"`.
#'   * `"simd"`: algorithm 2 of Hou, Wang and Feng with the comparisons and masked stores of
#'     their algorithm 3, in register tiles of 4 x 32.
#'   * `"blocked"`: the same in plain loops (version 3 of their figure 2), which the compiler
#'     vectorises.
#'   * `"recursive"`: divide and conquer on a Z-Morton layout, by Tithi et al.
#'   * `"naive"`: algorithm 1 of Hou, Wang and Feng, the three loops of the textbook.
#' @param block Vertices of a block: for `"blocked"` a multiple of 16, 32 if `NULL` as in the
#'   paper; for `"simd"` a multiple of 32, if `NULL` 64, or 128 for 1,500 vertices or more, with
#'   paths 128, or 256 for 2,000 vertices or more, or as much less as many threads need (64 at
#'   least, and no more than `n / sqrt(2 * threads)` for `n` vertices); for `"recursive"` a
#'   power of two from 32 on, 128 if `NULL` as in the paper; at most 1024.
#' @param precision `"double"`, or `"single"`: weights are rounded to floats of 24 bits, and
#'   so is every sum. Weights beyond 3e38 are then an error.
#' @param threads,progress,... As for [cor_kendall()].
#' @param store A [tile_store()]: distances (and with `paths = TRUE` the paths) are written to its
#'   folder, tile by tile, and not kept in memory. With a store, `w` may be a DelayedArray (such as
#'   an `HDF5Matrix`) or `big.matrix`, too, which is read some columns at a time.
#' @param BPPARAM A backend of BiocParallel that does the tiles of a store, such as
#'   `BiocParallel::SnowParam(4)`; or `NULL`, for this process.
#' @param retries How often what is left is handed out again after a round in which nothing was
#'   done, because workers die or tasks fail.
#' @param timeout How many seconds a worker may take for a batch of tiles, as for [cor_kendall()].
#'
#' @details
#' At step `k` every distance `d[i, j]` becomes the smaller one of itself and
#' `d[i, k] + d[k, j]`. All algorithms compute exactly these sums: operands are kept as they
#' are at step `k`, where the blocked algorithms of the papers read what later steps made of
#' them, which is right, too, but rounded otherwise. So distances are the same to the last
#' bit, and paths the same, for all algorithms, blocks, instruction sets and numbers of
#' threads. A distance is rounded once for each of the path's edges but one, in an order that
#' depends on the numbers of the vertices: its error is at most the number of edges times
#' `2^-53` (in single precision `2^-24`) of the sum of the weights without their signs
#' (and in single precision what numbers below 1e-38 lose). Negative weights may make cycles
#' of a length near 0, which rounding may bring below 0: then the sum may have been led through
#' such a cycle, whose weights and edges count for the error, too (see [shortest_path()]). Where all
#' weights are whole numbers, with sums below 2^53 (in single precision 2^24), distances are exact.
#'
#' Vertices are ordered by their numbers. Of several shortest paths, where sums are exact, the
#' one is found whose highest vertex between its ends is lowest, and likewise on both sides of
#' that vertex.
#'
#' **Negative cycles.** In a graph with a cycle of negative length there are no shortest
#' paths. That is an error of class `negative_cycle` (and `manycore_error_negative_cycle`, see
#' [manycore_errors]), which names such a cycle; the
#' condition's element `cycle` holds its vertices, the first of them again at the end. A cycle
#' whose length should be 0 may be negative by rounding, which the message then says; scale the
#' weights to whole numbers.
#'
#' **In a store** the vertices are cut into ranges of `tile` vertices, and distances from one range
#' to another are a tile. The steps of each range are three phases: its diagonal tile, which this
#' process does; then the tiles of its row and column; then all others, which workers do, a phase
#' being over before the next begins. Distances are the same to the last bit as in memory, and paths
#' vertex for vertex, also where several are shortest: a tile's file has both, distances and
#' vertices between. [shortest_path()] and [path_lengths()] of the store read the parts of tiles
#' that a path leads through, `as.matrix(store)` and the like the distances, [path_via()] is what
#' reads the vertices in the same ways. Each tile carries the number of ranges whose steps it has
#' behind it, and is replaced, at once, by itself one range later: so a run that was killed goes on
#' where it was when it is called again with the same data, and two at once do no harm but to do
#' some tiles twice. Workers that die are replaced; what they had in hand is done again. A disk that
#' is full is an error that names the file, and the same call goes on when there is room. Until all
#' is done the distances cannot be read. A tile that is damaged cannot be made again by itself,
#' which is an error: begin anew with `tile_store(overwrite = TRUE)`. The store takes `8 n^2` bytes,
#' or `12 n^2` with paths (and `8 n^2` for `w`, if any of its weights are negative and sums are
#' rounded), and while it is filled `16 n tile`, and for each worker up to four tiles, more; each
#' range reads and writes all of it, so that `n / tile` times its size goes through the disk: large
#' tiles save traffic. A task takes `40 tile^2` bytes of memory, or 44, and up to 128 MiB of a
#' range's rows and columns stay in memory. With a backend of MPI, or of batchtools, each worker
#' gets its share of a phase at once; two rounds for each range wait in the queue of a batch system,
#' for which few ranges, or workers on nodes that are allotted already, are better. A template for
#' SLURM is `system.file("batchtools", "slurm-manycore.tmpl", package = "manycore")`. MPI ends the
#' whole program when a worker dies; the same call then goes on.
#'
#' **Errors.** `NaN`, `-Inf`, and negative weights so large that a path's length may be
#' beyond `-1.8e308` (in single precision `-3.4e38`), are errors. A path of which a part is longer
#' than these numbers counts as none.
#'
#' **Time** is `O(n^3)`, whatever the number of edges: for few edges igraph's searches from each
#' vertex are faster. **Memory** is the result, `8 n^2` bytes, or `12 n^2` with paths;
#' and besides, for `"simd"` `16 n block` bytes; for `"recursive"` one copy of the distances,
#' filled up to blocks, or `16 block^2` bytes; for `"blocked"` one copy of the result, filled up
#' to blocks; in single precision half of that, and another `4 n^2` bytes. Other graphs than
#' matrices become a matrix first. What does not fit in the memory that is free is refused. An
#' interrupt waits for a tenth of a second or so, for `block^3` sums of one thread, or, with
#' `"recursive"`, for 1e9 sums of each thread.
#'
#' @return The `store`, if there is one; else an object of class `shortest_paths`, a list of
#'   * `distance`, the matrix of distances with the dimnames of `w`; `Inf` where there is no
#'     path, and 0 on the diagonal;
#'   * `via`, with `paths = TRUE`: an integer matrix of the highest vertex between the ends of
#'     each path, `NA` where the path is one edge, or where there is none. (The paper's path
#'     matrix.)
#'   * `precision`, in which sums were rounded.
#'   * `weights`, with `paths = TRUE`, if any are negative and sums are rounded: the matrix `w`,
#'     which [shortest_path()] needs where rounding has spoilt the record.
#'
#'   `x[i, j]` and `as.matrix()` give distances, `as.data.frame()` a table of them
#'   (see [shortest_paths]), `summary()` the diameter and the like.
#' @references
#' Hou K, Wang H, Feng W (2014). Delivering parallel programmability to the masses via the
#' Intel MIC ecosystem: a case study. *43rd International Conference on Parallel Processing
#' Workshops*. \doi{10.1109/ICPPW.2014.44}. Algorithms 1 to 3, figure 2.
#'
#' Tithi JJ, Ganapathi P, Talati A, Aggarwal S, Chowdhury R (2015). High-performance
#' energy-efficient recursive dynamic programming with matrix-multiplication-like flexible
#' kernels. *IEEE International Parallel and Distributed Processing Symposium*, 303-312.
#' Sections II, III and V, figure 4.
#' @seealso [shortest_path()], [summary.shortest_paths()], [plot.shortest_paths()],
#'   [floyd_warshall_tune()]
#' @examples
#' # roads between cities that are less than 800 km apart
#' w <- as.matrix(eurodist)
#' w[w > 800] <- Inf
#' routes <- floyd_warshall(w)
#' routes
#' routes["Lisbon", c("Paris", "Vienna")]
#' shortest_path(routes, "Lisbon", "Athens")
#' shortest_path(routes, "Lisbon", "Vienna")
#' path_lengths(routes, "Lisbon", "Vienna")
#' summary(routes)
#'
#' # a table of edges
#' edges <- data.frame(from = c("a", "b", "c"), to = c("b", "c", "a"), weight = c(1, -2, 4))
#' floyd_warshall(edges)$distance
#'
#' # distances and paths in files, of which some are read
#' folder <- tempfile()
#' store <- floyd_warshall(w, paths = TRUE, store = tile_store(folder, tile = 8))
#' store["Lisbon", c("Paris", "Vienna")]
#' shortest_path(store, "Lisbon", "Vienna")
#' path_via(store)["Lisbon", c("Paris", "Vienna")]
#' unlink(folder, recursive = TRUE)
#'
#' # a cycle of negative length is an error that names it
#' edges$weight[3] <- 0.5
#' try(floyd_warshall(edges))
#' @export
floyd_warshall <- function(w, paths = is.null(store),
                           algorithm = c("auto", "naive", "blocked", "simd", "recursive"),
                           block = NULL, precision = c("double", "single"), threads = NULL,
                           progress = interactive(), store = NULL, BPPARAM = NULL, retries = 3,
                           timeout = NULL,
                           ...) {
  if (...length() > 0L) {
    stop_unused(substitute(list(...)), names(formals(floyd_warshall)))
  }
  given <- if (!missing(precision)) precision
  precision <- match_word(precision, precisions, "precision")
  method <- match_paths_method(algorithm, block, precision, threads)
  check_flag(paths, "paths")
  patience <- check_store_arguments(store, BPPARAM, retries, timeout)
  if (!is.null(store)) {
    check_for_store(method, block)
    return(paths_in_store(as_weights_of_tiles(w), store, paths, if (!is.null(given)) precision,
                          method$threads, progress, BPPARAM, patience))
  }
  w <- as_weights(w)
  check_room(paths_room(nrow(w), paths, method))
  tick <- progress_ticker(progress, "Shortest paths")
  result <- run_paths(w, paths, method, tick)
  if (result$at > 0) {
    stop_manycore("data", bad_weight(w, result$at, method$single))
  }
  if (result$at < 0) {
    stop_negative_cycle(w, -result$at, method)
  }
  needs_weights <- paths && rounds_below_0(w, method$single)
  shortest_paths(result$distance, result$via, dimnames(w), method$single,
                 if (needs_weights) w)
}

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

# Can rounding make a path over negative weights lead into itself?
rounds_below_0 <- function(w, single) {
  if (min(w, 0, na.rm = TRUE) >= 0) {
    return(FALSE)
  }
  largest <- max(abs(range(w, 0, finite = TRUE)))
  sums_are_rounded(largest * nrow(w), !is.double(w) || !any(w != round(w), na.rm = TRUE), single)
}

# `largest` that a sum may be, and whether all weights are whole.
sums_are_rounded <- function(largest, whole, single) {
  largest >= (if (single) 2^24 else 2^53) || !whole
}

# What C answers: distance and via, which algorithm, block and number of threads it took, and
# `at`, the weight that cannot be, or less than 0, the vertex of a negative cycle.
run_paths <- function(w, paths, method, tick = NULL, steps = nrow(w)) {
  classed(.Call(C_floyd_warshall, w, as.integer(paths), method$single, method$algorithm,
                method$block, method$schedule, method$threads, as.integer(steps), tick),
          nrow(w) > 100)
}

# In the order of src/paths/algorithms.def.
paths_algorithms <- eval(formals(floyd_warshall)$algorithm)

# Doubles that result and scratch take.
paths_room <- function(n, paths, method) {
  n <- as.double(n)
  algorithm <- paths_algorithms[method$algorithm + 1L]
  chosen <- switch(algorithm, blocked = 32, recursive = 128, if (paths) 256 else 128) # at most
  block <- if (method$block > 0) method$block else chosen
  filled <- block * ceiling(n / block)
  scratch <- switch(algorithm, blocked = filled^2 * (1 + 0.5 * paths), naive = 0,
                    recursive = max(filled^2, 2 * block^2), 2 * n * min(block, n))
  float <- if (method$single) 0.5 else 1
  n^2 * (1 + 0.5 * paths + 0.5 * method$single) + scratch * float
}

# ---- the method ----

# Algorithm, block, precision, schedule and threads as C takes them. What is not given comes
# from the session's choice (floyd_warshall_tune()), if there is one.
match_paths_method <- function(algorithm, block, precision, threads = NULL) {
  number <- match_choice(algorithm, paths_algorithms, "algorithm")
  algorithm <- paths_algorithms[number + 1L]
  schedule <- 0L
  tuned <- tuned_paths()
  if (algorithm == "auto" && !is.null(tuned)) {
    algorithm <- "simd"
    schedule <- schedule_number(if (is.null(tuned$schedule)) "dynamic" else tuned$schedule)
    block <- if (is.null(block)) tuned$block else block
  }
  list(algorithm = number, block = match_paths_block(block, algorithm),
       single = as.integer(precision == "single"), schedule = schedule,
       threads = check_threads(threads))
}

# The session's choice, a list of block and schedule, or NULL.
tuned_paths <- function() {
  tuned <- getOption("manycore.floyd_warshall")
  if (is.null(tuned)) {
    return(NULL)
  }
  good <- is.list(tuned) && all(names(tuned) %in% c("block", "schedule")) &&
    length(names(tuned)) == length(tuned)
  if (good) {
    good <- tryCatch({
      match_paths_block(tuned$block, "simd")
      is.null(tuned$schedule) || is.integer(schedule_number(tuned$schedule))
    }, error = function(e) FALSE)
  }
  if (!good) {
    stop_manycore("option", "the option \"manycore.floyd_warshall\" must be a list of 'block' and ",
                  "'schedule', as floyd_warshall_tune(store = TRUE) sets it, or NULL",
                  option = "manycore.floyd_warshall")
  }
  tuned
}

match_paths_block <- function(block, algorithm) {
  if (is.null(block)) {
    return(0L)
  }
  whole <- is.numeric(block) && length(block) == 1 && !is.na(block) && block == round(block)
  unit <- if (algorithm == "blocked") 16 else 32
  power <- algorithm == "recursive"
  good <- whole && block >= unit && block <= 1024 && block %% unit == 0 &&
    (!power || log2(block) %% 1 == 0)
  if (algorithm == "naive") {
    stop_manycore("argument", "'block' is not for algorithm = \"naive\"", argument = "block")
  }
  if (!good) {
    right <- if (power) "a power of two from 32" else paste("a multiple of", unit)
    stop_argument("block", paste0(right, " up to 1024 for algorithm = \"", algorithm, "\""), block)
  }
  as.integer(block)
}

# ---- errors ----

vertex_names <- function(names, index) {
  own <- if (is.null(names[[1]])) names[[2]] else names[[1]]
  if (is.null(own)) as.character(index) else own[index]
}

bad_weight <- function(w, at, single) {
  bad_weight_at(w[at], arrayInd(at, dim(w)), dimnames(w), single)
}

bad_weight_at <- function(value, place, names, single) {
  paste0("'w' has ", if (is.nan(value)) "NaN" else format(value), " from ",
         vertex_names(names, place[1]), " to ", vertex_names(names, place[2]),
         if (is.nan(value)) ", which is not a weight; NA or Inf means that there is no edge" else
           if (is.finite(value)) paste(", with which lengths go beyond the numbers of",
                                       if (single) "single" else "double", "precision") else
           ", which is not a weight")
}

# An error that names a cycle of negative length. C has found the first step k at which
# one would be walked, from vertex k over lower ones: before that step paths are well defined.
# Or k is n + u, for a vertex u that is found to be less than 0 away from itself after its
# own step, by rounding.
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

# A path in what run_paths() returned after some steps, over vertices up to that number; by
# rounding there may be none.
path_before <- function(before, w, steps, single, from, to) {
  w[, setdiff(seq_len(nrow(w)), c(seq_len(steps), to))] <- NA
  x <- shortest_paths(before$distance, before$via, NULL, single, w)
  tryCatch(paths_between(x, from, as.integer(to))[[1]], error = function(e) NULL)
}

length_of <- function(path, w) {
  sum(w[cbind(path[-length(path)], path[-1])])
}

# A closed walk falls into simple cycles, of which one is negative if the walk is. NULL if
# it has none, as a part of it is missing.
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
