#' Shortest paths between all pairs of vertices
#'
#' The Floyd-Warshall algorithm finds the length of the shortest path from every vertex of a graph
#' to every other vertex, and the paths. This implementation is blocked for caches and registers,
#' vectorised and multithreaded. Weights may be negative.
#'
#' @param w The graph, with the weights of its edges:
#'   * a square numeric matrix, in which `w[i, j]` is the weight of the edge from `i` to `j`. `Inf`
#'     or `NA` means that there is no edge. 0 is an edge of weight 0: in an adjacency matrix of
#'     zeros and ones first set `w[w == 0] <- Inf`. The diagonal counts as 0, but a negative number
#'     on the diagonal is a negative cycle. An object of class `dist` is taken as its matrix;
#'   * a sparse matrix of the package Matrix: its stored entries are the edges. In a pattern matrix
#'     each edge has the weight 1. Entries that are stored twice add up, as everywhere in Matrix;
#'   * a data frame with an edge in each row. The edge leads from `from` to `to`; an undirected edge
#'     needs two rows, one for each direction. The data frame has the columns `from`, `to` and
#'     `weight` (and others, which are ignored), or two or three columns of any names in this order.
#'     Without weights all edges have the weight 1. Vertices are positive whole numbers or names.
#'     Names are numbered by their first occurrence, those in `from` first. Edges whose weight is
#'     `NA` are left out. Of parallel edges the shortest counts;
#'   * a graph of the package igraph. Weights are its edge attribute `weight`, or 1. An undirected
#'     edge leads both ways, so a negative undirected edge is a negative cycle.
#' @param traceback Whether to record the paths, which [shortest_path()] needs. Recording takes
#'   1.5 to 2.1 times the time and 4 more bytes for each pair of vertices (`bench/results/paths.md`
#'   in the sources). By default paths are recorded
#'   in memory, but not in a store.
#' @param algorithm The algorithm. `"auto"` takes `"simd"`.
#'   * `"simd"`: algorithm 2 of Hou, Wang and Feng with the comparisons and masked stores of
#'     their algorithm 3, in register tiles of 4 x 32.
#'   * `"blocked"`: the same in plain loops (version 3 of their figure 2), which the compiler
#'     vectorises.
#'   * `"recursive"`: divide and conquer on a Z-Morton layout, by Tithi et al.
#'   * `"naive"`: algorithm 1 of Hou, Wang and Feng, the three loops of the textbook.
#' @param block The number of vertices in a block, at most 1024.
#'   * For `"blocked"`: a multiple of 16. `NULL` means 32, as in the paper.
#'   * For `"simd"`: a multiple of 32. `NULL` means 64, or 128 from 1,500 vertices on (from 800
#'     vertices on with `traceback = TRUE`). Several threads may need smaller blocks: for `n`
#'     vertices a block is then at most `n / sqrt(2 * threads)`, but never below 64.
#'   * For `"recursive"`: a power of two from 32 on. `NULL` means 128, as in the paper.
#' @param precision `"double"`, or `"single"`: weights are rounded to floats of 24 bits, and
#'   so is every sum. Weights beyond 3e38 are then an error.
#' @param store A [tile_store()]: distances (with `traceback = TRUE` also the paths) are written to
#'   its folder tile by tile and not kept in memory. With a store `w` may also be a DelayedArray
#'   (such as an `HDF5Matrix`) or a `big.matrix`, which is read some columns at a time.
#' @param BPPARAM A backend of BiocParallel that does the tiles of a store, such as
#'   `BiocParallel::SnowParam(4)`; or `NULL` for this process.
#' @param retries How many times the remaining tiles are handed out again after a round that
#'   finished no tile, because workers died or tasks failed.
#' @param timeout How many seconds a worker may take for a batch of tiles, as for [cor_kendall()].
#' @param threads,progress,... As for [cor_kendall()].
#'
#' @details
#' At step `k` every distance `d[i, j]` becomes the smaller of itself and `d[i, k] + d[k, j]`. All
#' algorithms compute exactly these sums: their operands are the distances before step `k`. (The
#' blocked algorithms of the papers use operands that later steps have already changed. Their
#' distances are right, too, but rounded differently.) So distances have the same bits, and paths
#' are the same, for all algorithms, blocks, instruction sets and numbers of threads.
#'
#' **Rounding.** A path of `m` edges is rounded `m - 1` times, in an order that depends on the
#' numbers of the vertices. The error of a distance is at most `m` times `2^-53` (in single
#' precision `2^-24`) of the sum of the absolute weights on the path. In single precision numbers
#' below 1e-38 lose digits besides. Distances are exact if all weights are whole numbers and sums
#' stay below 2^53 (in single precision 2^24). Negative weights may make cycles whose length is
#' nearly 0, and rounding may bring such a length below 0. The sum behind a distance may then have
#' been led through such a cycle. The bound on the error then counts the weights and edges of the
#' cycle, too: see [shortest_path()].
#'
#' **Ties.** Let the top vertex of a path be the intermediate vertex with the largest number. If
#' several paths are shortest and sums are exact, the path whose top vertex has the smallest number
#' is found. The same rule holds for the parts of the path before and behind the top vertex.
#'
#' **Negative cycles.** A graph with a cycle of negative length has no shortest paths. That is an
#' error of class `negative_cycle` (and `manycore_error_negative_cycle`, see [manycore_errors]),
#' which names the cycle. The condition's element `cycle` holds the vertices of the cycle; its last
#' vertex is its first. A cycle whose exact length is 0 may become negative by rounding. The message
#' says so; scale the weights to whole numbers then.
#'
#' **In a store** the vertices are cut into ranges of `tile` vertices. A tile holds the distances
#' from one range to another. The steps of a range have three phases: this process does the diagonal
#' tile; then workers do the other tiles of its row and column; then they do all other tiles. Each
#' phase ends before the next one begins.
#' * *Results*: distances have the same bits as in memory, and paths are the same vertex for vertex.
#'   A tile's file holds the distances and the vertices between. [shortest_path()] and
#'   [path_lengths()] read only the parts of tiles that they need. `as.matrix(store)` and the like
#'   read the distances, [path_via()] reads the vertices between.
#' * *Interruption*: each tile carries the number of ranges whose steps it has behind it. A step
#'   replaces a tile at once as a whole. If the process is killed, the same call with the same data
#'   goes on where it was. Two calls at once are harmless, but do some tiles twice. Workers that die
#'   are replaced, and their tiles are done again. A full disk is an error that names the file; the
#'   same call goes on when the disk has room. Distances cannot be read before all steps are done. A
#'   damaged tile cannot be made again alone. It is an error: begin anew with
#'   `tile_store(overwrite = TRUE)`.
#' * *Size*: the store takes `8 n^2` bytes, or `12 n^2` with paths. With paths it also keeps `w`,
#'   `8 n^2` bytes, if any weight is negative and sums are rounded. While the store is filled,
#'   it takes `16 n tile` bytes more, and up to four tiles for each worker. Each range reads and
#'   writes the whole store, so `n / tile` times its size goes through the disk: large tiles save
#'   traffic. A task takes `40 tile^2` bytes of memory, or 44 with paths, and up to 128 MiB for the
#'   rows and columns of its range.
#' * *Clusters*: on a backend of MPI or batchtools each worker gets its share of a phase at once. A
#'   batch system queues two rounds of jobs for each range, so few ranges are better there, or
#'   workers on nodes that are already allotted. A template for SLURM is
#'   `system.file("batchtools", "slurm-manycore.tmpl", package = "manycore")`. MPI ends the whole
#'   program when a worker dies; the same call then goes on.
#'
#' **Errors** are of the classes in [manycore_errors]: `"data"` for weights of `NaN` or `-Inf`, and
#' for negative weights so large that the length of a path may be below `-1.8e308` (in single
#' precision `-3.4e38`); `"size"` for a matrix that is not square; `"argument"` for a `w` of another
#' class, and for vertices or names that are not valid; `"negative_cycle"`, see above. A path counts
#' as none if the length of one of its parts is above these numbers. A message says if most weights
#' of a matrix are 0.
#'
#' **Time** is `O(n^3)`, whatever the number of edges. If the graph has few edges, igraph's searches
#' from each vertex are faster. **Memory** is the result, `8 n^2` bytes, or `12 n^2` with paths, and
#' * for `"simd"` `16 n block` bytes;
#' * for `"recursive"` a copy of the distances, filled up to blocks, or `16 block^2` bytes;
#' * for `"blocked"` a copy of the result, filled up to blocks;
#' * in single precision half of these, and another `4 n^2` bytes.
#'
#' A graph that is no matrix becomes one first. A call that needs more memory than is free is
#' refused. An interrupt takes effect within about a tenth of a second, after `block^3` sums of one
#' thread, or with `"recursive"` after 1e9 sums of each thread.
#'
#' @return With `store` a [tile_matrix()]: the distances, whose numbers are in the store. Otherwise
#'   an object of class `shortest_paths`, a list of
#'   * `distance`, the matrix of distances with the dimnames of `w`: `Inf` if there is no path, and
#'     0 on the diagonal;
#'   * `via`, with `traceback = TRUE`: an integer matrix of the top vertex of each path (see Ties),
#'     `NA` if the path is one edge or if there is no path. (The paper's path matrix.)
#'   * `precision`, in which sums were rounded.
#'   * `weights`, with `traceback = TRUE`, if any weight is negative and sums are rounded: the
#'     matrix `w`. [shortest_path()] needs it if rounding has spoilt the record.
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
#' # distances and paths in files; only parts of the files are read
#' folder <- tempfile()
#' store <- floyd_warshall(w, traceback = TRUE, store = tile_store(folder, tile = 8))
#' store["Lisbon", c("Paris", "Vienna")]
#' shortest_path(store, "Lisbon", "Vienna")
#' path_via(store)["Lisbon", c("Paris", "Vienna")]
#' unlink(folder, recursive = TRUE)
#'
#' # a cycle of negative length is an error that names it
#' edges$weight[3] <- 0.5
#' try(floyd_warshall(edges))
#' @family shortest paths
#' @export
floyd_warshall <- function(w, traceback = is.null(store),
                           algorithm = c("auto", "naive", "blocked", "simd", "recursive"),
                           block = NULL, precision = c("double", "single"), store = NULL,
                           BPPARAM = NULL, retries = 3, timeout = NULL, threads = NULL,
                           progress = interactive(), ...) {
  check_dots(...)
  if (missing(w)) stop_missing("w")
  given <- if (!missing(precision)) precision
  precision <- match_word(precision, precisions, "precision")
  method <- match_paths_method(algorithm, block, precision, threads)
  check_flag(traceback, "traceback")
  patience <- check_store_arguments(store, BPPARAM, retries, timeout)
  if (!is.null(store)) {
    check_for_store(method, block)
    return(paths_in_store(as_weights_of_tiles(w), store, traceback, if (!is.null(given)) precision,
                          method$threads, progress, BPPARAM, patience))
  }
  w <- as_weights(w)
  check_room(paths_room(nrow(w), traceback, method))
  tick <- progress_ticker(progress, "Shortest paths")
  result <- run_paths(w, traceback, method, tick)
  if (result$at > 0) {
    stop_manycore("data", bad_weight(w, result$at, method$single))
  }
  if (result$at < 0) {
    stop_negative_cycle(w, -result$at, method)
  }
  needs_weights <- traceback && rounds_below_0(w, method$single)
  shortest_paths(result$distance, result$via, dimnames(w), method$single,
                 if (needs_weights) w)
}
