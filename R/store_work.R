# Work whose results are stores: cor_kendall(store = ) and dist_euclidean(store = ); and what all
# such work shares.

# For functions with `store`: their other arguments that go with it are for nothing without. Answers
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

# Does all tiles of the plan by tasks c(i, j), or c(i, j, mark), of `fun`, with the panels that
# read$x(k), read$y(k) answer as input. `whole`: whether a tile is done, by what is found of it (and
# the mark).
fill_store <- function(plan, fun, read, BPPARAM, patience, threads, tick, mark = NULL,
                       whole = function(found, mark) found$state == "whole") {
  tiles <- plan_tiles(plan)
  tasks <- lapply(seq_len(nrow(tiles)), function(k) c(as.numeric(tiles[k, ]), mark))
  write_inputs <- function() {
    for (name in names(read)) input_write(plan, name, read[[name]])
  }
  place$panels <- NULL
  on.exit(place$panels <- NULL)
  run_rounds(tasks, plan, fun, BPPARAM, patience, threads, tick,
             whole = function(task) {
               whole(store_tile_state(plan, task[1], task[2], full = FALSE), mark)
             }, before = write_inputs)
}

# Does a tile unless it is whole: make() answers list(numbers, note).
unless_whole <- function(plan, task, make) {
  found <- store_tile_state(plan, task[1], task[2])
  if (found$state == "whole") {
    return(list(computed = FALSE, was = "whole"))
  }
  made <- make()
  store_write_tile(plan, task[1], task[2], made$numbers, note = made$note)
  list(computed = TRUE, was = found$state)
}

# A panel, of which the last ones read are kept, up to 64 MiB.
panel_of <- function(plan, name, k) {
  key <- paste(plan$inputs[[name]]$panels[k], name, k)
  kept <- place$panels
  if (is.null(kept[[key]])) {
    numbers <- input_read(plan, name, k)
    kept <- c(kept[cumsum(8 * lengths(kept)) <= 2^26 - 8 * length(numbers)])
    place$panels <- c(stats::setNames(list(numbers), key), kept)
    return(numbers)
  }
  kept[[key]]
}

# ---- Kendall's tau ----

kendall_store <- function(store, x, y, use, type, algorithm, threads, progress, BPPARAM, patience,
                          call = user_call()) {
  job <- pairs_job(FALSE, x, y, use, algorithm, threads)
  of_one <- is.null(job$y)
  columns <- stored_columns(job)
  plan <- store_plan(
    store, "cor_kendall", list(use = use_names[job$use], type = kendall_types[type + 1L]),
    columns$dim, symmetric = of_one && kendall_types[type + 1L] != "somers", columns$names,
    columns$n, function(tile) {
      panels <- columns$panels(tile)
      list(fingerprint_of_inputs(panels), panels)
    }, workers_in_all(BPPARAM)
  )
  plan$options <- list(use = columns$use, type = type, algorithm = job$algorithm, of_one = of_one)
  tick <- progress_ticker(progress, "Kendall's tau")
  fill_store(plan, "kendall_tile", columns$read(plan$tile), BPPARAM, patience, job$threads, tick)
  warn_constant(sum_of_notes(plan), job$use == use_pairwise, call)
  opened(plan)
}

# The columns of a job as tiles need them: read(tile), functions for the panels of x (and y) of the
# rows that take part, and panels(tile), what they are; of how many rows `n`; what `use` is to them;
# dim and dimnames of the matrix of all pairs.
stored_columns <- function(job) {
  rows <- rows_that_take_part(job)
  inputs <- list(x = job$x, y = job$y)
  inputs <- lapply(inputs[!vapply(inputs, is.null, NA)], function(m) {
    if (is.matrix(m)) m else as.matrix(m)
  })
  n <- if (is.null(rows)) observations(job$x) else sum(rows)
  read <- function(tile) lapply(inputs, function(m) function(k) columns_panel(m, k, tile, rows))
  list(read = read, panels = function(tile) {
    Map(function(m, read) input_panels(c(n, ncol(m)), 2L, tile, read), inputs, read(tile))
  }, n = n, use = if (job$use == use_pairwise) use_pairwise else use_everything,
  dim = c(ncol(inputs$x), ncol(inputs[[length(inputs)]])), names = dimnames_like_cor(job$x, job$y))
}

kendall_tile <- function(task, plan, threads, tick) {
  unless_whole(plan, task, function() {
    i <- task[1]
    j <- task[2]
    options <- plan$options
    x <- panel_of(plan, "x", i)
    y <- if (!options$of_one) panel_of(plan, "y", j) else if (i != j) panel_of(plan, "x", j)
    scratch <- scratch_bytes()
    found <- if (options$of_one && i < j) {
      .Call(C_cor_kendall_part, x, y, options$use, options$type, options$algorithm, threads,
            scratch, tick)
    } else {
      .Call(C_cor_kendall, x, y, options$use, options$type, options$algorithm, threads, scratch,
            tick)
    }
    # of Somers' D both tiles of a pair see the same constant columns
    list(numbers = found$tau, note = if (options$of_one && i > j) 0 else found$constant_pairs)
  })
}

# Which rows take part, TRUE or FALSE, NULL for all; and what stats::cor refuses for what is
# missing.
rows_that_take_part <- function(job) {
  if (!job$use %in% c(use_all, use_complete, match_use("na.or.complete"))) {
    return(NULL)
  }
  complete <- rep(TRUE, observations(job$x))
  for (m in list(job$x, job$y)) {
    if (is.null(m)) next
    if (!is.matrix(m)) m <- as.matrix(m)
    for (columns in in_parts(seq_len(ncol(m)), nrow(m))) {
      complete <- complete & rowSums(is.na(columns_in_memory(m, columns))) == 0
    }
  }
  if (job$use == use_all) {
    if (looks_in_c(job$x, job$y) && !all(complete)) {
      stop_manycore("data", "missing observations in cov/cor")
    }
    return(NULL)
  }
  if (job$use == use_complete && !any(complete)) {
    stop_manycore("data", "no complete element pairs")
  }
  if (all(complete)) NULL else complete
}

dimnames_like_cor <- function(x, y) {
  names <- list(colnames(x), colnames(if (is.null(y)) x else y))
  if (!is.null(names[[1]]) || !is.null(names[[2]])) names
}

sum_of_notes <- function(plan) {
  tiles <- plan_tiles(plan)
  notes <- vapply(seq_len(nrow(tiles)), function(k) {
    store_tile_state(plan, tiles[k, 1], tiles[k, 2], full = FALSE)$note
  }, 0)
  sum(notes)
}

workers_in_all <- function(BPPARAM) {
  if (is.null(BPPARAM)) 1 else BiocParallel::bpnworkers(BPPARAM)
}

# ---- distances ----

distance_store <- function(store, x, y, squared, precision, method, fused, threads, progress,
                           BPPARAM, patience) {
  inputs <- if (is.null(y)) list(x = x) else list(x = x, y = y)
  panel_reader <- function(tile) lapply(inputs, function(m) function(k) rows_panel(m, k, tile))
  other <- inputs[[length(inputs)]]
  names <- list(rownames(x), rownames(other))
  single <- c("algorithm", "layout", "block")
  arguments <- list(squared = squared, precision = precision, fused = fused)
  if (precision == "single" || fused || distance_algorithms[method$algorithm + 1L] == "gemm") {
    arguments <- c(arguments, method[single]) # which may change bits
  }
  names(arguments)[2] <- "coordinates"
  plan <- store_plan(
    store, "dist_euclidean", arguments, c(nrow(x), nrow(other)), symmetric = is.null(y),
    if (any(lengths(names) > 0)) names, ncol(x),
    function(tile) {
      read <- panel_reader(tile)
      panels <- Map(function(m, read) input_panels(dim(m), 1L, tile, read), inputs, read)
      list(fingerprint_of_inputs(panels), panels)
    }, workers_in_all(BPPARAM)
  )
  plan$options <- list(squared = squared, method = method)
  tick <- progress_ticker(progress, "Euclidean distances")
  fill_store(plan, "distance_tile", panel_reader(plan$tile), BPPARAM, patience, threads, tick)
  opened(plan)
}

distance_tile <- function(task, plan, threads, tick) {
  unless_whole(plan, task, function() {
    i <- task[1]
    j <- task[2]
    y <- panel_of(plan, if (plan$symmetric) "x" else "y", j)
    numbers <- run_distance(panel_of(plan, "x", i), y, plan$options$squared, plan$options$method,
                            threads, tick)[[1L]]
    if (plan$symmetric && i == j) diag(numbers) <- 0 # also of points without coordinates
    list(numbers = numbers, note = 0)
  })
}
