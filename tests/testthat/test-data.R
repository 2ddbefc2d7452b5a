# Real data, where the checkout has them beside it: shared/data next to the
# repository, or where MANYCORE_TEST_DATA says.

data_file <- function(name) {
  folder <- Sys.getenv("MANYCORE_TEST_DATA")
  up <- normalizePath(".")
  while (folder == "" && dirname(up) != up) {
    up <- dirname(up)
    if (dir.exists(file.path(up, "shared", "data"))) {
      folder <- file.path(up, "shared", "data")
    }
  }
  file.path(folder, name)
}

load_data <- function(name) {
  skip_on_cran()
  file <- data_file(name)
  skip_if_not(file.exists(file), paste("no", name, "is there"))
  box <- new.env()
  load(file, envir = box)
  get(ls(box)[1], box)
}

# Free memory in GiB, NA where /proc does not tell.
free_memory <- function() {
  lines <- tryCatch(readLines("/proc/meminfo"), error = function(e) character(),
                    warning = function(w) character())
  free <- grep("^MemAvailable:", lines, value = TRUE)
  if (length(free)) as.numeric(gsub("[^0-9]", "", free)) / 2^20 else NA_real_
}

expect_entries_like_cor <- function(tau, x, count = 200) {
  differences <- replicate(count, {
    pair <- sample.int(ncol(x), 2)
    want <- stats::cor(x[, pair[1]], x[, pair[2]], method = "kendall")
    abs(tau[pair[1], pair[2]] - want)
  })
  expect_lte(max(differences), 1e-15)
}

correlate_all <- function(x, name) {
  skip_if(isTRUE(free_memory() < 3 * 8 * ncol(x)^2 / 2^30), "too little memory")
  time <- system.time(tau <- cor_kendall(x))[["elapsed"]]
  message(sprintf("\n%s: tau of %d columns of %d rows in %.1f s on %d threads (%s)",
                  name, ncol(x), nrow(x), time, manycore_threads(), manycore_info()$isa))
  set.seed(1)
  expect_identical(dim(tau), rep(ncol(x), 2L))
  expect_identical(colnames(tau), colnames(x))
  expect_entries_like_cor(tau, x)
  some <- sample.int(ncol(x), 40)
  expect_true(same_bits(tau[some, some], t(tau[some, some])))
  expect_identical(unname(diag(tau[some, some])), rep(1, 40))
  for_each_target(function(isa) {
    expect_true(same_bits(unname(cor_kendall(x[, some])), unname(tau[some, some])))
  })
}

test_that("SNPHAP's own test: 51 loci with missing data", {
  skip_on_cran()
  file <- data_file("snphap_test.dat")
  skip_if_not(file.exists(file), "no snphap_test.dat is there")
  geno <- read_snphap(file, data_file("snphap_test.nam"))
  expect_identical(dim(geno), c(100L, 102L))
  expect_identical(sum(is.na(geno)), 380L)
  expect_identical(colnames(geno)[c(1, 102)], c("MH30.1", "jo3.2"))
  alone <- haplotype_em(geno, threads = 1)
  expect_identical(alone$loci[c(13, 51)], c("ct51", "jo3"))
  expect_identical(alone$subjects, 100L)
  expect_equal(sum(alone$frequency$frequency), 1, tolerance = 1e-12)
  steps <- tapply(alone$trace$loglik, alone$trace[c("loci", "round")], diff)
  expect_true(all(unlist(steps) > -1e-8))
  together <- haplotype_em(geno, threads = 2)
  alone$threads <- together$threads
  expect_identical(together, alone)
  filled <- impute_genotypes(alone)
  expect_false(anyNA(filled))
  first <- seq(1, 101, 2)
  known <- !is.na(geno[, first]) & !is.na(geno[, first + 1])
  for (side in list(pmin, pmax)) {
    expect_identical(as.integer(side(filled[, first], filled[, first + 1])[known]),
                     as.integer(side(geno[, first], geno[, first + 1])[known]))
  }
})

test_that("all genes of gordon", {
  gordon <- load_data("gordon.RData")
  expect_identical(dim(gordon$x), c(181L, 12533L))
  correlate_all(gordon$x, "gordon")
})

test_that("all genes of NCI60", {
  nci60 <- load_data("NCI60.rda")
  expect_identical(dim(nci60$data), c(64L, 6830L))
  correlate_all(nci60$data, "NCI60")
})

test_that("the cell lines of NCI60, with many rows and with missing values", {
  lines <- t(load_data("NCI60.rda")$data)
  set.seed(1)
  tau <- cor_kendall(lines)
  expect_entries_like_cor(tau, lines, 2)
  lines[sample.int(length(lines), 5000)] <- NA
  tau <- outcome(cor_kendall(lines, use = "pairwise", algorithm = "gse"))
  for (algorithm in c("auto", "bitset", "radix", "vse")) {
    got <- outcome(cor_kendall(lines, use = "pairwise", algorithm = algorithm, threads = 1))
    expect_true(same_bits(got, tau))
  }
  some <- lines[1:300, 1:9]
  expect_case(some, label = "NCI60", uses = "pairwise.complete.obs")
})
