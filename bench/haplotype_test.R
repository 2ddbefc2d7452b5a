# Size and power of haplotype_test(), beside the chi-squared distribution of lr and df of
# haplotype_em(): the table of ?haplotype_test.
#
#   Rscript bench/haplotype_test.R [--sets N] [--permutations B] [--quick] [--out FILE]
#
# A row is N simulated sets (1,000) of 100 subjects. Each locus has two alleles, whose frequencies
# are from 0.2 to 0.8; 5 % of the genotypes are missing.
#
# * independent: the alleles of gametes are independent;
# * inbred: the same, but both alleles of a genotype are copies of one with probability 0.3, at each
#   locus separately. So loci are independent, and not in Hardy-Weinberg equilibrium;
# * linked: at each locus but the first an allele is, with probability 0.2, that of the first locus.
#
# A share of p-values of at most 0.05 has a standard error of 0.7 % where it should be 5 %.

here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "common.R"))

library(manycore)
sets <- as.integer(value_of("--sets", if (quick) 40 else 1000))
permutations <- as.integer(value_of("--permutations", 99))
subjects <- 100L

simulate_set <- function(kind, loci) {
  gamete <- function(frequency) {
    allele <- vapply(frequency, function(p) stats::rbinom(subjects, 1L, p), integer(subjects))
    if (kind == "linked") {
      copied <- col(allele) > 1L & stats::runif(length(allele)) < 0.2
      allele[copied] <- allele[, 1L][row(allele)[copied]]
    }
    allele
  }
  frequency <- stats::runif(loci, 0.2, 0.8)
  one <- gamete(frequency)
  two <- gamete(frequency)
  if (kind == "inbred") {
    same <- stats::runif(length(one)) < 0.3
    two[same] <- one[same]
  }
  geno <- one + two
  geno[stats::runif(length(geno)) < 0.05] <- NA
  geno[rowSums(!is.na(geno)) > 0, ]
}

p_values <- function(number, kind, loci) {
  set.seed(1000 * loci + number)
  geno <- simulate_set(kind, loci)
  c(permuted = haplotype_test(geno, permutations, coding = "dosage", threads = 1)$p.value,
    chi = summary(haplotype_em(geno, coding = "dosage", threads = 1))$p_value)
}

share <- function(p) paste0(formatC(100 * mean(p <= 0.05, na.rm = TRUE), 1, format = "f"), " %")
row_of <- function(kind, loci) {
  p <- vapply(seq_len(sets), p_values, c(permuted = 0, chi = 0), kind, loci)
  data.frame(gametes = kind, loci = loci, haplotype_test = share(p["permuted", ]),
             "chi-squared" = share(p["chi", ]), "without a test" = sum(is.na(p["chi", ])),
             check.names = FALSE)
}
cases <- rbind(expand.grid(loci = c(2, 3, 4, 6, 8), kind = "independent"),
               expand.grid(loci = c(2, 4), kind = c("inbred", "linked")))
table <- do.call(rbind, Map(row_of, as.character(cases$kind), cases$loci))

write_report(c(
  "# Size and power of haplotype_test()", "",
  paste0("- ", machine_lines(character())),
  paste0("- ", sets, " simulated sets a row, of ", subjects, " subjects; ", permutations,
         " permutations."),
  "- Shares of p-values of at most 0.05. Without linkage disequilibrium (independent, inbred) they",
  "  should be at most 5 %. `chi-squared`: of lr and df of haplotype_em(). `without a test`: sets",
  "  whose df is below 1.",
  "", markdown(table)
))
