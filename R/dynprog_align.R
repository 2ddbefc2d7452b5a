#' Sequence alignment with any gap cost
#'
#' The best alignment of two sequences where a gap costs whatever it should: any function of its
#' length, concave ones or tables for example, or of its place. It is the algorithm of Waterman,
#' Smith and Beyer, by tiles in registers and several threads.
#'
#' @param x,y The sequences: a string, taken apart into characters; a character vector of symbols; a
#'   raw vector, whose symbols are `"00"` to `"ff"`; or an `XString` of the package Biostrings, such
#'   as `DNAString`. A single string beside a vector of words is one word. Upper and lower
#'   case are different symbols.
#' @param substitution What a pair of symbols costs: two numbers, for equal and for different ones,
#'   `c(match, mismatch)`, in this order unless they have these names (other names are an error);
#'   or a numeric matrix with the symbols as dimnames, of `x` in rows and of `y` in columns, such as
#'   `BLOSUM62` of Biostrings with `maximize = TRUE`.
#' @param gap What it costs to leave neighbouring symbols of `x` without partners:
#'   * a vector: the whole cost of 1, 2, ... of them, for as many as there are symbols at least;
#'   * a function of such lengths, called once with `seq_along()` of the symbols;
#'   * a matrix `w` with a row and a column more than `x` has symbols, by place:
#'     `w[p + 1, q + 1]` is for the symbols `p + 1` to `q` (`w(p, q)` of the paper, which counts
#'     from 0). What is not above the diagonal is not read.
#' @param gap_y The same for `y`.
#' @param type `"global"`, or `"overlap"`: gaps at the beginning and at the end of the alignment,
#'   in one sequence each, cost nothing, so that the end of one sequence may be aligned to the
#'   beginning of the other, or one within the other.
#' @param maximize `TRUE` if `substitution` and `gap` are scores, and the greatest sum is best: gaps
#'   are then negative, as a rule. `Inf` forbids a pair or a gap, with `maximize` `-Inf`.
#' @param traceback Whether to return the alignment, and not only what it costs.
#' @param algorithm The algorithm, by the versions in section IV of Tithi et al. `"auto"` takes
#'   `"zmorton"`.
#'   * `"loop"`: their LOOPDP, parallel loops over diagonals.
#'   * `"recursive"`: their CO, recursive divide and conquer to tiles of 64 x 64, with plain loops.
#'   * `"optimized"`: CO_Opt, the same in register tiles, on copies of the tiles.
#'   * `"zmorton"`: COZ, besides with the table in Z-Morton order, and without copies.
#' @param threads,progress,... As for [cor_kendall()]; for `plot()`, graphical parameters of
#'   [graphics::plot.default()].
#'
#' @details
#' **`gap` is the whole cost of a gap of that length.** Aligners with affine costs differ in what
#' they call opening a gap: where the first symbol costs the extension as well, as in
#' `pairwiseAlignment()` of pwalign or Biostrings, the cost is `open + L * extend`, elsewhere
#' `open + (L - 1) * extend`. The former with `gapOpening = 10` and `gapExtension = 4` is
#' `gap = function(L) -(10 + 4 * L)` with `maximize = TRUE`. For such costs an affine aligner is the
#' better choice, as it takes `O(m n)` time; this is for all others.
#'
#' With `g[0, 0] = 0`, `g[i, j]` for the first `i` symbols of `x` and `j` of `y` is the least of
#'
#' * `g[i - 1, j - 1] + substitution(x[i], y[j])`,
#' * `g[p, j] + gap(p, i)` over `p < i`, and
#' * `g[i, q] + gap_y(q, j)` over `q < j`,
#'
#' at the border, too: so a gap may follow another one, in the same sequence where two short gaps
#' cost less than a long one, or a long one is forbidden. They are two entries of the CIGAR then.
#' (The paper has single gaps at the border. Where no gap costs more than its parts, it is the
#' same.) With `"overlap"`, `g[i, 0]` and `g[0, j]` are 0 at most, and the result is the least of
#' the last row and column; so there, with costs that are not negative, nothing is aligned: give
#' matches a negative cost, or scores and `maximize`.
#'
#' **Ties** are the same for all algorithms, instruction sets and numbers of threads, as are all
#' bits of the cost. Traced back from the end, a pair is taken before a gap, a gap of `x` before one
#' of `y`, and of these the longest. With `"overlap"` the free gap at the end is the shortest that
#' is best, of `x` rather than `y`, and the one at the beginning is taken as soon as it can be.
#'
#' **Time** is `O(m n (m + n))`, for `m` and `n` symbols. What an entry is made by is looked for
#' when the result is traced back, in `O((m + n)^2)` time, and not recorded: so the traceback takes
#' no memory. **Memory** is the table, 8 bytes for each of `(m + 4) (n + 24)` numbers at most, for
#' any algorithm; it is not returned. A matrix `gap` that is not of doubles is copied. What does not
#' fit in the memory that is free is refused. An interrupt waits for 1e9 sums of each thread at
#' most.
#'
#' **Errors.** `NA` and `NaN` among the costs that are used, and `-Inf` (with `maximize` `Inf`), are
#' errors that name the place, as are symbols that `substitution` lacks and vectors of gaps that are
#' too short. If everything is forbidden, the cost is `Inf` (`-Inf`), and there is no alignment.
#'
#' @return An object of class `gap_alignment`, a list of
#'   * `cost`, of the best alignment (with `maximize` the score);
#'   * `x`, `y`: the aligned sequences, with `"-"` where there is a gap: strings, or character
#'     vectors where one of the sequences was a vector. Sequences that have a `"-"` of their own,
#'     such as aligned ones, get a warning: it is a symbol like others, and looks like a gap here;
#'     `cigar`, `operations` and `as.data.frame()` tell which it is;
#'   * `cigar`, a string of lengths and kinds: `=` pairs of equal symbols, `X` of different ones,
#'     `I` symbols of `x` alone, `D` of `y` alone (as in the SAM format with `x` as the read, `y` as
#'     the reference);
#'   * `operations`, a data frame of the same: `kind`, `length`, the first places in `x` and in `y`
#'     (`NA` for a gap's other side), and the `cost` of each;
#'   * `type` and `maximize`, as given.
#'
#'   `x`, `y`, `cigar` and `operations` are `NULL` without traceback, and if everything is
#'   forbidden.
#'
#'   `print()` shows the alignment in lines of the console's width, at most `lines` blocks of them
#'   (control characters among the symbols are escaped);
#'   `format()` gives its three lines as strings, `summary()` counts pairs and gaps,
#'   `as.data.frame()` has a row for each column of the alignment, and `plot()` draws the way
#'   through both sequences.
#' @references
#' Waterman MS, Smith TF, Beyer WA (1976). Some biological sequence metrics. *Advances in
#' Mathematics* 20, 367-387.
#'
#' Tithi JJ, Ganapathi P, Talati A, Aggarwal S, Chowdhury R (2015). High-performance
#' energy-efficient recursive dynamic programming with matrix-multiplication-like flexible
#' kernels. *IEEE International Parallel and Distributed Processing Symposium*, 303-312.
#' Section II.C.
#' @seealso [parenthesize()], another dynamic program of that paper
#' @examples
#' # gaps whose cost grows with the logarithm of their length: one long gap is
#' # cheap, many short ones are not, which no affine cost says
#' x <- align_gap("GATTACAGATTTTTTTTACAGATTACA", "GATACAGATACAGATACA",
#'                substitution = c(0, 1), gap = function(length) 1 + log(length))
#' x
#' x$cigar
#' x$operations
#' plot(x)
#'
#' # scores: where one sequence ends and the other begins
#' align_gap("ACGTTGCA", "TGCAGGAT", c(1, -1), function(length) -2 * length,
#'           type = "overlap", maximize = TRUE)
#'
#' # by place: gaps of x within its symbols 4 to 6 cost nothing
#' place <- function(p, q) ifelse(p >= 3 & q <= 6, 0, 2 * (q - p))
#' align_gap("AAACCCGGG", "AAAGGG", c(0, 1), gap = outer(0:9, 0:9, place),
#'           gap_y = 2 * 1:6)$cigar
#'
#' # words
#' align_gap(c("the", "quick", "brown", "fox"), c("the", "fox"), c(0, 1), 1:4)
#' @export
align_gap <- function(x, y, substitution, gap, gap_y = gap, type = c("global", "overlap"),
                      maximize = FALSE, traceback = TRUE,
                      algorithm = c("auto", "loop", "recursive", "optimized", "zmorton"),
                      threads = NULL, progress = interactive(), ...) {
  if (...length() > 0L) stop_unused()
  method <- list(algorithm = match_choice(algorithm, dynprog_algorithms, "algorithm"),
                 threads = check_threads(threads))
  list(x, y, substitution, gap) # what is left out is told by R, of this call
  overlap <- match_word(type, c("global", "overlap"), "type") == "overlap"
  check_flag(maximize, "maximize")
  check_flag(traceback, "traceback")
  problem <- alignment_problem(x, y, substitution, gap, gap_y, maximize, overlap)
  if (traceback) {
    warn_of_dashes(problem)
  }
  tick <- progress_ticker(progress, "Alignment")
  gap_alignment(run_alignment(problem, method, traceback, tick), problem)
}

warn_of_dashes <- function(problem) {
  for (name in c("x", "y")) {
    if ("-" %in% problem[[name]]$symbol) {
      warning(simpleWarning(paste0(
        "'", name, "' has the symbol \"-\", which looks like a gap in the aligned sequences; ",
        "cigar, operations and as.data.frame() tell them apart"), user_call()))
    }
  }
}

# What C answers: cost, steps, table, algorithm and number of threads.
run_alignment <- function(problem, method, traceback = TRUE, tick = NULL, table = FALSE) {
  m <- length(problem$x$code)
  n <- length(problem$y$code)
  check_room(.Call(C_gap_room, as.double(m), as.double(n)))
  classed(.Call(C_align_gap, problem$x$code, problem$y$code, problem$pairs, problem$gap_x,
                problem$gap_y, c(problem$overlap, problem$maximize, traceback, table),
                method$algorithm, method$threads, tick), as.double(m) * n > small)
}

gap_alignment <- function(result, problem) {
  parts <- if (is.null(result$steps)) {
    list(x = NULL, y = NULL, cigar = NULL, operations = NULL)
  } else {
    aligned_parts(result$steps, problem$x$symbol, problem$y$symbol, problem$strings)
  }
  structure(c(list(cost = result$cost), parts,
              list(type = if (problem$overlap) "overlap" else "global",
                   maximize = problem$maximize)), class = "gap_alignment")
}

# The steps end at the symbols i of x and j of y.
aligned_parts <- function(steps, x, y, strings) {
  of_x <- diff(c(0L, steps$i))
  of_y <- diff(c(0L, steps$j))
  is_pair <- of_x > 0L & of_y > 0L
  kind <- ifelse(of_y == 0L, "I", "D")
  kind[is_pair] <- ifelse(x[steps$i[is_pair]] == y[steps$j[is_pair]], "=", "X")
  before <- c("", kind)[seq_along(kind)]
  run <- cumsum(!(is_pair & kind == before)) # gaps stay apart
  first <- !duplicated(run)
  length <- as.integer(rowsum(pmax(of_x, of_y), run))
  kind <- kind[first]
  place <- function(end, count) ifelse(count[first] > 0L, (end - count)[first] + 1L, NA_integer_)
  operations <- data.frame(kind = kind, length = length, x = place(steps$i, of_x),
                           y = place(steps$j, of_y),
                           cost = as.double(rowsum(steps$cost, run)), stringsAsFactors = FALSE)
  at <- operation_places(operations)
  with_gaps <- function(symbol, place) {
    symbol <- symbol[place]
    symbol[is.na(place)] <- "-"
    if (strings) paste(symbol, collapse = "") else symbol
  }
  list(x = with_gaps(x, at$x), y = with_gaps(y, at$y),
       cigar = paste0(length, kind, collapse = ""), operations = operations)
}

# The places in x and in y of each column of the alignment.
operation_places <- function(operations) {
  row <- rep(seq_len(nrow(operations)), operations$length)
  later <- sequence(operations$length) - 1L
  list(x = operations$x[row] + later, y = operations$y[row] + later, row = row)
}

# ---- the problem, checked: codes of symbols, and costs as C takes them ----

alignment_problem <- function(x, y, substitution, gap, gap_y, maximize, overlap) {
  words <- c(has_words(x), has_words(y))
  x <- alignment_sequence(x, "x", words[2])
  y <- alignment_sequence(y, "y", words[1])
  strings <- x$string && y$string
  pairs <- check_substitution(substitution, x, y, maximize)
  m <- length(x$symbol)
  n <- length(y$symbol)
  check_room(.Call(C_gap_room, as.double(m), as.double(n))) # before costs by length
  gap_x <- gap_costs(gap, m, "gap", "x", maximize)
  gap_y <- gap_costs(gap_y, n, "gap_y", "y", maximize)
  check_sums(list(substitution = pairs$costs, gap = gap_x, gap_y = gap_y), m + n)
  x$code <- pairs$x
  y$code <- pairs$y
  list(x = x, y = y, strings = strings, pairs = pairs$costs, gap_x = gap_x, gap_y = gap_y,
       maximize = maximize, overlap = overlap)
}

# Is it a vector with symbols of several characters?
has_words <- function(x) {
  is.character(x) && length(x) > 1 && !anyNA(x) && any(nchar(x, "bytes") > 1) &&
    all(validEnc(x)) && any(nchar(x) != 1)
}

# The symbols one by one, and whether they were a string.
alignment_sequence <- function(x, argument, is_word = FALSE) {
  if (isS4(x) && inherits(x, "XString")) {
    x <- as.character(x)
  }
  if (is.raw(x)) {
    return(list(symbol = as.character(x), string = FALSE))
  }
  if (!is.character(x) || is.object(x)) {
    stop_argument(argument, "a string, a character or raw vector, or an XString", x)
  }
  if (anyNA(x)) {
    stop_manycore("data", "'", argument, if (length(x) > 1) c("[", which(is.na(x))[1], "]"),
                  "' is NA, which is not a ", if (length(x) > 1) "symbol" else "sequence")
  }
  check_text(x, argument, "; a raw vector can have any bytes")
  x <- enc2utf8(as.vector(x))
  string <- length(x) == 1 && !is_word
  list(symbol = if (string) strsplit(x, "")[[1]] else x, string = string)
}

# Codes of the symbols of x and y, and their costs: two numbers, or a matrix.
check_substitution <- function(costs, x, y, maximize) {
  refuse_integer64(costs, "substitution")
  named <- is.matrix(costs) && !is.null(rownames(costs)) && !is.null(colnames(costs))
  if (!is.numeric(costs) || is.object(costs) || !(named || is.null(dim(costs)))) {
    stop_argument("substitution", paste("c(match, mismatch), or a numeric matrix with symbols as",
                                        "dimnames"), costs)
  }
  if (!named) {
    if (length(costs) != 2) {
      stop_argument("substitution", "two numbers, c(match, mismatch), or a matrix", costs)
    }
    costs <- costs[places_of_match(names(costs))]
    check_alignment_costs(costs, "substitution", maximize)
    all <- unique(c(x$symbol, y$symbol))
    return(list(x = match(x$symbol, all) - 1L, y = match(y$symbol, all) - 1L,
                costs = as.double(costs)))
  }
  of_x <- symbol_places(x$symbol, rownames(costs), "row", "x")
  of_y <- symbol_places(y$symbol, colnames(costs), "column", "y")
  used <- costs[sort(unique(of_x)), sort(unique(of_y)), drop = FALSE]
  wins <- if (maximize) Inf else -Inf
  bad <- which(is.na(used) | used == wins, arr.ind = TRUE)
  if (nrow(bad) > 0) {
    pair <- c(rownames(used)[bad[1, 1]], colnames(used)[bad[1, 2]])
    stop_manycore("data", "'substitution[", quoted(pair), "]' is ", format(used[bad][1]),
                  not_a_cost(maximize))
  }
  storage.mode(costs) <- "double"
  costs[is.na(costs)] <- 0 # for symbols that do not occur
  list(x = of_x - 1L, y = of_y - 1L, costs = costs)
}

# The places of the costs of a match and of a mismatch, by their names if they have any.
places_of_match <- function(names) {
  if (is.null(names) || identical(names, c("", ""))) {
    return(1:2)
  }
  at <- match(c("match", "mismatch"), names)
  if (anyNA(at)) {
    stop_manycore("argument", "'substitution' must have the names \"match\" and \"mismatch\", or ",
                  "none, not ", paste(encodeString(names, quote = "\""), collapse = " and "),
                  argument = "substitution")
  }
  at
}

symbol_places <- function(symbol, names, what, argument) {
  names <- enc2utf8(names)
  at <- match(symbol, names)
  lacking <- which(is.na(at))
  if (length(lacking) > 0) {
    stop_manycore("data", "'substitution' has no ", what, " named ",
                  encodeString(symbol[lacking[1]], quote = "\""), ", which is symbol ",
                  lacking[1], " of '", argument, "'")
  }
  twice <- which(names %in% names[duplicated(names)] & names %in% symbol)
  if (length(twice) > 0) {
    stop_manycore("data", "'substitution' has several ", what, "s named ",
                  encodeString(names[twice[1]], quote = "\""))
  }
  at
}

# What gaps of `count` symbols cost, as doubles: by length, or a matrix.
gap_costs <- function(gap, count, argument, of, maximize) {
  if (is.function(gap)) {
    costs <- if (count > 0) gap(seq_len(count)) else numeric()
    if (is.logical(costs) && all(is.na(costs))) {
      costs <- as.double(costs)
    }
    if (!is.numeric(costs) || !is.null(dim(costs)) || length(costs) != count) {
      stop_argument(argument, paste("a function that returns", count, "numbers for", count,
                                    "lengths"), costs)
    }
    gap <- costs
  }
  refuse_integer64(gap, argument)
  if (!is.numeric(gap) || is.object(gap) || !(is.null(dim(gap)) || is.matrix(gap))) {
    stop_argument(argument, "a numeric vector, a function of the length, or a numeric matrix", gap)
  }
  if (is.matrix(gap)) {
    if (nrow(gap) != count + 1 || ncol(gap) != count + 1) {
      stop_manycore("size", "'", argument, "' must be ", count + 1, " by ", count + 1,
                    ", as '", of, "' has ", count, " symbols, not ", nrow(gap), " by ", ncol(gap))
    }
  } else if (length(gap) < count) {
    stop_manycore("size", "'", argument, "' must have a cost for each length up to ", count,
                  ", as '", of, "' has so many symbols, not ", length(gap), if (length(gap) == 1) {
                    paste0("; ", argument, " = function(length) ", format(gap), " * length is ",
                           format(gap), " for each symbol")
                  })
  } else {
    gap <- gap[seq_len(count)]
  }
  check_alignment_costs(gap, argument, maximize)
  if (!is.double(gap)) storage.mode(gap) <- "double"
  gap
}

# Of a matrix what is above the diagonal counts.
check_alignment_costs <- function(x, argument, maximize) {
  wins <- if (maximize) Inf else -Inf
  if (length(x) == 0 || !(anyNA(x) || wins %in% range(x))) {
    return(invisible())
  }
  bad <- is.na(x) | x == wins
  if (is.matrix(x)) {
    bad <- bad & upper.tri(x)
  }
  at <- which(bad)
  if (length(at) > 0) {
    place <- if (is.matrix(x)) toString(arrayInd(at[1], dim(x))) else at[1]
    stop_manycore("data", "'", argument, "[", place, "]' is ", format(x[[at[1]]]),
                  not_a_cost(maximize))
  }
}

not_a_cost <- function(maximize) {
  paste0(", which is not a ", if (maximize) "score; -Inf forbids" else "cost; Inf forbids")
}

# Sums of finite costs are finite.
check_sums <- function(costs, count) {
  for (name in names(costs)) {
    x <- costs[[name]]
    if (name != "substitution" && is.matrix(x)) {
      x <- x[upper.tri(x)]
    }
    most <- suppressWarnings(max(abs(x[is.finite(x)]), 0))
    if (!is.finite(most * (count + 1))) {
      stop_manycore("data", "'", name, "' has a number so large (", format(most),
                    ") that sums are beyond those of double precision")
    }
  }
}

# ---- methods ----

# Symbols as a console shows them: control characters and the like are escaped.
printable <- function(symbol) {
  escaped <- encodeString(symbol)
  ifelse(escaped == gsub("\\", "\\\\", symbol, fixed = TRUE), symbol, escaped)
}

# Cells of the columns, and what stands between them.
alignment_cells <- function(x) {
  row <- function(symbol) if (length(symbol) == 1) strsplit(symbol, "")[[1]] else symbol
  is_string <- length(x$x) == 1 && length(x$y) == 1 && sum(x$operations$length) != 1
  top <- printable(if (is_string) row(x$x) else x$x)
  bottom <- printable(if (is_string) row(x$y) else x$y)
  kind <- x$operations$kind[operation_places(x$operations)$row]
  middle <- c("=" = "|", X = ".", I = " ", D = " ")[kind]
  all <- c(top, bottom, "")
  width <- max(nchar(all, "width"))
  fill <- function(cell) {
    paste0(cell, strrep(" ", pmax(0, width - nchar(cell, "width"))))
  }
  list(x = fill(top), middle = fill(unname(middle)), y = fill(bottom), width = width,
       between = if (all(nchar(all, "width") <= 1)) "" else " ")
}

#' @export
format.gap_alignment <- function(x, ...) {
  if (is.null(x$operations)) {
    return(NA_character_)
  }
  cells <- alignment_cells(x)
  vapply(cells[c("x", "middle", "y")], paste, "", collapse = cells$between)
}

#' @rdname align_gap
#' @param object,row.names,optional,stringsAsFactors Of the methods.
#' @param width Characters of a line, `Inf` for one line of all; 20 at least.
#' @param lines How many blocks of lines are printed.
#' @export
print.gap_alignment <- function(x, width = getOption("width"), lines = 20, ...) {
  check_number_from(width, "width", 1)
  check_number_from(lines, "lines", 0)
  cat(if (x$type == "overlap") "Overlap" else "Global", " alignment, ",
      if (x$maximize) "score " else "cost ", format(x$cost), "\n", sep = "")
  if (is.infinite(x$cost)) {
    cat("everything is forbidden\n")
    return(invisible(x))
  }
  if (is.null(x$operations)) {
    return(invisible(x))
  }
  cat(alignment_counts(summary(x)), "\n", sep = "")
  if (nrow(x$operations) > 0) {
    cat(alignment_blocks(x, width, lines), sep = "\n")
  }
  invisible(x)
}

# The lines, with the places of the first and last symbols.
alignment_blocks <- function(x, width, lines) {
  cells <- alignment_cells(x)
  at <- operation_places(x$operations)
  passed <- list(x = cumsum(!is.na(at$x)), y = cumsum(!is.na(at$y)))
  columns <- length(at$row)
  digits <- nchar(max(passed$x[columns], passed$y[columns]))
  each <- cells$width + nchar(cells$between)
  least <- min(max(width, 20), 2 * digits + each * (columns + 1) + 4) # all in one line
  room <- max(1, (least - 2 * (digits + 1) - 2 + nchar(cells$between)) %/% each)
  text <- character()
  for (first in seq(1, columns, by = room)) {
    if (first > lines * room) {
      return(c(text, "", paste0("... and ", columns - first + 1, " columns more")))
    }
    in_block <- first:min(columns, first + room - 1)
    line <- function(name) paste(cells[[name]][in_block], collapse = cells$between)
    of_sequence <- function(name) {
      count <- passed[[name]]
      last <- count[max(in_block)]
      before <- if (first > 1) count[first - 1] else 0
      paste(name, formatC(min(before + 1, last), width = digits), line(name), last)
    }
    blank <- strrep(" ", digits + 3)
    text <- c(text, "", of_sequence("x"), sub(" +$", "", paste0(blank, line("middle"))),
              of_sequence("y"))
  }
  text
}

alignment_counts <- function(s) {
  count <- function(number, what) paste0(number, " ", what, if (number != 1) "s")
  paste0(count(s$columns, "column"), ": ", s$identical, " identical, ", s$different,
         " different, ", count(nrow(s$gaps), "gap"),
         if (nrow(s$gaps) > 0) paste0(" of ", count(sum(s$gaps$length), "symbol")))
}

#' @rdname align_gap
#' @export
summary.gap_alignment <- function(object, ...) {
  if (...length() > 0L) stop_unused()
  operations <- object$operations
  check_traced_back(object, "object", "summary()")
  if (is.null(operations)) {
    operations <- data.frame(kind = character(), length = integer(), x = integer(), y = integer(),
                             cost = numeric())
  }
  total <- function(kind) sum(operations$length[operations$kind == kind])
  gaps <- operations[operations$kind %in% c("I", "D"), , drop = FALSE]
  row.names(gaps) <- NULL
  structure(list(cost = object$cost, type = object$type, maximize = object$maximize,
                 columns = sum(operations$length), identical = total("="), different = total("X"),
                 gaps = gaps), class = "summary.gap_alignment")
}

# An alignment that is not there may be forbidden, or was not asked for.
check_traced_back <- function(x, argument, what) {
  if (is.null(x$operations) && is.finite(x$cost)) {
    stop_manycore("argument", "'", argument, "' must be made with traceback = TRUE for ", what,
                  argument = argument)
  }
}

#' @export
print.summary.gap_alignment <- function(x, ...) {
  cat(if (x$type == "overlap") "Overlap" else "Global", " alignment, ",
      if (x$maximize) "score " else "cost ", format(x$cost), "\n",
      alignment_counts(x), "\n", sep = "")
  if (nrow(x$gaps) > 0) {
    of_x <- x$gaps$kind == "I"
    print(data.frame(of = ifelse(of_x, "x", "y"), from = ifelse(of_x, x$gaps$x, x$gaps$y),
                     length = x$gaps$length, cost = x$gaps$cost), row.names = FALSE)
  }
  invisible(x)
}

#' @param col Colours of equal pairs, of different ones and of gaps.
#' @rdname align_gap
#' @export
plot.gap_alignment <- function(x, ..., col = c("steelblue", "firebrick", "grey55")) {
  check_graphical(list(...), "col", list())
  operations <- x$operations
  check_traced_back(x, "x", "plot()")
  if (is.null(operations)) {
    stop_manycore("argument", "'x' has no alignment, as everything is forbidden", argument = "x")
  }
  passed <- function(other) cumsum(c(0, operations$length * (operations$kind != other)))
  across <- passed("D")
  up <- passed("I")
  row <- seq_len(nrow(operations))
  colour <- rep_len(col, 3)[c("=" = 1L, X = 2L, I = 3L, D = 3L)[operations$kind]]
  draw_with(graphics::plot, list(x = range(across), y = range(up), type = "n", bty = "n",
                                 xlab = "symbols of x", ylab = "symbols of y"), ...)
  graphics::segments(across[row], up[row], across[row + 1L], up[row + 1L], col = colour, lwd = 3)
  graphics::legend("topleft", c("equal", "different", "gap"), col = rep_len(col, 3), lwd = 3,
                   bty = "n")
  invisible(x)
}

#' @rdname align_gap
#' @export
as.data.frame.gap_alignment <- function(x, row.names = NULL, optional = FALSE, ...,
                                        stringsAsFactors = FALSE) {
  check_table_arguments(substitute(list(...)), names(formals(as.data.frame.gap_alignment)))
  check_traced_back(x, "x", "as.data.frame()")
  if (is.null(x$operations)) {
    return(with_factors(data.frame(x = character(), y = character(), place_x = integer(),
                                   place_y = integer(), kind = character(),
                                   stringsAsFactors = FALSE), stringsAsFactors))
  }
  at <- operation_places(x$operations)
  cells <- function(symbol) {
    if (length(symbol) == length(at$row)) symbol else strsplit(symbol, "")[[1]]
  }
  with_factors(data.frame(x = cells(x$x), y = cells(x$y), place_x = at$x, place_y = at$y,
                          kind = x$operations$kind[at$row], row.names = row.names,
                          stringsAsFactors = FALSE), stringsAsFactors)
}
