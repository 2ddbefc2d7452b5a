# Numbers of alleles of all forms of genotypes (C), against plain R; and what does not matter.

numbers_by_definition <- function(one, two) {
  labels <- lapply(seq_len(ncol(one)), function(j) {
    sort(unique(c(one[, j], two[, j])), method = "radix")
  })
  allele <- matrix(0L, nrow(one), 2 * ncol(one))
  for (j in seq_len(ncol(one))) {
    allele[, 2 * j - 1] <- match(one[, j], labels[[j]], nomatch = 0L)
    allele[, 2 * j] <- match(two[, j], labels[[j]], nomatch = 0L)
  }
  list(allele = allele, labels = lapply(labels, as.character),
       nothing = which(rowSums(allele) == 0))
}

coded <- function(geno, coding, threads = 0L) {
  as_genotypes(geno, NULL, coding, empty = TRUE, threads = threads)[c("allele", "labels",
                                                                      "nothing")]
}

in_pairs <- function(one, two) {
  both <- matrix(one[0], nrow(one), 2 * ncol(one))
  both[, c(TRUE, FALSE)] <- one
  both[, c(FALSE, TRUE)] <- two
  both
}

test_that("the string NA is a missing value", {
  one <- matrix(c("A", NA, "C", "A", "A", "G", NA, "G"), 4)
  two <- matrix(c("C", NA, "A", "A", NA, "G", "A", "A"), 4)
  geno <- in_pairs(one, two)
  text <- geno
  text[is.na(text)] <- "NA"
  for (coding in c("auto", "alleles")) {
    expect_identical(coded(text, coding), coded(geno, coding))
  }
  calls <- matrix(c("0/1", NA, "1/1", "./1", "0/0", NA), 3)
  text <- calls
  text[is.na(text)] <- "NA"
  for (coding in c("auto", "vcf")) {
    expect_identical(coded(text, coding), coded(calls, coding))
  }
})

test_that("alleles that mean missing elsewhere are alleles, and a message names them", {
  geno <- cbind(c("A", "N", "C", "A"), c("A", "A", "C", "<NA>"),
                c("G", "n", "-", "T"), c(" NA", "G", " ", "-9"))
  expect_message(g <- coded(geno, "alleles"),
                 'has the alleles " ", " NA", "-", "-9", "<NA>", "N", "n": an allele that means',
                 fixed = TRUE)
  expect_identical(g$labels, list(c("<NA>", "A", "C", "N"),
                                  c(" ", " NA", "-", "-9", "G", "T", "n")))
  geno[geno %in% c("N", "n", "<NA>", "-", "-9", " NA", " ")] <- NA
  expect_silent(coded(geno, "alleles"))
})

test_that("negative alleles are alleles, and a message names them", {
  geno <- cbind(c(-9L, 1L, 2L), c(2L, -9L, 4L), c(3L, -1L, 4L), c(3L, 3L, NA))
  for (storage in c("integer", "double")) {
    storage.mode(geno) <- storage
    expect_message(g <- coded(geno, "alleles"),
                   "'geno' has the alleles -9, -1: an allele that means missing must be NA",
                   fixed = TRUE)
    expect_identical(g$labels, list(c("-9", "1", "2", "4"), c("-1", "3", "4")))
  }
  expect_message(coded(matrix(-(1:20), 5), "alleles"),
                 "'geno' has the alleles -20, -19, .*, -9, -8 and others: an allele")
  geno[geno < 0] <- 0
  expect_silent(coded(geno, "alleles"))
})

test_that("-9 among alleles and among copies of an allele is an error that names it", {
  alleles <- matrix(rep_len(c(1, 3, 4), 80), 10)
  alleles[2, 1:2] <- -9
  hint <- "is -9; a number that means missing must be NA"
  expect_error(coded(alleles, "auto"),
               paste0("'coding' must say that negative numbers are alleles, .*: geno.2, 1. ", hint))
  alleles[2, 1:2] <- 0
  expect_identical(coded(alleles, "auto"), coded(alleles, "alleles"))
  dosage <- matrix(rep_len(c(0, 1, 2, 1), 35), 7)
  dosage[3, 2] <- 5
  dosage[6, 4] <- -9
  for (coding in c("auto", "dosage")) {
    expect_error(coded(dosage, coding),
                 paste0("'geno' must be 0, 1, 2 or NA: geno.6, 4. ", hint, "$"))
  }
  dosage[6, 4] <- NA
  expect_error(coded(dosage, "dosage"), "'geno' must be 0, 1, 2 or NA: geno.3, 2. is 5$")
  odd <- matrix(rep_len(c(1, 2, 2), 35), 7)
  odd[6, 4] <- -9
  expect_error(coded(odd, "auto"), paste("geno.6, 4.", hint))
})

test_that("negative alleles have their order with any decimal mark", {
  geno <- matrix(c(-0.5, 1, -2.25, 1), 2, 4)
  old <- options(OutDec = ",")
  on.exit(options(old))
  expect_silent(suppressMessages(coded(geno, "alleles")))
  expect_message(coded(geno, "alleles"), "has the alleles -2[.,]25, -0[.,]5: ")
})

test_that("strings of two letters that may be genotypes are an error that asks for coding", {
  genotypes <- list(c("AA", "AG", "GG"), c("AA", "AB", "BB"), c("II", "DI", "DD"),
                    c("11", "12", "22"), c("A:A", "A:G", "G:G"), c("A G", "G G", "a a"))
  for (kind in genotypes) for (missing in c("", "0", "NN", "--", "00", NA, ".")) {
    calls <- matrix(rep_len(c(missing, missing, missing, missing, kind), 42), 7)
    condition <- tryCatch(coded(calls, "auto"), error = identity)
    info <- paste(kind[1], missing)
    expect_s3_class(condition, "manycore_error_argument")
    expect_match(conditionMessage(condition), info = info,
                 "'geno' has strings of two letters, such as \"[ADIBG12][ :]?[AGBDI12]\"")
    expect_length(suppressMessages(coded(calls, "alleles"))$labels, 3)
    colnames(calls) <- paste0(rep(c("a", "b", "c"), each = 2), 1:2)
    expect_length(suppressMessages(coded(calls, "auto"))$labels, 3)
  }
  few <- matrix(c("A", "AG", "A", "A", "C", "G", "T", "TC"), 2)
  expect_identical(coded(few, "auto"), coded(few, "alleles"))
  longer <- matrix(c("CT", "GA", "CT", "GA"), 6, 4)
  expect_identical(coded(longer, "auto"), coded(longer, "alleles"))
  missing <- matrix(c("A", "--", "--", "--", "--", "G"), 6, 4)
  expect_identical(suppressMessages(coded(missing, "auto")),
                   suppressMessages(coded(missing, "alleles")))
})

test_that("alleles of any kind have numbers in their order", {
  set.seed(51)
  quietly_coded <- function(...) suppressMessages(coded(...)) # negative numbers have a message
  kinds <- list(1:2, c(5L, 9L, 100L), 250:262, c(-7L, 3L), c(0.5, 0.25, 1e-300, 2, 1e300),
                c(2402, 150101, 1e9), .Machine$integer.max - 0:3, 1:5000, c("a", "b"),
                c("Z", "a", "\u00e9", "10", "9", "a b"), as.character(1:3000), c(TRUE, FALSE))
  for (kind in kinds) for (n in c(1, 2, 30, 2000)) for (missing in c(0, 0.2)) {
    draw <- function() {
      x <- matrix(sample(kind, 3 * n, TRUE), n)
      x[stats::runif(length(x)) < missing] <- NA
      x
    }
    one <- draw()
    two <- draw()
    want <- numbers_by_definition(one, two)
    info <- paste(class(kind), kind[1], n, missing)
    for (threads in 1:3) {
      expect_identical(quietly_coded(in_pairs(one, two), "alleles", threads), want, info = info)
    }
    for (none in if (is.character(kind)) c("0", "") else if (is.numeric(kind)) 0) {
      geno <- in_pairs(one, two)
      geno[is.na(geno)] <- none
      expect_identical(quietly_coded(geno, "alleles"), want, info = info)
    }
  }
})

test_that("0, 1 and 2 are two alleles, as integers, doubles, logicals and in a data frame", {
  set.seed(52)
  for (n in c(1, 50, 3000)) {
    x <- matrix(sample(c(0:2, NA), 5 * n, TRUE, c(4, 4, 4, 1)), n)
    x[, 2] <- 2L
    x[, 3] <- NA
    one <- ifelse(x == 2, 1L, 0L)
    two <- ifelse(x >= 1, 1L, 0L)
    want <- numbers_by_definition(one, two)
    y <- x + 0
    y[is.na(y)] <- c(NaN, NA)[1 + (which(is.na(y)) %% 2)]
    for (threads in 1:3) {
      for (geno in list(x, y, as.data.frame(x), `rownames<-`(y, paste0("s", seq_len(n))))) {
        expect_identical(coded(geno, "dosage", threads), want)
      }
    }
    expect_identical(coded(x == 1, "dosage"),
                     numbers_by_definition(0L * x, ifelse(x == 1, 1L, 0L)))
  }
})

test_that("strings of VCF are what they say, with many alleles, too", {
  set.seed(53)
  for (most in c(1, 9, 400)) {
    one <- matrix(sample(c(0:most, NA), 4 * 700, TRUE), 700)
    two <- matrix(sample(c(0:most, NA), 4 * 700, TRUE), 700)
    text <- function(x) ifelse(is.na(x), ".", x)
    geno <- matrix(paste0(text(one), sample(c("/", "|"), length(one), TRUE), text(two)), 700)
    none <- is.na(one) & is.na(two)
    geno[none] <- sample(c(".", NA, "./."), sum(none), TRUE)
    expect_identical(coded(geno, "vcf"), numbers_by_definition(one, two))
    expect_identical(as_genotypes(geno, NULL, "auto")$coding, "vcf")
  }
})

test_that("cells that cannot be are named, wherever they are", {
  x <- matrix(rep(0:2, length.out = 4500), 1500, dimnames = list(NULL, c("a", "b", "c")))
  for (at in list(c(1, 1), c(1499, 3), c(1500, 2))) for (odd in list(3, -1, 0.5, Inf, -Inf)) {
    y <- x + 0
    y[at[1], at[2]] <- odd
    expect_error(haplotype_em(y, coding = "dosage"), class = "manycore_error_argument",
                 paste0("geno[", at[1], ", \"", c("a", "b", "c")[at[2]], "\"] is ", odd),
                 fixed = TRUE)
  }
  z <- matrix(1:4, 40, 4)
  storage.mode(z) <- "double"
  z[7, 3] <- -Inf
  expect_error(haplotype_em(z, coding = "alleles"), "must be alleles, 0 or NA: geno[7, 3] is -Inf",
               fixed = TRUE, class = "manycore_error_argument")
  v <- matrix("0/1", 40, 3)
  v[9, 2] <- "0/1/1"
  expect_error(haplotype_em(v), "geno[9, 2] is \"0/1/1\"", fixed = TRUE,
               class = "manycore_error_argument")
})

test_that("more alleles than numbers are counted, of any kind", {
  x <- matrix(c(seq_len(32768), rep(1L, 32768)), 16384)
  for (geno in list(x, x + 0.5, matrix(as.character(x), nrow(x)))) {
    expect_error(haplotype_em(geno, coding = "alleles"), "32768 alleles at locus locus1",
                 class = "manycore_error_size")
  }
  x[32768] <- 1L
  expect_length(as_genotypes(x, NULL, "alleles")$labels[[1]], 32767)
})

test_that("copies of subjects are a weight, in any order, with many and few that differ", {
  set.seed(54)
  for (founders in c(4, 60)) {
    gametes <- simulated_gametes(6000, rep(2, 8), founders = founders, missing = 0.01)
    geno <- in_columns(gametes)
    geno <- geno[rowSums(!is.na(geno)) > 0, ]
    control <- haplotype_control(starts = 2, cull_every = 4)
    fit <- haplotype_em(geno, coding = "alleles", control = control)
    key <- do.call(paste, as.data.frame(geno))
    first <- which(!duplicated(key))
    once <- haplotype_em(geno[first, ], coding = "alleles", control = control,
                         weight = as.vector(table(factor(key, key[first]))))
    same <- c("frequency", "loglik", "loglik_no_ld", "lr", "df", "trace", "alleles", "weight")
    expect_identical(once[same], fit[same])
    turned <- haplotype_em(geno[rev(seq_len(nrow(geno))), ], coding = "alleles", threads = 3,
                           control = control)
    expect_identical(turned[same], fit[same])
    expect_identical(rev(split(turned$assignments$haplotype1, turned$row)),
                     stats::setNames(split(fit$assignments$haplotype1, fit$row),
                                     rev(seq_len(nrow(geno)))))
  }
})

test_that("memory is asked for, once, where much is needed", {
  set.seed(55)
  geno <- matrix(stats::rbinom(600 * 20, 2, 0.5), 600)
  control <- haplotype_control(starts = 1, cull_every = Inf, refine = 0)
  small <- haplotype_em(geno[, 1:5], control = control)
  expect_s3_class(small, "haplotype_em")
  g <- as_genotypes(geno, NULL, "dosage")
  call_with <- function(memory) {
    settings <- c(unclass(control), list(algorithm = 0L, memory = memory, seeds = 1))
    settings$order <- seq_along(g$loci) - 1L
    settings$max_iterations <- 2L
    .Call(C_haplotype_em, g$allele, lengths(g$labels), NULL, settings, 1L, NULL)
  }
  asked <- 0
  limit <- call_with(function() {
    asked <<- asked + 1
    4e7
  })
  expect_identical(asked, 1)
  expect_identical(limit, call_with(4e7))
  expect_gt(limit$bytes, 4e7)
  # what users see, of data of any size
  home <- asNamespace("manycore")
  replace <- function(f) {
    unlockBinding("memory_available", home)
    assign("memory_available", f, home)
    lockBinding("memory_available", home)
  }
  on.exit(replace(found))
  found <- home$memory_available
  replace(function() 5e7)
  expect_identical(haplotype_em(geno[, 1:5], control = control)$loglik, small$loglik)
  error <- expect_error(haplotype_em(geno, control = control), class = "manycore_error_memory")
  expect_match(conditionMessage(error),
               paste0("^locus ", error$locus, " \\(number [0-9]+ of 20\\) cannot be added: ",
                      "about .* of which ", format_bytes(4e7), " may be used"))
  # no number: as much as there is
  expect_identical(call_with(function() NA_real_)$loglik, call_with(1e18)$loglik)
})

test_that("two columns that may be the alleles of one locus are an error that asks", {
  asked <- function(geno) {
    condition <- tryCatch(as_genotypes(geno), manycore_error_argument = identity)
    expect_s3_class(condition, "manycore_error_argument")
    expect_identical(condition$argument, "coding")
    expect_match(conditionMessage(condition), "two columns of alleles are one locus", fixed = TRUE)
  }
  coding_of <- function(...) as_genotypes(...)$coding
  one <- cbind(c(1, 1, 2, 1, 2, 2), c(1, 2, 2, 2, 1, 2))
  for (names in list(NULL, c("a1", "a2"), c("rs1", "rs7"))) {
    geno <- `colnames<-`(one, names)
    asked(geno)
    asked(`[<-`(geno, 3, NA))
    expect_identical(coding_of(geno, coding = "dosage"), "dosage")
    expect_identical(coding_of(geno, c("u", "v")), "dosage")
    expect_error(as_genotypes(geno, coding = "alleles"), "two loci or more, not 1, of two columns",
                 fixed = TRUE)
  }
  # with zeros the columns are two loci
  zeros <- rbind(one, 0, 0)
  expect_identical(coding_of(`colnames<-`(zeros, c("a1", "a2"))), "dosage")
  expect_identical(coding_of(zeros), "dosage")
  alone <- cbind(c(0, 1, 2, 1, 0, 2), c(1, 0, 2, 2, 1, 0))
  expect_identical(coding_of(`colnames<-`(alone, c("snp1", "snp2"))), "dosage")
})
