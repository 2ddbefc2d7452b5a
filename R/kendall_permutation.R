#' Permutation tests of Kendall's tau
#'
#' How `permutations` and `p.adjust.method = "maxT"` of [kendall_test()] compute p-values.
#'
#' @details
#' The rows of `y` are permuted `B = permutations` times. A permutation is the same for all columns
#' of `y`, so that their dependence on each other stays. The p-value of a pair of columns is
#' `(b + 1) / (B + 1)`, where `b` is the number of permutations whose `S = n_c - n_d` is at least as
#' extreme as the `S` of the data: `|S|` for `alternative = "two.sided"`, `S` for `"greater"`, `-S`
#' for `"less"`. Permutations do not change ties and numbers of rows, so comparing `S` is comparing
#' taus. `S` is an integer, so nothing is rounded. The smallest possible p-value is `1 / (B + 1)`.
#'
#' **maxT** is the step-down procedure of Westfall and Young (1993, algorithm 4.1). It controls the
#' probability of one or more wrong rejections among all pairs of columns. Unlike the procedures of
#' Bonferroni and Holm it makes use of the dependence of the pairs. Let `z = S / sd(S)`, where `sd`
#' is the standard deviation over all permutations, given the ties (Kendall 1970), and let the pairs
#' be ordered by their `z` in the data, the largest first. For each permutation `q[k]` is the
#' largest `z` of the pairs from the `k`-th on. `p[k]` is the share of permutations with
#' `q[k] >= z[k]`, among the `B` permutations and the order of the data. The adjusted p-value of the
#' `k`-th pair is the largest of `p[1], ..., p[k]`. A `z` that is smaller by at most `1e-12` of its
#' value, which may be rounding, counts as equal.
#'
#' Pairs with a constant column are `NA`, and do not take part in the maxima. With fewer than two
#' rows all pairs are `NA`.
#'
#' **Missing values.** Under `use = "complete.obs"` and `"na.or.complete"` the complete rows are
#' permuted. Under `"everything"` pairs of columns with missing values are `NA`. Under
#' `"pairwise.complete.obs"` each pair would have rows of its own, and the maxima would have no
#' distribution: missing values are an error, except for a single pair.
#'
#' **Random numbers** are R's: permutation by permutation the numbers that `sample.int(n)` draws.
#' [set.seed()] makes results reproducible for every algorithm, instruction set and number of
#' threads.
#'
#' **Time** is that of `B` calls of `cor_kendall(x, y)` without the ranking: `x` and `y` are ranked
#' once. **Memory**, besides that of [cor_kendall()]: up to 64 MiB for a batch of permutations (or 8
#' bytes a pair of columns, or 4 bytes a row, if that is more); a quarter of the memory of the ranks
#' of `y` (half from 65,536 rows on); and 8 bytes a pair, 40 for maxT.
#'
#' @references
#' Westfall PH, Young SS (1993). *Resampling-Based Multiple Testing: Examples and Methods for
#' p-Value Adjustment*. Wiley.
#'
#' Kendall MG (1970). *Rank Correlation Methods*, 4th edition. Griffin.
#'
#' Phipson B, Smyth GK (2010). Permutation p-values should never be zero: calculating exact p-values
#' when permutations are randomly drawn. *Statistical Applications in Genetics and Molecular
#' Biology* **9**, article 39.
#'
#' @examples
#' # genes against two traits, adjusted for all of them
#' set.seed(1)
#' genes <- matrix(rnorm(30 * 50), 30)
#' traits <- cbind(age = rnorm(30), dose = genes[, 7] + rnorm(30) / 2)
#' tests <- kendall_test(genes, traits, permutations = 999, p.adjust.method = "maxT", threads = 2)
#' which(tests$p.value < 0.05, arr.ind = TRUE)
#' @family Kendall
#' @name kendall_permutation
NULL

# list(p.value, p.max): matrices of ncol(x) rows and ncol(y) columns; p.max is NULL unless `max_t`.
#   x, y: numeric matrices of the same number of rows, without NA
#   algorithm, threads: numbers as of match_choice() and check_threads()
#   buffer: bytes for a batch of permutations
permutation_p <- function(x, y, alternative = "two.sided", permutations = 999, max_t = FALSE,
                          algorithm = 0L, threads = 0L, tick = NULL, buffer = 2^26) {
  n <- nrow(x)
  check_room((if (max_t) 7 else 2) * ncol(x) * as.double(ncol(y)))
  result <- classed(
    .Call(C_kendall_permutation, x, y, match(alternative, alternatives) - 1L,
          as.double(permutations), max_t, function() sample.int(n), algorithm, threads,
          scratch_bytes(), as.double(buffer), tick)
  )
  name <- function(p) {
    if (!is.null(p) && (!is.null(colnames(x)) || !is.null(colnames(y)))) {
      dimnames(p) <- list(colnames(x), colnames(y))
    }
    p
  }
  list(p.value = name(result$p.value), p.max = name(result$p.max))
}

# ---- for kendall_test() ----

# The job with its data in memory. Rows that are complete for some pairs only cannot be permuted for
# all pairs.
permutable_job <- function(job) {
  for (name in c("x", "y")) {
    if (is_source(job[[name]])) {
      job[[name]] <- as.matrix(job[[name]])
    }
  }
  if (job$use == use_pairwise && job$pairs > 1 && (anyNA(job$x) || anyNA(job$y))) {
    stop_manycore("argument", "'use' must be \"complete.obs\", \"na.or.complete\" or ",
                  "\"everything\" where rows with missing values are permuted, not ",
                  describe(use_names[use_pairwise]), argument = "use")
  }
  job
}

# A matrix of the p-values that `settings` (test_settings()) asks for, of a job of pairs_job(): over
# the complete rows, or, under "everything", NA for columns with missing values.
p_of_permutations <- function(job, settings, tick) {
  x <- as.matrix(job$x)
  y <- as.matrix(job$y)
  p <- matrix(NA_real_, ncol(x), ncol(y))
  rows <- rep(TRUE, nrow(x))
  of_x <- rep(TRUE, ncol(x))
  of_y <- rep(TRUE, ncol(y))
  if (anyNA(x) || anyNA(y)) {
    if (job$use_in_c == use_everything) {
      of_x <- colSums(is.na(x)) == 0
      of_y <- colSums(is.na(y)) == 0
    } else {
      rows <- complete_rows(x, y)
    }
    x <- x[rows, of_x, drop = FALSE]
    y <- y[rows, of_y, drop = FALSE]
  }
  max_t <- settings$p.adjust.method == "maxT"
  found <- permutation_p(x, y, settings$alternative, settings$permutations, max_t, job$algorithm,
                         job$threads, tick)
  p[of_x, of_y] <- if (max_t) found$p.max else found$p.value
  p
}
