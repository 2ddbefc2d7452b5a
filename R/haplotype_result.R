# What C found, as R's users see it.

# `fit`: the list from C, of genotypes `g` (as_genotypes()) of those subjects that were used.
haplotype_result <- function(fit, g, weight, dropped, control) {
  alleles <- alleles_by_locus(fit$haplotype, g)
  lost <- fit$lost > 0 # NULL: none
  count <- nrow(g$allele) - sum(lost)
  all <- if (is.null(weight)) as.double(count) else
    sum(if (any(lost)) weight[!lost] else weight)
  result <- list(
    frequency = do.call(frame_of, c(
      list(haplotype = paste_alleles(alleles), frequency = fit$frequency,
           count = 2 * all * fit$frequency), alleles)),
    loglik = fit$loglik)
  result$loglik_no_ld <- fit$loglik_no_ld
  result$lr <- not_below_0(2 * (fit$loglik - fit$loglik_no_ld), 2 * control$tolerance)
  result$df <- free_frequencies(fit$frequency) - sum(lengths(g$labels) - 1L)
  result$converged <- fit$converged
  result$iterations <- length(fit$trace)
  result$trace <- frame_of(loci = fit$trace_loci, round = fit$trace_round, loglik = fit$trace)
  result$assignments <- frame_of(subject = picked(g$subjects, fit$row), haplotype1 = fit$one,
                                 haplotype2 = fit$two, posterior = fit$posterior)
  result$row <- if (is.null(g$rows)) fit$row else g$rows[fit$row]
  result$dropped <- dropped
  result$loci <- g$loci
  result$alleles <- Map(stats::setNames, fit$alleles, g$labels)
  names(result$alleles) <- g$loci
  result$coding <- g$coding
  result$subjects <- count
  result$weight <- all
  result$threads <- fit$threads
  result$control <- control
  structure(result, class = "haplotype_em")
}

# data.frame() of columns of one length, in a fraction of its time.
frame_of <- function(...) {
  columns <- list(...)
  structure(columns, class = "data.frame", row.names = .set_row_names(length(columns[[1]])))
}

# subjects[row]: of numbers from 1 on the row itself.
picked <- function(subjects, row) {
  if (is.character(subjects)) subjects[row] else if (identical(subjects, seq_along(subjects)))
    row else subjects[row]
}

# A statistic that is 0 or more. The EM ends below the maximum of the likelihood, by about its
# tolerance.
not_below_0 <- function(lr, tolerance) {
  if (is.finite(lr) && lr < 0 && lr >= -tolerance) 0 else lr
}

free_frequencies <- function(frequency) {
  sum(frequency > 1e-7) - 1L
}

# Numbers of alleles as their names, a list with a vector for each locus.
alleles_by_locus <- function(number, g) {
  alleles <- lapply(seq_along(g$loci), function(j) g$labels[[j]][number[, j]])
  names(alleles) <- make.unique(g$loci)
  alleles
}

paste_alleles <- function(alleles) {
  short <- all(vapply(alleles, function(a) all(nchar(a) == 1L), NA))
  do.call(paste, c(unname(alleles), sep = if (short) "" else ":"))
}

# Sums of x by the numbers of groups, 1 to n.
rowsum_of <- function(x, group, n) {
  sums <- numeric(n)
  found <- rowsum(x, group)
  sums[as.numeric(rownames(found))] <- found # beyond integers, too
  sums
}

# ---- methods ----

#' Results of haplotype_em()
#'
#' Methods for what [haplotype_em()] returns.
#'
#' @param x,object A result of [haplotype_em()].
#' @param n How many haplotypes to print at most, the most frequent first; 0 for none.
#' @param digits Decimals of frequencies and of the mean posterior.
#' @param what `"frequency"`, a row for each haplotype, or `"assignments"`, a row for each pair of
#'   haplotypes of each subject.
#' @param row.names,optional,stringsAsFactors As for [as.data.frame()].
#' @param ... Not used.
#' @return
#' * `print()` returns its argument, invisibly.
#' * `summary()` a list of class `summary.haplotype_em`: numbers of `subjects`, `dropped` ones,
#'   `loci` and `haplotypes`; `expected`, the number of haplotypes with an expected count of 1 or
#'   more; `resolved`, the number of subjects whose most probable pair has a posterior above 0.95,
#'   and `mean_best`, the mean of that posterior; `loglik`, `loglik_no_ld`, `lr`, `df` and the
#'   `p_value` of the likelihood ratio statistic by the chi-squared distribution, to be taken as a
#'   hint where many haplotypes are rare. Where there are no more haplotypes than free frequencies
#'   of alleles, `df` is below 1: there is no test then, and `p_value` is `NA`.
#' * `as.data.frame()` the table `x$frequency`, or for `what = "assignments"` the table
#'   `x$assignments`, with the strings of the haplotypes in place of their row numbers.
#' * `logLik()` the log-likelihood, with the number of frequencies that are above 1e-7, less one, as
#'   `df` and the number of subjects as `nobs`; so [AIC()] and [BIC()] work.
#' * `nobs()` the number of subjects.
#' @seealso [haplotype_em()]
#' @examples
#' set.seed(1)
#' geno <- matrix(rbinom(60, 2, 0.4), 20)
#' fit <- haplotype_em(geno)
#' print(fit, n = 3)
#' summary(fit)
#' head(as.data.frame(fit, what = "assignments"))
#' AIC(fit)
#' @name haplotype_em-methods
NULL

#' @rdname haplotype_em-methods
#' @export
print.haplotype_em <- function(x, n = 10L, digits = 4L, ...) {
  n <- check_number_from(n, "n", 0)
  digits <- check_number_from(digits, "digits", 0)
  cat("Haplotypes of ", count_of(x$subjects, "subject"), " at ", length(x$loci), " loci\n",
      sep = "")
  if (nrow(x$dropped) > 0) {
    cat(count_of(nrow(x$dropped), "subject"), "dropped\n")
  }
  shown <- utils::head(x$frequency[c("haplotype", "frequency", "count")], floor(n))
  shown$haplotype <- ifelse(nchar(shown$haplotype) > 60,
                            paste0(substr(shown$haplotype, 1, 57), "..."), shown$haplotype)
  shown$frequency <- format_decimals(shown$frequency, digits)
  shown$count <- format(round(shown$count, 1), nsmall = 1)
  if (nrow(shown) > 0) {
    print(shown, row.names = FALSE, right = TRUE)
  }
  more <- nrow(x$frequency) - nrow(shown)
  if (more > 0) {
    cat(if (nrow(shown) > 0) c("and ", format_count(more), " more") else
      count_of(more, "haplotype"), ", of frequency ",
      format(signif(sum(utils::tail(x$frequency$frequency, more)), digits)),
      if (more > 1) " together", "\n", sep = "")
  }
  cat("log-likelihood ", format(x$loglik, digits = 8), ", without linkage disequilibrium ",
      format(x$loglik_no_ld, digits = 8), "\n", if (x$df > 0) c("likelihood ratio statistic ",
      format(x$lr, digits = 5), " on ", count_of(x$df, "degree"), " of freedom") else
        no_ld_test(x$df), "\n", sep = "")
  if (!x$converged) {
    cat("not converged: the last EM ended after max_iterations\n")
  }
  invisible(x)
}

#' @rdname haplotype_em-methods
#' @export
summary.haplotype_em <- function(object, ...) {
  if (...length() > 0L) {
    stop_unused(substitute(list(...)), names(formals(summary.haplotype_em)))
  }
  best <- object$assignments$posterior[!duplicated(object$row)]
  structure(list(subjects = object$subjects, dropped = nrow(object$dropped),
                 loci = length(object$loci), haplotypes = nrow(object$frequency),
                 expected = sum(object$frequency$count >= 1), resolved = sum(best > 0.95),
                 mean_best = mean(best), loglik = object$loglik,
                 loglik_no_ld = object$loglik_no_ld, lr = object$lr, df = object$df,
                 p_value = if (object$df > 0)
                   stats::pchisq(object$lr, object$df, lower.tail = FALSE) else NA_real_,
                 converged = object$converged, iterations = object$iterations),
            class = "summary.haplotype_em")
}

#' @rdname haplotype_em-methods
#' @export
print.summary.haplotype_em <- function(x, digits = 4L, ...) {
  digits <- check_number_from(digits, "digits", 0)
  cat(count_of(x$subjects, "subject"), " (", x$dropped, " dropped), ", x$loci, " loci, ",
      count_of(x$haplotypes, "haplotype"), ", ", x$expected,
      " with an expected count of 1 or more\n", sep = "")
  cat(if (x$resolved == 1) "the pair of 1 subject (" else
    c("the pairs of ", count_of(x$resolved, "subject"), " ("),
    format(100 * x$resolved / x$subjects, digits = 3), " %) ",
    if (x$resolved == 1) "has" else "have", " a posterior above 0.95; the mean of the best is ",
    format_decimals(x$mean_best, digits), "\n", sep = "")
  cat("log-likelihood ", format(x$loglik, digits = 8), " after ", x$iterations, " iterations",
      if (!x$converged) ", not converged", "\n", sep = "")
  cat("without linkage disequilibrium ", format(x$loglik_no_ld, digits = 8),
      if (x$df > 0) c(", LR ", format(x$lr, digits = 5), ", df ", x$df, ", p ",
                      format.pval(x$p_value, digits = 3)), "\n",
      if (x$df < 1) c(no_ld_test(x$df), "\n"), sep = "")
  invisible(x)
}

# With so many digits behind the point, 20 at most.
format_decimals <- function(x, digits) {
  digits <- min(digits, 20)
  format(round(x, digits), nsmall = digits)
}

no_ld_test <- function(df) {
  paste0("no test of linkage disequilibrium: ", df, if (df == 1) " degree" else " degrees",
         " of freedom (too few haplotypes have a frequency above 1e-7)")
}

#' @rdname haplotype_em-methods
#' @export
as.data.frame.haplotype_em <- function(x, row.names = NULL, optional = FALSE,
                                       what = c("frequency", "assignments"), ...,
                                       stringsAsFactors = FALSE) {
  check_table_arguments(substitute(list(...)), names(formals(as.data.frame.haplotype_em)))
  what <- match_word(what, c("frequency", "assignments"), "what")
  table <- x[[what]]
  if (what == "assignments") {
    table$haplotype1 <- x$frequency$haplotype[table$haplotype1]
    table$haplotype2 <- x$frequency$haplotype[table$haplotype2]
  }
  if (!is.null(row.names)) {
    row.names(table) <- row.names
  }
  with_factors(table, stringsAsFactors)
}

#' @rdname haplotype_em-methods
#' @export
logLik.haplotype_em <- function(object, ...) {
  structure(object$loglik, df = free_frequencies(object$frequency$frequency),
            nobs = object$subjects, class = "logLik")
}

#' @rdname haplotype_em-methods
#' @importFrom stats nobs
#' @export
nobs.haplotype_em <- function(object, ...) {
  object$subjects
}
