#' A permutation test of linkage disequilibrium
#'
#' Tests whether the genotypes of several loci are independent of each other, from unphased
#' genotypes of unrelated subjects.
#'
#' @inheritParams haplotype_em
#' @param coding The coding of `geno`, as for [haplotype_em()]. Its help page has the rules of
#'   `"auto"`.
#' @param permutations The number of random permutations, 1 or more.
#' @details
#' **Hypothesis.** The genotypes of each locus are independent of those of the other loci. Loci need
#' not be in Hardy-Weinberg equilibrium. Linkage equilibrium of gametes is a weaker hypothesis. It
#' leads to independent genotypes under the following conditions. Without these conditions p-values
#' may be small although there is no linkage.
#' * The subjects are independent draws from one population. Subpopulations with different
#'   frequencies of alleles break this condition.
#' * All subjects are equally inbred. Inbred subjects among others are homozygous at many loci.
#' * Whether an allele is missing does not depend on the genotypes of other loci. Missing alleles
#'   may depend on the subject (poor DNA), or on the genotype, but not on both together. Poor DNA
#'   that loses heterozygous genotypes breaks this condition.
#'
#' **Statistic.** `LR = 2 (loglik - loglik_no_ld)`, where `loglik` is the log-likelihood of
#' [haplotype_em()], and `loglik_no_ld` is the sum of the log-likelihoods of the loci, each fitted
#' alone with the same `control`. So `loglik_no_ld` does not depend on the haplotypes of the fit.
#' `lr` of [haplotype_em()] is another statistic, that of `haplo.em()`, whose null likelihood takes
#' the haplotypes of the fit only. `LR` is no measure of disequilibrium. Under linkage equilibrium,
#' too, `LR` may be far above 0, and farther without Hardy-Weinberg equilibrium. Only the `LR` of
#' the permutations tells whether `LR` is large.
#'
#' **Permutations.** For each locus but the first, the genotypes with two known alleles are permuted
#' among the subjects who have two known alleles at this locus. The genotypes with one known allele
#' are permuted among the subjects who have one known allele at this locus. So a known allele never
#' takes the place of a missing one, and `loglik_no_ld` stays the same.
#'
#' The permuted genotypes are fitted like the data, with the same `control`. The p-value is
#' `(b + 1) / (B + 1)`, where `B` is the number of permutations and `b` the number of permutations
#' whose `LR` is at least that of the data. An `LR` that is smaller than that of the data by at most
#' twice the `tolerance` of `control` counts as equal, because two fits of equal maxima may differ
#' by about that much. This makes p-values larger, never smaller, and a large `tolerance` takes the
#' power away. The smallest possible p-value is `1 / (B + 1)`.
#'
#' Under the hypothesis and the conditions on missing alleles, the probability of a p-value of at
#' most `a` is at most `a`, also if the EM ends early, ends at a local maximum, or culls pairs of
#' haplotypes.
#'
#' [set.seed()] makes the result reproducible, for any number of threads.
#'
#' **Limits.** There are no weights: subjects with unequal weights cannot be exchanged. For a test
#' of two loci give the genotypes of two loci. P-values of several pairs of loci need an adjustment,
#' see [stats::p.adjust()]. The permuted genotypes of loci in disequilibrium have more haplotypes
#' than the data. So their fits take longer, and may meet the limits of `control` where the data
#' does not: then the error names the permutation. Subjects without any genotype are left out, with
#' a message. If fewer than two loci have several alleles, a message says so, and the p-value is 1.
#'
#' **Time** is that of about `permutations + 1` fits of [haplotype_em()], one after another. The
#' threads share each fit, so a small fit uses few threads. **Memory** is that of [haplotype_em()],
#' 8 bytes a permutation, and copies of the genotypes, of 8 bytes for each subject and locus. An
#' interrupt waits for an iteration.
#'
#' **Errors** are those of [haplotype_em()], and `"argument"` for a `control` with `min_prior` above
#' 0, under which subjects may be lost.
#'
#' @section Size and power:
#' Shares of p-values of at most 0.05, of `haplotype_test()` with 99 permutations and of the
#' chi-squared distribution of `lr` and `df` of [haplotype_em()]. Each row of the table is 1,000
#' simulated sets of 100 subjects with 5 % missing genotypes. The frequencies of two alleles are
#' from 0.2 to 0.8; those of five alleles differ by a factor of 2 at most (2026-11-29,
#' `bench/haplotype_test.R` of the sources).
#'
#' | gametes | loci | alleles | permutations | chi-squared |
#' |:--|--:|--:|--:|--:|
#' | independent | 2 | 2 | 4.7 % | 4.7 % |
#' | independent | 3 | 2 | 4.5 % | 8.8 % |
#' | independent | 4 | 2 | 5.5 % | 24.0 % |
#' | independent | 6 | 2 | 3.9 % | 86.1 % |
#' | independent | 8 | 2 | 4.4 % | 98.2 % |
#' | independent | 2 | 5 | 5.5 % | 18.2 % |
#' | independent, not in Hardy-Weinberg equilibrium | 2 | 2 | 4.6 % | 6.4 % |
#' | independent, not in Hardy-Weinberg equilibrium | 4 | 2 | 3.7 % | 11.4 % |
#' | independent, half missing | 5 | 2 | 3.6 % | 95.8 % |
#' | independent, selfed | 4 | 2 | 6.6 % | 16.4 % |
#' | independent, dropout | 5 | 2 | 9.1 % | 63.3 % |
#' | linked | 2 | 2 | 47.0 % | 49.2 % |
#' | linked | 4 | 2 | 50.9 % | 68.9 % |
#'
#' * Not in Hardy-Weinberg equilibrium: at each locus, separately, both alleles are copies of one
#'   with probability 0.3.
#' * Half missing: half of the subjects lose one allele of 95 % of their other genotypes.
#' * Selfed: 30 % of the subjects are selfed. At each locus both of their alleles are copies of one
#'   with probability 0.5. This breaks a condition.
#' * Dropout: half of the subjects lose 80 % of their heterozygous genotypes. This breaks a
#'   condition.
#' * Linked: at each locus but the first, an allele is a copy of the allele of the first locus with
#'   probability 0.2.
#'
#' In the other rows of independent gametes the share should be at most 5 %. The standard error of a
#' share of 5 % is 0.7 %.
#'
#' @return A list of class `htest`: `statistic`, `LR`; `parameter`, the numbers of `loci`,
#'   `subjects` (those used) and `permutations`; `p.value`; `method`; `alternative`; `data.name`;
#'   `loglik` and `loglik_no_ld` of the data; `permuted`, the `LR` of each permutation; `dropped`,
#'   the subjects that were left out, as in [haplotype_em()].
#' @references
#' Slatkin M, Excoffier L (1996). Testing for linkage disequilibrium in genotypic data using the
#' Expectation-Maximization algorithm. *Heredity* 76, 377-383.
#'
#' Phipson B, Smyth GK (2010). Permutation p-values should never be zero: calculating exact p-values
#' when permutations are randomly drawn. *Statistical Applications in Genetics and Molecular
#' Biology* 9, article 39.
#' @seealso [haplotype_ld()] for D' and r^2.
#' @examples
#' set.seed(1)
#' haplotypes <- rbind(c(0, 0, 0), c(1, 1, 0), c(0, 0, 1))
#' geno <- haplotypes[sample(3, 50, TRUE), ] + haplotypes[sample(3, 50, TRUE), ]
#' colnames(geno) <- c("rs1", "rs2", "rs3")
#' test <- haplotype_test(geno, permutations = 99)
#' test
#' hist(test$permuted, xlim = range(test$permuted, test$statistic))
#' abline(v = test$statistic)
#'
#' # each pair of loci
#' pairs <- combn(colnames(geno), 2)
#' p <- apply(pairs, 2, function(two) haplotype_test(geno[, two], permutations = 99)$p.value)
#' data.frame(t(pairs), p = p.adjust(p, "holm"))
#' @family haplotypes
#' @export
haplotype_test <- function(geno, permutations = 999, loci = NULL, control = haplotype_control(),
                           coding = c("auto", "dosage", "alleles", "vcf"), threads = NULL,
                           progress = interactive(), ...) {
  check_dots(...)
  if (missing(geno)) stop_missing("geno")
  given <- substitute(geno)
  if (!is_whole(permutations, 1, .Machine$integer.max)) {
    stop_argument("permutations", paste("a whole number from 1 to", .Machine$integer.max),
                  permutations)
  }
  check_control(control)
  if (control$min_prior > 0) {
    stop_manycore("argument", "'control' must have min_prior = 0, under which no subject is lost, ",
                  "not ", describe(control$min_prior), argument = "control")
  }
  threads <- check_threads(threads)
  tick <- progress_ticker(progress, "Linkage disequilibrium")
  check_loci_differ(loci)
  used <- used_subjects(as_genotypes(geno, loci, coding, threads = threads), NULL, threads)
  g <- used$g
  if (sum(lengths(g$labels) > 1) < 2) {
    message("fewer than two loci have several alleles, so the p-value is 1")
  }
  alone <- sum(vapply(seq_along(g$loci), loglik_of_locus, 0, g, control))
  loglik <- fit_once(g, control, threads)$loglik
  permuted <- numeric(permutations)
  located({
    for (b in seq_along(permuted)) {
      permuted[b] <- fit_once(permuted_loci(g), control, threads)$loglik
      if (!is.null(tick)) tick(b / permutations)
    }
  }, function() paste("permutation", format_count(b), "of", format_count(permutations)))
  extreme <- sum(permuted >= loglik - control$tolerance)
  structure(class = "htest", list(
    statistic = c(LR = 2 * (loglik - alone)),
    parameter = c(loci = length(g$loci), subjects = nrow(g$allele),
                  permutations = as.integer(permutations)), # print() would round doubles
    p.value = (extreme + 1) / (permutations + 1),
    method = "Permutation test of linkage disequilibrium",
    alternative = "linkage disequilibrium",
    data.name = if (is.language(given)) deparse1(given) else "geno", # of do.call()
    loglik = loglik, loglik_no_ld = alone, permuted = 2 * (permuted - alone),
    dropped = used$dropped))
}

# The log-likelihood of the fit of locus `j` alone.
loglik_of_locus <- function(j, g, control) {
  g$allele <- g$allele[, 2L * j - 1:0, drop = FALSE]
  g[c("labels", "loci")] <- list(g$labels[j], g$loci[j])
  control$order <- "given"
  fit_once(g, control, 1L)$loglik
}

# The answer of C for subjects of weight 1. `g` is forced, because the seed of `control` holds for
# all random numbers that are drawn later.
fit_once <- function(g, control, threads) {
  force(g)
  best_fit(g, NULL, control, match_choice("auto", haplotype_algorithms, "algorithm"), threads, NULL)
}

# Permutes the genotypes of each locus but the first: those with two known alleles among each other,
# and those with one known allele among each other.
permuted_loci <- function(g) {
  for (j in seq_along(g$loci)[-1L]) {
    columns <- 2L * j - 1:0
    known <- (g$allele[, columns[1L]] > 0L) + (g$allele[, columns[2L]] > 0L)
    for (count in 1:2) {
      has <- which(known == count)
      g$allele[has, columns] <- g$allele[has[sample.int(length(has))], columns]
    }
  }
  g
}
