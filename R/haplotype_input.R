# What haplotype_em() takes as genotypes, and what C does: a list of
# * allele: an integer matrix, two columns for each locus: numbers of alleles, 0 missing
# * labels: a list with the alleles' names, by locus
# * loci, subjects: names; subjects are row numbers where there are none
# * coding; rows: those of geno
# `empty`: there may be loci without genotypes.
as_genotypes <- function(geno, loci = NULL, coding = "auto", empty = FALSE) {
  if (inherits(geno, "SnpMatrix")) {
    return(genotypes_of_snps(geno, loci, coding, empty))
  }
  if (inherits(geno, "model.matrix") && is.matrix(geno)) { # of haplo.stats::setupGeno()
    if (!is.null(attr(geno, "unique.alleles"))) {
      coding <- coding_of_setup(coding)
    }
    attributes(geno) <- attributes(geno)[c("dim", "dimnames")]
  }
  if (is.data.frame(geno)) {
    geno <- matrix_of_columns(geno)
  }
  if (!is.matrix(geno) || !(is.numeric(geno) || is.character(geno) || is.logical(geno)) ||
        is.object(geno)) {
    stop_argument("geno", paste("a matrix or data frame of genotypes, with a row for each subject,",
                                "or a SnpMatrix"), geno)
  }
  if (nrow(geno) == 0) {
    stop_manycore("argument", "'geno' must have a row for each subject, but has none",
                  argument = "geno")
  }
  coding <- choose_coding(geno, loci, coding)
  width <- if (coding == "alleles") 2L else 1L
  if (ncol(geno) < 2 * width) {
    stop_manycore("argument", "'geno' must have two loci or more, not ", ncol(geno) %/% width,
                  if (width == 2L) ", of two columns each", argument = "geno")
  }
  if (width == 2L) {
    check_columns_of_loci(colnames(geno))
  }
  subjects <- rownames(geno)
  loci <- name_loci(loci, ncol(geno) %/% width, colnames(geno), width)
  parts <- switch(coding, dosage = alleles_of_dosage(geno, loci),
                  vcf = alleles_of_strings(geno, loci), alleles = alleles_of_columns(geno, loci))
  genotypes(parts$allele, parts$labels, loci, subjects, coding, empty)
}

genotypes <- function(allele, labels, loci, subjects, coding, empty = FALSE,
                      rows = seq_len(nrow(allele))) {
  none <- lengths(labels) == 0 & !empty
  if (any(none)) {
    stop_manycore("data", "'geno' has no genotype at locus ", loci[which(none)[1]],
                  ": all are missing", argument = "geno")
  }
  most <- which(lengths(labels) > 32767)
  if (length(most) > 0) {
    stop_manycore("size", "'geno' has ", length(labels[[most[1]]]), " alleles at locus ",
                  loci[most[1]], ": there may be 32767", argument = "geno")
  }
  list(allele = allele, labels = labels, loci = loci, coding = coding, rows = rows,
       subjects = if (is.null(subjects)) seq_len(nrow(allele)) else subjects)
}

# A matrix of what the columns hold, as numbers if all do, else as characters. (as.matrix() pads
# numbers with blanks beside factors.)
matrix_of_columns <- function(geno) {
  good <- vapply(geno, function(v) {
    is.null(dim(v)) && (is.factor(v) || (is.atomic(v) && !is.object(v)) || inherits(v, "AsIs"))
  }, NA)
  if (!all(good)) {
    stop_manycore("argument", "'geno' must have columns of numbers, characters or factors, but ",
                  quoted(names(geno)[!good][1]), " is ", describe(geno[[which(!good)[1]]]),
                  argument = "geno")
  }
  names <- list(if (is.character(attr(geno, "row.names"))) row.names(geno), names(geno))
  geno <- lapply(geno, function(v) if (is.factor(v)) as.character(v) else as.vector(unclass(v)))
  matrix(unlist(geno, use.names = FALSE), ncol = length(geno),
         nrow = if (length(geno) > 0) length(geno[[1]]) else 0L, dimnames = names)
}

# setupGeno() makes numbers of alleles, in two columns for each locus.
coding_of_setup <- function(coding) {
  if (!match_word(coding, codings, "coding") %in% c("auto", "alleles")) {
    stop_argument("coding", "\"alleles\" for what setupGeno() has made", coding)
  }
  "alleles"
}

codings <- c("auto", "dosage", "alleles", "vcf")

choose_coding <- function(geno, loci, coding) {
  coding <- match_word(coding, codings, "coding")
  if (coding == "auto") {
    coding <- guess_coding(geno, loci)
  }
  if (coding == "alleles" && ncol(geno) %% 2 != 0) {
    stop_manycore("argument", "'geno' must have two columns of alleles for each locus, but has ",
                  ncol(geno), if (is.numeric(geno)) not_dosage_because(geno), argument = "geno")
  }
  if ((coding == "dosage" && is.character(geno)) || (coding == "vcf" && !is.character(geno))) {
    stop_argument("geno", paste(if (coding == "vcf") "characters" else "numbers", "for coding =",
                                quoted(coding)), geno)
  }
  coding
}

# What genotypes are that no argument tells. A number beside 0, 1 and 2, or a string that is not one
# of VCF, does not make alleles of all others: they are refused by what the most are. What may be
# either, or what neither fits, is an error that asks.
guess_coding <- function(geno, loci) {
  columns <- ncol(geno)
  if (length(loci) > 1 && 2 * length(loci) == columns) {
    if (is.numeric(geno) && all(geno %in% c(0:2, NA)) && zeros_are_of(geno) == "dosage") {
      message("'geno' is read as two columns of alleles for each of the ", length(loci),
              " loci that 'loci' names, and 0 as missing: coding = \"alleles\" says so")
    }
    return("alleles")
  }
  if (is.character(geno)) {
    return(guess_strings(geno))
  }
  has_name <- length(loci) > 1 && length(loci) == columns
  either <- paste("whether 'geno' has a column of 0, 1 and 2 for each locus, \"dosage\", or two",
                  "of alleles, \"alleles\": it may be either")
  if (!any(not_dosage(geno))) {
    if (!has_name && zeros_are_of(geno) != "dosage") {
      stop_coding(either)
    }
    return("dosage")
  }
  if (columns %% 2 != 0 && !any(geno == 0, na.rm = TRUE)) {
    return("alleles") # and refused for the number of columns
  }
  fraction <- !is.na(geno) & geno < 2 & geno != round(geno)
  if (has_name || any(fraction | (!is.na(geno) & geno < 0)) ||
        zeros_are_of(geno, 2L) == "dosage") {
    return("dosage") # and refused for what it is not
  }
  if (zeros_are_of(geno, 2L) == "either") {
    stop_coding(either, ", although ", first_cell(geno, not_dosage(geno)))
  }
  if (all(is.na(geno) | geno <= 3)) {
    message("'geno' is read as two columns of alleles for each of ", columns %/% 2, " loci: ",
            "coding = \"alleles\" says so; copies of an allele are 0, 1 and 2")
  }
  "alleles"
}

guess_strings <- function(geno) {
  known <- geno[!is.na(geno) & geno != "."]
  slash <- grepl("[/|]", known)
  if (!any(slash)) {
    if (length(known) > 0 && all(known %in% c("0", "1", "2", ""))) {
      number <- geno
      number[number %in% c("", ".")] <- NA
      storage.mode(number) <- "double"
      if (zeros_are_of(number, 2L) != "alleles") {
        stop_coding("what the characters \"0\", \"1\" and \"2\" of 'geno' are: \"alleles\", in ",
                    "two columns for each locus, of which \"0\" is missing; copies of an allele ",
                    "must be numbers")
      }
    }
    return("alleles")
  }
  if (mean(grepl("^[0-9.]+[/|][0-9.]+", known)) > 0.5) {
    return("vcf") # and any other is refused
  }
  stop_coding("what 'geno' is, \"vcf\" for strings such as \"0/1\", or \"alleles\": ",
              first_cell(geno, matrix(grepl("[/|]", geno), nrow(geno))))
}

stop_coding <- function(...) {
  stop_manycore("argument", "'coding' must say ", ..., argument = "coding")
}

# Whose are the zeros: missing ones of "alleles", two columns for each locus, or a "dosage"?
# Missing alleles stand side by side, but for a few genotypes of which half is missing, and are not
# the most. "either" where chance may leave that many halves of 5 % missing (few rows do not tell),
# or where the names of columns say otherwise than the zeros.
zeros_are_of <- function(geno, least = 4L) {
  columns <- ncol(geno)
  if (columns %% 2 != 0 || columns < least || !any(geno != 0, na.rm = TRUE)) {
    return("dosage")
  }
  zero <- geno == 0
  odd <- seq(1, columns, 2)
  alone <- zero[, odd] != zero[, odd + 1]
  rare <- mean(zero, na.rm = TRUE) < 0.5
  count <- sum(alone, na.rm = TRUE)
  if (count == 0 || (count <= 0.05 * length(alone) && rare)) {
    return("alleles")
  }
  by_chance <- stats::qbinom(0.999, sum(!is.na(alone)), 0.05)
  if ((count <= by_chance && rare) || has_names_in_pairs(colnames(geno))) {
    "either"
  } else {
    "dosage"
  }
}

not_dosage <- function(geno) {
  !is.na(geno) & !(geno == 0 | geno == 1 | geno == 2)
}

# Why numbers of an odd number of columns, which are no alleles, may be no dosages either.
not_dosage_because <- function(geno) {
  odd <- not_dosage(geno)
  if (any(odd)) {
    paste0(" (and is no matrix of 0, 1 and 2: ", first_cell(geno, odd), ")")
  } else {
    "; coding = \"dosage\" is for columns of 0, 1 and 2"
  }
}

# "geno[3, \"rs7\"] is 5"
first_cell <- function(geno, odd) {
  place <- arrayInd(which(odd)[1], dim(geno))
  column <- if (is.null(colnames(geno))) place[2] else quoted(colnames(geno)[place[2]])
  paste0("geno[", place[1], ", ", column, "] is ", describe(unname(geno[place])))
}

alleles_of_dosage <- function(geno, loci) {
  odd <- not_dosage(geno)
  if (any(odd)) {
    stop_manycore("argument", "'geno' must be 0, 1, 2 or NA: ", first_cell(geno, odd),
                  argument = "geno")
  }
  columns <- ncol(geno)
  storage.mode(geno) <- "integer"
  allele <- matrix(0L, nrow(geno), 2L * columns)
  allele[, 2L * seq_len(columns) - 1L] <- 1L + (geno == 2L)
  allele[, 2L * seq_len(columns)] <- 1L + (geno >= 1L)
  allele[is.na(allele)] <- 0L
  two_alleles(allele, c("0", "1"))
}

# Of loci with the same two alleles, of which there may be one alone.
two_alleles <- function(allele, names) {
  loci <- seq_len(ncol(allele) %/% 2L)
  has <- function(number) colSums(allele == number) > 0
  first <- has(1L)
  second <- has(2L)
  first <- first[2L * loci] | first[2L * loci - 1L]
  second <- second[2L * loci] | second[2L * loci - 1L]
  for (j in which(second & !first)) {
    columns <- c(2L * j - 1L, 2L * j)
    allele[, columns] <- allele[, columns] %/% 2L
  }
  list(allele = allele, labels = lapply(loci, function(j) names[c(first[j], second[j])]))
}

alleles_of_strings <- function(geno, loci) {
  geno[is.na(geno) | geno == "."] <- "./."
  known <- unique(as.vector(geno))
  odd <- !grepl("^([0-9]{1,9}|[.])[/|]([0-9]{1,9}|[.])$", known)
  if (any(odd)) {
    stop_manycore("argument", "'geno' must be genotypes such as \"0/1\", \"1|1\" or \"./.\": ",
                  first_cell(geno, matrix(geno %in% known[odd], nrow(geno))), argument = "geno")
  }
  at <- match(geno, known)
  side <- function(pattern) {
    suppressWarnings(as.integer(sub(pattern, "", known)))[at]
  }
  number <- array(c(side("[/|].*"), side(".*[/|]")), c(dim(geno), 2))
  coded <- lapply(seq_along(loci), function(j) code_alleles(number[, j, ]))
  list(allele = do.call(cbind, lapply(coded, `[[`, "allele")),
       labels = lapply(coded, `[[`, "labels"))
}

alleles_of_columns <- function(geno, loci) {
  if (is.numeric(geno) && any(is.infinite(geno))) {
    stop_manycore("argument", "'geno' must be alleles, 0 or NA: ",
                  first_cell(geno, is.infinite(geno)), argument = "geno")
  }
  geno[!is.na(geno) & (geno == "0" | geno == "")] <- NA
  coded <- lapply(seq_along(loci), function(j) code_alleles(geno[, c(2L * j - 1L, 2L * j)]))
  list(allele = do.call(cbind, lapply(coded, `[[`, "allele")),
       labels = lapply(coded, `[[`, "labels"))
}

# Numbers for the alleles of a locus in their order, which is that of numbers or of the C locale.
code_alleles <- function(alleles) {
  known <- unique(as.vector(alleles))
  known <- sort(known[!is.na(known)], method = "radix")
  allele <- match(alleles, known, nomatch = 0L)
  dim(allele) <- c(length(allele) %/% 2L, 2L)
  list(allele = allele, labels = as.character(known))
}

# snpStats: 1, 2, 3 as raw for A/A, A/B, B/B; 0 is missing, and more are uncertain.
genotypes_of_snps <- function(geno, loci, coding, empty) {
  match_word(coding, codings, "coding")
  names <- dimnames(geno)
  number <- matrix(as.integer(geno@.Data), nrow(geno))
  if (nrow(number) == 0 || ncol(number) < 2) {
    stop_manycore("argument", "'geno' must have a row for each subject and two loci or more, not ",
                  nrow(number), " and ", ncol(number), argument = "geno")
  }
  number[number == 0L | number > 3L] <- NA
  parts <- alleles_of_dosage(number - 1L, colnames(geno))
  loci <- name_loci(loci, ncol(number), names[[2]], 1L)
  labels <- lapply(parts$labels, function(l) c("0" = "A", "1" = "B")[l])
  genotypes(parts$allele, lapply(labels, unname), loci, names[[1]], "dosage", empty)
}
