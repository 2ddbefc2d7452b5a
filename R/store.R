#' @export
tile_store <- function(dir, tile = NULL, precision = c("double", "single"), overwrite = FALSE) {
  if (!is.character(dir) || length(dir) != 1 || is.na(dir) || !nzchar(dir)) {
    stop_argument("dir", "the path of a folder", dir)
  }
  tile <- check_tile(tile)
  precision <- if (!missing(precision)) match_word(precision, precisions, "precision")
  check_flag(overwrite, "overwrite")
  if (file.exists(dir) && !dir.exists(dir)) {
    stop_manycore("argument", "'dir' must be the path of a folder, and '", dir, "' is a file",
                  argument = "dir")
  }
  dir <- absolute_path(dir)
  if (dir.exists(dir) && !file.exists(manifest_path(dir))) {
    others <- setdiff(list.files(dir), c("names", "tiles", "x", "y", "steps"))
    if (length(others) > 0) {
      stop_manycore("argument", "'dir' must be a new or empty folder, or a store: in '", dir,
                    "' there is '", others[1], "', and no manifest", argument = "dir")
    }
  }
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
  if (!is.numeric(tile) || length(tile) != 1 || is.na(tile) || tile != round(tile) || tile < 1 ||
        tile > 8192) {
    stop_argument("tile", "a whole number from 1 to 8192, rows and columns of a tile, or NULL",
                  tile)
  }
  as.integer(tile)
}

# The store of a plan, when its work is done.
opened <- function(plan) {
  structure(list(dir = plan$dir, tile = plan$tile, precision = plan$precision, overwrite = FALSE),
            class = "tile_store")
}

# The plan of a store that holds something.
plan_of <- function(store) {
  plan <- read_manifest(store$dir)
  if (is.null(plan)) {
    stop_store("there is nothing in the store '", store$dir, "'; cor_kendall(x, store = ) or ",
               "dist_euclidean(x, store = ) would fill it")
  }
  plan
}

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
  cat(plan$work, "(), ", format_count(plan$dim[1]), " x ", format_count(plan$dim[2]),
      if (plan$symmetric) ", symmetric", ", in ", plan$precision, " precision\n", sep = "")
  said <- arguments_in_words(plan)
  if (nzchar(said)) cat(said, "\n", sep = "")
  missing <- sum(is.na(files$bytes))
  cat(count_of(nrow(files), "tile"), " of up to ", plan$tile, " x ", plan$tile, ": ",
      if (missing == 0) "all there" else
        paste0(format_count(nrow(files) - missing), " there, ", format_count(missing), " missing"),
      ", ", format_bytes(bytes), "\n", sep = "")
  invisible(structure(x, class = "tile_store"))
}

arguments_in_words <- function(plan) {
  paste0(names(plan$arguments), " = ", unlist(plan$arguments), collapse = ", ")
}

# Tiles with their files and sizes, NA where there is none.
files_of <- function(plan) {
  tiles <- plan_tiles(plan)
  file <- if (nrow(tiles) > 0) tile_path(plan, tiles[, 1], tiles[, 2]) else character()
  data.frame(row = tiles[, 1], column = tiles[, 2], file = substring(file, nchar(plan$dir) + 2),
             bytes = file.size(file))
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
  tick <- progress_ticker(progress, "Reading tiles")
  status <- vapply(seq_len(nrow(files)), function(k) {
    if (!is.null(tick)) tick(k / nrow(files))
    store_tile_state(plan, files$row[k], files$column[k])$state
  }, "")
  structure(data.frame(files[c("row", "column")], status = status, files[c("file", "bytes")]),
            class = c("tile_store_check", "data.frame"), dir = plan$dir)
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
  bad <- x[x$status != "whole", , drop = FALSE]
  if (nrow(bad) > 0) {
    print(utils::head(as.data.frame(unclass(bad), stringsAsFactors = FALSE), 20), ...)
    if (nrow(bad) > 20) cat("... and ", format_count(nrow(bad) - 20), " more\n", sep = "")
  }
  invisible(x)
}

tile_states <- c("whole", "missing", "truncated", "damaged", "foreign")
