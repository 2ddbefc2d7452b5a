# Methods for the results of haplotype_em().

#' Results of haplotype_em()
#'
#' Methods for the results of [haplotype_em()].
#'
#' @param x,object A result of [haplotype_em()]; for `print()` of a summary the summary.
#' @param n How many haplotypes to print at most, the most frequent first; 0 for none. Haplotypes
#'   whose frequency and count would print as 0 are left out.
#' @param digits The number of decimals of frequencies and of the mean posterior.
#' @param what `"frequency"`, a row for each haplotype, or `"assignments"`, a row for each pair of
#'   haplotypes of each subject.
#' @param row.names,optional,stringsAsFactors As for [as.data.frame()].
#' @param ... `print()` takes the other arguments of [print.default()], without effect, and
#'   `generics::tidy()` those of `as.data.frame()`. Anything else is an error.
#' @return
#' * `print()` returns its argument, invisibly; `format()` the first line of `print()`.
#' * `summary()` returns a list of class `summary.haplotype_em`: numbers of `subjects`, `dropped`
#'   subjects, `loci` and `haplotypes`; `expected`, the number of haplotypes with an expected count
#'   of 1 or more; `resolved`, the number of subjects whose most probable pair has a posterior above
#'   0.95, and `mean_best`, the mean of that posterior; `loglik`, `loglik_no_ld`, `lr`, `df` and the
#'   `p_value` of the likelihood ratio statistic by the chi-squared distribution. These are the
#'   statistic and the degrees of freedom of `haplo.em()`: the likelihood without linkage
#'   disequilibrium takes the haplotypes of the fit only, so it depends on `min_posterior`, and `df`
#'   counts only haplotypes whose frequency is above 1e-7. **The p-value is often far too small:
#'   with more than two loci, with loci of more than two alleles, or without Hardy-Weinberg
#'   equilibrium.** For subjects without weights [haplotype_test()] is a valid test under the
#'   conditions of its page. If `df` is below 1 (the haplotypes have no more free frequencies than
#'   the alleles), there is no test, and `p_value` is `NA`. `converged` and `iterations` are those
#'   of [haplotype_em()].
#' * `as.data.frame()` and `generics::tidy()` return the table `x$frequency`, or with
#'   `what = "assignments"` the table `x$assignments`, with the haplotypes as strings instead of row
#'   numbers.
#' * `generics::glance()` returns a data frame of one row: `subjects`, `dropped`, `loci`,
#'   `haplotypes`, `logLik`, `logLik.no.ld`, `statistic`, `df`, `p.value`, `AIC`, `BIC`,
#'   `converged`, `iterations` and `nobs`.
#' * `logLik()` returns the log-likelihood. Its `df` is the number of frequencies above 1e-7, less
#'   one; its `nobs` the number of subjects. So [AIC()] and [BIC()] work.
#' * `nobs()` returns the number of subjects.
#' @seealso [haplotype_em()], [plot.haplotype_em()]
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
format.haplotype_em <- function(x, ...) {
  check_dots(..., .also = format_arguments)
  paste0("Haplotypes of ", count_of(x$subjects, "subject"), " at ", count_of_loci(length(x$loci)))
}

count_of_loci <- function(loci) {
  if (loci == 1) "1 locus" else paste(format_count(loci), "loci")
}

#' @rdname haplotype_em-methods
#' @export
print.haplotype_em <- function(x, n = 10L, digits = 4L, ...) {
  check_dots(..., .also = print_arguments)
  n <- check_number_from(n, "n", 0)
  digits <- check_number_from(digits, "digits", 0)
  cat(format(x), "\n", sep = "")
  if (nrow(x$dropped) > 0) {
    cat(count_of(nrow(x$dropped), "subject"), "dropped\n")
  }
  shown <- utils::head(x$frequency[c("haplotype", "frequency", "count")], floor(n))
  zeros <- shown$frequency < 0.5 * 10^-digits & shown$count < 0.05 # as they would print
  shown <- shown[!zeros, ]
  shown$haplotype <- short_string(shown$haplotype, 60)
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
        no_ld_test(), "\n", sep = "")
  if (!x$converged) {
    cat("not converged: the last EM ended after max_iterations\n")
  }
  invisible(x)
}

#' @rdname haplotype_em-methods
#' @export
summary.haplotype_em <- function(object, ...) {
  check_dots(...)
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
  check_dots(..., .also = print_arguments)
  digits <- check_number_from(digits, "digits", 0)
  cat(count_of(x$subjects, "subject"), " (", x$dropped, " dropped), ", count_of_loci(x$loci), ", ",
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
                      format.pval(x$p_value, digits = 3),
                      " (often too small; see haplotype_test())"), "\n",
      if (x$df < 1) c(no_ld_test(), "\n"), sep = "")
  invisible(x)
}

# A number with so many decimals, 20 at most.
format_decimals <- function(x, digits) {
  digits <- min(digits, 20)
  format(round(x, digits), nsmall = digits)
}

no_ld_test <- function() {
  paste("no test of linkage disequilibrium: the haplotypes of a frequency above 1e-7 have no more",
        "free frequencies than the alleles", sep = "\n  ")
}

short_string <- function(text, most) {
  ifelse(nchar(text) > most, paste0(substr(text, 1, most - 3), "..."), text)
}

#' @rdname haplotype_em-methods
#' @export
as.data.frame.haplotype_em <- function(x, row.names = NULL, optional = FALSE,
                                       what = c("frequency", "assignments"), ...,
                                       stringsAsFactors = FALSE) {
  check_dots(..., .also = table_arguments)
  what <- match_word(what, c("frequency", "assignments"), "what")
  table <- as.list(x[[what]])
  if (what == "assignments") {
    table$haplotype1 <- x$frequency$haplotype[table$haplotype1]
    table$haplotype2 <- x$frequency$haplotype[table$haplotype2]
  }
  as_table(table, row.names, stringsAsFactors)
}

#' @export
as.matrix.haplotype_em <- function(x, ...) no_matrix(x, ...)

#' @rdname haplotype_em-methods
#' @usage \method{tidy}{haplotype_em}(x, ...)
#' @exportS3Method generics::tidy
tidy.haplotype_em <- function(x, ...) {
  as.data.frame(x, ...)
}

#' @rdname haplotype_em-methods
#' @usage \method{glance}{haplotype_em}(x, ...)
#' @exportS3Method generics::glance
glance.haplotype_em <- function(x, ...) {
  check_dots(...)
  s <- summary(x)
  likelihood <- stats::logLik(x)
  one_row(subjects = s$subjects, dropped = s$dropped, loci = s$loci, haplotypes = s$haplotypes,
          logLik = s$loglik, logLik.no.ld = s$loglik_no_ld, statistic = s$lr, df = s$df,
          p.value = s$p_value, AIC = stats::AIC(likelihood), BIC = stats::BIC(likelihood),
          converged = s$converged, iterations = s$iterations, nobs = stats::nobs(x))
}

#' @rdname haplotype_em-methods
#' @export
logLik.haplotype_em <- function(object, ...) {
  check_dots(...)
  structure(object$loglik, df = free_frequencies(object$frequency$frequency),
            nobs = object$subjects, class = "logLik")
}

#' @rdname haplotype_em-methods
#' @importFrom stats nobs
#' @export
nobs.haplotype_em <- function(object, ...) {
  check_dots(...)
  object$subjects
}
