#' A check of all tiles of a store
#'
#' Reads each tile of a store, compares the tile with its checksums, and says which tiles are whole.
#'
#' @param x A [tile_store()] that holds something, or a [tile_matrix()]; for the methods what
#'   `verify_store()` returned.
#' @param progress Show a progress bar?
#' @param object What `verify_store()` returned.
#' @param row.names Names of the rows, one for each tile, or `NULL` for numbers.
#' @param optional Has no effect.
#' @param stringsAsFactors Should text become factors?
#' @param ... Nothing; for `print()` arguments of [print.data.frame()] and [print.default()]; for
#'   `plot()` arguments of [graphics::image()]. An argument that is not known is an error that names
#'   the argument.
#'
#' @details **Time** is that of reading all files once. **Memory**: one tile. If the folder holds no
#' store, it is an error of class `manycore_error_store` ([manycore_errors]).
#'
#' @return A data frame of class `tile_store_check` with a row for each tile:
#'
#' * `row`, `column`: the place of the tile, as row and column of tiles;
#' * `status`: one of
#'     * `"whole"`: the tile is there, and its checksums are right;
#'     * `"unfinished"`: the tile is whole and holds an intermediate result, see [tile_store()];
#'     * `"missing"`: there is no file;
#'     * `"unreadable"`: the file may not be read;
#'     * `"truncated"`: the file is shorter or longer than its header says;
#'     * `"damaged"`: a checksum is wrong;
#'     * `"foreign"`: the header is not that of this tile. The tile is of other data, other
#'       arguments or another place, or its header is damaged;
#'     * `"link"`: a symbolic link, or a file behind one, which is never followed;
#'     * `"no file"`: a folder, for example;
#' * `file`: the path below the store's folder;
#' * `bytes`: the size of the file.
#'
#' The attribute `dir` is the store's folder. The attribute `unfinished` says how many steps are
#' done; it is `NULL` if the work has no steps, or all are done. The attribute `names_lost` is
#' `TRUE` if the file of the dimnames is damaged or missing, and the attribute `work` names the
#' function that filled the store.
#'
#' `summary()`: a list of class `summary.tile_store_check`, which has a method for `print()`: `dir`,
#' `tiles` (how many), `status` (how many tiles have each status), `bytes` (of all files),
#' `unfinished`, `names_lost` and `work`.
#'
#' `as.data.frame()` and `tidy()`: the table as a plain data frame. `glance()`: a data frame of one
#' row: `tiles`, `whole`, `unfinished`, `missing`, `other` (how many tiles have one of the other
#' status), `bytes` and `dir`. `tidy()` and `glance()` are generic functions of the package generics
#' (and of broom).
#'
#' `plot()`: a picture of the tiles with a colour for each status, the first tile in the upper left
#' corner. It returns `x`, invisibly.
#' @family large data and clusters
#' @seealso [tile_store()]
#' @examples
#' set.seed(1)
#' store <- tile_store(file.path(tempdir(), "checked"), tile = 16)
#' taus <- cor_kendall(matrix(rnorm(20 * 60), 20), store = store)
#' unlink(file.path(store$dir, "tiles", "0000", "1-2"))
#' check <- verify_store(store)
#' check
#' summary(check)
#' plot(check)
#' @export
verify_store <- function(x, progress = interactive()) {
  if (missing(x)) stop_missing("x")
  if (!inherits(x, c("tile_store", "tile_matrix"))) {
    stop_argument("x", "a store, as of tile_store(\"folder\"), or a matrix in a store", x)
  }
  plan <- plan_of(x)
  files <- files_of(plan)
  found <- tiles_found(plan, files, TRUE, progress_ticker(progress, "Reading tiles"))
  left <- work_left(plan, found)
  structure(data.frame(files[c("row", "column")],
                       status = ifelse(left$unfinished, "unfinished", found$state),
                       files[c("file", "bytes")]),
            class = c("tile_store_check", "data.frame"), dir = plan$dir, unfinished = left$words,
            names_lost = are_names_lost(plan), work = plan$work)
}

tile_status <- c("whole", "unfinished", "missing", "unreadable", "truncated", "damaged", "foreign",
                 "link", "no file")

# Some of the tiles are a plain data frame.
#' @export
`[.tile_store_check` <- function(x, ...) {
  without_class(NextMethod(), c("dir", "unfinished", "names_lost", "work"))
}

#' @rdname verify_store
#' @export
print.tile_store_check <- function(x, ...) {
  check_dots(..., .also = print_arguments)
  if (nrow(x) == 0 || is.null(x$status)) {
    print(as.data.frame(x), ...)
    return(invisible(x))
  }
  counts <- table(factor(x$status, tile_status))
  cat("Tiles of ", attr(x, "dir"), ": ", paste(format_count(counts[counts > 0]),
                                               names(counts)[counts > 0], collapse = ", "), "\n",
      sep = "")
  tell_what_is_left(attr(x, "unfinished"))
  if (isTRUE(attr(x, "names_lost"))) tell_of_lost_names(attr(x, "work"))
  bad <- x[!x$status %in% c("whole", "unfinished"), , drop = FALSE]
  if (nrow(bad) > 0) {
    print(utils::head(bad, 20), ...)
    if (nrow(bad) > 20) cat("... and ", format_count(nrow(bad) - 20), " more\n", sep = "")
  }
  invisible(x)
}

#' @rdname verify_store
#' @export
as.data.frame.tile_store_check <- function(x, row.names = NULL, optional = FALSE, ...,
                                           stringsAsFactors = FALSE) {
  check_dots(..., .also = table_arguments)
  as_table(unclass(x)[names(x)], row.names, stringsAsFactors)
}

#' @rdname verify_store
#' @export
summary.tile_store_check <- function(object, ...) {
  check_dots(...)
  structure(list(dir = attr(object, "dir"), tiles = nrow(object),
                 status = table(status = factor(object$status, tile_status)),
                 bytes = sum(object$bytes, na.rm = TRUE), unfinished = attr(object, "unfinished"),
                 names_lost = attr(object, "names_lost"), work = attr(object, "work")),
            class = "summary.tile_store_check")
}

#' @rdname verify_store
#' @export
print.summary.tile_store_check <- function(x, ...) {
  check_dots(..., .also = print_arguments)
  there <- x$status[x$status > 0]
  print_fields(paste0("Check of ", count_of(x$tiles, "tile"), ", ", format_bytes(x$bytes)),
               c(list(folder = x$dir), as.list(stats::setNames(format_count(there), names(there)))))
  tell_what_is_left(x$unfinished)
  if (isTRUE(x$names_lost)) tell_of_lost_names(x$work)
  invisible(x)
}

are_names_lost <- function(plan) {
  plan$names != "none" && # an error: something else is in the place of the file
    tryCatch(is.null(stored_names(plan)), manycore_error_store = function(e) TRUE)
}

tell_of_lost_names <- function(work) {
  cat("The dimnames are damaged or missing: ", work, "() with the same data and this store writes ",
      "them again\n", sep = "")
}

#' @rdname verify_store
#' @usage \method{tidy}{tile_store_check}(x, ...)
#' @exportS3Method generics::tidy
tidy.tile_store_check <- function(x, ...) {
  check_dots(...)
  as.data.frame.tile_store_check(x)
}

#' @rdname verify_store
#' @usage \method{glance}{tile_store_check}(x, ...)
#' @exportS3Method generics::glance
glance.tile_store_check <- function(x, ...) {
  check_dots(...)
  s <- summary.tile_store_check(x)
  some <- function(status) sum(s$status[status])
  named <- c("whole", "unfinished", "missing")
  one_row(tiles = s$tiles, whole = some("whole"), unfinished = some("unfinished"),
          missing = some("missing"), other = some(setdiff(tile_status, named)), bytes = s$bytes,
          dir = s$dir)
}

#' @rdname verify_store
#' @export
plot.tile_store_check <- function(x, ...) {
  check_dots(..., .also = graphical_arguments(image_default()))
  if (nrow(x) == 0) {
    stop_manycore("argument", "'x' has no tiles to draw", argument = "x")
  }
  status <- match(x$status, tile_status)
  rows <- max(x$row)
  columns <- max(x$column)
  z <- matrix(NA_integer_, columns, rows)
  z[cbind(x$column, rows + 1L - x$row)] <- status
  colours <- c("#4C9A5B", "#F2C14E", "grey85", "grey50", "#EE8A73", "#A81829", "#7B3294", "#1F4E9E",
               "black")
  before <- graphics::par(mar = c(1, 1, 3, 8))
  on.exit(graphics::par(before))
  draw_with(graphics::image,
            list(x = seq_len(columns), y = seq_len(rows), z = z, col = colours,
                 zlim = c(1, length(tile_status)), axes = FALSE, xlab = "", ylab = "",
                 main = paste("Tiles of", basename(attr(x, "dir")))), ...)
  graphics::box(col = "grey60")
  found <- sort(unique(status))
  area <- graphics::par("usr")
  graphics::legend(area[2], area[4], tile_status[found], fill = colours[found], xpd = NA, bty = "n",
                   cex = 0.85)
  invisible(x)
}
