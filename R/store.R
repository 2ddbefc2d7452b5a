#' Results in a folder: larger than memory, by many workers
#'
#' A store is a folder in which a function keeps its result tile by tile. The result may be larger
#' than memory. The tiles are computed by this process, or by the workers of a backend of
#' BiocParallel. When a call that was interrupted is repeated, it keeps the tiles that are done.
#'
#' @param dir The path of a folder: a new one, an empty one, or one that holds a store. Folders
#'   above a new one are made, too. Workers on other machines need the folder under the same path.
#' @param tile Rows and columns of a tile, up to 8,192. `NULL`, the default, takes the size that the
#'   store has. For a new store see *Size of tiles*.
#' @param precision `"double"` or `"single"`, which rounds numbers to floats and takes half the
#'   space. By default the precision that the store has; a new store has double precision.
#' @param overwrite What to do when the folder holds a store of other data or other arguments.
#'   `FALSE`: an error names what differs. `TRUE`: the files that the other call made are deleted.
#'   Files that no store makes stay, and a message names them. Tiles of the same data and arguments
#'   stay in either case.
#' @param x A store.
#' @param ... `print()` takes the arguments of [print.default()], without effect. Any other argument
#'   is an error that names the argument.
#'
#' @details
#'
#' ```
#' store <- tile_store("folder")
#' taus <- cor_kendall(x, store = store)                               # in this process
#' cor_kendall(x, store = store, BPPARAM = BiocParallel::SnowParam(8)) # by eight workers
#' dist_euclidean(x, store = tile_store("another"))
#' ```
#'
#' **Who takes a store.** [cor_kendall()], [kendall_partial()], [cor_xi()], [dist_euclidean()] and
#' [floyd_warshall()] return a [tile_matrix()], which is read like a matrix. [kendall_network()]
#' keeps the edges of each tile in the store, and returns the network itself. `store` is the place
#' where a result goes, and the returned object is the result.
#'
#' **The result** has the bits of the call without a store (in single precision the same numbers,
#' rounded to floats), for all values of `use` and `type`, all inputs ([manycore_inputs]), all
#' backends and sizes of tiles. The warnings are the same, too. Distances in a store are the full
#' matrix, `as.matrix(dist_euclidean(x))`, with the row names of `x`; without row names that matrix
#' has the names `"1"`, `"2"`, ..., and the one in the store has no names. Names with bytes that are
#' not valid in their encoding are an error of a call with a store. There are two exceptions, in
#' which numbers may differ in their last digits: distances with `fused = TRUE`,
#' `algorithm = "gemm"` or `precision = "single"`, because the call without a store chooses its
#' algorithm for all points, and a call with a store for one tile; and partial taus with two or more
#' variables held fixed ([kendall_partial()]). `cor_kendall(pairs = )` does not take a store.
#'
#' **Size of tiles.** A new store has tiles of 2,048 x 2,048 (32 MiB of doubles). For a small result
#' the size is halved, down to 256, while there would be fewer than eight tiles for each worker;
#' without workers down to 1,024. For long columns the size is halved, down to 64, while the columns
#' of a tile take more than 128 MiB. (If at least three of four numbers of these columns are 0, only
#' the others count, with 12 bytes each. All numbers of a matrix that is not in memory count.)
#' Without workers 1,000 columns of 200 rows are one tile, and 20,000 such columns are 55 tiles.
#' Columns of 50,000 rows have tiles of 256. An interrupted call loses the tiles that were being
#' computed. With smaller tiles a call loses less, and takes longer.
#'
#' **Repeating a call.** The same call with the same data and arguments looks at each tile and its
#' checksum. The call computes the tiles that are missing, truncated, damaged or foreign. Missing
#' tiles are computed without a message. Messages name up to five of the other tiles, and one more
#' message counts the rest. So a call that ended early, for whatever reason, goes on when it is
#' repeated, with the same or another backend. Two calls at the same time do no harm: some tiles are
#' computed twice. `algorithm`, `threads` and `BPPARAM` are not among the arguments that are
#' compared. [cor_xi()] with ties draws a random order, which is compared: call [set.seed()] with
#' the same number before each call.
#'
#' **Workers** (`BPPARAM`) read `x` from the store. This process first writes `x` into the store, in
#' panels of as many columns as a tile has. Then this process hands out tiles, small ones in batches
#' of 0.2 seconds. If all tiles are there, this process checks them, and workers are not started.
#' Without workers, `x` is written into the store only if it is a DelayedArray or a
#' `big.matrix`: these are read once. The panels stay in the store. When all tiles are done, nothing
#' reads the folders `x` and `y`, and they may be deleted.
#'
#' * *Rounds.* When a worker dies, BiocParallel ends its whole call. The backend is then started
#'   again, and unfinished tiles are handed out again in a new round. After `retries` rounds in a
#'   row that finish no tile, the call ends with an error. The error's element `left` lists the
#'   tiles that are left.
#' * *Start and stop.* A backend that is up is used and stays up (after an interrupt it is stopped).
#'   A backend that is not up is started and stopped by the call. The random numbers of the backend
#'   (`RNGseed`) and of the session stay as they were. The backend of `register()` is not used by
#'   itself: give `BPPARAM = bpparam()`.
#' * *Threads.* A worker uses `threads` threads. By default a worker uses the processors of its
#'   machine, divided by the number of workers there. With workers on several machines that number
#'   is known only if `workers` are the machines' names. Forked workers (`MulticoreParam`) use one
#'   thread.
#' * *Version.* Each worker needs manycore in the version of this process. A worker without manycore
#'   or with another version is an error of class `manycore_error_worker`.
#' * *Time limits.* A worker that does not answer for `timeout` seconds (`Inf`: no limit) is given
#'   up. A message says so, the backend is started again, and other workers compute the tiles. A
#'   worker that does not connect within 120 seconds of its start is an error of class
#'   `manycore_error_worker`; within a call a failed start is tried again `retries` times. If no
#'   worker can be started on a machine, take the machine out of the backend. These limits hold for
#'   workers that are connected by sockets (`SnowParam`, `MulticoreParam`). MPI and batch systems
#'   have limits of their own.
#' * *Ports.* If another program uses the backend's port, another port is used, and a message names
#'   both.
#' * *Killed calls.* If this process is killed, its workers end within seconds, even in the middle
#'   of a tile, and delete their temporary files.
#'
#' **Steps.** Some work goes by steps: the phases of [floyd_warshall()], and the two rounds of a
#' network by false discovery rate. Before the last step tiles are undamaged and hold intermediate
#' results. [verify_store()] calls these tiles unfinished. `print()` and [verify_store()] say how
#' many steps are done.
#'
#' **Files.**
#'
#' * `manifest`: text, a line `Field: value` each, which says what the store holds.
#' * `names`: the dimnames, as lengths and UTF-8 bytes with a checksum.
#' * `x` and `y`: the data, in panels. In a panel of columns of which at least three quarters are 0,
#'   only the other numbers are stored, with their rows.
#' * `tiles`: the tiles, at most a thousand in a folder. `tiles/0000/1-2` is the tile of the first
#'   rows and the second columns. A symmetric result has only the tiles on and above the diagonal.
#'
#' A tile's file has a header of 128 bytes (kind and version of the format, the tile's place, a
#' fingerprint of data and arguments), then the numbers by columns, an XXH64 checksum of each MiB,
#' and a checksum of the header and the checksums. Tiles of [floyd_warshall()] may have vertices
#' beside their numbers; tiles of a network hold edges. Each file is written under another name and
#' then renamed, so a file is either complete or not there. A file whose name begins with a dot and
#' has the manifest's fingerprint in it is left from a process that was killed. Such a file may be
#' deleted.
#'
#' To delete a store, delete its folder: `unlink(store$dir, recursive = TRUE)`.
#'
#' **A stranger's store** is data. Reading a store runs none of its contents: no part of a store is
#' R code or an R object, and each length, number and name is checked before it is used. Symbolic
#' links below the store's folder are never followed. A link in the place of a file or folder is an
#' error that names the link. (The folder itself may be reached by a link.) `overwrite = TRUE`
#' deletes only files that have the names of a store's files. What remains is that a store may lie:
#' checksums detect accidents, not forgeries. Numbers, names and the call in the manifest may be
#' invented, and reading takes as much time and memory as the sizes in the manifest say. Whoever may
#' write to the folder while the store is in use is trusted with its numbers. On Windows, where
#' links are looked for before a file is opened, this is trust with its links, too. An object that
#' was saved by [saveRDS()], such as a DelayedMatrix of a store, is not a store: [readRDS()] of a
#' stranger's file may run code.
#'
#' After a loss of power, data that the system had not yet written to the disk are gone. Tiles are
#' then truncated or damaged, and are computed again (shortest paths begin anew).
#'
#' **Space**: `4 m (m + tile)` bytes for `m` columns (of distances: points) in double precision,
#' half of that in single precision, and twice as much for results that are not symmetric. If `x` is
#' written: 8 bytes a number of `x`, and in sparse panels 12 bytes a number other than 0. **Memory**
#' of each process: two panels, two tiles, and the working memory of the function. **Time**: that of
#' the call without a store, and of reading and writing panels and tiles. The columns of a panel are
#' ranked again for each tile. If a dense `x` has tens of thousands of rows, panels have few
#' columns, and each column is ranked for many tiles. A larger `tile` takes less time and more
#' memory.
#'
#' @return An object of class `tile_store`: the description of a place. Nothing is written until a
#'   function uses the store. `print()` says what the folder holds, `as.matrix(store)` reads the
#'   matrix that the store holds.
#' @references
#' Liu Y, Pan T, Green O, Aluru S. Parallelized Kendall's tau coefficient computation via SIMD
#' vectorized sorting on many-integrated-core processors. *Journal of Parallel and Distributed
#' Computing*. Section 4 (tiles, and their distribution among processes).
#'
#' Collet Y. xxHash fast digest algorithm, specification of XXH64.
#' @seealso [tile_matrix()] for the result, [verify_store()] for a check of all tiles;
#'   [cor_kendall()], [dist_euclidean()], [kendall_network()], [floyd_warshall()];
#'   [manycore_errors]; [manycore], the overview.
#' @family large data and clusters
#' @examples
#' set.seed(1)
#' x <- matrix(rnorm(40 * 150), 40)
#' store <- tile_store(file.path(tempdir(), "taus"), tile = 64)
#' taus <- cor_kendall(x, store = store)
#' taus[1:3, c(1, 100, 150)]
#' identical(as.matrix(taus), cor_kendall(x))
#'
#' # if a tile is lost, the same call computes this tile alone
#' unlink(file.path(store$dir, "tiles", "0000", "1-2"))
#' store
#' cor_kendall(x, store = store)
#' @export
tile_store <- function(dir, tile = NULL, precision = c("double", "single"), overwrite = FALSE) {
  if (missing(dir)) stop_missing("dir")
  check_path(dir, "dir", "the path of a folder")
  tile <- check_tile(tile)
  precision <- if (!missing(precision)) match_word(precision, precisions, "precision")
  check_flag(overwrite, "overwrite")
  dir <- absolute_path(dir)
  check_way_to(dir)
  check_folder(dir)
  structure(list(dir = dir, tile = tile, precision = precision, overwrite = overwrite),
            class = "tile_store")
}

# An error if there is a file on the way to the folder.
check_way_to <- function(dir) {
  if (file.exists(dir) && !dir.exists(dir)) {
    stop_manycore("argument", "'dir' must be the path of a folder, and '", dir, "' is a file",
                  argument = "dir")
  }
  if (!dir.exists(dir) && dir != dirname(dir)) check_way_to(dirname(dir))
}

# Stops unless x is an object of tile_store(), which nobody has changed.
check_store <- function(x, argument, must_be = "a store, as of tile_store(\"folder\")") {
  if (!inherits(x, "tile_store")) {
    stop_argument(argument, must_be, x)
  }
  precision <- if (is.list(x)) x$precision
  if (!has_folder(x) || !is_tile(x$tile) || !(is.null(precision) || is_precision(precision))) {
    stop_changed_store(argument, must_be)
  }
}

is_precision <- function(x) is.character(x) && isTRUE(x %in% precisions)

# Has a tile_store or tile_matrix a folder?
has_folder <- function(x) is.list(x) && is_path(unclass(x)$dir)

stop_changed_store <- function(argument, must_be) {
  stop_manycore("argument", "'", argument, "' must be ", must_be, ", and the contents of this ",
                "object are of no store", argument = argument)
}

# An absolute path, because the working directory of a worker may be another one.
absolute_path <- function(dir) {
  dir <- path.expand(dir)
  known <- normalizePath(dir, winslash = "/", mustWork = FALSE)
  if (grepl("^([A-Za-z]:)?/", known)) known else file.path(getwd(), known)
}

check_tile <- function(tile) {
  if (!is_tile(tile)) {
    stop_argument("tile", "a whole number from 1 to 8192, rows and columns of a tile, or NULL",
                  tile)
  }
  if (!is.null(tile)) as.integer(tile)
}

is_tile <- function(tile) is.null(tile) || is_whole(tile, 1, 8192)

# ---- what a store holds ----

# The plan of what a store holds. `x` is a tile_store or a tile_matrix (store_matrix.R), which has a
# fingerprint and may mean the integers of the tiles.
plan_of <- function(x) {
  if (!has_folder(x)) {
    stop_changed_store("x", "a store or the matrix in a store")
  }
  plan <- read_manifest(x$dir)
  if (is.null(plan)) {
    stop_store("there is nothing in the store '", x$dir, "'; cor_kendall(x, store = ), for ",
               "example, would fill it")
  }
  plan$integers <- isTRUE(x$integers)
  if (plan$integers && !kind_of(plan)$beside(plan)) {
    stop_store("the store '", x$dir, "' ", kind_of(plan)$integers$lost)
  }
  if (!is.null(x$fingerprint) && x$fingerprint != plan$fingerprint) {
    stop_store("the store '", x$dir, "' was overwritten by another call since the call that ",
               "returned 'x'; tile_matrix(tile_store(dir)) is what the store holds now")
  }
  plan
}

#' @export
str.tile_store <- function(object, ...) utils::str(unclass(object), ...)

#' @rdname tile_store
#' @export
print.tile_store <- function(x, ...) {
  check_dots(..., .also = print_arguments)
  check_store(x, "x")
  plan <- read_manifest(x$dir)
  cat("A store of tiles in ", x$dir, "\n", sep = "")
  if (is.null(plan)) {
    cat("empty", if (!is.null(x$tile)) paste0(", for tiles of ", x$tile, " x ", x$tile),
        if (!is.null(x$precision)) paste0(", in ", x$precision, " precision"), "\n", sep = "")
  } else {
    tell_of_plan(plan)
  }
  invisible(x)
}

# Prints what a store holds.
tell_of_plan <- function(plan) {
  files <- files_of(plan)
  bytes <- sum(files$bytes, na.rm = TRUE)
  other <- kind_of(plan)$no_matrix
  cat(plan$work, "(), ", format_count(plan$dim[1]), " x ", format_count(plan$dim[2]),
      if (plan$symmetric) ", symmetric", if (!is.null(other)) paste0(": ", other$shown) else
        paste0(", in ", plan$precision, " precision"), "\n", sep = "")
  if (isTRUE(plan$integers)) cat(kind_of(plan)$integers$shown, "\n", sep = "")
  said <- arguments_in_words(plan)
  if (nzchar(said)) cat(said, "\n", sep = "")
  missing <- sum(is.na(files$bytes))
  cat(count_of(nrow(files), "tile"), " of up to ", plan$tile, " x ", plan$tile, ": ",
      if (missing == 0) "all there" else
        paste0(format_count(nrow(files) - missing), " there, ", format_count(missing), " missing"),
      ", ", format_bytes(bytes), "\n", sep = "")
  if (!is.null(kind_of(plan)$steps(plan))) {
    tell_what_is_left(work_left(plan, tiles_found(plan, files, full = FALSE))$words)
  }
}

tell_what_is_left <- function(words) {
  if (!is.null(words)) cat("Unfinished: ", words, "\n", sep = "")
}

arguments_in_words <- function(plan) {
  shown <- unlist(plan$arguments[setdiff(names(plan$arguments), kind_of(plan)$fingerprints)])
  words <- kind_of(plan)$words[names(shown)]
  toString(sprintf("%s = %s", ifelse(is.na(words), names(shown), words), shown))
}

# A data frame of the tiles: place, file, kind of file (look_at()), bytes (NA for a missing file).
files_of <- function(plan) {
  tiles <- plan_tiles(plan)
  file <- if (nrow(tiles) > 0) tile_name(plan, tiles[, 1], tiles[, 2]) else character()
  kind <- rep("missing", length(file))
  bytes <- rep(NA_real_, length(file))
  folder <- dirname(file)
  folders <- unique(folder)
  at <- which(folder %in% folders[look_at(plan$dir, folders)$kind != "missing"])
  there <- look_at(plan$dir, file[at])
  kind[at] <- there$kind
  bytes[at] <- there$bytes
  data.frame(row = tiles[, 1], column = tiles[, 2], file = file, bytes = bytes, kind = kind)
}

# States and marks of tiles, as store_tile_state() finds them. Only files that are there are looked
# at: a new store may have millions of missing tiles.
tiles_found <- function(plan, files, full, tick = NULL) {
  there <- which(files$kind != "missing")
  found <- lapply(seq_along(there), function(k) {
    if (!is.null(tick)) tick(k / length(there))
    store_tile_state(plan, files$row[there[k]], files$column[there[k]], full = full, odd = TRUE)
  })
  state <- rep("missing", nrow(files))
  mark <- numeric(nrow(files))
  state[there] <- vapply(found, `[[`, "", "state")
  mark[there] <- vapply(found, `[[`, 0, "mark")
  data.frame(files[c("row", "column")], state = state, mark = mark)
}
