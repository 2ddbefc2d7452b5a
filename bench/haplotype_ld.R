# How far the tolerance of haplotype_em() moves D' and r^2: the numbers of ?haplotype_ld.
#
#   Rscript bench/haplotype_ld.R [--sets N] [--quick] [--out FILE]
#
# 214 simulated sets: 50 to 2,000 subjects, 2 to 6 loci, 4 to 16 founders' haplotypes; 30 % of the
# gametes recombine once. Each set is fitted with a tolerance of 0.001 (the default), 1e-5,
# 1e-7 and 1e-12, the last three with max_iterations = 1e5. A row is the distribution, over all
# pairs of loci that have both numbers, of the absolute difference from the tolerance of 1e-12.

here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "common.R"))
source(file.path(here, "haplotype_rivals.R"))

library(manycore)
sets <- as.integer(value_of("--sets", if (quick) 20 else 214))

simulate_set <- function(number) {
  set.seed(70000 + number)
  subjects <- c(50, 100, 200, 500, 1000, 2000)[1 + number %% 6]
  loci <- c(2, 3, 4, 5, 6)[1 + number %% 5]
  geno <- simulate_genotypes(subjects, loci, sample(c(4, 8, 16), 1))
  two <- apply(geno, 2, function(x) any(x > 0) && any(x < 2))
  geno[, two, drop = FALSE]
}
tolerances <- c(1e-3, 1e-5, 1e-7, 1e-12)

# The pairs of loci of a set: D' and r^2 by each tolerance, a row for each pair and tolerance.
pairs_of_set <- function(number) {
  geno <- simulate_set(number)
  if (ncol(geno) < 2) {
    return(NULL)
  }
  fits <- lapply(tolerances, function(tolerance) {
    control <- if (tolerance == 1e-3) haplotype_control() else
      haplotype_control(tolerance = tolerance, max_iterations = 1e5)
    set.seed(1)
    fit <- haplotype_em(geno, control = control, progress = FALSE)
    ld <- haplotype_ld(fit)
    upper <- upper.tri(ld$r2)
    data.frame(set = number, tolerance = tolerance, pair = seq_len(sum(upper)),
               d_prime = ld$d_prime[upper], r2 = ld$r2[upper])
  })
  do.call(rbind, fits)
}
all <- do.call(rbind, lapply(seq_len(sets), pairs_of_set))

row_of <- function(what, tolerance) {
  exact <- all[all$tolerance == 1e-12, ]
  moved <- abs(all[[what]][all$tolerance == tolerance] - exact[[what]])
  moved <- moved[!is.na(moved)]
  shares <- stats::quantile(moved, c(0.5, 0.95, 0.99, 1))
  data.frame(of = if (what == "r2") "r^2" else "D'", tolerance = format(tolerance),
             pairs = length(moved), half = digits(shares[[1]]), "95 %" = digits(shares[[2]]),
             "99 %" = digits(shares[[3]]), most = digits(shares[[4]]), check.names = FALSE)
}
table <- do.call(rbind, lapply(c("d_prime", "r2"), function(what) {
  do.call(rbind, lapply(utils::head(tolerances, -1), function(t) row_of(what, t)))
}))

write_report(c(
  "# How far the tolerance of haplotype_em() moves D' and r^2", "",
  paste0("- ", machine_lines(character())),
  paste0("- ", sets, " simulated sets, ", sum(all$tolerance == 1e-12), " pairs of loci."),
  "- Columns: what half, 95 % and 99 % of the pairs stay below, and the most that one moved,",
  "  from a fit with a tolerance of 1e-12.",
  "", markdown(table)
))
