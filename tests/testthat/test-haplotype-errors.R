# Bad input of haplotype_em().

refused <- function(code, class = "argument", argument = NULL) {
  e <- tryCatch(code, manycore_error = function(e) e)
  if (!inherits(e, "manycore_error")) return("nothing was refused")
  if (!inherits(e, paste0("manycore_error_", class))) return(class(e))
  if (!is.null(argument) && !identical(e$argument, argument)) return(e$argument)
  conditionMessage(e)
}

geno <- matrix(c(0, 1, 2, 1, 1, 0), 3)

test_that("genotypes that cannot be", {
  expect_starts(refused(haplotype_em(list(1)), argument = "geno"), "'geno' must be a matrix or")
  expect_starts(refused(haplotype_em(1:3), argument = "geno"), "'geno' must be a matrix or data")
  expect_starts(refused(haplotype_em(geno[, 1, drop = FALSE])),
                "'geno' must have two loci or more, not 1")
  expect_starts(refused(haplotype_em(cbind(3, 4))), "'geno' must have two loci or more, not 1, of")
  expect_starts(refused(haplotype_em(geno[0, ])), "'geno' must have a row for each subject")
  odd <- cbind(geno, c(0, 7, 1))
  colnames(odd) <- c("a", "b", "rs7")
  expect_identical(refused(haplotype_em(odd, coding = "dosage"), argument = "geno"),
                   "'geno' must be 0, 1, 2 or NA: geno[2, \"rs7\"] is 7")
  expect_match(refused(haplotype_em(odd)), "geno[2, \"rs7\"] is 7", fixed = TRUE)
  expect_match(refused(haplotype_em(cbind(geno, c(0.5, 1, 2)))), "geno[1, 3] is 0.5", fixed = TRUE)
  expect_match(refused(haplotype_em(matrix(c("A", "C", "A"), 1))), "two columns of alleles")
  vcf <- matrix(c("0/0", "0/1", "1/1", "0/x"), 2)
  expect_match(refused(haplotype_em(vcf, coding = "vcf")), "geno[2, 2] is \"0/x\"", fixed = TRUE)
  expect_starts(refused(haplotype_em(vcf, coding = "dosage")), "'geno' must be numbers for coding")
  expect_starts(refused(haplotype_em(geno, coding = "vcf")), "'geno' must be characters for coding")
  expect_starts(refused(haplotype_em(geno, coding = "snp"), argument = "coding"),
                "'coding' must be one of")
  expect_match(refused(haplotype_em(cbind(c(1, Inf), 1, 1, 3))), "geno[2, 1] is Inf", fixed = TRUE)
  expect_starts(refused(haplotype_em(cbind(geno, NA)), "data"),
                "'geno' has no genotype at locus locus3: all are missing")
  expect_starts(refused(haplotype_em(matrix(NA_real_, 2, 2)), "data"), "'geno' has no genotype")
  dates <- data.frame(a = 0:1, b = as.Date(c("2020-01-01", "2020-01-02")))
  expect_starts(refused(haplotype_em(dates)),
                "'geno' must have columns")
  ambiguous <- rbind(c(1, 2, 0, 0), c(0, 0, 1, 1), c(1, 1, 2, 1))
  expect_starts(refused(haplotype_em(ambiguous), argument = "coding"), "'coding' must say whether")
  expect_s3_class(haplotype_em(ambiguous, coding = "alleles"), "haplotype_em")
})

# 0, 1 and 2 of 200 subjects at 12 loci, and the strings of VCF for them.
plain_dosages <- function() {
  set.seed(1)
  matrix(stats::rbinom(2400, 2, 0.4), 200)
}

test_that("alleles are not taken for dosages where some are missing", {
  set.seed(9)
  founders <- rbind(c(0, 0, 0, 1), c(1, 1, 0, 0), c(0, 1, 1, 0), c(1, 0, 0, 1))
  gamete <- function() founders[sample(4, 80, TRUE, c(0.5, 0.3, 0.15, 0.05)), ]
  alleles <- in_columns(list(one = gamete() + 1, two = gamete() + 1))
  want <- function(a) haplotype_em(a, coding = "alleles")$loglik
  for (missing in list(NULL, cbind(1, 1:2), cbind(1, 1), rbind(cbind(3, 5:6), c(9, 2)))) {
    for (sign in c(NA, 0)) {
      a <- alleles
      a[missing] <- sign
      expect_starts(refused(haplotype_em(a), argument = "coding"), "'coding' must say whether")
      expect_identical(haplotype_em(a, loci = letters[1:4])$loglik, want(a))
      a[] <- c("A", "C")[replace(a, which(a == 0), NA)]
      expect_identical(haplotype_em(a)$coding, "alleles")
    }
  }
  # as setupGeno() of haplo.stats makes them
  set_up <- alleles
  set_up[1, 1:2] <- NA
  colnames(set_up) <- paste0("loc-", rep(1:4, each = 2), ".a", 1:2)
  without <- set_up
  set_up <- structure(set_up, class = "model.matrix",
                      unique.alleles = rep(list(c("1", "2")), 4))
  expect_identical(haplotype_em(set_up)$loci, paste0("loc-", 1:4))
  expect_identical(haplotype_em(set_up)$loglik, want(without))
  expect_starts(refused(haplotype_em(set_up, coding = "dosage"), argument = "coding"),
                "'coding' must be \"alleles\" for what setupGeno()")
})

test_that("setupGeno() of haplo.stats itself", {
  skip_if_not_installed("haplo.stats")
  set.seed(10)
  alleles <- matrix(sample(c(1, 2, 1, NA), 480, TRUE), 60)
  set_up <- getExportedValue("haplo.stats", "setupGeno")(alleles)
  expect_identical(haplotype_em(set_up)$loglik, haplotype_em(alleles, coding = "alleles")$loglik)
})

test_that("one odd cell does not make alleles of the others", {
  dosage <- plain_dosages()
  vcf <- matrix(c("0/0", "0/1", "1/1")[dosage + 1], 200)
  for (cell in c("0", "0/1234567890", "0/1:35", "0/1/1", "a/b", "A", "")) {
    expect_match(refused(haplotype_em(replace(vcf, 1, cell)), argument = "geno"),
                 paste0("geno[1, 1] is \"", cell, "\""), fixed = TRUE)
  }
  for (cell in c(3, 0.98, -1, 1e6)) {
    expect_match(refused(haplotype_em(replace(dosage, 5, cell)), argument = "geno"),
                 paste("geno[5, 1] is", format(cell, digits = 15)), fixed = TRUE)
  }
  for (all in list(-dosage, dosage + 0.5, abs(dosage - 0.02), replace(dosage, 7, -9))) {
    expect_starts(refused(haplotype_em(all), argument = "geno"), "'geno' must be 0, 1, 2 or NA")
  }
  expect_starts(refused(haplotype_em(replace(dosage, 5, 3), loci = letters[1:12]),
                        argument = "geno"), "'geno' must be 0, 1, 2 or NA")
  # none of them is one of VCF, or all are numbers written out
  expect_match(refused(haplotype_em(matrix(paste0("A/", c("G", "A")), 4, 4)), argument = "coding"),
               "geno[1, 1] is \"A/G\"", fixed = TRUE)
  expect_match(refused(haplotype_em(matrix(as.character(dosage), 200)), argument = "coding"),
               "copies of an allele must be numbers")
  expect_match(refused(haplotype_em(matrix(paste0(vcf, ":35"), 200)), argument = "geno"), ":35")
  expect_message(fit <- haplotype_em(dosage + 1), "two columns of alleles for each of 6 loci")
  expect_identical(fit$coding, "alleles")
})

test_that("few rows, and columns with names in pairs, ask for the coding", {
  asks <- function(geno) {
    expect_starts(refused(haplotype_em(geno), argument = "coding"), "'coding' must say whether")
    for (coding in c("dosage", "alleles")) {
      fit <- suppressMessages(haplotype_em(geno, coding = coding)) # some have no genotype
      expect_identical(fit$coding, coding)
    }
  }
  few <- cbind(A1 = c(1, 1, 2, 1, 2, 0), A2 = c(1, 2, 2, 2, 2, 1), B1 = c(1, 2, 1, 2, 1, 2),
               B2 = c(1, 2, 2, 2, 1, 2))
  asks(few)
  asks(as.data.frame(few))
  asks(unname(few)) # one half of a genotype among 12 is not what halves do not do
  asks(few[-1, ])
  asks(few[4:6, ])
  asks(rbind(few, few))
  asks(replace(few, 7, 2))
  expect_identical(haplotype_em(few, loci = c("A", "B"))$coding, "alleles")
  expect_identical(haplotype_em(few, loci = letters[1:4])$coding, "dosage")
  # an odd number among few: neither is plain
  expect_match(refused(haplotype_em(replace(few, 2, 3)), argument = "coding"),
               "it may be either, although geno[2, \"A1\"] is 3", fixed = TRUE)
  # names in pairs, although zeros stand alone
  set.seed(12)
  dosage <- matrix(stats::rbinom(800, 2, 0.4), 200)
  expect_identical(haplotype_em(dosage)$coding, "dosage")
  for (names in list(c("a1", "a2", "b1", "b2"), c("A1", "A2", "B1", "B2"), c("x", "x", "y", "y"),
                     c("x", "x.1", "y", "y.1"), c("r_a1", "r_a2", "s_a1", "s_a2"))) {
    asks(`colnames<-`(dosage, names))
  }
  expect_starts(refused(haplotype_em(`colnames<-`(dosage, c("a1", "b1", "a2", "b2"))),
                        argument = "coding"), "'coding' must say whether")
  for (names in list(paste0("rs", 1:4), paste0("V", 1:4), c("rs17", "rs21", "rs22", "rs9"),
                     c("a1", "a2", "b1", "c2"))) {
    expect_identical(haplotype_em(`colnames<-`(dosage, names))$coding, "dosage")
  }
})

test_that("columns of a locus that names put apart, and three columns of dosages", {
  alleles <- cbind(c("A", "C", "A"), c("C", "C", "A"), c("G", "T", "T"), c("T", "T", "G"))
  for (names in list(c("a1", "b1", "a2", "b2"), c("A.1", "B.1", "A.2", "B.2"),
                     c("x_a1", "y_a1", "y_a2", "x_a2"))) {
    colnames(alleles) <- names
    e <- refused(haplotype_em(alleles), argument = "geno")
    expect_starts(e, "'geno' must have the two columns of a locus side by side, but by their names")
    expect_match(e, paste0("column 1, \"", names[1], "\", and column "), fixed = TRUE)
    expect_starts(refused(haplotype_em(alleles, loci = c("a", "b")), argument = "geno"),
                  "'geno' must have the two columns of a locus side by side")
  }
  expect_s3_class(haplotype_em(unname(alleles)), "haplotype_em")
  dosage <- cbind(c(0, 1, 2, 1), c(1, 1, 0, 2), c(1, 1, 2, 0))
  expect_identical(refused(haplotype_em(dosage, coding = "alleles"), argument = "geno"),
                   paste0("'geno' must have two columns of alleles for each locus, but has 3; ",
                          "coding = \"dosage\" is for columns of 0, 1 and 2"))
  expect_match(refused(haplotype_em(replace(dosage, 2, 5), coding = "alleles"), argument = "geno"),
               "but has 3 (and is no matrix of 0, 1 and 2: geno[2, 1] is 5)", fixed = TRUE)
  # without a zero, 'auto' takes numbers for alleles, of which a column is missing
  expect_match(refused(haplotype_em(matrix(c(1, 3, 2, 4), 4, 3)), argument = "geno"),
               "two columns of alleles for each locus, but has 3 (and is no matrix of 0, 1 and 2",
               fixed = TRUE)
})

test_that("what is plainly alleles is read as such, without a word", {
  set.seed(11)
  of_strings <- matrix(sample(c("A*01:01", "B", "9.3", NA), 80, TRUE), 20)
  of_numbers <- matrix(sample(c(8, 9.3, 10, 11, NA), 80, TRUE), 20)
  with_zeros <- matrix(sample(c(101, 103, 107), 80, TRUE), 20)
  with_zeros[cbind(c(3, 3, 9), c(1, 2, 4))] <- 0 # the last half of a genotype
  for (geno in list(of_strings, of_numbers, with_zeros)) {
    expect_silent(fit <- haplotype_em(geno))
    expect_identical(fit$coding, "alleles")
  }
  half <- in_columns(list(one = matrix(c(1, 2, 3, 9), 40, 3), two = matrix(c(2, 9), 40, 3)))
  half[7, 3] <- 0
  expect_silent(fit <- haplotype_em(half))
  expect_identical(fit$coding, "alleles")
  expect_identical(haplotype_em(plain_dosages())$coding, "dosage")
})

test_that("weights, loci, control and others", {
  expect_starts(refused(haplotype_em(geno, 1:2), argument = "weight"),
                "'weight' must be a number for each of the 3 subjects, not a vector of")
  expect_identical(refused(haplotype_em(geno, c(1, -2, 1)), argument = "weight"),
                   "'weight' must be finite and 0 or more: weight[2] is -2")
  expect_starts(refused(haplotype_em(geno, c(1, NA, 1))), "'weight' must be finite")
  expect_starts(refused(haplotype_em(geno, c(0, 0, 0)), "data"), "'geno' has no subject with")
  for (weight in c(8e307, 1e300, 1e-310)) { # sums overflow, likelihoods do, shares of it do
    expect_starts(refused(haplotype_em(geno, rep(weight, 3)), argument = "weight"),
                  "'weight' must add up to a number from 1e-300 to 1e300, not ")
  }
  for (weight in c(3e299, 1e-300)) {
    fit <- haplotype_em(geno, rep(weight, 3))
    expect_identical(fit$subjects, 3L)
    expect_true(all(is.finite(c(fit$loglik, fit$lr, fit$frequency$frequency))))
    expect_equal(sum(fit$frequency$frequency), 1)
  }
  expect_starts(refused(haplotype_em(geno, loci = "a"), argument = "loci"),
                "'loci' must be the names of 2 loci")
  expect_identical(refused(haplotype_em(geno, loci = c("a", NA)), argument = "loci"),
                   "'loci' must have a different name for each locus: loci[2] is NA")
  expect_identical(refused(haplotype_em(cbind(geno, geno[, 1]), loci = c("a", "b", "a")),
                           argument = "loci"),
                   paste("'loci' must have a different name for each locus: loci[3] is \"a\",",
                         "as is loci[1]"))
  expect_starts(refused(haplotype_em(geno, control = list()), argument = "control"),
                "'control' must be a list made by haplotype_control()")
  expect_starts(refused(haplotype_em(geno, threads = 0), argument = "threads"), "'threads' must be")
  expect_starts(refused(haplotype_em(geno, progress = NA), argument = "progress"), "'progress'")
  expect_match(refused(haplotype_em(geno, wieght = 1)), "'weight' may be meant")
  for (bad in list(list(starts = 0), list(seed = 0.5), list(cull_every = 0), list(min_prior = 1),
                   list(min_posterior = -1), list(min_posterior = NA), list(max_iterations = "1"),
                   list(tolerance = -1), list(max_haplotypes = 0), list(max_memory = "1 GB"),
                   list(order = "best"), list(order = c(1, 1)), list(order = numeric()))) {
    expect_starts(refused(do.call(haplotype_control, bad), argument = names(bad)),
                  paste0("'", names(bad), "' must be"))
  }
  expect_starts(refused(haplotype_em(geno, control = haplotype_control(order = 1:3)),
                        argument = "order"), "'order' must be a permutation of the numbers 1 to 2")
})

test_that("limits name the locus and what to set", {
  set.seed(1)
  geno <- matrix(stats::rbinom(4000, 2, 0.5), 200)
  colnames(geno) <- paste0("rs", 1:20)
  message <- refused(haplotype_em(geno, control = haplotype_control(max_haplotypes = 50)), "size")
  expect_match(message, paste("^locus rs6 \\(number 6 of 20\\) cannot be added: [0-9]+ haplotypes",
                              "are more than max_haplotypes = 50; cull more"))
  backwards <- haplotype_control(max_haplotypes = 50, order = "reverse")
  expect_match(refused(haplotype_em(geno, control = backwards), "size"),
               "^locus rs15 \\(number 6 of 20\\)")
  small <- haplotype_control(max_memory = 1e5)
  expect_match(refused(haplotype_em(geno, control = small), "memory"),
               "^locus rs[0-9]+ .* of which 100.* kB may be used; .* max_memory$")
  blowing <- haplotype_control(cull_every = Inf, max_memory = 1e9, starts = 1)
  wide <- matrix(rep(c(0, 1, 2), c(1, 60, 60)), 1)[rep(1, 3), ]
  wide[2, ] <- 2 - wide[2, ]
  expect_match(refused(haplotype_em(wide, control = blowing), "memory"), "^locus locus[0-9]+ ")
})

test_that("a fit that drops subjects tells of them, and one that drops all is an error", {
  set.seed(1)
  geno <- matrix(rbinom(600, 2, 0.4), 100)
  expect_error(haplotype_em(geno, control = haplotype_control(min_prior = 0.15)),
               "no subject has a pair of haplotypes left after [0-9]+ loci: 'min_prior' of",
               class = "manycore_error_data")
  geno <- matrix(rbinom(200, 2, 0.4), 50)
  weight <- c(1e-200, 1e200, rep(1, 48))
  expect_message(fit <- haplotype_em(geno, weight = weight),
                 "49 subjects are dropped: .*no pair of haplotypes is left[)]")
  expect_identical(nrow(fit$dropped), 49L)
  expect_identical(fit$subjects, 1L)
})

test_that("'loci' that make alleles of 0, 1 and 2 tell so", {
  set.seed(1)
  geno <- matrix(rbinom(200, 2, 0.4), 50)
  expect_message(haplotype_em(geno, loci = c("a", "b")), "'geno' is read as two columns of alleles")
  expect_message(haplotype_em(geno, loci = c("a", "b"), coding = "alleles"), NA)
})

test_that("many subjects that have all lost their pairs are an error, with threads, too", {
  set.seed(1)
  x <- matrix(sample(0:2, 30000 * 12, TRUE), 30000)
  control <- haplotype_control(starts = 1, cull_every = 3, min_prior = 0.9)
  expect_error(haplotype_em(x, coding = "dosage", threads = 2, control = control),
               "no subject has a pair of haplotypes left after 3 loci",
               class = "manycore_error_data")
})

test_that("alleles that differ by blanks only are an error that names the locus and the cell", {
  alleles <- cbind(x1 = c("C", "A", "C", "A"), x2 = c("C", "A", "A", "C"),
                   y1 = c("G", "T", "T ", "G"), y2 = c("T", "T", "G", "G"))
  expect_identical(
    refused(haplotype_em(alleles), argument = "geno"),
    paste("'geno' must have alleles that differ by more than blanks, but locus y has \"T\",",
          "\"T \": geno[3, \"y1\"] is \"T \"; trimws() drops blanks")
  )
  expect_match(refused(haplotype_em(as.data.frame(alleles), loci = c("u", "v"))),
               "locus v has \"T\", \"T \": geno[3, \"y1\"] is \"T \"", fixed = TRUE)
  # all spellings of the allele, also with blanks alone
  alleles[3, 3] <- "\tT"
  alleles[2, 4] <- "T\u00a0"
  expect_match(refused(haplotype_em(unname(alleles))), "locus locus2 has .*: geno\\[[23], [34]\\] ")
  alleles[alleles %in% "T"] <- "\tT"
  expect_match(refused(haplotype_em(unname(alleles))), "locus locus2 has ")
  # the same blanks in all strings of a locus, or at different loci, are no error
  alleles[, 3:4] <- c(" A", " T", " T", " A")
  expect_identical(haplotype_em(alleles)$loci, c("x", "y"))
  expect_identical(names(haplotype_em(alleles)$alleles[[2]]), c(" A", " T"))
  alleles[alleles == " A"] <- "A"
  expect_s3_class(haplotype_em(alleles), "haplotype_em")
})

test_that("strings of VCF with further fields, or of one allele, say what to do", {
  vcf <- matrix(c("0/0", "0/1", "1/1", "0|1"), 4, 3, dimnames = list(NULL, c("r1", "r2", "r3")))
  with_fields <- vcf
  with_fields[] <- paste0(vcf, ":35:9,2")
  expect_match(refused(haplotype_em(with_fields), argument = "geno"),
               paste("geno[1, \"r1\"] is \"0/0:35:9,2\"; without the fields behind the colon:",
                     "geno[] <- sub(\":.*\", \"\", geno)"), fixed = TRUE)
  with_fields[] <- sub(":.*", "", with_fields)
  expect_identical(haplotype_em(with_fields), haplotype_em(vcf))
  for (cell in c("0", "1", ".|.|1", "0/1/1")) {
    expect_match(refused(haplotype_em(replace(vcf, 6, cell)), argument = "geno"),
                 paste0("geno[2, \"r2\"] is \"", cell, "\"; a genotype has two alleles"),
                 fixed = TRUE)
  }
  expect_match(refused(haplotype_em(matrix(c("0", "1"), 4, 3), coding = "vcf")),
               "geno[1, 1] is \"0\"; a genotype has two alleles", fixed = TRUE)
  expect_match(refused(haplotype_em(replace(vcf, 6, "x"))), "is \"x\"$")
})

test_that("a SnpMatrix needs no package, and one that holds something else is an error", {
  dosage <- plain_dosages()[, 1:4]
  raw <- matrix(as.raw(dosage + 1L), 200, dimnames = list(NULL, c("r1", "r2", "r3", "r4")))
  want <- haplotype_em(`colnames<-`(dosage, colnames(raw)))
  claimed <- list(
    structure(raw, class = "SnpMatrix"),
    asS4(structure(raw, class = structure("SnpMatrix", package = "no.such.package")))
  )
  for (snps in claimed) {
    expect_silent(fit <- haplotype_em(snps))
    expect_identical(fit$frequency$frequency, want$frequency$frequency)
    expect_identical(fit$loci, colnames(raw))
    expect_silent(got <- impute_genotypes(fit, snps))
    expect_identical(unname(as.matrix(got)),
                     unname(as.matrix(impute_genotypes(want, `colnames<-`(dosage, fit$loci)))))
  }
  for (bad in list(list(1), 1:4, matrix("a", 2, 2), matrix(0, 3, 4))) {
    bad <- structure(bad, class = "SnpMatrix")
    expect_starts(refused(haplotype_em(bad), argument = "geno"),
                  "'geno' has the class SnpMatrix, and must be a matrix of raw numbers")
    expect_starts(refused(impute_genotypes(want, bad), argument = "newdata"),
                  "'newdata' has the class SnpMatrix, and must be a matrix of raw numbers")
  }
  flat <- structure(as.raw(1:3), class = "SnpMatrix")
  expect_identical(refused(haplotype_em(flat), argument = "geno"),
                   "'geno' has the class SnpMatrix, and must have two dimensions, not 0")
  expect_match(refused(impute_genotypes(want, flat), argument = "newdata"), "'newdata' has")
  other <- asS4(structure(raw, class = structure("OtherMatrix", package = "no.such.package")))
  expect_match(refused(haplotype_em(other), "missing_package"),
               "no.such.package is needed for 'geno', an object of class OtherMatrix")
  expect_match(refused(impute_genotypes(want, other), "missing_package"), "needed for 'newdata'")
  e <- tryCatch(need_package_of(asS4(structure(1, class = structure("u", package = "snpStats"))),
                                "x"), manycore_error = conditionMessage)
  if (is.character(e)) expect_match(e, "BiocManager::install", fixed = TRUE)
})

test_that("new genotypes of loci whose names occur twice", {
  dosage <- plain_dosages()[, 1:3]
  colnames(dosage) <- c("a", "b", "a")
  fit <- haplotype_em(dosage)
  expect_identical(as.data.frame(fit)[4:6], stats::setNames(fit$frequency[4:6], c("a", "b", "a.1")))
  expect_equal(predict(fit, dosage), predict(fit))
  expect_identical(refused(predict(fit, dosage[, c(2, 1, 3)]), argument = "newdata"),
                   paste("'newdata' must have the loci of the fit in the same order, because more",
                         "than one has the name \"a\""))
  more <- cbind(dosage[, 1:2], c = dosage[, 3], b = 0)
  expect_match(refused(predict(haplotype_em(more[, 1:3]), more), argument = "newdata"),
               "more than one has the name \"b\"", fixed = TRUE)
})
