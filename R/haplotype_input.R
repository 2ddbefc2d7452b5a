# Genotypes of all forms as C takes them: a list of
# * allele: an integer matrix of the numbers of alleles, 0 for missing, with two columns for each
#   locus
# * labels: a list with the names of the alleles of each locus
# * loci, subjects: names; subjects without names are row numbers
# * coding; rows: the rows of geno, NULL for all
# * nothing: rows of `allele` without any allele
# `empty`: loci without genotypes are allowed. C reads the cells (src/haplotype/cells.h).
as_genotypes <- function(geno, loci = NULL, coding = "auto", empty = FALSE, threads = 0L) {
  if (is_snps(geno, "geno")) {
    return(genotypes_of_snps(geno, loci, coding, empty, threads))
  }
  if (inherits(geno, "model.matrix") && is.matrix(geno)) { # of haplo.stats::setupGeno()
    if (!is.null(attr(geno, "unique.alleles"))) {
      coding <- coding_of_setup(coding)
    }
    attributes(geno) <- attributes(geno)[c("dim", "dimnames")]
  }
  refuse_integer64(geno, "geno")
  if (is.data.frame(geno)) {
    geno <- matrix_of_columns(geno)
  }
  if (!is.matrix(geno) || !(is.numeric(geno) || is.character(geno) || is.logical(geno)) ||
        is.object(geno)) {
    stop_argument("geno", paste("a matrix or data frame of genotypes, with a row for each subject,",
                                "or a SnpMatrix"), geno)
  }
  if (!is.null(colnames(geno)) && !all(is_valid_text(colnames(geno)))) {
    colnames(geno) <- valid_text(colnames(geno)) # regular expressions refuse other strings
  }
  if (nrow(geno) == 0) {
    stop_manycore("argument", "'geno' must have a row for each subject, but has no rows",
                  argument = "geno")
  }
  string <- if (is.character(geno)) number_strings(geno, threads)
  coding <- choose_coding(geno, string, loci, coding, threads)
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
  parts <- switch(coding, dosage = alleles_of_dosage(geno, threads),
                  vcf = alleles_of_vcf(geno, string, threads),
                  alleles = alleles_of_columns(geno, string, threads))
  g <- genotypes(parts, loci, subjects, coding, empty)
  if (coding == "alleles" && is.character(geno)) {
    refuse_blanks(geno, g$labels, loci)
  }
  g
}

# `parts`: a list of allele, labels and nothing.
genotypes <- function(parts, loci, subjects, coding, empty = FALSE, rows = NULL) {
  labels <- parts$labels
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
  list(allele = parts$allele, labels = labels, loci = loci, coding = coding, rows = rows,
       nothing = parts$nothing,
       subjects = if (is.null(subjects)) seq_len(nrow(parts$allele)) else subjects)
}

# A data frame as a matrix: of numbers if all columns are numbers, else of characters. (as.matrix()
# would pad numbers beside factors with blanks.)
matrix_of_columns <- function(geno) {
  good <- vapply(geno, function(v) {
    is.null(dim(v)) && is.atomic(v) && (!is.object(v) || is.factor(v) || inherits(v, "AsIs"))
  }, NA)
  if (!all(good)) {
    stop_manycore("argument", "'geno' must have columns of numbers, characters or factors, but ",
                  quoted(names(geno)[!good][1]), " is ", describe(geno[[which(!good)[1]]]),
                  argument = "geno")
  }
  names <- list(if (is.character(attr(geno, "row.names"))) row.names(geno), names(geno))
  if (length(geno) == 0) {
    return(matrix(0, nrow(geno), 0L))
  }
  geno <- lapply(geno, function(v) if (is.factor(v)) as.character(v) else as.vector(unclass(v)))
  matrix(unlist(geno, use.names = FALSE), ncol = length(geno),
         nrow = length(geno[[1]]), dimnames = names)
}

# setupGeno() turns alleles into numbers, in two columns for each locus.
coding_of_setup <- function(coding) {
  if (!match_word(coding, codings, "coding") %in% c("auto", "alleles")) {
    stop_argument("coding", "\"alleles\" for what setupGeno() has made", coding)
  }
  "alleles"
}

codings <- c("auto", "dosage", "alleles", "vcf")

# `string`: for characters the result of number_strings().
choose_coding <- function(geno, string, loci, coding, threads) {
  coding <- match_word(coding, codings, "coding")
  if (coding == "auto") {
    coding <- guess_coding(geno, string, loci, threads)
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

# The coding for coding = "auto". It goes by most cells: a number beside 0, 1 and 2, or a string
# that is not VCF's, does not turn all other cells into alleles, but is refused later. If two
# codings are possible, or none fits, the error asks for the argument.
guess_coding <- function(geno, string, loci, threads) {
  columns <- ncol(geno)
  if (is.character(geno)) {
    return(if (length(loci) > 1 && 2 * length(loci) == columns) "alleles" else
      guess_strings(geno, string, threads))
  }
  cells <- look_at_cells(geno, threads)
  if (length(loci) > 1 && 2 * length(loci) == columns) {
    if (is.numeric(geno) && cells$others == 0 && zeros_are_of(geno, cells) == "dosage" &&
          !any(is.nan(geno))) {
      message("'geno' is read as two columns of alleles for each of the ", length(loci),
              " loci that 'loci' names, and 0 as missing: coding = \"alleles\" says so")
    }
    return("alleles")
  }
  has_name <- length(loci) > 1 && length(loci) == columns
  either <- paste("whether 'geno' has a column of 0, 1 and 2 for each locus, \"dosage\", or two",
                  "of alleles, \"alleles\": it may be either")
  if (cells$others == 0) {
    if (!has_name && columns == 2 && cells$zeros == 0 && cells$known > 0) {
      stop_coding(either, "; two columns of alleles are one locus, and haplotypes have two or more")
    }
    if (!has_name && zeros_are_of(geno, cells) != "dosage") {
      stop_coding(either)
    }
    return("dosage")
  }
  if (columns %% 2 != 0 && cells$zeros == 0) {
    return("alleles") # refused later, for the number of columns
  }
  if (has_name || cells$fraction > 0 || cells$negative == cells$others ||
        zeros_are_of(geno, cells, 2L) == "dosage") {
    return("dosage") # refused later, for numbers beside 0, 1 and 2
  }
  if (zeros_are_of(geno, cells, 2L) == "either") {
    stop_coding(either, ", although ", first_cell(geno, not_dosage(geno)))
  }
  if (cells$negative > 0) {
    stop_coding("that negative numbers are alleles, \"alleles\": ",
                first_cell(geno, !is.na(geno) & geno < 0),
                "; a number that means missing must be NA")
  }
  if (cells$above3 == 0) {
    message("'geno' is read as two columns of alleles for each of ",
            count_of_loci(columns %/% 2), ": ",
            "coding = \"alleles\" says so; copies of an allele are 0, 1 and 2")
  }
  "alleles"
}

# Counts of cells: `known` cells; among these `zeros`, `others` than 0, 1 and 2, `negative` numbers,
# `fraction`s below 2, numbers `above3`; `pairs` of known cells in the columns 1 and 2, 3 and 4,
# ...; and among the pairs those with one 0 `alone`.
look_at_cells <- function(geno, threads) {
  .Call(C_genotypes_look, geno, threads)
}

guess_strings <- function(geno, string, threads) {
  some <- !string$known %in% c(NA, "NA", ".")
  known <- string$known[some]
  slash <- grepl("[/|]", known)
  if (!any(slash)) {
    if (length(known) > 0 && all(known %in% c("0", "1", "2", ""))) {
      number <- suppressWarnings(as.double(string$known))[string$number + 1L]
      dim(number) <- dim(geno)
      colnames(number) <- colnames(geno)
      if (zeros_are_of(number, look_at_cells(number, threads), 2L) != "alleles") {
        stop_coding("what the characters \"0\", \"1\" and \"2\" of 'geno' are: \"alleles\", in ",
                    "two columns for each locus, of which \"0\" is missing; copies of an allele ",
                    "must be numbers")
      }
    }
    if (!has_names_in_pairs(colnames(geno))) {
      refuse_two_letters(known, string$count[some])
    }
    return("alleles")
  }
  count <- string$count[some]
  if (2 * sum(count[grepl("^[0-9.]+[/|][0-9.]+", known)]) > sum(count)) {
    return("vcf") # other strings are refused later
  }
  at <- which(some)[slash]
  stop_coding("what 'geno' is, \"vcf\" for strings such as \"0/1\", or \"alleles\": ",
              first_cell(geno, matrix((string$number + 1L) %in% at, nrow(geno))))
}

# Strings of two letters, or of 1 and 2, are genotypes in many files: an error if most strings are,
# some with equal and some with different letters. Strings that often mean missing do not count.
refuse_two_letters <- function(known, count) {
  some <- !known %in% missing_strings & grepl("[^-0N?]", known, ignore.case = TRUE)
  two <- some & grepl("^([A-Z][ :,_-]?[A-Z]|[12][ :,_-]?[12])$", known, ignore.case = TRUE)
  same <- tolower(substr(known, 1, 1)) == tolower(substring(known, nchar(known)))
  if (2 * sum(count[two]) > sum(count[some]) && any(same[two]) && any(!same[two])) {
    stop_manycore("argument", "'geno' has strings of two letters, such as ",
                  describe(known[two & !same][1]), ": if they are alleles, say coding = ",
                  "\"alleles\"; if they are genotypes, make two columns of alleles of each column",
                  argument = "geno")
  }
}

stop_coding <- function(...) {
  stop_manycore("argument", "'coding' must say ", ..., argument = "coding")
}

# Are the zeros missing "alleles" (two columns for each locus), or a "dosage"? Missing alleles stand
# side by side, except in a few genotypes with one missing allele, and are less than half of all
# cells. "either" if chance explains the number of zeros that stand alone (few rows do not decide),
# or if the names of columns contradict the zeros.
zeros_are_of <- function(geno, cells, least = 4L) {
  columns <- ncol(geno)
  if (columns %% 2 != 0 || columns < least || cells$zeros == cells$known) {
    return("dosage")
  }
  rare <- cells$zeros / cells$known < 0.5
  count <- cells$alone
  if (count == 0 || (count <= 0.05 * (length(geno) / 2) && rare)) {
    return("alleles")
  }
  by_chance <- stats::qbinom(0.999, cells$pairs, 0.05)
  if ((count <= by_chance && rare) || has_names_in_pairs(colnames(geno))) {
    "either"
  } else {
    "dosage"
  }
}

not_dosage <- function(geno) {
  !is.na(geno) & !(geno == 0 | geno == 1 | geno == 2)
}

# For numbers in an odd number of columns, which are no alleles: why they are no dosages either.
not_dosage_because <- function(geno) {
  odd <- not_dosage(geno)
  if (any(odd)) {
    paste0(" (and is no matrix of 0, 1 and 2: ", first_odd_dosage(geno), ")")
  } else {
    "; coding = \"dosage\" is for columns of 0, 1 and 2"
  }
}

# The first cell that is no dosage. If there are negative numbers, which often mean missing, it is
# the first of these.
first_odd_dosage <- function(geno) {
  negative <- !is.na(geno) & geno < 0
  if (any(negative)) {
    paste0(first_cell(geno, negative), "; a number that means missing must be NA")
  } else {
    first_cell(geno, not_dosage(geno))
  }
}

# "geno[3, \"rs7\"] is 5"
first_cell <- function(geno, odd) {
  place <- arrayInd(which(odd)[1], dim(geno))
  column <- if (is.null(colnames(geno))) place[2] else quoted(colnames(geno)[place[2]])
  paste0("geno[", place[1], ", ", column, "] is ", describe(unname(geno[place])))
}

# Numbers the alleles of each locus in their order: a list of allele, labels and nothing, or NULL if
# a cell is invalid. `one` and `two`: the alleles that cells stand for, see
# src/r/haplotype_genotypes.c. `names`: the names of the alleles.
code_alleles <- function(cells, threads, one = NULL, two = NULL, names = as.character) {
  most <- if (is.character(names)) length(names) else 0L
  coded <- .Call(C_genotypes_code, cells, one, two, most, threads)
  if (!is.null(coded)) {
    named <- if (is.character(names)) function(known) names[known] else names
    list(allele = coded$allele, labels = lapply(coded$known, named), nothing = coded$nothing)
  }
}

alleles_of_dosage <- function(geno, threads, names = c("0", "1")) {
  coded <- code_alleles(geno, threads, c(1L, 1L, 2L), c(1L, 2L, 2L), names)
  if (is.null(coded)) {
    stop_manycore("argument", "'geno' must be 0, 1, 2 or NA: ", first_odd_dosage(geno),
                  argument = "geno")
  }
  coded
}

# Numbers strings, so that R looks at each different string once: a list of
# * number: the number of each cell's string, from 0 on
# * known, count: for each number its string, and how often the string occurs
number_strings <- function(geno, threads) {
  numbered <- .Call(C_strings_number, geno, threads)
  known <- geno[numbered$first]
  odd <- which(!is_valid_text(known))
  if (length(odd) > 0) {
    stop_manycore("argument", "'geno' must have strings that are valid in their encoding: ",
                  first_cell(geno, matrix((numbered$number + 1L) %in% odd, nrow(geno))),
                  "; iconv() changes encodings", argument = "geno")
  }
  list(number = numbered$number, known = known, count = numbered$count)
}

alleles_of_vcf <- function(geno, string, threads) {
  known <- string$known
  known[known %in% c(NA, "NA", ".")] <- "./."
  odd <- !grepl("^([0-9]{1,9}|[.])[/|]([0-9]{1,9}|[.])$", known)
  if (any(odd)) {
    cells <- matrix((string$number + 1L) %in% which(odd), nrow(geno))
    stop_manycore("argument", "'geno' must be genotypes such as \"0/1\", \"1|1\" or \"./.\": ",
                  first_cell(geno, cells), advice_for_vcf(geno[which(cells)[1L]]),
                  argument = "geno")
  }
  side <- function(pattern) {
    suppressWarnings(as.integer(sub(pattern, "", known)))
  }
  one <- side("[/|].*")
  two <- side(".*[/|]")
  alleles <- sort(unique(c(one, two)))
  code_alleles(string$number, threads, match(one, alleles, nomatch = 0L),
               match(two, alleles, nomatch = 0L), as.character(alleles))
}

# The end of the error of a string that VCF has, but that is no genotype of two alleles.
advice_for_vcf <- function(string) {
  if (grepl("^[0-9.]+[/|][0-9.]+:", string)) {
    "; without the fields behind the colon: geno[] <- sub(\":.*\", \"\", geno)"
  } else if (grepl("^[0-9.]+$|^[0-9.]+([/|][0-9.]+){2,}$", string)) {
    "; a genotype has two alleles"
  }
}

# Alleles that are numbers, strings, or logicals (which count as strings).
alleles_of_columns <- function(geno, string, threads) {
  if (is.numeric(geno)) {
    return(alleles_of_numbers(geno, threads))
  }
  if (is.logical(geno)) {
    storage.mode(geno) <- "character"
    string <- number_strings(geno, threads)
  }
  alleles_of_strings(string, threads)
}

# Refuses alleles of a locus that differ by blanks around them only, because print() shows them as
# one. `labels`: for each locus its alleles.
refuse_blanks <- function(geno, labels, loci) {
  blank <- "^[\\h\\v]+|[\\h\\v]+$"
  padded <- grep(blank, unique(unlist(labels)), perl = TRUE, value = TRUE)
  for (at in if (length(padded) > 0) seq_along(labels)) {
    known <- labels[[at]]
    bare <- gsub(blank, "", known, perl = TRUE)
    twice <- bare[anyDuplicated(bare)]
    if (length(twice) > 0L) {
      odd <- matrix(FALSE, nrow(geno), ncol(geno))
      columns <- 2L * at - 1:0
      odd[, columns] <- geno[, columns] %in% intersect(known[bare == twice], padded)[1L]
      stop_manycore("argument", "'geno' must have alleles that differ by more than blanks, but ",
                    "locus ", loci[at], " has ", quoted(known[bare == twice]), ": ",
                    first_cell(geno, odd), "; trimws() drops blanks", argument = "geno")
    }
  }
}

# "NA" is what files of text have for a missing value.
missing_strings <- c(NA, "NA", "0", "")

# What other programs write for a missing allele, in any case and with any blanks around it. Here
# these strings are alleles ("-" may be a deletion), except the missing_strings themselves.
missing_elsewhere <- c("", "NA", "<NA>", "N/A", "NAN", "NULL", "N", "-", "--", ".", "?", "0", "-9")

# Names alleles that often mean missing. `odd`: the alleles, as the message shows them.
tell_missing_elsewhere <- function(odd) {
  most <- length(missing_elsewhere)
  if (length(odd) > 0) {
    message("'geno' has the allele", if (length(odd) > 1) "s", " ",
            toString(utils::head(odd, most)), if (length(odd) > most) " and others",
            ": an allele that means missing must be NA")
  }
}

# Alleles are in the order of the C locale.
alleles_of_strings <- function(string, threads) {
  known <- string$known
  alleles <- sort(unique(known[!known %in% missing_strings]), method = "radix")
  odd <- alleles[toupper(trimws(alleles)) %in% missing_elsewhere]
  tell_missing_elsewhere(sprintf("\"%s\"", odd))
  code_alleles(string$number, threads, match(known, alleles, nomatch = 0L), names = alleles)
}

# Alleles are in the order of numbers. Files of PLINK have -9 for a missing allele, so negative
# numbers are named.
alleles_of_numbers <- function(geno, threads) {
  coded <- code_alleles(geno, threads)
  if (is.null(coded)) {
    stop_manycore("argument", "'geno' must be alleles, 0 or NA: ",
                  first_cell(geno, is.infinite(geno)), argument = "geno")
  }
  known <- unique(unlist(coded$labels))
  negative <- known[startsWith(known, "-")]
  number <- as.numeric(chartr(getOption("OutDec"), ".", negative))
  tell_missing_elsewhere(negative[order(number)])
  coded
}

# ---- SnpMatrix ----

# Is it a SnpMatrix of snpStats, or of a class that extends it? Only what other classes extend needs
# a package.
is_snps <- function(x, argument) {
  if ("SnpMatrix" %in% class(x)) {
    return(TRUE)
  }
  if (!isS4(x)) {
    return(FALSE)
  }
  need_package_of(x, argument)
  methods::is(x, "SnpMatrix")
}

# A SnpMatrix holds raw numbers: 1, 2, 3 for A/A, A/B, B/B, 0 for missing; larger numbers are
# uncertain genotypes.
genotypes_of_snps <- function(geno, loci, coding, empty, threads) {
  match_word(coding, codings, "coding")
  size <- attr(geno, "dim")
  names <- attr(geno, "dimnames")
  if (typeof(geno) != "raw") {
    stop_manycore("argument", "'geno' has the class SnpMatrix, and must be a matrix of raw ",
                  "numbers, as snpStats makes it, not of type ", typeof(geno), argument = "geno")
  }
  if (length(size) != 2L) {
    stop_manycore("argument", "'geno' has the class SnpMatrix, and must have two dimensions, ",
                  "not ", length(size), argument = "geno")
  }
  number <- matrix(c(NA, 0L, 1L, 2L, rep(NA, 252))[as.integer(unclass(geno)) + 1L], size[1L])
  if (nrow(number) == 0 || ncol(number) < 2) {
    stop_manycore("argument", "'geno' must have a row for each subject and two loci or more, not ",
                  nrow(number), " and ", ncol(number), argument = "geno")
  }
  parts <- alleles_of_dosage(number, threads, c("A", "B"))
  loci <- name_loci(loci, ncol(number), valid_text(names[[2]]), 1L)
  genotypes(parts, loci, names[[1]], "dosage", empty)
}
