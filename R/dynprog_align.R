#' Sequence alignment with any gap cost
#'
#' `align_gap()` finds the best alignment of two sequences. The cost of a gap is any function of its
#' length or of its place: a concave function or a table, for example. This is the algorithm of
#' Waterman, Smith and Beyer, in register tiles and several threads.
#'
#' @param x,y The sequences: a string, whose characters are the symbols; a character vector of
#'   symbols; a raw vector, whose symbols are `"00"` to `"ff"`; or an `XString` of the package
#'   Biostrings, such as `DNAString`. If the other sequence is a vector of words, a single string is
#'   one word. Upper and lower case are different symbols.
#' @param substitution The costs of pairs of symbols: two numbers, `c(match, mismatch)`, for equal
#'   and for different symbols, in this order unless they have these names. (Other names are an
#'   error.) Or a numeric matrix whose dimnames are symbols, of `x` in rows and of `y` in columns,
#'   such as `BLOSUM62` of Biostrings with `maximize = TRUE`.
#' @param gap The cost of a gap, which leaves neighbouring symbols of `x` without partners:
#'   * a vector: the whole cost of a gap of 1, 2, ... symbols, at least up to the length of `x`;
#'   * a function of such lengths, called once with `seq_along()` of the symbols;
#'   * a matrix `w` of costs by place, with one row and one column more than `x` has symbols:
#'     `w[p + 1, q + 1]` is the cost for the symbols `p + 1` to `q` (`w(p, q)` of the paper, which
#'     counts from 0). Only elements above the diagonal are read.
#' @param gap_y The same for `y`.
#' @param type `"global"`, or `"overlap"`: one gap at the beginning and one gap at the end of the
#'   alignment are free. So the end of one sequence may be aligned to the beginning of the other, or
#'   one sequence within the other.
#' @param maximize `TRUE` if `substitution` and `gap` are scores, so that the greatest sum is best.
#'   Scores of gaps are usually negative. `Inf` (with `maximize` `-Inf`) forbids a pair or a gap.
#' @param traceback Whether to return the alignment, and not only its cost.
#' @param algorithm The algorithm. `"auto"` computes the tiles of `"zmorton"` in an order in which
#'   threads seldom wait. The others are the versions in section IV of Tithi et al.
#'   * `"loop"`: their LOOPDP, parallel loops over diagonals.
#'   * `"recursive"`: their CO, recursive divide and conquer to tiles of 64 x 64, with plain loops.
#'   * `"optimized"`: CO_Opt, the same in register tiles, on copies of the tiles.
#'   * `"zmorton"`: COZ, register tiles on a table in Z-Morton order, without copies of tiles.
#' @param threads,progress,... As for [cor_kendall()]; for `plot()`, graphical parameters of
#'   [graphics::plot.default()].
#'
#' @details
#' **`gap` is the whole cost of a gap of that length.** Aligners with affine costs define the
#' opening of a gap differently. In `pairwiseAlignment()` of pwalign or Biostrings the first symbol
#' costs the extension, too: a gap of length `L` costs `open + L * extend`. Elsewhere it costs
#' `open + (L - 1) * extend`. So `gapOpening = 10` and `gapExtension = 4` of `pairwiseAlignment()`
#' are `gap = function(L) -(10 + 4 * L)` with `maximize = TRUE`. For affine costs an affine aligner
#' is better, as it takes `O(m n)` time. `align_gap()` is for all other costs.
#'
#' **Recurrence.** With `g[0, 0] = 0`, the best cost `g[i, j]` of the first `i` symbols of `x` and
#' the first `j` symbols of `y` is the least of
#'
#' * `g[i - 1, j - 1] + substitution(x[i], y[j])`,
#' * `g[p, j] + gap(p, i)` over `p < i`, and
#' * `g[i, q] + gap_y(q, j)` over `q < j`,
#'
#' also for `i = 0` and `j = 0`. So a gap may follow another gap in the same sequence, if two short
#' gaps cost less than a long one, or if a long one is forbidden. The CIGAR then has two entries.
#' (In the paper `g[i, 0]` and `g[0, j]` are single gaps. That is the same unless a gap costs more
#' than its parts.) With `"overlap"`, `g[i, 0]` and `g[0, j]` are at most 0, and the result is the
#' least of the last row and column. If no cost is negative, `"overlap"` aligns nothing: give
#' matches a negative cost, or use scores and `maximize`.
#'
#' **Ties** and all bits of the cost are the same for all algorithms, instruction sets and numbers
#' of threads. Traced back from the end, a pair is preferred to a gap, a gap of `x` to a gap of `y`,
#' and a longer gap to a shorter one. With `"overlap"` the free gap at the end is the shortest of
#' the best, of `x` rather than of `y`; the free gap at the beginning is taken as soon as possible.
#'
#' **Time** is `O(m n (m + n))` for `m` and `n` symbols. The steps are not recorded: the traceback
#' finds them in `O((m + n)^2)` time, without memory. **Memory** is the table, at most 8 bytes for
#' each of `(m + 4) (n + 24)` numbers, for any algorithm; `"auto"` takes up to 10 MB more. The table
#' is not returned. A matrix `gap` that is not of doubles is copied. A call that needs more memory
#' than is free is refused. An interrupt waits for at most 1e9 sums of each thread.
#'
#' **Errors** are of the classes in [manycore_errors]: `"data"` for `NA`, `NaN` and `-Inf` (with
#' `maximize` `Inf`) among the costs that are used, and for symbols that `substitution` lacks; the
#' message has the index. `"size"` for a vector `gap` or `gap_y` that is too short. If everything is
#' forbidden, the cost is `Inf` (`-Inf`), and there is no alignment.
#'
#' @return An object of class `gap_alignment`, a list of
#'   * `cost`, the cost of the best alignment (with `maximize` the score);
#'   * `x`, `y`: the aligned sequences, with `"-"` for gaps: strings, or character vectors if one of
#'     the sequences was a vector. If a sequence has symbols `"-"` of its own (such as an aligned
#'     sequence), there is a warning: these look like gaps here, but `cigar`, `operations` and
#'     `as.data.frame()` tell them apart;
#'   * `cigar`, a string of lengths and kinds: `=` pairs of equal symbols, `X` of different ones,
#'     `I` symbols of `x` alone, `D` of `y` alone (as in the SAM format with `x` as the read, `y` as
#'     the reference);
#'   * `operations`, a data frame with a row for each entry of `cigar`: `kind`, `length`, the first
#'     places in `x` and in `y` (`NA` in the sequence that has the gap), and the `cost`;
#'   * `type` and `maximize`, as given.
#'
#'   `x`, `y`, `cigar` and `operations` are `NULL` without traceback, and if everything is
#'   forbidden.
#'
#'   `print()` shows the alignment in blocks as wide as the console, at most `lines` blocks. Control
#'   characters among the symbols are escaped. `format()` gives the three lines of the alignment as
#'   strings. `summary()` counts pairs and gaps. `as.data.frame()` and `generics::tidy()` have a row
#'   for each column of the alignment: the symbols `x` and `y` (`"-"` for a gap), their places
#'   `place_x` and `place_y`, and `kind`. `generics::glance()` has one row of counts. `plot()` draws
#'   the path through both sequences.
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
#' # gaps whose cost grows with the logarithm of their length: one long gap is cheap, many short
#' # gaps are not; no affine cost is like that
#' x <- align_gap("GATTACAGATTTTTTTTACAGATTACA", "GATACAGATACAGATACA",
#'                substitution = c(0, 1), gap = function(length) 1 + log(length))
#' x
#' x$cigar
#' x$operations
#' plot(x)
#'
#' # scores: the end of one sequence overlaps the beginning of the other
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
#' @family dynamic programs
#' @export
align_gap <- function(x, y, substitution, gap, gap_y = gap, type = c("global", "overlap"),
                      maximize = FALSE, traceback = TRUE,
                      algorithm = c("auto", "loop", "recursive", "optimized", "zmorton"),
                      threads = NULL, progress = interactive(), ...) {
  check_dots(...)
  if (missing(x)) stop_missing("x")
  if (missing(y)) stop_missing("y")
  if (missing(substitution)) stop_missing("substitution")
  if (missing(gap)) stop_missing("gap")
  method <- dynprog_method(algorithm, threads)
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

# The answer of C: cost, steps, table, and the algorithm and number of threads that ran.
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

# The elements of an alignment. Step s ends at the symbols i[s] of x and j[s] of y.
aligned_parts <- function(steps, x, y, strings) {
  of_x <- diff(c(0L, steps$i))
  of_y <- diff(c(0L, steps$j))
  is_pair <- of_x > 0L & of_y > 0L
  kind <- ifelse(of_y == 0L, "I", "D")
  kind[is_pair] <- ifelse(x[steps$i[is_pair]] == y[steps$j[is_pair]], "=", "X")
  before <- c("", kind)[seq_along(kind)]
  run <- cumsum(!(is_pair & kind == before)) # each gap is an operation of its own
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

# ---- the problem: codes of symbols, and costs as C takes them ----

alignment_problem <- function(x, y, substitution, gap, gap_y, maximize, overlap) {
  words <- c(has_words(x), has_words(y))
  x <- alignment_sequence(x, "x", words[2])
  y <- alignment_sequence(y, "y", words[1])
  strings <- x$string && y$string
  pairs <- check_substitution(substitution, x, y, maximize)
  m <- length(x$symbol)
  n <- length(y$symbol)
  check_room(.Call(C_gap_room, as.double(m), as.double(n))) # before the costs are made
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

# The symbols one by one, and whether the sequence was a string.
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
                  not_a_cost(maximize, "score"))
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
                  "no names, not ", paste(encodeString(names, quote = "\""), collapse = " and "),
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

# The costs of gaps in `count` symbols, as doubles: by length, or a matrix by place.
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
                  ", the number of symbols of '", of, "', not ", length(gap),
                  if (length(gap) == 1) {
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

check_alignment_costs <- function(x, argument, maximize) {
  check_costs(x, argument, maximize, counts = upper.tri, best = "score")
}

# Refuses finite costs whose sums may be infinite.
check_sums <- function(costs, count) {
  for (name in names(costs)) {
    x <- costs[[name]]
    most <- greatest_cost(x, name != "substitution" && is.matrix(x), count)
    if (!is.finite(most * (count + 1))) {
      stop_manycore("data", "'", name, "' has so large a number (", format(most),
                    ") that sums are beyond the range of double precision")
    }
  }
}

# The greatest finite size of the costs that are used: all, or those above the diagonal. If all of
# a matrix is small enough, the answer is the greatest size of all, which takes no memory.
greatest_cost <- function(x, above, count) {
  whole <- if (length(x) > 0) max(abs(c(min(x), max(x)))) else 0
  if (is.finite(whole * (count + 1))) {
    return(whole)
  }
  if (!above) {
    return(max(abs(x[is.finite(x)]), 0))
  }
  column <- function(j) {
    size <- abs(x[seq_len(j - 1), j])
    max(size[size < Inf], 0)
  }
  max(vapply(seq_len(ncol(x)), column, 0))
}

# ---- methods ----

# Symbols as a console shows them: control characters are escaped.
printable <- function(symbol) {
  escaped <- encodeString(symbol)
  ifelse(escaped == gsub("\\", "\\\\", symbol, fixed = TRUE), symbol, escaped)
}

# The cells of the three lines, all of one width, and the text between two cells.
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

#' @rdname align_gap
#' @export
format.gap_alignment <- function(x, ...) {
  check_dots(..., .also = format_arguments)
  if (is.null(x$operations)) {
    return(NA_character_)
  }
  cells <- alignment_cells(x)
  vapply(cells[c("x", "middle", "y")], paste, "", collapse = cells$between)
}

#' @rdname align_gap
#' @param object A result of `align_gap()`.
#' @param row.names,optional,stringsAsFactors As for [as.data.frame()].
#' @param width The number of characters in a line, at least 20. `Inf` prints one long line.
#' @param lines How many blocks of lines to print at most.
#' @export
print.gap_alignment <- function(x, width = getOption("width"), lines = 20, ...) {
  check_dots(..., .also = print_arguments)
  check_number_from(width, "width", 1)
  check_number_from(lines, "lines", 0)
  cat(alignment_title(x), "\n", sep = "")
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

alignment_title <- function(x) {
  paste0(if (x$type == "overlap") "Overlap" else "Global", " alignment, ",
         if (x$maximize) "score " else "cost ", format(x$cost))
}

# The printed lines, with the places of their first and last symbols.
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
      return(c(text, "", paste0("... and ", columns - first + 1, " more columns")))
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
  paste0(count_of(s$columns, "column"), ": ", format_count(s$identical), " identical, ",
         format_count(s$different), " different, ", count_of(nrow(s$gaps), "gap"),
         if (nrow(s$gaps) > 0) paste0(" of ", count_of(sum(s$gaps$length), "symbol")))
}

#' @rdname align_gap
#' @export
summary.gap_alignment <- function(object, ...) {
  check_dots(...)
  operations <- operations_of(object, "summary()", "object")
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

# The operations, NULL if everything is forbidden. Stops if the alignment was not traced back.
operations_of <- function(x, what, argument = "x") {
  if (is.finite(x$cost)) {
    check_traced(x$operations, what, argument)
  }
  x$operations
}

#' @export
print.summary.gap_alignment <- function(x, ...) {
  check_dots(..., .also = print_arguments)
  cat(alignment_title(x), "\n", alignment_counts(x), "\n", sep = "")
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
  check_dots(..., .also = graphical_arguments())
  operations <- operations_of(x, "plot()")
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
  check_dots(..., .also = table_arguments)
  if (is.null(operations_of(x, "as.data.frame()"))) {
    return(as_table(list(x = character(), y = character(), place_x = integer(),
                         place_y = integer(), kind = character()), row.names, stringsAsFactors))
  }
  at <- operation_places(x$operations)
  cells <- function(symbol) {
    if (length(symbol) == length(at$row)) symbol else strsplit(symbol, "")[[1]]
  }
  as_table(list(x = cells(x$x), y = cells(x$y), place_x = at$x, place_y = at$y,
                kind = x$operations$kind[at$row]), row.names, stringsAsFactors)
}

#' @export
as.matrix.gap_alignment <- function(x, ...) no_matrix(x, ...)

#' @rdname align_gap
#' @usage \method{tidy}{gap_alignment}(x, ...)
#' @exportS3Method generics::tidy
tidy.gap_alignment <- function(x, ...) {
  as.data.frame(x, ...)
}

#' @rdname align_gap
#' @usage \method{glance}{gap_alignment}(x, ...)
#' @exportS3Method generics::glance
glance.gap_alignment <- function(x, ...) {
  check_dots(...)
  s <- summary(x)
  one_row(cost = s$cost, type = s$type, maximize = s$maximize, columns = s$columns,
          identical = s$identical, different = s$different, gaps = nrow(s$gaps),
          gap.symbols = sum(s$gaps$length))
}
