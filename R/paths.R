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
#'   paths 128, or 256 for 2,000 vertices or more, or as much less as several threads need (64 at
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
  if (...length() > 0L) stop_unused()
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

# ---- the method ----

# ---- errors ----
