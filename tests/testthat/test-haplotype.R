# haplotype_em() against EM over all haplotypes in plain R, and its properties.

test_that("frequencies, likelihood and posteriors are those of the EM over all haplotypes", {
  set.seed(1)
  shapes <- list(c(2, 2), c(2, 2, 2), c(2, 2, 2, 2, 2), c(3, 2), c(4, 3, 2), c(5, 7), c(2, 6, 3, 2),
                 c(2, 1, 3))
  for (alleles in shapes) for (missing in c(0, 0.1)) for (n in c(2, 5, 25)) {
    gametes <- simulated_gametes(n, alleles, missing = missing)
    gametes <- missing_together(gametes)
    gametes$one[1, ] <- gametes$two[1, ] <- 1L # one allele is known at least
    empty <- rowSums(is.na(gametes$one)) == length(alleles)
    gametes <- lapply(gametes, function(m) m[!empty, , drop = FALSE])
    fit <- haplotype_em(in_columns(gametes), control = exactly(starts = 2), coding = "alleles")
    info <- paste(c(alleles, "missing", missing, "n", n), collapse = " ")
    expect_maximum(fit, gametes, info = info)
    expect_sane(fit)
  }
})

test_that("one of two alleles may be missing", {
  set.seed(2)
  for (round in 1:6) {
    gametes <- simulated_gametes(15, c(2, 3, 2), missing = 0.15)
    gametes$one[1, ] <- 1L
    gametes$one[rowSums(!is.na(gametes$one) | !is.na(gametes$two)) == 0, 1] <- 1L
    fit <- haplotype_em(in_columns(gametes), control = exactly(starts = 1, seed = round),
                        coding = "alleles")
    expect_maximum(fit, gametes)
    expect_sane(fit)
  }
})

test_that("the best of several starts is as good as that of many random ones in plain R", {
  set.seed(3)
  for (round in 1:5) {
    gametes <- simulated_gametes(12, c(2, 2, 3), founders = 4)
    fit <- haplotype_em(in_columns(gametes), control = exactly(starts = 20), coding = "alleles")
    best <- max(vapply(1:20, function(i) {
      em_by_definition(gametes$one, gametes$two, iterations = 300)$loglik
    }, 0))
    expect_gt(fit$loglik, best - 1e-3)
  }
})

test_that("weights count as copies", {
  set.seed(4)
  gametes <- simulated_gametes(12, c(2, 3, 2), missing = 0.05)
  gametes <- missing_together(gametes)
  gametes$one[1, ] <- gametes$two[1, ] <- 1L
  weight <- sample(0:3, 12, TRUE)
  weight[1:2] <- c(2, 0)
  copies <- rep(1:12, weight)
  suppressMessages({
    weighted <- haplotype_em(in_columns(gametes), weight, control = exactly(), coding = "alleles")
    copied <- haplotype_em(in_columns(gametes)[copies, ], control = exactly(), coding = "alleles")
  })
  expect_equal(weighted$frequency, copied$frequency, tolerance = 1e-9)
  expect_equal(weighted$loglik, copied$loglik, tolerance = 1e-12)
  expect_equal(weighted$loglik_no_ld, copied$loglik_no_ld, tolerance = 1e-12)
  expect_identical(weighted$dropped$subject, which(weight == 0))
  halves <- weight / 7
  fractions <- suppressMessages(haplotype_em(in_columns(gametes), halves, control = exactly(),
                                             coding = "alleles"))
  expect_equal(fractions$frequency$frequency, weighted$frequency$frequency, tolerance = 1e-4)
  used <- weight > 0
  expect_maximum(suppressMessages(haplotype_em(
    in_columns(gametes)[used, ], halves[used], control = exactly(), coding = "alleles")),
    lapply(gametes, function(m) m[used, ]), halves[used])
})

test_that("every number of threads gives the same bits", {
  set.seed(5)
  for (case in list(list(2000, rep(2, 12), 0.02), list(500, c(9, 4, 2, 30, 3, 2, 2), 0.05),
                    list(3000, rep(2, 25), 0))) {
    gametes <- simulated_gametes(case[[1]], case[[2]], founders = 9, missing = case[[3]])
    geno <- in_columns(gametes)
    run <- function(threads) {
      fit <- haplotype_em(geno, threads = threads, coding = "alleles",
                          control = haplotype_control(starts = 2))
      fit$threads <- NULL
      fit
    }
    alone <- run(1)
    expect_sane(alone)
    for (threads in 2:4) expect_identical(run(threads), alone)
  }
})

test_that("every target gives the same bits", {
  set.seed(6)
  geno <- in_columns(simulated_gametes(300, rep(2, 12)))
  want <- haplotype_em(geno, threads = 2, coding = "alleles")
  for_each_target(function(isa) {
    expect_identical(haplotype_em(geno, threads = 2, coding = "alleles"), want)
  })
})

test_that("all forms of input are one", {
  set.seed(7)
  gametes <- simulated_gametes(40, rep(2, 6), missing = 0.05)
  gametes <- missing_together(gametes)
  dosage <- gametes$one + gametes$two - 2L
  alleles <- in_columns(gametes) - 1L
  alleles[is.na(alleles)] <- -1L
  letters2 <- in_columns(gametes)
  letters2[] <- c("A", "C")[letters2]
  strings <- matrix(paste0(gametes$two - 1L, "/", gametes$one - 1L), 40)
  strings[is.na(dosage)] <- rep(c("./.", ".", ".|."), length.out = sum(is.na(dosage)))
  phased <- sub("/", "|", strings)
  numbers <- in_columns(gametes)
  numbers[is.na(numbers)] <- 0L
  if (!methods::isClass("SnpMatrix")) {
    methods::setClass("SnpMatrix", contains = "matrix", where = globalenv())
    on.exit(methods::removeClass("SnpMatrix", where = globalenv()))
  }
  raw <- dosage + 1L
  raw[is.na(raw)] <- rep(c(0L, 7L), length.out = sum(is.na(raw)))
  snps <- methods::new("SnpMatrix", matrix(as.raw(raw), 40))
  want <- haplotype_em(dosage)
  expect_identical(want$frequency$haplotype,
                   paste0(want$frequency$locus1, want$frequency$locus2, want$frequency$locus3,
                          want$frequency$locus4, want$frequency$locus5, want$frequency$locus6))
  others <- list(haplotype_em(as.data.frame(dosage), loci = paste0("locus", 1:6)),
                 haplotype_em(dosage + 0), haplotype_em(strings), haplotype_em(phased),
                 haplotype_em(as.data.frame(strings, stringsAsFactors = TRUE),
                              loci = paste0("locus", 1:6)),
                 haplotype_em(letters2), haplotype_em(numbers, coding = "alleles"),
                 haplotype_em(numbers, loci = paste0("locus", 1:6)),
                 haplotype_em(as.data.frame(numbers), coding = "alleles",
                              loci = paste0("locus", 1:6)), haplotype_em(snps))
  for (fit in others) {
    expect_identical(fit$frequency$frequency, want$frequency$frequency)
    expect_identical(fit$loglik, want$loglik)
    expect_identical(fit$assignments, want$assignments)
  }
  expect_identical(others[[1]]$frequency, want$frequency)
  expect_identical(chartr("AC", "01", others[[6]]$frequency$haplotype), want$frequency$haplotype)
  expect_identical(chartr("AB", "01", others[[10]]$frequency$haplotype), want$frequency$haplotype)
})

test_that("names of loci and subjects; mixed columns; alleles longer than one character", {
  geno <- data.frame(DQB.a1 = c(31, 21, 8), DQB.a2 = c(32, 62, 0), B.a1 = factor(c("x", "y", "x")),
                     B.a2 = c("y", "y", NA), row.names = c("ann", "bob", "cyd"))
  fit <- haplotype_em(geno)
  expect_identical(fit$loci, c("DQB", "B"))
  expect_identical(unique(fit$assignments$subject), c("ann", "bob", "cyd"))
  expect_true(all(fit$frequency$haplotype == paste(fit$frequency$DQB, fit$frequency$B, sep = ":")))
  expect_setequal(fit$frequency$DQB, c("8", "21", "31", "32", "62"))
  expect_identical(haplotype_em(geno, loci = 1:2)$loci, c("1", "2"))
  expect_identical(haplotype_em(cbind(a = 0:1, a = 1:2))$loci, c("a", "a"))
})

test_that("names of loci are what the names of their two columns have in common", {
  loci_of <- function(columns) {
    alleles <- matrix(rep(c("A", "C", "C", "G"), length(columns)), ncol = length(columns))
    haplotype_em(`colnames<-`(alleles, columns))$loci
  }
  pairs <- function(a, b) c(a[1], a[2], b[1], b[2])
  for (ends in list(c("1", "2"), c("2", "1"), c("_1", "_2"), c(".1", ".2"), c("-1", "-2"),
                    c(" 1", " 2"), c(".a1", ".a2"), c("_A1", "_A2"), c(" a 1", " a 2"),
                    c("_allele1", "_allele2"), c(".Allele.1", ".Allele.2"), c("", ""),
                    c("", ".1"))) {
    for (stems in list(c("a", "b"), c("A", "B"), c("a", "A"), c("beta", "alpha"),
                       c("DRBA", "DRBB"), c("rs7", "rs9"), c("HLA-A", "HLA-B"), c("x.y", "x.z"))) {
      columns <- pairs(paste0(stems[1], ends), paste0(stems[2], ends))
      expect_identical(loci_of(columns), stems, label = toString(columns))
    }
  }
  # a letter of the other case, or behind a digit, is of the end
  expect_identical(loci_of(c("DRBa1", "DRBa2", "drbA1", "drbA2")), c("DRB", "drb"))
  expect_identical(loci_of(c("D1S80a1", "D1S80a2", "D5a1", "D5a2")), c("D1S80", "D5"))
  # names that are in no pairs, or of one locus twice: the first of each two
  expect_identical(loci_of(paste0("V", 1:4)), c("V1", "V3"))
  expect_identical(loci_of(c("a1", "a2", "b1", "c2")), c("a1", "b1"))
  expect_identical(loci_of(c("a1", "A2", "b", "b")), c("a1", "b"))
  expect_identical(loci_of(c("a1", "a2", "a.1", "a.2")), c("a1", "a.1"))
  expect_identical(loci_of(paste0("X", 0:3)), c("X0", "X2"))
  expect_identical(loci_of(c("1", "2", "", "x")), c("1", ""))
})

test_that("loci of one allele, one subject, no heterozygotes", {
  fit <- haplotype_em(matrix(c(2, 2, 0, 0), 2))
  expect_identical(fit$frequency$haplotype, "10")
  expect_identical(fit$frequency$frequency, 1)
  expect_identical(fit$loglik, 0)
  expect_identical(fit$df, 0L)
  fit <- haplotype_em(matrix(c(1, 1), 1), coding = "dosage")
  expect_equal(fit$loglik, log(0.5))
  expect_sane(fit)
  fit <- haplotype_em(matrix(c(0, 2, 0, 2, 2, 2), 2))
  expect_identical(fit$frequency$haplotype, c("001", "111"))
  expect_identical(fit$assignments$posterior, c(1, 1))
})

test_that("the order of loci changes no maximum over all haplotypes", {
  set.seed(8)
  gametes <- simulated_gametes(30, c(2, 3, 2, 2), missing = 0.05)
  gametes <- missing_together(gametes)
  fits <- lapply(list("given", "completeness", "frequency", "random", "reverse", c(3, 1, 4, 2)),
                 function(order) {
                   haplotype_em(in_columns(gametes), coding = "alleles",
                                control = exactly(starts = 20, order = order))
                 })
  for (fit in fits) {
    expect_equal(fit$loglik, fits[[1]]$loglik, tolerance = 1e-5)
    expect_identical(fit$loci, fits[[1]]$loci)
    expect_maximum(fit, gametes)
  }
})

test_that("culling bounds the pairs, and the likelihood stays close", {
  set.seed(9)
  geno <- in_columns(simulated_gametes(200, rep(2, 9), founders = 4, recombining = 0.1))
  all <- haplotype_em(geno, coding = "alleles",
                      control = haplotype_control(cull_every = Inf, starts = 10))
  culled <- haplotype_em(geno, coding = "alleles",
                         control = haplotype_control(cull_every = 2, starts = 10))
  expect_lt(abs(all$loglik - culled$loglik), 10)
  expect_sane(culled)
  expect_true(all(culled$assignments$posterior >= 0.001))
  strict <- haplotype_control(min_prior = 0.2, cull_every = 2)
  few <- haplotype_em(geno, coding = "alleles", control = strict)
  expect_gt(nrow(few$dropped), 0)
  expect_match(few$dropped$reason[1], "no pair of haplotypes is left after")
  expect_equal(sum(few$frequency$frequency), 1, tolerance = 1e-9)
  expect_identical(few$subjects + nrow(few$dropped), 200L)
})

test_that("subjects without a genotype or a weight are dropped with a message", {
  geno <- rbind(c(0, 1, 2), NA, c(1, 1, 0), c(2, 2, 2))
  rownames(geno) <- letters[1:4]
  expect_message(fit <- haplotype_em(geno, c(1, 1, 1, 0)), "2 subjects are dropped: b, d")
  expect_identical(fit$dropped,
                   data.frame(subject = c("b", "d"), reason = c("no genotype", "weight is 0")))
  expect_identical(unique(fit$assignments$subject), c("a", "c"))
  expect_identical(fit$weight, 2)
  expect_silent(fit <- haplotype_em(geno[c(1, 3), ], progress = FALSE))
  expect_identical(fit$dropped, data.frame(subject = character(), reason = character()))
})

test_that("results depend on the seed alone, or on R's generator", {
  set.seed(10)
  geno <- in_columns(simulated_gametes(40, rep(2, 8)))
  run <- function(...) {
    haplotype_em(geno, coding = "alleles", control = haplotype_control(starts = 2, ...))
  }
  set.seed(1)
  before <- .Random.seed
  one <- run(order = "random")
  expect_identical(.Random.seed, before)
  set.seed(2)
  expect_identical(run(order = "random"), one)
  set.seed(1)
  drawn <- run(seed = NULL)
  expect_false(identical(.Random.seed, before))
  set.seed(1)
  expect_identical(run(seed = NULL), drawn)
  set.seed(2)
  expect_false(identical(run(seed = NULL)$trace, drawn$trace))
  kinds <- RNGkind("Wichmann-Hill")
  on.exit(RNGkind(kinds[1]))
  expect_identical(run(order = "random"), one)
})

test_that("print, summary, as.data.frame and logLik", {
  set.seed(11)
  geno <- matrix(stats::rbinom(90, 2, 0.4), 30)
  fit <- haplotype_em(geno)
  text <- utils::capture.output(shown <- withVisible(print(fit, n = 2)))
  expect_false(shown$visible)
  expect_match(text[1], "Haplotypes of 30 subjects at 3 loci")
  expect_match(text, "^and [0-9]+ more, of frequency ", all = FALSE)
  s <- summary(fit)
  expect_identical(s$haplotypes, nrow(fit$frequency))
  expect_equal(s$p_value, stats::pchisq(fit$lr, fit$df, lower.tail = FALSE))
  even <- haplotype_em(matrix(c(0, 1, 2, 1, 0, 1, 2, 0, 2, 1, 1, 0), 6)) # the EM ends early
  expect_lt(even$loglik, even$loglik_no_ld)
  expect_identical(even$lr, 0)
  expect_output(print(even), "likelihood ratio statistic 0 on ")
  expect_output(print(summary(even)), "LR 0, df [0-9]+, p 1")
  expect_match(utils::capture.output(print(s))[1], "30 subjects \\(0 dropped\\), 3 loci")
  expect_identical(as.data.frame(fit), fit$frequency)
  table <- as.data.frame(fit, what = "assignments")
  expect_identical(table$haplotype2, fit$frequency$haplotype[fit$assignments$haplotype2])
  expect_equal(as.numeric(logLik(fit)), fit$loglik)
  expect_equal(stats::BIC(fit), -2 * fit$loglik +
                 log(30) * (sum(fit$frequency$frequency > 1e-7) - 1))
  twice <- haplotype_em(geno[c(1:30, 1:30), ], control = haplotype_control(starts = 1))
  expect_identical(summary(twice)$resolved, 2L * sum(
    twice$assignments$posterior[!duplicated(twice$assignments$subject)][1:30] > 0.95))
  fit$converged <- FALSE
  expect_match(utils::capture.output(print(fit)), "not converged", all = FALSE)
})

test_that("no test is told where there are no degrees of freedom for one", {
  fit <- haplotype_em(rbind(c(0, 0, 0), c(2, 2, 2), c(0, 0, 0), c(1, 1, 1)), control = exactly())
  expect_lt(fit$df, 1)
  text <- utils::capture.output(print(fit))
  expect_match(text, "^no test of linkage disequilibrium: the haplotypes of a frequency",
               all = FALSE)
  expect_false(any(grepl("-2|degree", grep("^no test", text, value = TRUE))))
  expect_false(any(grepl("ratio", text)))
  text <- utils::capture.output(print(summary(fit)))
  expect_match(text, "^no test of linkage disequilibrium", all = FALSE)
  expect_false(any(grepl("LR|df|NA", text)))
  expect_true(is.na(summary(fit)$p_value))
})

test_that("print() leaves out haplotypes whose frequency and count print as 0", {
  set.seed(1)
  haplotypes <- rbind(c(0, 0, 1, 1), c(1, 1, 0, 0), c(0, 1, 1, 0), c(1, 0, 0, 1))
  fit <- haplotype_em(haplotypes[sample(4, 80, TRUE), ] + haplotypes[sample(4, 80, TRUE), ])
  expect_gt(sum(fit$frequency$frequency < 1e-10), 0)
  text <- utils::capture.output(print(fit))
  expect_no_match(text, "0[.]0000")
  expect_match(text, "^and 2 more, of frequency [0-9.]+e-[0-9]+ together$", all = FALSE)
  expect_length(grep("^ +[01]{4} ", text), 4)
  expect_length(grep("^ +[01]{4} ", utils::capture.output(print(fit, digits = 20))), 6)
})

test_that("how many haplotypes are printed, and one of a kind", {
  set.seed(12)
  fit <- haplotype_em(matrix(stats::rbinom(60, 2, 0.4), 20))
  all <- nrow(fit$frequency)
  lines <- function(x, ...) utils::capture.output(print(x, ...))
  expect_identical(lines(fit, n = 0)[2], paste(all, "haplotypes, of frequency 1 together"))
  expect_length(lines(fit, n = 2.7), length(lines(fit, n = 2)))
  last <- fit$frequency$frequency[all]
  expect_identical(lines(fit, n = all - 1)[all + 2],
                   paste("and 1 more, of frequency", format(signif(last, 4))))
  expect_false(any(grepl(" more", lines(fit, n = Inf))))
  for (n in list(-1, "a", NA, 1:2)) {
    expect_error(print(fit, n = n), "'n' must be a number from 0 on",
                 class = "manycore_error_argument")
    for (printed in list(fit, summary(fit))) {
      expect_error(print(printed, digits = n), "'digits' must be a number from 0 on",
                   class = "manycore_error_argument")
    }
  }
  for (printed in list(fit, summary(fit))) {
    expect_identical(lines(printed, digits = Inf), lines(printed, digits = 20))
  }
  mean_best <- function(digits) {
    sub(".*; the mean of the best is ", "", lines(summary(fit), digits = digits)[2])
  }
  expect_identical(nchar(mean_best(2)), 4L)
  expect_identical(nchar(mean_best(5)), 7L)
  one <- haplotype_em(matrix(c(0, 1), 1, 2))
  expect_match(lines(one), "^Haplotypes of 1 subject at 2 loci$", all = FALSE)
  expect_match(lines(summary(one)), "^1 subject \\(0 dropped\\), 2 loci, 2 haplotypes, ",
               all = FALSE)
  expect_match(lines(summary(one)), "^the pair of 1 subject \\(100 %\\) has a posterior above",
               all = FALSE)
  expect_identical(stats::nobs(fit), 20L)
})

test_that("arguments of methods that there are not, and tables of tables", {
  fit <- haplotype_em(cbind(a = c(0, 1, 2, 1), b = c(2, 1, 0, 0)))
  for (f in list(summary, as.data.frame)) {
    expect_identical(tryCatch(f(fit, waht = "assignments"), error = identity)$argument, "waht")
  }
  expect_identical(data.frame(fit), as.data.frame(fit))
  as_factors <- as.data.frame(fit, what = "assignments", stringsAsFactors = TRUE)
  expect_identical(as.character(as_factors$haplotype1),
                   as.data.frame(fit, what = "assignments")$haplotype1)
  expect_s3_class(as_factors$haplotype2, "factor")
})

test_that("settings are printed by their names", {
  text <- utils::capture.output(print(haplotype_control(cull_every = Inf, order = 20:1)))
  expect_length(text, 12)
  expect_match(text, "^  cull_every +Inf$", all = FALSE)
  expect_match(text, "^  seed +1$", all = FALSE)
  expect_match(text, "^  max_memory +NULL$", all = FALSE)
  expect_match(text, "^  order +20, 19, ", all = FALSE)
})
