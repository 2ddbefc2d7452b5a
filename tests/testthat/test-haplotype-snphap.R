# read_snphap(), and the file of SNPHAP's own test.

written <- function(...) {
  file <- tempfile()
  writeLines(c(...), file)
  file
}

# What is wrong with a file, and where.
malformed <- function(..., line = NULL) {
  e <- tryCatch(read_snphap(...), manycore_error_argument = function(e) e)
  if (!inherits(e, "manycore_error_argument")) return("nothing was refused")
  if (!identical(e$line, line)) return(paste("line", deparse(e$line)))
  if (!identical(conditionCall(e)[[1]], as.name("read_snphap"))) return("another call")
  sub("'file' is not in the format of SNPHAP: ", "", conditionMessage(e), fixed = TRUE)
}

test_that("numbers, nucleotides, missing alleles, blanks", {
  file <- written("", "ann\t1 2  1 1 0 0", "", " bob 2 2 1 0 2 1  ")
  want <- rbind(ann = c("1", "2", "1", "1", NA, NA), bob = c("2", "2", "1", NA, "2", "1"))
  colnames(want) <- paste0("locus", rep(1:3, each = 2), c(".1", ".2"))
  expect_identical(read_snphap(file), want)
  connection <- file(file)
  expect_identical(read_snphap(connection), want)
  close(connection)
  letters <- written("ann A C 1 2 N -", "bob A A 1 1 G T", "cyd ? A 0 0 G 0")
  expect_identical(unname(read_snphap(letters)),
                   rbind(c("A", "C", "1", "2", NA, NA), c("A", "A", "1", "1", "G", "T"),
                         c(NA, "A", NA, NA, "G", NA)))
  small <- written("ann a c 1 2 n -", "bob a A 1 1 g t", "cyd ? A 0 0 g 0")
  expect_identical(read_snphap(small), read_snphap(letters))
  expect_identical(dim(read_snphap(written("a 1 1"))), c(1L, 2L))
})

test_that("names of loci: given, in a file, in the first line", {
  lines <- c("ann 1 2 1 1", "bob 2 2 1 2")
  names <- c("rs1.1", "rs1.2", "rs2.1", "rs2.2")
  expect_identical(colnames(read_snphap(written(lines), c("rs1", "rs2"))), names)
  expect_identical(colnames(read_snphap(written("ann 1 2"), names = 5)), c("5.1", "5.2"))
  list <- written("rs1 ", "rs2\tmore about it", "")
  expect_identical(colnames(read_snphap(written(lines), list)), names)
  expect_identical(read_snphap(written("rs1\trs2", lines), header = TRUE),
                   read_snphap(written(lines), list))
  expect_identical(haplotype_em(read_snphap(written(lines), list))$loci, c("rs1", "rs2"))
})

test_that("subjects on several lines", {
  file <- written("ann 1 2", "1 1 bob", "2 2 1", "2")
  expect_identical(unname(read_snphap(file, loci = 2)), rbind(c("1", "2", "1", "1"),
                                                              c("2", "2", "1", "2")))
  expect_identical(read_snphap(written("x y", "ann 1 2", "1 1"), header = TRUE),
                   read_snphap(written("ann 1 2 1 1"), names = c("x", "y")))
  expect_starts(malformed(written("ann 1 2 1 1", "bob 1 2"), loci = 2, line = 2L),
                "line 2 ends within subject \"bob\", with 2 alleles of 4")
  expect_starts(malformed(written("ann 1 2 1", "bob 1 2 1 1"), loci = 2, line = 2L),
                "line 2 ends within subject")
  expect_starts(malformed(written("ann 1 2 1", "bob 1 2 1 1 1"), loci = 2, line = 2L),
                "line 2 (subject \"ann\") has \"bob\" at locus locus2, but an allele is one")
})

test_that("malformed files name the line", {
  expect_starts(malformed(written("a 1 2 1 1", "b 1 2 1", "c 1 1 1 1"), line = 2L),
                "line 2 has 4 fields, line 1 has 5")
  expect_starts(malformed(written("", "a 1 2 1"), line = 2L),
                "line 2 has 4 fields, but must have an identifier and two for each locus")
  expect_starts(malformed(written("a 1 1 1 2", "b 1 2 3 1"), line = 2L),
                paste("line 2 (subject \"b\") has \"3\" at locus locus2, where alleles are 1 and",
                      "2, or 0 for missing"))
  expect_starts(malformed(written("a 1 1 1 2", "b 1 A 1 1"), line = 1L),
                "line 1 (subject \"a\") has \"1\" at locus locus1, where others are A, C, G or T")
  expect_starts(malformed(written("a 1 1 1 2", "b 1 a 1 1"), line = 1L), "line 1 (subject \"a\")")
  expect_starts(malformed(written("a 1 1 1 2", "", "b 1 12 1 1"), line = 3L),
                "line 3 (subject \"b\") has \"12\" at locus locus1, but an allele is one")
  expect_starts(malformed(written("a 1 1", "b 1 1"), names = c("x", "y")), "'names' must be of the")
  expect_starts(malformed(written("x y", "a 1 1 1"), header = TRUE, line = 2L),
                "line 2 ends within")
  expect_identical(malformed(written(character())), "'file' has no subjects")
  expect_starts(malformed(file.path(tempdir(), "none")), "'file' cannot be read: ")
  expect_starts(malformed(1), "'file' must be the name of a file or a connection")
  expect_starts(malformed(written("a 1 1"), header = NA), "'header' must be TRUE or FALSE")
  expect_starts(malformed(written("a 1 1"), loci = 0), "'loci' must be a number of loci")
  for (many in c(2^30, 3e9, 1e300)) {
    expect_silent(said <- malformed(written("a 1 1"), loci = many))
    expect_starts(said, "'loci' must be a number of loci up to 1073741823, or NULL, not ")
  }
  expect_starts(malformed(written("a 1 1"), loci = 2^30 - 1, line = 1L), "line 1 ends within")
  expect_starts(malformed(written("x", "a 1 1"), names = "x", header = TRUE),
                "'names' must be NULL")
})
