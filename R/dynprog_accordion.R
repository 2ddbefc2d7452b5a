#' The accordion fold of a protein with the most contacts
#'
#' `fold_accordion()` folds a chain of amino acids into strands that run down and up in turn, side
#' by side as in a beta sheet. The fold has the most contacts: pairs of hydrophobic residues that
#' are neighbours on the lattice but not in the chain.
#'
#' @param sequence The residues: a string of one-letter codes, a vector of single letters, or an
#'   `AAString` of the package Biostrings, in upper or lower case. Or a logical vector, or one of 0
#'   and 1, that says which residues are hydrophobic. At most 65,535 residues.
#' @param hydrophobic With letters: the hydrophobic letters, as a string or a vector; or for each
#'   residue whether it is hydrophobic, a logical vector or one of 0 and 1. `NULL` means A, C, F, I,
#'   L, M and V, whose index by Kyte and Doolittle is above 0, and J, which is I or L. For a chain
#'   of H and P, as in the HP model, write `hydrophobic = "H"`: as amino acids these letters are
#'   histidine and proline.
#' @param traceback Whether to return the fold, and not only the number of its contacts.
#' @param algorithm The algorithm. All of them give the same result.
#'   * `"auto"`: the algorithm below, in `O(n^2)` time.
#'   * `"loop"`, `"recursive"`, `"optimized"`, `"zmorton"`: LOOPDP, CO, CO_Opt and COZ of Tithi et
#'     al. in `O(n^3)` time, `n^3 / 6` updates. The first two use numbers of 32 bits and plain
#'     loops, the others numbers of 16 bits and register tiles.
#' @param x A result of `fold_accordion()`.
#' @param col Colours of hydrophobic residues and of the others.
#' @param contact Colour of contacts.
#' @param labels Whether to write the letters of the residues. Without letters, circles shrink with
#'   the size of the fold; if they become too small, only hydrophobic residues are drawn, without
#'   outlines.
#' @param threads,progress,... As for [cor_kendall()]; for `plot()`, graphical parameters of
#'   [graphics::plot.default()].
#'
#' @details
#' **Contacts.** A fold is any way to cut the chain into strands. Each strand is a column of the
#' square lattice. The first strand goes down. The next strand begins beside its end and goes up,
#' and so on. If a strand ends with residue `j`, residue `j - s` stands beside residue `j + 1 + s`,
#' as far as both strands reach. The two make a contact if both are hydrophobic and `s > 0` (`j` and
#' `j + 1` are neighbours in the chain). Only successive strands make contacts. With
#'
#' `F[j, d]`, the number of `s` from 1 to `d - 1` with residues `j - s` and `j + 1 + s` hydrophobic,
#'
#' a turn behind `j` between the strands `i..j` and `j+1..k` makes `F[j, min(j - i + 1, k - j)]`
#' contacts. So
#'
#' `S[i, j] = max(F[j, min(j - i + 1, k - j)] + S[j + 1, k])` over `j < k <= n`, `S[i, n] = 0`,
#'
#' is the score of the residues from `i` on if `i..j` is their first strand, and the greatest
#' `S[1, j]` is the result. (`F` is SOF of Tithi et al. Their text calls `S[i, j]` the score "of the
#' segment"; by their recurrence it is the score of the rest. They also require `k > j + 1`: the
#' next strand has two residues or more. That changes nothing: a strand of one residue has no
#' contacts, and joining it to the next strand loses none.) The tests compare with all `2^(n - 1)`
#' folds, laid out on the lattice, for `n` up to 16.
#'
#' **`O(n^2)` time.** `F[j, d]` does not decrease with `d`. So the minimum is `F[j, k - j]` if the
#' next strand is no longer than this one, and `F[j, j - i + 1]` if it is longer:
#'
#' `S[i, j] = max(max(F[j, k - j] + S[j + 1, k] for k - j <= j - i + 1),`
#' `F[j, j - i + 1] + max(S[j + 1, k] for k - j > j - i + 1))`.
#'
#' Both inner maxima are running maxima: for one turn they take `O(n)` time for all `i` together.
#' `"auto"` computes them for 32 turns at a time in vectors.
#'
#' **Ties.** If several folds have the most contacts, the one with the longest first strand is
#' returned, of these the one with the longest second strand, and so on. In this fold every turn
#' makes a contact, and a chain without contacts is straight.
#'
#' **Memory** is `0.52 n^2` bytes for `"auto"`, `8 n^2` for `"loop"` and `"recursive"`, and `4 n^2`
#' for the others. A call that needs more memory than is free is refused. The traceback takes at
#' most `O(n)` time for each strand.
#'
#' **It is a simple model**: two dimensions, one shape, two kinds of residues. It says how many
#' contacts beta strands could make, not how a protein folds.
#'
#' **Errors** are of class `manycore_error_data` ([manycore_errors]): letters that are no amino
#' acid, `NA`, and numbers other than 0 and 1. The message has the index. `B`, `O`, `U`, `X` and `Z`
#' are known letters. They count as hydrophobic only if `hydrophobic` says so.
#'
#' @return An object of class `accordion_fold`, a list of
#'   * `score`, the most contacts;
#'   * `turns`, the residues behind which the chain turns;
#'   * `strands`, an integer matrix of two columns, the `first` and the `last` residue of each
#'     strand;
#'   * `contacts`, an integer matrix of two columns, pairs of residues, turn by turn;
#'   * `sequence`, the residues as a string (of `H` and `P` if the argument had no letters);
#'   * `hydrophobic`, for each residue whether it is hydrophobic.
#'
#'   Without `traceback` there are no `turns`, `strands` and `contacts`. `format()` gives the lines
#'   of the printed picture: hydrophobic residues in upper case, `==` for contacts, `--` for turns.
#' @references
#' Tithi JJ, Ganapathi P, Talati A, Aggarwal S, Chowdhury R (2015). High-performance
#' energy-efficient recursive dynamic programming with matrix-multiplication-like flexible
#' kernels. *IEEE International Parallel and Distributed Processing Symposium*, 303-312.
#' Section II.B, figures 2 and 3.
#'
#' Kyte J, Doolittle RF (1982). A simple method for displaying the hydropathic character of a
#' protein. *Journal of Molecular Biology* 157, 105-132.
#' @seealso [fold_rna()], [parenthesize()], [dynprog-methods] for `summary()` and tables
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
#' @family dynamic programs
#' @export
fold_accordion <- function(sequence, hydrophobic = NULL, traceback = TRUE,
                           algorithm = c("auto", "loop", "recursive", "optimized", "zmorton"),
                           threads = NULL, progress = interactive(), ...) {
  check_dots(...)
  if (missing(sequence)) stop_missing("sequence")
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

# The answer of C: score, ends of strands, and the algorithm and number of threads that ran.
run_accordion <- function(hydrophobic, algorithm, traceback, threads, tick = NULL) {
  classed(.Call(C_fold_accordion, hydrophobic, algorithm, as.integer(traceback), threads, tick),
          length(hydrophobic) > 100)
}

# The size of the scratch, in doubles.
accordion_room <- function(n, algorithm) .Call(C_accordion_room, as.double(n), algorithm)

# ---- the residues: their letters, and which are hydrophobic ----

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
    stop_manycore("size", "'sequence' must have at most ", most_residues, " residues, not ", n)
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
    stop_manycore("argument", "'hydrophobic' must be NULL unless 'sequence' has letters",
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

# The letters of a string or a vector, in upper case.
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

# Pairs of hydrophobic residues that are neighbours across a turn.
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

# The places of residues: column and row, from 1 on.
accordion_lattice <- function(x) {
  n <- length(x$hydrophobic)
  strand <- rep(seq_len(nrow(x$strands)), x$strands[, "last"] - x$strands[, "first"] + 1L)
  step <- ifelse(strand %% 2 == 1, 1L, -1L)
  step[x$strands[, "first"]] <- 0L
  row <- cumsum(step)
  list(column = strand, row = if (n > 0) row - min(row) + 1L else integer())
}

#' @rdname dynprog-methods
#' @export
format.accordion_fold <- function(x, ...) {
  check_dots(..., .also = format_arguments)
  check_traced(x$strands, "format()")
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

accordion_title <- function(residues, hydrophobic, score, strands) {
  paste0("Accordion fold of ", count_of(residues, "residue"), ", ", format_count(hydrophobic),
         " hydrophobic: ", count_of(score, "contact"),
         if (!is.null(strands)) paste0(", ", count_of(strands, "strand")))
}

#' @export
print.accordion_fold <- function(x, ...) {
  check_dots(..., .also = print_arguments)
  n <- length(x$hydrophobic)
  cat(accordion_title(n, sum(x$hydrophobic), x$score, nrow(x$strands)), "\n", sep = "")
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

#' @rdname dynprog-methods
#' @export
as.data.frame.accordion_fold <- function(x, row.names = NULL, optional = FALSE,
                                         what = c("strands", "contacts"), ...,
                                         stringsAsFactors = FALSE) {
  check_dots(..., .also = table_arguments)
  what <- match_word(what, c("strands", "contacts"), "what")
  check_traced(x$strands, "as.data.frame()")
  columns <- if (what == "contacts") {
    list(from = x$contacts[, 1], to = x$contacts[, 2])
  } else {
    strands <- seq_len(nrow(x$strands))
    list(strand = strands, first = x$strands[, "first"], last = x$strands[, "last"],
         contacts = tabulate(findInterval(x$contacts[, 1], x$strands[, "first"]), length(strands)))
  }
  as_table(columns, row.names, stringsAsFactors)
}

#' @export
as.matrix.accordion_fold <- function(x, ...) no_matrix(x, ...)

#' @rdname dynprog-methods
#' @usage \method{tidy}{accordion_fold}(x, ...)
#' @exportS3Method generics::tidy
tidy.accordion_fold <- function(x, ...) {
  as.data.frame(x, ...)
}

#' @rdname dynprog-methods
#' @export
summary.accordion_fold <- function(object, ...) {
  check_dots(...)
  length <- if (!is.null(object$strands) && nrow(object$strands) > 0) {
    object$strands[, "last"] - object$strands[, "first"] + 1L
  }
  structure(class = "summary.accordion_fold", list(
    residues = length(object$hydrophobic), hydrophobic = sum(object$hydrophobic),
    score = object$score, strands = nrow(object$strands),
    shortest = if (!is.null(length)) min(length), longest = if (!is.null(length)) max(length)
  ))
}

#' @export
print.summary.accordion_fold <- function(x, ...) {
  check_dots(..., .also = print_arguments)
  print_fields(accordion_title(x$residues, x$hydrophobic, x$score, x$strands), c(
    "residues in a strand" = if (!is.null(x$longest)) paste(x$shortest, "to", x$longest)
  ))
  invisible(x)
}

#' @rdname dynprog-methods
#' @usage \method{glance}{accordion_fold}(x, ...)
#' @exportS3Method generics::glance
glance.accordion_fold <- function(x, ...) {
  check_dots(...)
  s <- summary(x)
  one_row(residues = s$residues, hydrophobic = s$hydrophobic, score = s$score,
          strands = if (is.null(s$strands)) NA_integer_ else s$strands)
}

#' @rdname fold_accordion
#' @export
plot.accordion_fold <- function(x, ..., col = c("orange", "grey95"), contact = "firebrick",
                                labels = length(x$hydrophobic) <= 200) {
  check_dots(..., .also = graphical_arguments())
  check_flag(labels, "labels")
  check_traced(x$strands, "plot()")
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
  } else { # the line shows where the others are
    is <- x$hydrophobic
    graphics::points(across[is], down[is], pch = 16, cex = 1.3 * fits, col = fill[is])
  }
  if (labels && !empty) {
    graphics::text(across, down, strsplit(x$sequence, "")[[1]], cex = 0.8)
  }
  invisible(x)
}
