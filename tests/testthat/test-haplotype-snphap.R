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
  file <- written("ann 1 2", "1 1", "bob", "2 2 1", "", "2")
  expect_identical(unname(read_snphap(file, loci = 2)), rbind(c("1", "2", "1", "1"),
                                                              c("2", "2", "1", "2")))
  expect_identical(read_snphap(written("x y", "ann 1 2", "1 1"), header = TRUE),
                   read_snphap(written("ann 1 2 1 1"), names = c("x", "y")))
  expect_starts(malformed(written("ann 1 2 1 1", "bob 1 2"), loci = 2, line = 2L),
                "line 2 ends within subject \"bob\", with 2 alleles of 4: 'loci' is 2")
  expect_starts(malformed(written("ann 1 2 1 1", "bob 1"), loci = 2, line = 2L),
                "line 2 ends within subject \"bob\", with 1 allele of 4: 'loci' is 2")
})

test_that("a line has fields of one subject only", {
  lines <- c("a 1 2 1 1 1 2 2 1", "b 1 1 1 1 2 2 2 2")
  expect_identical(malformed(written("rs1", lines), header = TRUE, line = 2L),
                   paste("line 2 has 8 alleles, but its subject, \"a\", must have 2: the header",
                         "has 1 name"))
  expect_identical(malformed(written(lines), loci = 1, line = 1L),
                   "line 1 has 8 alleles, but its subject, \"a\", must have 2: 'loci' is 1")
  expect_identical(malformed(written("x y z", "", "a 1 2", "2 1", "1 1 b", "2 2 1 1", "2 2"),
                             header = TRUE, line = 5L),
                   "line 5 has 3 alleles, but subject \"a\" lacks 2: the header has 3 names")
  expect_identical(malformed(written("ann 1 2 1", "bob 1 2 1 1"), loci = 2, line = 2L),
                   "line 2 has 5 alleles, but subject \"ann\" lacks 1: 'loci' is 2")
  set.seed(1)
  for (i in 1:50) { # any number of loci but the right one is an error of some line
    loci <- sample(6, 2)
    lines <- vapply(letters[1:sample(8, 1)], function(id) {
      paste(c(id, sample(1:2, 2 * loci[1], TRUE)), collapse = " ")
    }, "")
    said <- conditionMessage(expect_error(read_snphap(written(lines), loci = loci[2]),
                                          class = "manycore_error_argument"))
    expect_match(said, paste0(": 'loci' is ", loci[2], "$|, as 'loci' is ", loci[2], "$"))
    names <- paste(sprintf("rs%d", seq_len(loci[2])), collapse = " ")
    said <- conditionMessage(expect_error(read_snphap(written(names, lines), header = TRUE),
                                          class = "manycore_error_argument"))
    expect_match(said, paste0(" the header has ", loci[2], " name", if (loci[2] > 1) "s", "$"))
    names <- paste(sprintf("rs%d", seq_len(loci[1])), collapse = " ")
    expect_identical(dim(read_snphap(written(names, lines), header = TRUE)),
                     c(length(lines), 2L * loci[1]))
  }
  expect_starts(malformed(written("rs1 rs2", "a 1 1 2 2"), header = TRUE, loci = 1),
                "'loci' must be the number of names in the header of 'file', 2, not 1")
})

test_that("names that are no file and no names", {
  file <- written("a 1 1", "b 1 1")
  for (path in c("/no/such.txt", "rs.TXT", "loci.nam", "a/b")) {
    expect_starts(malformed(file, names = path), "'names' cannot be read: ")
  }
  expect_identical(malformed(written("a 1 1 2 2"), names = "rs"),
                   "'names' must have the names of all loci of 'file', 2, not 1; \"rs\" is no file")
  expect_identical(malformed(file, names = NA),
                   "'names' must have no missing names: names[1] is NA")
  expect_identical(malformed(written("a 1 1 2 2"), names = c("rs", NA)),
                   "'names' must have no missing names: names[2] is NA")
  expect_starts(malformed(file, names = list("a")), "'names' must be the name of a file or")
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
  expect_starts(malformed(written("a 1 1", "b 1 1"), names = c("x", "y")),
                "'names' must have the names of all loci of 'file', 1, not 2")
  expect_starts(malformed(written("x y", "a 1 1 1"), header = TRUE, line = 2L),
                "line 2 ends within subject \"a\", with 3 alleles of 4: the header has 2 names")
  expect_starts(malformed(written("rs1", "a 1 2"), line = 1L), "line 1 has 1 field, but must have")
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
