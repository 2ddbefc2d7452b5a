#' The accordion fold of a protein with the most contacts
#'
#' Folds a chain of amino acids into strands that go down and up by turns, side by side as in a
#' beta sheet, so that as many hydrophobic residues as can be are neighbours on the lattice without
#' being neighbours in the chain.
#'
#' @param sequence The residues from the first on: a string of one-letter codes, a vector of single
#'   letters, or an `AAString` of the package Biostrings, upper or lower case; or which residues
#'   are hydrophobic, a logical vector or one of 0 and 1. At most 65,535.
#' @param hydrophobic With letters: those that are hydrophobic, as a string or a vector; or for
#'   each residue whether it is, a logical vector or one of 0 and 1. `NULL` for A, C, F, I, L, M
#'   and V, whose index by Kyte and Doolittle is above 0 (and J, which is I or L). For a chain of H
#'   and P, as in the HP model, write `hydrophobic = "H"`: as amino acids these are histidine and
#'   proline.
#' @param traceback Whether to return the fold, and not only its contacts' number.
#' @param algorithm The algorithm. All of them give the same result.
#'   * `"auto"`: see below; time `O(n^2)`.
#'   * `"loop"`, `"recursive"`, `"optimized"`, `"zmorton"`: the versions of Tithi et al. of their
#'     algorithm, LOOPDP, CO, CO_Opt and COZ; time `O(n^3)`, `n^3 / 6` updates. The first two have
#'     numbers of 32 bits and plain loops, the others numbers of 16 bits and tiles in registers.
#' @param x What `fold_accordion()` returned.
#' @param col Colours of hydrophobic residues and of the others.
#' @param contact Colour of contacts.
#' @param labels Whether to write the residues' letters. Without them circles are as small as they
#'   have to be; small ones have no outline, and are those of hydrophobic residues alone.
#' @param threads,progress,... As for [cor_kendall()]; for `plot()`, graphical parameters of
#'   [graphics::plot.default()].
#'
#' @details
#' **What is counted.** A fold is any way to cut the chain into strands. Each strand is a column of
#' the square lattice. The first goes down; the next one begins beside its end and goes up, and so
#' on. Where a strand ends with residue `j`, residue `j - s` stands beside `j + 1 + s`, as far as
#' both strands go: they make a contact if both are hydrophobic and `s` is not 0, for `j` and
#' `j + 1` are neighbours in the chain. Residues of strands that do not follow each other are no
#' neighbours. So contacts are those across one turn, and with
#'
#' `F[j, d]`, the number of `s` from 1 to `d - 1` with residues `j - s` and `j + 1 + s` hydrophobic,
#'
#' a turn behind `j` between the strands `i..j` and `j+1..k` makes `F[j, min(j - i + 1, k - j)]`
#' contacts. (This is SOF of Tithi et al.: "the number of aligned hydrophobic amino acids when the
#' segment is folded only once". Their text has `S[i, j]` for the score "of the segment"; by the
#' recurrence it is that of the rest, from `i` on, if the first strand is `i..j`.) Hence
#'
#' `S[i, j] = max(F[j, min(j - i + 1, k - j)] + S[j + 1, k])` over `j < k <= n`, `S[i, n] = 0`,
#'
#' and the most contacts are the greatest `S[1, j]`. The paper has `k > j + 1`, strands of two
#' residues or more. That changes nothing: a strand of one residue has no contacts, and if it is
#' joined to the next one none is lost. The tests compare with all `2^(n - 1)` folds, laid out on
#' the lattice, for `n` up to 16.
#'
#' **Why `O(n^2)`.** `F[j, ]` does not fall. So the minimum is `F[j, k - j]` for all next strands
#' that are no longer than this one, which has then no say, and `F[j, j - i + 1]` for longer ones,
#' which have none:
#'
#' `S[i, j] = max(max(F[j, k - j] + S[j + 1, k] for k - j <= j - i + 1),`
#' `F[j, j - i + 1] + max(S[j + 1, k] for k - j > j - i + 1))`.
#'
#' Both maxima are running ones: for a turn they take `O(n)` time for all `i` together. This is what
#' `"auto"` does, for 32 turns at a time in vectors. The recurrence of the paper takes `O(n^3)`
#' however it is arranged.
#'
#' **Ties.** Of all folds with the most contacts that one is returned in which the first strand is
#' the longest, of these the one in which the second is, and so on. In that one every turn makes a
#' contact, so nothing is folded in vain, and a chain without contacts is straight.
#'
#' **Memory** is `n^2 / 2` bytes for `"auto"`, `8 n^2` for `"loop"` and `"recursive"`, and `4 n^2`
#' for the others; what does not fit in the memory that is free is refused. The traceback takes
#' at most `O(n)` time for each strand.
#'
#' **It is a model** of an exercise's simplicity: two dimensions, one shape, two kinds of residues.
#' It says what beta strands could win by their order, not how a protein folds.
#'
#' **Errors.** Letters that are no amino acid, `NA`, and numbers but 0 and 1 are errors that name
#' the place. `B`, `O`, `U`, `X` and `Z` are known, and not hydrophobic unless `hydrophobic` says
#' so.
#'
#' @return An object of class `accordion_fold`, a list of
#'   * `score`, the most contacts;
#'   * `turns`, the residues behind which the chain turns;
#'   * `strands`, an integer matrix of two columns, the `first` and the `last` residue of each;
#'   * `contacts`, an integer matrix of two columns, pairs of residues, turn by turn;
#'   * `sequence`, a string; `H` and `P` if `sequence` was no letters;
#'   * `hydrophobic`, for each residue whether it is.
#'
#'   Without `traceback` there are no `turns`, `strands` and `contacts`. `format()` gives the
#'   picture that is printed, as lines: hydrophobic residues in upper case, `==` for contacts, `--`
#'   for turns.
#' @references
#' Tithi JJ, Ganapathi P, Talati A, Aggarwal S, Chowdhury R (2015). High-performance
#' energy-efficient recursive dynamic programming with matrix-multiplication-like flexible
#' kernels. *IEEE International Parallel and Distributed Processing Symposium*, 303-312.
#' Section II.B, figures 2 and 3.
#'
#' Kyte J, Doolittle RF (1982). A simple method for displaying the hydropathic character of a
#' protein. *Journal of Molecular Biology* 157, 105-132.
#' @seealso [fold_rna()] and [parenthesize()], other dynamic programs
#' @examples
#' # ubiquitin
#' x <- fold_accordion(paste0("MQIFVKTLTGKTITLEVEPSDTIENVKAKIQDKEGIPPDQ",
#'                            "QRLIFAGKQLEDGRTLSDYNIQKESTLHLVLRLRGG"))
#' x
#' head(x$contacts)
#' plot(x)
#'
#' # which residues are hydrophobic
#' fold_accordion(c(1, 0, 1, 0, 0, 1, 0, 1, 0, 1))$score
#' @export
fold_accordion <- function(sequence, hydrophobic = NULL, traceback = TRUE,
                           algorithm = c("auto", "loop", "recursive", "optimized", "zmorton"),
                           threads = NULL, progress = interactive(), ...) {
  if (...length() > 0L) {
    stop_unused(substitute(list(...)), names(formals(fold_accordion)))
  }
  algorithm <- match_choice(algorithm, dynprog_algorithms, "algorithm")
  threads <- check_threads(threads)
  check_flag(traceback, "traceback")
  residue <- accordion_residues(sequence, hydrophobic)
  n <- length(residue$hydrophobic)
  check_room(accordion_room(n, algorithm))
  tick <- progress_ticker(progress, "Folding")
  fold <- run_accordion(residue$hydrophobic, algorithm, traceback, threads, tick)
  result <- list(score = fold$score)
  if (traceback) {
    result$turns <- fold$ends[-length(fold$ends)]
    result$strands <- cbind(first = c(if (n > 0) 1L, result$turns + 1L), last = fold$ends)
    result$contacts <- accordion_contacts(result$strands, residue$hydrophobic)
  }
  structure(c(result, list(sequence = paste(residue$letters, collapse = ""),
                           hydrophobic = residue$hydrophobic)), class = "accordion_fold")
}

# What C answers: score, ends of strands, algorithm and number of threads.
run_accordion <- function(hydrophobic, algorithm, traceback, threads, tick = NULL) {
  classed(.Call(C_fold_accordion, hydrophobic, algorithm, as.integer(traceback), threads, tick),
          length(hydrophobic) > 100)
}

# Doubles that the scratch takes.
accordion_room <- function(n, algorithm) {
  n <- as.double(n)
  n^2 * switch(dynprog_algorithms[algorithm + 1L], auto = 0.5, loop = , recursive = 8, 4) / 8
}

# ---- the residues, checked: their letters, and which are hydrophobic ----

amino_acids <- strsplit("ACDEFGHIKLMNPQRSTVWYBJOUXZ", "")[[1]]
kyte_doolittle <- strsplit("ACFIJLMV", "")[[1]]
most_residues <- 65535L

accordion_residues <- function(sequence, hydrophobic) {
  if (isS4(sequence) && inherits(sequence, "XString")) {
    sequence <- as.character(sequence)
  }
  if (is.character(sequence)) check_text(sequence, "sequence")
  n <- if (is.character(sequence) && length(sequence) == 1) nchar(sequence) else length(sequence)
  if (n > most_residues && !is.na(n)) {
    stop_manycore("size", "'sequence' must have ", most_residues, " residues at most, not ", n)
  }
  if (is.character(sequence)) {
    letters <- one_by_one(sequence, "sequence")
    bad <- which(!letters %in% amino_acids)
    if (length(bad) > 0) {
      stop_manycore("data", "'sequence' has ", encodeString(letters[bad[1]], quote = "\""), " at ",
                    bad[1], ", which is not an amino acid")
    }
    return(list(letters = letters, hydrophobic = hydrophobic_residues(letters, hydrophobic)))
  }
  is <- zeros_and_ones(sequence, "sequence", "a string of amino acids, or a vector of 0 and 1")
  if (!is.null(hydrophobic)) {
    stop_manycore("argument", "'hydrophobic' is for a 'sequence' of amino acids alone",
                  argument = "hydrophobic")
  }
  list(letters = c("P", "H")[is + 1L], hydrophobic = is)
}

hydrophobic_residues <- function(letters, hydrophobic) {
  if (is.null(hydrophobic)) {
    return(letters %in% kyte_doolittle)
  }
  if (is.character(hydrophobic)) {
    check_text(hydrophobic, "hydrophobic")
    known <- one_by_one(hydrophobic, "hydrophobic")
    bad <- which(!known %in% amino_acids)
    if (length(bad) > 0) {
      stop_manycore("data", "'hydrophobic' has ", encodeString(known[bad[1]], quote = "\""),
                    ", which is not an amino acid")
    }
    return(letters %in% known)
  }
  is <- zeros_and_ones(hydrophobic, "hydrophobic", "letters, or a vector of 0 and 1")
  if (length(is) != length(letters)) {
    stop_manycore("size", "'hydrophobic' must have a number for each of the ", length(letters),
                  " residues, not ", length(is))
  }
  is
}

# Letters in upper case, of a string or a vector.
one_by_one <- function(x, argument) {
  bad <- which(is.na(x))
  if (length(bad) > 0) {
    stop_manycore("data", "'", argument, "' is NA at ", bad[1])
  }
  toupper(unname(if (length(x) == 1) strsplit(x, "")[[1]] else x))
}

zeros_and_ones <- function(x, argument, right) {
  refuse_integer64(x, argument)
  if (!(is.logical(x) || is.numeric(x)) || is.object(x) || !is.null(dim(x))) {
    stop_argument(argument, right, x)
  }
  bad <- which(if (is.logical(x)) is.na(x) else !x %in% c(0, 1))
  if (length(bad) > 0) {
    stop_manycore("data", "'", argument, "[", bad[1], "]' is ", format(x[bad[1]]),
                  ", which is neither 0 nor 1")
  }
  unname(as.vector(x)) == 1
}

# ---- on the lattice ----

# Pairs of residues that are neighbours across a turn, both hydrophobic.
accordion_contacts <- function(strands, hydrophobic) {
  turns <- strands[-nrow(strands), "last"]
  length <- strands[, "last"] - strands[, "first"] + 1L
  facing <- pmin(length[-1], length[-length(length)]) - 1L
  far <- sequence(facing)
  turn <- rep(turns, facing)
  pair <- cbind(turn - far, turn + 1L + far)
  dimnames(pair) <- NULL
  pair[hydrophobic[pair[, 1]] & hydrophobic[pair[, 2]], , drop = FALSE]
}

# Where residues are: column and row, from 1 on.
accordion_lattice <- function(x) {
  n <- length(x$hydrophobic)
  strand <- rep(seq_len(nrow(x$strands)), x$strands[, "last"] - x$strands[, "first"] + 1L)
  step <- ifelse(strand %% 2 == 1, 1L, -1L)
  step[x$strands[, "first"]] <- 0L
  row <- cumsum(step)
  list(column = strand, row = if (n > 0) row - min(row) + 1L else integer())
}

need_fold <- function(x, what) {
  if (is.null(x$strands)) {
    stop_manycore("argument", "'x' must be made with traceback = TRUE for ", what, argument = "x")
  }
}

#' @export
format.accordion_fold <- function(x, ...) {
  need_fold(x, "format()")
  if (length(x$hydrophobic) == 0) {
    return(character())
  }
  place <- accordion_lattice(x)
  letters <- strsplit(x$sequence, "")[[1]]
  picture <- matrix(" ", max(place$row), 3L * nrow(x$strands) - 2L)
  picture[cbind(place$row, 3L * place$column - 2L)] <-
    ifelse(x$hydrophobic, letters, tolower(letters))
  beside <- function(residue, sign) {
    for (at in c(-1L, 0L)) {
      picture[cbind(place$row[residue], 3L * place$column[residue] + at)] <<- sign
    }
  }
  beside(x$turns, "-")
  beside(x$contacts[, 1], "=")
  trimws(apply(picture, 1, paste, collapse = ""), "right")
}

#' @export
print.accordion_fold <- function(x, ...) {
  plural <- function(count, what) paste0(count, " ", what, if (count != 1) "s")
  n <- length(x$hydrophobic)
  cat("Accordion fold of ", plural(n, "residue"), ", ", sum(x$hydrophobic), " hydrophobic: ",
      plural(x$score, "contact"),
      if (!is.null(x$strands)) paste0(", ", plural(nrow(x$strands), "strand")), "\n", sep = "")
  if (is.null(x$strands) || n == 0) {
    return(invisible(x))
  }
  place <- accordion_lattice(x)
  if (max(place$row) <= 60 && 3 * nrow(x$strands) - 2 <= getOption("width")) {
    cat(format(x), sep = "\n")
  } else {
    length <- x$strands[, "last"] - x$strands[, "first"] + 1L
    cat(shortened(paste("of lengths", paste(length, collapse = " "))), "\n", sep = "")
  }
  invisible(x)
}

#' @rdname fold_accordion
#' @export
plot.accordion_fold <- function(x, ..., col = c("orange", "grey95"), contact = "firebrick",
                                labels = length(x$hydrophobic) <= 200) {
  check_graphical(list(...), c("col", "contact", "labels"), list())
  check_flag(labels, "labels")
  need_fold(x, "plot()")
  place <- accordion_lattice(x)
  across <- place$column
  down <- -place$row
  empty <- length(across) == 0
  graphics::plot(if (empty) 0 else across, if (empty) 0 else down, type = "n", asp = 1,
                 axes = FALSE, ..., xlab = "", ylab = "")
  # a symbol of size 1 is 3/4 of a character wide, and residues are 1 apart
  fits <- 0.65 / (0.75 * graphics::par("cxy")[2])
  width <- if (labels) 2 else max(0.3, min(2, fits))
  graphics::lines(across, down, lwd = width, col = "grey40")
  pair <- x$contacts
  graphics::segments(across[pair[, 1]], down[pair[, 1]], across[pair[, 2]], down[pair[, 2]],
                     col = contact, lwd = width, lty = if (fits > 0.5) 3 else 1)
  fill <- rep_len(col, 2)[2L - x$hydrophobic]
  if (labels || fits > 0.6) {
    graphics::points(across, down, pch = 21, cex = if (labels) 2.6 else min(1, fits), bg = fill)
  } else { # the line is where the others are
    is <- x$hydrophobic
    graphics::points(across[is], down[is], pch = 16, cex = 1.3 * fits, col = fill[is])
  }
  if (labels && !empty) {
    graphics::text(across, down, strsplit(x$sequence, "")[[1]], cex = 0.8)
  }
  invisible(x)
}
