# The method of floyd_warshall(): algorithm, block, schedule. And the call of C.

# In the order of src/paths/algorithms.def.
paths_algorithms <- c("auto", "naive", "blocked", "simd", "recursive")

# Algorithm, block, precision, schedule and threads as C takes them. The session's choice
# (floyd_warshall_tune()), if there is one, fills in what the caller left out.
match_paths_method <- function(algorithm, block, precision, threads = NULL) {
  number <- match_choice(algorithm, paths_algorithms, "algorithm")
  algorithm <- paths_algorithms[number + 1L]
  schedule <- 0L
  tuned <- tuned_paths()
  if (algorithm == "auto" && !is.null(tuned)) {
    algorithm <- "simd"
    schedule <- schedule_number(if (is.null(tuned$schedule)) "dynamic" else tuned$schedule)
    block <- if (is.null(block)) tuned$block else block
  }
  list(algorithm = number, block = match_paths_block(block, algorithm),
       single = as.integer(precision == "single"), schedule = schedule,
       threads = check_threads(threads))
}

# The session's choice, a list of block and schedule, or NULL.
tuned_paths <- function() {
  tuned <- getOption("manycore.floyd_warshall")
  if (is.null(tuned)) {
    return(NULL)
  }
  good <- is.list(tuned) && all(names(tuned) %in% c("block", "schedule")) &&
    length(names(tuned)) == length(tuned)
  if (good) {
    good <- tryCatch({
      match_paths_block(tuned$block, "simd")
      is.null(tuned$schedule) || is.integer(schedule_number(tuned$schedule))
    }, error = function(e) FALSE)
  }
  if (!good) {
    stop_manycore("option", "the option \"manycore.floyd_warshall\" must be a list of 'block' and ",
                  "'schedule', as floyd_warshall_tune(remember = TRUE) sets it, or NULL",
                  option = "manycore.floyd_warshall")
  }
  tuned
}

match_paths_block <- function(block, algorithm) {
  if (is.null(block)) {
    return(0L)
  }
  unit <- if (algorithm == "blocked") 16 else 32
  power <- algorithm == "recursive"
  good <- is_whole(block, unit, 1024) && block %% unit == 0 &&
    (!power || log2(block) %% 1 == 0)
  if (algorithm == "naive") {
    stop_manycore("argument", "algorithm = \"naive\" has no 'block'", argument = "block")
  }
  if (!good) {
    right <- if (power) "a power of two from 32" else paste("a multiple of", unit)
    stop_argument("block", paste0(right, " up to 1024 for algorithm = \"", algorithm, "\""), block)
  }
  as.integer(block)
}

# The size of result and scratch, in doubles.
paths_room <- function(n, traceback, method) {
  .Call(C_paths_room, as.double(n), as.integer(traceback), method$single, method$algorithm,
        method$block)
}

# The answer of C: distance, via, the algorithm, block and number of threads that ran, and `at`. If
# `at` is above 0, it is the place of an invalid weight; if below 0, a vertex of a negative cycle.
run_paths <- function(w, traceback, method, tick = NULL, steps = nrow(w)) {
  classed(.Call(C_floyd_warshall, w, as.integer(traceback), method$single, method$algorithm,
                method$block, method$schedule, method$threads, as.integer(steps), tick),
          nrow(w) > 100)
}

# The number that C takes for a schedule.
schedule_number <- function(schedule) {
  valid <- is.character(schedule) && length(schedule) == 1 && !is.na(schedule)
  if (valid && schedule == "dynamic") {
    0L
  } else if (valid && schedule == "block") {
    -1L
  } else if (valid && grepl("^cyclic[1-9][0-9]{0,5}$", schedule)) {
    as.integer(sub("cyclic", "", schedule))
  } else {
    stop_argument("schedule", paste("\"dynamic\", \"block\", or \"cyclic\" with a number, as in",
                                    "\"cyclic2\""), schedule)
  }
}
