# The result of haplotype_em(), made of the answer of C.

# `fit`: the list from C for the genotypes `g` (as_genotypes()) of the subjects that were used.
haplotype_result <- function(fit, g, weight, dropped, control) {
  alleles <- alleles_by_locus(fit$haplotype, g)
  lost <- fit$lost > 0 # NULL: none
  count <- nrow(g$allele) - sum(lost)
  all <- if (is.null(weight)) as.double(count) else
    sum(if (any(lost)) weight[!lost] else weight)
  result <- list(
    frequency = as_table(c(
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

# A data frame of columns of one length.
frame_of <- function(...) as_table(list(...))

# subjects[row]. If subjects are the numbers from 1 on, that is `row`, and nothing is copied.
picked <- function(subjects, row) {
  if (is.character(subjects)) subjects[row] else if (identical(subjects, seq_along(subjects)))
    row else subjects[row]
}

# A statistic that should be 0 or more. The EM ends below the maximum of the likelihood by about its
# tolerance, so the statistic may be below 0 by as much.
not_below_0 <- function(lr, tolerance) {
  if (is.finite(lr) && lr < 0 && lr >= -tolerance) 0 else lr
}

free_frequencies <- function(frequency) {
  sum(frequency > 1e-7) - 1L
}

# The names of alleles, a list with a vector for each locus.
alleles_by_locus <- function(number, g) {
  alleles <- lapply(seq_along(g$loci), function(j) g$labels[[j]][number[, j]])
  names(alleles) <- make.unique(g$loci)
  alleles
}

paste_alleles <- function(alleles) {
  short <- all(vapply(alleles, function(a) all(nchar(a) == 1L), NA))
  do.call(paste, c(unname(alleles), sep = if (short) "" else ":"))
}

# Sums of x by groups, which are numbers from 1 to n.
rowsum_of <- function(x, group, n) {
  sums <- numeric(n)
  found <- rowsum(x, group)
  sums[as.numeric(rownames(found))] <- found # numbers may be above the largest integer
  sums
}

check_haplotypes <- function(x, argument = "x") {
  if (!inherits(x, "haplotype_em")) {
    stop_argument(argument, "a result of haplotype_em()", x)
  }
  if (!has_haplotypes(x)) {
    stop_manycore("argument", "'", argument, "' was changed after haplotype_em() returned it",
                  argument = argument)
  }
}

# Are the parts there that other functions read, with their types and lengths?
has_haplotypes <- function(x) {
  if (!is.list(x) || is.null(names(x))) {
    return(FALSE)
  }
  x <- unclass(x)
  is_frame <- function(frame, columns) {
    is.list(frame) && all(columns %in% names(frame)) && length(unique(lengths(frame))) == 1L
  }
  loci <- length(x$loci)
  places <- function(number) {
    is.integer(number) && !anyNA(number) && all(number >= 1L & number <= nrow(x$frequency))
  }
  is.character(x$loci) && is_frame(x$frequency, c("haplotype", "frequency", "count")) &&
    is.data.frame(x$frequency) && ncol(x$frequency) == 3L + loci &&
    is.double(x$frequency$frequency) && is.list(x$alleles) && length(x$alleles) == loci &&
    is_frame(x$assignments, c("subject", "haplotype1", "haplotype2", "posterior")) &&
    places(x$assignments$haplotype1) && places(x$assignments$haplotype2) &&
    is.double(x$assignments$posterior) && length(x$row) == length(x$assignments$posterior) &&
    is.data.frame(x$dropped) && is.character(x$coding) && is.list(x$control)
}

# A matrix of the numbers of alleles, with a row for each haplotype of the fit and a column for each
# locus.
numbers_of_alleles <- function(object) {
  alleles <- object$frequency[-(1:3)]
  number <- lapply(seq_along(alleles), function(j) {
    match(alleles[[j]], names(object$alleles[[j]]))
  })
  matrix(unlist(number), nrow(alleles))
}
