# Distances in a store of tiles (store_plan.R).

distance_kind <- function() new_kind("dist_euclidean", "distance_tile")

distance_store <- function(store, x, y, squared, precision, method, fused, threads, progress,
                           BPPARAM, patience) {
  inputs <- if (is.null(y)) list(x = x) else list(x = x, y = y)
  panel_reader <- function(tile) lapply(inputs, function(m) function(k) rows_panel(m, k, tile))
  other <- inputs[[length(inputs)]]
  names <- list(rownames(x), rownames(other))
  single <- c("algorithm", "layout", "block")
  arguments <- list(squared = squared, precision = precision, fused = fused)
  if (precision == "single" || fused || distance_algorithms[method$algorithm + 1L] == "gemm") {
    arguments <- c(arguments, method[single]) # these may change bits
  }
  names(arguments)[2] <- "coordinates"
  plan <- store_plan(
    store, "dist_euclidean", arguments, c(nrow(x), nrow(other)), symmetric = is.null(y),
    if (any(lengths(names) > 0)) names,
    function(tile) 8 * ncol(x) * tile, function(tile) {
      read <- panel_reader(tile)
      panels <- Map(function(m, read) input_panels(dim(m), 1L, tile, read), inputs, read)
      list(fingerprint_of_inputs(panels), panels)
    }, workers_in_all(BPPARAM)
  )
  plan$options <- list(squared = squared, method = method)
  tick <- progress_ticker(progress, "Euclidean distances", at_once = TRUE)
  fill_store(plan, panel_reader(plan$tile), are_in_memory(inputs), BPPARAM, patience, threads,
             tick)
  opened(plan)
}

distance_tile <- function(task, plan, threads, tick) {
  unless_whole(plan, task, function() {
    i <- task[1]
    j <- task[2]
    y <- panel_of(plan, if (plan$symmetric) "x" else "y", j)
    numbers <- run_distance(panel_of(plan, "x", i), y, plan$options$squared, plan$options$method,
                            threads, tick)[[1L]]
    if (plan$symmetric && i == j) diag(numbers) <- 0 # also for points without coordinates
    list(numbers = numbers, note = 0)
  })
}
