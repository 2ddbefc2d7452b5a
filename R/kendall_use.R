# The meaning of `use`: which rows take part, and which missing values are an error. (C leaves rows
# out pair by pair.)

# The values of stats::cor's `use`. Their places are the numbers of mc_use in C.
use_names <- c("all.obs", "complete.obs", "pairwise.complete.obs", "everything",
               "na.or.complete")
use_all <- 1L
use_complete <- 2L
use_pairwise <- 3L
use_everything <- 4L
use_without_missing <- c(2L, 3L, 5L) # the values that leave rows out

match_use <- function(use) {
  if (is.character(use) && length(use) == 1) pmatch(use, use_names) else NA
}

# The error of stats::cor for sizes or missing values, or NULL. The order of the checks is that of
# stats::cor.
problem_with <- function(x, y, use) {
  empty <- length(x) == 0 || (!is.null(y) && length(y) == 0)
  if (use == use_pairwise) {
    if (is.null(y) && ncol(x) == 0) {
      return("'x' is empty")
    }
    if (!is.null(y) && empty) {
      return("both 'x' and 'y' must be non-empty")
    }
  }
  if (!is.null(y) && observations(x) != observations(y)) {
    return("incompatible dimensions")
  }
  if (use == use_all) {
    # stats::cor ranks first, and its ranks of a matrix of one row have no NA
    lost <- function(u) is.matrix(u) && nrow(u) == 1
    if (length(x) == 0) {
      return("'x' is empty")
    }
    if (!looks_in_c(x, y) && ((!lost(x) && anyNA(x)) || (!lost(y) && anyNA(y)))) {
      return("missing observations in cov/cor")
    }
  }
  if (use == use_complete && length(x) == 0) {
    return("no complete element pairs")
  }
  NULL
}

# Are missing values under use = "all.obs" found by C, which reads the source for that?
looks_in_c <- function(x, y) {
  (is_source(x) || is_source(y)) && observations(x) > 1
}

# Which rows take part, as logicals; NULL for all rows. Ends with the errors of stats::cor for
# missing values.
rows_that_take_part <- function(job) {
  if (!job$use %in% c(use_all, use_complete, match_use("na.or.complete"))) {
    return(NULL)
  }
  complete <- complete_rows(job$x, job$y)
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

# Which rows are complete in x and in y, which are vectors, matrices or sources.
complete_rows <- function(x, y = NULL) {
  complete <- rep(TRUE, observations(x))
  for (m in list(x, y)) {
    if (is.null(m)) next
    if (!is.matrix(m)) m <- as.matrix(m)
    for (columns in in_parts(seq_len(ncol(m)), nrow(m))) {
      complete <- complete & rowSums(is.na(columns_in_memory(m, columns))) == 0
    }
  }
  complete
}
