#' Haplotype frequencies from unphased genotypes
#'
#' Estimates the frequencies of haplotypes in a population by maximum likelihood, and the
#' probabilities of the pairs of haplotypes of each subject, from genotypes of unrelated subjects
#' with unknown phase. The method is expectation and maximization (EM) with progressive insertion of
#' loci, as in Clayton's SNPHAP and `haplo.em()` of the package haplo.stats, multithreaded.
#'
#' @param geno Genotypes, with a row for each subject:
#'   * a matrix of 0, 1 and 2 with a column for each locus: the number of copies of the allele "1";
#'     the other allele is "0". `NA` is missing;
#'   * a matrix of alleles with two columns for each locus (as for `haplo.em()`): numbers or
#'     characters, any number of different alleles. `NA`, 0, "0", "NA" and "" are missing; one
#'     allele of a genotype may be missing alone. All other strings are alleles, also `"-"` and
#'     `"N"`, and all other numbers, also -9. A message names those that often mean missing: such
#'     strings, and negative numbers. Alleles of a locus that differ only by blanks around them,
#'     such as `"A"` and `" A"`, are an error. If the alleles are 1 and 2, say
#'     `coding = "alleles"`;
#'   * a character matrix of genotypes as in VCF, such as "0/1", "1|1", "./1" or ".", with a column
#'     for each locus. `NA`, "NA" and "." are missing. Phase is ignored. (VCF has a column for each
#'     subject: use `t()`.) Strings with further fields ("0/1:35") or one allele ("1") are errors;
#'   * a `SnpMatrix` of the package snpStats, which need not be installed. Uncertain genotypes count
#'     as missing;
#'   * a result of `setupGeno()` of haplo.stats, or of [read_snphap()];
#'   * a data frame of such columns.
#' @param weight A weight for each subject, 0 or more, as if the subject occurred so many times.
#'   `NULL` means 1 for each. The sum must be from 1e-300 to 1e300.
#' @param loci Names of the loci. `NULL` takes the names of the columns. With two columns of alleles
#'   for each locus the name is the common part of both names, if all pairs of names are equal or
#'   differ by a final 1 and 2, such as `"a1"` and `"a2"`, `"HLA.A_1"` and `"HLA.A_2"`, `"rs7.a1"`
#'   and `"rs7.a2"`, or `"x"` and `"x.1"`; else it is the name of the first column. If by their
#'   names the two columns of a locus are not side by side (`"a1"`, `"b1"`, `"a2"`, `"b2"`), that is
#'   an error.
#' @param control A list made by `haplotype_control()`.
#' @param coding The coding of `geno`: `"dosage"` for 0, 1 and 2, `"alleles"`, `"vcf"`, or `"auto"`,
#'   whose rules are at the beginning of the section Details.
#' @param algorithm The algorithm for an iteration of the EM. All give the same bits.
#'   * `"grouped"`, which `"auto"` takes: haplotypes are numbers.
#'   * `"snphap"`: compares and sorts haplotypes as SNPHAP does, divided among threads as in the
#'     thesis of Ranokphanuwat (its combined version). It is for comparison with the tables of the
#'     thesis, whose program has no refinement: `refine = 0`.
#'   * `"snphap_for"`, `"snphap_task"`: the same with threads only for comparisons, or only for
#'     sorts.
#' @param threads Number of threads. `NULL`: see [manycore_threads()].
#' @param progress Whether to show a progress bar.
#' @param ... Nothing: anything here is an error.
#'
#' @details
#' **`coding = "auto"`** follows these rules.
#' * If `loci` has a name for every two columns, or `geno` comes from `setupGeno()`, it is
#'   `"alleles"`. If `loci` has a name for each column, numbers 0, 1, 2 and `NA` are `"dosage"`.
#' * Strings are `"vcf"` if most of them look like VCF. Strings without `/` and `|` are `"alleles"`.
#'   Other strings with `/` or `|` are an error that asks for `coding`. So are strings of which most
#'   are two letters, such as `"AG"`, some of them equal, such as `"GG"`, unless the names of
#'   columns come in pairs: these may be genotypes, which need two columns of alleles.
#' * Numbers are `"dosage"` if all are 0, 1, 2 or `NA`, if zeros do not stand side by side as
#'   missing alleles would, if some numbers are fractions below 2, or if all numbers besides 0, 1
#'   and 2 are negative (unless the next rule applies). Other numbers are `"alleles"`. If all
#'   alleles are from 1 to 3, a message says so. Negative numbers among alleles are an error that
#'   asks for `coding`.
#' * Numbers that may be either are an error that asks for `coding`: 0, 1 and 2 in an even number of
#'   columns without a name in `loci` for each column, if the zeros stand side by side, or are rare,
#'   or stand alone no more often than chance explains by half-missing genotypes (so that few rows
#'   do not decide), or if the names of columns come in pairs, such as `"a1"`, `"a2"`, `"b1"`,
#'   `"b2"`. Two columns of 0, 1 and 2 are `"dosage"` if some cell is 0, because two columns of
#'   alleles are one locus, which has no haplotypes. Without a 0 they are an error that asks, too.
#'
#' The rules go by most cells. So a few odd cells do not change the coding; they are an error that
#' names the cell.
#'
#' **Model.** Under Hardy-Weinberg equilibrium the probability of a genotype is the sum of
#' `f_i f_j` over the ordered pairs of haplotypes that explain it. The E step computes the posterior
#' of each pair for each subject from the frequencies. The M step adds up these posteriors over
#' subjects and computes the frequencies from these expected counts. The log-likelihood is the sum
#' of the logarithms of the probabilities of genotypes, times the weights. It never decreases. The
#' EM ends when the log-likelihood grows by less than `tolerance`. A missing allele may be any
#' allele of its locus in the data.
#'
#' **Loci one at a time.** The pairs over the first loci are extended by all alleles that explain
#' the genotype at the next locus. After every `cull_every` loci the EM runs, and pairs whose
#' posterior is below `min_posterior` are culled, except a subject's best pair. Otherwise each
#' heterozygous locus would double the number of pairs. For up to `cull_every` loci this is the EM
#' over all haplotypes. Nothing is culled after the last locus, but `assignments` lists only pairs
#' with posteriors of at least `min_posterior`, scaled to add up to 1. (SNPHAP runs the EM after
#' each locus, and finds lower likelihoods.)
#'
#' **Starts.** The likelihood has many maxima, and equal posteriors of similar haplotypes stay equal
#' under the EM. So posteriors start as products of the frequencies of alleles and of random
#' numbers, and the best of `starts` runs is kept. If `seed` is a number, results are always the
#' same. If `seed` is `NULL`, random numbers come from R's generator: see [set.seed()].
#'
#' **Refinement.** A pair that is culled early never comes back. With it haplotypes are lost that
#' later loci would have made frequent. So after the last locus up to `refine` rounds improve the
#' best start.
#' * A round looks for new haplotypes. For each subject and each present haplotype that is
#'   compatible with the subject's genotype, the candidate is the haplotype that makes up the
#'   genotype together with the present one. The gain of a candidate is the derivative of the
#'   log-likelihood with respect to the frequency of the candidate. Candidates with a large gain are
#'   added. Every subject gets all pairs of haplotypes that explain its genotype, except very
#'   improbable pairs. The EM then runs again, to a hundredth of `tolerance`.
#' * A round counts only if the log-likelihood is higher than before. So the log-likelihood is never
#'   below that with `refine = 0`. (More starts never lower it before the refinement, but may do so
#'   after the refinement.)
#' * The refinement ends after a round that adds less than `tolerance`, or less than a hundredth of
#'   the gain of all rounds. A round that needs more memory than `max_memory` leaves, or more than
#'   `max_haplotypes` haplotypes, is skipped.
#' * There is no refinement if nothing is culled: up to `cull_every` loci, or with `min_posterior`
#'   and `min_prior` of 0. (SNPHAP has no refinement.)
#'
#' **Without linkage disequilibrium** the frequency of a haplotype is proportional to the product of
#' the frequencies of its alleles, over the haplotypes of `assignments`, as in `haplo.em()` of
#' haplo.stats. The degrees of freedom are the number of haplotypes with frequencies above 1e-7,
#' less 1, and less the number of alleles minus one at each locus. If few haplotypes are left, that
#' is below 1, and there is no test. The p-value of `lr` and `df` is often far too small, see
#' [haplotype_em-methods]. For subjects without weights [haplotype_test()] is a valid test, of
#' another likelihood ratio, under the conditions of its page.
#'
#' **Differences from `haplo.em()`.** The defaults are those of SNPHAP and end the EM earlier than
#' the defaults of haplo.stats. When the log-likelihood grows by less than 0.001, frequencies and
#' posteriors still move, and so do statistics made of them, such as those of `haplo.score()` (by
#' some percent). The defaults of `haplo.em.control()` are
#'
#' ```
#' haplotype_control(starts = 10, cull_every = 6, min_posterior = 1e-9, tolerance = 1e-5,
#'                   max_iterations = 5000, refine = 0)
#' ```
#'
#' This takes longer, because many more pairs are kept. For more digits of the same maximum lower
#' `tolerance` and raise `max_iterations`.
#'
#' **The same bits.** Subjects with the same genotype are grouped, and all sums have one order. So
#' results do not depend on the algorithm, the number of threads or the instruction set.
#'
#' **Threads** share the checks of cells, the search for distinct genotypes, and the tables of the
#' result. One thread converts strings, data frames and `SnpMatrix` objects. Each thread takes a
#' start, if the starts fit into a quarter of `max_memory`. Otherwise, and with fewer starts than
#' threads, threads share loci that give each thread at least 50 microseconds of work, and
#' iterations of at least 200 microseconds. Threads also share each round of the refinement.
#'
#' **Time** is `O(subjects * loci)` for reading genotypes and finding the distinct ones, and
#' `O(pairs)` for each locus and each iteration, over the pairs of the distinct genotypes. A round
#' of the refinement takes `O(haplotypes)` for each distinct genotype. All rounds together take a
#' tenth to a half of the time of five starts. **Memory** is at most about 60 bytes for each pair,
#' which `max_memory` limits and which is estimated before a locus is added; and up to 150 bytes for
#' each subject plus 8 for each of its loci. An interrupt waits for an iteration.
#'
#' **Errors** are of the classes in [manycore_errors]: `"argument"` for invalid genotypes, and for a
#' wrong number of columns or weights; `"data"` for a locus without genotypes; `"size"` for more
#' haplotypes than `max_haplotypes` and `"memory"` for more memory than `max_memory`, with the name
#' of the locus that could not be added.
#'
#' @return `haplotype_em()` returns an object of class `haplotype_em`, a list of
#'   * `frequency`, a data frame with a row for each haplotype, the most frequent first (ties in the
#'     order of their alleles): `haplotype` (its alleles pasted, with ":" between them if any has
#'     more than one character), `frequency`, `count` (the expected number of copies) and a column
#'     of alleles for each locus;
#'   * `loglik`; `loglik_no_ld`, the log-likelihood without linkage disequilibrium; `lr`, the
#'     likelihood ratio statistic (0 if it is below 0 by at most twice `tolerance`); `df`, its
#'     degrees of freedom;
#'   * `converged` after the last locus; `iterations` in all; `trace`, a data frame of the `loglik`
#'     at each iteration, with the number of `loci` added by then and the `round` of the refinement
#'     (0 before it). Rounds that did not count are left out;
#'   * `assignments`, a data frame: `subject` (row name or number), `haplotype1`, `haplotype2` (rows
#'     of `frequency`) and `posterior`, the best pair of each subject first;
#'   * `dropped`, a data frame of the subjects that were left out, with the `reason`: no genotype, a
#'     weight of 0, or no pair left (with `min_prior` above 0, or with weights that differ by a
#'     factor of 1e150 or more);
#'   * `loci`, `subjects` (the number of subjects used), `weight` (their sum), `threads`, `control`;
#'   * `alleles`, a list with the frequencies of the known alleles of each locus, by their names;
#'     `coding`, that of the genotypes; `row`, the row of `geno` for each row of `assignments`.
#'
#'   See [haplotype_em-methods] for `summary()`, tables and `logLik()`, [plot.haplotype_em()] for
#'   pictures, and [predict.haplotype_em()] for `predict()` and `impute_genotypes()`.
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
#' # alleles in two columns; locus B has three alleles
#' alleles <- cbind(A1 = c(1, 1, 2, 1), A2 = c(1, 2, 2, 2), B1 = c("x", "y", "z", "x"),
#'                  B2 = c("y", "z", "z", NA))
#' haplotype_em(alleles)$frequency
#' @family haplotypes
#' @export
haplotype_em <- function(geno, weight = NULL, loci = NULL, control = haplotype_control(),
                         coding = c("auto", "dosage", "alleles", "vcf"),
                         algorithm = c("auto", "grouped", "snphap", "snphap_for", "snphap_task"),
                         threads = NULL, progress = interactive(), ...) {
  check_dots(...)
  if (missing(geno)) stop_missing("geno")
  check_control(control)
  algorithm <- match_choice(algorithm, haplotype_algorithms, "algorithm")
  threads <- check_threads(threads)
  check_loci_differ(loci)
  g <- as_genotypes(geno, loci, coding, threads = threads)
  weight <- check_subject_weights(weight, nrow(g$allele))
  used <- used_subjects(g, weight, threads)
  tick <- progress_ticker(progress, "Haplotypes")
  fit <- best_fit(used$g, used$weight, control, algorithm, threads, tick)
  lost <- lost_subjects(fit, used$g$subjects, control)
  if (nrow(lost) > 0) {
    tell_dropped(lost)
  }
  haplotype_result(fit, used$g, used$weight, rbind(used$dropped, lost), control)
}

# Leaves out subjects without a genotype, or of weight 0, with a message: list(g =, weight =,
# dropped =).
used_subjects <- function(g, weight, threads) {
  left_out <- sort.int(unique(c(g$nothing, which(weight == 0))))
  dropped <- frame_of(subject = g$subjects[left_out],
                      reason = c("weight is 0", "no genotype")[1L + left_out %in% g$nothing])
  if (length(left_out) > 0) {
    g <- genotypes_of(g, left_out, threads)
    weight <- weight[-left_out]
    tell_dropped(dropped)
  }
  list(g = g, weight = weight, dropped = dropped)
}

check_control <- function(control) {
  if (!inherits(control, "haplotype_control")) {
    stop_argument("control", "a list made by haplotype_control()", control)
  }
}

# Weights as doubles; NULL means 1 for each.
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
  if (total > 0 && !(total >= 1e-300 && total <= 1e300)) { # so that likelihoods are finite
    stop_manycore("argument", "'weight' must add up to a number from 1e-300 to 1e300, not ",
                  describe(total), argument = "weight")
  }
  weight
}

# The genotypes of all subjects except `without`. Alleles that only these subjects have are dropped.
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

# The answer of C: the fit with the highest likelihood, the first of equals.
best_fit <- function(g, weight, control, algorithm, threads, tick) {
  random <- random_choices(g, control)
  memory <- control$max_memory
  ask <- function() { # C calls this function if it needs much memory
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
    stop_manycore("size", where, format_count(limit$haplotypes), " haplotypes are ",
                  "more than max_haplotypes = ", format_count(control$max_haplotypes),
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

# The result of draw() with the default generators and this seed. R's own generator is not changed.
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

# The frequency of the commonest allele of each locus. A small one makes the locus informative.
commonest_allele <- function(g) {
  vapply(seq_along(g$loci), function(j) {
    count <- tabulate(g$allele[, c(2L * j - 1L, 2L * j)], length(g$labels[[j]]))
    max(count) / sum(count)
  }, 0)
}

#' @param starts How many times to start from random posteriors. The best run is kept.
#' @param seed A whole number that determines the random numbers, or `NULL` for R's generator.
#' @param order The order in which loci are added: `"given"`; `"completeness"`, the locus with the
#'   fewest missing alleles first; `"frequency"`, the locus with the rarest commonest allele first;
#'   `"random"`; `"reverse"`; or a permutation of their numbers.
#' @param cull_every After every so many loci the EM runs and rare pairs are culled. `Inf` runs the
#'   EM once, after all loci.
#' @param min_posterior Pairs with a smaller posterior are culled, and not listed.
#' @param min_prior Pairs with a haplotype of a smaller frequency are culled, too.
#' @param max_iterations,tolerance The EM ends when the log-likelihood grows by less than
#'   `tolerance`, or after `max_iterations`. [haplotype_ld()] tells how much this moves D'.
#' @param max_haplotypes The most distinct haplotypes at any time.
#' @param max_memory The most working memory, in bytes. `NULL` means 80 % of the free memory, which
#'   is looked up only if more than 32 MiB are needed.
#' @param refine The most rounds of refinement after the last locus; 0 for no refinement.
#' @return `haplotype_control()` returns a list of its arguments, of class `haplotype_control`.
#' @rdname haplotype_em
#' @export
haplotype_control <- function(starts = 5, seed = 1, order = "given", cull_every = 5,
                              min_posterior = 0.001, min_prior = 0, max_iterations = 100,
                              tolerance = 0.001, max_haplotypes = 1e7, max_memory = NULL,
                              refine = 5) {
  whole <- function(x, argument, least, most = .Machine$integer.max) {
    if (!is_whole(x, least, most)) {
      stop_argument(argument, paste("a whole number from", least, "to", format(most)), x)
    }
    as.integer(x)
  }
  number <- function(x, argument, most, below = FALSE) {
    if (!is_number(x, 0, most) || (below && x == most)) {
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
  check_dots(..., .also = print_arguments)
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
