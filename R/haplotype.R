#' Haplotype frequencies from unphased genotypes
#'
#' Maximum likelihood estimates of the frequencies of haplotypes in a population, and the
#' probabilities of the pairs of haplotypes of each subject, from genotypes of unrelated subjects
#' whose phase is not known. By expectation and maximization (EM), with loci added
#' progressively as in Clayton's SNPHAP and `haplo.em()` of the package haplo.stats, multithreaded.
#'
#' @param geno Genotypes, a row for each subject:
#'   * a matrix of 0, 1 and 2 (copies of an allele, whose name is "1"; the other's is "0"), with a
#'     column for each locus, `NA` missing;
#'   * a matrix of alleles, with two columns for each locus (as for `haplo.em()`):
#'     numbers or characters, any number of them; `NA`, 0 and "" are missing, also in one of the
#'     two; where these are 1 and 2, say `coding = "alleles"`;
#'   * a character matrix of genotypes as in VCF, such as "0/1", "1|1", "./1" or ".", with a column
#'     for each locus; phase is not used. (VCF has a column for each subject: use `t()`.)
#'   * a `SnpMatrix` of the package snpStats; its uncertain genotypes count as missing;
#'   * what `setupGeno()` of haplo.stats makes, or [read_snphap()] of SNPHAP's files;
#'   * a data frame of such columns.
#' @param weight A weight for each subject, 0 or more, as if it were there so many times; `NULL`: 1
#'   each. Their sum is from 1e-300 to 1e300.
#' @param loci Names of the loci; `NULL`: those of the columns. Of two columns of alleles it is what
#'   their names have in common, where both columns of every locus have the same name or names that
#'   differ by an end of 1 and 2, such as `"a1"` and `"a2"`, `"HLA.A_1"` and `"HLA.A_2"`,
#'   `"rs7.a1"` and `"rs7.a2"`, or `"x"` and `"x.1"`; else the name of the first column. Names that
#'   put the two columns of a locus apart (`"a1"`, `"b1"`, `"a2"`, `"b2"`) are an error.
#' @param coding Which of these `geno` is: `"dosage"` for 0, 1 and 2, `"alleles"`, `"vcf"`.
#'   `"auto"` finds out. It is `"alleles"` where `loci` has a name for every two columns, and for
#'   what `setupGeno()` has made; else it goes by most of what is there, so that an odd cell among
#'   others is an error which names it. Numbers are `"dosage"` if they are all 0, 1, 2 or `NA`, if
#'   zeros are not side by side as missing alleles would be, or if some are negative or fractions
#'   below 2; strings are `"vcf"` if most look like it. What may be either is an error that asks
#'   for `coding`: 0, 1 and 2 in an even number of columns whose zeros do stand side by side, or are
#'   rare, or stand alone no more often than halves of genotypes may be missing by chance (so that
#'   few rows do not tell), or whose columns have names in pairs, such as `"a1"`, `"a2"`, `"b1"`,
#'   `"b2"`; and strings with `/` or `|` that are not VCF's. Numbers from 1 to 3 that are taken for
#'   alleles are told in a message.
#' @param control A list made by `haplotype_control()`.
#' @param threads Number of threads; `NULL`: see [manycore_threads()].
#' @param progress Whether to show a progress bar.
#' @param algorithm How an iteration of the EM is done. `"grouped"`, which `"auto"` takes, has
#'   haplotypes as numbers; `"snphap"` compares and sorts them as SNPHAP does, divided among
#'   threads as in the thesis of Ranokphanuwat (its combined version): for its tables.
#'   `"snphap_for"` and `"snphap_task"` have threads for comparisons alone, and for the sort alone.
#'   All give the same bits. (The thesis' program has no refinement: `refine = 0`.)
#' @param ... Not used: anything here is an error.
#'
#' @details
#' **Model.** Under Hardy-Weinberg equilibrium the probability of a genotype is the sum of
#' `f_i f_j` over the ordered pairs of haplotypes that make it up. The E step takes the frequencies
#' as known, and computes the posterior of each pair for each subject; the M step takes the sums
#' of these posteriors over subjects as counts, and computes the frequencies. The log-likelihood,
#' the sum of the logarithms of these probabilities, times the weights, never decreases; the EM ends
#' when it grows by less than `tolerance`. A missing allele may be any that the locus has in the
#' data.
#'
#' **Loci one at a time.** Pairs over the first loci are extended by all that explain
#' the genotype at the next one. Every `cull_every` loci the EM is done, and pairs whose
#' posterior is below `min_posterior` are left out, but for a subject's best, so that their
#' number does not double with each heterozygous locus. Up to `cull_every` loci that is the EM over
#' all haplotypes. There is no culling after the last locus; but `assignments` lists only pairs with
#' posteriors of `min_posterior` and more, scaled to add up to 1. (SNPHAP has an EM after
#' each locus; likelihoods are lower then.)
#'
#' **Starts.** The likelihood has many maxima, and where haplotypes are alike the EM cannot
#' decide from equal posteriors. So posteriors begin as products of the frequencies of alleles and
#' of random numbers, and the best of `starts` runs counts. With a number as `seed` results are
#' always the same; with `NULL` random numbers depend on R's generator, and [set.seed()].
#'
#' **Refinement.** A pair that is culled early never comes back, and with it haplotypes that later
#' loci would have made frequent. So after the last locus the best start is refined, in up to
#' `refine` rounds. A round takes each haplotype that is in use and fits a subject's genotype,
#' completes it to a pair by the haplotype that the genotype asks for, and adds up what the
#' likelihood gains by each of these. Haplotypes that gain enough are added, every subject gets all
#' pairs of haplotypes that explain its genotype, but for very improbable ones, and the EM is done
#' again, to a hundredth of `tolerance`. A round counts if it finds a higher log-likelihood.
#' Refinement ends after a round that adds less than `tolerance`, or less than a hundredth of what
#' all rounds have added. So the log-likelihood is never below that with `refine = 0`. (More starts
#' never make it lower before the refinement; after it they may.) Where nothing is culled, there is
#' no refinement, as all pairs are there: up to `cull_every` loci, and with `min_posterior` and
#' `min_prior` 0. A round is left out, too, that needs more memory than `max_memory` leaves, or
#' more haplotypes than `max_haplotypes`. (SNPHAP has no such step.)
#'
#' **Without linkage disequilibrium** frequencies of haplotypes are in proportion to the products
#' of those of their alleles, over the haplotypes of `assignments`, as in
#' `haplo.em()` of haplo.stats. The degrees of freedom are the number of haplotypes with frequencies
#' above 1e-7, less 1, and less the number of alleles but one at each locus. Where few haplotypes
#' are left that is less than 1, and the statistic tests nothing.
#'
#' **Where `haplo.em()` answers otherwise.** The defaults here are SNPHAP's, and end the EM earlier
#' than those of haplo.stats: where the log-likelihood grows by less than 0.001, frequencies and
#' posteriors still move, and with them what is made of them, such as the statistics of
#' `haplo.score()` (by some percent). What `haplo.em.control()` has by default is
#'
#' ```
#' haplotype_control(starts = 10, cull_every = 6, min_posterior = 1e-9, tolerance = 1e-5,
#'                   max_iterations = 5000, refine = 0)
#' ```
#'
#' which takes longer, as many more pairs are kept. For more digits of the same, lower `tolerance`
#' and raise `max_iterations`.
#'
#' **The same bits.** Subjects with the same genotype are one; sums are made in one order: results
#' do not depend on the algorithm, the number of threads or the instruction set.
#'
#' **Threads** share the checks of cells, the search for distinct genotypes, and the tables of the
#' result. One thread makes numbers of strings, of a data frame and of a `SnpMatrix`. Threads take
#' starts, which go side by side where the starts fit into a quarter of the memory that may be used.
#' Otherwise, and where there are fewer starts than threads, threads share each locus if each thread
#' gets 50 microseconds or more of it, and each iteration of 200 microseconds or more. Threads also
#' share each round of the refinement.
#'
#' **Time** is `O(subjects * loci)` to read genotypes and to find those that are distinct, and
#' `O(pairs)` for each locus and each iteration, where pairs are those of the distinct genotypes.
#' A round of the refinement takes `O(haplotypes)` for each of these. All
#' rounds together take a tenth to a half of the time of five starts. **Memory** is about 60 bytes
#' for each pair at most, which is estimated before a locus is added. Beside these, which
#' `max_memory` limits, the distinct genotypes take up to 150 bytes, and 8 for each locus, for each
#' subject. Ctrl-C works between iterations.
#'
#' **Errors** are of the classes in [manycore_errors]: `"argument"` for genotypes that cannot be,
#' for a wrong number of columns or weights; `"data"` for a locus without genotypes; `"size"` for
#' more haplotypes than `max_haplotypes`, and `"memory"` for more memory than `max_memory`, which
#' name the locus that could not be added.
#'
#' @return `haplotype_em()` returns an object of class `haplotype_em`, a list of
#'   * `frequency`, a data frame with a row for each haplotype, the most frequent first (ties in the
#'     order of their alleles): `haplotype` (alleles, pasted, with ":" between them where any is
#'     longer than one character), `frequency`, `count` (expected number of copies) and a column of
#'     alleles for each locus;
#'   * `loglik`; `loglik_no_ld`, `lr`, `df`: the log-likelihood without linkage disequilibrium,
#'     the likelihood ratio statistic (0 where it is below 0 by no more than twice `tolerance`), and
#'     its degrees of freedom;
#'   * `converged` after the last locus, `iterations` in all, and `trace`, the log-likelihood at
#'     each, with the number of `loci` added by then, and the `round` of the refinement, 0 before
#'     it; rounds that did not count are not there;
#'   * `assignments`, a data frame: `subject` (row name or number), `haplotype1`, `haplotype2` (rows
#'     of `frequency`) and `posterior`, the best pair of each subject first;
#'   * `dropped`, a data frame of subjects that were left out, and the `reason`: no genotype at
#'     all, a weight of 0, or no pair left (with `min_prior` above 0, or with weights that differ
#'     by a factor of 1e150 or more);
#'   * `loci`, `subjects` (the number that was used), `weight` (of these), `threads`, `control`.
#'
#'   * `alleles`, a list with the frequencies of each locus' known alleles, by their names; `coding`
#'     of the genotypes; `row`, the row of `geno` for each row of `assignments`.
#'
#'   See [haplotype_em-methods] for `print()`, `summary()`, `as.data.frame()` and `logLik()`,
#'   [plot.haplotype_em()], and [predict.haplotype_em()] for `predict()` and `impute_genotypes()`.
#' @references
#' Ranokphanuwat R, Kittitornkun S, Tongsima S (2013). Performance analysis and improvement of
#' SNPHAP on multi-core CPUs. *ECTI-CON 2013*.
#'
#' Excoffier L, Slatkin M (1995). Maximum-likelihood estimation of molecular haplotype frequencies
#' in a diploid population. *Molecular Biology and Evolution* 12(5), 921-927.
#'
#' Clayton D. SNPHAP 1.3.1: a program for estimating frequencies of large haplotypes of SNPs.
#' @seealso [haplotype_em-methods], [predict.haplotype_em()], [haplotype_ld()], [read_snphap()],
#'   [as_haplo_em()]
#' @examples
#' # four haplotypes of three loci
#' set.seed(1)
#' haplotypes <- rbind(c(0, 0, 0), c(1, 1, 0), c(0, 1, 1), c(1, 0, 0))
#' draw <- function() haplotypes[sample(4, 100, TRUE, c(0.5, 0.3, 0.15, 0.05)), ]
#' geno <- draw() + draw()
#' geno[sample(300, 10)] <- NA
#' fit <- haplotype_em(geno, loci = c("rs1", "rs2", "rs3"))
#' fit
#'
#' # who has which pair
#' head(fit$assignments)
#'
#' # alleles in two columns, of which one has three
#' alleles <- cbind(A1 = c(1, 1, 2, 1), A2 = c(1, 2, 2, 2), B1 = c("x", "y", "z", "x"),
#'                  B2 = c("y", "z", "z", NA))
#' haplotype_em(alleles)$frequency
#' @export
haplotype_em <- function(geno, weight = NULL, loci = NULL, control = haplotype_control(),
                         threads = NULL, progress = interactive(),
                         coding = c("auto", "dosage", "alleles", "vcf"),
                         algorithm = c("auto", "grouped", "snphap", "snphap_for", "snphap_task"),
                         ...) {
  if (...length() > 0L) {
    stop_unused(substitute(list(...)), names(formals(haplotype_em)))
  }
  if (!inherits(control, "haplotype_control")) {
    stop_argument("control", "a list made by haplotype_control()", control)
  }
  algorithm <- match_choice(algorithm, haplotype_algorithms, "algorithm")
  threads <- check_threads(threads)
  check_loci_differ(loci)
  g <- as_genotypes(geno, loci, coding, threads = threads)
  weight <- check_subject_weights(weight, nrow(g$allele))
  left_out <- sort.int(unique(c(g$nothing, which(weight == 0))))
  dropped <- frame_of(subject = g$subjects[left_out],
                      reason = ifelse(left_out %in% g$nothing, "no genotype", "weight is 0"))
  if (length(left_out) > 0) {
    g <- genotypes_of(g, left_out, threads)
    weight <- weight[-left_out]
    tell_dropped(dropped)
  }
  tick <- progress_ticker(progress, "Haplotypes")
  fit <- best_fit(g, weight, control, algorithm, threads, tick)
  lost <- lost_subjects(fit, g$subjects, control)
  if (nrow(lost) > 0) {
    tell_dropped(lost)
  }
  haplotype_result(fit, g, weight, rbind(dropped, lost), control)
}

# NULL: 1 for each.
check_subject_weights <- function(weight, subjects) {
  if (is.null(weight)) {
    return(NULL)
  }
  if (!is.numeric(weight) || is.object(weight) || length(weight) != subjects) {
    stop_argument("weight", paste("a number for each of the", subjects, "subjects"), weight)
  }
  odd <- !is.finite(weight) | weight < 0
  if (any(odd)) {
    stop_manycore("argument", "'weight' must be finite and 0 or more: weight[", which(odd)[1],
                  "] is ", describe(weight[[which(odd)[1]]]), argument = "weight")
  }
  weight <- as.double(weight)
  total <- sum(weight)
  if (total > 0 && !(total >= 1e-300 && total <= 1e300)) { # likelihoods are finite then
    stop_manycore("argument", "'weight' must add up to a number from 1e-300 to 1e300, not ",
                  describe(total), argument = "weight")
  }
  weight
}

# The genotypes of all subjects but some. Alleles that only these have go.
genotypes_of <- function(g, without, threads) {
  if (length(without) == nrow(g$allele)) {
    stop_manycore("data", "'geno' has no subject with a genotype and a weight above 0",
                  argument = "geno")
  }
  coded <- code_alleles(g$allele[-without, , drop = FALSE], threads, names = identity)
  coded$labels <- Map(function(labels, present) labels[present], g$labels, coded$labels)
  genotypes(coded, g$loci, g$subjects[-without], g$coding,
            rows = seq_len(nrow(g$allele))[-without])
}

# Subjects whose pairs of haplotypes have all been culled, and at how many loci.
lost_subjects <- function(fit, subjects, control) {
  lost <- which(fit$lost > 0)
  if (length(lost) == length(subjects)) {
    stop_manycore("data", "no subject has a pair of haplotypes left after ", max(fit$lost),
                  " loci: ", if (control$min_prior > 0)
                    paste0("'min_prior' of haplotype_control() must be less than ",
                           format(control$min_prior)) else
                    "the weights of subjects differ too much",
                  argument = if (control$min_prior > 0) "control" else "weight")
  }
  frame_of(subject = subjects[lost],
           reason = sprintf("no pair of haplotypes is left after %d loci", fit$lost[lost]))
}

tell_dropped <- function(dropped) {
  count <- nrow(dropped)
  message(count, if (count == 1) " subject is" else " subjects are", " dropped: ",
          paste(utils::head(dropped$subject, 5), collapse = ", "), if (count > 5) ", ...", " (",
          paste(unique(sub(" after .*", "", dropped$reason)), collapse = "; "), ")")
}

# What C answers: the fit with the highest likelihood, the first of equals.
best_fit <- function(g, weight, control, algorithm, threads, tick) {
  random <- random_choices(g, control)
  memory <- control$max_memory
  ask <- function() { # by C, if much is needed
    free <- memory_available()
    memory <<- if (is.na(free)) 1e18 else 0.8 * free
  }
  settings <- unclass(control)
  settings$order <- random$order - 1L
  settings$algorithm <- algorithm
  settings$memory <- if (is.null(memory)) ask else memory
  settings$seeds <- random$seeds
  fit <- classed(.Call(C_haplotype_em, g$allele, lengths(g$labels), weight, settings, threads,
                       tick))
  if (is.null(fit$loglik)) {
    stop_at_limit(fit, g, control, random$order, memory)
  }
  fit
}

# In the order of src/haplotype/algorithms.def.
haplotype_algorithms <- c("auto", "grouped", "snphap", "snphap_for", "snphap_task")

stop_at_limit <- function(limit, g, control, order, memory) {
  where <- paste0("locus ", g$loci[limit$locus], " (number ", match(limit$locus, order), " of ",
                  length(order), ") cannot be added: ")
  advice <- paste("cull more, by haplotype_control(cull_every = , min_posterior = ),",
                  "take fewer loci, or raise")
  if (limit$haplotypes > 0) {
    stop_manycore("size", where, format(limit$haplotypes, big.mark = ","), " haplotypes are ",
                  "more than max_haplotypes = ", format(control$max_haplotypes, big.mark = ","),
                  "; ", advice, " it", locus = g$loci[limit$locus])
  }
  stop_manycore("memory", where, "about ", format_bytes(limit$bytes), " of memory are needed, ",
                "of which ", format_bytes(memory), " may be used; ", advice, " max_memory",
                locus = g$loci[limit$locus])
}

# The order in which loci are added, and a seed for each start.
random_choices <- function(g, control) {
  draw <- function() {
    order <- order_loci(g, control$order)
    list(order = order, seeds = floor(stats::runif(control$starts) * 2^52))
  }
  if (is.null(control$seed)) draw() else drawn_by_seed(control$seed, draw)
}

# What draw() gives with the default generators; R's own is as it was afterwards.
drawn_by_seed <- function(seed, draw) {
  kept <- get0(".Random.seed", globalenv(), inherits = FALSE)
  on.exit({
    if (is.null(kept)) {
      rm(".Random.seed", envir = globalenv())
    } else {
      assign(".Random.seed", kept, envir = globalenv())
    }
  })
  set.seed(seed, "Mersenne-Twister", "Inversion", "Rejection")
  draw()
}

locus_orders <- c("given", "completeness", "frequency", "random", "reverse")

order_loci <- function(g, order) {
  loci <- seq_along(g$loci)
  if (is.numeric(order)) {
    if (length(order) != length(loci)) {
      stop_argument("order", paste("a permutation of the numbers 1 to", length(loci)), order)
    }
    return(as.integer(order))
  }
  switch(order, given = loci, reverse = rev(loci), random = sample.int(length(loci)),
         completeness = order(missing_alleles(g), method = "radix"),
         frequency = order(commonest_allele(g), method = "radix"))
}

missing_alleles <- function(g) {
  count <- colSums(g$allele == 0L)
  count[c(TRUE, FALSE)] + count[c(FALSE, TRUE)]
}

# The share of the commonest allele of each locus: the smaller, the more there is to see.
commonest_allele <- function(g) {
  vapply(seq_along(g$loci), function(j) {
    count <- tabulate(g$allele[, c(2L * j - 1L, 2L * j)], length(g$labels[[j]]))
    max(count) / sum(count)
  }, 0)
}

#' @param starts How many times to begin from random posteriors; the best counts.
#' @param seed A whole number that determines the random numbers, or `NULL` for R's generator.
#' @param order The order in which loci are added: `"given"`; `"completeness"`, with
#'   fewest missing alleles first; `"frequency"`, with the most frequent second allele (the smallest
#'   commonest one) first; `"random"`; `"reverse"`; or a permutation of their numbers.
#' @param cull_every Every so many loci the EM is done and rare pairs are culled; `Inf`: the EM is
#'   done once, after all loci.
#' @param min_posterior Pairs with a smaller posterior are culled, and not listed.
#' @param min_prior When pairs are culled, those with a haplotype of a smaller frequency go, too.
#' @param max_iterations,tolerance The EM ends when the log-likelihood grows by less than
#'   `tolerance`, or after `max_iterations`. [haplotype_ld()] says how far that moves D'.
#' @param max_haplotypes The most distinct haplotypes that there may be at any time.
#' @param max_memory The most bytes of working memory; `NULL`: 80 % of what is free, which is not
#'   looked up as long as 32 MiB do.
#' @param refine The most rounds of refinement after the last locus; 0 for none.
#' @return `haplotype_control()` returns a list of its arguments, of class `haplotype_control`.
#' @rdname haplotype_em
#' @export
haplotype_control <- function(starts = 5, seed = 1, order = "given", cull_every = 5,
                              min_posterior = 0.001, min_prior = 0, max_iterations = 100,
                              tolerance = 0.001, max_haplotypes = 1e7, max_memory = NULL,
                              refine = 5) {
  whole <- function(x, argument, least, most = .Machine$integer.max) {
    good <- is.numeric(x) && length(x) == 1 && !is.na(x) && x == round(x)
    if (!good || x < least || x > most) {
      stop_argument(argument, paste("a whole number from", least, "to", format(most)), x)
    }
    as.integer(x)
  }
  number <- function(x, argument, most, below = FALSE) {
    good <- is.numeric(x) && length(x) == 1 && !is.na(x) && x >= 0
    if (!good || x > most || (below && x == most)) {
      stop_argument(argument, paste0("a number from 0 to ", if (below) "below ", most), x)
    }
    as.double(x)
  }
  if (!is.null(seed)) {
    seed <- whole(seed, "seed", -.Machine$integer.max)
  }
  if (!is.null(max_memory)) {
    max_memory <- number(max_memory, "max_memory", Inf)
  }
  structure(list(starts = whole(starts, "starts", 1), seed = seed, order = check_order(order),
                 cull_every = if (identical(cull_every, Inf)) 0L else
                   whole(cull_every, "cull_every", 1),
                 min_posterior = number(min_posterior, "min_posterior", 1, below = TRUE),
                 min_prior = number(min_prior, "min_prior", 1, below = TRUE),
                 max_iterations = whole(max_iterations, "max_iterations", 1, 1e6),
                 tolerance = number(tolerance, "tolerance", 1e300),
                 max_haplotypes = whole(max_haplotypes, "max_haplotypes", 1),
                 max_memory = max_memory, refine = whole(refine, "refine", 0, 1e6)),
            class = "haplotype_control")
}

#' @export
print.haplotype_control <- function(x, ...) {
  value <- vapply(unclass(x), function(v) {
    if (is.null(v)) "NULL" else short_string(toString(v), 60)
  }, "")
  if (x$cull_every == 0L) value[["cull_every"]] <- "Inf"
  cat("Settings of haplotype_em()\n", sprintf("  %-14s  %s\n", names(value), value), sep = "")
  invisible(x)
}

check_order <- function(order) {
  if (is.numeric(order)) {
    if (length(order) == 0 || !identical(sort(as.double(order)), as.double(seq_along(order)))) {
      stop_manycore("argument", "'order' must be one of ", quoted(locus_orders),
                    ", or the numbers from 1 to the number of loci, each once", argument = "order")
    }
    return(as.integer(order))
  }
  locus_orders[match_choice(order, locus_orders, "order") + 1L]
}
