# Shared by all functions that write their result into a store.

# Checks the arguments of a store; without `store` the others must not be given. Answers
# new_patience().
check_store_arguments <- function(store, BPPARAM, retries, timeout) {
  check_patience(retries, timeout)
  if (is.null(store)) {
    if (!is.null(BPPARAM)) {
      stop_manycore("argument", "'BPPARAM' is for results in a store: give 'store', see ",
                    "tile_store()", argument = "BPPARAM")
    }
    return(invisible())
  }
  check_store(store, "store", "NULL or a store, as of tile_store(\"folder\")")
  check_backend(BPPARAM)
  new_patience(retries, timeout)
}

check_patience <- function(retries, timeout) {
  check_number_from(retries, "retries", 0)
  check_timeout(timeout)
}

# Fills the store of a plan: a task c(i, j), or c(i, j, mark), for each tile. read$x(k) and
# read$y(k) answer the panels of the input. whole(found, mark): is a tile with this state done?
# The panels are written into the store for workers, and if the input is not in memory, because a
# panel is read again for each tile. This process writes them when the first tile is computed.
#
# If all tiles seem to be there, this process checks them, and computes those that are damaged:
# workers are not started.
fill_store <- function(plan, read, in_memory, BPPARAM, patience, threads, tick, mark = NULL,
                       whole = function(found, mark) found$state == "whole") {
  tiles <- plan_tiles(plan)
  tasks <- lapply(seq_len(nrow(tiles)), function(k) c(as.numeric(tiles[k, ]), mark))
  is_whole <- function(task) whole(store_tile_state(plan, task[1], task[2], full = FALSE), mark)
  here <- is.null(BPPARAM) || is.na(Position(Negate(is_whole), tasks))
  write_inputs <- function() {
    for (name in names(read)) panels_write(plan, name, read[[name]])
  }
  forget_panels()
  on.exit(forget_panels())
  if (here) place$read <- if (in_memory) read else read_from_files(plan, names(read), write_inputs)
  run_rounds(tasks, plan, kind_of(plan)$make, if (!here) BPPARAM, patience, threads, tick,
             whole = is_whole, before = write_inputs)
}

# Functions that read the panels of inputs from the store. The first call writes them.
read_from_files <- function(plan, names, write_inputs) {
  written <- FALSE
  sapply(names, function(name) {
    function(k) {
      if (!written) {
        write_inputs()
        written <<- TRUE
      }
      panel_read(plan, name, k)
    }
  }, simplify = FALSE)
}

# Computes a tile unless it is whole. make() answers list(numbers, note).
unless_whole <- function(plan, task, make) {
  found <- store_tile_state(plan, task[1], task[2])
  if (found$state == "whole") {
    return(list(computed = FALSE, was = "whole"))
  }
  made <- make()
  store_write_tile(plan, task[1], task[2], made$numbers, note = made$note)
  list(computed = TRUE, was = found$state)
}

sum_of_notes <- function(plan) {
  tiles <- plan_tiles(plan)
  notes <- vapply(seq_len(nrow(tiles)), function(k) {
    store_tile_state(plan, tiles[k, 1], tiles[k, 2], full = FALSE)$note
  }, 0)
  sum(notes)
}
