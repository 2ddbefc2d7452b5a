#' Permutation tests of Kendall's tau
#'
#' What `permutations` and `p.adjust.method = "maxT"` of [kendall_test()] compute.
#'
#' @details
#' The rows of `y` are permuted `B = permutations` times, all of its columns in the same way, which
#' keeps them as dependent on each other as they are. The p-value of a pair of columns is
#' `(b + 1) / (B + 1)`, where `b` counts the permutations whose `S = n_c - n_d` is at least as far
#' out as that of the data: `|S|` for `alternative = "two.sided"`, `S` for `"greater"`, `-S` for
#' `"less"`. Permutations change neither ties nor numbers of rows, so this compares taus; and it
#' compares them as integers, so that no rounding takes part. No p-value is less than
#' `1 / (B + 1)`.
#'
#' **maxT** is the step-down procedure of Westfall and Young (1993, algorithm 4.1), which
#' controls the probability of any wrong rejection among all pairs of columns and, unlike
#' Bonferroni's and Holm's, makes use of their dependence. With `z = S / sd(S)`, where `sd` is the
#' standard deviation among all permutations given the ties (Kendall 1970), the pairs are ordered by
#' the `z` of the data. For each permutation `q[k]` is the largest `z` of the pairs from the `k`-th
#' on, `p[k]` the share of the `B + 1` permutations, the data's own order among them, with
#' `q[k] >= z[k]`, and the adjusted p-value the largest of `p[1], ..., p[k]`. A `z` that is less by
#' no more than rounding, `1e-12` of it, counts as equal.
#'
#' Pairs with a constant column have `NA`, and no part in the maxima. With fewer than two rows all
#' is `NA`.
#'
#' **Missing values.** Under `use = "complete.obs"` and `"na.or.complete"` complete rows are
#' permuted, under `"everything"` the pairs of columns with missing values are `NA`. Under
#' `"pairwise.complete.obs"` each pair would be a test of its own, without a distribution of the
#' maxima: more than one pair with missing values is an error.
#'
#' **Random numbers** are R's: permutation by permutation what `sample.int(n)` draws, so that
#' [set.seed()] makes results reproducible, whatever algorithm, instruction set and number of
#' threads.
#'
#' **Time** is that of `B` calls of `cor_kendall(x, y)`, less the ranking: `x` and `y` are ranked
#' once. **Memory**, besides that of [cor_kendall()]: up to 64 MiB for a batch of permutations (or 8
#' bytes a pair of columns, or 4 bytes a row, if that is more), a quarter of what `y` takes for its
#' ranks (half from 65,536 rows on), and 8 bytes a pair, for maxT 40.
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
#' tests <- kendall_test(genes, traits, permutations = 999, p.adjust.method = "maxT")
#' which(tests$p.value < 0.05, arr.ind = TRUE)
#' @name kendall_permutation
#' @keywords internal
NULL

# list(p.value, p.max), matrices of ncol(x) rows and ncol(y) columns, p.max NULL unless `max_t`.
# x and y are numeric matrices of as many rows without NA, `alternative` is one of `alternatives`,
# algorithm a number of match_choice(), threads one of check_threads(). `buffer`: bytes for a batch
# of permutations.
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

# Data to be permuted, in memory. Rows that are there for some pairs and not for others cannot be
# permuted for all of them.
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

# p-values as asked by test_settings(), a matrix, of a job of pairs_job(): over complete rows, or
# over the columns that have all rows, the others' being NA.
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
