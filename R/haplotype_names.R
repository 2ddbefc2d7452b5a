# Names of loci from those of columns. Two columns of alleles are of one locus by their names if
# these are the same ("a", "a"), or as data.frame() makes them differ ("a", "a.1"), or differ by an
# end of 1 and 2: "a1", "a_1", "a.1", "a-1", "a 1", "a.a1", "a_A1", "a.allele1", "aA1", "Aa1".

# Names of loci: those given, or those of the columns; of two columns for each locus what both have
# in common, where all have that, or the first.
name_loci <- function(loci, count, columns, width) {
  if (!is.null(loci)) {
    if (!(is.character(loci) || is.numeric(loci)) || length(loci) != count || anyNA(loci)) {
      stop_argument("loci", paste("the names of", count, "loci"), loci)
    }
    return(as.character(loci))
  }
  if (is.null(columns)) {
    return(paste0("locus", seq_len(count)))
  }
  if (width == 1L) {
    return(columns)
  }
  stems <- stems_of_pairs(columns)
  if (is.null(stems)) columns[c(TRUE, FALSE)] else stems
}

# Refuses a user's names of loci that are missing or there twice.
check_loci_differ <- function(loci) {
  if (!is.character(loci) && !is.numeric(loci)) {
    return(invisible()) # name_loci() says what they must be
  }
  bad <- which(is.na(loci) | duplicated(loci))
  if (length(bad) > 0) {
    at <- bad[1]
    stop_manycore("argument", "'loci' must have a different name for each locus: loci[", at,
                  "] is ", describe(loci[[at]]),
                  if (!is.na(loci[at])) c(", as is loci[", match(loci[at], loci), "]"),
                  argument = "loci")
  }
}

# What each two columns have in common, or NULL unless all have something, and each something else.
stems_of_pairs <- function(columns) {
  first <- columns[c(TRUE, FALSE)]
  second <- columns[c(FALSE, TRUE)]
  parts <- numbered_names(columns)
  stem <- parts$stem[c(TRUE, FALSE)]
  numbered <- stem == parts$stem[c(FALSE, TRUE)] &
    parts$number[c(TRUE, FALSE)] != parts$number[c(FALSE, TRUE)]
  stems <- ifelse(nzchar(first) & (first == second | paste0(first, ".1") == second), first,
                  ifelse(numbered, stem, NA))
  if (anyNA(stems) || anyDuplicated(stems)) NULL else stems
}

# Names as stem and number, 1 or 2, NA for others. The letter "a" before the number is of the end
# ("x.a1") if all names have it, behind a sign, a digit, or a letter of the other case; so "beta1"
# is of "beta", and "HLA-A1" beside "HLA-B1" of "HLA-A".
numbered_names <- function(names) {
  lettered <- paste0("^(.*[^._ -](?=[._ -])|.*[a-z0-9](?=A)|.*[A-Z0-9](?=a))",
                     "[._ -]*(?:[aA]|allele|Allele|ALLELE)[._ -]*([12])$")
  plain <- "^(.*[^._ -])[._ -]*([12])$"
  pattern <- if (all(grepl(lettered, names, perl = TRUE))) lettered else plain
  part <- function(number) {
    ifelse(grepl(pattern, names, perl = TRUE), sub(pattern, number, names, perl = TRUE), NA)
  }
  list(stem = part("\\1"), number = part("\\2"))
}

# Do names say that there are two columns for each locus, side by side or not?
has_names_in_pairs <- function(columns) {
  !is.null(columns) && length(columns) %% 2 == 0 &&
    (!is.null(stems_of_pairs(columns)) || is_numbered_twice(numbered_names(columns)))
}

# Has every name a stem and a number, and every stem 1 and 2 once?
is_numbered_twice <- function(parts) {
  if (anyNA(parts$stem)) {
    return(FALSE)
  }
  count <- table(parts$stem, factor(parts$number, c("1", "2")))
  all(count == 1)
}

# Refuses columns of alleles whose names put the two of a locus apart.
check_columns_of_loci <- function(columns) {
  if (is.null(columns) || !is.null(stems_of_pairs(columns))) {
    return(invisible())
  }
  parts <- numbered_names(columns)
  if (is_numbered_twice(parts)) {
    first <- 2L * which(parts$stem[c(TRUE, FALSE)] != parts$stem[c(FALSE, TRUE)])[1] - 1L
    other <- setdiff(which(parts$stem == parts$stem[first]), first)
    stop_manycore("argument", "'geno' must have the two columns of a locus side by side, but by ",
                  "their names column ", first, ", ", describe(columns[first]), ", and column ",
                  other, ", ", describe(columns[other]), ", are of one", argument = "geno")
  }
}
