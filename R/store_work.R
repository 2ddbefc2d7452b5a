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
  check_store(store)
  check_backend(BPPARAM)
  new_patience(retries, timeout)
}

check_patience <- function(retries, timeout) {
  check_number_from(retries, "retries", 0)
  check_timeout(timeout)
}

check_store <- function(store) {
  if (!inherits(store, "tile_store")) {
    stop_argument("store", "NULL or a store, as of tile_store(\"folder\")", store)
  }
}

# Fills the store of a plan: a task c(i, j), or c(i, j, mark), for each tile. read$x(k) and
# read$y(k) answer the panels of the input. whole(found, mark): is a tile with this state done?
fill_store <- function(plan, read, BPPARAM, patience, threads, tick, mark = NULL,
                       whole = function(found, mark) found$state == "whole") {
  tiles <- plan_tiles(plan)
  tasks <- lapply(seq_len(nrow(tiles)), function(k) c(as.numeric(tiles[k, ]), mark))
  write_inputs <- function() {
    for (name in names(read)) input_write(plan, name, read[[name]])
  }
  place$panels <- NULL
  on.exit(place$panels <- NULL)
  run_rounds(tasks, plan, kind_of(plan)$make, BPPARAM, patience, threads, tick,
             whole = function(task) {
               whole(store_tile_state(plan, task[1], task[2], full = FALSE), mark)
             }, before = write_inputs)
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

# A panel of the input. The panels that were used last are kept: up to place$kept_bytes, but at
# least one. The others are dropped before the panel is read.
panel_of <- function(plan, name, k) {
  key <- paste(plan$inputs[[name]]$panels[k], name, k)
  kept <- place$panels
  if (is.null(kept[[key]])) {
    room <- place$kept_bytes - 8 * prod(input_dim(plan$inputs[[name]], k, plan$tile))
    kept <- kept[seq_along(kept) == 1 | cumsum(8 * lengths(kept)) <= room]
    place$panels <- kept
    place$panels <- c(stats::setNames(list(input_read(plan, name, k)), key), kept)
  } else {
    place$panels <- c(kept[key], kept[names(kept) != key])
  }
  place$panels[[1]]
}
place$kept_bytes <- 2^26

sum_of_notes <- function(plan) {
  tiles <- plan_tiles(plan)
  notes <- vapply(seq_len(nrow(tiles)), function(k) {
    store_tile_state(plan, tiles[k, 1], tiles[k, 2], full = FALSE)$note
  }, 0)
  sum(notes)
}
