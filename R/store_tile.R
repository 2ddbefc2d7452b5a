# Tiles and panels of input as files (src/base/tile_file.h).

# Writes tile i, j: `numbers`, a matrix of doubles, and, for some kinds, `integers` beside them.
# `mark` and `note`, numbers of 0 or more, are kept in the header for the kind's own use.
store_write_tile <- function(plan, i, j, numbers, mark = 0, note = 0, integers = NULL) {
  write_tile_file(tile_path(plan, i, j), tile_label(plan, i, j), plan$fingerprint, numbers, plan,
                  mark, note, integers)
}

# Writes the file c(dir, path) of a tile or panel. `beside` is the name under which it is written;
# put(beside, file) then gives it its own name, and answers NULL or the reason of a failure.
write_tile_file <- function(file, label, fingerprint, numbers, plan, mark = 0, note = 0,
                            integers = NULL, beside = name_beside(file, plan$fingerprint),
                            put = put_in_place) {
  make_folder(file[1], dirname(file[2]))
  problem <- .Call(C_tile_write, beside, label, fingerprint, as.double(mark), as.double(note),
                   numbers, integers)
  if (is.null(problem)) {
    problem <- put(beside, file)
  }
  if (is.null(problem)) {
    return(invisible())
  }
  remove_file(beside)
  # another process may have written the same tile
  found <- read_tile_file(file, label, fingerprint, keep = FALSE)
  if (found$state != "whole" || found$mark != mark) {
    check_way(file)
    stop_disk(full_path(file), problem)
  }
}

# Reads the file of a tile: list(state, mark, note, numbers, integers).
#   first, last: the columns that are read; 0 for none
#   keep, beside: answer the numbers, and the integers? TRUE, FALSE, 2 for a new buffer
#     (src/r/buffer.h) in the place of a matrix, or a buffer of the tile's size, which is
#     overwritten. If both are FALSE, all is read and checked; otherwise only what is answered
#   odd: may the state be "link" or "no file"? If not, a link or a folder is an error
# Other states are "whole", "missing", "unreadable" (no right to read), "truncated", "damaged" (a
# checksum differs) and "foreign" (of other data or arguments, or of another tile).
read_tile_file <- function(file, label, fingerprint, first = 1L, last = label[4], keep = TRUE,
                           beside = FALSE, odd = FALSE) {
  found <- .Call(C_tile_read, file, label, fingerprint, as.integer(first), as.integer(last),
                 if (is.logical(keep)) as.integer(keep) else keep,
                 if (is.logical(beside)) as.integer(beside) else beside)
  if (!odd && found$state %in% c("link", "no file")) {
    check_way(file)
    stop_odd_file(file, if (found$state == "link") "link" else look_at(file[1], file[2])$kind,
                  "file")
  }
  found
}

# The label of an existing tile.
label_to_read <- function(plan, i, j) kind_of(plan)$label(plan, i, j)

# The state, mark and note of a tile. `full = FALSE` looks only at size and header. With `mark`, a
# tile with another mark is foreign.
store_tile_state <- function(plan, i, j, mark = NULL, full = TRUE, odd = FALSE) {
  label <- label_to_read(plan, i, j)
  found <- read_tile_file(tile_path(plan, i, j), label, plan$fingerprint,
                          if (full) 1L else 0L, if (full) label[4] else 0L, keep = FALSE, odd = odd)
  of_mark(found, mark)[c("state", "mark", "note")]
}

# A tile with another mark than the wanted one is foreign; `mark` NULL: any mark is right.
of_mark <- function(found, mark) {
  if (found$state == "whole" && !is.null(mark) && found$mark != mark) {
    found$state <- "foreign"
  }
  found
}

# The numbers of a tile (columns `first` to `last`). The tile must be whole and, with `final`,
# final.
store_read_tile <- function(...) store_read_both(...)$numbers

# The same, with the integers `beside`: list(numbers, integers).
store_read_both <- function(plan, i, j, mark = NULL, first = NULL, last = NULL, final = FALSE,
                            keep = TRUE, beside = FALSE) {
  label <- label_to_read(plan, i, j)
  found <- read_tile_file(tile_path(plan, i, j), label, plan$fingerprint,
                          if (is.null(first)) 1L else first, if (is.null(last)) label[4] else last,
                          keep, beside)
  found <- of_mark(found, mark)
  if (found$state != "whole") {
    stop_tile(plan, i, j, found$state)
  }
  kind_of(plan)$check(plan, i, j, found)
  if (final) check_finished(plan, found$mark)
  found[c("numbers", "integers")]
}

stop_tile <- function(plan, i, j, state) {
  stop_manycore("store", "tile ", i, ", ", j, " of the store '", plan$dir, "' is ", state,
                ": ", remedy(plan), class = "manycore_error_tile", state = state, tile = c(i, j))
}

# ---- inputs: panels of columns of x and y (or rows), as tiles of doubles ----

input_label <- function(k, dim) as.double(c(k, 0, dim, 0))

# The fingerprint of a panel: of the fingerprint of its numbers, and of its sizes.
input_fingerprint <- function(numbers) {
  fingerprint_of(c(fingerprint_of(numbers), sprintf("%d", dim(numbers))))
}

# The dim of panel k of an input of the plan.
input_dim <- function(input, k, tile) {
  dim <- input$dim
  dim[input$along] <- panel_size(k, tile, dim[input$along])
  dim
}

input_read <- function(plan, name, k) {
  input <- plan$inputs[[name]]
  dim <- input_dim(input, k, plan$tile)
  found <- read_tile_file(input_path(plan, name, k), input_label(k, dim), input$panels[k])
  if (found$state != "whole") {
    stop_manycore("store", "panel ", k, " of '", name, "' in the store '", plan$dir, "' is ",
                  found$state, class = "manycore_error_tile", state = found$state)
  }
  found$numbers
}

# Writes the missing panels. read(k) answers panel k.
input_write <- function(plan, name, read) {
  input <- plan$inputs[[name]]
  for (k in seq_along(input$panels)) {
    dim <- input_dim(input, k, plan$tile)
    path <- input_path(plan, name, k)
    label <- input_label(k, dim)
    if (read_tile_file(path, label, input$panels[k], keep = FALSE)$state != "whole") {
      write_tile_file(path, label, input$panels[k], read(k), plan)
    }
  }
}

# The description of the panels of a matrix or source, for plan$inputs: list(dim, along, panels),
# with the fingerprints of the panels. read(k) answers panel k, of columns (along = 2) or rows (1).
input_panels <- function(dim, along, tile, read) {
  list(dim = dim, along = along,
       panels = vapply(seq_len(ceiling(dim[along] / tile)), function(k) input_fingerprint(read(k)),
                       ""))
}

fingerprint_of_inputs <- function(inputs) {
  fingerprint_of(unlist(lapply(inputs, function(input) {
    c(sprintf("%d", input$dim), input$panels)
  })))
}

# Panel k of the columns of a matrix, vector or source, as doubles, with the rows `rows` (NULL:
# all).
columns_panel <- function(x, k, tile, rows = NULL) {
  if (!is.matrix(x)) {
    x <- as.matrix(x)
  }
  part <- columns_in_memory(x, panel_range(k, tile, ncol(x)))
  if (!is.null(rows)) {
    part <- part[rows, , drop = FALSE]
  }
  dimnames(part) <- NULL
  storage.mode(part) <- "double"
  part
}

# Panel k of the rows. A source is read some columns at a time.
rows_panel <- function(x, k, tile) {
  range <- panel_range(k, tile, nrow(x))
  if (!is_source(x)) {
    part <- unname(x[range, , drop = FALSE])
  } else {
    part <- matrix(0, length(range), ncol(x))
    for (columns in in_parts(seq_len(ncol(x)), 2 * nrow(x) / 4)) {
      part[, columns] <- columns_in_memory(x, columns)[range, , drop = FALSE]
    }
  }
  storage.mode(part) <- "double"
  part
}
