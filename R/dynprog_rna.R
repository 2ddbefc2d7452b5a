#' The most base pairs of an RNA
#'
#' Nussinov's algorithm: a secondary structure with as many pairs A-U, C-G and G-U as there can be,
#' none crossing another.
#'
#' @param sequence The bases from 5' to 3': a string, a vector of single characters, or an
#'   `RNAString`, `DNAString` or `BString` of the package Biostrings. `A`, `C`, `G`, `U` or `T`,
#'   upper or lower case. The IUPAC codes for one of several bases, `N`, `R`, `Y`, `S`, `W`, `K`,
#'   `M`, `B`, `D`, `H` and `V`, pair with nothing.
#' @param min_loop Bases between two that pair, at least.
#' @param x What `fold_rna()` returned.
#' @param col Colour of the arcs.
#' @param labels Whether to write the bases' letters.
#' @param threads,progress,... As for [cor_kendall()]; for `plot()`, graphical parameters of
#'   [graphics::plot.default()].
#' @inheritParams parenthesize
#'
#' @details
#' **This is not an energy model.** The number of pairs says little about which structure a molecule
#' takes: stacks are not favoured, and loops cost nothing. For structures to believe in take a
#' program with nearest-neighbour energies, such as RNAfold of the ViennaRNA package. Nussinov's
#' recurrence is what these programs grew from, and is useful where pairs are all one knows.
#'
#' With `c[i, j]` for the bases from `i` to before `j`, it is [parenthesize()] with `maximize`, no
#' weights, and a further way to make `c[i, j]`: the pair of its first and last base around
#' `c[i + 1, j - 1]`. Of several best structures that one is given in which, from outside to
#' inside, intervals are cut rather than paired at their ends, as far to the left as can be. Time
#' and memory are those of [parenthesize()].
#'
#' @return An object of class `rna_fold`, a list of
#'   * `sequence`, the bases as a string;
#'   * `structure`, the same length: `(` and `)` for a pair, `.` for none;
#'   * `pairs`, an integer matrix of two columns, the places of paired bases, by the first.
#'
#'   `format()` gives the structure, and `plot()` draws pairs as arcs over the bases in a row.
#' @references
#' Nussinov R, Jacobson AB (1980). Fast algorithm for predicting the secondary structure of
#' single-stranded RNA. *Proceedings of the National Academy of Sciences* 77, 6309-6313.
#' @seealso [parenthesize()]
#' @examples
#' x <- fold_rna("GGGGAAAACCCC")
#' x
#' nrow(x$pairs)
#' plot(x)
#' @export
fold_rna <- function(sequence, min_loop = 3,
                     algorithm = c("auto", "loop", "recursive", "optimized", "zmorton"),
                     threads = NULL, progress = interactive(), ...) {
  if (...length() > 0L) stop_unused()
  method <- list(algorithm = match_choice(algorithm, dynprog_algorithms, "algorithm"),
                 threads = check_threads(threads))
  base <- rna_bases(sequence)
  if (!is_whole(min_loop, 0)) {
    stop_argument("min_loop", "a whole number from 0 on", min_loop)
  }
  code <- match(chartr("T", "U", base), c("A", "C", "G", "U"), nomatch = 5L)
  problem <- list(n = length(base) + 1L, leaves = NULL, maximize = TRUE, weight = "pairs",
                  numbers = cbind(c(1L, 2L, 4L, 8L, 0L)[code], c(8L, 4L, 10L, 5L, 0L)[code]),
                  loop = as.integer(min(min_loop, .Machine$integer.max)))
  tick <- progress_ticker(progress, "Folding")
  tree <- run_parenthesis(problem, method, TRUE, tick)$tree
  pair <- tree[tree[, 1] == tree[, 2], c(1, 3), drop = FALSE]
  pair[, 2] <- pair[, 2] - 1L # the last base of the interval
  pair <- pair[order(pair[, 1]), , drop = FALSE]
  dimnames(pair) <- NULL
  structure <- rep(".", length(base))
  structure[pair[, 1]] <- "("
  structure[pair[, 2]] <- ")"
  structure(list(sequence = paste(base, collapse = ""),
                 structure = paste(structure, collapse = ""), pairs = pair), class = "rna_fold")
}

# Bases, and codes for one of several.
iupac_codes <- c("A", "C", "G", "U", "T", "N", "R", "Y", "S", "W", "K", "M", "B", "D", "H", "V")

# Upper case, one by one.
rna_bases <- function(sequence) {
  if (isS4(sequence) && inherits(sequence, c("RNAString", "DNAString", "BString"))) {
    sequence <- as.character(sequence)
  }
  if (inherits(sequence, "XStringSet")) {
    stop_argument("sequence", "one string of bases: of a set take one, x[[1]]", sequence)
  }
  if (!is.character(sequence) || (length(sequence) == 1 && is.na(sequence))) {
    stop_argument("sequence", "a string of bases", sequence)
  }
  if (anyNA(sequence)) {
    stop_manycore("argument", "'sequence' must be a string of bases, or a vector of them: ",
                  "sequence[", which(is.na(sequence))[1], "] is NA", argument = "sequence")
  }
  check_text(sequence, "sequence")
  words <- which(nchar(sequence) != 1)
  if (length(sequence) > 1 && length(words) > 0) {
    stop_manycore("argument", "'sequence' must be one string, or a vector of single characters: ",
                  "sequence[", words[1], "] is ", describe(sequence[[words[1]]]),
                  argument = "sequence")
  }
  base <- if (length(sequence) == 1) strsplit(sequence, "")[[1]] else sequence
  base <- toupper(unname(base))
  bad <- which(!base %in% iupac_codes)
  if (length(bad) > 0) {
    stop_manycore("data", "'sequence' has ", encodeString(base[bad[1]], quote = "\""), " at ",
                  bad[1], ", which is not one of ", toString(iupac_codes))
  }
  base
}

#' @export
format.rna_fold <- function(x, ...) {
  x$structure
}

#' @export
print.rna_fold <- function(x, ...) {
  n <- nchar(x$sequence)
  cat("RNA of ", count_of(n, "base"), ", ", count_of(nrow(x$pairs), "pair"), "\n", sep = "")
  width <- max(getOption("width"), 20L)
  for (first in seq(1L, max(n, 1L), by = width)) {
    if (first > 10 * width) {
      cat("...\n")
      break
    }
    cat(substr(x$sequence, first, first + width - 1L), "\n",
        substr(x$structure, first, first + width - 1L), "\n", sep = "")
  }
  invisible(x)
}

#' @rdname fold_rna
#' @export
plot.rna_fold <- function(x, ..., col = "steelblue", labels = nchar(x$sequence) <= 120) {
  check_graphical(list(...), c("col", "labels"), list())
  check_flag(labels, "labels")
  n <- nchar(x$sequence)
  radius <- (x$pairs[, 2] - x$pairs[, 1]) / 2
  draw_with(graphics::plot, list(x = c(1, max(n, 1)), y = c(0, max(radius, 1)), type = "n", asp = 1,
                                 axes = FALSE, xlab = "", ylab = ""), ...)
  graphics::lines(c(1, max(n, 1)), c(0, 0), col = "grey60")
  turn <- c(seq(0, pi, length.out = 60), NA)
  graphics::lines(rep(rowMeans(x$pairs), each = 61) + outer(cos(turn), radius),
                  outer(sin(turn), radius), col = col)
  if (labels && n > 0) {
    graphics::text(seq_len(n), 0, strsplit(x$sequence, "")[[1]], pos = 1, offset = 0.2, xpd = NA,
                   cex = min(0.9, 0.9 / max(graphics::strwidth(c("A", "C", "G", "U")))))
  }
  invisible(x)
}
