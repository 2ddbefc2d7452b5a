#' Linkage disequilibrium of haplotypes
#'
#' How the alleles of each pair of loci go together, by the frequencies of their haplotypes: D' and
#' r^2, as numbers and as a picture.
#'
#' @param x A result of [haplotype_em()]; for methods, of `haplotype_ld()`.
#' @details
#' For alleles i and j of two loci, `D_ij = p_ij - p_i q_j`, of the frequencies of haplotypes with
#' both and of the alleles in all haplotypes. `D'_ij` is `D_ij` over the greatest value that it
#' could have with its sign and these frequencies.
#'
#' * **D'** is the sum of `p_i q_j |D'_ij|` (Hedrick): of two alleles at each locus `|D'|`.
#' * **r^2** is the sum of `D_ij^2 / (p_i q_j)`, over the number of alleles at the locus that has
#'   fewer, less 1 (Cramer's V, squared): of two alleles at each locus their squared correlation.
#'
#' Both are between 0 and 1, and not a number for a locus of one allele.
#'
#' **The tolerance of the EM moves them.** The EM ends when the log-likelihood grows by less than
#' the `tolerance` of [haplotype_control()]. Frequencies of rare haplotypes, on which D' depends,
#' have not settled then. 214 simulated data sets (50 to 2,000 subjects, 2 to 6 loci, 1,326 pairs
#' of loci) were fitted with several tolerances (2026-11-23, `bench/haplotype_ld.R` of the
#' sources). Between 0.001, the default, and 1e-12 D' moved by 0.00002 in half of the pairs, by
#' more than 0.0019 in 5 %, by more than 0.008 in 1 %, and by 0.06 at most; r^2 moved by more than
#' 0.00045 in 5 %, by more than 0.0019 in 1 %, and by 0.02 at most. Between 1e-7 (with
#' `max_iterations = 1e5`) and 1e-12 D' moved by more than 0.0002 in 1 %, and by 0.008 at most.
#' Another tolerance can lead to another maximum with nearly the same log-likelihood: more `starts`
#' help there. `print()` says so if the tolerance is above 1e-5, or if the EM ended by
#' `max_iterations`.
#'
#' **Complexity**: `O(haplotypes * alleles^2)` with the number of alleles of all loci together.
#' @return A list of the class `haplotype_ld` with `d_prime` and `r2`, symmetric matrices of loci,
#'   and the `tolerance` of the EM and whether it `converged`.
#'   `as.data.frame()` gives a row for each pair of loci: `locus1`, `locus2`, `d_prime`, `r2`;
#'   `as.matrix()` one of the matrices, and `x[i, j]` a part of it.
#' @references
#' Hedrick PW (1987). Gametic disequilibrium measures: proceed with caution. *Genetics* 117,
#' 331-341.
#' @seealso [plot.haplotype_em()]
#' @examples
#' set.seed(1)
#' haplotypes <- rbind(c(0, 0, 0), c(1, 1, 0), c(0, 0, 1))
#' geno <- haplotypes[sample(3, 50, TRUE), ] + haplotypes[sample(3, 50, TRUE), ]
#' ld <- haplotype_ld(haplotype_em(geno, loci = c("rs1", "rs2", "rs3")))
#' ld
#' ld["rs1", "rs3"]
#' @export
haplotype_ld <- function(x) {
  check_haplotypes(x)
  number <- numbers_of_alleles(x)
  alleles <- lengths(x$alleles)
  locus <- rep.int(seq_along(alleles), alleles)
  has <- number[, locus, drop = FALSE] == rep(sequence(alleles), each = nrow(number))
  storage.mode(has) <- "double"
  frequency <- x$frequency$frequency / sum(x$frequency$frequency)
  both <- crossprod(has, frequency * has)
  p <- diag(both)
  product <- outer(p, p)
  d <- both - product
  least <- pmin(product, outer(1 - p, 1 - p)) # the most that -D can be
  most <- pmin(outer(p, 1 - p), outer(1 - p, p))
  relative <- abs(d) / ifelse(d < 0, least, most)
  relative[d == 0] <- 0
  sums <- function(m) {
    m[product == 0] <- 0
    unname(rowsum(t(rowsum(m, locus)), locus))
  }
  present <- rowsum(as.numeric(p > 0), locus)[, 1]
  fewer <- outer(present, present, pmin) - 1
  d_prime <- sums(product * relative)
  r2 <- sums(d^2 / product) / fewer
  d_prime[fewer == 0] <- NaN
  r2[fewer == 0] <- NaN
  clean <- function(m) {
    m[] <- pmin(m, 1)
    m[lower.tri(m)] <- t(m)[lower.tri(m)] # the same bits
    diag(m)[!is.nan(diag(m))] <- 1
    dimnames(m) <- list(x$loci, x$loci)
    m
  }
  structure(list(d_prime = clean(d_prime), r2 = clean(r2), tolerance = x$control$tolerance,
                 converged = x$converged), class = "haplotype_ld")
}

check_haplotypes <- function(x, argument = "x") {
  if (!inherits(x, "haplotype_em")) {
    stop_argument(argument, "a result of haplotype_em()", x)
  }
}

#' @param measure `"r2"` or `"d_prime"`.
#' @rdname haplotype_ld
#' @export
as.matrix.haplotype_ld <- function(x, measure = c("r2", "d_prime"), ...) {
  if (...length() > 0L) {
    stop_unused(substitute(list(...)), names(formals(as.matrix.haplotype_ld)))
  }
  x[[match_word(measure, c("r2", "d_prime"), "measure")]]
}

#' @param i,j,drop As for a matrix.
#' @rdname haplotype_ld
#' @export
`[.haplotype_ld` <- function(x, i, j, ..., measure = c("r2", "d_prime"), drop = TRUE) {
  if (nargs() - (!missing(measure)) - (!missing(drop)) != 3L) {
    stop_manycore("argument", "'[' must have two indices, of loci: x[i, j]", argument = "i")
  }
  as.matrix(x, measure = measure)[i, j, drop = drop]
}

#' @param digits Digits behind the point, from 0 to 20.
#' @param ... Not used.
#' @rdname haplotype_ld
#' @export
print.haplotype_ld <- function(x, digits = 2L, ...) {
  if (!is.numeric(digits) || length(digits) != 1 || !digits %in% 0:20) {
    stop_argument("digits", "a whole number from 0 to 20", digits)
  }
  cat("Linkage disequilibrium of ", nrow(x$r2), " loci: D' above the diagonal, r^2 below\n",
      sep = "")
  both <- x$r2
  both[upper.tri(both)] <- x$d_prime[upper.tri(both)]
  text <- format_decimals(both, digits)
  diag(text) <- ""
  print(text, quote = FALSE, right = TRUE)
  cat(accuracy_of_ld(x))
  invisible(x)
}

# A line on how exact the numbers are, where the EM ended early.
accuracy_of_ld <- function(x) {
  if (!x$converged) {
    "The EM ended before it converged: D' may move, see ?haplotype_ld\n"
  } else if (x$tolerance > 1e-5) {
    paste0("The EM ended at a tolerance of ", format(x$tolerance),
           ": D' may move in the second digit, see ?haplotype_ld\n")
  }
}

#' @param row.names,optional,stringsAsFactors As for [as.data.frame()].
#' @rdname haplotype_ld
#' @export
as.data.frame.haplotype_ld <- function(x, row.names = NULL, optional = FALSE, ...,
                                       stringsAsFactors = FALSE) {
  check_table_arguments(substitute(list(...)), names(formals(as.data.frame.haplotype_ld)))
  at <- which(upper.tri(x$r2), arr.ind = TRUE)
  at <- at[order(at[, 1], at[, 2]), , drop = FALSE]
  with_factors(data.frame(locus1 = rownames(x$r2)[at[, 1]], locus2 = colnames(x$r2)[at[, 2]],
                          d_prime = x$d_prime[at], r2 = x$r2[at], row.names = row.names,
                          stringsAsFactors = FALSE), stringsAsFactors)
}
