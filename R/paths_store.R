# floyd_warshall() in a store of tiles (store_plan.R): the shared-distributed-shared form of
# Tithi et al. The vertices are cut into ranges, and so are the steps. A block of them is three
# phases (src/paths/phase.h):
#
#   1. the diagonal tile (k, k)                                       by the manager
#   2. the other tiles of its row and column, by its panels           handed out
#   3. all other tiles (i, j), by the panels of (i, k) and (k, j)     handed out
#
# The mark of a tile is how many blocks of steps it has behind it. In a phase a tile is read by
# nobody but the task that writes it, as what others need of it are its panels, files of their
# own: it is read with mark k - 1, and replaced, at once, by itself with mark k. So whoever is
# killed leaves each tile either before or after its phase, and who comes later sees by the marks
# what is left of which phase. Panels are written before the tile that they come from is replaced,
# and deleted when all tiles have the block behind them.

# What floyd_warshall() does not do with a store.
check_for_store <- function(method, block) {
  if (!paths_algorithms[method$algorithm + 1L] %in% c("auto", "simd")) {
    stop_manycore("argument", "'algorithm' must be \"simd\" where distances go into a store",
                  argument = "algorithm")
  }
  if (!is.null(block)) {
    stop_manycore("argument", "'block' is for distances in memory; the 'tile' of tile_store() is ",
                  "that of a store", argument = "block")
  }
}

# A matrix of weights, or a source of its columns where it is of DelayedArray or bigmemory.
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

# The store, filled.
paths_in_store <- function(w, store, paths, precision, threads, progress, BPPARAM, patience) {
  n <- nrow(w)
  store$precision <- precision_in_store(store, precision)
  fingerprints <- function(tile) {
    panels <- if (is.double(w) && !is_source(w)) {
      .Call(C_panel_fingerprints, w, tile, as.integer(threads))
    } else {
      vapply(seq_len(ceiling(n / tile)), function(k) fingerprint_of(columns_panel(w, k, tile)), "")
    }
    list(fingerprint_of(c(sprintf("%d", n), panels)), list())
  }
  plan <- store_plan(store, "floyd_warshall", list(paths = paths), c(n, n), FALSE, dimnames(w), 0,
                     fingerprints, workers_in_all(BPPARAM))
  tick <- progress_ticker(progress, "Shortest paths")
  ended <- FALSE
  on.exit({
    forget_spares()
    rm(list = ls(latest), envir = latest)
    # those of workers, which were stopped
    if (!ended) tryCatch(delete_spares(plan), error = function(e) NULL)
  })
  marks <- import_weights(w, plan, paths_marks(plan, isTRUE(store$overwrite)))
  if (paths && weights_round_below_0(w, plan)) {
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

# Sums are rounded as tiles are.
precision_in_store <- function(store, precision) {
  if (!is.null(precision) && !is.null(store$precision) && precision != store$precision) {
    stop_manycore("argument", "'precision' is \"", precision, "\", and that of the store \"",
                  store$precision, "\"", argument = "precision")
  }
  if (is.null(precision)) store$precision else precision
}

# ---- as a kind of result (store_kinds.R) ----

paths_kind <- function() {
  new_kind("floyd_warshall", "paths_task", check = check_vertices, beside = has_via,
           steps = paths_steps, files = panel_files, remedy = function(plan) {
             "floyd_warshall() makes no single tiles again; begin anew, with overwrite = TRUE"
           })
}

# A tile is final when it has all blocks behind it.
paths_steps <- function(plan) {
  list(final = plan_panels(plan)[1], unit = "blocks of steps",
       words = function(found, whole) phase_in_words(plan, found, whole))
}

# Vertices that a tile has beside its numbers are used as indices.
check_vertices <- function(plan, i, j, found) {
  vertices <- found$integers
  if (!is.null(vertices) && !.Call(C_paths_are_vertices, vertices, plan$dim[1])) {
    stop_tile(plan, i, j, "damaged")
  }
}

# Panels of the folders that are there.
panel_files <- function(plan) {
  at <- seq_len(plan_panels(plan)[1])
  there <- intersect(names_in(plan$dir, "steps"), sprintf("%d", at))
  files <- c(sprintf("row-%d", at), sprintf("column-%d", at))
  stats::setNames(rep(list(files), length(there)), sprintf("steps/%s", there))
}

# Where the work stands, by the tiles that were found.
phase_in_words <- function(plan, found, whole) {
  if (!any(whole & found$mark > 0) && !all(whole)) {
    return(past_in_words("the weights are written", sum(whole), nrow(found)))
  }
  if (!all(whole)) { # a tile is made from the one of the step before, which is gone
    return(structure(paste0(count_of(sum(!whole), "tile"), " lost, which ", plan$work,
                            "() cannot make again: begin anew, with overwrite = TRUE"),
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

# The marks of all tiles; NA where there is none, -1 where it is not whole. Tiles whose steps are
# all done, which nobody reads in this call, are compared with their checksums. `anew`: where not
# all can go on, nothing is kept.
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
  # all tiles are there before one is changed: what another manager was about to write is there now
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

# A tile is made from the one of the step before, which is gone.
stop_lost <- function(plan, tiles, what = "missing or damaged") {
  first <- utils::head(tiles, 5L)
  stop_store(if (nrow(tiles) == 1) "a tile" else paste(nrow(tiles), "tiles"), " of the store '",
             plan$dir, "' ", if (nrow(tiles) == 1) "is " else "are ", what, ": ",
             paste(apply(first, 1L, paste, collapse = ", "), collapse = "; "),
             if (nrow(tiles) > 5L) "; ...",
             ". floyd_warshall() cannot make single tiles again: begin anew, with overwrite = TRUE")
}

# The tiles before the first step, where they are missing. Weights that cannot be are an error,
# and leave no store.
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
    part <- if (plain) w else columns_panel(w, j, plan$tile)
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

# A tile before the first step. One that is there, but not whole (its mark is -1), is deleted;
# another manager's stays, which may have steps behind it by now.
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

# `marks` are from the beginning of the call: tasks whose tiles have this block behind them by now
# find that out.
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

# Where tasks failed: is it because of a tile that is lost?
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

# What a worker does: the steps of block task[3] for tile (task[1], task[2]). Answers as
# run_rounds() wants it, and `at`, the step at which a negative cycle shows, or 0. Where the same
# store has two managers, the other one may do the tile in the meantime, and put away what this one
# needs.
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
  # these change the tile in its place
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

# The tile of a task becomes this one, with the task's block of steps behind it: unless it is past
# that, as somebody who was given up for dead may come late.
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

# Room for a new file, and giving that of an old one back, take the system longer than writing into
# one that is there. So the file that a tile had before its last step stays, with a name that counts
# for nothing, until the next tile of its size is written over it (mc_tile_write()); and those of
# panels become those of the next block. Whoever still reads one finds that it is damaged, and that
# his task is past.

take_spare <- function(size, file, plan) {
  spare <- latest$spares[[size]]
  latest$spares[[size]] <- NULL
  if (!is.null(spare) && is_there(spare)) spare else name_beside(file, plan$fingerprint)
}

# A worker that ends deletes those that it has kept.
keep_spare <- function(size, spare) {
  if (is.null(place$deletes_spares)) {
    place$deletes_spares <- TRUE
    reg.finalizer(latest, forget_spares, onexit = TRUE)
  }
  latest$spares[[size]] <- spare
}

# Those of this process.
forget_spares <- function(...) {
  own <- startsWith(as.character(names(latest$spares)), paste0(Sys.getpid(), " "))
  lapply(latest$spares[own], remove_file)
  latest$spares <- NULL
}

# Of all processes, also of those that were killed.
delete_spares <- function(plan) {
  files <- files_of_plan(plan)
  delete_files(plan$dir, files[startsWith(names(files), "tiles/")], plan$fingerprint,
               beside = TRUE)
}

# ---- panels ----

panels_path <- function(plan, k, side, at) {
  c(plan$dir, sprintf("steps/%d/%s-%d", as.integer(k), side, as.integer(at)))
}

# Those of block k, or of all.
delete_panels <- function(plan, k = NULL) {
  files <- files_of_plan(plan)
  folders <- grep(if (is.null(k)) "^steps/" else sprintf("^steps/%d$", as.integer(k)), names(files),
                  value = TRUE)
  if (length(folders) > 0) delete_files(plan$dir, files[folders], plan$fingerprint)
  if (is.null(k)) remove_folder(c(plan$dir, "steps"))
}

# Of the block's steps, in panels of 32 vertices; their place among tiles would be (at, 0) or
# (0, at).
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
  .Call(C_file_rename, panels_path(plan, k - 1, side, at), beside[2]) # if it is there
  write_tile_file(file, panels_label(plan, k, side, at), plan$fingerprint, panels, plan, mark = k,
                  beside = beside)
  slot <- panels_slot(plan, side, at, made = TRUE)
  latest[[slot]] <- list(key = paste(plan$fingerprint, full_path(file)), numbers = panels)
}

# Tasks that follow each other need the same panels. So there stay in memory, up to KEPT_PANELS
# numbers, all of a block that this process has made or read; else the last row and the last column
# that were read, and the last panels that were made. The memory serves the next ones, as does that
# of the last tile: what is new to a process takes the system as long as reading does. C overwrites
# it in place. So all of these numbers are buffers (src/r/buffer.h), and no matrices of R.
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

# Memory for panels that are to be made, or NULL; what was there is forgotten.
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

# The buffer of what is there, if it is of this size; else what makes a new one.
room_for <- function(slot, label, what = "numbers") {
  buffer <- latest[[slot]][[what]]
  if (identical(.Call(C_buffer_dim, buffer), as.integer(label[3:4]))) buffer else 2L
}

# ---- negative cycles ----

# Rounding may bring a vertex below 0 after its own step.
check_diagonals <- function(w, plan) {
  for (k in seq_len(plan_panels(plan)[1])) {
    negative <- which(diag(as.matrix(store_read_tile(plan, k, k))) < 0)
    if (length(negative) > 0) {
      stop_cycle_in_store(w, plan, plan$dim[1] + (k - 1) * plan$tile + negative[1])
    }
  }
}

# The same error as in memory, where there is memory for it; else the vertex alone.
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
