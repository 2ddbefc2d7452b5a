# Maximum likelihood by EM over all haplotypes, in plain R, and data to try it on.

# Pairs of haplotypes that make up a genotype. Alleles are numbers, NA is missing; every allele that
# the locus has in the data may replace NA. Rows of two strings, each unordered pair once.
pairs_of_genotype <- function(one, two, alleles) {
  loci <- seq_along(alleles)
  ways <- lapply(loci, function(j) {
    both <- expand.grid(a = alleles[[j]], b = alleles[[j]])
    known <- sort(c(one[j], two[j]))
    fits <- apply(both, 1, function(p) {
      switch(length(known) + 1, TRUE, known %in% p, identical(unname(sort(p)), known))
    })
    both[fits, ]
  })
  choice <- expand.grid(lapply(ways, function(w) seq_len(nrow(w))))
  first <- do.call(paste, c(lapply(loci, function(j) ways[[j]]$a[choice[[j]]]), sep = "."))
  second <- do.call(paste, c(lapply(loci, function(j) ways[[j]]$b[choice[[j]]]), sep = "."))
  swap <- first > second
  unique(cbind(ifelse(swap, second, first), ifelse(swap, first, second)))
}

# The EM, from the given frequencies or from random ones. `one` and `two`: subjects x loci. Returns
# a list of pairs (subject, one, two), frequency (named), loglik and posterior.
em_by_definition <- function(one, two, weight = rep(1, nrow(one)), from = NULL, iterations = 5000) {
  alleles <- lapply(seq_len(ncol(one)), function(j) sort(unique(c(one[, j], two[, j]))))
  pairs <- lapply(seq_len(nrow(one)), function(i) pairs_of_genotype(one[i, ], two[i, ], alleles))
  subject <- rep(seq_along(pairs), vapply(pairs, nrow, 0L))
  pairs <- do.call(rbind, pairs)
  haplotypes <- sort(unique(as.vector(pairs)))
  if (is.null(from)) {
    from <- stats::runif(length(haplotypes))
  } else {
    from <- ifelse(haplotypes %in% names(from), from[haplotypes], 0)
  }
  f <- stats::setNames(from / sum(from), haplotypes)
  for (i in seq_len(iterations)) {
    p <- f[pairs[, 1]] * f[pairs[, 2]] * ifelse(pairs[, 1] == pairs[, 2], 1, 2)
    sums <- as.vector(rowsum(p, subject))
    posterior <- unname(p / sums[subject])
    counts <- rowsum(rep(posterior * weight[subject], 2), as.vector(pairs))
    f[] <- counts[haplotypes, ] / (2 * sum(weight))
  }
  list(subject = subject, pairs = pairs, posterior = posterior, frequency = f,
       loglik = sum(weight * log(sums)))
}

# Gametes from founders' haplotypes, some with one recombination; two matrices of alleles.
simulated_gametes <- function(subjects, alleles, founders = 5, recombining = 0.2, missing = 0) {
  loci <- length(alleles)
  founder <- vapply(alleles, function(n) sample.int(n, founders, TRUE), integer(founders))
  gamete <- function() {
    a <- founder[sample.int(founders, subjects, TRUE), , drop = FALSE]
    b <- founder[sample.int(founders, subjects, TRUE), , drop = FALSE]
    from <- ifelse(stats::runif(subjects) < recombining, sample.int(loci, subjects, TRUE), loci)
    late <- col(a) > from
    a[late] <- b[late]
    a[stats::runif(length(a)) < missing] <- NA
    a
  }
  list(one = gamete(), two = gamete())
}

# Missing values: both alleles of a genotype, or none.
missing_together <- function(gametes) {
  missing <- is.na(gametes$one) | is.na(gametes$two)
  lapply(gametes, function(m) replace(m, missing, NA))
}

# Two columns for each locus.
in_columns <- function(gametes) {
  loci <- ncol(gametes$one)
  both <- cbind(gametes$one, gametes$two)
  both[, as.vector(rbind(seq_len(loci), loci + seq_len(loci))), drop = FALSE]
}

exactly <- function(..., tolerance = 1e-11, max_iterations = 20000) {
  haplotype_control(..., min_posterior = 0, tolerance = tolerance,
                    max_iterations = max_iterations)
}

key_of <- function(fit) {
  do.call(paste, c(unname(as.list(fit$frequency[-(1:3)])), sep = "."))
}

# The EM in plain R starts from the result of haplotype_em(): it finds nothing better and moves
# little. Likelihood and posteriors are the same.
expect_maximum <- function(fit, gametes, weight = rep(1, nrow(gametes$one)), info = NULL) {
  f <- stats::setNames(fit$frequency$frequency, key_of(fit))
  at <- em_by_definition(gametes$one, gametes$two, weight, from = f, iterations = 1)
  expect_equal(fit$loglik, at$loglik, tolerance = 1e-9, info = info)
  further <- em_by_definition(gametes$one, gametes$two, weight, from = f, iterations = 300)
  expect_equal(unname(further$frequency[names(f)]), unname(f), tolerance = 1e-4, info = info)
  expect_lt(further$loglik - fit$loglik, 1e-5)
  pairs <- paste(fit$assignments$subject, key_of(fit)[fit$assignments$haplotype1],
                 key_of(fit)[fit$assignments$haplotype2])
  turned <- paste(fit$assignments$subject, key_of(fit)[fit$assignments$haplotype2],
                  key_of(fit)[fit$assignments$haplotype1])
  want <- paste(at$subject, at$pairs[, 1], at$pairs[, 2])
  place <- match(want, pairs)
  place[is.na(place)] <- match(want, turned)[is.na(place)]
  got <- ifelse(is.na(place), 0, fit$assignments$posterior[place])
  expect_equal(got, at$posterior, tolerance = 1e-7, info = info)
  expect_true(all(pairs %in% want | turned %in% want))
}

expect_sane <- function(fit) {
  expect_equal(sum(fit$frequency$frequency), 1, tolerance = 1e-9)
  expect_equal(sum(fit$frequency$count), 2 * fit$weight, tolerance = 1e-6)
  expect_false(is.unsorted(rev(fit$frequency$frequency)))
  expect_false(anyDuplicated(fit$frequency$haplotype) > 0)
  sums <- tapply(fit$assignments$posterior, fit$assignments$subject, sum)
  expect_equal(as.vector(sums), rep(1, fit$subjects), tolerance = 1e-9)
  em <- paste(fit$trace$loci, fit$trace$round)
  expect_true(all(unlist(tapply(fit$trace$loglik, em, diff)) > -1e-8))
  expect_identical(nrow(fit$trace), fit$iterations)
}
