#' Linkage disequilibrium of haplotypes
#'
#' D' and r^2 of all pairs of loci, from the frequencies of haplotypes.
#'
#' @param x A result of [haplotype_em()]; for the methods, of `haplotype_ld()`.
#' @param object A result of `haplotype_ld()`; for `print()` of a summary the summary.
#' @details
#' For alleles i and j of two loci, `D_ij = p_ij - p_i q_j`, where `p_ij` is the frequency of
#' haplotypes with both alleles and `p_i`, `q_j` are the frequencies of the alleles in all
#' haplotypes. `D'_ij` is `D_ij` over the greatest value that is possible with this sign and these
#' frequencies.
#'
#' * **D'** is the sum of `p_i q_j |D'_ij|` (Hedrick). With two alleles at each locus this is
#'   `|D'|`.
#' * **r^2** is the sum of `D_ij^2 / (p_i q_j)`, divided by the number of alleles less 1, at the
#'   locus with fewer alleles (Cramer's V, squared). With two alleles at each locus this is their
#'   squared correlation.
#'
#' Both are from 0 to 1, and `NaN` for a locus of one allele.
#'
#' **The tolerance of the EM matters.** The EM ends when the log-likelihood grows by less than the
#' `tolerance` of [haplotype_control()]. Frequencies of rare haplotypes still move then, and D'
#' depends on them. 214 simulated data sets (50 to 2,000 subjects, 2 to 6 loci, 1,326 pairs of loci)
#' were fitted with several tolerances (2026-11-23, `bench/haplotype_ld.R` of the sources). From one
#' tolerance to the other D' and r^2 moved by
#'
#' | tolerances | | half of the pairs | 5 % above | 1 % above | at most |
#' |:--|:--|:--|:--|:--|:--|
#' | 0.001 (default) and 1e-12 | D' | 0.00002 | 0.0019 | 0.008 | 0.06 |
#' | 0.001 (default) and 1e-12 | r^2 | | 0.00045 | 0.0019 | 0.02 |
#' | 1e-7 (`max_iterations = 1e5`) and 1e-12 | D' | | | 0.0002 | 0.008 |
#'
#' Another tolerance can lead to another maximum with nearly the same log-likelihood; more `starts`
#' help against this. `print()` adds a line if the tolerance is above 1e-5, or if the EM ended by
#' `max_iterations`.
#'
#' **Time** is `O(haplotypes * alleles^2)`, **memory** `O(alleles^2)`, with the number of alleles of
#' all loci together. An `x` that is no result of [haplotype_em()] is an error of class
#' `manycore_error_argument`.
#'
#' @return A list of class `haplotype_ld` with `d_prime` and `r2`, symmetric matrices of loci,
#'   `tolerance`, that of the EM, and `converged`, whether the EM converged.
#'
#'   `as.data.frame()` and `generics::tidy()` return a row for each pair of loci: `from`, `to`,
#'   `d_prime`, `r2`. `as.matrix()` returns one of the matrices, and `x[i, j]` a part of it.
#'   `dim()`, `dimnames()`, `head()`, `tail()` and `t()` are those of the matrix `r2`.
#'   `format()` returns the printed matrix of strings, D' above the diagonal and r^2 below.
#'   `summary()` returns the numbers of `loci` and `pairs`, the quartiles of `d_prime` and `r2`, the
#'   `strongest` pairs by r^2, `tolerance` and `converged`. `generics::glance()` returns one row:
#'   `loci`, `pairs`, `median.d_prime`, `max.d_prime`, `median.r2`, `max.r2`, `tolerance`,
#'   `converged`.
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
#' @family haplotypes
#' @export
haplotype_ld <- function(x) {
  if (missing(x)) stop_missing("x")
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
  least <- pmin(product, outer(1 - p, 1 - p)) # the greatest possible -D
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
    m[lower.tri(m)] <- t(m)[lower.tri(m)] # the same bits on both sides
    diag(m)[!is.nan(diag(m))] <- 1
    dimnames(m) <- list(x$loci, x$loci)
    m
  }
  structure(list(d_prime = clean(d_prime), r2 = clean(r2), tolerance = x$control$tolerance,
                 converged = x$converged), class = "haplotype_ld")
}

#' @param measure `"r2"` or `"d_prime"`.
#' @rdname haplotype_ld
#' @export
as.matrix.haplotype_ld <- function(x, measure = c("r2", "d_prime"), ...) {
  check_dots(...)
  x[[match_word(measure, c("r2", "d_prime"), "measure")]]
}

#' @export
dim.haplotype_ld <- function(x) dim(unclass(x)$r2)

#' @export
dimnames.haplotype_ld <- function(x) dimnames(unclass(x)$r2)

#' @export
t.haplotype_ld <- function(x) t(as.matrix(x))

#' @importFrom utils head
#' @export
head.haplotype_ld <- function(x, ...) utils::head(as.matrix(x), ...)

#' @importFrom utils tail
#' @export
tail.haplotype_ld <- function(x, ...) utils::tail(as.matrix(x), ...)

#' @param i,j,drop As for a matrix.
#' @rdname haplotype_ld
#' @export
`[.haplotype_ld` <- function(x, i, j, ..., measure = c("r2", "d_prime"), drop = TRUE) {
  if (nargs() - (!missing(measure)) - (!missing(drop)) != 3L) {
    stop_manycore("argument", "'[' must have two indices, of loci: x[i, j]", argument = "i")
  }
  as.matrix(x, measure = measure)[i, j, drop = drop]
}

#' @param digits The number of decimals, from 0 to 20.
#' @param ... `print()` takes the other arguments of [print.default()], without effect. Anything
#'   else is an error.
#' @rdname haplotype_ld
#' @export
format.haplotype_ld <- function(x, digits = 2L, ...) {
  check_dots(..., .also = format_arguments)
  if (!is_whole(digits, 0, 20)) {
    stop_argument("digits", "a whole number from 0 to 20", digits)
  }
  both <- x$r2
  both[upper.tri(both)] <- x$d_prime[upper.tri(both)]
  text <- format_decimals(both, digits)
  diag(text) <- ""
  text
}

ld_title <- function(loci) paste("Linkage disequilibrium of", count_of_loci(loci))

#' @rdname haplotype_ld
#' @export
print.haplotype_ld <- function(x, digits = 2L, ...) {
  check_dots(..., .also = print_arguments)
  text <- format(x, digits)
  cat(ld_title(nrow(x$r2)), ": D' above the diagonal, r^2 below\n", sep = "")
  print(text, quote = FALSE, right = TRUE)
  cat(accuracy_of_ld(x))
  invisible(x)
}

# A line on the accuracy of the numbers if the EM ended early.
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
  check_dots(..., .also = table_arguments)
  at <- which(upper.tri(x$r2), arr.ind = TRUE)
  at <- at[order(at[, 1], at[, 2]), , drop = FALSE]
  as_table(list(from = rownames(x$r2)[at[, 1]], to = colnames(x$r2)[at[, 2]],
                d_prime = x$d_prime[at], r2 = x$r2[at]), row.names, stringsAsFactors)
}

#' @rdname haplotype_ld
#' @usage \method{tidy}{haplotype_ld}(x, ...)
#' @exportS3Method generics::tidy
tidy.haplotype_ld <- function(x, ...) {
  as.data.frame(x, ...)
}

#' @param strongest How many pairs to list.
#' @rdname haplotype_ld
#' @export
summary.haplotype_ld <- function(object, strongest = 5, ...) {
  check_dots(...)
  strongest <- check_number_from(strongest, "strongest", 0)
  table <- as.data.frame(object)
  first <- utils::head(order(-table$r2, na.last = NA), floor(strongest))
  quartiles <- function(value) {
    if (!all(is.na(value))) stats::quantile(value, na.rm = TRUE)
  }
  structure(class = "summary.haplotype_ld", list(
    loci = nrow(object$r2), pairs = nrow(table), d_prime = quartiles(table$d_prime),
    r2 = quartiles(table$r2), strongest = as_table(as.list(table[first, ])),
    tolerance = object$tolerance, converged = object$converged
  ))
}

#' @rdname haplotype_ld
#' @export
print.summary.haplotype_ld <- function(x, digits = 2L, ...) {
  check_dots(..., .also = print_arguments)
  check_digits(digits)
  numbers <- function(q) if (!is.null(q)) paste(format(q, digits = digits), collapse = " ")
  print_fields(ld_title(x$loci), c(pairs = format_count(x$pairs),
                                   "quartiles of D'" = numbers(x$d_prime),
                                   "quartiles of r^2" = numbers(x$r2)))
  if (nrow(x$strongest) > 0) {
    cat("Strongest pairs:\n")
    print(x$strongest, digits = digits, row.names = FALSE)
  }
  cat(accuracy_of_ld(x))
  invisible(x)
}

#' @rdname haplotype_ld
#' @usage \method{glance}{haplotype_ld}(x, ...)
#' @exportS3Method generics::glance
glance.haplotype_ld <- function(x, ...) {
  check_dots(...)
  s <- summary(x)
  quartile <- function(q, number) if (is.null(q)) NA_real_ else q[[number]]
  one_row(loci = s$loci, pairs = s$pairs, median.d_prime = quartile(s$d_prime, 3),
          max.d_prime = quartile(s$d_prime, 5), median.r2 = quartile(s$r2, 3),
          max.r2 = quartile(s$r2, 5), tolerance = s$tolerance, converged = s$converged)
}
