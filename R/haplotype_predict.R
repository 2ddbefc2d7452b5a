# Predictions: the pairs of haplotypes that explain genotypes, known or new.

#' Haplotypes of genotypes, known or new
#'
#' `predict()` returns the pairs of haplotypes that explain each genotype, with their posteriors
#' under the frequencies of [haplotype_em()]. `impute_genotypes()` fills in missing alleles.
#'
#' @param object A result of [haplotype_em()].
#' @param newdata Genotypes in one of the forms of [haplotype_em()]; `NULL` means the genotypes of
#'   the fit. Loci are matched by their names; without names they are in the order of `object$loci`.
#'   Genotypes of no subject, such as `geno[0, ]`, give results without rows.
#' @param type For `predict()`:
#'   * `"pair"`, the most probable pair of each subject;
#'   * `"posterior"`, all pairs with a posterior of at least `min_posterior`, and the most probable
#'     pair;
#'   * `"dosage"`, the expected number of copies of each haplotype, for a regression.
#'
#'   For `impute_genotypes()`: `"best"`, by the most probable pair, or `"draw"`, by a pair that is
#'   drawn by its posterior.
#' @param min_posterior See `type`. For `newdata` only.
#' @param min_frequency For `type = "dosage"`: the least frequency of the haplotypes in the result.
#' @param draws For `type = "draw"`: the number of draws.
#' @param output The coding of the result of `impute_genotypes()`: `"dosage"`, `"alleles"` or
#'   `"vcf"`, as the argument `coding` of [haplotype_em()]. `"auto"` means that of the fit.
#' @param coding The coding of `newdata`, as for [haplotype_em()]. By default that of the fit.
#' @param loci Names of the loci of `newdata`. `NULL` means the names of its columns.
#' @param threads Number of threads. `NULL`: see [manycore_threads()].
#' @param progress Whether to show a progress bar.
#' @param ... Nothing: anything here is an error.
#'
#' @details
#' **Posteriors.** The frequencies are taken as known. With `newdata`, pairs are formed of all
#' haplotypes in `object$frequency`. So a subject of the fit may get rare pairs that the fit culled.
#' With `newdata = NULL`, pairs and posteriors are those of `object$assignments`. A missing allele
#' may be any allele of a haplotype at this locus. Posteriors are shares of all pairs that explain
#' the genotype, also of pairs that are not listed.
#'
#' **Subjects without any pair** have an allele or a haplotype that the fit does not have. A message
#' names them. They get `NA` for `"pair"` and `"dosage"`, and no row for `"posterior"`.
#' `impute_genotypes()` returns their known alleles, unphased.
#'
#' **Draws** use R's generator, see [set.seed()]: one random number for each subject and draw, all
#' subjects of the first draw first. They reflect the uncertainty of the pairs, but not that of the
#' frequencies.
#'
#' **Time.** Subjects with the same genotype are grouped. Each group takes `O(haplotypes + pairs)`
#' by a hash table, in several threads. The results have the same bits with any number of threads. A
#' subject without any genotype is explained by all pairs of haplotypes. **Memory**: the result; for
#' `type = "dosage"` 8 bytes for each subject and haplotype.
#'
#' **Errors** are of the classes in [manycore_errors]: `"argument"` for invalid genotypes, for loci
#' of the fit that `newdata` lacks, and if `newdata` and the fit have no allele in common; `"size"`
#' for `output = "dosage"` if a locus has more than two alleles.
#'
#' @return `predict()` returns
#'   * for `"pair"` a data frame with a row for each subject: `subject`, `haplotype1`, `haplotype2`
#'     (rows of `object$frequency`, the more frequent haplotype first) and `posterior`;
#'   * for `"posterior"` such a data frame with a row for each pair, a subject's most probable pair
#'     first;
#'   * for `"dosage"` a matrix of subjects and haplotypes.
#'
#'   `impute_genotypes()` returns a matrix with a row for each subject; with several draws a list of
#'   such matrices.
#'   * `"dosage"`: the number of copies of the allele "1" ("B" of a `SnpMatrix`; all alleles but "0"
#'     of VCF strings; else the second of two alleles);
#'   * `"alleles"`: two columns for each locus, the first of `haplotype1`, the second of
#'     `haplotype2`, so that they have a phase;
#'   * `"vcf"`: "0|1" and the like with the numbers of alleles. For a fit of 0, 1 and 2, or of VCF
#'     strings, these are the alleles; else the alleles are numbered from 0 in their order.
#' @seealso [haplotype_em()], [as_haplo_em()]
#' @examples
#' set.seed(1)
#' haplotypes <- rbind(c(0, 0, 0), c(1, 1, 0), c(0, 1, 1), c(1, 0, 0))
#' draw <- function(n) haplotypes[sample(4, n, TRUE, c(0.5, 0.3, 0.15, 0.05)), ]
#' fit <- haplotype_em(draw(200) + draw(200))
#' fit
#'
#' new <- rbind(ann = c(1, 1, 0), bob = c(NA, 2, 1), cyd = c(1, NA, NA))
#' predict(fit, new)
#' predict(fit, new, type = "posterior")
#' predict(fit, new, type = "dosage", min_frequency = 0.1)
#' impute_genotypes(fit, new)
#' impute_genotypes(fit, new, output = "vcf")
#' impute_genotypes(fit, new, type = "draw", draws = 2)
#' @name predict.haplotype_em
NULL

#' @rdname predict.haplotype_em
#' @export
predict.haplotype_em <- function(object, newdata = NULL, type = c("pair", "posterior", "dosage"),
                                 min_posterior = 0.001, min_frequency = 0.01,
                                 coding = object$coding, loci = NULL, threads = NULL,
                                 progress = interactive(), ...) {
  check_dots(...)
  type <- match_word(type, c("pair", "posterior", "dosage"), "type")
  min_posterior <- check_share(min_posterior, "min_posterior")
  min_frequency <- check_share(min_frequency, "min_frequency")
  threads <- check_threads(threads)
  if (is.null(newdata)) {
    pairs <- known_pairs(object)
  } else {
    g <- new_genotypes(object, newdata, loci, coding, threads)
    tick <- progress_ticker(progress, "Haplotypes")
    pairs <- predicted_pairs(object, g, switch(type, pair = 2, posterior = min_posterior,
                                               dosage = 0), threads, tick)
    tell_unexplained(g$subjects, pairs$row)
  }
  switch(type, pair = best_pairs(pairs), posterior = listed_pairs(pairs),
         dosage = copies_of(pairs, object, min_frequency))
}

#' @rdname predict.haplotype_em
#' @export
impute_genotypes <- function(object, newdata = NULL, type = c("best", "draw"), draws = 1,
                             output = c("auto", "dosage", "alleles", "vcf"),
                             coding = object$coding, loci = NULL, threads = NULL,
                             progress = interactive(), ...) {
  check_dots(...)
  if (missing(object)) stop_missing("object")
  check_haplotypes(object, "object")
  type <- match_word(type, c("best", "draw"), "type")
  good <- is_whole(draws, 1, .Machine$integer.max)
  if (!good || (type == "best" && draws != 1)) {
    stop_argument("draws", if (good) "1 for type = \"best\"" else
      "a whole number from 1 to 2147483647", draws)
  }
  output <- match_word(output, c("auto", "dosage", "alleles", "vcf"), "output")
  if (output == "auto") {
    output <- object$coding
  }
  if (output == "dosage") {
    check_two_alleles(object)
  }
  threads <- check_threads(threads)
  subjects <- if (is.null(newdata)) object$subjects else count_subjects(newdata)
  check_room(as.double(draws) * subjects * max(2, length(object$loci)))
  g <- NULL
  if (is.null(newdata)) {
    pairs <- known_pairs(object)
    chosen <- if (type == "best") best_pairs(pairs) else draw_known(pairs, draws)
  } else {
    g <- new_genotypes(object, newdata, loci, coding, threads)
    tick <- progress_ticker(progress, "Haplotypes")
    chosen <- if (type == "best") best_pairs(predicted_pairs(object, g, 2, threads, tick)) else
      draw_new(object, g, draws, threads, tick)
    tell_unexplained(g$subjects, which(!is.na(as.matrix(chosen$haplotype1)[, 1])))
  }
  one <- as.matrix(chosen$haplotype1)
  two <- as.matrix(chosen$haplotype2)
  names <- if (is.null(g)) pairs$subjects else g$subjects
  filled <- lapply(seq_len(draws), function(d) {
    genotypes_of_pairs(object, one[, d], two[, d], g, output, names)
  })
  if (draws == 1) filled[[1]] else filled
}

check_share <- function(x, argument) {
  if (!is_number(x, 0, 1)) {
    stop_argument(argument, "a number from 0 to 1", x)
  }
  as.double(x)
}

check_two_alleles <- function(object) {
  many <- which(lengths(object$alleles) > 2)
  if (length(many) > 0) {
    stop_manycore("size", "'output' cannot be \"dosage\": locus ", object$loci[many[1]], " has ",
                  length(object$alleles[[many[1]]]), " alleles", argument = "output")
  }
}

tell_unexplained <- function(subjects, explained) {
  lost <- setdiff(seq_along(subjects), explained)
  if (length(lost) > 0) {
    message("no pair of the fit's haplotypes explains ", count_of(length(lost), "subject"), ": ",
            paste(subjects[utils::head(lost, 5)], collapse = ", "),
            if (length(lost) > 5) ", ...")
  }
}

# ---- genotypes ----

# The genotypes of `newdata` by the fit's numbers of alleles. An allele that the fit does not have
# gets the number behind the last one. `labels` has the names of all alleles of `newdata`, `given`
# their numbers in `labels`.
new_genotypes <- function(object, newdata, loci, coding, threads) {
  none <- has_no_subjects(newdata)
  if (none && identical(coding, "auto")) coding <- object$coding
  rows <- if (none) a_missing_subject(newdata) else newdata
  g <- renamed_argument(as_genotypes(rows, loci, coding, empty = TRUE, threads = threads),
                        "geno", "newdata")
  if (none) {
    g$allele <- g$allele[0L, , drop = FALSE]
    g$subjects <- if (is.character(attr(newdata, "row.names"))) character() else integer()
  }
  columns <- match_loci(object, g)
  g$given <- g$allele[, as.vector(rbind(2L * columns - 1L, 2L * columns)), drop = FALSE]
  g$labels <- g$labels[columns]
  if (object$coding == "dosage" && g$coding == "dosage") { # one of them may be a SnpMatrix
    names <- if (any(unlist(lapply(object$alleles, names)) %in% c("A", "B"))) c("A", "B") else
      c("0", "1")
    g$labels <- lapply(g$labels, function(l) names[2L - match(l, c("0", "1", "A", "B")) %% 2L])
  }
  g$allele <- g$given
  common <- FALSE
  for (j in seq_along(columns)) {
    at <- match(g$labels[[j]], names(object$alleles[[j]]), length(object$alleles[[j]]) + 1L)
    both <- c(2L * j - 1L, 2L * j)
    g$allele[, both] <- c(0L, at)[g$given[, both] + 1L]
    common <- common || length(at) == 0 || any(at <= length(object$alleles[[j]]))
  }
  if (!common) {
    stop_manycore("argument", "'newdata' has other alleles than the fit at all loci: ",
                  quoted(g$labels[[1]]), " and ", quoted(names(object$alleles[[1]])), " at locus ",
                  object$loci[1], argument = "newdata")
  }
  g
}

# dim() of a SnpMatrix would ask for the package snpStats.
count_subjects <- function(newdata) {
  if (is_snps(newdata, "newdata")) c(attr(newdata, "dim"), NA)[1L] else NROW(newdata)
}

# Is it a matrix or a data frame without rows, as geno[chosen, ] if none is chosen?
has_no_subjects <- function(newdata) {
  if (is_snps(newdata, "newdata")) {
    return(identical(count_subjects(newdata), 0L))
  }
  (is.matrix(newdata) || is.data.frame(newdata)) && length(dim(newdata)) == 2L &&
    nrow(newdata) == 0L
}

# The same columns with a subject whose genotypes are all missing: it passes the checks of loci and
# coding as others do.
a_missing_subject <- function(newdata) {
  if (is_snps(newdata, "newdata")) {
    newdata <- matrix(NA_real_, 0L, attr(newdata, "dim")[2L],
                      dimnames = list(NULL, attr(newdata, "dimnames")[[2L]]))
  }
  row <- newdata[NA_integer_, , drop = FALSE]
  rownames(row) <- NULL
  row
}

# The places of the fit's loci among those of new data.
match_loci <- function(object, g) {
  count <- length(object$loci)
  numbered <- function(names) identical(names, paste0("locus", seq_along(names)))
  if (identical(g$loci, object$loci) ||
        (length(g$loci) == count && (numbered(g$loci) || numbered(object$loci)))) {
    return(seq_len(count))
  }
  place <- match(object$loci, g$loci)
  if (anyNA(place)) {
    stop_manycore("argument", "'newdata' must have the loci of the fit, but has no locus ",
                  object$loci[is.na(place)][1], argument = "newdata")
  }
  twice <- duplicated(object$loci) | object$loci %in% g$loci[duplicated(g$loci)]
  if (any(twice)) {
    stop_manycore("argument", "'newdata' must have the loci of the fit in the same order, because ",
                  "more than one has the name ", quoted(object$loci[twice][1]),
                  argument = "newdata")
  }
  place
}

# The genotypes of pairs of haplotypes. Subjects whose pair is NA keep their given genotypes.
genotypes_of_pairs <- function(object, one, two, g, output, names) {
  haplotype <- numbers_of_alleles(object)
  lost <- which(is.na(one))
  count <- length(object$loci)
  first <- haplotype[one, , drop = FALSE]
  second <- haplotype[two, , drop = FALSE]
  rows <- if (is.character(names)) names
  sides <- function(value, locus) { # both given alleles, NA for missing
    both <- g$given[lost, c(2L * locus - 1L, 2L * locus), drop = FALSE]
    both[both == 0L] <- NA
    matrix(value[both], length(lost))
  }
  if (output == "alleles") {
    result <- matrix("", length(one), 2L * count)
    for (j in seq_len(count)) {
      label <- names(object$alleles[[j]])
      result[, 2L * j - 1L] <- label[first[, j]]
      result[, 2L * j] <- label[second[, j]]
      if (length(lost) > 0) {
        result[lost, c(2L * j - 1L, 2L * j)] <- sides(g$labels[[j]], j)
      }
    }
    dimnames(result) <- list(rows, paste0(rep(object$loci, each = 2L), c(".1", ".2")))
    of_fit <- unique(unlist(lapply(object$alleles, names), use.names = FALSE))
    return(as_read(result, if (length(one) == 0) of_fit))
  }
  result <- matrix(if (output == "vcf") "" else 0L, length(one), count,
                   dimnames = list(rows, object$loci))
  for (j in seq_len(count)) {
    code <- codes_of(object, j, output, if (length(lost) > 0) g$labels[[j]])
    x <- code$fit[first[, j]]
    y <- code$fit[second[, j]]
    result[, j] <- if (output == "vcf") paste(x, y, sep = "|") else x + y
    if (length(lost) > 0) {
      known <- sides(code$given, j)
      result[lost, j] <- if (output == "vcf") {
        known[is.na(known)] <- "."
        paste(known[, 1], known[, 2], sep = "/")
      } else {
        known[, 1] + known[, 2]
      }
    }
  }
  result
}

# If all alleles look like numbers, they become numbers. `known`: instead of the alleles themselves
# those that decide.
as_read <- function(alleles, known = NULL) {
  if (is.null(known)) known <- unique(as.vector(alleles))
  number <- suppressWarnings(as.numeric(known))
  if (identical(as.character(number), known) || all(is.na(known))) {
    storage.mode(alleles) <- if (all(number == round(number), na.rm = TRUE)) "integer" else "double"
  }
  alleles
}

# The codes of a locus' alleles (those of the fit and of new data) in the output: the numbers of
# "vcf", or 0 and 1 of "dosage".
codes_of <- function(object, locus, output, given) {
  labels <- names(object$alleles[[locus]])
  known <- if (object$coding == "dosage") c("0", "1", "A", "B") else union(labels, given)
  number <- function(label) {
    if (object$coding == "vcf") {
      return(as.integer(label))
    }
    n <- match(label, known) - 1L
    if (object$coding == "dosage") n %% 2L else n
  }
  code <- list(fit = number(labels), given = number(given))
  if (output == "dosage") {
    code <- lapply(code, function(n) {
      if (object$coding == "vcf") as.integer(n > 0L) else replace(n, n > 1L, NA)
    })
  }
  code
}

# ---- pairs: a list of row (the number of a subject), haplotype1, haplotype2, posterior, subjects
# ----

known_pairs <- function(object) {
  a <- object$assignments
  row <- match(object$row, unique(object$row))
  first <- which(!duplicated(row))
  list(row = row, haplotype1 = a$haplotype1, haplotype2 = a$haplotype2, posterior = a$posterior,
       subjects = a$subject[first])
}

predicted_pairs <- function(object, g, min_posterior, threads, tick) {
  if (nrow(g$allele) == 0L) {
    return(list(row = integer(), haplotype1 = integer(), haplotype2 = integer(),
                posterior = numeric(), subjects = g$subjects))
  }
  use <- which(object$frequency$frequency > 0)
  found <- classed(.Call(C_predict_pairs, g$allele, lengths(object$alleles),
                         numbers_of_alleles(object)[use, , drop = FALSE],
                         object$frequency$frequency[use], min_posterior, threads, tick))
  group <- rep.int(seq_along(found$pairs), found$pairs)
  order <- order(group, -found$posterior, found$one, found$two, method = "radix")
  last <- cumsum(found$pairs)
  length <- found$pairs[found$group]
  place <- order[sequence(length, from = last[found$group] - length + 1L)]
  list(row = rep.int(seq_along(length), length), haplotype1 = use[found$one[place]],
       haplotype2 = use[found$two[place]], posterior = found$posterior[place],
       subjects = g$subjects)
}

listed_pairs <- function(pairs) {
  as_table(list(subject = pairs$subjects[pairs$row], haplotype1 = pairs$haplotype1,
                haplotype2 = pairs$haplotype2, posterior = pairs$posterior))
}

best_pairs <- function(pairs) {
  at <- match(seq_along(pairs$subjects), pairs$row)
  as_table(list(subject = pairs$subjects, haplotype1 = pairs$haplotype1[at],
                haplotype2 = pairs$haplotype2[at], posterior = pairs$posterior[at]))
}

copies_of <- function(pairs, object, min_frequency) {
  wanted <- which(object$frequency$frequency >= min_frequency)
  count <- length(pairs$subjects)
  copies <- matrix(0, count, length(wanted), dimnames = list(
    if (is.character(pairs$subjects)) pairs$subjects, object$frequency$haplotype[wanted]))
  for (haplotype in list(pairs$haplotype1, pairs$haplotype2)) {
    column <- match(haplotype, wanted)
    some <- !is.na(column)
    copies <- copies + rowsum_of(pairs$posterior[some],
                                 pairs$row[some] + count * (column[some] - 1), length(copies))
  }
  copies[setdiff(seq_len(count), pairs$row), ] <- NA
  copies
}

# Draws pairs: the first pair whose running sum of posteriors reaches a uniform random number.
draw_known <- function(pairs, draws) {
  count <- length(pairs$subjects)
  uniform <- matrix(stats::runif(count * draws), count)
  last <- which(!duplicated(pairs$row, fromLast = TRUE))
  sums <- cumsum(pairs$posterior)
  before <- c(0, sums[last])[pairs$row]
  ends <- pairs$row - 1 + pmin(sums - before, 1)
  ends[last] <- seq_len(count)
  place <- findInterval(seq_len(count) - 1 + uniform, ends) + 1L
  place <- pmin(place, rep(last, draws))
  list(haplotype1 = matrix(pairs$haplotype1[place], count),
       haplotype2 = matrix(pairs$haplotype2[place], count))
}

draw_new <- function(object, g, draws, threads, tick) {
  if (nrow(g$allele) == 0L) {
    none <- matrix(0L, 0L, draws)
    return(list(haplotype1 = none, haplotype2 = none))
  }
  use <- which(object$frequency$frequency > 0)
  uniform <- matrix(stats::runif(nrow(g$allele) * draws), ncol = draws)
  drawn <- classed(.Call(C_predict_draws, g$allele, lengths(object$alleles),
                         numbers_of_alleles(object)[use, , drop = FALSE],
                         object$frequency$frequency[use], uniform, threads, tick))
  place <- function(number) {
    number[number == 0L] <- NA
    number[] <- use[number]
    number
  }
  list(haplotype1 = place(drawn$one), haplotype2 = place(drawn$two))
}
