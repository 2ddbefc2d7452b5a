# Groups, trends, concordance, partial tau and Chatterjee's xi, each against the package that users
# take today, as whole calls.
#
#   Rscript bench/answers.R [--quick] [--out FILE]
#
# A rival's answer is compared before it is timed. Its time is that of a part of the work, for a
# unit of it (a pair, a series, a gene); ours is that of the whole call, divided by the units.
# bench/groups.R, trend.R, concordance.R and xi.R have more sizes and rivals.

here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "common.R"))

library(manycore)
rivals <- c("trend", "survival", "ppcor", "XICOR")
need(rivals)
set.seed(20261124)

rounds <- if (quick) 2 else 5
same <- function(a, b, tolerance = 1e-12) {
  difference <- all.equal(unname(a), unname(b), tolerance = tolerance, check.attributes = FALSE)
  stopifnot(isTRUE(difference))
}
manycore_threads(2)
quiet <- function(...) suppressWarnings(...)

# ---- groups: tau at two levels, and the test of the difference, pair by pair ----

n <- 200
genes <- matrix(rnorm(n * size(2000, 200)), n)
level <- rep(c("healthy", "ill"), each = n / 2)
pairs <- choose(ncol(genes), 2)
# As DGCA does for Pearson's r, with the variance of Kendall's tau.
one_pair <- function(x, y) {
  t <- vapply(c("healthy", "ill"), function(g) {
    of <- level == g
    stats::cor.test(x[of], y[of], method = "kendall", exact = FALSE)$estimate
  }, 0)
  z <- (atanh(t[1]) - atanh(t[2])) / sqrt(2 * 0.437 / (n / 2 - 4))
  c(t, 2 * stats::pnorm(-abs(z)))
}
some <- cbind(1:100, 101:200)
pair_loop <- function() apply(some, 1, function(p) one_pair(genes[, p[1]], genes[, p[2]]))
our_groups <- function() kendall_test(genes, groups = level, conf.level = NULL, progress = FALSE)
two_calls <- function() {
  for (g in c("healthy", "ill")) {
    kendall_test(genes[level == g, ], conf.level = NULL, progress = FALSE)
  }
}
answer <- our_groups()
same(pair_loop()[3, ], answer$difference$p.value[some])
same(pair_loop()[1, ], answer$levels$healthy$estimate[some])
t <- time_in_turns(list(ours = our_groups, plain = two_calls, loop = pair_loop), rounds)
work <- paste0("kendall_test(groups = ), two groups, ", count(ncol(genes)), " genes, n = ", n)
compare(paste0(work, ", a pair"), "a loop over pairs of genes, as DGCA's, with cor.test()",
        t[["ours"]] / pairs, t[["loop"]] / nrow(some), floor_of(1e4))
compare(work, "the two plain calls, at most 1.3x", t[["ours"]], t[["plain"]], floor_of(1 / 1.3))
rm(answer)

# ---- trends ----

steps <- 40
series <- matrix(rnorm(steps * size(1e6, 1e4)), steps)
their_trend <- function() {
  apply(series[, 1:100], 2, function(x) {
    c(trend::mk.test(x)$p.value, trend::sens.slope(x)$estimates)
  })
}
our_trend <- function() kendall_trend(series, progress = FALSE)
answer <- our_trend()
same(their_trend()[1, ], answer$p.value[1:100])
same(their_trend()[2, ], answer$slope[1:100])
t <- time_in_turns(list(ours = our_trend, theirs = their_trend), rounds)
compare(paste0("kendall_trend(), ", count(ncol(series)), " series of 40 steps, a series"),
        "trend::mk.test() and sens.slope()", t[["ours"]] / ncol(series), t[["theirs"]] / 100,
        floor_of(200))
compare(paste0("kendall_trend(), ", count(ncol(series)), " series of 40 steps"), "10 s",
        t[["ours"]], 10, floor_of(1))
rm(series, answer)

# ---- concordance with censored survival ----

n <- 500
genes <- matrix(rnorm(n * size(20000, 500)), n)
time <- rexp(n)
status <- rbinom(n, 1, 0.6)
their_concordance <- function() {
  vapply(1:20, function(j) {
    fit <- survival::concordance(survival::Surv(time, status) ~ genes[, j])
    c(fit$concordance, fit$var)
  }, c(0, 0))
}
our_concordance <- function() concordance_all(genes, time, status, progress = FALSE)
answer <- our_concordance()
same(their_concordance()[1, ], answer$concordance[1:20])
same(sqrt(their_concordance()[2, ]), answer$std.error[1:20])
t <- time_in_turns(list(ours = our_concordance, theirs = their_concordance), rounds)
compare(paste0("concordance_all(), ", count(ncol(genes)), " genes, 500 patients, a gene"),
        "survival::concordance()", t[["ours"]] / ncol(genes), t[["theirs"]] / 20, floor_of(500))
rm(genes, answer)

# ---- partial tau ----

x <- matrix(rnorm(200 * size(500, 100)), 200)
z <- rnorm(200)
pairs <- choose(ncol(x), 2)
their_partial <- function() {
  vapply(2:21, function(j) {
    fit <- ppcor::pcor.test(x[, 1], x[, j], z, method = "kendall")
    c(fit$estimate, fit$p.value)
  }, c(0, 0))
}
our_partial <- function() quiet(kendall_partial(x, given = z, progress = FALSE))
answer <- our_partial()
same(their_partial()[1, ], answer$estimate[1, 2:21])
same(their_partial()[2, ], answer$p.value[1, 2:21])
all_others <- matrix(rnorm(100 * 30), 100)
same(ppcor::pcor(all_others, method = "kendall")$estimate,
     quiet(kendall_partial(all_others))$estimate, 1e-11)
t <- time_in_turns(list(
  ours = our_partial, theirs = their_partial,
  all = function() quiet(kendall_partial(all_others, progress = FALSE)),
  pcor = function() ppcor::pcor(all_others, method = "kendall")
), rounds)
compare(paste0("kendall_partial(), ", ncol(x), " columns given one, n = 200, a pair"),
        "ppcor::pcor.test()", t[["ours"]] / pairs, t[["theirs"]] / 20, NA)
compare("kendall_partial(), 30 columns given all others, n = 100", "ppcor::pcor()", t[["all"]],
        t[["pcor"]], NA)

# ---- Chatterjee's xi ----

n <- 181
x <- matrix(rnorm(n * size(2000, 200)), n)
their_xi <- function() vapply(2:101, function(j) XICOR::calculateXI(x[, 1], x[, j]), 0)
our_xi <- function() cor_xi(x, progress = FALSE)
same(their_xi(), our_xi()[1, 2:101])
t <- time_in_turns(list(ours = our_xi, theirs = their_xi), rounds)
compare(paste0("cor_xi(), ", count(ncol(x)), " columns, n = 181, a pair in one direction"),
        "XICOR::calculateXI()", t[["ours"]] / ncol(x)^2, t[["theirs"]] / 100, floor_of(200))

write_report(c(report_head("Groups, trends, concordance, partial tau, xi", rivals, rounds,
                           ", 2 of those of seconds; 2 threads, the others have one"), "",
               how_to_read, "", markdown(report_table())))
