# Shared by bench/haplotype.R, bench/haplotype_likelihood.R and bench/paper_haplotype.R: simulated
# genotypes, and Clayton's SNPHAP 1.3.1, compiled. To be sourced after common.R.
#
# SNPHAP must be fetched by hand: git clone https://github.com/chr1swallace/snphap. --snphap PATH
# names that folder, which is compiled with gcc -O2, or a program.

# Genotypes 0, 1 and 2. A gamete is a founder's haplotype; for a share `recombining` of the gametes
# it is one founder's up to a locus, and another's from there on.
simulate_genotypes <- function(subjects, loci, founders = 16, recombining = 0.3) {
  founder <- matrix(stats::rbinom(founders * loci, 1, 0.4), founders)
  gamete <- function() {
    a <- founder[sample.int(founders, subjects, TRUE), ]
    b <- founder[sample.int(founders, subjects, TRUE), ]
    last <- ifelse(stats::runif(subjects) < recombining, sample.int(loci, subjects, TRUE), loci)
    late <- col(a) > last
    a[late] <- b[late]
    a
  }
  gamete() + gamete()
}

# 1 and 2 in two columns for each locus, as SNPHAP and haplo.em() read them; 0 is missing.
two_columns <- function(geno) {
  both <- cbind(1L + (geno == 2), 1L + (geno > 0))
  both[is.na(both)] <- 0L
  both[, as.vector(rbind(seq_len(ncol(geno)), ncol(geno) + seq_len(ncol(geno))))]
}

# The program that --snphap names; NULL, with a message, if there is none.
find_snphap <- function() {
  path <- value_of("--snphap")
  if (is.null(path)) {
    message("without SNPHAP: git clone https://github.com/chr1swallace/snphap, and --snphap PATH")
    return(NULL)
  }
  if (!dir.exists(path)) {
    if (!file.exists(path)) stop("--snphap: there is no ", path, call. = FALSE)
    return(normalizePath(path))
  }
  sources <- file.path(path, c("snphap.c", "snphapfun.c", "cline.c"))
  if (!all(file.exists(sources))) stop("--snphap: no snphap.c in ", path, call. = FALSE)
  program <- tempfile("snphap")
  status <- system2("gcc", c("-O2", "-w", "-DSEED=srand48", "-DURAN=drand48",
                             shQuote("-DVERSION=\"1.3.1\""), paste0("-I", shQuote(path)),
                             "-o", program, shQuote(sources), "-lm"))
  if (status != 0) stop("SNPHAP does not compile", call. = FALSE)
  program
}

# Prepares SNPHAP for genotypes. run() returns its last log-likelihood, with the number of dropped
# subjects as an attribute. SNPHAP starts each EM from random posteriors, seeded by the clock; here
# `seed` replaces the clock. The flag "-rs-" turns random posteriors off.
snphap_of <- function(program, geno, flags = NULL, seed = 1) {
  folder <- tempfile("snphap")
  dir.create(folder)
  utils::write.table(cbind(seq_len(nrow(geno)), two_columns(geno)),
                     file.path(folder, "geno"), quote = FALSE, row.names = FALSE,
                     col.names = FALSE)
  function() {
    before <- setwd(folder) # where it writes, and names of files are short
    on.exit(setwd(before))
    said <- system2(program, c("-mb", "4000", "-sd", seed, flags, "geno", "haplotypes",
                               "assignments"), stdout = TRUE, stderr = FALSE)
    said <- unlist(strsplit(said, "\r", fixed = TRUE))
    said <- grep("\tEM", said, value = TRUE)
    structure(as.numeric(sub(".*\t", "", trimws(said[length(said)]))),
              dropped = length(grep("dropped", readLines("snphap_warnings"))))
  }
}
