# Algorithms, threads and starts of haplotype_em(): the same bits, and those of the EM over all
# haplotypes in plain R.

without_threads <- function(fit) {
  fit$threads <- NULL
  fit
}

# `each(algorithm, threads)` for all of them.
for_each_way <- function(each) {
  for (algorithm in haplotype_algorithms) for (threads in 1:4) each(algorithm, threads)
}

test_that("every algorithm and number of threads gives the bits of one thread", {
  set.seed(21)
  for (case in list(list(800, rep(2, 11), 0.02), list(60, c(9, 4, 2, 30, 3, 2), 0.05),
                    list(2, c(2, 2), 0), list(1, c(1, 2, 3), 0))) {
    gametes <- simulated_gametes(case[[1]], case[[2]], founders = 9, missing = case[[3]])
    gametes$one[1, ] <- gametes$two[1, ] <- 1L
    geno <- in_columns(gametes)
    weight <- sample(3, case[[1]], TRUE) / 2
    control <- haplotype_control(starts = 3, cull_every = 3)
    run <- function(...) {
      without_threads(suppressMessages(haplotype_em(geno, weight, coding = "alleles",
                                                    control = control, ...)))
    }
    want <- run(threads = 1)
    for_each_way(function(algorithm, threads) {
      expect_identical(run(algorithm = algorithm, threads = threads), want,
                       info = paste(algorithm, threads))
    })
  }
})

test_that("the likelihood never decreases, and is the maximum of the EM in plain R", {
  set.seed(22)
  for (alleles in list(c(2, 2, 2, 2), c(3, 2, 4))) {
    gametes <- missing_together(simulated_gametes(20, alleles, missing = 0.05))
    gametes$one[1, ] <- gametes$two[1, ] <- 1L
    empty <- rowSums(is.na(gametes$one)) == length(alleles)
    gametes <- lapply(gametes, function(m) m[!empty, , drop = FALSE])
    further <- NULL
    for_each_way(function(algorithm, threads) {
      fit <- haplotype_em(in_columns(gametes), control = exactly(starts = 4), threads = threads,
                          algorithm = algorithm, coding = "alleles")
      info <- paste(algorithm, threads)
      expect_true(all(unlist(tapply(fit$trace$loglik, fit$trace$loci, diff)) > -1e-9), info = info)
      key <- do.call(paste, c(unname(as.list(fit$frequency[-(1:3)])), sep = "."))
      f <- stats::setNames(fit$frequency$frequency, key)
      if (is.null(further)) {
        further <<- em_by_definition(gametes$one, gametes$two, from = f, iterations = 300)
      }
      expect_equal(fit$loglik, further$loglik, tolerance = 1e-6, info = info)
      expect_equal(unname(further$frequency[key]), unname(f), tolerance = 1e-4, info = info)
    })
  }
})

test_that("more starts never make it worse before the refinement, side by side or not", {
  set.seed(23)
  geno <- in_columns(simulated_gametes(150, rep(2, 9), founders = 7))
  run <- function(starts, threads, ...) {
    haplotype_em(geno, coding = "alleles", threads = threads,
                 control = haplotype_control(starts = starts, ...))
  }
  for (refine in c(0, 5)) {
    logliks <- function(threads) {
      vapply(1:12, function(starts) run(starts, threads, refine = refine)$loglik, 0)
    }
    loglik <- logliks(1)
    if (refine == 0) {
      expect_false(is.unsorted(loglik))
      expect_gt(loglik[12], loglik[1])
    }
    for (threads in 2:4) expect_identical(logliks(threads), loglik)
  }
  # memory for one start, but not for several
  crowded <- without_threads(run(12, 2, max_memory = 6e5))
  expect_identical(crowded[names(crowded) != "control"],
                   without_threads(run(12, 2))[names(crowded) != "control"])
})

test_that("limits of several starts are those of one after the other", {
  set.seed(24)
  geno <- matrix(stats::rbinom(2000, 2, 0.5), 100)
  message_of <- function(threads, most) {
    tryCatch(haplotype_em(geno, threads = threads,
                          control = haplotype_control(max_haplotypes = most))$loglik,
             manycore_error = conditionMessage)
  }
  for (most in c(50, 300, 700)) {
    for (threads in 2:3) expect_identical(message_of(threads, most), message_of(1, most))
  }
  expect_match(message_of(2, 50), "^locus locus[0-9]+ ")
})

test_that("an algorithm that there is not", {
  expect_error(haplotype_em(matrix(0:1, 2, 2), algorithm = "phase"),
               "'algorithm' must be one of", class = "manycore_error")
})
