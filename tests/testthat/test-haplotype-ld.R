# haplotype_ld() and the pictures.

# By definition, of a table of haplotypes and their frequencies.
ld_by_definition <- function(a, b, f) {
  p <- tapply(f, list(a, b), sum)
  p[is.na(p)] <- 0
  pa <- rowSums(p)
  pb <- colSums(p)
  d_prime <- chi <- 0
  for (i in seq_along(pa)) for (j in seq_along(pb)) {
    d <- p[i, j] - pa[i] * pb[j]
    most <- if (d < 0) min(pa[i] * pb[j], (1 - pa[i]) * (1 - pb[j])) else
      min(pa[i] * (1 - pb[j]), (1 - pa[i]) * pb[j])
    d_prime <- d_prime + if (d == 0) 0 else pa[i] * pb[j] * abs(d) / most
    chi <- chi + d^2 / (pa[i] * pb[j])
  }
  c(d_prime = unname(d_prime), r2 = unname(chi) / (min(length(pa), length(pb)) - 1))
}

test_that("D' and r^2 are those of the definition", {
  set.seed(1)
  for (alleles in list(c(2, 2, 2, 2), c(2, 3, 5, 2), c(7, 4, 2))) {
    gametes <- simulated_gametes(60, alleles, founders = 8)
    fit <- haplotype_em(in_columns(gametes), coding = "alleles",
                        control = haplotype_control(starts = 1, min_posterior = 0.001))
    ld <- haplotype_ld(fit)
    expect_true(isSymmetric(ld$r2) && isSymmetric(ld$d_prime))
    for (a in seq_along(alleles)) for (b in seq_along(alleles)) {
      present <- lengths(fit$alleles)[c(a, b)]
      if (any(present == 1)) {
        expect_true(is.nan(ld$r2[a, b]) && is.nan(ld$d_prime[a, b]))
        next
      }
      want <- ld_by_definition(fit$frequency[[a + 3]], fit$frequency[[b + 3]],
                               fit$frequency$frequency)
      expect_equal(c(d_prime = ld$d_prime[a, b], r2 = ld$r2[a, b]), want, tolerance = 1e-6)
    }
    table <- as.data.frame(ld)
    expect_identical(nrow(table), as.integer(choose(length(alleles), 2)))
    expect_identical(table$r2, ld$r2[cbind(table$from, table$to)])
  }
  # of two alleles each, the squared correlation over haplotypes
  fit <- haplotype_em(matrix(stats::rbinom(90, 2, 0.4), 30))
  x <- as.matrix(fit$frequency[-(1:3)]) == "1"
  f <- fit$frequency$frequency
  expect_equal(unname(haplotype_ld(fit)$r2),
               unname(stats::cov.wt(x + 0, f / sum(f), cor = TRUE)$cor^2), tolerance = 1e-9)
})

test_that("complete and no linkage disequilibrium, and loci of one allele", {
  fit <- haplotype_em(rbind(c(0, 0, 1), c(2, 2, 1), c(2, 2, 1))[, c(1, 2, 2)])
  expect_equal(unname(haplotype_ld(fit)$r2), matrix(1, 3, 3))
  fit <- haplotype_em(rbind(c(0, 0), c(0, 2), c(2, 0), c(2, 2)))
  expect_equal(unname(haplotype_ld(fit)$d_prime), diag(2))
  expect_equal(unname(haplotype_ld(fit)$r2), diag(2))
  fit <- haplotype_em(cbind(a = c(0, 1, 2), b = 2, c = c(1, 1, 0)))
  ld <- haplotype_ld(fit)
  expect_true(all(is.nan(ld$r2[2, ]), is.nan(ld$d_prime[, "b"]), ld$r2["a", "a"] == 1))
  text <- utils::capture.output(shown <- withVisible(print(ld)))
  expect_false(shown$visible)
  expect_match(text[1], "Linkage disequilibrium of 3 loci")
  e <- tryCatch(haplotype_ld(1), manycore_error_argument = function(e) e)
  expect_starts(conditionMessage(e), "'x' must be a result of haplotype_em()")
})

test_that("parts of the matrices", {
  fit <- haplotype_em(cbind(a = c(0, 1, 2, 1), b = c(2, 1, 0, 0), c = c(1, 1, 0, 2)))
  ld <- haplotype_ld(fit)
  expect_identical(as.matrix(ld), ld$r2)
  expect_identical(as.matrix(ld, "d_prime"), ld$d_prime)
  expect_identical(ld[1, 2], ld$r2[1, 2])
  expect_identical(ld["a", ], ld$r2["a", ])
  expect_identical(ld[, 2:3, measure = "d_prime"], ld$d_prime[, 2:3])
  expect_identical(ld["a", "b", drop = FALSE], ld$r2["a", "b", drop = FALSE])
  expect_error(ld[1], "two indices", class = "manycore_error_argument")
  expect_error(as.matrix(ld, "D"), "'measure' must be", class = "manycore_error_argument")
  expect_identical(data.frame(ld), as.data.frame(ld))
  expect_identical(levels(as.data.frame(ld, stringsAsFactors = TRUE)$to), c("b", "c"))
  for (f in list(as.matrix, as.data.frame)) {
    expect_identical(tryCatch(f(ld, mesure = "r2"), error = identity)$argument, "mesure")
  }
})

test_that("dim(), head(), t() and the like are those of r^2", {
  set.seed(3)
  ld <- haplotype_ld(haplotype_em(matrix(sample(0:2, 200, TRUE), 20)))
  m <- as.matrix(ld)
  expect_identical(dim(ld), c(10L, 10L))
  expect_identical(dimnames(ld), dimnames(m))
  for (f in list(head, tail, t, nrow, colnames, function(x) apply(x, 1, max))) {
    expect_identical(f(ld), f(m))
  }
})

test_that("no bar ends behind the axis", {
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  for (share in c(0.1, 0.52, 0.61, 0.83, 1)) {
    fit <- haplotype_em(cbind(rep(c(0, 2), round(100 * c(share, 1 - share))), 2))
    plot(fit)
    expect_gte(max(graphics::axTicks(1)), max(fit$frequency$frequency))
  }
})

test_that("pictures are drawn, and leave the parameters as they were", {
  file <- tempfile(fileext = ".pdf")
  grDevices::pdf(file)
  on.exit({
    grDevices::dev.off()
    unlink(file)
  })
  set.seed(2)
  fits <- list(haplotype_em(matrix(stats::rbinom(90, 2, 0.4), 30)),
               haplotype_em(in_columns(simulated_gametes(20, rep(2, 70))), coding = "alleles"),
               haplotype_em(cbind(a = c(0, 1, 2), b = 2)), haplotype_em(matrix(0, 1, 2)))
  before <- graphics::par(no.readonly = TRUE)
  for (fit in fits) {
    for (n in c(1, 3, 20)) {
      expect_identical(withVisible(plot(fit, n = n)), list(value = fit, visible = FALSE))
    }
    for (measure in c("r2", "d_prime", "both")) {
      expect_identical(plot(fit, type = "ld", measure = measure), fit)
      ld <- haplotype_ld(fit)
      expect_identical(withVisible(plot(ld, measure, main = "title")),
                       list(value = ld, visible = FALSE))
    }
  }
  plot(fits[[1]], main = "title", col = "grey")
  plot(fits[[1]], type = "ld", col = grDevices::grey(9:1 / 10))
  expect_identical(graphics::par("mar"), before$mar)
  refused <- function(code) {
    conditionMessage(tryCatch(code, manycore_error_argument = function(e) e))
  }
  expect_starts(refused(plot(fits[[1]], type = "pie")), "'type' must be one of")
  expect_starts(refused(plot(fits[[1]], n = 0)), "'n' must be a number")
  expect_starts(refused(plot(fits[[1]], type = "ld", measure = "D")), "'measure' must be one of")
  expect_match(refused(plot(fits[[1]], typo = 1)), "there is no argument 'typo'")
  expect_match(refused(plot(haplotype_ld(fits[[1]]), mesure = 1)), "'measure' may be meant")
})

test_that("print() says how exact D' is, where the EM ended early", {
  set.seed(13)
  gametes <- simulated_gametes(100, c(2, 2, 2), founders = 5)
  ld <- function(...) {
    haplotype_ld(haplotype_em(in_columns(gametes), coding = "alleles",
                              control = haplotype_control(...)))
  }
  last <- function(x) utils::tail(utils::capture.output(print(x)), 1)
  rough <- ld()
  fine <- ld(tolerance = 1e-12, max_iterations = 1e5)
  expect_identical(unclass(rough)[3:4], list(tolerance = 0.001, converged = TRUE))
  expect_match(last(rough), "^The EM ended at a tolerance of 0.001: D' may move in the second")
  expect_match(last(fine), "^locus3 ")
  expect_match(last(ld(max_iterations = 1, tolerance = 0)), "^The EM ended before it converged: ")
  # as the help page says, mostly less than that
  expect_lt(max(abs(rough$d_prime - fine$d_prime)), 0.1)
})

test_that("digits that cannot be are refused before anything is printed", {
  ld <- haplotype_ld(haplotype_em(matrix(c(0, 1, 2, 1, 0, 1, 2, 0, 2, 1, 1, 0), 6)))
  for (odd in list(-1, 1.5, NA, 21, "2", NULL, 1:2)) {
    said <- utils::capture.output(e <- tryCatch(print(ld, digits = odd), error = function(e) e))
    expect_identical(said, character())
    expect_s3_class(e, "manycore_error_argument")
    expect_identical(e$argument, "digits")
    expect_match(conditionMessage(e), "^'digits' must be a whole number from 0 to 20, not ")
  }
  expect_output(print(ld, digits = 0))
  expect_output(print(ld, digits = 20))
})
