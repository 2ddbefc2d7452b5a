# align_gap() against the definition in plain R, on every target, by every algorithm, on 1 to 4
# threads.

kinds <- c("ties", "rounded", "forbidden", "both", "matrix")

test_that("all sizes to 70: the table and the steps, by every algorithm", {
  set.seed(1)
  turn <- 0L
  for (m in 0:70) {
    n <- if (m %% 3 == 0) m else sample(0:70, 1)
    kind <- kinds[m %% 5 + 1]
    maximize <- m %% 2 == 1
    overlap <- m %% 7 < 3
    p <- random_alignment(m, n, kind, maximize)
    want <- solved(p, overlap)
    for (algorithm in if (m < 9) 0:4 else c(0L, m %% 4 + 1L)) {
      turn <- turn + 1L
      got <- aligned_by_c(p, overlap, as.integer(algorithm), turn %% 4L + 1L)
      expect_true(same_alignment(got, want), label = paste(m, n, kind, overlap, algorithm))
    }
  }
})

test_that("tiles, on every target, by every algorithm, on 1 to 4 threads", {
  set.seed(2)
  sizes <- list(c(1, 200), c(63, 64), c(130, 3), c(66, 129), c(140, 100))
  turn <- 0L
  for (s in seq_along(sizes)) {
    for (kind in kinds[c(s, s %% 5 + 1)]) {
      overlap <- s %% 2 == 0
      p <- random_alignment(sizes[[s]][1], sizes[[s]][2], kind, s %% 3 == 0)
      want <- solved(p, overlap)
      odd <- character()
      for_each_target(function(isa) {
        for (algorithm in seq_along(dynprog_names) - 1L) {
          turn <<- turn + 1L
          got <- aligned_by_c(p, overlap, algorithm, turn %% 4L + 1L)
          if (!same_alignment(got, want)) odd <<- c(odd, paste(isa, algorithm, turn %% 4L + 1L))
        }
      })
      expect_identical(odd, character(), label = paste(sizes[s], kind))
    }
  }
})

# The best of all ways to go on from i, j, each by itself: no table. For few symbols.
best_of_all_alignments <- function(p, i = 0, j = 0) {
  m <- length(p$x)
  n <- length(p$y)
  if (i == m && j == n) {
    return(0)
  }
  pair <- if (i < m && j < n) {
    p$pair(p$x[i + 1], p$y[j + 1]) + best_of_all_alignments(p, i + 1, j + 1)
  }
  of_x <- vapply(seq_len(m - i) + i, function(to) {
    p$gap_x_at(i, to) + best_of_all_alignments(p, to, j)
  }, 0)
  of_y <- vapply(seq_len(n - j) + j, function(to) {
    p$gap_y_at(j, to) + best_of_all_alignments(p, i, to)
  }, 0)
  if (p$maximize) max(pair, of_x, of_y) else min(pair, of_x, of_y)
}

# What an alignment says about itself.
expect_alignment <- function(z, p) {
  rows <- as.data.frame(z)
  expect_identical(rows$x[rows$x != "-"], p$x)
  expect_identical(rows$y[rows$y != "-"], p$y)
  expect_false(any(rows$x == "-" & rows$y == "-"))
  expect_identical(stats::na.omit(rows$place_x)[seq_along(p$x)], seq_along(p$x))
  expect_identical(stats::na.omit(rows$place_y)[seq_along(p$y)], seq_along(p$y))
  expect_identical(rows$kind, ifelse(rows$y == "-", "I", ifelse(rows$x == "-", "D", ifelse(
    rows$x == rows$y, "=", "X"))))
  operations <- z$operations
  expect_identical(z$cigar, paste0(operations$length, operations$kind, collapse = ""))
  spent <- vapply(seq_len(nrow(operations)), function(o) {
    row <- operations[o, ]
    free <- z$type == "overlap" && o %in% c(1, nrow(operations)) && row$cost == 0
    switch(row$kind, I = if (free) 0 else p$gap_x_at(row$x - 1, row$x + row$length - 1),
           D = if (free) 0 else p$gap_y_at(row$y - 1, row$y + row$length - 1),
           sum(mapply(p$pair, p$x[row$x + seq_len(row$length) - 1],
                      p$y[row$y + seq_len(row$length) - 1])))
  }, 0)
  expect_equal(operations$cost, spent)
  expect_equal(sum(spent), z$cost)
}

test_that("all alignments of few symbols, and what an alignment says", {
  set.seed(3)
  for (times in 1:60) {
    p <- random_alignment(sample(0:4, 1), sample(0:4, 1), sample(kinds, 1), times %% 2 == 0)
    p$x <- as.character(p$x)
    run <- function(type) {
      align_gap(paste(p$x, collapse = ""), paste(p$y, collapse = ""), p$substitution, p$gap,
                p$gap_y, type, p$maximize)
    }
    z <- run("global")
    expect_equal(z$cost, best_of_all_alignments(p))
    if (is.finite(z$cost)) expect_alignment(z, p)
    expect_alignment(run("overlap"), p)
    # free ends: all of the ways to leave an end of one of the two alone
    m <- length(p$x)
    n <- length(p$y)
    starts <- unique(rbind(cbind(0:m, 0), cbind(0, 0:n)))
    part <- function(at, end) {
      q <- p
      q$x <- p$x[seq_len(end[1])]
      q$y <- p$y[seq_len(end[2])]
      best_of_all_alignments(q, at[1], at[2])
    }
    ends <- unique(rbind(cbind(0:m, n), cbind(m, 0:n)))
    values <- unlist(apply(starts, 1, function(at) {
      apply(ends[ends[, 1] >= at[1] & ends[, 2] >= at[2], , drop = FALSE], 1, part, at = at)
    }))
    expect_equal(run("overlap")$cost, if (p$maximize) max(values) else min(values))
  }
})

test_that("larger ones: every algorithm the same, and the steps cost what is said", {
  set.seed(4)
  for (kind in c("rounded", "ties", "forbidden")) {
    p <- random_alignment(sample(250:420, 1), sample(250:420, 1), kind)
    want <- aligned_by_c(p, FALSE, 1L, 1L) # the loop
    for (algorithm in 2:4) {
      got <- aligned_by_c(p, FALSE, algorithm, algorithm)
      expect_true(same_bits(got[1:3], want[1:3]), label = paste(kind, algorithm))
    }
    z <- align_gap(p$x, p$y, p$substitution, p$gap, p$gap_y)
    expect_identical(z$cost, want$cost)
    if (is.finite(z$cost)) expect_alignment(z, p)
  }
})

test_that("affine costs: what pairwiseAlignment() finds", {
  package <- Filter(function(name) {
    requireNamespace(name, quietly = TRUE) &&
      "pairwiseAlignment" %in% getNamespaceExports(name)
  }, c("pwalign", "Biostrings"))
  skip_if(length(package) == 0, "neither pwalign nor Biostrings is installed")
  align <- getExportedValue(package[1], "pairwiseAlignment")
  set.seed(5)
  letters4 <- c("A", "C", "G", "T")
  for (times in 1:12) {
    x <- sample(letters4, sample(0:90 + 1, 1), TRUE)
    y <- if (times %% 2) sample(letters4, sample(60, 1), TRUE) else x[stats::runif(length(x)) < 0.8]
    if (length(y) == 0) y <- "A"
    scores <- matrix(sample(-6:3, 16, TRUE), 4, 4, dimnames = list(letters4, letters4))
    diag(scores) <- 5
    open <- sample(0:12, 1)
    extend <- sample(4, 1)
    for (type in c("global", "overlap")) {
      theirs <- align(paste(x, collapse = ""), paste(y, collapse = ""), type = type,
                      substitutionMatrix = scores, gapOpening = open, gapExtension = extend,
                      scoreOnly = TRUE)
      ours <- align_gap(paste(x, collapse = ""), paste(y, collapse = ""), scores,
                        function(length) -(open + extend * length), type = type, maximize = TRUE)
      expect_equal(ours$cost, theirs)
    }
  }
})

test_that("sequences in every form", {
  x <- "GATTACA"
  y <- "GATACA"
  gap <- function(length) 1 + log(length)
  z <- align_gap(x, y, c(0, 1), gap)
  expect_identical(unclass(z)[1:4], list(cost = 1, x = "GATTACA", y = "GA-TACA", cigar = "2=1I4="))
  split <- function(s) strsplit(s, "")[[1]]
  as_vectors <- align_gap(split(x), split(y), c(0, 1), gap)
  expect_identical(as_vectors$x, split(z$x))
  expect_identical(as_vectors$operations, z$operations)
  expect_identical(format(as_vectors), format(z))
  raw <- align_gap(charToRaw(x), charToRaw(y), c(0, 1), gap)
  expect_identical(raw$operations, z$operations)
  expect_identical(raw$y[1:3], c("47", "41", "-"))
  costs <- matrix(c(0, 2, 2, 0), 2, dimnames = list(c("a", "\u00e9"), c("a", "\u00e9")))
  expect_identical(align_gap("a\u00e9a", "a\u00e9", costs, 1:3)$cigar, "2=1I")
  latin1 <- `Encoding<-`("a\xe9a", "latin1")
  expect_identical(align_gap(latin1, "a\u00e9", costs, 1:3)$cigar, "2=1I")
  words <- align_gap(c("the", "fox"), "the", c(0, 1), 1:3)
  expect_identical(words$cigar, "1=1I")
  expect_identical(words$y, c("the", "-"))
  expect_identical(align_gap(character(), character(), c(0, 1), 1)$x, character())
  expect_identical(align_gap("", "", c(0, 1), numeric())$cigar, "")
  expect_identical(align_gap("", "AC", c(0, 1), c(3, 4))$cigar, "2D")
  expect_identical(align_gap("A", "", c(0, 1), 3)$cost, 3)
  expect_identical(align_gap(x, y, c(mismatch = 1, match = 0), gap)$cost, 1)
  skip_if_not_installed("Biostrings")
  dna <- getExportedValue("Biostrings", "DNAString")
  expect_identical(align_gap(dna(x), dna(y), c(0, 1), gap), z)
  expect_error(align_gap(getExportedValue("Biostrings", "DNAStringSet")(x), y, c(0, 1), gap),
               "an XString, not an object of class DNAStringSet", class = "manycore_error_argument")
})

test_that("costs in every form", {
  x <- "ACGTACGT"
  y <- "ACG"
  by_function <- align_gap(x, y, c(0, 1), function(length) sqrt(length))
  expect_identical(align_gap(x, y, c(0, 1), sqrt(1:20)), by_function)
  of_x <- outer(0:8, 0:8, function(p, q) sqrt(pmax(q - p, 0)))
  of_y <- outer(0:3, 0:3, function(p, q) sqrt(pmax(q - p, 0)))
  expect_identical(align_gap(x, y, c(0, 1), of_x, of_y), by_function)
  expect_identical(align_gap(x, y, c(0, 1), of_x, sqrt), by_function)
  expect_identical(align_gap(x, y, 0:1, 1:8), align_gap(x, y, c(0, 1), 1:8 + 0))
  # only gaps of one symbol: two are two
  z <- align_gap("AAAA", "AA", c(0, 9), c(1, Inf, Inf, Inf))
  expect_identical(z$cost, 2)
  expect_identical(sum(z$operations$length[z$operations$kind == "I"] == 1L), 2L)
  expect_identical(align_gap("", "AAA", c(0, 9), c(1, Inf, Inf))$cigar, "1D1D1D")
  # a symbol of the matrix that does not occur may cost anything
  costs <- matrix(c(0, 1, NA, 1, 0, NA), 2, byrow = TRUE, dimnames = list(c("A", "C"),
                                                                       c("A", "C", "N")))
  expect_identical(align_gap("AC", "CA", costs, 5:6)$cost, 2)
})

test_that("ties: pairs before gaps, of x before y, the longest", {
  z <- function(...) align_gap(..., algorithm = sample(dynprog_names, 1))$cigar
  # from the end: gaps come as late as pairs allow, that is at the beginning
  expect_identical(z("AAA", "A", c(0, 9), 1:3), "2I1=")
  expect_identical(z("AB", "CD", c(0, 2), 1:2), "2X") # 4, as for gaps
  expect_identical(z("AB", "CD", c(0, 5), 1:2), "2D2I")
  expect_identical(z("", "ABCDE", c(0, 5), 1:5), "5D") # not 1D1D1D1D1D
  free <- function(x, y) align_gap(x, y, c(1, -9), -(5:9), type = "overlap", maximize = TRUE)$cigar
  expect_identical(free("CAC", "C"), "2I1=")
  expect_identical(free("C", "CAC"), "2D1=")
  expect_identical(free("AB", "CD"), "2D2I") # both are free
})

test_that("everything forbidden, and no traceback", {
  for (algorithm in dynprog_names) {
    z <- align_gap("AC", "G", c(0, Inf), c(Inf, 1), algorithm = algorithm)
    expect_identical(z$cost, Inf)
    expect_null(z$cigar)
    expect_null(z$operations)
    expect_output(print(z), "everything is forbidden")
    expect_identical(format(z), NA_character_)
    expect_identical(nrow(as.data.frame(z)), 0L)
    expect_identical(align_gap("AC", "G", c(0, -Inf), c(-Inf, 1), maximize = TRUE,
                               algorithm = algorithm)$cost, -Inf)
  }
  short <- align_gap("ACG", "AG", c(0, 1), 1:3, traceback = FALSE)
  expect_identical(short$cost, 1)
  expect_null(short$x)
  expect_output(print(short), "^Global alignment, cost 1$")
})

test_that("printing, wrapped at the width of the console", {
  set.seed(6)
  x <- paste(sample(c("A", "C"), 300, TRUE), collapse = "")
  y <- paste0(substr(x, 1, 40), "G", substr(x, 42, 180), substr(x, 200, 300))
  z <- align_gap(x, y, c(0, 1), function(length) 2 + log(length))
  for (width in c(30, 60, 80, 200)) {
    lines <- utils::capture.output(print(z, width = width, lines = 100))
    expect_true(all(nchar(lines[-(1:2)]) <= width))
    expect_true(any(nchar(lines) >= width - 1))
    of_x <- grep("^x", lines, value = TRUE)
    of_y <- grep("^y", lines, value = TRUE)
    place <- function(lines, which) {
      as.integer(sapply(regmatches(lines, gregexpr("[0-9]+", lines)), `[`, which))
    }
    symbols <- function(lines) paste(gsub("[^ACG-]", "", lines), collapse = "")
    expect_identical(symbols(of_x), z$x)
    expect_identical(symbols(of_y), z$y)
    expect_identical(place(of_x, 1)[-1], place(of_x, 2)[-length(of_x)] + 1L)
    expect_identical(place(of_x, 2)[length(of_x)], 300L)
    expect_identical(place(of_y, 2)[length(of_y)], 281L)
  }
  expect_output(print(z, width = 50, lines = 2), "[.]{3} and [0-9]+ more columns$")
  expect_length(utils::capture.output(print(z, width = Inf)), 6)
  expect_identical(utils::capture.output(print(z, width = Inf, lines = Inf)),
                   utils::capture.output(print(z, width = 1e6)))
  for (odd in list(NA, NA_real_, NaN, "80", NULL, c(60, 80), 0, -5, TRUE)) {
    said <- utils::capture.output(e <- tryCatch(print(z, width = odd), error = function(e) e))
    expect_identical(said, character()) # nothing is printed before
    expect_s3_class(e, "manycore_error_argument")
    expect_match(conditionMessage(e), "^'width' must be a number from 1 on, not ")
  }
  for (odd in list(NA, "20", c(1, 2), -1)) {
    expect_error(print(z, lines = odd), "'lines' must be a number from 0 on",
                 class = "manycore_error_argument")
  }
  expect_identical(utils::capture.output(print(align_gap("GAT", "GTT", c(0, 1), 2:4))),
                   c("Global alignment, cost 1", "3 columns: 2 identical, 1 different, 0 gaps", "",
                     "x 1 GAT 3", "    |.|", "y 1 GTT 3"))
  words <- utils::capture.output(print(align_gap(c("to", "be"), c("be", "it"), c(0, 3), 1:2)))
  expect_identical(words[4:6], c("x 1 to be -  2", "       |", "y 1 -  be it 2"))
  s <- summary(z)
  expect_identical(s$columns, 300L)
  expect_identical(c(s$different, s$gaps$length), c(1L, 19L))
  expect_output(print(s), "of from length")
})

test_that("control characters are printed escaped, in columns", {
  shown <- function(x, y) utils::capture.output(print(align_gap(x, y, c(0, 1), 2:5)))[-(1:3)]
  expect_identical(shown("A\nB\033", "A\tB\033"),
                   c("x 1 A    \\n   B    \\033 4", "    |    .    |    |",
                     "y 1 A    \\t   B    \\033 4"))
  expect_identical(shown(c("a\tb", "c"), c("a\tb", "dd")),
                   c("x 1 a\\tb c    2", "    |    .", "y 1 a\\tb dd   2"))
  expect_identical(shown("A\\B", "A\\C"), c("x 1 A\\B 3", "    ||.", "y 1 A\\C 3"))
})

test_that("bad input is refused by name", {
  bad <- function(code, kind, pattern) {
    expect_error(code, pattern, fixed = TRUE, class = paste0("manycore_error_", kind))
  }
  run <- function(x = "ACG", y = "AG", substitution = c(0, 1), gap = 1:3, ...) {
    align_gap(x, y, substitution, gap, ...)
  }
  bad(run(5), "argument", "'x' must be a string, a character or raw vector, or an XString, not 5")
  bad(run(y = NULL), "argument", "'y' must be a string")
  bad(run(factor("A")), "argument", "'x' must be a string")
  bad(run(NA_character_), "data", "'x' is NA, which is not a sequence")
  bad(run(y = c("A", NA)), "data", "'y[2]' is NA, which is not a symbol")
  bad(run("a\xff"), "data", "'x' is not valid text")
  bad(run(substitution = 1), "argument", "two numbers, c(match, mismatch)")
  for (names in list(c("Mismatch", "Match"), c("match", ""), c("", "mismatch"), c("match", NA),
                     c("match", "match"))) {
    bad(run(substitution = stats::setNames(c(1, 0), names)), "argument",
        "'substitution' must have the names \"match\" and \"mismatch\", or no names, not")
  }
  expect_identical(run(substitution = stats::setNames(c(0, 1), c("", "")))$cost, run()$cost)
  bad(run(substitution = "a"), "argument", "'substitution' must be")
  bad(run(substitution = diag(3)), "argument", "a numeric matrix with symbols as dimnames")
  bad(run(substitution = c(0, NA)), "data", "'substitution[2]' is NA, which is not a cost")
  bad(run(substitution = c(0, -Inf)), "data", "'substitution[2]' is -Inf")
  bad(run(substitution = c(0, Inf), maximize = TRUE), "data", "not a score; -Inf forbids")
  costs <- matrix(0, 3, 3, dimnames = list(c("A", "C", "T"), c("A", "G", "T")))
  bad(run(substitution = costs), "data",
      "'substitution' has no row named \"G\", which is symbol 3 of 'x'")
  rownames(costs) <- c("A", "C", "G")
  colnames(costs) <- c("A", "A", "G")
  bad(run(substitution = costs), "data", "several columns named \"A\"")
  colnames(costs) <- c("A", "C", "G")
  costs["C", "G"] <- NaN
  bad(run(substitution = costs), "data", "'substitution[\"C\", \"G\"]' is NaN")
  bad(run(gap = 1:2), "size", "'gap' must have a cost for each length up to 3, the number")
  bad(run(gap = 2), "size", "gap = function(length) 2 * length")
  bad(run(gap_y = 1), "size", "'gap_y' must have a cost for each length up to 2")
  bad(run(gap = c(1, NA, 3)), "data", "'gap[2]' is NA, which is not a cost; Inf forbids")
  bad(run(gap_y = c(1, NaN)), "data", "'gap_y[2]' is NaN")
  bad(run(gap = c(1, -Inf, 3)), "data", "'gap[2]' is -Inf")
  bad(run(gap = "a"), "argument", "'gap' must be a numeric vector, a function of the length")
  bad(run(gap = function(length) 1), "argument",
      "'gap' must be a function that returns 3 numbers for 3 lengths")
  bad(run(gap = matrix(0, 3, 3)), "size", "'gap' must be 4 by 4, as 'x' has 3 symbols, not 3 by 3")
  bad(run(gap = matrix(0, 4, 4)), "size", "'gap_y' must be 3 by 3, as 'y' has 2 symbols")
  by_place <- matrix(0, 4, 4)
  by_place[2, 4] <- NA
  bad(run(gap = by_place, gap_y = 1:2), "data", "'gap[2, 4]' is NA")
  bad(run(gap = c(1, 1e308, 3)), "data", "beyond the range of double precision")
  by_place <- matrix(c(NaN, Inf, 1e308, -Inf), 4, 4) # below the diagonal: not used
  by_place[upper.tri(by_place)] <- c(1, Inf, 2, 3, 4, Inf)
  used <- matrix(0, 4, 4)
  used[upper.tri(used)] <- by_place[upper.tri(by_place)]
  expect_identical(run(gap = by_place, gap_y = 1:2)$cost, run(gap = used, gap_y = 1:2)$cost)
  by_place[1, 3] <- -1e308
  bad(run(gap = by_place, gap_y = 1:2), "data", "'gap' has so large a number (1e+308)")
  bad(run(type = "local"), "argument", "'type' must be one of \"global\", \"overlap\"")
  bad(run(maximize = NA), "argument", "'maximize' must be TRUE or FALSE")
  bad(run(traceback = 1), "argument", "'traceback' must be TRUE or FALSE")
  bad(run(algorithm = "simd"), "argument", "one of \"auto\", \"loop\"")
  bad(run(threads = 0), "argument", "'threads'")
  bad(run(maximise = TRUE), "argument", "'maximize' may be meant")
})

test_that("what does not fit in memory is refused before anything is allocated", {
  long <- raw(1e6)
  expect_error(align_gap(long, long, c(0, 1), function(length) stop("not called")),
               class = "manycore_error_memory")
})

test_that("progress grows to 1, and every algorithm reports it", {
  p <- random_alignment(700, 900, "rounded")
  problem <- alignment_problem(p$x, p$y, p$substitution, p$gap, p$gap_y, FALSE, FALSE)
  for (algorithm in 1:4) {
    shares <- numeric()
    run_alignment(problem, list(algorithm = algorithm, threads = 2L), FALSE,
                  function(share) shares <<- c(shares, share))
    expect_false(is.unsorted(shares))
    expect_equal(shares[length(shares)], 1, tolerance = 1e-6)
  }
})

test_that("what is left out is told of the user's call, and types are abbreviated", {
  for (call in list(quote(align_gap("AC", "GT", c(0, 1))), quote(align_gap("AC", gap = 1:2)))) {
    e <- tryCatch(eval(call), error = function(e) e)
    expect_match(conditionMessage(e), "argument \".*\" is missing, with no default")
    expect_identical(conditionCall(e)[[1]], as.name("align_gap"))
  }
  free <- function(type) align_gap("ACG", "GTT", c(1, -1), -(1:3), type = type, maximize = TRUE)
  expect_identical(free("over"), free("overlap"))
  expect_error(free("around"), "'type' must be one of \"global\", \"overlap\"",
               class = "manycore_error_argument")
  expect_error(align_gap("AC", "G", c(0, 1), function(length) rep(NA, length(length))),
               "'gap[1]' is NA, which is not a cost", fixed = TRUE, class = "manycore_error_data")
})

test_that("a dash of the sequences is told from a gap", {
  expect_warning(z <- align_gap("A-C", "AC", c(0, 1), 1:3), "'x' has the symbol \"-\"")
  expect_identical(as.data.frame(z)$kind, c("=", "I", "="))
  expect_warning(z <- align_gap("AC", c("A", "-", "C"), c(0, 1), 1:3), "'y' has the symbol \"-\"")
  expect_identical(z$cigar, "1=1D1=")
  expect_silent(align_gap("A-C", "AC", c(0, 1), 1:3, traceback = FALSE))
  expect_silent(align_gap(c("A", "--"), "A", c(0, 1), 1:3))
})

test_that("an alignment as a table, and arguments of methods that there are not", {
  z <- align_gap("GATTACA", "GACA", c(0, 1), 1:7)
  none <- align_gap("A", "", c(0, 1), Inf)
  for (one in list(z, none)) {
    expect_identical(data.frame(one), as.data.frame(one))
    as_factors <- as.data.frame(one, stringsAsFactors = TRUE)
    expect_identical(vapply(as_factors, class, ""), c(
      x = "factor", y = "factor", place_x = "integer", place_y = "integer", kind = "factor"
    ))
  }
  for (f in list(summary, as.data.frame)) {
    expect_identical(tryCatch(f(z, foo = 1), error = identity)$argument, "foo")
  }
})

test_that("an alignment as a picture", {
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  for (x in c("", "A", "GATTACA")) {
    z <- align_gap(x, "GATACA", c(0, 1), 1:7)
    expect_silent(shown <- withVisible(plot(z, main = "way", col = 1:3, xlab = "here")))
    expect_identical(shown, list(value = z, visible = FALSE))
  }
  refused <- function(z, pattern, ...) {
    expect_error(plot(z, ...), pattern, class = "manycore_error_argument")
  }
  refused(align_gap("A", "C", c(0, 1), 1, traceback = FALSE), "made with traceback = TRUE")
  refused(align_gap("A", "", c(0, 1), Inf), "has no alignment, as everything is forbidden")
  refused(z, "there is no argument 'colour'", colour = 3)
})

test_that("an alignment without traceback has no table and no summary", {
  a <- align_gap("ACGT", "AGT", c(0, 1), 1:4, traceback = FALSE)
  for (what in list(summary, as.data.frame, plot)) {
    expect_error(what(a), "must be made with traceback = TRUE", class = "manycore_error_argument")
  }
  forbidden <- align_gap("A", "C", c(0, Inf), Inf)
  expect_identical(nrow(as.data.frame(forbidden)), 0L)
})
