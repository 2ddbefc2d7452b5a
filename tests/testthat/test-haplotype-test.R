# haplotype_test(): the statistic by the definition, the permutations, and the errors.

alleles_of <- function(geno) {
  list(one = pmin(geno, 1), two = pmax(geno - 1, 0))
}

# The greatest log-likelihood without linkage disequilibrium: the loci one by one.
loglik_alone <- function(one, two) {
  sum(vapply(seq_len(ncol(one)), function(j) {
    has <- !is.na(one[, j]) | !is.na(two[, j])
    em_by_definition(one[has, j, drop = FALSE], two[has, j, drop = FALSE],
                     iterations = 1000)$loglik
  }, 0))
}

simulated_geno <- function(subjects, loci, missing = 0.1) {
  geno <- matrix(stats::rbinom(subjects * loci, 2, 0.4), subjects)
  geno[stats::runif(length(geno)) < missing] <- NA
  geno[1, ] <- c(NA, rep(1, loci - 1L)) # no row without a genotype
  geno[rowSums(!is.na(geno)) > 0, ]
}

test_that("the statistic is that of the definition", {
  set.seed(1)
  close <- haplotype_control(tolerance = 1e-10, max_iterations = 1e5)
  for (loci in 2:3) {
    geno <- simulated_geno(40, loci)
    both <- alleles_of(geno)
    test <- haplotype_test(geno, 2, control = close, coding = "dosage")
    alone <- loglik_alone(both$one, both$two)
    expect_equal(test$loglik_no_ld, alone, tolerance = 1e-13)
    best <- max(replicate(3, em_by_definition(both$one, both$two, iterations = 1000)$loglik))
    expect_equal(test$loglik, best, tolerance = 1e-10)
    expect_equal(test$statistic, c(LR = 2 * (best - alone)), tolerance = 1e-7)
    expect_identical(test$loglik, haplotype_em(geno, control = close, coding = "dosage")$loglik)
  }
})

test_that("several alleles, and genotypes with one known allele", {
  set.seed(2)
  gametes <- simulated_gametes(30, c(3, 2, 4))
  gametes$one[cbind(1:6, rep(1:3, 2))] <- NA
  gametes$two[2, 2] <- NA
  geno <- in_columns(gametes)
  close <- haplotype_control(tolerance = 1e-10, max_iterations = 1e5)
  test <- haplotype_test(geno, 19, control = close, coding = "alleles")
  expect_equal(test$loglik_no_ld, loglik_alone(gametes$one, gametes$two), tolerance = 1e-11)
  expect_identical(test$parameter, c(loci = 3L, subjects = 30L, permutations = 19L))
})

test_that("genotypes with two known alleles are permuted, and those with one, by sample.int()", {
  set.seed(3)
  geno <- in_columns(simulated_gametes(40, c(2, 3, 2), missing = 0.15))
  geno[1, ] <- c(1, NA, 1, 2, NA, 1)
  geno <- geno[rowSums(!is.na(geno)) > 0, ]
  set.seed(4)
  test <- haplotype_test(geno, 19, coding = "alleles")
  set.seed(4)
  permuted <- replicate(19, {
    for (columns in list(3:4, 5:6)) {
      known <- rowSums(!is.na(geno[, columns]))
      for (count in 1:2) {
        has <- which(known == count)
        geno[has, columns] <- geno[has[sample.int(length(has))], columns]
      }
      expect_identical(rowSums(!is.na(geno[, columns])), known)
    }
    2 * (haplotype_em(geno, coding = "alleles")$loglik - test$loglik_no_ld)
  })
  expect_length(unique(permuted), 19)
  expect_identical(test$permuted, permuted)
  expect_identical(test$p.value, (1 + sum(test$permuted >= test$statistic - 0.002)) / 20)
})

test_that("the result depends on set.seed() alone", {
  geno <- simulated_geno(30, 4)
  run <- function(...) {
    set.seed(5)
    haplotype_test(geno, 19, coding = "dosage", ...)
  }
  one <- run(threads = 1)
  for (threads in 2:4) expect_identical(run(threads = threads), one)
  set.seed(6)
  expect_false(identical(haplotype_test(geno, 19, coding = "dosage")$permuted, one$permuted))
  ordered <- run(control = haplotype_control(order = c(4, 2, 1, 3)))
  expect_equal(ordered$loglik, one$loglik, tolerance = 1e-4)
  drawn <- haplotype_control(order = "random", seed = NULL)
  random <- run(control = drawn, threads = 1)
  state <- .Random.seed
  expect_identical(run(control = drawn, threads = 2), random)
  expect_identical(.Random.seed, state)
})

test_that("it finds disequilibrium, and keeps its size without", {
  set.seed(7)
  linked <- simulated_gametes(60, rep(2, 4), founders = 3)
  geno <- (linked$one - 1) + (linked$two - 1)
  geno <- geno[, apply(geno, 2, function(x) length(unique(x)) > 1)]
  expect_identical(haplotype_test(geno, 99, coding = "dosage")$p.value, 0.01)
  p <- replicate(200, haplotype_test(simulated_geno(30, 4), 19, coding = "dosage")$p.value)
  expect_lte(sum(p <= 0.05), stats::qbinom(0.9999, 200, 0.05))
  expect_lte(abs(mean(p) - 0.525), 0.1)
})

test_that("its printed form, and the subjects that are left out", {
  set.seed(8)
  geno <- rbind(simulated_geno(20, 3), NA)
  expect_message(test <- haplotype_test(geno, 9, coding = "dosage"),
                 "1 subject is dropped: 21 (no genotype)", fixed = TRUE)
  expect_s3_class(test, "htest")
  expect_identical(test$data.name, "geno")
  expect_identical(test$parameter[["subjects"]], 20L)
  expect_identical(test$dropped, data.frame(subject = 21L, reason = "no genotype"))
  expect_output(print(test), "loci = 3, subjects = 20, permutations = 9")
  test$parameter[["permutations"]] <- 100000L
  expect_output(print(test), "permutations = 100000")
  expect_message(nothing <- haplotype_test(cbind(geno[1:20, 1], 0), 9, coding = "dosage"),
                 "fewer than two loci have several alleles", fixed = TRUE)
  expect_identical(nothing$p.value, 1)
  expect_identical(do.call(haplotype_test, list(geno[1:20, ], 2))$data.name, "geno")
})

test_that("errors name the argument, and the permutation", {
  geno <- simulated_geno(20, 3)
  argument_of <- function(...) {
    tryCatch(haplotype_test(...), manycore_error_argument = function(e) e$argument)
  }
  expect_identical(argument_of(), "geno")
  expect_identical(argument_of("a"), "geno")
  expect_identical(argument_of(geno[, 1, drop = FALSE]), "geno")
  for (bad in list(0, -1, 1.5, NA, "a", 2^31, c(1, 2))) {
    expect_identical(argument_of(geno, bad), "permutations")
  }
  expect_identical(argument_of(geno, control = list()), "control")
  expect_identical(argument_of(geno, control = haplotype_control(min_prior = 0.01)), "control")
  expect_identical(argument_of(geno, progress = NA), "progress")
  expect_identical(argument_of(geno, wieght = 1), "wieght")
  limited <- haplotype_control(max_haplotypes = 2)
  expect_error(haplotype_test(geno, control = limited, coding = "dosage"), "max_haplotypes",
               class = "manycore_error_size")
  same <- 2 * (rep(0:1, 10) %o% rep(1, 4)) # two haplotypes; permuted, it has more
  limited <- haplotype_control(max_haplotypes = 8)
  set.seed(10)
  error <- tryCatch(haplotype_test(same, 1e5, control = limited, coding = "dosage"),
                    manycore_error_size = identity)
  expect_match(conditionMessage(error), "^permutation 1 of 100,000: locus ")
  expect_identical(conditionCall(error)[[1]], quote(haplotype_test))
  expect_true(error$locus %in% paste0("locus", 1:4))
})
