# Partial taus in a store of tiles (store_plan.R).
#
# The variables that are held fixed are few. They and the root of their taus are sent with each
# task, and a tile computes the taus of its columns with them. The manifest has their fingerprint.

partial_kind <- function() {
  new_kind("kendall_partial", "partial_tile", fingerprints = "given",
           words = c(held = "variables held fixed"))
}

# A store holds estimates alone, given some variables.
check_estimates_only <- function(given, alternative, p.adjust.method, call = user_call()) {
  if (is.null(given)) {
    stop_manycore("argument", "'store' needs 'given': with all other columns held fixed, the ",
                  "partial taus are the inverse of a matrix in memory", argument = "store",
                  call = call)
  }
  refuse <- function(argument) {
    stop_manycore("argument", "'", argument, "' is for p-values, and a store holds the estimates ",
                  "alone", argument = argument, call = call)
  }
  if (alternative != "two.sided") refuse("alternative")
  if (p.adjust.method != "none") refuse("p.adjust.method")
}

# `data`: of partial_data(), without the rows that `use` leaves out, and without constants in
# `given`. `same`: of same_columns().
partial_store <- function(store, data, use, same, taus, threads, progress, BPPARAM, patience,
                          call = user_call()) {
  fixed <- fixed_variables(data$given, taus)
  columns <- stored_columns(list(x = data$x, y = data$y, use = use), NULL)
  of_one <- is.null(data$y)
  plan <- store_plan(
    store, "kendall_partial",
    list(use = use_names[use], given = fingerprint_of(as.double(data$given)),
         rows = nrow(data$x), held = ncol(data$given)),
    columns$dim, symmetric = of_one, columns$names, columns$bytes, function(tile) {
      panels <- columns$panels(tile)
      list(fingerprint_of_inputs(panels), panels)
    }, workers_in_all(BPPARAM)
  )
  plan$options <- list(use = columns$use, type = 0L,
                       algorithm = match_choice("auto", kendall_algorithms, "algorithm"),
                       of_one = of_one, fixed = fixed, same = if (!of_one) same)
  tick <- progress_ticker(progress, "Kendall's partial tau", at_once = TRUE)
  fill_store(plan, columns$read(plan$tile), columns$in_memory, BPPARAM, patience, threads, tick)
  warn_constant(sum_of_notes(plan), use == use_pairwise, call)
  warn_dependent(dependence_of(data, fixed, taus), most_rows(data), call)
  opened(plan)
}

# The elements `depends` and `dependence` of estimates_given(), without the estimates.
dependence_of <- function(data, fixed, taus) {
  if (is.null(fixed$root)) {
    return(list(depends = 0, dependence = 0))
  }
  to <- suppressWarnings(taus(data$x, fixed$columns))
  if (!is.null(data$y)) to <- rbind(to, suppressWarnings(taus(data$y, fixed$columns)))
  list(depends = row_most(abs(to)), dependence = length(to))
}

partial_tile <- function(task, plan, threads, tick) {
  unless_whole(plan, task, function() {
    options <- plan$options
    panels <- panels_of_task(task, plan)
    pairs <- taus_of_tile(panels$x, panels$y, task, options, threads, tick)
    taus <- function(x, y) {
      .Call(C_cor_kendall, x, y, options$use, options$type, options$algorithm, threads,
            scratch_bytes(), NULL)$tau
    }
    found <- estimates_given(pairs$tau, panels$x, panels$y, options$fixed, taus)
    list(numbers = with_ones(found$estimate, same_in_tile(task, plan)),
         note = pairs$constant_pairs)
  })
}

# For each row of a tile the column of this tile that is the same variable, or 0.
same_in_tile <- function(task, plan) {
  start <- (task - 1) * plan$tile
  same <- start[1] + seq_len(panel_size(task[1], plan$tile, plan$dim[1]))
  if (!plan$options$of_one) same <- plan$options$same[same]
  same <- same - start[2]
  ifelse(same > 0 & same <= panel_size(task[2], plan$tile, plan$dim[2]), same, 0)
}
