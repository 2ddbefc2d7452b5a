# Names of loci from names of columns. By their names two columns of alleles belong to one locus if
# the names are equal ("a", "a"), or differ as data.frame() makes them differ ("a", "a.1"), or
# differ by a final 1 and 2: "a1", "a_1", "a.1", "a-1", "a 1", "a.a1", "a_A1", "a.allele1", "aA1",
# "Aa1".

# Names of loci: the given names, or the names of columns. With two columns for each locus it is the
# common part of both names, if all pairs have one, or else the first name.
name_loci <- function(loci, count, columns, width) {
  if (!is.null(loci)) {
    if (!(is.character(loci) || is.numeric(loci)) || length(loci) != count || anyNA(loci)) {
      stop_argument("loci", paste("the names of", count, "loci"), loci)
    }
    return(valid_text(as.character(loci)))
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

# Refuses names of loci that are missing or occur twice.
check_loci_differ <- function(loci) {
  if ((!is.character(loci) && !is.numeric(loci)) || !is.null(dim(loci))) {
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

# The common part of the names of each two columns. NULL unless all pairs have one and these differ.
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

# The stem and the number of each name, 1 or 2; NA for other names. An "a" before the number belongs
# to the ending ("x.a1") if all names have one behind a sign, a digit, or a letter of the other
# case. So the stem of "beta1" is "beta", and that of "HLA-A1" beside "HLA-B1" is "HLA-A".
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

# Do the names say that each locus has two columns, side by side or not?
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

# Refuses columns of alleles if by their names the two columns of a locus are not side by side.
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
                  other, ", ", describe(columns[other]), ", are of one locus", argument = "geno")
  }
}
