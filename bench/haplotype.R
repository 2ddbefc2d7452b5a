# haplotype_em() against haplo.stats::haplo.em() and SNPHAP 1.3.1, and 2 threads against 1.
#
#   Rscript bench/haplotype.R [--quick] [--snphap PATH] [--patience SECONDS] [--out FILE]
#
# Simulated genotypes: 16 founders' haplotypes; 30 % of the gametes recombine once. haplotype_em()
# takes the best of 5 starts, with two threads. A ratio counts if our log-likelihood is at least
# theirs (minus 0.1 for SNPHAP, which prints three digits):
#
#   SNPHAP 1.3.1, by default: one start, random with a fixed seed. haplotype_em() by default.
#   haplo.em(), by default: the best of 10 starts. It inserts loci in batches of 6 and culls at a
#   posterior of 1e-9, and so finds higher likelihoods than SNPHAP; so does haplotype_em() with
#   the same batch and threshold. It is timed once, in a process that is ended after --patience
#   (300) seconds. If it is ended, its likelihood is not known, and `met` says so. So there is also
#   a comparison with 1,000 subjects.
#
# SNPHAP: git clone https://github.com/chr1swallace/snphap. --snphap names the folder (it is
# compiled with gcc -O2) or a program; without it that part is left out. --quick takes fewer
# subjects and rounds. Peak memory is measured in a process of its own, without its memory before
# the call.

here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "common.R"))
source(file.path(here, "haplotype_rivals.R"))

library(manycore)
need("haplo.stats")
set.seed(20261122)
rounds <- if (quick) 1 else 3
snphap <- find_snphap()

# A contender that repeats its work, and keeps its first answer.
remember <- function(f, loglik_of = identity) {
  force(f)
  kept <- new.env()
  list(run = function() {
    answer <- f()
    if (is.null(kept$loglik)) kept$loglik <- loglik_of(answer)
  }, loglik = function() kept$loglik)
}
# haplotype_em(), with other settings than the default ones.
ours <- function(geno, threads, ...) {
  remember(function() {
    haplotype_em(geno, control = haplotype_control(...), threads = threads, progress = FALSE)
  }, function(fit) fit$loglik)
}
loglik_text <- function(loglik) ifelse(is.na(loglik), "not over", sprintf("%.3f", loglik))

# Seconds and log-likelihood of haplo.em(), or `patience` and NA.
patience <- as.numeric(value_of("--patience", if (quick) 30 else 300))
haplo_em <- function(geno) {
  files <- tempfile(c("geno", "answer"), fileext = ".rds")
  saveRDS(two_columns(geno), files[1])
  code <- sprintf(paste("suppressMessages(library(haplo.stats)); x <- readRDS('%s');",
                        "s <- system.time(fit <- haplo.em(x))[['elapsed']];",
                        "saveRDS(c(s, fit$lnlike), '%s')"), files[1], files[2])
  suppressWarnings(system2(file.path(R.home("bin"), "Rscript"), c("-e", shQuote(code)),
                           stdout = FALSE, stderr = FALSE, timeout = patience,
                           env = paste0("R_LIBS=", paste(.libPaths(), collapse = ":"))))
  if (file.exists(files[2])) readRDS(files[2]) else c(patience, NA)
}

# Does the ratio reach its floor, with a likelihood that is high enough? Theirs is NA if they were
# ended; then the ratio is a lower bound.
met <- function(ratio, floor, logliks, below) {
  if (is.na(floor)) return("")
  if (is.na(logliks[2])) {
    return(if (ratio >= floor) "in time; their likelihood is not known" else "not known")
  }
  if (ratio >= floor && logliks[1] >= logliks[2] - below) "yes" else "NO"
}

# A row: times, and whether the likelihood is high enough.
compare_fits <- function(work, against, seconds, logliks, floor, below = 0) {
  if (quick) floor <- NA # that is for full sizes
  ratio <- seconds[2] / seconds[1]
  over <- if (is.na(logliks[2])) "> " else ""
  add_row(work = work, ours = format_seconds(seconds[1]), against = against,
          theirs = paste0(over, format_seconds(seconds[2])),
          ratio = paste0(over, sprintf("%.2f", ratio)),
          floor = if (is.na(floor)) "" else format(floor),
          met = met(ratio, floor, logliks, below), loglik = loglik_text(logliks[1]),
          "their loglik" = loglik_text(logliks[2]), check.names = FALSE)
  message(sprintf("%-45s %-14s %s%8.2f (%s)  %s, theirs %s", work, against, over, ratio, floor,
                  loglik_text(logliks[1]), loglik_text(logliks[2])))
}

# ---- against the others ----

measure <- function(subjects, loci, with_haplo_em = TRUE) {
  geno <- simulate_genotypes(subjects, loci)
  work <- paste0(count(subjects), " subjects x ", loci, " loci")
  contenders <- list(two = ours(geno, 2), one = ours(geno, 1))
  if (with_haplo_em) contenders$far <- ours(geno, 2, cull_every = 6, min_posterior = 1e-9)
  if (!is.null(snphap)) contenders$snphap <- remember(snphap_of(snphap, geno), as.numeric)
  t <- time_in_turns(lapply(contenders, function(one) one$run), rounds)
  loglik <- vapply(contenders, function(one) one$loglik(), 0)
  stopifnot(loglik[["one"]] == loglik[["two"]])
  pair <- function(x, ...) unname(x[c(...)])
  if (!is.null(snphap)) {
    compare_fits(work, "SNPHAP 1.3.1", pair(t, "two", "snphap"), pair(loglik, "two", "snphap"),
                 if (subjects >= 10000) 15 else NA, below = 0.1)
  }
  compare_fits(work, "1 thread", pair(t, "two", "one"), pair(loglik, "two", "one"), NA)
  if (with_haplo_em) {
    theirs <- haplo_em(geno)
    compare_fits(paste0(work, ", culled at 1e-9"), "haplo.em", c(t[["far"]], theirs[1]),
                 c(loglik[["far"]], theirs[2]), 25)
  }
}
for (subjects in if (quick) 500 else c(1000, 10000)) {
  measure(subjects, 21)
  measure(subjects, size(51, 31))
}

# ---- many subjects ----

many <- size(1e5, 1e4)
measure(many, 20, with_haplo_em = FALSE)
if (file.exists("/proc/self/clear_refs")) {
  beside <- in_process(
    paste0("options <- character(); source('", file.path(here, "common.R"), "');"),
    paste0("source('", file.path(here, "haplotype_rivals.R"), "'); set.seed(20261122);"),
    "x <- simulate_genotypes(", format(many, scientific = FALSE), ", 20); invisible(gc());",
    "writeLines('5', '/proc/self/clear_refs'); before <- memory('VmRSS');", # the peak begins anew
    "fit <- haplotype_em(x, threads = 2, progress = FALSE); cat(memory('VmHWM') - before)"
  )
  add_row(work = paste(count(many), "subjects x 20 loci, peak memory beside them"),
          ours = sprintf("%.2f GB", beside / 1e9), against = "2 GB", theirs = "2.00 GB",
          ratio = sprintf("%.2f", 2e9 / beside), floor = "1",
          met = if (beside <= 2e9) "yes" else "NO", loglik = "", "their loglik" = "",
          check.names = FALSE)
}

write_report(c(
  report_head("haplotype_em()", "haplo.stats", rounds, ", 2 of those of seconds"),
  "- 2 threads. haplotype_em(): the best of 5 starts; haplo.em(): of 10, timed once, and ended",
  paste0("  after ", patience, " s; SNPHAP: one start, of a fixed seed",
         if (is.null(snphap)) ", and was left out here", "."),
  "- Genotypes: 16 founders' haplotypes, of which 30 % of the gametes recombine once.",
  "", "A ratio says how many times as fast we are, or what share of the memory we take;",
  "`met` says whether it is at least the floor, at a log-likelihood no lower than theirs",
  "(SNPHAP's less 0.1).", "", markdown(report_table())
))
