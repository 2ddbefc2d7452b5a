# Tiles and panels of input as files (src/base/tile_file.h).

# `numbers`, a matrix of doubles, becomes tile i, j, with `integers` beside them where the work has
# some. `mark` and `note`, numbers of 0 or more, are kept with it for whoever has made it.
store_write_tile <- function(plan, i, j, numbers, mark = 0, note = 0, integers = NULL) {
  write_tile_file(tile_path(plan, i, j), tile_label(plan, i, j), plan$fingerprint, numbers, plan,
                  mark, note, integers)
}

# The tile's file is c(dir, path). `beside` is the name under which it is written, of a file that is
# none of the store's, or none; put(beside, file) gives it its own name: NULL, or what is wrong.
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
  # somebody else's, who does the same, may be there
  found <- read_tile_file(file, label, fingerprint, keep = FALSE)
  if (found$state != "whole" || found$mark != mark) {
    check_way(file)
    stop_disk(full_path(file), problem)
  }
}

# list(state, mark, note, numbers, integers): columns `first` to `last`, all of them if NULL, none
# if 0.
# States are "whole", "missing", "unreadable" (for want of a right), "truncated", "damaged" (a
# checksum differs) and "foreign" (of other data or arguments, or another tile's). A link, or a
# folder, is an error, unless `odd` lets it be the state "link", or "no file". `keep` may be a
# buffer (src/r/buffer.h) of the tile's size, which is overwritten, or 2 for a new buffer in the
# place of a matrix; likewise `beside` for integers. What is not kept is not read, unless neither
# is: then all is checked.
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

# The label of a tile that is there.
label_to_read <- function(plan, i, j) kind_of(plan)$label(plan, i, j)

# How a tile is; `full = FALSE` looks at its size and header only. With a `mark`, a tile that has
# another one is foreign.
store_tile_state <- function(plan, i, j, mark = NULL, full = TRUE, odd = FALSE) {
  label <- label_to_read(plan, i, j)
  found <- read_tile_file(tile_path(plan, i, j), label, plan$fingerprint,
                          if (full) 1L else 0L, if (full) label[4] else 0L, keep = FALSE, odd = odd)
  if (found$state == "whole" && !is.null(mark) && found$mark != mark) {
    found$state <- "foreign"
  }
  found[c("state", "mark", "note")]
}

# The numbers of a tile (its columns `first` to `last`), which must be whole, and (`final`) done.
store_read_tile <- function(...) store_read_both(...)$numbers

# list(numbers, integers): the same, and integers `beside`.
store_read_both <- function(plan, i, j, mark = NULL, first = NULL, last = NULL, final = FALSE,
                            keep = TRUE, beside = FALSE) {
  label <- label_to_read(plan, i, j)
  found <- read_tile_file(tile_path(plan, i, j), label, plan$fingerprint,
                          if (is.null(first)) 1L else first, if (is.null(last)) label[4] else last,
                          keep, beside)
  if (found$state == "whole" && !is.null(mark) && found$mark != mark) {
    found$state <- "foreign"
  }
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

# The fingerprint of a panel is that of its numbers.
input_fingerprint <- function(numbers) fingerprint_of(c(as.vector(numbers), dim(numbers)))

input_read <- function(plan, name, k) {
  input <- plan$inputs[[name]]
  dim <- input$dim
  dim[input$along] <- panel_size(k, plan$tile, dim[input$along])
  found <- read_tile_file(input_path(plan, name, k), input_label(k, dim), input$panels[k])
  if (found$state != "whole") {
    stop_manycore("store", "panel ", k, " of '", name, "' in the store '", plan$dir, "' is ",
                  found$state, class = "manycore_error_tile", state = found$state)
  }
  found$numbers
}

# Writes what is not there of the panels that read(k) answers.
input_write <- function(plan, name, read) {
  input <- plan$inputs[[name]]
  for (k in seq_along(input$panels)) {
    dim <- input$dim
    dim[input$along] <- panel_size(k, plan$tile, dim[input$along])
    path <- input_path(plan, name, k)
    label <- input_label(k, dim)
    if (read_tile_file(path, label, input$panels[k], keep = FALSE)$state != "whole") {
      write_tile_file(path, label, input$panels[k], read(k), plan)
    }
  }
}

# The panels of a matrix or source: list(dim, along, panels), as plan$inputs has them. read(k)
# answers panel k, along the columns (2) or rows (1).
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

# Panel k of the columns of a matrix, vector or source, as doubles; of the rows `rows`, all if
# NULL.
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

# The same of its rows; of a source by some columns at a time.
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
