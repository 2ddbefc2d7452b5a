# The refinement of haplotype_em(): the likelihood with it, and without.

refined <- function(geno, ..., weight = NULL, threads = 1, algorithm = "auto") {
  haplotype_em(geno, weight, coding = "alleles", threads = threads, algorithm = algorithm,
               control = haplotype_control(...))
}

test_that("the likelihood is never below that without refinement, nor that of fewer rounds", {
  set.seed(1)
  higher <- 0
  for (case in 1:16) {
    loci <- sample(7:25, 1)
    alleles <- if (case %% 4 == 0) sample(1:5, loci, TRUE) else rep(2, loci)
    missing <- c(0, 0.02, 0.05)[1 + case %% 3]
    gametes <- simulated_gametes(sample(20:120, 1), alleles, founders = 7, missing = missing)
    gametes$one[1, ] <- gametes$two[1, ] <- 1L
    geno <- in_columns(gametes)
    geno <- geno[rowSums(!is.na(geno)) > 0, ]
    loglik <- vapply(c(0, 1, 2, 5), function(refine) {
      fit <- refined(geno, starts = 2, refine = refine)
      expect_sane(fit)
      expect_lte(max(fit$trace$round), refine)
      expect_identical(fit$trace$loglik[fit$iterations], fit$loglik)
      fit$loglik
    }, 0)
    expect_false(is.unsorted(loglik), info = paste(case, toString(loglik)))
    higher <- higher + (loglik[4] > loglik[1] + 0.1)
  }
  expect_gt(higher, 4)
})

test_that("small sets: at most the greatest likelihood over all haplotypes, and close to it", {
  set.seed(2)
  below <- vapply(1:12, function(case) {
    gametes <- missing_together(simulated_gametes(20, rep(2, 6), 4, missing = 0.03 * (case %% 2)))
    geno <- in_columns(gametes)
    geno <- geno[rowSums(!is.na(geno)) > 0, ]
    best <- refined(geno, starts = 200, cull_every = Inf, tolerance = 1e-9, max_iterations = 5000)
    fit <- refined(geno, cull_every = 2)
    expect_lt(fit$loglik, best$loglik + 1e-6)
    best$loglik - fit$loglik
  }, 0)
  expect_lt(max(below), 0.5)
  expect_lt(stats::median(below), 0.01)
})

test_that("what is told is the likelihood of the frequencies, but for pairs that were left out", {
  set.seed(3)
  gametes <- missing_together(simulated_gametes(25, c(2, 3, 2, 2, 2, 3), missing = 0.03))
  gametes$one[1, ] <- gametes$two[1, ] <- 1L
  fit <- refined(in_columns(gametes), cull_every = 2, min_posterior = 1e-4)
  expect_gt(max(fit$trace$round), 0)
  f <- stats::setNames(fit$frequency$frequency, key_of(fit))
  at <- em_by_definition(gametes$one, gametes$two, from = f, iterations = 1)
  expect_lt(fit$loglik, at$loglik + 1e-9)
  expect_gt(fit$loglik, at$loglik - 25 * 1e-3)
})

test_that("SNPHAP's likelihood is reached where starts alone did not", {
  # the highest of SNPHAP 1.3.1 with seeds 1 and 2, and with -rs-
  snphap <- c("7" = -845.848, "10" = -930.106)
  for (seed in names(snphap)) {
    set.seed(as.integer(seed))
    gametes <- simulated_gametes(150, rep(2, 30), founders = 10, recombining = 0.3)
    geno <- gametes$one + gametes$two - 2L
    without <- haplotype_em(geno, coding = "dosage", control = haplotype_control(refine = 0))
    expect_lt(without$loglik, snphap[[seed]] - 1)
    expect_gt(haplotype_em(geno, coding = "dosage")$loglik, snphap[[seed]] - 0.1)
  }
})

test_that("all numbers of threads and all algorithms give the same bits", {
  set.seed(4)
  for (missing in c(0, 0.03)) {
    gametes <- simulated_gametes(2500, rep(2, 18), founders = 12, missing = missing)
    geno <- in_columns(gametes)
    parts <- c("frequency", "loglik", "trace", "assignments")
    want <- refined(geno, starts = 2)[parts]
    expect_gt(max(want$trace$round), 0)
    for (threads in 2:4) {
      expect_identical(refined(geno, starts = 2, threads = threads)[parts], want)
    }
    few <- geno[1:200, ]
    want <- refined(few, starts = 2)[parts]
    for (algorithm in c("snphap", "snphap_for", "snphap_task")) {
      expect_identical(refined(few, starts = 2, algorithm = algorithm)[parts], want)
    }
  }
})

test_that("weights are copies, on any scale", {
  set.seed(5)
  geno <- in_columns(simulated_gametes(80, rep(2, 14), founders = 7))
  weight <- sample(1:4, 80, TRUE)
  fit <- refined(geno, weight = weight)
  expect_gt(max(fit$trace$round), 0)
  expect_equal(refined(geno[rep(1:80, weight), ])$loglik, fit$loglik, tolerance = 1e-6)
  tenfold <- refined(geno, weight = 10 * weight, tolerance = 0.01)
  expect_equal(tenfold$loglik, 10 * fit$loglik, tolerance = 1e-6)
})

test_that("nothing is refined where all pairs are there; what refine = may be", {
  set.seed(6)
  geno <- in_columns(simulated_gametes(60, rep(2, 8), founders = 6))
  for (control in list(list(cull_every = Inf), list(cull_every = 8), list(min_posterior = 0),
                       list(refine = 0))) {
    expect_identical(max(do.call(refined, c(list(geno), control))$trace$round), 0L)
  }
  expect_gt(max(refined(geno)$trace$round), 0)
  for (refine in list(-1, 1.5, NA, "a", 1:2)) {
    expect_error(haplotype_control(refine = refine), "'refine' must be a whole number from 0",
                 class = "manycore_error_argument")
  }
})
