# haplotype_em() against haplo.stats::haplo.em() and SNPHAP 1.3.1, and 2 threads against 1.
#
#   Rscript bench/haplotype.R [--quick] [--snphap PATH] [--out FILE]
#
# Simulated genotypes: 16 founders' haplotypes, of which 30 % of the gametes recombine once.
# Everybody does what it does by default, but for progress bars: haplotype_em() the best of 5 starts
# at two threads, haplo.em() of 10, SNPHAP one, which is not random. A ratio counts if
# our log-likelihood is at least theirs (SNPHAP's, which prints three digits, less 0.1).
#
# SNPHAP: git clone https://github.com/chr1swallace/snphap, and --snphap names the folder (it is
# compiled with gcc -O2) or a program; without it that part is left out. --quick takes fewer
# subjects, and fewer rounds. Peak memory is that of a process of its own, beside what it has before
# the call.

here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "common.R"))
source(file.path(here, "haplotype_rivals.R"))

library(manycore)
need("haplo.stats")
set.seed(20261122)
rounds <- if (quick) 1 else 3
size <- function(full, small) if (quick) small else full
snphap <- find_snphap()

# A contender that does its work again and again, and the answer that it gave first.
remember <- function(f, loglik_of = identity) {
  kept <- new.env()
  list(run = function() {
    answer <- f()
    if (is.null(kept$loglik)) kept$loglik <- loglik_of(answer)
  }, loglik = function() kept$loglik)
}
ours <- function(geno, threads, ...) {
  remember(function() {
    haplotype_em(geno, control = haplotype_control(...), threads = threads, progress = FALSE)
  }, function(fit) fit$loglik)
}
haplo_em <- function(geno) {
  alleles <- two_columns(geno)
  remember(function() haplo.stats::haplo.em(alleles), function(fit) fit$lnlike)
}
digits <- function(loglik) sprintf("%.3f", loglik)

# A row: times, and whether the likelihood is as high as it has to be.
compare_fits <- function(work, against, t, contender, rivals, floor, below = 0) {
  least <- rivals$loglik() - below
  ratio <- t[[against]] / t[[contender$name]]
  enough <- contender$loglik() >= least
  add_row(work = work, ours = format_seconds(t[[contender$name]]), against = against,
          theirs = format_seconds(t[[against]]), ratio = sprintf("%.2f", ratio),
          floor = if (is.na(floor)) "" else format(floor),
          met = if (is.na(floor)) "" else if (ratio >= floor && enough) "yes" else "NO",
          loglik = digits(contender$loglik()), "their loglik" = digits(rivals$loglik()),
          check.names = FALSE)
  message(sprintf("%-40s %-12s %8.2f (%s)  %s, theirs %s", work, against, ratio, floor,
                  digits(contender$loglik()), digits(rivals$loglik())))
}

# ---- against the others ----

# haplo.em() where it is over in minutes.
measure <- function(subjects, loci, with_haplo_em = TRUE) {
  geno <- simulate_genotypes(subjects, loci)
  name <- paste0(format(subjects, big.mark = ","), " subjects x ", loci, " loci")
  contenders <- list("2 threads" = ours(geno, 2), "1 thread" = ours(geno, 1),
                     haplo.em = if (with_haplo_em) haplo_em(geno),
                     "SNPHAP 1.3.1" = if (!is.null(snphap)) remember(snphap_of(snphap, geno)))
  contenders <- Filter(Negate(is.null), contenders)
  t <- time_in_turns(lapply(contenders, function(one) one$run), rounds)
  two <- c(contenders[["2 threads"]], name = "2 threads")
  if (with_haplo_em) {
    compare_fits(name, "haplo.em", t, two, contenders$haplo.em, 25)
  }
  if (!is.null(snphap)) {
    compare_fits(name, "SNPHAP 1.3.1", t, two, contenders[["SNPHAP 1.3.1"]], 15, below = 0.1)
  }
  stopifnot(identical(two$loglik(), contenders[["1 thread"]]$loglik()))
  compare_fits(name, "1 thread", t, two, contenders[["1 thread"]], NA)
}
subjects <- size(10000, 1000)
measure(subjects, 21)
measure(subjects, 51)

# ---- many subjects ----

many <- size(1e5, 1e4)
measure(many, 20, with_haplo_em = FALSE)
code <- paste(
  "options <- character(); source(", shQuote(file.path(here, "common.R")), ");",
  "source(", shQuote(file.path(here, "haplotype_rivals.R")), ");",
  "library(manycore); set.seed(20261122); memory <- function(what) {",
  "as.numeric(gsub('[^0-9]', '', grep(what, readLines('/proc/self/status'), value = TRUE)))};",
  "x <- simulate_genotypes(", format(many, scientific = FALSE), ", 20); invisible(gc());",
  "writeLines('5', '/proc/self/clear_refs'); before <- memory('VmRSS');", # the peak begins anew
  "fit <- haplotype_em(x, threads = 2, progress = FALSE); cat((memory('VmHWM') - before) * 1024)"
)
if (file.exists("/proc/self/clear_refs")) {
  answer <- system2(file.path(R.home("bin"), "Rscript"), c("-e", shQuote(code)), stdout = TRUE,
                    env = paste0("R_LIBS=", paste(.libPaths(), collapse = ":")))
  beside <- as.numeric(answer[length(answer)])
  add_row(work = paste(format(many, big.mark = ","), "subjects x 20 loci, peak memory beside them"),
          ours = sprintf("%.2f GB", beside / 1e9), against = "2 GB", theirs = "2.00 GB",
          ratio = sprintf("%.2f", 2e9 / beside), floor = "1",
          met = if (beside <= 2e9) "yes" else "NO", loglik = "", "their loglik" = "",
          check.names = FALSE)
}

lines <- c("# haplotype_em()", "",
           paste0("- ", machine_lines("haplo.stats")),
           paste0("- Instruction set: ", manycore_info()$isa, ", 2 threads; medians of ", rounds,
                  " rounds in which the contenders take turns, 2 of those of seconds",
                  if (quick) "; --quick" else ""),
           "- haplotype_em(): the best of 5 starts; haplo.em(): of 10; SNPHAP: one start, which is",
           if (is.null(snphap)) "  not random, and was left out here." else "  not random.",
           "- Genotypes: 16 founders' haplotypes, of which 30 % of the gametes recombine once.",
           "", "A ratio says how many times as fast we are, or what share of the memory we take;",
           "`met` says whether it is at least the floor, at a log-likelihood no lower than theirs",
           "(SNPHAP's less 0.1).", "", markdown(report_table()))
writeLines(lines)
if (!is.null(out)) writeLines(lines, out)
