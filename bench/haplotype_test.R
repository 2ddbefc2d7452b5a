# Size and power of haplotype_test(), beside the chi-squared distribution of lr and df of
# haplotype_em(): the table of ?haplotype_test.
#
#   Rscript bench/haplotype_test.R [--sets N] [--permutations B] [--quick] [--out FILE]
#
# A row is N simulated sets (1,000) of 100 subjects. Each locus has alleles whose frequencies are
# random: from 0.2 to 0.8 for two alleles, and from 1 to 2 parts each for more. 5 % of the genotypes
# are missing.
#
# * independent: the alleles of gametes are independent;
# * inbred: the same, but both alleles of a genotype are copies of one with probability 0.3, at each
#   locus separately. So loci are independent, and not in Hardy-Weinberg equilibrium;
# * half missing: independent, but half of the subjects lose one allele of 95 % of their genotypes;
# * selfed: independent, but 30 % of the subjects are selfed: at each locus both of their alleles
#   are copies of one with probability 0.5;
# * dropout: independent, but half of the subjects lose 80 % of their heterozygous genotypes;
# * linked: at each locus but the first an allele is, with probability 0.2, that of the first locus.
#
# "selfed" and "dropout" break the conditions of the test.
#
# A share of p-values of at most 0.05 has a standard error of 0.7 % where it should be 5 %.

here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "common.R"))

library(manycore)
sets <- as.integer(value_of("--sets", if (quick) 40 else 1000))
permutations <- as.integer(value_of("--permutations", 99))
subjects <- 100L

# Alleles 1, 2, ..., two columns for each locus.
simulate_set <- function(kind, loci, alleles) {
  frequency <- replicate(loci, {
    if (alleles == 2) stats::runif(1, 0.2, 0.8) * c(1, -1) + 0:1 else stats::runif(alleles, 1, 2)
  })
  gamete <- function() {
    allele <- apply(frequency, 2, function(f) sample.int(alleles, subjects, TRUE, f))
    if (kind == "linked") {
      copied <- col(allele) > 1L & stats::runif(length(allele)) < 0.2
      allele[copied] <- allele[, 1L][row(allele)[copied]]
    }
    allele
  }
  one <- gamete()
  two <- gamete()
  if (kind == "inbred") {
    same <- stats::runif(length(one)) < 0.3
    two[same] <- one[same]
  }
  if (kind == "half missing") {
    two[row(two) <= subjects / 2 & stats::runif(length(two)) < 0.95] <- NA
  }
  if (kind == "selfed") {
    same <- row(two) <= 0.3 * subjects & stats::runif(length(two)) < 0.5
    two[same] <- one[same]
  }
  if (kind == "dropout") {
    lost <- one != two & row(two) <= subjects / 2 & stats::runif(length(two)) < 0.8
    one[lost] <- two[lost] <- NA
  }
  missing <- stats::runif(length(one)) < 0.05
  one[missing] <- two[missing] <- NA
  cbind(one, two)[, order(rep(seq_len(loci), 2))]
}

p_values <- function(number, case) {
  set.seed(1e6 * case + number)
  geno <- simulate_set(cases$gametes[case], cases$loci[case], cases$alleles[case])
  suppressMessages({ # subjects without a genotype are dropped
    test <- haplotype_test(geno, permutations, coding = "alleles", threads = 1)
    fit <- haplotype_em(geno, coding = "alleles", threads = 1)
  })
  c(permuted = test$p.value, chi = summary(fit)$p_value)
}

share <- function(p) paste0(formatC(100 * mean(p <= 0.05, na.rm = TRUE), 1, format = "f"), " %")
row_of <- function(case) {
  p <- vapply(seq_len(sets), p_values, c(permuted = 0, chi = 0), case)
  data.frame(cases[case, ], haplotype_test = share(p["permuted", ]),
             "chi-squared" = share(p["chi", ]), "without a test" = sum(is.na(p["chi", ])),
             check.names = FALSE)
}
cases <- data.frame(
  gametes = rep(c("independent", "inbred", "half missing", "selfed", "dropout", "linked"),
                c(6, 2, 1, 1, 1, 2)),
  loci = c(2, 3, 4, 6, 8, 2, 2, 4, 5, 4, 5, 2, 4), alleles = rep(c(2, 5, 2), c(5, 1, 7))
)
table <- do.call(rbind, lapply(seq_len(nrow(cases)), row_of))

write_report(c(
  "# Size and power of haplotype_test()", "",
  paste0("- ", machine_lines(character())),
  paste0("- ", sets, " simulated sets a row, of ", subjects, " subjects; ", permutations,
         " permutations."),
  "- Shares of p-values of at most 0.05. They should be at most 5 %, except for linked gametes.",
  "  Selfed subjects and dropout break the conditions of the test.",
  "  `chi-squared`: of lr and df of haplotype_em(). `without a test`: sets whose df is below 1.",
  "", markdown(table)
))
