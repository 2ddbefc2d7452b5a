# Panels: the input of tiles, in files of their own. A panel is some columns of a matrix, or some
# rows (the points of distances). plan$inputs describes the panels of "x", and of "y":
#
#   dim      of the matrix
#   along    2: panels are columns; 1: rows
#   panels   the fingerprint of each panel
#   stored   of each panel the count of numbers that its file stores; NA: all (a dense panel)
#
# Panels of columns are sparse if at least three of four numbers are 0, whatever the class of the
# matrix: so the same numbers have the same panels and fingerprints. A sparse panel is a
# sparse_source (input_source.R), a dense one a matrix of doubles.

# ---- of a matrix in memory, or of a source ----

# Panel k of the columns with the rows `rows` (NULL: all), as tiles take it.
columns_panel <- function(x, k, tile, rows = NULL) {
  if (!is.matrix(x)) {
    x <- as.matrix(x)
  }
  if (inherits(x, "sparse_source") || (is.double(x) && !is_source(x))) { # C reads them in place
    panel <- sparse_panel(x, panel_range(k, tile, ncol(x)), rows)
    return(if (is.null(panel)) dense_panel(x, k, tile, rows) else panel)
  }
  part <- dense_panel(x, k, tile, rows)
  panel <- sparse_panel(part, seq_len(ncol(part)))
  if (is.null(panel)) part else panel
}

# Some neighbouring columns as a sparse source; NULL if their panel is dense. x is a matrix of
# doubles or a sparse source.
sparse_panel <- function(x, columns, rows = NULL) {
  dim <- c(if (is.null(rows)) nrow(x) else length(rows), length(columns))
  slots <- .Call(C_sparse_part, x, columns[1], columns[length(columns)], rows,
                 min(floor(prod(dim) / 4), most_stored))
  if (!is.null(slots)) new_source("sparse", dim, NULL, sparse = slots)
}

# The same panel as a matrix of doubles.
dense_panel <- function(x, k, tile, rows = NULL) {
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

# Panel k of the rows, dense. A source is read some columns at a time.
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

# How many numbers a panel stores; NA if it is dense.
stored_in_panel <- function(panel) {
  if (is_source(panel)) length(unclass(panel)$sparse$x) else NA_real_
}

# The most numbers of a sparse panel: these, and the starts of its columns, are the rows of a file.
most_stored <- 2^31 - 2^16

# A function of the size of tiles: what the largest panel of columns with `rows` rows takes at most
# (numbers of rows that are left out count, too), or the bytes of the largest dense panel if that
# one takes up to `enough` bytes. (All panels of a source that is not in memory count as dense.)
largest_panel <- function(x, rows, enough = panel_room) {
  before <- NULL # the numbers other than 0 of the columns 1, ..., j
  function(tile) {
    ends <- unique(c(seq(0, ncol(x), by = tile), ncol(x)))
    columns <- diff(ends)
    dense <- 8 * rows * columns
    if (inherits(x, "block_source") || max(0, dense) <= enough) {
      return(max(0, dense))
    }
    if (is.null(before)) before <<- c(0, cumsum(.Call(C_stored_counts, x)))
    stored <- diff(before[ends + 1])
    max(ifelse(stored > rows * columns / 4, dense, sparse_bytes(columns, stored)))
  }
}

# Are all inputs in memory? (The panels of other sources are read slowly.)
are_in_memory <- function(inputs) !any(vapply(inputs, inherits, NA, "block_source"))

# ---- descriptions ----

# The description of the panels of a matrix or source. read(k) answers panel k, of columns
# (along = 2) or rows (1).
input_panels <- function(dim, along, tile, read) {
  count <- ceiling(dim[along] / tile)
  input <- list(dim = dim, along = along, panels = character(count), stored = numeric(count))
  for (k in seq_len(count)) {
    panel <- read(k)
    input$panels[k] <- fingerprint_of_panel(panel)
    input$stored[k] <- stored_in_panel(panel)
  }
  input
}

# The fingerprint of a panel: of the fingerprints of its parts, and of its sizes.
fingerprint_of_panel <- function(panel) {
  parts <- if (is_source(panel)) unclass(panel)$sparse[c("i", "p", "x")] else list(panel)
  fingerprint_of(c(vapply(parts, fingerprint_of, ""), sprintf("%d", dim(panel))))
}

fingerprint_of_inputs <- function(inputs) {
  fingerprint_of(unlist(lapply(inputs, function(input) {
    c(sprintf("%d", input$dim), input$panels)
  })))
}

# The dim of panel k of an input of the plan.
panel_dim <- function(input, k, tile) {
  dim <- input$dim
  dim[input$along] <- panel_size(k, tile, dim[input$along])
  dim
}

# The memory of a sparse panel.
sparse_bytes <- function(columns, stored) 12 * stored + 4 * (columns + 1)

# The memory of a panel.
panel_bytes <- function(dim, stored) {
  if (is.na(stored)) 8 * prod(dim) else sparse_bytes(dim[2], stored)
}

# ---- files ----

# The file of a dense panel holds its numbers. The file of a sparse panel is one column: as numbers
# x, then a 0 for each of p; as integers beside them i, then p.
panel_label <- function(k, dim, stored) {
  as.double(if (is.na(stored)) c(k, 0, dim, 0) else c(k, 0, stored + dim[2] + 1, 1, 0, 1))
}

panel_read <- function(plan, name, k) {
  input <- plan$inputs[[name]]
  dim <- panel_dim(input, k, plan$tile)
  stored <- input$stored[k]
  sparse <- !is.na(stored)
  found <- read_tile_file(input_path(plan, name, k), panel_label(k, dim, stored), input$panels[k],
                          beside = sparse)
  if (found$state != "whole") {
    stop_manycore("store", "panel ", k, " of '", name, "' in the store '", plan$dir, "' is ",
                  found$state, class = "manycore_error_tile", state = found$state)
  }
  if (!sparse) {
    return(found$numbers)
  }
  at <- seq_len(stored)
  new_source("sparse", dim, NULL,
             sparse = list(i = found$integers[at], p = found$integers[stored + seq_len(dim[2] + 1)],
                           x = found$numbers[at]))
}

# Writes the missing panels. read(k) answers panel k.
panels_write <- function(plan, name, read) {
  input <- plan$inputs[[name]]
  for (k in seq_along(input$panels)) {
    label <- panel_label(k, panel_dim(input, k, plan$tile), input$stored[k])
    path <- input_path(plan, name, k)
    if (read_tile_file(path, label, input$panels[k], keep = FALSE)$state == "whole") {
      next
    }
    panel <- read(k)
    if (is.na(input$stored[k])) {
      write_tile_file(path, label, input$panels[k], panel, plan)
    } else {
      slots <- unclass(panel)$sparse
      write_tile_file(path, label, input$panels[k], c(slots$x, numeric(length(slots$p))), plan,
                      integers = c(slots$i, slots$p))
    }
  }
}

# ---- panels of a task ----

# A panel of the input: from place$read, if this process has the input in memory, or from the
# store. The panels that were used last are kept: up to place$kept_bytes, but at least one. The
# others are dropped before the panel is read.
panel_of <- function(plan, name, k) {
  input <- plan$inputs[[name]]
  key <- paste(input$panels[k], name, k)
  kept <- place$panels
  if (is.null(kept[[key]])) {
    room <- place$kept_bytes - panel_bytes(panel_dim(input, k, plan$tile), input$stored[k])
    bytes <- vapply(kept, function(panel) panel_bytes(dim(panel), stored_in_panel(panel)), 0)
    kept <- kept[seq_along(kept) == 1 | cumsum(bytes) <= room]
    place$panels <- kept
    read <- place$read[[name]]
    panel <- if (is.null(read)) panel_read(plan, name, k) else read(k)
    place$panels <- c(stats::setNames(list(panel), key), kept)
  } else {
    place$panels <- c(kept[key], kept[names(kept) != key])
  }
  place$panels[[1]]
}
place$kept_bytes <- 2^26

forget_panels <- function() {
  place$panels <- NULL
  place$read <- NULL
}
