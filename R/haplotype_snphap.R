#' Read a file of SNPHAP
#'
#' Genotypes in the input format of Clayton's program SNPHAP, as a matrix that [haplotype_em()]
#' takes.
#'
#' @param file Name of a file, or a connection. Of each subject an identifier without blanks, then
#'   two alleles for each locus, each one character, all with blanks or tabs between them. Alleles
#'   are 1 and 2, with 0 for missing; or A, C, G and T, in upper or lower case, with any other
#'   character but 1 and 2 for missing. Empty lines are skipped.
#' @param names Name of a file with the names of the loci, each the first word of its line
#'   (SNPHAP's `-nf`), or a character vector of names; `NULL`: "locus1", "locus2", ...
#' @param header Whether the first line of `file` has the names (SNPHAP's `-nh`).
#' @param loci Number of loci (SNPHAP's `-l`): a subject's fields may then be on several lines.
#'   `NULL`: each line is a subject, and its fields say how many loci there are.
#' @return A character matrix with a row for each subject, named by its identifier, and two columns
#'   of alleles (upper case) for each locus, named with ".1" and ".2" at the end; `NA` is missing.
#' @details
#' **Errors** have the class `manycore_error_argument` (see [manycore_errors]) and the number of the
#' line as their element `line`: for a line with more or fewer fields than others, an allele that
#' cannot be, two codes at one locus, or a file that ends within a subject.
#' @references
#' Clayton D. SNPHAP 1.3.1: a program for estimating frequencies of large haplotypes of SNPs.
#' @seealso [haplotype_em()]
#' @examples
#' file <- tempfile()
#' writeLines(c("ann 1 2  1 1  2 2", "bob 1 1  0 0  1 2", "cyd 2 2  1 2  1 2"), file)
#' geno <- read_snphap(file, names = c("rs1", "rs2", "rs3"))
#' geno
#' haplotype_em(geno)
#' @export
read_snphap <- function(file, names = NULL, header = FALSE, loci = NULL) {
  check_flag(header, "header")
  if (!is.null(loci)) {
    most <- (.Machine$integer.max - 1) %/% 2 # a subject has two alleles for each and a name
    good <- is.numeric(loci) && length(loci) == 1 && is.finite(loci) && loci >= 1 && loci <= most
    if (!good || loci != round(loci)) {
      stop_argument("loci", paste0("a number of loci up to ", most, ", or NULL"), loci)
    }
  }
  fields <- fields_of_lines(lines_of_file(file, "file"))
  if (header) {
    first <- which(lengths(fields) > 0)[1]
    if (!is.null(names)) {
      stop_manycore("argument", "'names' must be NULL if the first line of 'file' has the names",
                    argument = "names")
    }
    names <- unlist(fields[first])
    fields[seq_len(first)] <- list(character())
    loci <- if (is.null(loci)) length(names) else loci
  } else if (is.character(names) && length(names) == 1 && file.exists(names)) {
    named <- fields_of_lines(lines_of_file(names, "names"))
    names <- vapply(named[lengths(named) > 0], `[[`, "", 1L)
  }
  if (sum(lengths(fields)) == 0) {
    stop_manycore("argument", "'file' has no subjects", argument = "file")
  }
  subjects <- if (is.null(loci)) lines_as_subjects(fields) else fields_as_subjects(fields, loci)
  loci <- ncol(subjects$allele) %/% 2L
  names <- if (is.null(names)) paste0("locus", seq_len(loci)) else as.character(names)
  if (length(names) != loci) {
    stop_manycore("argument", "'names' must be of the ", loci, " loci of 'file', not ",
                  length(names), argument = "names")
  }
  allele <- known_alleles(subjects, names)
  dimnames(allele) <- list(subjects$id, paste0(rep(names, each = 2L), c(".1", ".2")))
  allele
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

# A list of id, allele (a matrix of single characters), and line (of each field of a subject, or of
# the subject).
lines_as_subjects <- function(fields) {
  line <- which(lengths(fields) > 0)
  count <- lengths(fields[line])
  if (count[1] < 3 || count[1] %% 2 == 0) {
    stop_at_line(line[1], " has ", count[1], " fields, but must have an identifier and two for ",
                 "each locus")
  }
  odd <- which(count != count[1])
  if (length(odd) > 0) {
    stop_at_line(line[odd[1]], " has ", count[odd[1]], " fields, line ", line[1], " has ",
                 count[1])
  }
  table <- matrix(unlist(fields[line]), ncol = count[1], byrow = TRUE)
  list(id = table[, 1], allele = table[, -1, drop = FALSE],
       line = matrix(line, nrow(table), count[1] - 1L))
}

fields_as_subjects <- function(fields, loci) {
  width <- 2L * as.integer(loci) + 1L
  line <- rep.int(seq_along(fields), lengths(fields))
  fields <- unlist(fields)
  left <- length(fields) %% width
  if (left > 0) {
    begin <- length(fields) - left + 1L
    stop_at_line(line[length(line)], " ends within subject ", describe(fields[begin]), ", with ",
                 left - 1L, " alleles of ", width - 1L)
  }
  table <- matrix(fields, ncol = width, byrow = TRUE)
  list(id = table[, 1], allele = table[, -1, drop = FALSE],
       line = matrix(line, ncol = width, byrow = TRUE)[, -1, drop = FALSE])
}

# Alleles, NA for missing: by locus 1 and 2 or nucleotides.
known_alleles <- function(subjects, names) {
  allele <- subjects$allele
  lower <- matrix(allele %in% c("a", "c", "g", "t"), nrow(allele))
  allele[lower] <- toupper(allele[lower])
  refuse <- function(odd, why) {
    if (any(odd)) { # the first in the file
      place <- which(t(odd))[1] - 1L
      at <- cbind(place %/% ncol(odd) + 1L, place %% ncol(odd) + 1L)
      stop_at_line(subjects$line[at], " (subject ", describe(subjects$id[at[1]]), ") has ",
                   describe(allele[at]), " at locus ", names[(at[2] + 1L) %/% 2L], ", ", why)
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
