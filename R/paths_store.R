# floyd_warshall() in a store of tiles (store_plan.R): the shared-distributed-shared form of
# Tithi et al. Vertices and steps are cut into the same ranges. A block of steps has three phases
# (src/paths/phase.h):
#
#   1. the diagonal tile (k, k)                                       by the manager
#   2. the other tiles of its row and column, by its panels           handed out
#   3. all other tiles (i, j), by the panels of (i, k) and (k, j)     handed out
#
# The mark of a tile is the number of blocks of steps it has behind it. In a phase only the task
# that writes a tile reads it. Other tasks read the tile's panels, which are files of their own. The
# task reads the tile with mark k - 1 and replaces the file, at once, by the tile with mark k. So a
# killed process leaves each tile either before or after its phase, and the next process finds by
# the marks which tiles of which phase are left. Panels are written before the tile that they come
# from is replaced. They are deleted when all tiles have the block behind them.

# Refuses arguments that floyd_warshall() does not have with a store.
check_for_store <- function(method, block) {
  if (!paths_algorithms[method$algorithm + 1L] %in% c("auto", "simd")) {
    stop_manycore("argument", "'algorithm' must be \"simd\" with a store",
                  argument = "algorithm")
  }
  if (!is.null(block)) {
    stop_manycore("argument", "'block' must be NULL with a store: tile_store(tile = ) is the ",
                  "block of a store", argument = "block")
  }
}

# A matrix of weights, or for DelayedArray and bigmemory a source of the matrix's columns.
as_weights_of_tiles <- function(w) {
  if (!isS4(w) || methods::is(w, "Matrix") || inherits(w, "igraph")) {
    return(as_weights(w))
  }
  source <- as_source(w, "w")
  if (!is_source(source)) {
    return(as_weights(w))
  }
  if (nrow(source) != ncol(source)) {
    stop_manycore("size", "'w' must be square, not ", nrow(source), " x ", ncol(source))
  }
  check_names(source)
  source
}

# Fills the store and returns it.
paths_in_store <- function(w, store, traceback, precision, threads, progress, BPPARAM, patience) {
  n <- nrow(w)
  store$precision <- precision_in_store(store, precision)
  fingerprints <- function(tile) {
    panels <- if (is.double(w) && !is_source(w)) {
      .Call(C_panel_fingerprints, w, tile, as.integer(threads))
    } else {
      vapply(seq_len(ceiling(n / tile)), function(k) fingerprint_of(dense_panel(w, k, tile)), "")
    }
    list(fingerprint_of(c(sprintf("%d", n), panels)), list())
  }
  # without workers tiles are as small as for one worker: an interrupted call loses little
  plan <- store_plan(store, "floyd_warshall", list(traceback = traceback), c(n, n), FALSE,
                     dimnames(w), function(tile) 0, fingerprints, max(workers_in_all(BPPARAM), 1))
  tick <- progress_ticker(progress, "Shortest paths", at_once = TRUE)
  ended <- FALSE
  on.exit({
    forget_spares()
    rm(list = ls(latest), envir = latest)
    # workers were stopped: their spare files are left
    if (!ended) tryCatch(delete_spares(plan), error = function(e) NULL)
  }, add = TRUE)
  marks <- import_weights(w, plan, paths_marks(plan, isTRUE(store$overwrite)))
  if (traceback && weights_round_below_0(w, plan)) {
    write_weights(w, plan)
  }
  with_backend(BPPARAM, {
    for (k in seq_len(nrow(marks))) {
      if (any(marks < k)) {
        run_block(w, plan, k, marks, BPPARAM, patience, threads, tick)
      }
      delete_panels(plan, k - 1)
    }
  })
  delete_panels(plan)
  delete_spares(plan)
  ended <- TRUE
  check_diagonals(w, plan)
  opened(plan)
}

# The precision of sums is that of the tiles.
precision_in_store <- function(store, precision) {
  if (!is.null(precision) && !is.null(store$precision) && precision != store$precision) {
    stop_manycore("argument", "'precision' must be \"", store$precision, "\", the precision of ",
                  "the store, not \"", precision, "\"", argument = "precision")
  }
  if (is.null(precision)) store$precision else precision
}

# ---- as a kind of result (store_kinds.R) ----

paths_kind <- function() {
  new_kind("floyd_warshall", "paths_task", check = check_vertices, beside = has_via,
           integers = list(shown = "the vertices between: see path_via()",
                           lost = "has no paths any more"),
           steps = paths_steps, files = panel_files, remedy = function(plan) {
             "floyd_warshall() makes no single tiles again; begin anew, with overwrite = TRUE"
           })
}

# A tile is final when it has all blocks behind it.
paths_steps <- function(plan) {
  list(final = plan_panels(plan)[1], unit = "blocks of steps",
       words = function(found, whole) phase_in_words(plan, found, whole))
}

# The vertices in a tile are used as indices, so they are checked.
check_vertices <- function(plan, i, j, found) {
  vertices <- found$integers
  if (!is.null(vertices) && !.Call(C_paths_are_vertices, vertices, plan$dim[1])) {
    stop_tile(plan, i, j, "damaged")
  }
}

# The panels in those folders that exist.
panel_files <- function(plan) {
  at <- seq_len(plan_panels(plan)[1])
  there <- intersect(names_in(plan$dir, "steps"), sprintf("%d", at))
  files <- c(sprintf("row-%d", at), sprintf("column-%d", at))
  stats::setNames(rep(list(files), length(there)), sprintf("steps/%s", there))
}

# The state of the work in words, from the tiles that were found.
phase_in_words <- function(plan, found, whole) {
  if (!any(whole & found$mark > 0) && !all(whole)) {
    return(past_in_words("the weights are written", sum(whole), nrow(found)))
  }
  if (!all(whole)) { # a tile is made from the tile of the step before, which is gone
    return(structure(paste0(count_of(sum(!whole), "tile"), " lost; ", plan$work,
                            "() cannot make a tile again: begin anew, with overwrite = TRUE"),
                     end = TRUE))
  }
  k <- min(found$mark) + 1
  past <- found$mark >= k
  distance <- (found$row != k) + (found$column != k)
  phase <- which(vapply(0:2, function(d) !all(past[distance == d]), NA))[1]
  of_phase <- distance == phase - 1
  past_in_words(paste0("block ", k, " of ", plan_panels(plan)[1], " of the steps, phase ", phase,
                       " of 3 (", c("the diagonal tile", "its row and column",
                                    "all other tiles")[phase], ")"),
                sum(past[of_phase]), sum(of_phase))
}

# ---- where it stands ----

# The marks of all tiles: NA for a missing tile, -1 for a damaged one. Tiles with all steps done are
# compared with their checksums, as nobody else reads them in this call. `anew`: if any tile is
# lost, delete all tiles instead of an error.
paths_marks <- function(plan, anew = FALSE) {
  panels <- plan_panels(plan)
  marks <- matrix(NA_real_, panels[1], panels[2])
  tiles <- plan_tiles(plan)
  final <- paths_steps(plan)$final
  look <- function(tile) {
    found <- store_tile_state(plan, tile[1], tile[2], full = FALSE)
    if (found$state == "whole" && found$mark >= final) {
      found <- store_tile_state(plan, tile[1], tile[2])
    }
    found
  }
  note <- function(wanted) {
    for (t in which(wanted[tiles])) {
      found <- look(tiles[t, ])
      marks[tiles[t, 1], tiles[t, 2]] <<- switch(found$state, whole = found$mark, missing = NA, -1)
    }
  }
  note(is.na(marks))
  if (!any(marks != 0, na.rm = TRUE)) {
    return(marks)
  }
  # A first step has been done, so all tiles had been written. Look once more at those that were
  # missing: another manager may have replaced them in the meantime.
  note(is.na(marks) | marks < 0)
  if (!any(marks > 0, na.rm = TRUE)) {
    return(marks)
  }
  lost <- which(is.na(marks) | marks < 0, arr.ind = TRUE)
  if (nrow(lost) == 0) {
    return(marks)
  }
  if (!anew) {
    stop_lost(plan, lost)
  }
  files <- files_of_plan(plan)
  delete_files(plan$dir, files[grepl("^(tiles|steps)/", names(files))], plan$fingerprint)
  tell_of_files_left(plan$dir, unlist(lapply(intersect(c("tiles", "steps"), names_in(plan$dir, "")),
                                             function(folder) files_left(plan$dir, folder))))
  marks[] <- NA
  marks
}

# A lost tile is an error: it is made from the tile of the step before, which is gone.
stop_lost <- function(plan, tiles, what = "missing or damaged") {
  first <- utils::head(tiles, 5L)
  stop_store(if (nrow(tiles) == 1) "a tile" else paste(nrow(tiles), "tiles"), " of the store '",
             plan$dir, "' ", if (nrow(tiles) == 1) "is " else "are ", what, ": ",
             paste(apply(first, 1L, paste, collapse = ", "), collapse = "; "),
             if (nrow(tiles) > 5L) "; ...",
             ". floyd_warshall() cannot make single tiles again: begin anew, with overwrite = TRUE")
}

# Writes the missing tiles before the first step. An invalid weight is an error, and the store is
# deleted.
import_weights <- function(w, plan, marks) {
  n <- plan$dim[1]
  single <- as.integer(plan$precision == "single")
  panels <- nrow(marks)
  for (j in seq_len(panels)) {
    missing <- which(is.na(marks[, j]) | marks[, j] < 0)
    if (length(missing) == 0) {
      next
    }
    columns <- panel_range(j, plan$tile, n)
    plain <- is.matrix(w) && !is_source(w)
    part <- if (plain) w else dense_panel(w, j, plan$tile)
    before <- if (plain) columns[1] - 1L else 0L # columns of `part`
    bad <- Inf
    for (i in missing) {
      rows <- panel_range(i, plan$tile, n)
      tile <- .Call(C_paths_part, part, c(rows[1] - 1L, before), c(length(rows), length(columns)),
                    c(rows[1], columns[1]) - 1L, n, single, latest$tile$numbers)
      latest$tile <- list(numbers = tile$distance)
      if (tile$at > 0) {
        place <- arrayInd(tile$at, c(length(rows), length(columns)))
        bad <- min(bad, (columns[place[2]] - 1) * n + rows[place[1]])
      } else {
        first_tile(plan, i, j, tile$distance, marks[i, j])
        marks[i, j] <- 0
      }
    }
    if (bad < Inf) {
      delete_store(plan)
      place <- arrayInd(bad, plan$dim)
      stop_manycore("data", bad_weight_at(part[place[1], place[2] - columns[1] + 1L + before],
                                          place, dimnames(w), single == 1L))
    }
  }
  marks
}

# Writes a tile before the first step. A damaged tile (its mark is -1) is deleted first. A tile that
# another manager has written stays, as it may have steps behind it by now.
first_tile <- function(plan, i, j, distance, mark) {
  if (!is.na(mark)) {
    remove_file(tile_path(plan, i, j))
  }
  label <- tile_label(plan, i, j)
  via <- if (has_via(plan)) matrix(NA_integer_, label[3], label[4])
  write_tile_file(tile_path(plan, i, j), label, plan$fingerprint, distance, plan,
                  mark = 0, integers = via, put = function(beside, file) {
                    on.exit(remove_file(beside))
                    put_in_place(beside, file, once = TRUE)
                  })
}

# ---- a block of steps ----

# `marks` are those at the beginning of the call. A task finds out by itself whether its tile has
# the block behind it by now.
run_block <- function(w, plan, k, marks, BPPARAM, patience, threads, tick) {
  panels <- nrow(marks)
  others <- setdiff(seq_len(panels), k)
  done <- function(share) {
    if (!is.null(tick)) {
      tick((k - 1 + share) / panels)
    }
  }
  if (marks[k, k] < k) {
    at <- watch_tiles(plan, paths_task(c(k, k, k), plan, threads, NULL))$at
    if (at > 0) {
      stop_cycle_in_store(w, plan, (k - 1) * plan$tile + at)
    }
  }
  left <- function(tiles) {
    tiles <- tiles[marks[tiles] < k, , drop = FALSE]
    lapply(seq_len(nrow(tiles)), function(t) c(unname(tiles[t, ]), k))
  }
  hand <- function(tasks, from, to) {
    if (length(tasks) > 0) {
      watch_tiles(plan, run_rounds(tasks, plan, kind_of(plan)$make, BPPARAM, patience, threads,
                                   tick = function(share) done(from + (to - from) * share),
                                   whole = function(task) is_past(plan, task)))
    }
    done(to)
  }
  first <- 2 * panels / (panels^2 + 1)
  hand(left(rbind(cbind(rep(k, panels - 1L), others), cbind(others, rep(k, panels - 1L)))), 0,
       first)
  hand(left(unname(as.matrix(expand.grid(i = others, j = others)[, c("j", "i")]))), first, 1)
}

is_past <- function(plan, task) {
  found <- store_tile_state(plan, task[1], task[2], full = FALSE)
  found$state == "whole" && found$mark >= task[3]
}

# Evaluates `code`. If tasks failed because a tile is lost, the error says so.
watch_tiles <- function(plan, code) {
  tryCatch(code, manycore_error_store = function(e) {
    tiles <- plan_tiles(plan)
    is_lost <- function(tile) store_tile_state(plan, tile[1], tile[2])$state != "whole"
    lost <- apply(tiles, 1L, is_lost)
    lost[lost] <- apply(tiles[lost, , drop = FALSE], 1L, is_lost) # it may have been replaced
    if (any(lost)) {
      stop_lost(plan, tiles[lost, , drop = FALSE])
    }
    stop(e)
  })
}

# The work of a worker: the steps of block task[3] for tile (task[1], task[2]). The answer is that
# of run_rounds(), and `at`, the step at which a negative cycle shows, or 0. If two managers fill
# the same store, the other one may do the tile in the meantime and delete files that this task
# reads.
paths_task <- function(task, plan, threads, tick) {
  past <- list(computed = FALSE, was = "whole", at = 0)
  if (is_past(plan, task)) {
    return(past)
  }
  tryCatch(do_paths_task(task, plan, threads, tick), manycore_error = function(e) {
    if (inherits(e, "manycore_error_worker")) forget_spares() # nobody will ask for another task
    if (is_past(plan, task)) past else stop(e)
  })
}

do_paths_task <- function(task, plan, threads, tick) {
  i <- task[1]
  j <- task[2]
  k <- task[3]
  single <- as.integer(plan$precision == "single")
  threads <- as.integer(threads)
  before <- as.integer((k - 1) * plan$tile)
  label <- tile_label(plan, i, j)
  beside <- if (has_via(plan)) room_for("tile", label, "integers") else FALSE
  latest$tile <- tile <- store_read_both(plan, i, j, mark = k - 1, keep = room_for("tile", label),
                                         beside = beside)
  # The calls of C change the tile in place.
  if (i == k && j == k) {
    made <- .Call(C_paths_diagonal, tile$numbers, tile$integers, before, single, threads, tick,
                  take_room(plan, "row", k), take_room(plan, "column", k))
    if (made$at > 0) {
      return(list(computed = TRUE, at = made$at))
    }
    write_panels(plan, k, "row", k, made$row)
    write_panels(plan, k, "column", k, made$column)
  } else if (i == k || j == k) {
    side <- if (i == k) "row" else "column"
    at <- if (i == k) j else i
    diagonal <- read_panels(plan, k, if (i == k) "column" else "row", k)
    made <- .Call(C_paths_cross, tile$numbers, tile$integers, before, as.integer(i == k),
                  diagonal, single, threads, tick, take_room(plan, side, at))
    write_panels(plan, k, side, at, made)
  } else {
    steps <- as.integer(panel_size(k, plan$tile, plan$dim[1]))
    .Call(C_paths_others, tile$numbers, tile$integers, before, read_panels(plan, k, "column", i),
          read_panels(plan, k, "row", j), steps, single, threads, tick)
  }
  replace_tile(plan, task, tile)
  list(computed = TRUE, was = "before", at = 0)
}

# Replaces the file of a task's tile by this tile, with the task's block of steps behind it. A
# worker that was given up may come late: if the file is past that block already, it stays.
replace_tile <- function(plan, task, tile) {
  file <- tile_path(plan, task[1], task[2])
  bytes <- look_at(file[1], file[2])$bytes
  size <- paste(Sys.getpid(), plan$dir, bytes) # a forked child may not have its parent's
  write_tile_file(file, tile_label(plan, task[1], task[2]), plan$fingerprint, tile$numbers, plan,
                  mark = task[3], integers = tile$integers, beside = take_spare(size, file, plan),
                  put = function(beside, file) {
                    if (is_past(plan, task)) {
                      remove_file(beside)
                      return(NULL)
                    }
                    spare <- name_beside(file, plan$fingerprint)
                    kept <- is.null(.Call(C_file_link, file, spare[2]))
                    problem <- put_in_place(beside, file)
                    if (kept && is.null(problem)) {
                      keep_spare(size, spare)
                    } else {
                      remove_file(spare)
                    }
                    problem
                  })
}

# ---- files that serve again ----

# Writing into an existing file takes the system less time than a new file and the deletion of an
# old one. So the file of a tile before its last step stays under another name until the next tile
# of its size is written over it (mc_tile_write()). Files of panels become those of the next block.
# A process that still reads such a file finds that the file is damaged and that its task is past.

take_spare <- function(size, file, plan) {
  spare <- latest$spares[[size]]
  latest$spares[[size]] <- NULL
  if (!is.null(spare) && is_there(spare)) spare else name_beside(file, plan$fingerprint)
}

# A worker that ends deletes the spare files that it has kept.
keep_spare <- function(size, spare) {
  if (is.null(place$deletes_spares)) {
    place$deletes_spares <- TRUE
    reg.finalizer(latest, forget_spares, onexit = TRUE)
  }
  latest$spares[[size]] <- spare
}

# Deletes the spare files of this process.
forget_spares <- function(...) {
  own <- startsWith(as.character(names(latest$spares)), paste0(Sys.getpid(), " "))
  lapply(latest$spares[own], remove_file)
  latest$spares <- NULL
}

# Deletes the spare files of all processes, also of killed ones.
delete_spares <- function(plan) {
  files <- files_of_plan(plan)
  delete_files(plan$dir, files[startsWith(names(files), "tiles/")], plan$fingerprint,
               beside = TRUE)
}

# ---- panels ----

panels_path <- function(plan, k, side, at) {
  c(plan$dir, sprintf("steps/%d/%s-%d", as.integer(k), side, as.integer(at)))
}

# Deletes the panels of block k, or of all blocks.
delete_panels <- function(plan, k = NULL) {
  files <- files_of_plan(plan)
  folders <- grep(if (is.null(k)) "^steps/" else sprintf("^steps/%d$", as.integer(k)), names(files),
                  value = TRUE)
  if (length(folders) > 0) delete_files(plan$dir, files[folders], plan$fingerprint)
  if (is.null(k)) remove_folder(c(plan$dir, "steps"))
}

# The label of a file of panels: the block's steps, in panels of 32 vertices. Its place among tiles
# would be (at, 0) or (0, at).
panels_label <- function(plan, k, side, at) {
  steps <- panel_size(k, plan$tile, plan$dim[1])
  lanes <- panel_size(at, plan$tile, plan$dim[1])
  as.double(c(if (side == "row") c(0, at) else c(at, 0), 32 * 8 * ceiling(steps / 8),
              ceiling(lanes / 32), plan$precision == "single"))
}

write_panels <- function(plan, k, side, at, panels) {
  file <- panels_path(plan, k, side, at)
  make_folder(file[1], dirname(file[2]))
  beside <- name_beside(file, plan$fingerprint)
  .Call(C_file_rename, panels_path(plan, k - 1, side, at), beside[2]) # if the file exists
  write_tile_file(file, panels_label(plan, k, side, at), plan$fingerprint, panels, plan, mark = k,
                  beside = beside)
  slot <- panels_slot(plan, side, at, made = TRUE)
  latest[[slot]] <- list(key = paste(plan$fingerprint, full_path(file)), numbers = panels)
}

# Successive tasks need the same panels. So panels stay in memory: up to KEPT_PANELS numbers, all
# panels of a block that this process has made or read; beyond that only the last row and the last
# column that were read, and the last panels that were made. Their memory is used again for the next
# panels, as is the memory of the last tile, because new memory takes the system as long as reading
# does. C overwrites this memory in place. So these numbers are buffers (src/r/buffer.h), and no
# matrices of R.
latest <- new.env(parent = emptyenv())
KEPT_PANELS <- 2^24

panels_slot <- function(plan, side, at, made = FALSE) {
  numbers <- prod(panels_label(plan, 1, side, 1)[3:4])
  if (2 * plan_panels(plan)[1] * numbers <= KEPT_PANELS) {
    paste(side, at)
  } else if (made) {
    "made"
  } else {
    side
  }
}

# Memory for new panels, or NULL. The old panels in it are forgotten.
take_room <- function(plan, side, at) {
  slot <- panels_slot(plan, side, at, made = TRUE)
  room <- latest[[slot]]$numbers
  latest[[slot]] <- NULL
  room
}

read_panels <- function(plan, k, side, at) {
  file <- panels_path(plan, k, side, at)
  key <- paste(plan$fingerprint, full_path(file))
  slot <- panels_slot(plan, side, at)
  if (!identical(latest[[slot]]$key, key)) {
    label <- panels_label(plan, k, side, at)
    room <- room_for(slot, label)
    latest[[slot]] <- NULL
    found <- read_tile_file(file, label, plan$fingerprint, keep = room)
    if (found$state != "whole" || found$mark != k) {
      stop_store("the file ", full_path(file), " of the store is ", found$state, ": call ",
                 "floyd_warshall() again")
    }
    latest[[slot]] <- list(key = key, numbers = found$numbers)
  }
  latest[[slot]]$numbers
}

# The buffer of a slot, if it has the size of this label; else 2L, which asks C for a new buffer.
room_for <- function(slot, label, what = "numbers") {
  buffer <- latest[[slot]][[what]]
  if (identical(.Call(C_buffer_dim, buffer), as.integer(label[3:4]))) buffer else 2L
}

# ---- negative cycles ----

# Rounding may bring the distance of a vertex from itself below 0 after the vertex's own step.
check_diagonals <- function(w, plan) {
  for (k in seq_len(plan_panels(plan)[1])) {
    negative <- which(diag(as.matrix(store_read_tile(plan, k, k))) < 0)
    if (length(negative) > 0) {
      stop_cycle_in_store(w, plan, plan$dim[1] + (k - 1) * plan$tile + negative[1])
    }
  }
}

# The error of a negative cycle: as in memory, if memory has room for the graph; else it names only
# a vertex of the cycle.
stop_cycle_in_store <- function(w, plan, at) {
  single <- plan$precision == "single"
  method <- match_paths_method("auto", NULL, plan$precision)
  n <- plan$dim[1]
  if (is.matrix(unclass(w))) {
    tryCatch({
      check_room(paths_room(n, TRUE, method))
      stop_negative_cycle(w, at, method)
    }, manycore_error_memory = function(e) NULL)
  }
  vertex <- as.integer(if (at > n) at - n else at)
  stop_manycore("negative_cycle", "'w' has a cycle of negative length, so there are no shortest ",
                "paths: it leads through ", vertex_names(dimnames(w), vertex),
                " and vertices before it", cycle = vertex)
}
