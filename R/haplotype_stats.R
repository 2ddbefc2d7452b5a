#' A result in the shape of haplo.stats
#'
#' Converts a result of [haplotype_em()] to the list that `haplo.em()` of the package haplo.stats
#' returns. Code that expects such a list works with it: `print()`, `summary()`, `haplo.design()`,
#' and functions of haplotype codes and posteriors.
#'
#' @param x A result of [haplotype_em()].
#' @param geno The genotypes that `x` was made of. Only for `max.pairs`.
#' @param coding The coding of `geno`, as for [haplotype_em()]. By default that of `x`.
#' @details
#' Haplotypes are those of `x$assignments`, in the order of their alleles. `hap.prob` are their
#' frequencies in `x`. They add up to 1, less the frequencies of haplotypes that are in no listed
#' pair.
#'
#' `haplo.score()` and `haplo.glm()` take genotypes and call `haplo.em()` themselves. To make them
#' call `haplotype_em()`, copy the function and give the copy an environment with another
#' `haplo.em()`:
#'
#' ```
#' score <- haplo.stats::haplo.score
#' environment(score) <- list2env(list(haplo.em = function(geno, ...) {
#'   control <- haplotype_control(starts = 10, cull_every = 6, min_posterior = 1e-9,
#'                                tolerance = 1e-5, max_iterations = 5000)
#'   as_haplo_em(haplotype_em(geno, coding = "alleles", control = control))
#' }), parent = asNamespace("haplo.stats"))
#' score(y, geno)
#' ```
#'
#' These settings are the defaults of `haplo.em()`. With the defaults of `haplotype_em()`, which are
#' those of SNPHAP, the EM ends earlier (`tolerance` is 0.001): posteriors differ in the second or
#' third digit, and scores by some percent.
#'
#' `haplo.glm()` calls `haplo.em()` in `haplo.stats:::haplo.model.frame()`. Change both functions in
#' this way.
#' @return A list of the class `haplo.em`: `lnlike`, `lnlike.noLD`, `lr`, `df.lr`, `hap.prob`,
#'   `hap.prob.noLD`, `converge`, `locus.label`, `indx.subj`, `subj.id` (both row numbers of
#'   `geno`), `post`, `hap1code`, `hap2code`, `haplotype`, `nreps`, `rows.rem` (rows that were
#'   dropped), `max.pairs` (`NA` without `geno`) and `control`.
#' @seealso [haplotype_em()], [predict.haplotype_em()]
#' @examples
#' set.seed(1)
#' alleles <- matrix(sample(c("a", "b"), 120, TRUE), 20)
#' fit <- haplotype_em(alleles)
#' h <- as_haplo_em(fit, alleles)
#' head(h$haplotype)
#' h$hap.prob
#' # haplo.stats::haplo.design(h) makes regressors of it
#' @family haplotypes
#' @export
as_haplo_em <- function(x, geno = NULL, coding = x$coding) {
  if (missing(x)) stop_missing("x")
  check_haplotypes(x)
  a <- x$assignments
  listed <- sort.int(unique(c(a$haplotype1, a$haplotype2)))
  number <- numbers_of_alleles(x)[listed, , drop = FALSE]
  order <- do.call(order, c(lapply(seq_along(x$loci), function(j) number[, j]), method = "radix"))
  number <- number[order, , drop = FALSE]
  listed <- listed[order]
  code <- integer(nrow(x$frequency))
  code[listed] <- seq_along(listed)
  product <- rep(1, length(listed))
  for (j in seq_along(x$loci)) product <- product * x$alleles[[j]][number[, j]]
  haplotype <- data.frame(lapply(x$frequency[listed, -(1:3)], I), check.names = FALSE)
  names(haplotype) <- x$loci
  row.names(haplotype) <- NULL
  rows <- unique(x$row)
  all <- length(rows) + nrow(x$dropped)
  structure(class = "haplo.em", list(
    lnlike = x$loglik, lnlike.noLD = x$loglik_no_ld, lr = x$lr, df.lr = x$df,
    hap.prob = x$frequency$frequency[listed], hap.prob.noLD = unname(product / sum(product)),
    converge = as.numeric(x$converged), locus.label = x$loci, indx.subj = x$row,
    subj.id = x$row, post = a$posterior, hap1code = code[a$haplotype1],
    hap2code = code[a$haplotype2], haplotype = haplotype, nreps = table(indx.subj = x$row),
    rows.rem = setdiff(seq_len(all), rows),
    max.pairs = if (is.null(geno)) rep(NA_real_, all) else
      count_explaining_pairs(x, geno, coding, all),
    control = control_of_haplo_em(x)))
}

# The number of pairs of haplotypes that explain each genotype, of all alleles in the data. Ordered
# pairs of different haplotypes count twice, so the number of unordered pairs is (ordered + equal) /
# 2.
count_explaining_pairs <- function(x, geno, coding, subjects) {
  g <- as_genotypes(geno, coding = coding, empty = TRUE)
  if (nrow(g$allele) != subjects || length(g$loci) != length(x$loci)) {
    stop_manycore("argument", "'geno' must be the genotypes of 'x', of ", subjects,
                  " subjects and ", length(x$loci), " loci", argument = "geno")
  }
  ordered <- equal <- rep(1, subjects)
  for (j in seq_along(x$loci)) {
    one <- g$allele[, 2L * j - 1L]
    two <- g$allele[, 2L * j]
    known <- (one > 0L) + (two > 0L)
    alleles <- length(g$labels[[j]])
    same <- known == 2 & one == two
    ordered <- ordered * ifelse(same, 1, c(alleles^2, 2 * alleles - 1, 2)[known + 1])
    equal <- equal * ifelse(same, 1, c(alleles, 1, 0)[known + 1])
  }
  (ordered + equal) / 2
}

# The settings under the names of haplo.em.control().
control_of_haplo_em <- function(x) {
  control <- x$control
  list(loci.insert.order = if (is.numeric(control$order)) control$order else seq_along(x$loci),
       insert.batch.size = if (control$cull_every == 0) length(x$loci) else control$cull_every,
       min.posterior = control$min_posterior, tol = control$tolerance,
       max.iter = control$max_iterations, random.start = 1, n.try = control$starts,
       iseed = control$seed, max.haps.limit = control$max_haplotypes, verbose = 0)
}
