# fold_accordion() against all folds laid out on the lattice, and against the recurrence in plain R;
# on every target, by every algorithm, on 1 to 4 threads.

# The fold of residues by every algorithm, on this target, with numbers of threads in turns.
folds_by_all <- function(h, threads = 1:4) {
  lapply(seq_along(dynprog_names), function(a) {
    fold_accordion(h, algorithm = dynprog_names[a], progress = FALSE,
                   threads = threads[(length(h) + a) %% length(threads) + 1])
  })
}

expect_fold_everywhere <- function(h, score, turns, label) {
  odd <- character()
  for_each_target(function(isa) {
    for (fold in folds_by_all(h)) {
      if (!identical(fold$score, score) || !identical(fold$turns, turns)) {
        odd <<- c(odd, paste(label, isa))
      }
    }
  })
  expect_identical(odd, character())
}

test_that("all folds of up to 16 residues, on the lattice", {
  set.seed(1)
  for (n in 2:16) {
    folds <- matrix(all_folds(n), ncol = n - 1)
    near <- lattice_neighbors(folds, n)
    chains <- if (n <= 7) {
      lapply(seq_len(2^n) - 1, function(code) bitwAnd(code, 2^(seq_len(n) - 1)) > 0)
    } else {
      lapply(seq(0.3, 1, length.out = 12), function(share) stats::runif(n) < share)
    }
    for (h in chains) {
      both <- h[near$pair[, 1]] & h[near$pair[, 2]]
      score <- as.vector(near$near %*% both)
      first <- which.max(score) # the first of the best, in the order of the rule for ties
      got <- fold_accordion(h, progress = FALSE)
      expect_identical(got$score, as.integer(score[first]))
      expect_identical(got$turns, which(folds[first, ]))
      pairs <- near$pair[near$near[first, ] & both, , drop = FALSE]
      expect_setequal(paste(got$contacts[, 1], got$contacts[, 2]), paste(pairs[, 1], pairs[, 2]))
    }
    expect_fold_everywhere(h, got$score, got$turns, n)
  }
})

test_that("longer chains, on every target, by every algorithm", {
  set.seed(2)
  for (n in c(17:40, 62:66, 96, 127:129, 200)) {
    h <- stats::runif(n) < if (n %% 2 == 0) 0.4 else 0.8
    want <- oracle_accordion(h)
    expect_fold_everywhere(h, want$score, want$turns, n)
    got <- fold_accordion(h, progress = FALSE)
    expect_identical(nrow(got$contacts), got$score)
  }
})

test_that("chains of several blocks and tiles: the same fold by all, which is worth its score", {
  set.seed(3)
  for (n in c(511, 512, 700)) {
    h <- stats::runif(n) < 0.45
    got <- fold_accordion(h, threads = 1, progress = FALSE)
    expect_fold_everywhere(h, got$score, got$turns, n)
    place <- accordion_lattice(got)
    expect_identical(anyDuplicated(paste(place$column, place$row)), 0L)
    step <- abs(diff(place$column)) + abs(diff(place$row))
    expect_true(all(step == 1))
    pair <- got$contacts
    expect_true(all(h[pair] & pair[, 2] - pair[, 1] > 1))
    expect_identical(place$row[pair[, 1]], place$row[pair[, 2]])
    expect_identical(place$column[pair[, 1]] + 1L, place$column[pair[, 2]])
    expect_identical(nrow(pair), got$score)
  }
})

test_that("what is hydrophobic", {
  x <- fold_accordion("ACDEFGHIKLMNPQRSTVWYacdefBJOUXZ", progress = FALSE)
  expect_identical(strsplit(x$sequence, "")[[1]][x$hydrophobic],
                   strsplit("ACFILMVACFJ", "")[[1]])
  h <- c(TRUE, FALSE, TRUE, FALSE, FALSE, TRUE, FALSE, TRUE)
  want <- fold_accordion(h)
  expect_identical(want$sequence, "HPHPPHPH")
  expect_identical(want$score, 2L)
  expect_identical(fold_accordion(as.numeric(h)), want)
  expect_identical(fold_accordion("hphpphph", "H"), want)
  expect_identical(fold_accordion(strsplit("HPHPPHPH", "")[[1]], h), want)
  expect_identical(fold_accordion(c(a = "H", b = "P", "H", "P", "P", "H", "P", "H"), +h), want)
  expect_identical(fold_accordion("GGAGG", c("A", "G"))$hydrophobic, rep(TRUE, 5))
  expect_identical(fold_accordion("GGAGG", "AG")$hydrophobic, rep(TRUE, 5))
  expect_identical(fold_accordion("GGAGG", "")$score, 0L)
  expect_identical(fold_accordion("HPHPPHPH")$score, 0L)
  skip_if_not_installed("Biostrings")
  expect_identical(fold_accordion(Biostrings::AAString("HPHPPHPH"), "H"), want)
})

test_that("no residues, one, and none that are hydrophobic: a straight chain", {
  for (none in list("", character(), logical(), integer(), numeric())) {
    x <- fold_accordion(none)
    expect_identical(x$score, 0L)
    expect_identical(x$turns, integer())
    expect_identical(dim(x$strands), c(0L, 2L))
    expect_identical(dim(x$contacts), c(0L, 2L))
    expect_identical(x$sequence, "")
    expect_output(print(x), "Accordion fold of 0 residues, 0 hydrophobic: 0 contacts, 0 strands")
    expect_silent(plot(x))
  }
  for (h in list(1, 0, c(1, 1), c(1, 1, 1), rep(0, 100))) {
    x <- fold_accordion(h)
    expect_identical(x$score, 0L)
    expect_identical(x$turns, integer())
    expect_identical(x$strands, cbind(first = 1L, last = length(h)))
  }
  expect_identical(fold_accordion(rep(1, 4))$score, 1L)
})

test_that("bad input is an error that names it", {
  bad <- function(call, kind, message) {
    expect_error(call, message, fixed = TRUE, class = paste0("manycore_error_", kind))
  }
  bad(fold_accordion("ACD-E"), "data", "'sequence' has \"-\" at 4, which is not an amino acid")
  bad(fold_accordion(c("A", "CD")), "data", "'sequence' has \"CD\" at 2")
  bad(fold_accordion(c("A", NA)), "data", "'sequence' is NA at 2")
  bad(fold_accordion(NA_character_), "data", "'sequence' is NA at 1")
  bad(fold_accordion(c(0, 1, 2)), "data", "'sequence[3]' is 2, which is neither 0 nor 1")
  bad(fold_accordion(c(0, NaN)), "data", "'sequence[2]' is NaN")
  bad(fold_accordion(c(TRUE, NA)), "data", "'sequence[2]' is NA")
  bad(fold_accordion(diag(2)), "argument",
      "'sequence' must be a string of amino acids, or a vector")
  bad(fold_accordion(factor("A")), "argument", "not an object of class factor")
  bad(fold_accordion(NULL), "argument", "not NULL")
  bad(fold_accordion(list("A")), "argument", "'sequence' must be")
  bad(fold_accordion(c(0, 1), "A"), "argument",
      "'hydrophobic' must be NULL unless 'sequence' has letters")
  bad(fold_accordion("AC", "A?"), "data", "'hydrophobic' has \"?\", which is not an amino acid")
  bad(fold_accordion("AC", c(1, 0, 1)), "size",
      "'hydrophobic' must have a number for each of the 2 residues, not 3")
  bad(fold_accordion("AC", c(1, 3)), "data", "'hydrophobic[2]' is 3")
  bad(fold_accordion("AC", list(1)), "argument", "'hydrophobic' must be letters, or a vector of 0")
  bad(fold_accordion("AC", traceback = NA), "argument", "'traceback' must be TRUE or FALSE")
  bad(fold_accordion("AC", algorithm = "quick"), "argument", "one of \"auto\", \"loop\"")
  bad(fold_accordion("AC", threads = 0), "argument", "'threads'")
  bad(fold_accordion("AC", trackback = 1), "argument", "'traceback' may be meant")
  bad(fold_accordion(logical(65536)), "size", "at most 65535 residues, not 65536")
  bad(fold_accordion(strrep("A", 65536)), "size", "at most 65535 residues, not 65536")
  bad(plot(fold_accordion("AC"), colour = 2), "argument", "there is no argument 'colour'")
  bad(plot(fold_accordion("AC", traceback = FALSE)), "argument", "made with traceback = TRUE")
  bad(format(fold_accordion("AC", traceback = FALSE)), "argument", "made with traceback = TRUE")
})

test_that("pictures", {
  x <- fold_accordion("AGGAAGGA", progress = FALSE)
  picture <- c("   g--g", "   A==A", "A==A", "g--g")
  expect_identical(format(x), picture)
  expect_output(print(x), paste0("8 residues, 4 hydrophobic: 2 contacts, 3 strands\n",
                                 paste(picture, collapse = "\n")), fixed = TRUE)
  x <- fold_accordion("AAAAAA", progress = FALSE)
  expect_identical(sum(lengths(gregexpr("==", format(x), fixed = TRUE)[grepl("==", format(x))])),
                   x$score)
  set.seed(4)
  long <- fold_accordion(stats::runif(2000) < 0.3, progress = FALSE)
  expect_output(print(long), "strands\nof lengths [0-9]+ [0-9]+")
  expect_identical(nrow(long$strands), length(long$turns) + 1L)
  expect_silent(plot(x))
  expect_silent(plot(long, main = "long", col = 1:2, contact = 3))
  expect_output(print(fold_accordion("AC", traceback = FALSE)), "0 contacts$")
  file.remove(list.files(pattern = "^Rplots[.]pdf$"))
})

test_that("without traceback only the score", {
  x <- fold_accordion("AGGAAGGA", traceback = FALSE)
  expect_named(x, c("score", "sequence", "hydrophobic"))
  expect_identical(x$score, 2L)
})

test_that("what does not fit in memory is refused before anything is allocated", {
  expect_identical(accordion_room(100L, 0L), 100^2 * 0.52 / 8)
  expect_identical(accordion_room(100L, 1L), 100^2)
  expect_identical(accordion_room(100L, 2L), 100^2)
  expect_identical(accordion_room(100L, 3L), 100^2 / 2)
  expect_error(check_room(accordion_room(10000L, 1L), function() 1e8),
               class = "manycore_error_memory")
  expect_silent(check_room(accordion_room(10000L, 0L), function() 1e8))
})

test_that("progress grows to 1, and every algorithm reports it", {
  set.seed(5)
  h <- stats::runif(2000) < 0.4
  for (algorithm in 0:4) {
    shares <- numeric()
    run_accordion(h, algorithm, FALSE, 2L, function(share) shares <<- c(shares, share))
    expect_false(is.unsorted(shares))
    expect_equal(shares[length(shares)], 1, tolerance = 0.02)
  }
})

test_that("circles of many residues are small, and have no outlines", {
  drawn <- function(n, ...) {
    set.seed(6)
    file <- tempfile(fileext = ".svg")
    grDevices::svg(file)
    plot(fold_accordion(stats::runif(n) < 0.3, progress = FALSE), ...)
    grDevices::dev.off()
    on.exit(unlink(file))
    readLines(file)
  }
  skip_if_not(capabilities("cairo"))
  # as older and newer releases of cairo write it
  black_lines <- function(svg) sum(grepl("stroke(:|=\")rgb\\(0%, ?0%, ?0%\\)", svg))
  expect_gte(black_lines(drawn(30)), 30)
  expect_identical(black_lines(drawn(3000)), 0L)
})

test_that("bytes that are no text", {
  expect_error(fold_accordion("AC\xff"), "'sequence' is not valid text",
               class = "manycore_error_data")
  expect_error(fold_accordion("ACA", hydrophobic = "A\xff"), "'hydrophobic' is not valid text",
               class = "manycore_error_data")
})
