#' A permutation test of linkage disequilibrium
#'
#' Tests whether the genotypes of several loci are independent of each other, from unphased
#' genotypes of unrelated subjects.
#'
#' @inheritParams haplotype_em
#' @param permutations The number of random permutations, 1 or more.
#' @details
#' **Hypothesis.** The genotypes of each locus are independent of those of the other loci (linkage
#' equilibrium). Loci need not be in Hardy-Weinberg equilibrium.
#'
#' **Statistic.** `LR = 2 (loglik - loglik_no_ld)`, where `loglik` is the log-likelihood of
#' [haplotype_em()], and `loglik_no_ld` is the sum of the greatest log-likelihoods of the loci, each
#' on its own. So `loglik_no_ld` does not depend on the haplotypes of the fit. `lr` of
#' [haplotype_em()] is another statistic, that of `haplo.em()`, whose null likelihood takes the
#' haplotypes of the fit only.
#'
#' **Permutations.** For each locus but the first the genotypes are permuted among the subjects who
#' have a genotype at this locus. Missing genotypes stay where they are. A genotype with one known
#' allele is permuted like a known genotype. Permutations do not change `loglik_no_ld`. The p-value
#' is `(b + 1) / (B + 1)`, where `B` is the number of permutations and `b` the number of
#' permutations whose `LR` is at least that of the data. An `LR` that is smaller by at most twice
#' the `tolerance` of `control` counts as equal, because the EM ends below the maximum by about
#' `tolerance`. The permuted genotypes are fitted like the data, with the same `control`. So the
#' probability of a p-value of at most `a` is at most `a` under the hypothesis, also if the EM ends
#' early, ends at a local maximum, or culls pairs of haplotypes. The smallest possible p-value is
#' `1 / (B + 1)`.
#'
#' [set.seed()] makes the result reproducible, for any number of threads.
#'
#' @section Size and power:
#' Shares of p-values of at most 0.05, of `haplotype_test()` with 99 permutations and of the
#' chi-squared distribution of `lr` and `df` of [haplotype_em()]. A line is 1,000 simulated sets of
#' 100 subjects, with two alleles at each locus and 5 % missing genotypes (2026-11-29,
#' `bench/haplotype_test.R` of the sources).
#'
#' | gametes | loci | permutations | chi-squared |
#' |:--|--:|--:|--:|
#' | independent | 2 | 5.2 % | 5.6 % |
#' | independent | 3 | 5.0 % | 9.2 % |
#' | independent | 4 | 4.2 % | 23.9 % |
#' | independent | 6 | 5.2 % | 89.0 % |
#' | independent | 8 | 4.7 % | 98.5 % |
#' | independent, not in Hardy-Weinberg equilibrium | 2 | 4.9 % | 6.1 % |
#' | independent, not in Hardy-Weinberg equilibrium | 4 | 4.4 % | 10.4 % |
#' | linked | 2 | 47.7 % | 50.2 % |
#' | linked | 4 | 50.9 % | 67.3 % |
#'
#' Shares of independent gametes should be at most 5 %; their standard error is 0.7 %.
#'
#' @section Limits:
#' There are no weights: subjects with unequal weights cannot be exchanged. For a test of two loci
#' give the genotypes of two loci. P-values of several pairs of loci need an adjustment, see
#' [stats::p.adjust()].
#'
#' The permuted genotypes of loci in disequilibrium have more haplotypes than the data, so their
#' fits take longer, and may meet the limits of `control` where the data does not.
#'
#' **Time** is that of `permutations + 1` calls of [haplotype_em()]. **Memory** is that of
#' [haplotype_em()], 8 bytes a permutation, and copies of the genotypes of 12 bytes for each subject
#' and locus. An interrupt waits for an iteration.
#'
#' **Errors** are those of [haplotype_em()], and `"argument"` for a `control` with `min_prior` above
#' 0, under which subjects may be lost.
#'
#' @return A list of class `htest`: `statistic`, `LR`; `parameter`, the numbers of `loci`,
#'   `subjects` and `permutations`; `p.value`; `method`; `alternative`; `data.name`; `loglik` and
#'   `loglik_no_ld` of the data; `permuted`, the `LR` of each permutation.
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
#' haplotype_test(geno, permutations = 99)
#' haplotype_test(geno[, c("rs1", "rs3")], permutations = 99)$p.value
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
  check_loci_differ(loci)
  g <- as_genotypes(geno, loci, coding, threads = threads)
  if (length(g$nothing) > 0) {
    tell_dropped(frame_of(subject = g$subjects[g$nothing], reason = "no genotype"))
    g <- genotypes_of(g, g$nothing, threads)
  }
  tick <- progress_ticker(progress, "Linkage disequilibrium")
  alone <- sum(vapply(seq_along(g$loci), loglik_of_locus, 0, g, control))
  loglik <- fit_once(g, control, threads)$loglik
  permuted <- numeric(permutations)
  for (b in seq_along(permuted)) {
    permuted[b] <- fit_once(permuted_loci(g), control, threads)$loglik
    if (!is.null(tick)) tick(b / permutations)
  }
  extreme <- sum(permuted >= loglik - control$tolerance)
  structure(class = "htest", list(
    statistic = c(LR = 2 * (loglik - alone)),
    parameter = c(loci = length(g$loci), subjects = nrow(g$allele), permutations = permutations),
    p.value = (extreme + 1) / (permutations + 1),
    method = "Permutation test of linkage equilibrium",
    alternative = "linkage disequilibrium", data.name = deparse1(given), loglik = loglik,
    loglik_no_ld = alone, permuted = 2 * (permuted - alone)))
}

# The greatest log-likelihood of locus `j` alone.
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

# The genotypes of each locus but the first, permuted among the subjects who have one.
permuted_loci <- function(g) {
  for (j in seq_along(g$loci)[-1L]) {
    columns <- 2L * j - 1:0
    has <- which(g$allele[, columns[1L]] > 0L | g$allele[, columns[2L]] > 0L)
    g$allele[has, columns] <- g$allele[has[sample.int(length(has))], columns]
  }
  g
}
