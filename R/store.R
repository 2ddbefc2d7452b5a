#' Results in a folder: larger than memory, by many workers
#'
#' [cor_kendall()] and [dist_euclidean()] write their result into a store, tile by tile, in this
#' process or on the workers of BiocParallel, and go on where they stood if they are called again.
#' A store is read like a matrix, or as a DelayedMatrix. [kendall_network()] keeps the edges of each
#' tile in a store, and returns the network.
#'
#' @param dir The path of a folder: a new or empty one, or that of a store. Workers on other
#'   machines need it under the same path.
#' @param tile Rows and columns of a tile, up to 8,192, or `NULL`: what the store has, or else 2,048
#'   (32 MiB of doubles); fewer where there would be less than eight tiles a worker, down to 256;
#'   and where 2,048 columns of `x` take more than 128 MiB, down to 64.
#' @param precision `"double"`, or `"single"`: numbers are rounded to floats, in half the space. By
#'   default that of the store, or else double.
#' @param overwrite What to do when a call finds a store of other data or arguments: `FALSE` makes
#'   it an error that names what differs; `TRUE` deletes the files that the other call made. Other
#'   files in the folder stay, and a message names them. Tiles of the same data and arguments are
#'   kept in either case.
#' @param x A store.
#' @param i,j,drop Rows and columns as for a matrix, and whether one row or column becomes a vector.
#' @param progress Show a progress bar?
#' @param ... Nothing.
#'
#' @details
#'
#' ```
#' store <- tile_store("folder")
#' cor_kendall(x, store = store)                                       # in this process
#' cor_kendall(x, store = store, BPPARAM = BiocParallel::SnowParam(8)) # by eight
#' dist_euclidean(x, store = tile_store("another"))
#' ```
#'
#' **The result** is that of the call without store, to the bit (rounded to floats in single
#' precision), for all values of `use` and `type`, all inputs ([manycore_inputs]), backends and
#' sizes of tiles; so are warnings. Of distances it is the full matrix,
#' `as.matrix(dist_euclidean(x))` with the row names, if there are any; with `fused = TRUE`,
#' `algorithm = "gemm"` or `precision = "single"` the last places may differ from the plain call's,
#' which chooses its algorithm for all points and not for a tile. `cor_kendall(pairs = )` has no
#' store. The call returns the store.
#'
#' **Again.** The same call with the same data and arguments looks at each tile, with its checksum,
#' and does those that are missing, truncated, damaged or foreign; a message names these, unless
#' they were merely missing. So a call that ended for any reason (an interrupt, a worker's death,
#' the machine's) goes on when it is repeated, on whatever backend, and two at once do no harm but
#' to do some tiles twice. The order, number of threads, `algorithm` and backend are not part of the
#' arguments that count.
#'
#' **Workers** (`BPPARAM`) read `x` from the store, into which it is written first, in panels of as
#' many columns as a tile has. The process that is called hands out tiles one by one, small ones in
#' batches of 0.2 seconds. When a worker dies, BiocParallel ends the whole call, so there are
#' rounds: the backend is started again, and what is not there is handed out again, until `retries`
#' rounds in a row have made no tile; then it is an error whose element `left` lists what is left.
#' A backend that is up is used and left up (after an interrupt it is stopped); another is started
#' and stopped. Its random numbers (`RNGseed`) and those of the session stay where they are. The
#' backend that `register()` has made the default is used if it is given, as `BPPARAM = bpparam()`.
#' A worker takes `threads` threads or, by default, as many as the processors of its machine
#' divided by the workers there: of backends on several machines that is known if `workers` are
#' their names. Forked workers (`MulticoreParam`) take one. manycore has to be installed where
#' workers are, in the same version: one that lacks it, or has another, is an error of class
#' `manycore_error_worker`.
#'
#' A worker that is stopped, or hangs, is given up after `timeout` seconds (`Inf`: never); a
#' message says so, the backend is started again, and others do its tiles. A machine on which no
#' worker can be started again has to be taken out of the backend by its user: a worker that does
#' not connect within 120 seconds of its start is an error of class `manycore_error_worker`;
#' workers that are started anew within a call are tried `retries` times. (This holds for workers
#' that are connected by sockets, those of `SnowParam` and `MulticoreParam`. MPI and batch systems
#' have limits of their own.) Where another program has the backend's port, another port is used,
#' and a message names both. Workers of a process that was killed end within seconds, also while
#' they calculate, and delete their temporary files.
#'
#' **Reading.** `store[i, j]` and `as.matrix()` read tiles, of which each part that is read is
#' compared with its checksum. (A network's store has edges and not a number for each pair: reading
#' it as a matrix is an error; [kendall_network()] with the same data, arguments and store returns
#' the network.) Columns of tiles are read alone, rows of tiles (and columns that are
#' mirrored) with whole tiles. `DelayedArray::DelayedArray(store)`, or `as(store, "DelayedMatrix")`,
#' is a matrix for block processing, `HDF5Array::writeHDF5Array()` and the rest of Bioconductor;
#' with chunks that are tiles; its `path()` is the folder. `verify()` reads all. Arithmetic, `t()`,
#' `max()`, `mean()`, `cbind()` and `as.vector()` take a store as `as.matrix()` of it;
#' `range()`, `sum()` and the others of their kind, and `mean()`, read a tile's columns at a time.
#' Functions that are not generic, such as `rowSums()`, `%*%` and `diag()`, refuse a store: give
#' them `as.matrix(store)`, or use those of DelayedArray with the DelayedMatrix.
#' A store that a call has returned can be read until another call overwrites the folder; reading it
#' is an error then.
#'
#' Work that goes by steps (the phases of [floyd_warshall()], the two rounds of a network by false
#' discovery rate) may have tiles that are undamaged and hold intermediate results: `verify()` calls
#' them unfinished. `verify()` and `print()` say at which step the work stands.
#'
#' **Files.** `manifest` is text, a line `Field: value` each, and says what the store is of;
#' `names` has the dimnames, as lengths and UTF-8 bytes with a checksum; `x` and `y` the data;
#' `tiles` the tiles, a thousand to a folder at most, `tiles/0000/1-2` being that of the first rows
#' and the second columns. Symmetric results are stored on and above the diagonal alone. A tile is
#' a header of 128 bytes (what it is, of which format, its place, and a fingerprint of data and
#' arguments), its numbers by columns (vertices of [floyd_warshall()] beside them, as integers; of
#' a network, its edges), an XXH64 checksum of each MiB of these, and one of the header and the
#' checksums. Files are written under another name and renamed, so that there is a whole one or
#' none. A name that begins with a dot and has the fingerprint of the manifest in it is left from a
#' process that was killed, and of no use.
#'
#' **A stranger's store** is data. Reading one runs none of its contents: no part of a store is R
#' code or an R object, and each length, number and name is checked before it is used. No symbolic
#' link below the store's folder is followed, neither to read nor to write nor to delete (the
#' folder itself may be reached by one): a link in the place of a file or a folder is an error that
#' names it. Nothing is deleted but files of names that the manifest's call makes. What such a
#' store can do is to lie. Checksums find accidents, not forgeries: numbers, names and the call
#' that the manifest tells may be invented, and reading takes the time and memory that its sizes
#' ask for. Whoever may write to the folder while it is in use is trusted with its numbers, and on
#' Windows, where links are looked for before a file is opened, with its links. Objects that were
#' saved by [saveRDS()], as a DelayedMatrix of a store may be, are not stores; [readRDS()] of a
#' stranger's file may run code.
#'
#' Data that the system has not yet written to the disk when it loses power are lost; a tile is then
#' found truncated or damaged, and done again (of shortest paths, which begin anew).
#'
#' **Space**: `4 m (m + tile)` bytes for `m` columns in double precision (distances: points), half
#' of that in single precision, twice for results that are not symmetric; and `x`, as doubles.
#' **Memory**, of each process: two panels and two tiles, and the working memory of the function.
#' **Time** is that of the plain call and of writing; a panel's columns are ranked again for each
#' tile, which is little for tiles of the default size.
#'
#' @return `tile_store()`: an object of class `tile_store`, the description of a store; nothing
#'   is written before it is used. `verify()`: a data frame with a row for each tile: `row`,
#'   `column`, its place; `status`, one of `"whole"`, `"unfinished"` (whole, and steps are to come),
#'   `"missing"`, `"unreadable"` (for want of a right), `"truncated"`, `"damaged"`, `"foreign"` (of
#'   other data, arguments or place), `"link"` (a symbolic link, or behind one) and `"no file"` (a
#'   folder, for example); `file`, below the folder; `bytes`. Its attribute
#'   `unfinished` says at which step the work stands, `NULL` if there are none, or all are done.
#' @references
#' Liu Y, Pan T, Green O, Aluru S. Parallelized Kendall's tau coefficient computation via SIMD
#' vectorized sorting on many-integrated-core processors. *Journal of Parallel and Distributed
#' Computing*. Section 4 (tiles, and their distribution among processes).
#'
#' Collet Y. xxHash fast digest algorithm, specification of XXH64.
#' @seealso [cor_kendall()], [dist_euclidean()], [kendall_network()], [floyd_warshall()],
#'   [manycore_errors]
#' @examples
#' set.seed(1)
#' x <- matrix(rnorm(40 * 300), 40)
#' store <- tile_store(file.path(tempdir(), "taus"), tile = 128)
#' cor_kendall(x, store = store)
#' store[1:3, c(1, 200, 300)]
#' identical(as.matrix(store), cor_kendall(x))
#'
#' # a tile that is lost is done again, and nothing else
#' unlink(file.path(store$dir, "tiles", "0000", "1-2"))
#' verify(store)
#' cor_kendall(x, store = store)
#' @aliases dim,ManycoreSeed-method dimnames,ManycoreSeed-method
#' @export
tile_store <- function(dir, tile = NULL, precision = c("double", "single"), overwrite = FALSE) {
  check_path(dir, "dir", "the path of a folder")
  tile <- check_tile(tile)
  precision <- if (!missing(precision)) match_word(precision, precisions, "precision")
  check_flag(overwrite, "overwrite")
  if (file.exists(dir) && !dir.exists(dir)) {
    stop_manycore("argument", "'dir' must be the path of a folder, and '", dir, "' is a file",
                  argument = "dir")
  }
  dir <- absolute_path(dir)
  check_folder(dir)
  structure(list(dir = dir, tile = tile, precision = precision, overwrite = overwrite),
            class = "tile_store")
}

# Workers may have another folder to begin from.
absolute_path <- function(dir) {
  dir <- path.expand(dir)
  known <- normalizePath(dir, winslash = "/", mustWork = FALSE)
  if (grepl("^([A-Za-z]:)?/", known)) known else file.path(getwd(), known)
}

check_tile <- function(tile) {
  if (is.null(tile)) {
    return(NULL)
  }
  if (!is_whole(tile, 1, 8192)) {
    stop_argument("tile", "a whole number from 1 to 8192, rows and columns of a tile, or NULL",
                  tile)
  }
  as.integer(tile)
}

# The store of a plan, when its work is done.
opened <- function(plan) {
  structure(list(dir = plan$dir, tile = plan$tile, precision = plan$precision, overwrite = FALSE,
                 fingerprint = plan$fingerprint), class = "tile_store")
}

# A view of a store's integers beside the numbers, which reads them in the place of the numbers.
# `shown` is what print() says of it, `lost` the error where the store has none any more.
view_beside <- function(store, shown, lost) {
  store$view <- list(shown = shown, lost = lost)
  store
}

# The plan of a store that holds something.
plan_of <- function(store) {
  plan <- read_manifest(store$dir)
  if (is.null(plan)) {
    stop_store("there is nothing in the store '", store$dir, "'; cor_kendall(x, store = ), for ",
               "example, would fill it")
  }
  plan$view <- store$view
  if (!is.null(plan$view) && !kind_of(plan)$beside(plan)) {
    stop_store("the store '", store$dir, "' ", plan$view$lost)
  }
  if (!is.null(store$fingerprint) && store$fingerprint != plan$fingerprint) {
    stop_store("the store '", store$dir, "' is not that of the call that returned 'x': another ",
               "one has written over it; tile_store() opens what is there")
  }
  plan
}

#' @export
str.tile_store <- function(object, ...) utils::str(unclass(object), ...)

#' @export
dim.tile_store <- function(x) {
  plan <- read_manifest(x$dir)
  plan$dim
}

#' @export
dimnames.tile_store <- function(x) {
  plan <- read_manifest(x$dir)
  if (!is.null(plan)) names_of_plan(plan)
}

#' @export
length.tile_store <- function(x) {
  dim <- dim(x)
  if (is.null(dim)) 0 else prod(dim)
}

#' @rdname tile_store
#' @export
print.tile_store <- function(x, ...) {
  x <- unclass(x)
  plan <- read_manifest(x$dir)
  cat("A store of tiles in ", x$dir, "\n", sep = "")
  if (is.null(plan)) {
    cat("empty", if (!is.null(x$tile)) paste0(", for tiles of ", x$tile, " x ", x$tile),
        if (!is.null(x$precision)) paste0(", in ", x$precision, " precision"), "\n", sep = "")
    return(invisible(structure(x, class = "tile_store")))
  }
  files <- files_of(plan)
  bytes <- sum(files$bytes, na.rm = TRUE)
  other <- kind_of(plan)$no_matrix
  cat(plan$work, "(), ", format_count(plan$dim[1]), " x ", format_count(plan$dim[2]),
      if (plan$symmetric) ", symmetric", if (!is.null(other)) paste0(": ", other$shown) else
        paste0(", in ", plan$precision, " precision"), "\n", sep = "")
  if (!is.null(x$view)) cat(x$view$shown, "\n", sep = "")
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
  invisible(structure(x, class = "tile_store"))
}

arguments_in_words <- function(plan) {
  toString(sprintf("%s = %s", names(plan$arguments), unlist(plan$arguments)))
}

# Tiles with their files and sizes, NA where there is none.
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

# ---- verify ----

#' @rdname tile_store
#' @export
verify <- function(x, ...) {
  UseMethod("verify")
}

#' @rdname tile_store
#' @export
verify.tile_store <- function(x, progress = interactive(), ...) {
  plan <- plan_of(x)
  files <- files_of(plan)
  found <- tiles_found(plan, files, TRUE, progress_ticker(progress, "Reading tiles"))
  left <- work_left(plan, found)
  structure(data.frame(files[c("row", "column")],
                       status = ifelse(left$unfinished, "unfinished", found$state),
                       files[c("file", "bytes")]),
            class = c("tile_store_check", "data.frame"), dir = plan$dir, unfinished = left$words)
}

# The states and marks of tiles, as store_tile_state() finds them. (A new store may have millions of
# tiles to come: those that are missing take no time.)
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

# Some tiles are a data frame.
#' @export
`[.tile_store_check` <- function(x, ...) {
  without_class(NextMethod(), c("dir", "unfinished"))
}

#' @export
print.tile_store_check <- function(x, ...) {
  counts <- table(factor(x$status, tile_states))
  if (nrow(x) == 0 || is.null(x$status)) {
    return(NextMethod())
  }
  cat("Tiles of ", attr(x, "dir"), ": ", paste(format_count(counts[counts > 0]),
                                               names(counts)[counts > 0], collapse = ", "), "\n",
      sep = "")
  tell_what_is_left(attr(x, "unfinished"))
  bad <- x[!x$status %in% c("whole", "unfinished"), , drop = FALSE]
  if (nrow(bad) > 0) {
    print(utils::head(as.data.frame(unclass(bad), stringsAsFactors = FALSE), 20), ...)
    if (nrow(bad) > 20) cat("... and ", format_count(nrow(bad) - 20), " more\n", sep = "")
  }
  invisible(x)
}

tile_states <- c("whole", "unfinished", "missing", "unreadable", "truncated", "damaged", "foreign",
                 "link", "no file")

tell_what_is_left <- function(words) {
  if (!is.null(words)) cat("Unfinished: ", words, "\n", sep = "")
}
