# kendall_test(groups = ): tests within levels, over levels, and of the difference of two levels.

# ---- arguments ----

# The levels of the rows as a factor without unused levels, or NULL. `groups` may be the name of a
# column of the samples' data of a container x.
groups_of <- function(x, groups) {
  if (is.null(groups)) {
    return(NULL)
  }
  groups <- if (NCOL(x) != 1L) sample_variable(groups, "groups", x) else without_runs(groups)
  right <- paste("NULL, or a factor, characters, whole numbers or logicals: the level of each row")
  if (stats::is.ts(groups)) { # cycle() of a time series
    groups <- as.vector(groups)
  } else if (inherits(groups, "Date")) {
    groups <- as.character(groups)
  }
  plain <- is.null(dim(groups)) && !is.object(groups) &&
    (is.character(groups) || is.logical(groups) ||
       (is.numeric(groups) && all(groups == round(groups), na.rm = TRUE)))
  if (!(plain || (is.factor(groups) && !is.null(levels(groups))))) {
    stop_argument("groups", right, groups)
  }
  groups[is.na(groups)] <- NA # NaN, too, is no level
  factor(groups)
}

# The numbers of the two levels whose difference is tested, or NULL.
check_contrast <- function(contrast, levels) {
  if (is.null(contrast)) {
    return(if (length(levels) == 2L) 1:2)
  }
  if (is.factor(contrast) || is.logical(contrast) || is.numeric(contrast)) {
    contrast <- as.character(contrast)
  }
  if (!is.character(contrast) || length(contrast) != 2L) {
    stop_argument("contrast", "NULL, or two levels of 'groups'", contrast)
  }
  found <- match(contrast, levels)
  if (anyNA(found)) {
    some <- utils::head(levels, 10L)
    stop_manycore("argument", "'contrast' must be levels of 'groups' with rows (", quoted(some),
                  if (length(levels) > 10L) ", ...", "), not ",
                  describe(contrast[is.na(found)][1L]), argument = "contrast")
  }
  if (found[1L] == found[2L]) {
    stop_manycore("argument", "'contrast' must be two different levels of 'groups'",
                  argument = "contrast")
  }
  found
}

# The rows of each level that take part: a list with the names of the levels.
rows_of_levels <- function(groups, job) {
  if (length(groups) != observations(job$x)) {
    stop_manycore("size", "'groups' must have a level for each of the ",
                  count_of(observations(job$x), "row"), " of 'x', not ", length(groups),
                  argument = "groups")
  }
  if (nlevels(groups) == 0L) {
    stop_manycore("data", "'groups' has no level: all are NA or there are no rows",
                  argument = "groups")
  }
  taken <- intersect(levels(groups), c("stratified", "difference"))
  if (length(taken) > 0L) {
    stop_manycore("argument", "'groups' must have no level ", quoted(taken),
                  ", which is the name of a part of the result", argument = "groups")
  }
  complete <- rows_that_take_part(job)
  if (!is.null(complete)) {
    groups[!complete] <- NA
  }
  split(seq_along(groups), groups)
}

# ---- the result ----

test_of_groups <- function(x, y, pairs, groups, contrast, settings, use, algorithm, threads,
                           progress) {
  if (settings$permutations > 0) {
    stop_manycore("argument", "'permutations' permute all rows of 'y', so they exclude 'groups': ",
                  "call kendall_test() with the rows of one level", argument = "permutations")
  }
  job <- pairs_job(FALSE, x, y, use, algorithm, threads, pairs)
  if (is.null(pairs)) { # results are matrices, also for vectors
    job[c("x", "y")] <- lapply(job[c("x", "y")], function(m) {
      if (is.null(m) || is.matrix(m)) m else as.matrix(m)
    })
  }
  contrast <- check_contrast(contrast, levels(groups))
  rows <- rows_of_levels(groups, job)
  result <- run_groups(job, rows, contrast, settings, progress)
  if (!is.null(pairs)) {
    return(table_of_groups(result, job, settings, lengths(rows), names(rows)[contrast]))
  }
  same <- same_columns(job)
  of_normal <- settings
  of_normal["exact"] <- FALSE
  of_normal["conf.level"] <- list(NULL)
  tests <- function(part, settings, kind = NULL) {
    tests <- matrices_of_tests(part, job, settings, same)
    tests$kind <- kind
    tests
  }
  structure(list(
    levels = stats::setNames(lapply(result$levels, tests, settings), names(rows)),
    stratified = tests(result$stratified, of_normal, "stratified"),
    difference = if (!is.null(contrast)) tests(result$difference, of_normal, "difference"),
    rows = lengths(rows), contrast = names(rows)[contrast]
  ), class = "kendall_group_tests")
}

# The tests by C. p-values are not adjusted.
run_groups <- function(job, rows, contrast, settings, progress, call = user_call()) {
  quantile <- interval_quantile(settings)
  adjusts <- !settings$p.adjust.method %in% unadjusted
  # of 8 bytes
  check_room(job$pairs * (length(rows) * (if (quantile == 0) 3.5 else 5.5) + 3.5 +
                            (if (!is.null(contrast)) 3.5 else 0) + (if (adjusts) 6 else 0)))
  in_levels <- function(m) if (!is.null(m)) lapply(unname(rows), function(of) some_rows(m, of))
  # rows that `use` leaves out are gone
  use <- if (job$use == use_pairwise) use_pairwise else use_everything
  result <- classed(
    .Call(C_kendall_groups, in_levels(job$x), in_levels(job$y), job$i, job$j, contrast, use,
          job$algorithm, job$threads, scratch_bytes(), progress_ticker(progress, "Kendall's test"),
          match(settings$alternative, alternatives) - 1L,
          if (is.null(settings$exact)) -1L else as.integer(settings$exact),
          as.integer(settings$continuity), quantile),
    TRUE
  )
  if (!is.null(contrast)) {
    result$difference$n <- if (length(rows) == 2L) result$stratified$n else
      Reduce(`+`, lapply(result$levels[contrast], `[[`, "n"))
  }
  warn_constant_groups(result$constant_pairs, call)
  if (isTRUE(settings$exact)) {
    warn_not_exact(result, " (in some pairs of columns and levels)", call)
  }
  result
}

# One warning for all pairs without a tau at a level because of a constant column.
warn_constant_groups <- function(pairs, call) {
  if (pairs > 0) {
    warning(simpleWarning(paste0("the standard deviation is zero (in ", count_of(pairs, "case"),
                                 " of a pair of columns and a level)"), call))
  }
}

# With a list of pairs: a data frame with columns for each level. `rows`: the numbers of rows of the
# levels, with their names. `contrast`: the names of the levels of the difference, or none.
table_of_groups <- function(result, job, settings, rows, contrast) {
  a <- job$i
  b <- second_variables(job)
  parts <- stats::setNames(result$levels, names(rows))
  parts <- c(parts, list(stratified = result$stratified),
             if (!is.null(result$difference)) list(difference = result$difference))
  table <- wide_table(ends_of_pairs(job), lapply(parts, listed_tests, settings, a, b))
  pair_tests(table, job, settings, names(parts), rows, contrast)
}

# A data frame of the columns `ends` and of those of the parts, which are lists. A column of a part
# gets the name of the part behind its own.
wide_table <- function(ends, parts, row.names = NULL, stringsAsFactors = FALSE) {
  names <- names(parts)
  columns <- unlist(unname(Map(function(part, name) {
    stats::setNames(part, paste0(names(part), ".", name))
  }, parts, names)), recursive = FALSE)
  as_table(c(ends, columns), row.names, stringsAsFactors)
}
