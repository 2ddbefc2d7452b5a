#' Read a file of SNPHAP
#'
#' Genotypes in the input format of Clayton's program SNPHAP, as a matrix that [haplotype_em()]
#' takes.
#'
#' @param file Name of a file, or a connection. For each subject the file has an identifier without
#'   blanks and two alleles for each locus, each one character, separated by blanks or tabs. Alleles
#'   are 1 and 2, and 0 is missing; or A, C, G and T, in upper or lower case, and any other
#'   character except 1 and 2 is missing. Empty lines are skipped.
#' @param names Name of a file with the name of a locus as the first word of each line (SNPHAP's
#'   `-nf`), or a character vector of names. `NULL` means "locus1", "locus2", ... A string with a
#'   slash, or with `.txt` or `.nam` at its end, is always the name of a file.
#' @param header Whether the first line of `file` has the names (SNPHAP's `-nh`).
#' @param loci Number of loci (SNPHAP's `-l`). Then the fields of a subject may be on several lines,
#'   as with `header = TRUE`, but every subject begins on a new line. `NULL` means the number of
#'   names in the header. Without a header each line is a subject, and its fields determine the
#'   number of loci.
#' @return A character matrix with a row for each subject, named by its identifier, and two columns
#'   of alleles (upper case) for each locus, named with ".1" and ".2" at the end; `NA` is missing.
#' @details
#' **Errors** have the class `manycore_error_argument` (see [manycore_errors]) and the number of the
#' line as their element `line`. Errors are a line with more or fewer fields than others, an invalid
#' allele, two codings at one locus, a line with more alleles than its subject lacks, and a file
#' that ends within a subject.
#' @references
#' Clayton D. SNPHAP 1.3.1: a program for estimating frequencies of large haplotypes of SNPs.
#' @seealso [haplotype_em()]
#' @examples
#' file <- tempfile()
#' writeLines(c("ann 1 2  1 1  2 2", "bob 1 1  0 0  1 2", "cyd 2 2  1 2  1 2"), file)
#' geno <- read_snphap(file, names = c("rs1", "rs2", "rs3"))
#' geno
#' haplotype_em(geno)
#' @family haplotypes
#' @export
read_snphap <- function(file, names = NULL, header = FALSE, loci = NULL) {
  if (missing(file)) stop_missing("file")
  check_flag(header, "header")
  if (!is.null(loci)) {
    most <- (.Machine$integer.max - 1) %/% 2 # a subject has two alleles for each locus and a name
    if (!is_whole(loci, 1, most)) {
      stop_argument("loci", paste0("a number of loci up to ", most, ", or NULL"), loci)
    }
  }
  check_locus_names(names)
  fields <- fields_of_lines(lines_of_file(file, "file"))
  said <- paste0("'loci' is ", loci) # the source of the number of loci
  if (header) {
    first <- which(lengths(fields) > 0)[1]
    if (!is.null(names)) {
      stop_manycore("argument", "'names' must be NULL if the first line of 'file' has the names",
                    argument = "names")
    }
    names <- unlist(fields[first])
    fields[seq_len(first)] <- list(character())
    said <- paste("the header has", count_of(length(names), "name"))
    if (!is.null(loci) && length(names) != loci) {
      stop_manycore("argument", "'loci' must be the number of names in the header of 'file', ",
                    length(names), ", not ", loci, argument = "loci")
    }
    loci <- length(names)
  } else if (is_name_of_file(names)) {
    named <- fields_of_lines(lines_of_file(names, "names"))
    names <- vapply(named[lengths(named) > 0], `[[`, "", 1L)
  }
  if (sum(lengths(fields)) == 0) {
    stop_manycore("argument", "'file' has no subjects", argument = "file")
  }
  subjects <- if (is.null(loci)) lines_as_subjects(fields) else
    fields_as_subjects(fields, loci, said)
  loci <- ncol(subjects$allele) %/% 2L
  names <- if (is.null(names)) paste0("locus", seq_len(loci)) else as.character(names)
  if (length(names) != loci) {
    stop_manycore("argument", "'names' must have the names of all loci of 'file', ", loci,
                  ", not ", length(names), if (length(names) == 1 && !header) c(
                    "; ", describe(names), " is no file"), argument = "names")
  }
  allele <- known_alleles(subjects, names)
  dimnames(allele) <- list(subjects$id, paste0(rep(names, each = 2L), c(".1", ".2")))
  allele
}

check_locus_names <- function(names) {
  if (!is.null(names) && !is.atomic(names)) {
    stop_argument("names", "the name of a file or the names of loci", names)
  }
  if (anyNA(names)) {
    stop_manycore("argument", "'names' must have no missing names: names[", which(is.na(names))[1],
                  "] is NA", argument = "names")
  }
}

# Is it the name of a file, by its spelling or because the file exists? (Reading a missing file is
# an error.)
is_name_of_file <- function(names) {
  is.character(names) && length(names) == 1 &&
    (file.exists(names) || grepl("[/\\]|[.](txt|nam)$", names, ignore.case = TRUE))
}

lines_of_file <- function(file, argument) {
  readable <- inherits(file, "connection") ||
    (is.character(file) && length(file) == 1 && !is.na(file))
  if (!readable) {
    stop_argument(argument, "the name of a file or a connection", file)
  }
  tryCatch(suppressWarnings(readLines(file)), error = function(e) {
    stop_manycore("argument", "'", argument, "' cannot be read: ",
                  if (is.character(file)) paste0(describe(file), ", ") else "",
                  conditionMessage(e), argument = argument)
  })
}

fields_of_lines <- function(lines) {
  fields <- strsplit(lines, "[[:space:]]+")
  lapply(fields, function(f) f[nzchar(f)])
}

stop_at_line <- function(line, ...) {
  stop_manycore("argument", "'file' is not in the format of SNPHAP: line ", line, ...,
                argument = "file", line = as.integer(line), call = user_call(parent.frame()))
}

# A list of id, allele (a matrix of single characters), and line (the line of each allele).
lines_as_subjects <- function(fields) {
  line <- which(lengths(fields) > 0)
  count <- lengths(fields[line])
  if (count[1] < 3 || count[1] %% 2 == 0) {
    stop_at_line(line[1], " has ", count_of(count[1], "field"), ", but must have an ",
                 "identifier and two for each locus")
  }
  odd <- which(count != count[1])
  if (length(odd) > 0) {
    stop_at_line(line[odd[1]], " has ", count_of(count[odd[1]], "field"), ", line ", line[1],
                 " has ", count[1])
  }
  table <- matrix(unlist(fields[line]), ncol = count[1], byrow = TRUE)
  list(id = table[, 1], allele = table[, -1, drop = FALSE],
       line = matrix(line, nrow(table), count[1] - 1L))
}

# The same for subjects on several lines; also `first`, the first line of each subject, and `said`,
# the source of the number of loci. No line has fields of two subjects.
fields_as_subjects <- function(fields, loci, said) {
  width <- 2L * as.integer(loci) + 1L
  check_ends_of_subjects(fields, width, said)
  line <- rep.int(seq_along(fields), lengths(fields))
  fields <- unlist(fields)
  left <- length(fields) %% width
  if (left > 0) {
    begin <- length(fields) - left + 1L
    stop_at_line(line[length(line)], " ends within subject ", describe(fields[begin]), ", with ",
                 count_of(left - 1L, "allele"), " of ", width - 1L, ": ", said)
  }
  table <- matrix(fields, ncol = width, byrow = TRUE)
  line <- matrix(line, ncol = width, byrow = TRUE)
  list(id = table[, 1], allele = table[, -1, drop = FALSE], line = line[, -1, drop = FALSE],
       first = line[, 1], said = said)
}

# Refuses a line with fields behind the last allele of its subject. A subject has `width` fields.
check_ends_of_subjects <- function(fields, width, said) {
  count <- lengths(fields)
  last <- cumsum(as.double(count))
  before <- last - count
  had <- before %% width # fields of its subject on earlier lines
  bad <- which(count > 0 & had + count > width)
  if (length(bad) > 0) {
    at <- bad[1] # all earlier lines are right
    begins <- had[at] == 0
    id <- unlist(fields)[before[at] - had[at] + 1]
    stop_at_line(at, " has ", count_of(count[at] - begins, "allele"), if (begins)
      c(", but its subject, ", describe(id), ", must have ") else
        c(", but subject ", describe(id), " lacks "), width - max(had[at], 1), ": ", said)
  }
}

# Alleles, NA for missing. The alleles of a locus are either 1 and 2 or nucleotides.
known_alleles <- function(subjects, names) {
  allele <- subjects$allele
  lower <- matrix(allele %in% c("a", "c", "g", "t"), nrow(allele))
  allele[lower] <- toupper(allele[lower])
  refuse <- function(odd, why) {
    if (any(odd)) { # the first in the file
      place <- which(t(odd))[1] - 1L
      at <- cbind(place %/% ncol(odd) + 1L, place %% ncol(odd) + 1L)
      stop_at_line(subjects$line[at], " (subject ", describe(subjects$id[at[1]]), ") has ",
                   describe(allele[at]), " at locus ", names[(at[2] + 1L) %/% 2L], ", ", why,
                   told_of_lines(subjects, at))
    }
  }
  refuse(matrix(nchar(allele) != 1L, nrow(allele)), "but an allele is one character")
  digit <- matrix(allele %in% c("1", "2"), nrow(allele))
  base <- matrix(allele %in% c("A", "C", "G", "T"), nrow(allele))
  of_locus <- function(is) { # the same for both columns of a locus
    any_is <- colSums(is) > 0
    first <- c(TRUE, FALSE)
    rep(any_is[first] | any_is[!first], each = 2L)
  }
  bases <- matrix(of_locus(base), nrow(allele), ncol(allele), byrow = TRUE)
  digits <- matrix(of_locus(digit), nrow(allele), ncol(allele), byrow = TRUE)
  refuse(digit & bases, "where others are A, C, G or T")
  refuse(!digit & allele != "0" & digits, "where alleles are 1 and 2, or 0 for missing")
  allele[!digit & !base] <- NA
  allele
}

# A hint for an allele on a later line than its subject: the number of loci may be wrong.
told_of_lines <- function(subjects, at) {
  first <- subjects$first[at[1]]
  if (!is.null(first) && first != subjects$line[at]) {
    paste0("; the subject begins on line ", first, ", as ", subjects$said)
  }
}
