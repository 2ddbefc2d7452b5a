# predict() and impute_genotypes() of haplotype_em() against all pairs of the fit's haplotypes.

# Rows of the allele names of both haplotypes, for each pair (row of the frequencies, i <= j) that
# explains the genotype: `known` is a list by locus of the names of its known alleles.
pairs_explaining <- function(fit, known) {
  f <- fit$frequency
  h <- seq_len(nrow(f))
  pairs <- subset(expand.grid(i = h, j = h), i <= j & f$frequency[i] > 0 & f$frequency[j] > 0)
  good <- rep(TRUE, nrow(pairs))
  for (l in seq_along(known)) {
    x <- f[[l + 3]][pairs$i]
    y <- f[[l + 3]][pairs$j]
    good <- good & switch(length(known[[l]]) + 1, TRUE, x == known[[l]] | y == known[[l]],
                          (x == known[[l]][1] & y == known[[l]][2]) |
                            (x == known[[l]][2] & y == known[[l]][1]))
  }
  pairs <- pairs[good, ]
  p <- f$frequency[pairs$i] * f$frequency[pairs$j] * ifelse(pairs$i == pairs$j, 1, 2)
  pairs$posterior <- p / sum(p)
  pairs <- pairs[order(-pairs$posterior, pairs$i, pairs$j), ]
  row.names(pairs) <- NULL
  pairs
}

known_of <- function(alleles, row) {
  lapply(seq_len(ncol(alleles) / 2), function(j) {
    both <- alleles[row, c(2 * j - 1, 2 * j)]
    as.character(both[!is.na(both) & both != "0"])
  })
}

expect_predicted <- function(fit, alleles, ...) {
  listed <- predict(fit, alleles, "posterior", min_posterior = 0, ...)
  best <- predict(fit, alleles, ...)
  some <- predict(fit, alleles, "posterior", min_posterior = 0.1, ...)
  for (i in seq_len(nrow(alleles))) {
    want <- pairs_explaining(fit, known_of(alleles, i))
    got <- listed[listed$subject == i, ]
    expect_identical(nrow(got), nrow(want))
    # ties in the last bit may be in another order
    key <- function(a, b) paste(a, b)
    at <- match(key(want$i, want$j), key(got$haplotype1, got$haplotype2))
    expect_false(anyNA(at))
    expect_equal(got$posterior[at], want$posterior, tolerance = 1e-12)
    expect_false(is.unsorted(-got$posterior))
    expect_equal(best$posterior[i], want$posterior[1], tolerance = 1e-12)
    expect_identical(key(best$haplotype1, best$haplotype2)[i],
                     key(got$haplotype1, got$haplotype2)[1])
    few <- want$posterior >= 0.1
    few[1] <- TRUE
    expect_identical(sum(some$subject == i), sum(few))
  }
}

test_that("pairs and posteriors are those of all pairs of haplotypes", {
  set.seed(1)
  for (alleles in list(c(2, 2, 2), c(2, 3, 2, 2), c(6, 5), rep(2, 7))) {
    gametes <- simulated_gametes(40, alleles, founders = 6, missing = 0.05)
    gametes$one[1, ] <- gametes$two[1, ] <- 1L
    fit <- suppressMessages(haplotype_em(in_columns(gametes), coding = "alleles"))
    # single missing alleles; other genotypes with more missing
    new <- in_columns(gametes)[1:15, ]
    new[sample(length(new), length(new) / 4)] <- NA
    expect_predicted(fit, new)
  }
})

test_that("without culling the pairs of the fit's own genotypes are its assignments", {
  set.seed(2)
  gametes <- missing_together(simulated_gametes(50, c(2, 3, 2, 2), missing = 0.03))
  gametes$one[1, ] <- gametes$two[1, ] <- 1L
  geno <- in_columns(gametes)
  rownames(geno) <- sample(c("x", letters), 50, TRUE) # some of them twice
  fit <- haplotype_em(geno, coding = "alleles", control = exactly(starts = 1))
  got <- predict(fit, geno, "posterior", min_posterior = 0)
  want <- predict(fit, type = "posterior")
  expect_identical(want, fit$assignments)
  row <- function(table) cumsum(c(TRUE, diff(table$posterior) > 1e-9)) # begins with the best
  got <- got[got$posterior > 1e-6, ]
  want <- want[want$posterior > 1e-6, ]
  expect_identical(got$subject, want$subject)
  expect_equal(got$posterior, want$posterior, tolerance = 1e-6)
  expect_equal(predict(fit), predict(fit, geno), tolerance = 1e-6)
  expect_identical(nrow(predict(fit)), 50L)
  expect_equal(predict(fit, type = "dosage", min_frequency = 0),
               predict(fit, geno, "dosage", min_frequency = 0), tolerance = 1e-6)
})

test_that("dosages are expected copies", {
  set.seed(3)
  geno <- matrix(stats::rbinom(120, 2, 0.4), 30)
  fit <- haplotype_em(geno)
  new <- geno[1:8, ]
  new[cbind(1:8, rep(1:4, 2))] <- NA
  dosage <- predict(fit, new, "dosage", min_frequency = 0)
  expect_equal(rowSums(dosage), rep(2, 8))
  listed <- predict(fit, new, "posterior", min_posterior = 0)
  for (h in seq_len(ncol(dosage))) {
    copies <- (listed$haplotype1 == h) + (listed$haplotype2 == h)
    expect_equal(unname(dosage[, h]),
                 vapply(1:8, function(i) sum((copies * listed$posterior)[listed$subject == i]), 0))
  }
  common <- predict(fit, new, "dosage", min_frequency = 0.1)
  expect_identical(colnames(common),
                   fit$frequency$haplotype[fit$frequency$frequency >= 0.1])
  expect_identical(common, dosage[, seq_len(ncol(common))])
})

test_that("every number of threads and every target gives the same bits", {
  set.seed(4)
  gametes <- simulated_gametes(1500, rep(2, 18), founders = 12, recombining = 0.5, missing = 0.05)
  geno <- in_columns(gametes)
  fit <- haplotype_em(geno[1:400, ], coding = "alleles", control = haplotype_control(starts = 1))
  run <- function(threads) {
    set.seed(5)
    suppressMessages(list(predict(fit, geno, "posterior", threads = threads),
                          impute_genotypes(fit, geno, "draw", draws = 2, threads = threads)))
  }
  want <- run(1)
  for (threads in 2:4) expect_identical(run(threads), want)
  for_each_target(function(isa) expect_identical(run(2), want))
})

test_that("missing alleles are filled by the best pair, in every form", {
  set.seed(6)
  gametes <- missing_together(simulated_gametes(60, rep(2, 5), founders = 4))
  dosage <- gametes$one + gametes$two - 2L
  fit <- haplotype_em(dosage)
  new <- dosage[1:20, ]
  new[sample(100, 25)] <- NA
  rownames(new) <- paste0("s", 1:20)
  filled <- impute_genotypes(fit, new)
  expect_identical(dimnames(filled), list(rownames(new), fit$loci))
  expect_identical(filled[!is.na(new)], new[!is.na(new)])
  best <- predict(fit, new)
  number <- as.matrix(fit$frequency[-(1:3)])
  storage.mode(number) <- "integer"
  expect_identical(unname(filled), unname(number[best$haplotype1, ] + number[best$haplotype2, ]))
  alleles <- impute_genotypes(fit, new, output = "alleles")
  expect_identical(unname(alleles[, c(1, 3, 5, 7, 9)]), unname(number[best$haplotype1, ]))
  expect_identical(unname(alleles[, c(2, 4, 6, 8, 10)]), unname(number[best$haplotype2, ]))
  vcf <- impute_genotypes(fit, new, output = "vcf")
  expect_identical(unname(vcf), matrix(paste(number[best$haplotype1, ],
                                             number[best$haplotype2, ], sep = "|"), 20))
  # through the other forms, to the same
  again <- haplotype_em(impute_genotypes(fit, output = "vcf"))
  expect_identical(again$coding, "vcf")
  expect_identical(impute_genotypes(again, output = "dosage"), impute_genotypes(fit))
  expect_identical(impute_genotypes(again), impute_genotypes(fit, output = "vcf"))
  letters2 <- alleles
  letters2[] <- c("A", "C")[alleles + 1L]
  third <- haplotype_em(letters2)
  expect_identical(dimnames(impute_genotypes(third)), dimnames(letters2))
  sides <- function(m, f) f(m[, c(TRUE, FALSE)], m[, c(FALSE, TRUE)])
  for (f in list(pmin, pmax)) {
    expect_identical(sides(impute_genotypes(third), f), sides(letters2, f))
  }
  expect_equal(impute_genotypes(third, output = "dosage")[, 1],
                   rowSums(letters2[, 1:2] == max(letters2[, 1:2])) *
                     (length(third$alleles[[1]]) > 1))
  expect_identical(impute_genotypes(fit), {
    best <- predict(fit)
    matrix(number[best$haplotype1, ] + number[best$haplotype2, ], 60,
           dimnames = list(NULL, fit$loci))
  })
})

test_that("alleles A and B, and loci of one allele", {
  geno <- cbind(rs1 = c(2, 2, 2, NA), rs2 = c(0, 1, 2, 1), rs3 = c(0, 0, 0, 0))
  fit <- haplotype_em(geno)
  want <- replace(geno, 4, 2)
  storage.mode(want) <- "integer"
  expect_identical(impute_genotypes(fit), want)
  expect_identical(impute_genotypes(fit, output = "vcf")[[4, 1]], "1|1")
})

test_that("a SnpMatrix and 0, 1, 2 are the same to a fit of either", {
  if (!methods::isClass("SnpMatrix")) {
    methods::setClass("SnpMatrix", contains = "matrix", where = globalenv())
    on.exit(methods::removeClass("SnpMatrix", where = globalenv()))
  }
  set.seed(11)
  geno <- matrix(stats::rbinom(80, 2, 0.4), 20, dimnames = list(NULL, letters[1:4]))
  geno[sample(80, 6)] <- NA
  raw <- ifelse(is.na(geno), 0, geno + 1)
  snps <- methods::new("SnpMatrix", matrix(as.raw(raw), 20, dimnames = dimnames(geno)))
  want <- impute_genotypes(haplotype_em(geno))
  for (fit in list(haplotype_em(geno), haplotype_em(snps))) {
    for (new in list(geno, snps)) {
      expect_identical(impute_genotypes(fit, new), want)
      expect_identical(impute_genotypes(fit, new, output = "vcf"),
                       impute_genotypes(fit, geno, output = "vcf"))
    }
  }
  expect_identical(impute_genotypes(haplotype_em(snps)), want)
})

test_that("draws have the posteriors as probabilities, and come of R's generator", {
  fit <- haplotype_em(rbind(c(1, 1), c(1, 1), c(0, 0), c(2, 2), c(2, 0), c(0, 1), c(1, 0)),
                      control = exactly())
  new <- matrix(NA_real_, 1, 2)
  new <- rbind(c(1, 1), c(NA, 1), c(NA, NA), c(2, NA))
  count <- 4000
  for (from in c("new", "known")) {
    draw <- function(n) {
      if (from == "new") impute_genotypes(fit, new, "draw", draws = n, output = "vcf") else
        impute_genotypes(fit, type = "draw", draws = n, output = "vcf")
    }
    set.seed(7)
    drawn <- draw(count)
    set.seed(7)
    expect_identical(draw(count), drawn)
    set.seed(8)
    expect_false(identical(draw(count), drawn))
    pairs <- if (from == "new") predict(fit, new, "posterior", min_posterior = 0) else
      predict(fit, type = "posterior")
    string <- fit$frequency$haplotype
    for (i in unique(pairs$subject)) {
      own <- pairs[pairs$subject == i, ]
      got <- vapply(drawn, function(m) {
        sides <- strsplit(m[i, ], "|", fixed = TRUE)
        paste(sides[[1]], sides[[2]], sep = "", collapse = "/")
      }, "")
      want <- paste(string[own$haplotype1], string[own$haplotype2], sep = "/")
      expect_true(all(got %in% want))
      share <- tabulate(match(got, want), length(want)) / count
      expect_lt(max(abs(share - own$posterior)), 4 * sqrt(0.25 / count))
    }
  }
  set.seed(9)
  expect_true(is.matrix(impute_genotypes(fit, new, "draw")))
})

test_that("subjects that no pair explains", {
  fit <- haplotype_em(rbind(c(0, 0), c(2, 2), c(0, 0), c(2, 0)))
  expect_setequal(fit$frequency$haplotype, c("00", "11", "10"))
  new <- rbind(a = c(0, 2), b = c(0, NA), c = c(0, 1), d = c(1, 1))
  expect_message(pair <- predict(fit, new), "no pair .* explains 2 subjects: a, c")
  expect_identical(is.na(pair$haplotype1), c(TRUE, FALSE, TRUE, FALSE))
  expect_identical(is.na(pair$posterior), c(TRUE, FALSE, TRUE, FALSE))
  listed <- suppressMessages(predict(fit, new, "posterior"))
  expect_identical(unique(listed$subject), c("b", "d"))
  dosage <- suppressMessages(predict(fit, new, "dosage"))
  expect_identical(unname(is.na(dosage[, 1])), c(TRUE, FALSE, TRUE, FALSE))
  expect_message(filled <- impute_genotypes(fit, new), "explains 2 subjects: a, c")
  expect_identical(unname(filled), rbind(c(0L, 2L), c(0L, 0L), c(0L, 1L), c(1L, 1L)))
  expect_identical(unname(suppressMessages(impute_genotypes(fit, new, output = "vcf"))[c(1, 3), ]),
                   rbind(c("0/0", "1/1"), c("0/0", "0/1")))
  half <- rbind(c("1/.", "1/1"), c("./0", "1/1"))
  expect_message(filled <- impute_genotypes(fit, half, "draw", coding = "vcf"), "1 subject: 2")
  expect_identical(unname(filled), rbind(c(2L, 2L), c(NA, 2L)))
  filled <- suppressMessages(impute_genotypes(fit, half, coding = "vcf", output = "vcf"))
  expect_identical(unname(filled),
                   rbind(c("1|1", "1|1"), c("./0", "1/1")))
  new <- rbind(c(0, NA), c(0, 2))[2:1, ]
  expect_message(alleles <- impute_genotypes(fit, new, output = "alleles"),
                 "1 subject: 1\n")
  expect_identical(unname(alleles[1, ]), c(0L, 0L, 1L, 1L))
  # alleles that the fit has not
  fit <- haplotype_em(rbind(c("A", "A", "x", "y"), c("A", "C", "x", "x")))
  expect_message(filled <- impute_genotypes(fit, rbind(c("T", "A", NA, "x"), c(NA, "C", "x", NA))),
                 "1 subject: 1\n")
  expect_identical(unname(filled[1, ]), c("T", "A", NA, "x"))
  expect_false(anyNA(filled[2, ]))
})

test_that("loci of new data by name or place", {
  set.seed(10)
  geno <- matrix(stats::rbinom(60, 2, 0.4), 20, dimnames = list(NULL, c("a", "b", "c")))
  fit <- haplotype_em(geno)
  want <- predict(fit, geno)
  expect_identical(predict(fit, geno[, c(3, 1, 2)]), want)
  expect_identical(predict(fit, cbind(geno, d = 1)[, 4:1]), want)
  expect_identical(predict(fit, unname(geno)), want)
  expect_identical(predict(fit, unname(geno), loci = c("a", "b", "c")), want)
  expect_identical(predict(fit, as.data.frame(geno)), want)
  expect_identical(predict(haplotype_em(unname(geno)), geno), want)
  twice <- geno
  colnames(twice) <- c("a", "a", "b")
  expect_identical(predict(haplotype_em(twice), twice), want)
})

test_that("one subject, subjects without any genotype, one haplotype", {
  fit <- haplotype_em(rbind(c(0, 0), c(2, 2), c(0, 0), c(2, 0)))
  all <- predict(fit, matrix(NA_real_, 1, 2), "posterior", min_posterior = 0)
  expect_equal(sum(all$posterior), 1)
  expect_identical(nrow(all), 6L)
  expect_equal(predict(fit, matrix(NA_real_, 2, 2), "dosage", min_frequency = 0)[2, ],
               stats::setNames(2 * fit$frequency$frequency, fit$frequency$haplotype))
  one <- haplotype_em(matrix(c(2, 2, 0, 0), 2))
  expect_identical(predict(one, matrix(NA_real_, 1, 2))$posterior, 1)
  expect_identical(unname(impute_genotypes(one, matrix(NA_real_, 1, 2))), matrix(c(2L, 0L), 1))
})

test_that("bad input of predict() and impute_genotypes()", {
  refused <- function(code, class = "argument") {
    e <- tryCatch(code, manycore_error = function(e) e)
    if (!inherits(e, paste0("manycore_error_", class))) return(class(e))
    conditionMessage(e)
  }
  geno <- cbind(rs1 = c(0, 1, 2), rs2 = c(0, 0, 1))
  fit <- haplotype_em(geno)
  expect_identical(refused(predict(fit, replace(geno, 5, 7))),
                   "'newdata' must be 0, 1, 2 or NA: newdata[2, \"rs2\"] is 7")
  expect_starts(refused(predict(fit, list(1))), "'newdata' must be a matrix or data frame")
  expect_starts(refused(predict(fit, cbind(1:2, 1, 2, 1), coding = "auto")),
                "'coding' must say whether 'newdata' has a column of 0, 1 and 2 for each locus")
  expect_starts(refused(impute_genotypes(fit, cbind(rep("A/G", 2), "A/A"), coding = "auto")), paste(
    "'coding' must say what 'newdata' is, \"vcf\" for strings such as \"0/1\", or \"alleles\":",
    "newdata[1, 1] is \"A/G\""))
  expect_message(refused(predict(fit, cbind(1:2, 3, 2, 1), coding = "auto")),
                 "^'newdata' is read as two columns of alleles for each of 2 loci: .*\n$")
  expect_identical(refused(impute_genotypes(fit, cbind(rs1 = 0, rs9 = 1))),
                   "'newdata' must have the loci of the fit, but has no locus rs2")
  expect_starts(refused(predict(fit, unname(cbind(geno, 1)))), "'newdata' must have the loci of")
  expect_starts(refused(predict(fit, matrix(c("A", "C"), 2, 4, dimnames = list(
    NULL, c("rs1.1", "rs1.2", "rs2.1", "rs2.2"))), coding = "alleles")),
    "'newdata' has other alleles than the fit at all loci: \"A\", \"C\" and \"0\", \"1\" at locus")
  expect_starts(refused(predict(fit, min_posterior = 2)), "'min_posterior' must be a number from")
  expect_starts(refused(predict(fit, min_frequency = "a")), "'min_frequency' must be a number")
  expect_starts(refused(predict(fit, type = "x")), "'type' must be one of")
  expect_starts(refused(predict(fit, threads = -1)), "'threads' must be")
  expect_starts(refused(predict(fit, geno, progress = NA)), "'progress' must be")
  expect_match(refused(predict(fit, nwedata = geno)), "'newdata' may be meant")
  expect_match(refused(impute_genotypes(fit, drws = 3)), "'draws' may be meant")
  for (bad in list(0, 1.5, NA, "2", c(1, 2))) {
    expect_starts(refused(impute_genotypes(fit, type = "draw", draws = bad)),
                  "'draws' must be a whole number")
  }
  expect_starts(refused(impute_genotypes(fit, draws = 2)),
                "'draws' must be 1 for type = \"best\", not 2")
  expect_starts(refused(impute_genotypes(fit, output = "x")), "'output' must be one of")
  many <- haplotype_em(rbind(c("A", "C", "x", "y"), c("A", "T", "x", "x")))
  expect_starts(refused(impute_genotypes(many, output = "dosage"), "size"),
                "'output' cannot be \"dosage\": locus locus1 has 3 alleles")
})

test_that("genotypes of no subject give results without rows", {
  set.seed(8)
  dosage <- matrix(sample(0:2, 60, TRUE), 20, dimnames = list(paste0("s", 1:20), c("u", "v", "w")))
  letters_of <- matrix(sample(c("A", "C"), 80, TRUE), 20)
  vcf <- matrix(sample(c("0/0", "0/1", "1/1"), 60, TRUE), 20)
  numbers <- matrix(sample(1:3, 80, TRUE), 20)
  if (!methods::isClass("SnpMatrix")) {
    methods::setClass("SnpMatrix", contains = "matrix", where = globalenv())
    on.exit(methods::removeClass("SnpMatrix", where = globalenv()))
  }
  snps <- methods::new("SnpMatrix", matrix(as.raw(dosage + 1L), 20, dimnames = dimnames(dosage)))
  no_snps <- methods::new("SnpMatrix", matrix(raw(), 0, 3, dimnames = list(NULL, c("u", "v", "w"))))
  quietly <- function(code) suppressWarnings(suppressMessages(code))
  for (case in list(list(dosage, "dosage"), list(letters_of, "alleles"), list(vcf, "vcf"),
                    list(numbers, "alleles"), list(snps, "dosage", no_snps))) {
    geno <- case[[1]]
    fit <- quietly(haplotype_em(geno, coding = case[[2]]))
    nobody <- if (length(case) > 2) list(case[[3]]) else
      list(geno[0, ], as.data.frame(geno)[0, ], as.data.frame(geno)[rep(FALSE, 20), ])
    some <- if (isS4(geno)) dosage else geno
    for (none in nobody) for (coding in c(case[[2]], "auto")) {
      for (type in c("pair", "posterior", "dosage")) {
        got <- predict(fit, none, type, coding = coding)
        like <- quietly(predict(fit, some, type))
        expect_identical(dim(got), c(0L, ncol(like)))
        expect_identical(colnames(got), colnames(like))
        if (is.data.frame(got)) {
          expect_identical(vapply(got[-1], typeof, ""), vapply(like[-1], typeof, ""))
        }
      }
      for (output in c("auto", "alleles", "vcf")) {
        got <- impute_genotypes(fit, none, output = output, coding = coding)
        like <- quietly(impute_genotypes(fit, some, output = output))
        expect_identical(got, like[0, ])
      }
      expect_identical(impute_genotypes(fit, none, type = "draw", draws = 2),
                       quietly(lapply(impute_genotypes(fit, some, type = "draw", draws = 2),
                                      function(draw) draw[0, ])))
    }
  }
  # the subjects have names, or numbers
  fit <- haplotype_em(dosage)
  table <- as.data.frame(dosage)
  expect_identical(predict(fit, table[0, ])$subject, predict(fit, table)$subject[0])
  expect_identical(predict(fit, unname(dosage)[0, ])$subject,
                   predict(fit, unname(dosage))$subject[0])
  expect_silent(predict(fit, dosage[0, ]))
  # what is wrong with the columns is still wrong
  wrong <- function(code) conditionMessage(tryCatch(code, manycore_error_argument = identity))
  expect_match(wrong(predict(fit, dosage[0, 1:2])), "'newdata' must have the loci of the fit")
  expect_match(wrong(predict(fit, dosage[0, 1, drop = FALSE])), "two loci or more")
  expect_match(wrong(predict(fit, vcf[0, ])), "must be numbers", fixed = TRUE)
  expect_match(wrong(predict(fit, dosage[0, ], loci = "one")), "loci")
  expect_match(wrong(predict(fit, integer())), "a matrix or data frame of genotypes")
  expect_match(wrong(haplotype_em(dosage[0, ])), "must have a row for each subject")
})
