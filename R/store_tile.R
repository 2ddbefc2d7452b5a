# Tiles as files (src/base/tile_file.h).

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
  force(beside)
  on.exit(remove_file(beside)) # after an error or an interrupt; put() leaves no such file
  problem <- .Call(C_tile_write, beside, label, fingerprint, as.double(mark), as.double(note),
                   numbers, integers)
  if (is.null(problem)) {
    problem <- put(beside, file)
  }
  if (is.null(problem)) {
    return(invisible())
  }
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

# Reads the file of a tile by its label, columns `first` to `last` or to the end; ... are arguments
# of read_tile_file(). The label of a network's tile has the size of its file (label_of_table()). If
# another process replaces the file between the look at its size and the reading, the state is
# "foreign" and the label changes. Then the new file is read, `turns` times at most.
read_labelled <- function(plan, i, j, first, last, ..., turns = 5) {
  label <- label_to_read(plan, i, j)
  found <- read_tile_file(tile_path(plan, i, j), label, plan$fingerprint, first,
                          min(last, label[4]), ...)
  if (found$state == "foreign" && turns > 1 && !identical(label_to_read(plan, i, j), label)) {
    return(read_labelled(plan, i, j, first, last, ..., turns = turns - 1))
  }
  found
}

# The state, mark and note of a tile. `full = FALSE` looks only at size and header. With `mark`, a
# tile with another mark is foreign.
store_tile_state <- function(plan, i, j, mark = NULL, full = TRUE, odd = FALSE) {
  found <- read_labelled(plan, i, j, if (full) 1 else 0, if (full) Inf else 0, keep = FALSE,
                         odd = odd)
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
store_read_both <- function(plan, i, j, mark = NULL, first = 1, last = Inf, final = FALSE,
                            keep = TRUE, beside = FALSE) {
  found <- of_mark(read_labelled(plan, i, j, first, last, keep = keep, beside = beside), mark)
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
