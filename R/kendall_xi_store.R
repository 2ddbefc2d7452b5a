# Chatterjee's xi in a store of tiles (store_plan.R). The matrix is not symmetric: each tile is
# stored.
#
# Tied rows of x come in a random order, the same one in all tiles. So the order is drawn before the
# data go into the store, the panels have their rows in this order, and tiles take tied rows as they
# come. The manifest has the fingerprint of the order.

xi_kind <- function() {
  new_kind("cor_xi", "xi_tile", fingerprints = "order", drawn = list(
    argument = "order",
    advice = paste("; the random order of tied rows was drawn anew: call set.seed() with the same",
                   "number before each call with this store")
  ))
}

xi_store <- function(store, job, ties, progress, BPPARAM, patience, call = user_call()) {
  rows <- stored_rows(job)
  order <- if (ties == "random" && has_ties(job, rows)) {
    sample.int(if (is.null(rows)) observations(job$x) else length(rows))
  }
  if (!is.null(order)) {
    rows <- if (is.null(rows)) order else rows[order]
  }
  columns <- stored_columns(job, rows)
  plan <- store_plan(
    store, "cor_xi",
    c(list(use = use_names[job$use], ties = ties),
      if (!is.null(order)) list(order = fingerprint_of(as.double(order)))),
    columns$dim, symmetric = FALSE, columns$names, columns$bytes, function(tile) {
      panels <- columns$panels(tile)
      list(fingerprint_of_inputs(panels), panels)
    }, workers_in_all(BPPARAM)
  )
  plan$options <- list(use = columns$use, of_one = is.null(job$y))
  tick <- progress_ticker(progress, "Chatterjee's xi", at_once = TRUE)
  fill_store(plan, columns$read(plan$tile), columns$in_memory, BPPARAM, patience, job$threads, tick)
  warn_constant(sum_of_notes(plan), job$use == use_pairwise && job$pairs > 1, call)
  opened(plan)
}

# Has a column of x two equal values in these rows? As C asks before it draws an order.
has_ties <- function(job, rows) {
  x <- if (is.matrix(job$x)) job$x else as.matrix(job$x)
  if (job$pairs == 0) {
    return(FALSE)
  }
  for (columns in in_parts(seq_len(ncol(x)), nrow(x))) {
    part <- columns_in_memory(x, columns)
    if (!is.null(rows)) part <- part[rows, , drop = FALSE]
    for (j in seq_len(ncol(part))) {
      if (anyDuplicated(part[!is.na(part[, j]), j]) > 0) {
        return(TRUE)
      }
    }
  }
  FALSE
}

xi_tile <- function(task, plan, threads, tick) {
  unless_whole(plan, task, function() {
    y <- panel_of(plan, if (plan$options$of_one) "x" else "y", task[2])
    found <- .Call(C_kendall_xi, panel_of(plan, "x", task[1]), y, plan$options$use, FALSE, NULL,
                   threads, scratch_bytes(), tick)
    list(numbers = found$estimate, note = found$constant_pairs)
  })
}
