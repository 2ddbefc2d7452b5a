#' The most base pairs of an RNA
#'
#' Nussinov's algorithm finds a secondary structure with the most pairs A-U, C-G and G-U that do not
#' cross.
#'
#' @param sequence The bases from 5' to 3': a string, a vector of single characters, or an
#'   `RNAString`, `DNAString` or `BString` of the package Biostrings. `A`, `C`, `G`, `U` or `T`,
#'   upper or lower case. The IUPAC codes for one of several bases, `N`, `R`, `Y`, `S`, `W`, `K`,
#'   `M`, `B`, `D`, `H` and `V`, pair with nothing.
#' @param min_loop The least number of bases between two paired bases.
#' @param x A result of `fold_rna()`.
#' @param col Colour of the arcs.
#' @param labels Whether to write the letters of the bases.
#' @param threads,progress,... As for [cor_kendall()]; for `plot()`, graphical parameters of
#'   [graphics::plot.default()].
#' @inheritParams parenthesize
#'
#' @details
#' **This is not an energy model.** The number of pairs says little about the structure that a
#' molecule takes: stacks are not favoured, and loops cost nothing. For realistic structures use a
#' program with nearest-neighbour energies, such as RNAfold of the ViennaRNA package. Such programs
#' extend Nussinov's recurrence.
#'
#' **Recurrence.** Let `c[i, j]` be the maximum number of pairs among the bases `i` to `j - 1`. The
#' recurrence is that of [parenthesize()] with `maximize = TRUE` and `weight = "none"`, and one more
#' candidate for `c[i, j]`: `1 + c[i + 1, j - 1]`, if the bases `i` and `j - 1` can pair. Time and
#' memory are those of [parenthesize()].
#'
#' **Ties.** The traceback goes from the outermost interval inwards. If several choices are best for
#' an interval, a split of the interval is preferred to a pair of its two end bases. Of several
#' splits the leftmost is taken.
#'
#' **Errors** are of the classes in [manycore_errors]: `"data"` for a letter that is no base (the
#' message has its place), `"argument"` for `NA`.
#'
#' @return An object of class `rna_fold`, a list of
#'   * `sequence`, the bases as a string;
#'   * `structure`, a string of the same length: `(` and `)` for a pair, `.` for an unpaired base;
#'   * `pairs`, an integer matrix of two columns, the places of paired bases, ordered by the first.
#'
#'   `format()` gives the structure, and `plot()` draws pairs as arcs over the row of bases.
#' @references
#' Nussinov R, Jacobson AB (1980). Fast algorithm for predicting the secondary structure of
#' single-stranded RNA. *Proceedings of the National Academy of Sciences* 77, 6309-6313.
#' @seealso [parenthesize()], [dynprog-methods] for `summary()` and tables
#' @examples
#' x <- fold_rna("GGGGAAAACCCC")
#' x
#' nrow(x$pairs)
#' plot(x)
#' @family dynamic programs
#' @export
fold_rna <- function(sequence, min_loop = 3,
                     algorithm = c("auto", "loop", "recursive", "optimized", "zmorton"),
                     threads = NULL, progress = interactive(), ...) {
  check_dots(...)
  if (missing(sequence)) stop_missing("sequence")
  method <- dynprog_method(algorithm, threads)
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

# Bases, and codes for one of several bases.
iupac_codes <- c("A", "C", "G", "U", "T", "N", "R", "Y", "S", "W", "K", "M", "B", "D", "H", "V")

# The bases in upper case, one by one.
rna_bases <- function(sequence) {
  if (isS4(sequence) && inherits(sequence, c("RNAString", "DNAString", "BString"))) {
    sequence <- as.character(sequence)
  }
  if (inherits(sequence, "XStringSet")) {
    stop_argument("sequence", "one string of bases; of a set take one: x[[1]]", sequence)
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

#' @rdname dynprog-methods
#' @export
format.rna_fold <- function(x, ...) {
  check_dots(..., .also = format_arguments)
  x$structure
}

rna_title <- function(bases, pairs) {
  paste0("RNA of ", count_of(bases, "base"), ", ", count_of(pairs, "pair"))
}

#' @export
print.rna_fold <- function(x, ...) {
  check_dots(..., .also = print_arguments)
  n <- nchar(x$sequence)
  cat(rna_title(n, nrow(x$pairs)), "\n", sep = "")
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

#' @rdname dynprog-methods
#' @export
as.data.frame.rna_fold <- function(x, row.names = NULL, optional = FALSE, ...,
                                   stringsAsFactors = FALSE) {
  check_dots(..., .also = table_arguments)
  base <- strsplit(x$sequence, "")[[1]]
  as_table(list(from = x$pairs[, 1], to = x$pairs[, 2], from_base = base[x$pairs[, 1]],
                to_base = base[x$pairs[, 2]]), row.names, stringsAsFactors)
}

#' @export
as.matrix.rna_fold <- function(x, ...) no_matrix(x, ...)

#' @rdname dynprog-methods
#' @usage \method{tidy}{rna_fold}(x, ...)
#' @exportS3Method generics::tidy
tidy.rna_fold <- function(x, ...) {
  as.data.frame(x, ...)
}

#' @rdname dynprog-methods
#' @export
summary.rna_fold <- function(object, ...) {
  check_dots(...)
  table <- as.data.frame(object)
  kind <- chartr("T", "U", paste0(pmin(table$from_base, table$to_base),
                                  pmax(table$from_base, table$to_base)))
  count <- function(pair) sum(kind == pair)
  n <- nchar(object$sequence)
  structure(class = "summary.rna_fold", list(
    bases = n, pairs = nrow(table), unpaired = n - 2L * nrow(table), AU = count("AU"),
    CG = count("CG"), GU = count("GU"), widest = max(table$to - table$from, 0L)
  ))
}

#' @export
print.summary.rna_fold <- function(x, ...) {
  check_dots(..., .also = print_arguments)
  print_fields(rna_title(x$bases, x$pairs), c(
    "pairs A-U, C-G, G-U" = paste(format_count(x$AU), format_count(x$CG), format_count(x$GU),
                                  sep = ", "),
    "unpaired bases" = format_count(x$unpaired), "widest pair" = count_of(x$widest, "place")
  ))
  invisible(x)
}

#' @rdname dynprog-methods
#' @usage \method{glance}{rna_fold}(x, ...)
#' @exportS3Method generics::glance
glance.rna_fold <- function(x, ...) {
  check_dots(...)
  do.call(one_row, unclass(summary(x)))
}

#' @rdname fold_rna
#' @export
plot.rna_fold <- function(x, ..., col = "steelblue", labels = nchar(x$sequence) <= 120) {
  check_dots(..., .also = graphical_arguments())
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
