# The log-likelihood that haplotype_em() reaches by default, against SNPHAP 1.3.1; and the time and
# the gain of the refinement.
#
#   Rscript bench/haplotype_likelihood.R --snphap PATH [--before LIBRARY] [--sets N] [--seed N]
#                                        [--quick] [--out FILE]
#
# 200 simulated sets: 100 to 1,000 subjects, 10 to 51 loci, 6 to 30 founders' haplotypes, 0 to 5 %
# of genotypes missing, of four kinds:
#
#   even    founders are equally frequent; 10 to 50 % of the gametes recombine once
#   skewed  the k-th founder has 0.75^k copies
#   tree    each founder is an earlier one with about three mutations
#   mosaic  gametes recombine up to three times
#
# SNPHAP runs with its default, random starts (with a fixed seed), and with the flag -rs-, equal
# posteriors. If SNPHAP drops subjects, its likelihood is that of the other subjects, and is not
# compared. The refinement was tuned on the sets of the default seed, 90000; --seed makes other
# sets. A log-likelihood that is more than 0.1 higher wins a set. --before names a library with
# manycore before a change. The default without refinement is always a contender. Seconds are
# processor time of one thread: means of three calls, contenders in turns, in processes of their
# own.

here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "common.R"))
source(file.path(here, "haplotype_rivals.R"))

library(manycore)
sets <- as.integer(value_of("--sets", if (quick) 12 else 200))
before <- value_of("--before")
seed <- as.integer(value_of("--seed", 90000))
snphap <- find_snphap()
kinds <- c("even", "skewed", "tree", "mosaic")
margin <- 0.1

# ---- simulated sets ----

founders_of <- function(kind, count, loci) {
  founder <- matrix(stats::rbinom(count * loci, 1, 0.4), count)
  if (kind == "tree") {
    for (k in seq_len(count)[-1]) {
      mutated <- stats::runif(loci) < 3 / loci
      founder[k, ] <- abs(founder[sample.int(k - 1, 1), ] - mutated)
    }
  }
  founder
}

# Genotypes 0, 1, 2, NA. Loci with one allele, and subjects without a genotype, are left out.
simulate_set <- function(number) {
  set.seed(seed + number)
  subjects <- c(100, 200, 300, 500, 1000)[1 + number %% 5]
  loci <- c(10, 15, 21, 31, 41, 51)[1 + number %% 6]
  missing <- c(0, 0.01, 0.02, 0.05)[1 + number %% 4]
  kind <- kinds[1 + number %/% 4 %% 4]
  count <- sample(c(6, 10, 16, 30), 1)
  founder <- founders_of(kind, count, loci)
  share <- switch(kind, skewed = 0.75^seq_len(count), tree = stats::rexp(count), rep(1, count))
  times <- if (kind == "mosaic") 3 else 1
  recombining <- if (kind == "mosaic") stats::runif(1, 0.17, 0.67) else stats::runif(1, 0.1, 0.5)
  gamete <- function() {
    a <- founder[sample.int(count, subjects, TRUE, share), ]
    for (k in seq_len(times)) {
      b <- founder[sample.int(count, subjects, TRUE, share), ]
      last <- ifelse(stats::runif(subjects) < recombining, sample.int(loci, subjects, TRUE), loci)
      late <- col(a) > last
      a[late] <- b[late]
    }
    a
  }
  geno <- gamete() + gamete()
  geno[stats::runif(length(geno)) < missing] <- NA
  two <- apply(geno, 2, function(x) any(x > 0, na.rm = TRUE) && any(x < 2, na.rm = TRUE))
  geno <- geno[, two, drop = FALSE]
  list(geno = geno[rowSums(!is.na(geno)) > 0, , drop = FALSE], kind = kind)
}

# ---- contenders ----

# Log-likelihood and seconds of a contender on each of some sets, in a process of its own.
in_library <- function(library, arguments, files) {
  answer <- tempfile(fileext = ".rds")
  script <- tempfile(fileext = ".R")
  writeLines(c(
    "library(manycore)", "cpu <- function() sum(proc.time()[1:2])",
    sprintf("fit <- function(x) haplotype_em(x, threads = 1, progress = FALSE%s)", arguments),
    "measure <- function(x) {", "  loglik <- fit(x)$loglik", "  gc()", "  at <- cpu()",
    "  for (k in 1:3) fit(x)", "  c(loglik, (cpu() - at) / 3)", "}",
    sprintf("saveRDS(t(vapply(readRDS('%s'), measure, c(0, 0))), '%s')", files, answer)
  ), script)
  status <- system2(file.path(R.home("bin"), "Rscript"), shQuote(script), stdout = FALSE,
                    env = paste0("R_LIBS=", paste(c(library, .libPaths()), collapse = ":")))
  if (status != 0) stop("a contender failed", call. = FALSE)
  readRDS(answer)
}

contenders <- list(ours = list(NULL, ""),
                   plain = list(NULL, ", control = haplotype_control(refine = 0)"))
if (!is.null(before)) contenders$before <- list(normalizePath(before), "")

# Log-likelihoods, and seconds, of all contenders on some sets.
measure <- function(numbers) {
  all <- lapply(numbers, simulate_set)
  file <- tempfile(fileext = ".rds")
  saveRDS(lapply(all, function(s) s$geno), file)
  result <- data.frame(set = numbers, kind = vapply(all, function(s) s$kind, ""))
  for (name in names(contenders)) {
    m <- in_library(contenders[[name]][[1]], contenders[[name]][[2]], file)
    result[[name]] <- m[, 1]
    result[[paste0(name, "_s")]] <- m[, 2]
  }
  if (!is.null(snphap)) {
    for (name in c("random", "equal")) {
      flags <- if (name == "equal") "-rs-"
      runs <- lapply(all, function(s) snphap_of(snphap, s$geno, flags))
      seconds <- numeric(length(runs))
      for (k in seq_along(runs)) {
        at <- Sys.time()
        loglik <- runs[[k]]()
        seconds[k] <- as.numeric(Sys.time() - at, units = "secs")
        result[k, name] <- if (attr(loglik, "dropped") > 0) NA else as.numeric(loglik)
      }
      result[[paste0(name, "_s")]] <- seconds
    }
  }
  message("sets ", numbers[1], " to ", numbers[length(numbers)])
  result
}
batches <- split(seq_len(sets), (seq_len(sets) - 1) %/% 10)
result <- do.call(rbind, lapply(batches, measure))

# ---- the report ----

names_of <- c(ours = "haplotype_em(), default", plain = "..., refine = 0",
              before = "before the change, default", random = "SNPHAP, random starts",
              equal = "SNPHAP, -rs-")
compared <- function(x, against, rows = TRUE) {
  d <- (result[[x]] - result[[against]])[rows]
  d <- d[!is.na(d)]
  ratio <- sum(result[[paste0(x, "_s")]][rows]) / sum(result[[paste0(against, "_s")]][rows])
  data.frame(x = names_of[[x]], against = names_of[[against]],
             sets = if (isTRUE(rows)) "all" else unique(result$kind[rows]), compared = length(d),
             won = sum(d > margin), equal = sum(abs(d) <= margin), lost = sum(d < -margin),
             "worst difference" = sprintf("%.3f", min(d)),
             "median" = sprintf("%.2f", stats::median(d)), "mean" = sprintf("%.2f", mean(d)),
             "best" = sprintf("%.2f", max(d)), "seconds, ratio" = sprintf("%.3f", ratio),
             check.names = FALSE)
}
rivals <- intersect(c("random", "equal"), names(result))
own <- intersect(c("ours", "before", "plain"), names(result))
table <- c(
  lapply(own[-1], function(x) compared("ours", x)),
  unlist(lapply(rivals, function(y) {
    lapply(own, function(x) compared(x, y))
  }), recursive = FALSE),
  unlist(lapply(rivals, function(y) {
    lapply(kinds, function(k) compared("ours", y, result$kind == k))
  }), recursive = FALSE))
each <- result$ours_s / result[[paste0(own[2], "_s")]]

write_report(c(
  "# The likelihood of haplotype_em()", "", paste0("- ", machine_lines(character())),
  paste0("- ", sets, " simulated sets of seed ", seed,
         if (seed == 90000) ", on which refinement was tuned" else
           ", which were not there when refinement was tuned", "."),
  paste0("- Log-likelihoods of x less those of its rival; won, lost: by more than ", margin, "."),
  "- Seconds of the processor, 1 thread, means of 3 calls; of SNPHAP, elapsed ones of 1 call.",
  paste0("- Seconds of the default over those of '", names_of[[own[2]]], "', set by set: median ",
         sprintf("%.2f", stats::median(each)), ", 90 % of the sets below ",
         sprintf("%.2f", stats::quantile(each, 0.9)), ", largest ", sprintf("%.2f", max(each)),
         "."),
  "", markdown(do.call(rbind, table))
))
