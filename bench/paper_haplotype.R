# Figures 3.7 to 3.10 of the thesis on SNPHAP and PPMQSort, measured on this machine: the speed-up
# of SNPHAP's EM by threads, by construct, threads, loci and genotypes; and the time of
# haplotype_em() today.
#
#   Rscript bench/paper_haplotype.R [--quick] [--snphap PATH] [--out FILE.md] [--picture FILE.png]
#
# The thesis' constructs are the algorithms "snphap_for" (threads compare haplotypes), "snphap_task"
# (threads sort them) and "snphap" (both). Speed-ups are relative to one thread of the same
# algorithm. All do one start, as SNPHAP does, and no refinement. Every result is compared, to the
# bit, with the result of the default algorithm.
#
# The thesis' data come from SNAP, a simulator. Here the data are 16 founders' haplotypes; 30 % of
# the gametes recombine once. --snphap names the sources of SNPHAP 1.3.1 (git clone
# https://github.com/chr1swallace/snphap), or a program: without it that column is left out. --quick
# takes fewer loci and genotypes.

here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "common.R"))
source(file.path(here, "haplotype_rivals.R"))
picture <- value_of("--picture", if (is.null(out)) "paper_haplotype.png" else
  paste0(tools::file_path_sans_ext(out), ".png"))

library(manycore)
set.seed(20100315)
rounds <- if (quick) 1 else 3
loci <- if (quick) c(21, 31) else c(21, 51, 101, 151)
genotypes <- if (quick) c(200, 500) else c(500, 1000, 2000, 5000, 10000)
with_threads <- c(1, 2, 4)
constructs <- c("For" = "snphap_for", "Task" = "snphap_task", "combined" = "snphap")
processors <- manycore_info()$processors
snphap <- find_snphap()

# ---- the thesis ----

# The thesis' figures are pictures. These numbers are from its text (3.2.3.1 to 3.2.3.3): the
# greatest speed-up of each construct at 10,000 genotypes.
thesis <- data.frame(
  construct = rep(names(constructs), each = 3),
  machine = rep(c("2 x Xeon E5405, 8 cores", "2 x Xeon E5520, 8 cores, HT",
                  "8 x Opteron 8356, 32 cores"), 3),
  cores = rep(c(8, 8, 32), 3),
  threads = c(8, 32, 16, NA, 8, 8, 8, 32, 16),
  loci = c("more", "more", "more", "21", "51", "51", "151", "151", "151"),
  speedup = c(2.19, 2.73, 3.35, NA, 1.41, 1.58, 3.16, 4.10, 4.88)
)

# ---- measured ----

fit_of <- function(geno, algorithm, threads, starts = 1) {
  function() {
    haplotype_em(geno, control = haplotype_control(starts = starts, refine = 0),
                 algorithm = algorithm, threads = threads, progress = FALSE)
  }
}
same <- function(a, b) {
  parts <- c("frequency", "loglik", "trace", "assignments")
  stopifnot(identical(a[parts], b[parts]))
}

# Seconds of each construct and number of threads, of today's algorithm, and of SNPHAP.
measure <- function(subjects, loci) {
  geno <- simulate_genotypes(subjects, loci)
  want <- fit_of(geno, "auto", 1)()
  ways <- expand.grid(threads = with_threads, construct = names(constructs),
                      stringsAsFactors = FALSE)
  # with one thread the three constructs are the same program
  ways <- ways[ways$threads > 1 | ways$construct == "combined", ]
  contenders <- Map(function(construct, threads) fit_of(geno, constructs[[construct]], threads),
                    ways$construct, ways$threads)
  names(contenders) <- paste(ways$construct, ways$threads)
  for (one in contenders) same(one(), want)
  contenders$"auto 1" <- fit_of(geno, "auto", 1)
  contenders$"auto 2" <- fit_of(geno, "auto", 2)
  contenders$"starts 2" <- fit_of(geno, "auto", 2, starts = 5)
  t <- time_in_turns(contenders, rounds)
  theirs <- NA
  if (!is.null(snphap)) {
    run <- snphap_of(snphap, geno)
    theirs <- system.time(run())[["elapsed"]] # once: it takes minutes
  }
  message(subjects, " genotypes, ", loci, " loci done")
  list(genotypes = subjects, loci = loci, seconds = t, snphap = theirs)
}
by_loci <- lapply(loci, function(n) measure(max(genotypes), n))
few <- loci[min(2, length(loci))]
by_genotypes <- c(lapply(genotypes[-length(genotypes)], function(n) measure(n, few)),
                  by_loci[match(few, loci)])

# ---- tables ----

speedups <- function(m, construct) {
  t <- m$seconds
  vapply(with_threads[-1], function(h) t[["combined 1"]] / t[[paste(construct, h)]], 0)
}
speedup_rows <- function(all) {
  do.call(rbind, lapply(all, function(m) {
    s <- unlist(lapply(names(constructs), function(one) speedups(m, one)))
    row <- data.frame(G = count(m$genotypes), loci = m$loci,
                      "T of one thread (s)" = digits(m$seconds[["combined 1"]]),
                      as.list(sprintf("%.2f", s)), check.names = FALSE)
    names(row)[-(1:3)] <- paste0("S ", rep(names(constructs), each = length(with_threads) - 1),
                                 ", h = ", with_threads[-1])
    row
  }))
}
today_rows <- function(all) {
  do.call(rbind, lapply(all, function(m) {
    t <- m$seconds
    data.frame(G = count(m$genotypes), loci = m$loci, "SNPHAP 1.3.1 (s)" = digits(m$snphap),
               "snphap, h = 1 (s)" = digits(t[["combined 1"]]),
               "snphap, h = 2 (s)" = digits(t[["combined 2"]]),
               "auto, h = 1 (s)" = digits(t[["auto 1"]]),
               "auto, h = 2 (s)" = digits(t[["auto 2"]]),
               "auto, h = 2, 5 starts (s)" = digits(t[["starts 2"]]),
               "auto over snphap, h = 1" = sprintf("%.1f", t[["combined 1"]] / t[["auto 1"]]),
               check.names = FALSE)
  }))
}
best_here <- function(construct) {
  s <- vapply(by_loci, function(m) max(speedups(m, construct)), 0)
  m <- by_loci[[which.max(s)]]
  data.frame(construct = construct, machine = "this one", cores = processors,
             threads = with_threads[-1][which.max(speedups(m, construct))],
             loci = as.character(m$loci), speedup = max(s))
}
maxima <- do.call(rbind, lapply(names(constructs), function(one) {
  rbind(best_here(one), thesis[thesis$construct == one, ])
}))
maxima$per_core <- sprintf("%.2f", maxima$speedup / maxima$cores)
maxima$speedup <- sprintf("%.2f", maxima$speedup)
unsaid <- is.na(maxima$threads)
maxima[unsaid, c("speedup", "per_core")] <- c("below 0.75", "")
maxima$threads <- ifelse(unsaid, "", maxima$threads)
names(maxima) <- c("construct", "machine", "c", "h", "loci", "S", "S/c")

lines <- c(
  "# The thesis' figures of SNPHAP on this machine", "",
  paste0("- ", machine_lines(character(0))),
  paste0("- Medians of ", rounds, " rounds in which the contenders take turns, 2 of those of ",
         "seconds; SNPHAP once", if (quick) "; --quick"),
  "- G: genotypes; h: threads; c: cores, here processors; T: seconds; S: how many times as fast as",
  "  one thread of the same algorithm. One start each.",
  "- For: algorithm \"snphap_for\", threads compare; Task: \"snphap_task\", threads sort;",
  "  combined: \"snphap\". Sums are one thread's, as in the thesis. All results are the same to",
  "  the bit.",
  "- The thesis' SNPHAP does the EM, and sorts, after each locus; here that is every 5 loci, as",
  "  haplotype_em() does by default. Its program was compiled without optimization.",
  "", "## Figures 3.8 to 3.10: the greatest speed-ups", "",
  paste0("At ", count(max(genotypes)), " genotypes here, 10,000 there: the numbers that the ",
         "thesis' text names."),
  "", markdown(maxima),
  "", "## Figures 3.8 to 3.10: by threads and loci", "", markdown(speedup_rows(by_loci)),
  "", "## By genotypes", "",
  "In the thesis S grows with the number of genotypes.", "", markdown(speedup_rows(by_genotypes)),
  "", "## Figure 3.7: seconds, and today's", "",
  "auto: the default algorithm. SNPHAP is the original program, compiled with -O2.",
  "", markdown(today_rows(c(by_genotypes[-length(by_genotypes)], by_loci)))
)
write_report(lines)

# ---- the picture: figures 3.8 to 3.10 ----

grDevices::png(picture, width = 400 * length(loci), height = 450, res = 110)
graphics::par(mfrow = c(1, length(loci)), mar = c(4, 4, 3, 1), las = 1)
colours <- c("For" = "#0072B2", "Task" = "#D55E00", "combined" = "#009E73")
most <- max(unlist(lapply(by_loci, function(m) lapply(names(constructs), speedups, m = m))), 2)
for (m in by_loci) {
  plot(range(with_threads), c(0, most), type = "n", log = "x", xaxt = "n", xlab = "threads",
       ylab = "S", main = paste(m$loci, "loci"))
  graphics::axis(1, with_threads)
  graphics::abline(h = 1, col = "grey60")
  for (one in names(constructs)) {
    graphics::lines(with_threads, c(1, speedups(m, one)), type = "b", pch = 19, lwd = 2,
                    col = colours[[one]])
  }
}
graphics::legend("bottomright", names(constructs), col = colours, lwd = 2, pch = 19, bty = "n")
invisible(grDevices::dev.off())
message("picture: ", normalizePath(picture))
