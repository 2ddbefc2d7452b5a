# haplo.stats: its reference values, and its functions on our results.

# The data of haplo.stats' own tests; "z" is missing.
geno_char <- function() {
  rows <- c("FfgGh1h1", "FFgGHh1", "FfgGh2h2", "ffgGh2h1", "FFgGHh2", "ffGGh1h2", "FfGgh2h2",
            "FFgGh1z", "Ffzzh1h1", "FfGgh1h2", "FfGGh1h2", "FFgGh1z", "Ffzzh1h1", "ffGgh1h2")
  geno <- do.call(rbind, regmatches(rows, gregexpr("h[12]|[A-Za-z]", rows)))
  geno[geno == "z"] <- NA
  geno
}

# (The package is no dependency, not even a suggested one.)
of_haplo_stats <- function(name) {
  getExportedValue("haplo.stats", name)
}

# A function of haplo.stats that finds our haplo.em(), by way of other such functions.
with_ours <- function(name, through = NULL) {
  stats <- asNamespace("haplo.stats")
  inside <- new.env(parent = stats)
  inside$haplo.em <- function(geno, locus.label = NA, miss.val = c(0, NA), weight = NULL,
                              control = NULL) {
    inside$calls <- inside$calls + 1L
    fit <- haplotype_em(geno, weight = weight, loci = if (!anyNA(locus.label)) locus.label,
                        coding = "alleles", control = haplotype_control(
                          starts = 10, min_posterior = 1e-9, tolerance = 1e-5,
                          max_iterations = 5000))
    as_haplo_em(fit)
  }
  inside$calls <- 0L
  for (f in c(through, name)) {
    inside[[f]] <- get(f, stats)
    environment(inside[[f]]) <- inside
  }
  inside[[name]]
}

# Haplotypes of theirs and ours, with more than a trace of frequency, in the order of alleles.
table_of <- function(h) {
  keep <- h$hap.prob > 1e-5
  data.frame(haplotype = do.call(paste, c(lapply(h$haplotype, unclass), sep = ":")),
             frequency = as.vector(h$hap.prob))[keep, ]
}

test_that("the reference value of haplo.stats' example of characters", {
  fit <- haplotype_em(geno_char(), loci = c("F", "G", "H"),
                      control = exactly(starts = 10, tolerance = 1e-8))
  expect_equal(fit$loglik, -37.1622, tolerance = 1e-6)
  expect_equal(haplotype_em(geno_char())$loglik, -37.1622, tolerance = 1e-4)
  gametes <- list(one = geno_char()[, c(1, 3, 5)], two = geno_char()[, c(2, 4, 6)])
  expect_maximum(fit, gametes)
})

test_that("haplo.stats' HLA data: its likelihood, and its statistics of our haplotypes", {
  skip_if_not_installed("haplo.stats")
  data <- new.env()
  utils::data("hla.demo", package = "haplo.stats", envir = data)
  geno <- data$hla.demo[, c(17, 18, 21:24)]
  fit <- haplotype_em(geno, loci = c("DQB", "DRB", "HLA.B"),
                      control = haplotype_control(starts = 50, min_posterior = 1e-9))
  expect_gt(fit$loglik, -1846.904)
  expect_sane(fit)
  known <- geno[!apply(is.na(geno) | geno == 0, 1, any), ]
  set.seed(7)
  theirs <- of_haplo_stats("haplo.em")(known)
  ours <- haplotype_em(known, control = haplotype_control(
    starts = 100, min_posterior = 1e-9, tolerance = 1e-6, max_iterations = 2000))
  expect_gt(ours$loglik, theirs$lnlike - 1e-3)
  # by their definition, of our haplotypes
  numbers <- lapply(1:3, function(j) prop.table(table(unlist(known[, 2 * j - 1:0]))))
  listed <- sort(unique(c(ours$assignments$haplotype1, ours$assignments$haplotype2)))
  product <- Reduce(`*`, lapply(1:3, function(j) as.vector(numbers[[j]][ours$frequency[[j + 3]]])))
  product <- product / sum(product[listed])
  a <- ours$assignments
  p <- product[a$haplotype1] * product[a$haplotype2] * ifelse(a$haplotype1 == a$haplotype2, 1, 2)
  expect_equal(ours$loglik_no_ld, sum(log(tapply(p, a$subject, sum))), tolerance = 1e-10)
  expect_equal(ours$df, sum(ours$frequency$frequency > 1e-7) - 1 - sum(lengths(numbers) - 1))
})

test_that("as_haplo_em() is what haplo.em() returns", {
  skip_if_not_installed("haplo.stats")
  geno <- geno_char()
  set.seed(1)
  theirs <- of_haplo_stats("haplo.em")(geno)
  fit <- haplotype_em(geno, loci = paste0("loc-", 1:3), control = haplotype_control(
    min_posterior = 1e-9, tolerance = 1e-5, max_iterations = 5000, starts = 10))
  ours <- as_haplo_em(fit, geno)
  expect_identical(class(ours), class(theirs))
  expect_setequal(names(ours), names(theirs))
  expect_equal(ours$lnlike, theirs$lnlike, tolerance = 1e-5)
  a <- table_of(theirs)
  b <- table_of(ours)
  expect_identical(b$haplotype, a$haplotype)
  expect_equal(b$frequency, a$frequency, tolerance = 0.01)
  expect_equal(ours$max.pairs, theirs$max.pairs)
  expect_identical(ours$locus.label, theirs$locus.label)
  for (name in c("hap1code", "hap2code", "indx.subj", "subj.id", "post", "nreps")) {
    expect_identical(length(ours[[name]]) > 0, TRUE)
    expect_identical(is.numeric(ours[[name]]), is.numeric(theirs[[name]]), label = name)
  }
  # the likelihood and that without linkage disequilibrium, by the codes
  p <- ours$hap.prob[ours$hap1code] * ours$hap.prob[ours$hap2code] *
    ifelse(ours$hap1code == ours$hap2code, 1, 2)
  expect_equal(sum(log(tapply(p, ours$indx.subj, sum))), ours$lnlike, tolerance = 1e-6)
  expect_equal(as.vector(p / tapply(p, ours$indx.subj, sum)[ours$indx.subj]), ours$post,
               tolerance = 1e-6)
  q <- ours$hap.prob.noLD[ours$hap1code] * ours$hap.prob.noLD[ours$hap2code] *
    ifelse(ours$hap1code == ours$hap2code, 1, 2)
  expect_equal(sum(log(tapply(q, ours$indx.subj, sum))), ours$lnlike.noLD, tolerance = 1e-9)
  expect_identical(sort(unique(c(ours$hap1code, ours$hap2code))), seq_along(ours$hap.prob))
  # their methods
  text <- utils::capture.output(printed <- print(ours))
  expect_match(text, "lr stat for no LD", all = FALSE)
  expect_equal(printed$hap.freq, round(ours$hap.prob, 5))
  expect_match(utils::capture.output(shown <- summary(ours)), "max vs used", all = FALSE)
  expect_identical(nrow(shown), length(ours$post))
  expect_equal(colSums(of_haplo_stats("haplo.design")(ours, min.count = 0)),
               2 * 14 * ours$hap.prob, ignore_attr = TRUE, tolerance = 1e-3)
})

test_that("as_haplo_em(): dropped subjects, the number of pairs, and other settings", {
  geno <- rbind(c(0, 1, 2), NA, c(1, 1, 0), c(2, 2, 2))
  fit <- suppressMessages(haplotype_em(geno, c(1, 1, 1, 0), control = haplotype_control(
    order = 3:1, cull_every = Inf)))
  h <- as_haplo_em(fit, geno)
  expect_identical(h$rows.rem, c(2L, 4L))
  expect_identical(unique(h$indx.subj), c(1L, 3L))
  expect_identical(h$max.pairs, c(1, 36, 2, 1))
  expect_identical(h$control[1:3], list(loci.insert.order = 3:1, insert.batch.size = 3L,
                                        min.posterior = 0.001))
  expect_identical(as_haplo_em(fit)$max.pairs, rep(NA_real_, 4))
  refused <- function(code) {
    conditionMessage(tryCatch(code, manycore_error_argument = function(e) e))
  }
  expect_starts(refused(as_haplo_em(fit, geno[-1, ])), "'geno' must be the genotypes of 'x', of 4")
  expect_starts(refused(as_haplo_em(1)), "'x' must be a result of haplotype_em()")
})

test_that("haplo.score(), haplo.glm() and haplo.design() of haplo.stats run on our haplotypes", {
  skip_if_not_installed("haplo.stats")
  data <- new.env()
  utils::data("hla.demo", package = "haplo.stats", envir = data)
  geno <- data$hla.demo[, c(17, 18, 21, 22)] # two loci, of one maximum
  keep <- !apply(is.na(geno) | geno == 0, 1, any)
  geno <- as.matrix(geno[keep, ])
  y <- data$hla.demo$resp[keep]
  label <- c("DQB", "DRB")
  set.seed(3)
  theirs <- of_haplo_stats("haplo.score")(y, geno, locus.label = label, min.count = 5)
  score <- with_ours("haplo.score")
  ours <- score(y, geno, locus.label = label, min.count = 5)
  expect_identical(environment(score)$calls, 1L)
  expect_s3_class(ours, "haplo.score")
  key <- function(s) do.call(paste, as.data.frame(s$haplotype))
  common <- intersect(key(theirs), key(ours))
  expect_gt(length(common), 0.9 * length(key(theirs)))
  expect_equal(ours$score.haplo[match(common, key(ours))],
               theirs$score.haplo[match(common, key(theirs))], tolerance = 1e-3)
  expect_equal(ours$score.global, theirs$score.global, tolerance = 1e-3)

  frame <- list(y = y, geno = of_haplo_stats("setupGeno")(geno, locus.label = label))
  class(frame) <- "data.frame"
  attr(frame, "row.names") <- seq_along(y)
  settings <- of_haplo_stats("haplo.glm.control")(haplo.min.count = 10)
  keep <- of_haplo_stats("na.geno.keep")
  set.seed(4)
  theirs <- of_haplo_stats("haplo.glm")(y ~ geno, data = frame, locus.label = label,
                                   na.action = keep, control = settings)
  glm <- with_ours("haplo.glm", "haplo.model.frame")
  ours <- glm(y ~ geno, data = frame, locus.label = label, na.action = keep,
              control = settings)
  expect_identical(environment(glm)$calls, 1L)
  expect_equal(unname(stats::coef(ours)), unname(stats::coef(theirs)), tolerance = 1e-3)
  expect_equal(ours$haplo.freq[ours$haplo.freq > 1e-3],
               theirs$haplo.freq[theirs$haplo.freq > 1e-3], tolerance = 1e-3)
})
