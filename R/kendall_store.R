# Kendall's coefficients in a store of tiles (store_plan.R).

kendall_kind <- function() new_kind("cor_kendall", "kendall_tile")

kendall_store <- function(store, x, y, use, type, algorithm, threads, progress, BPPARAM, patience,
                          call = user_call()) {
  job <- pairs_job(FALSE, x, y, use, algorithm, threads)
  of_one <- is.null(job$y)
  columns <- stored_columns(job)
  plan <- store_plan(
    store, "cor_kendall", list(use = use_names[job$use], type = kendall_types[type + 1L]),
    columns$dim, symmetric = of_one && kendall_types[type + 1L] != "somers", columns$names,
    columns$bytes, function(tile) {
      panels <- columns$panels(tile)
      list(fingerprint_of_inputs(panels), panels)
    }, workers_in_all(BPPARAM)
  )
  plan$options <- list(use = columns$use, type = type, algorithm = job$algorithm, of_one = of_one)
  tick <- progress_ticker(progress, "Kendall's tau", at_once = TRUE)
  fill_store(plan, columns$read(plan$tile), columns$in_memory, BPPARAM, patience, job$threads, tick)
  warn_constant(sum_of_notes(plan), job$use == use_pairwise, call)
  opened(plan)
}

# The columns of a job as tiles need them:
#   read(tile): functions that read the panels of x (and y), with the rows that take part
#   panels(tile): the descriptions of these panels (input_panels())
#   in_memory: are x and y in memory?
#   bytes(tile): what the largest panel of x takes in memory
#   use: the number of `use` for a tile of these rows
#   dim, names: dim and dimnames of the matrix of all pairs
# `rows`: the numbers of these rows in the order in which tiles have them; NULL for all rows.
stored_columns <- function(job, rows = stored_rows(job)) {
  inputs <- list(x = job$x, y = job$y)
  inputs <- lapply(inputs[!vapply(inputs, is.null, NA)], function(m) {
    if (is.matrix(m)) m else as.matrix(m)
  })
  n <- if (is.null(rows)) observations(job$x) else length(rows)
  read <- function(tile) lapply(inputs, function(m) function(k) columns_panel(m, k, tile, rows))
  list(read = read, panels = function(tile) {
    Map(function(m, read) input_panels(c(n, ncol(m)), 2L, tile, read), inputs, read(tile))
  }, in_memory = are_in_memory(inputs), bytes = largest_panel(inputs$x, n),
  use = if (job$use == use_pairwise) use_pairwise else use_everything,
  dim = c(ncol(inputs$x), ncol(inputs[[length(inputs)]])), names = dimnames_like_cor(job$x, job$y))
}

# The numbers of the rows that take part; NULL if all rows do.
stored_rows <- function(job) {
  rows <- rows_that_take_part(job)
  if (!is.null(rows)) which(rows)
}

kendall_tile <- function(task, plan, threads, tick) {
  unless_whole(plan, task, function() {
    panels <- panels_of_task(task, plan)
    found <- taus_of_tile(panels$x, panels$y, task, plan$options, threads, tick)
    # the mirrored tile of Somers' D has the same constant columns: they are counted once
    mirrored <- plan$options$of_one && task[1] > task[2]
    list(numbers = found$tau, note = if (mirrored) 0 else found$constant_pairs)
  })
}

# list(x, y): the columns of a tile. y is NULL if they are the same columns of x.
panels_of_task <- function(task, plan) {
  of_one <- plan$options$of_one
  x <- panel_of(plan, "x", task[1])
  y <- if (!of_one) panel_of(plan, "y", task[2]) else if (task[1] != task[2])
    panel_of(plan, "x", task[2])
  list(x = x, y = y)
}

# list(tau, constant_pairs, ...) of a tile. `options` has use, type, algorithm, and whether all
# columns are of one matrix.
taus_of_tile <- function(x, y, task, options, threads, tick) {
  if (options$of_one && task[1] < task[2]) {
    .Call(C_cor_kendall_part, x, y, options$use, options$type, options$algorithm, threads,
          scratch_bytes(), tick)
  } else {
    .Call(C_cor_kendall, x, y, options$use, options$type, options$algorithm, threads,
          scratch_bytes(), tick)
  }
}

dimnames_like_cor <- function(x, y) {
  names <- list(colnames(x), colnames(if (is.null(y)) x else y))
  if (!is.null(names[[1]]) || !is.null(names[[2]])) names
}
